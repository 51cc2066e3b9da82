"""``python -m benchmarks.arena --game G --a good --b random --deals D``: which of two kinds of player is stronger.

Each deal is played once with A in each place, in Calabresella with A alone and A against (mirrored deals over rotated
seats), so that luck cancels out. Intervals are 95 % by a bootstrap over deals, with all games of a deal together. No
clock has a say in what is played, so the same call gives the same result on any machine.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from benchmarks.arena.contestants import NAMES, contestant
from benchmarks.arena.contests import AS_DEALT, Contest, Score, contest
from games.players import PLAYERS

RESAMPLES = 2_000


def interval(by_deal: Sequence[float], seed: int = 0) -> tuple[float, float]:
    """The bootstrap's 95 % interval of the mean over deals."""
    draws = random.Random(seed)
    means = sorted(sum(draws.choices(by_deal, k=len(by_deal))) / len(by_deal) for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def run(bout: Contest, a: str, b: str, deals: int, first: int = 0) -> dict[str, Any]:
    """Play so many deals, from the one of this number on; all figures, shares between 0 and 1."""
    key = bout.game.info.key
    ours, theirs = contestant(a, key), contestant(b, key)
    scores: list[list[Score]] = []
    for deal in range(first, first + deals):
        seed = b"arena" + deal.to_bytes(16, "big")
        scores.append(bout.play_deal(seed, ours, theirs))
    wins = [mean([score.won for score in games]) for games in scores]
    points = [mean([score.points for score in games]) for games in scores]
    more: dict[str, list[float]] = defaultdict(list)
    for score in (score for games in scores for score in games):
        for key, value in score.more.items():
            more[key].append(float(value))
    low, high = interval(wins)
    points_low, points_high = interval(points)
    return {
        "win_rate": mean(wins),
        "low": low,
        "high": high,
        "fair": bout.fair,
        "points": mean(points),
        "points_low": points_low,
        "points_high": points_high,
        "cpu_ms_a": ours.cpu_ms,
        "cpu_ms_b": theirs.cpu_ms,
        "illegal": ours.illegal + theirs.illegal,
        "deals": deals,
        "games": sum(map(len, scores)),
        **{key: mean(values) for key, values in sorted(more.items())},
    }


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.add_argument("--game", required=True, choices=sorted(PLAYERS))
    parser.add_argument("--a", default="good", choices=NAMES)
    parser.add_argument("--b", default="random", choices=NAMES)
    parser.add_argument("--seats", type=int, help="how many play; A is one of them")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--follow-suit", choices=("free", "required"), help="Calabresella only")
    parser.add_argument(
        "--contract", default="solo", choices=("chiamo", "solo", AS_DEALT), help="Calabresella only: played by each"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Run one bout; 2 if it cannot be."""
    wanted = parsed(arguments)
    changes = {"follow_suit": wanted.follow_suit} if wanted.follow_suit else {}
    try:
        bout = contest(wanted.game, wanted.seats, wanted.contract, **changes)
    except (TypeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    figures = run(bout, wanted.a, wanted.b, wanted.deals, wanted.first)
    if wanted.json:
        print(json.dumps(figures))
        return 0
    print(f"{wanted.game}, {bout.seats} seats: {wanted.a} against {wanted.b}, {figures['games']} games")
    for key, value in figures.items():
        print(f"  {key:<16} {value:>10.4f}" if isinstance(value, float) else f"  {key:<16} {value:>10}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

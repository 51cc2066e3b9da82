"""How fast the rules of Kalooki are: random play, deals included, against rlcard's gin rummy in the same run.

A step is one decision of one player: listing what is legal, choosing, applying. For gin rummy it is one ``env.step``.
The contenders take turns in short slices, and the median slice counts, so that a busy machine hits all alike.

The list of legal moves is timed alone in 14-card hands with both jokers and ten melds on the table, half of them before
the opening, half after, in hands at random and in hands full of neighbours.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from games.core import Rng, Seat
from games.kalooki.cards import JOKERS, KINDS, PACK, RANKS, Card, Kind
from games.kalooki.legal import play_moves
from games.kalooki.melds import read_meld
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.rules import Kalooki
from games.kalooki.state import OwnedMeld, State, owned

SLICES = 7
SLICE_S = 1.0
POSITIONS = 1000
MELDS = 10
HAND = 14

Episode = Callable[[random.Random], int]
"""Plays one match at random and gives the number of its steps."""


def _kalooki(seats: int) -> Episode:
    game = Kalooki()
    active_seats, legal_moves, apply = game.active_seats, game.legal_moves, game.apply

    def play(choices: random.Random) -> int:
        rng = Rng(choices.randbytes(16))
        state = game.setup(Options(), seats, rng)
        steps = 0
        while active := active_seats(state):
            (seat,) = active
            state = apply(state, seat, choices.choice(legal_moves(state, seat)), rng).state
            steps += 1
        return steps

    return play


def _gin_rummy() -> Episode:
    import rlcard

    env: Any = rlcard.make("gin-rummy")

    def play(choices: random.Random) -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(choices.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def _steps_per_cpu_s(episode: Episode, choices: random.Random) -> float:
    steps = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < SLICE_S:
        steps += episode(choices)
    return steps / spent


def _neighbours(choices: random.Random, cards: set[Card]) -> None:
    """Take a run and a set at random from the cards."""
    low = choices.choice(KINDS)
    run = range(low, low + choices.randrange(2, 6))
    rank = choices.randrange(len(RANKS))
    of_rank = [k for k in KINDS if k % len(RANKS) == rank]
    for kind in (*(k for k in run if k < len(KINDS)), *choices.sample(of_rank, 3)):
        if len(cards) < HAND:
            cards.add(Card(kind * 2 + choices.randrange(2)))


def position(choices: random.Random, opened: bool, clustered: bool) -> State:
    """A seat has drawn and holds 14 cards with both jokers; ten melds lie on the table."""
    hand = set(JOKERS)
    while len(hand) < HAND:
        if clustered:
            _neighbours(choices, hand)
        else:
            hand.add(choices.choice(PACK))
    rest = [c for c in PACK if c not in hand]
    melds: list[OwnedMeld] = []
    while len(melds) < MELDS:
        first = choices.choice(KINDS)
        step = choices.choice((1, len(RANKS)))
        kinds = [Kind(k % len(KINDS)) for k in range(first, first + 3 * step, step)]
        cards = [next((c for c in rest if c // 2 == kind), None) for kind in kinds]
        found = tuple(c for c in cards if c is not None)
        meld = read_meld(found).meld
        if meld is not None:
            melds.append(owned(Seat(len(melds) % 2), meld))
            rest = [c for c in rest if c not in found]
    return State(
        options=Options(),
        phase=Phase.PLAY,
        dealer=Seat(1),
        turn=Seat(0),
        hands=(tuple(sorted(hand)), tuple(rest[:5])),
        stock=tuple(rest[6:]),
        totals=(0, 0),
        taken=(frozenset(), frozenset()),
        opened=(opened, True),
        pozzo=(rest[5],),
        melds=tuple(melds),
    )


def legal_ms() -> list[float]:
    """The time of ``legal_moves`` in each of the positions, in CPU milliseconds, ascending."""
    choices = random.Random(2)
    times: list[float] = []
    for number in range(POSITIONS):
        state = position(choices, opened=number % 2 == 0, clustered=number % 4 < 2)
        begin = time.process_time_ns()
        play_moves(state)
        times.append((time.process_time_ns() - begin) / 1e6)
    return sorted(times)


def run() -> dict[str, float]:
    """Steps per CPU second, their ratio to gin rummy (missing where rlcard is not installed), and the p99 of listing
    the legal moves in milliseconds."""
    contenders = {"kalooki": _kalooki(3)}
    with contextlib.suppress(ImportError):
        contenders["gin"] = _gin_rummy()
    choices = random.Random(1)
    speeds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(SLICES):
        for name, episode in contenders.items():
            speeds[name].append(_steps_per_cpu_s(episode, choices))
    median = {name: statistics.median(values) for name, values in speeds.items()}
    results: dict[str, float] = {"rules.kalooki.steps_per_cpu_s": round(median["kalooki"])}
    if "gin" in median:
        results["rules.kalooki.ratio_rlcard_gin_env_step"] = round(median["kalooki"] / median["gin"], 3)
    results["rules.kalooki.legal_p99_ms"] = round(legal_ms()[POSITIONS * 99 // 100], 3)
    return results


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:55} {value:>12}")

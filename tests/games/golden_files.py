"""Golden files of every game: what a match looked like when somebody last read it through.

``python -m tests.games.golden_files`` writes them anew under ``tests/games/golden``; read the diff before committing
it. ``<preset>.playthrough.txt`` tells one random match: each move, the events, and what the seat to act then sees and
may do. ``<game>.perft.txt`` counts what can be reached from fixed deals (see ``perft``).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.core import Match
from games.registry import GAMES
from tests.games.playouts import AnyGame, Setting, all_settings, everybody, fewest_seats, random_plies, seed_of

FOLDER = Path(__file__).with_name("golden")
PLAYTHROUGH_PLIES = 70
NODES = 4_000


def playthrough(game: AnyGame, options: Any) -> Iterator[str]:
    """The lines of one random match."""
    seats = max(fewest_seats(game, options), min(3, game.info.max_seats))
    setting = Setting(game, options, seats, seed_of(2026))
    match = setting.start()
    yield f"{game.info.key} rules {game.info.rules_version}, {seats} seats, seed {setting.seed.hex()}"
    yield f"options {options!r}"
    yield from _position(match)
    for ply in random_plies(match, random.Random(2026), PLAYTHROUGH_PLIES):
        match = ply.after
        yield ""
        yield f"{match.ply}. {'table' if ply.seat is None else ply.seat}: {game.encode_move(ply.move)}"
        yield from (f"   {event!r}" for event in ply.events)
        yield from _position(match)
    yield f"outcome {match.outcome!r}"


def _position(match: Match) -> Iterator[str]:
    for seat in sorted(match.game.active_seats(match.state)):
        yield f"   sees {match.game.observe(match.state, seat)!r}"
    for who in everybody(match):
        if moves := match.game.legal_moves(match.state, who):
            texts = " ".join(match.game.encode_move(move) for move in moves)
            yield f"   {'table' if who is None else who} may {texts}"


def perft(match: Match, depth: int) -> tuple[int, int]:
    """How many sequences of ``depth`` legal moves of active seats there are, and the sum of digests of the states they
    lead to, modulo 2**64: equal counts may hide wrong effects. A finished match counts as one."""
    game = match.game
    if depth == 0 or match.outcome is not None:
        state = hashlib.sha256(repr(match.state).encode()).digest()
        return 1, int.from_bytes(state[:8], "big")
    count = total = 0
    for seat in sorted(game.active_seats(match.state)):
        for move in game.legal_moves(match.state, seat):
            below, digest = perft(match.play(seat, move)[0], depth - 1)
            count, total = count + below, total + digest
    return count, total % (1 << 64)


def perft_lines(game: AnyGame) -> Iterator[str]:
    """One line a deal: preset, seats, seed number, then count and digest for each depth up to about ``NODES``."""
    for preset, options in game.presets.items():
        few = fewest_seats(game, options)
        for number, seats in enumerate(sorted({few, min(few + 2, game.info.max_seats)})):
            match = Setting(game, options, seats, seed_of(number)).start()
            counts: list[str] = []
            depth = 0
            while depth < 12:
                depth += 1
                count, digest = perft(match, depth)
                counts.append(f"{count}:{digest:016x}")
                if count > NODES:
                    break
            yield f"{preset} {seats} {number} | {' '.join(counts)}"


def files() -> Iterator[tuple[str, str]]:
    """Name and text of every golden file."""
    for name, game, options in all_settings():
        yield f"{name}.playthrough.txt", "\n".join(playthrough(game, options)) + "\n"
    for game in GAMES:
        yield f"{game.info.key}.perft.txt", "\n".join(perft_lines(game)) + "\n"


def main() -> None:
    """Write all golden files anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

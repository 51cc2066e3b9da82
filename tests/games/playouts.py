"""Playing matches of any game without knowing its rules, for the laws, golden files and other layers' tests.

Run ``python -m tests.games.playouts`` to print a digest of a few matches of every game; the law of stability runs it in
processes with different hash seeds.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.core import Game, Match, Seat, option_fields
from games.registry import GAMES

AnyGame = Game[Any, Any, Any, Any]

SIDE_MOVE_SHARE = 0.02
OFF_TURN_SHARE = 0.1


class Ply(NamedTuple):
    """One move of a playout: the match before it, who played what, the match after it and what happened."""

    before: Match
    seat: Seat | None
    move: Any
    after: Match
    events: tuple[Any, ...]


class Setting(NamedTuple):
    """What a match is started from."""

    game: AnyGame
    options: Any
    seats: int
    seed: bytes

    def start(self) -> Match:
        """The match before its first move."""
        return Match.start(self.game, self.options, self.seats, self.seed)


def seed_of(number: int) -> bytes:
    """A match seed for a test."""
    return number.to_bytes(16, "big")


def everybody(match: Match) -> list[Seat | None]:
    """All seats, then the table."""
    return [*map(Seat, range(match.seats)), None]


def choose(match: Match, taste: random.Random) -> tuple[Seat | None, Any]:
    """Somebody's random legal move: mostly one of a seat that must act, now and then one of the others or the table,
    rarely a side move."""
    game, state = match.game, match.state
    options: list[tuple[Seat | None, Any]] = []
    if taste.random() < SIDE_MOVE_SHARE:
        options = [(who, move) for who in everybody(match) for move in game.side_moves(state, who)]
    elif taste.random() < OFF_TURN_SHARE:
        active = game.active_seats(state)
        options = [(who, m) for who in everybody(match) if who not in active for m in game.legal_moves(state, who)]
    if not options:
        options = [(who, move) for who in sorted(game.active_seats(state)) for move in game.legal_moves(state, who)]
    return options[int(taste.random() * len(options))]


def random_plies(match: Match, taste: random.Random, limit: int) -> Iterator[Ply]:
    """Random play, until the match ends or ``limit`` moves were made."""
    for _ in range(limit):
        if match.outcome is not None:
            return
        seat, move = choose(match, taste)
        after, events = match.play(seat, move)
        yield Ply(match, seat, move, after, events)
        match = after


def timeout_plies(match: Match, limit: int) -> Iterator[Ply]:
    """Play as if everybody had gone: each active seat makes its timeout move, the lowest first."""
    for _ in range(limit):
        if match.outcome is not None:
            return
        seat = min(match.game.active_seats(match.state))
        move = match.game.timeout_move(match.state, seat)
        after, events = match.play(seat, move)
        yield Ply(match, seat, move, after, events)
        match = after


def positions(setting: Setting, taste: int, limit: int) -> Iterator[Match]:
    """The start and every position of a random playout."""
    match = setting.start()
    yield match
    for ply in random_plies(match, random.Random(taste), limit):
        yield ply.after


def all_settings() -> list[tuple[str, AnyGame, Any]]:
    """A name, the game and the options of every preset of every game."""
    return [(f"{game.info.key}-{name}", game, options) for game in GAMES for name, options in game.presets.items()]


@st.composite
def settings_of(draw: st.DrawFn, game: AnyGame) -> Setting:
    """Any options of a game, any number of seats that they allow, any deal."""
    fields = option_fields(game.options_type)
    while True:
        options: Any = game.options_type(**{field.name: draw(st.sampled_from(field.choices)) for field in fields})
        seats = draw(st.integers(game.info.min_seats, game.info.max_seats))
        setting = Setting(game, options, seats, seed_of(draw(st.integers(0, 2**32))))
        try:
            setting.start()
        except ValueError:  # some options forbid some numbers of seats
            continue
        return setting


def digest(match: Match) -> str:
    """A short digest of a state, the same in every process."""
    return hashlib.sha256(repr(match.state).encode()).hexdigest()[:16]


def fewest_seats(game: AnyGame, options: Any) -> int:
    """The smallest number of seats that these options allow."""
    for seats in range(game.info.min_seats, game.info.max_seats + 1):
        try:
            Setting(game, options, seats, seed_of(0)).start()
        except ValueError:
            continue
        return seats
    raise ValueError(f"{game.info.key}: nobody can play by {options}")


def main() -> None:
    """Print one line for each preset: its name and digests of positions of a random match and of what is seen."""
    for name, game, options in all_settings():
        setting = Setting(game, options, fewest_seats(game, options), seed_of(7))
        seen = hashlib.sha256()
        match = setting.start()
        for match in positions(setting, 7, 150):
            seen.update(repr([game.observe(match.state, who) for who in everybody(match)]).encode())
            seen.update(repr([list(game.legal_moves(match.state, who)) for who in everybody(match)]).encode())
        print(name, match.ply, digest(match), seen.hexdigest()[:16])


if __name__ == "__main__":
    main()

"""Plays a match between contestants in a time of its own, so that calls, catches and head starts happen as they do
at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.arena.contestants import Contestant
from games.core import Match, Rng, Seat
from games.core.player import Player, between, drawn_delay, thought_seed

LIMIT = 20_000

Forced = Callable[[Match, Seat], Any | None]


class Played(NamedTuple):
    """How far a match was played, and everything that happened."""

    match: Match
    events: tuple[Any, ...]


class _Plan(NamedTuple):
    """Something that will happen at a time: a seat acts (``move`` None), or this move is made."""

    at: float
    seat: Seat | None
    move: Any | None


def play(
    match: Match,
    seated: Sequence[Contestant],
    ended: Callable[[tuple[Any, ...]], bool],
    forced: Forced | None = None,
) -> Played:
    """Play until the match is over or ``ended`` is true of the events of a move.

    Raises:
        RuntimeError: if that does not happen within so many moves that something must be wrong.
    """
    now, plans, happened = 0.0, dict[tuple[Any, ...], _Plan](), list[Any]()
    for _ in range(LIMIT):
        if match.outcome is not None:
            return Played(match, tuple(happened))
        wanted = dict(_wanted(match, seated))
        plans = {key: plan for key, plan in plans.items() if key in wanted}
        for key, (seat, move, after_s) in wanted.items():
            if key not in plans:
                # A wish that will not come true waits for ever.
                plans[key] = _Plan(float("inf") if after_s is None else now + after_s, seat, move)
        key = min(plans, key=lambda key: plans[key].at)
        now, seat, move = plans.pop(key)
        if move is None and seat is not None:
            move = (forced and forced(match, seat)) or _choice(match, seated[seat], seat)
        match, events = match.play(seat, move)
        happened += events
        if ended(events):
            return Played(match, tuple(happened))
    raise RuntimeError(f"no end after {LIMIT} moves")


def _choice(match: Match, contestant: Contestant, seat: Seat) -> Any:
    game, state = match.game, match.state
    seed = thought_seed(match.seed, match.ply, seat)
    return contestant.choose(game.observe(state, seat), game.legal_moves(state, seat), match.options, seed)


_Wanted = tuple[tuple[Any, ...], tuple[Seat | None, Any, float | None]]


def _wanted(match: Match, seated: Sequence[Contestant]) -> Iterator[_Wanted]:
    """What is to happen as things stand, each under a key that it keeps as long as it is to happen."""
    game, state = match.game, match.state
    active = game.active_seats(state)
    for seat in sorted(active):
        # One decision at a time needs no clock.
        yield ("act", seat, match.ply), (seat, None, _pause(match, seated[seat], seat))
    for due in game.due_moves(state):
        yield ("due", due.move), (None, due.move, float(due.after_s))
    for number, contestant in enumerate(seated):
        if type(contestant.player).wishes is Player.wishes:
            continue
        seat = Seat(number)
        if legal := game.legal_moves(state, seat):
            for wish in contestant.wishes(game.observe(state, seat), legal, match.options):
                rng = Rng(thought_seed(match.seed, match.ply, seat, game.encode_move(wish.move)))
                yield ("wish", seat, wish.move), (seat, wish.move, drawn_delay(wish, rng))


def _pause(match: Match, contestant: Contestant, seat: Seat) -> float:
    if type(contestant.player).pause is Player.pause:
        return 1.0
    pause = contestant.player.pause(match.game.observe(match.state, seat), match.options)
    return between(*pause, Rng(thought_seed(match.seed, match.ply, seat, "pause")))

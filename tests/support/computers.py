"""Matches of Anna against computers, and what they played."""

from __future__ import annotations

from bot.tables.live import LiveTable
from games.core import Rng, Seat
from games.core.player import Strength
from games.players import PLAYERS
from tests.support.tables import ANNA, Hall


async def journal(hall: Hall, live: LiveTable) -> list[tuple[int | None, str, str]]:
    """Seat, move and idempotency key of every move."""
    assert live.match_record is not None
    found = await hall.store.match(live.match_record.id)
    assert found is not None
    return [(move.seat, move.move, move.idem) for move in found[1]]


async def against(hall: Hall, *strengths: Strength, clock_s: int = 0) -> LiveTable:
    """A match of Anna against computers of these strengths."""
    live = await hall.table(ANNA, clock_s=clock_s)
    for strength in strengths:
        await hall.service.seating.add_computer(live, ANNA, strength)
    await hall.service.start(live, ANNA)
    return live


async def until_anna(hall: Hall, live: LiveTable, patience_s: int = 120) -> bool:
    """Let time pass until Anna is to act; False if the match ended."""
    for _ in range(patience_s):
        if live.playing is None:
            return False
        if Seat(0) in live.active:
            return True
        await hall.clock.advance(1)
    raise AssertionError("the computers do not move")


def good_move(live: LiveTable) -> str:
    """What a good player would play for the seat to act."""
    match = live.playing
    assert match is not None
    (seat,) = live.active
    seen, legal = match.game.observe(match.state, seat), match.game.legal_moves(match.state, seat)
    return match.game.encode_move(PLAYERS[live.record.game].choose(seen, legal, match.options, Rng(bytes(16))))


async def play_to_the_end(hall: Hall, live: LiveTable, limit: int = 600) -> None:
    """Anna plays a good player's moves until the match is over."""
    for _ in range(limit):
        if not await until_anna(hall, live):
            return
        match = live.playing
        assert match is not None
        seen, legal = match.game.observe(match.state, Seat(0)), match.game.legal_moves(match.state, Seat(0))
        move = PLAYERS[match.game.info.key].slips(seen, legal, match.options)[0]
        await hall.play(live, ANNA, match.game.encode_move(move))

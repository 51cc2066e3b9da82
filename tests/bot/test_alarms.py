"""What time is to bring to a table is set once, not lost by a failure, and gone with the table."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from bot.tables.live import LiveTable
from data.records import MoveRecord, TableStatus
from data.store import StoreError
from tests.support.tables import ANNA, BRUNO, CARLA, TAVOLO, Hall, to_act

DAY_S = 24 * 3_600


def ply(live: LiveTable) -> int:
    assert live.match is not None
    return live.match.ply


async def short_cut(hall: Hall, seconds: float) -> None:
    """Discord does not reach the bot for a moment, in which the tables do not come to rest."""
    hall.service.upkeep.cut_off(TAVOLO.guild_id)
    await hall.clock.advance(seconds)
    await hall.service.upkeep.resume_guild(TAVOLO.guild_id)


async def test_a_table_of_a_server_that_is_away_is_not_closed_by_an_alarm_from_before(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    await hall.clock.advance(25)
    await short_cut(hall, 10)
    await hall.service.upkeep.pause_guild(TAVOLO.guild_id)
    await hall.clock.advance(3 * DAY_S)
    assert live.record.status is TableStatus.PLAYING
    await hall.service.upkeep.resume_guild(TAVOLO.guild_id)
    assert not live.paused


@pytest.mark.parametrize(("cut_s", "left_s"), [(1, 10), (10, 60), (19, 40)])
async def test_a_turn_gets_the_time_back_of_a_cut_that_it_outlived(hall: Hall, cut_s: int, left_s: int) -> None:
    """Faults G6 and G10: a blink does not matter, but seconds in which nobody could act do."""
    live = await hall.match(ANNA, BRUNO, clock_s=120)
    await hall.clock.advance(120 - left_s)
    deadline = live.record.deadline_at
    assert deadline is not None
    await short_cut(hall, cut_s)
    assert live.record.deadline_at == (deadline if cut_s == 1 else deadline + cut_s * 1000)
    await hall.clock.advance(left_s - 1 - (cut_s == 1))
    assert ply(live) == 0
    await hall.clock.advance(12)
    assert ply(live) > 0


async def test_a_server_that_goes_while_a_table_is_looked_after_comes_back(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    async with live.lock:
        await hall.clock.advance(DAY_S)  # the table's daily check waits for the lock
        await hall.service.upkeep.pause_guild(TAVOLO.guild_id)
    await hall.clock.advance(1)
    await hall.service.upkeep.resume_guild(TAVOLO.guild_id)
    assert (live.record.status, live.paused) == (TableStatus.PLAYING, "")


async def test_a_lobby_that_could_not_be_closed_closes_later(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    with patch.object(hall.store, "save_table", side_effect=StoreError("no room")):
        await hall.clock.advance(31 * 60)
        assert live.record.status is TableStatus.LOBBY
    await hall.clock.advance(2 * 60)
    assert live.record.status is TableStatus.CLOSED


async def test_what_failed_for_one_of_two_who_are_to_act_leaves_a_turn_that_ends(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, game="calabresella", clock_s=30)
    for notation in ("solissimo", "dividete"):
        await hall.play(live, to_act(live), notation)
    before = ply(live)
    assert len(live.active) == 2
    append, refused = hall.store.append, list[MoveRecord]()

    async def not_the_second(*arguments: Any) -> Any:
        move: MoveRecord = arguments[0]
        if ply(live) > before and not refused:
            refused.append(move)
            raise StoreError("no room")
        return await append(*arguments)

    with patch.object(hall.store, "append", side_effect=not_the_second):
        await hall.clock.advance(31)
    assert (ply(live), len(refused)) == (before + 1, 1)
    await hall.clock.advance(45)
    assert ply(live) > before + 1

"""Memory that is behind the store, because a write was thought to have failed and was done, catches up."""

from __future__ import annotations

from contextlib import suppress
from unittest.mock import patch

import pytest

from bot.tables.errors import RefusedError, StaleError, TakenError
from bot.tables.live import LiveTable
from data.store import StoreError
from tests.support.tables import ANNA, BRUNO, Hall, any_move, to_act


def ply(live: LiveTable) -> int:
    assert live.match is not None
    return live.match.ply


@pytest.mark.parametrize("read", ["match", "notes"])
async def test_a_table_that_could_not_be_read_anew_stays_as_it_was_and_is_read_later(hall: Hall, read: str) -> None:
    live = await hall.match(ANNA, BRUNO)
    first = to_act(live)
    with hall.doing_but_failing("append"), pytest.raises(RefusedError):
        await hall.play(live, first, any_move(live))
    with patch.object(hall.store, read, side_effect=StoreError("I/O error")):
        with pytest.raises(StaleError):
            await hall.play(live, first, any_move(live))
        await hall.clock.advance(1)
        assert ply(live) == 0
    with suppress(StaleError):
        await hall.play(live, first, any_move(live))
    await hall.clock.advance(1)
    assert ply(live) == 1
    await hall.play(live, to_act(live), any_move(live))
    assert ply(live) == 2


async def test_a_table_that_is_read_anew_keeps_the_message_that_could_not_be_stored(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    first = to_act(live)
    with hall.doing_but_failing("append"), pytest.raises(RefusedError):
        await hall.play(live, first, any_move(live))
    await hall.service.note_posted(live, 4711, live.record.channel_id)
    await hall.clock.advance(1)
    assert ply(live) == 1
    assert (live.record.message_id, live.record.message_channel_id) == (4711, live.record.channel_id)
    await hall.play(live, to_act(live), any_move(live))
    stored = await hall.store.table(live.record.id)
    assert stored is not None
    assert stored.message_id == 4711


async def test_a_start_at_a_table_that_was_closed_though_the_disk_said_no_finds_that_out(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    with hall.doing_but_failing("save_table"), pytest.raises(RefusedError):
        await hall.service.end(live, ANNA)
    with pytest.raises(StaleError):
        await hall.service.start(live, ANNA)
    await hall.clock.advance(1)
    assert hall.ear.closings == [live]


async def test_a_table_that_was_opened_though_the_disk_said_no_is_found_at_the_next_try(hall: Hall) -> None:
    with hall.doing_but_failing("new_table"), pytest.raises(RefusedError):
        await hall.table(ANNA)
    with pytest.raises(TakenError) as taken:
        await hall.table(ANNA)
    live = hall.service.tables.find(taken.value.table_id)
    assert hall.ear.changes == [live]
    await hall.service.seating.sit(live, BRUNO)
    await hall.service.start(live, ANNA)
    await hall.play(live, to_act(live), any_move(live))

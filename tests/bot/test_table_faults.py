"""What time was to bring to a table and could not be stored, or came while the table could not be reached."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError, StaleError
from bot.tables.live import LiveTable
from data.records import MoveRecord, TableRecord
from data.store import Appended, StaleTableError, StoreError
from tests.support.clock import MovedClock
from tests.support.tables import ANNA, BRUNO, CARLA, DARIO, TAVOLO, TAVOLO_2, Hall, any_move, open_hall, to_act


@contextmanager
def broken(hall: Hall, error: type[StoreError] = StoreError) -> Generator[None]:
    """A disk that takes no moves."""
    with patch.object(hall.store, "append", side_effect=error("no room")):
        yield


def ply(live: LiveTable) -> int:
    assert live.match is not None
    return live.match.ply


@pytest.mark.parametrize("error", [StoreError, StaleTableError])
async def test_a_turn_whose_end_could_not_be_stored_ends_a_few_seconds_later(
    hall: Hall, error: type[StoreError]
) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    with broken(hall, error):
        await hall.clock.advance(33)
        assert ply(live) == 0
    await hall.clock.advance(6)
    assert ply(live) >= 1


async def test_a_computer_whose_move_could_not_be_stored_moves_a_few_seconds_later(hall: Hall) -> None:
    live = await hall.service.open_solo(TAVOLO, ANNA, "calidruno")
    while to_act(live) == ANNA:
        await hall.play(live, ANNA, any_move(live))
    before = ply(live)
    with broken(hall):
        await hall.clock.advance(20)
        assert ply(live) == before
    await hall.clock.advance(20)
    assert ply(live) > before


@contextmanager
def broken_for_the_absent(hall: Hall) -> Generator[list[MoveRecord]]:
    """A disk that takes no moves that the table makes for those who are away; which ones it refused."""
    append, refused = hall.store.append, list[MoveRecord]()

    async def only_of_people(
        move: MoveRecord, table: TableRecord, outcome: str | None, round_of: Sequence[int] = ()
    ) -> tuple[Appended, TableRecord]:
        if move.idem.startswith("away"):
            refused.append(move)
            raise StoreError("no room")
        return await append(move, table, outcome, round_of)

    with patch.object(hall.store, "append", side_effect=only_of_people):
        yield refused


async def until_the_absent_is_to_act(hall: Hall, live: LiveTable, refused: list[MoveRecord]) -> None:
    for _ in range(20):
        if refused:
            return
        await hall.play(live, to_act(live), any_move(live))
    raise AssertionError("it never was the turn of the absent seat")


async def test_a_move_is_shown_though_the_table_cannot_play_for_the_absent_yet(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, stand_in="timeout")
    with broken_for_the_absent(hall) as refused:
        await hall.service.seating.leave(
            live, next(person for person in (ANNA, BRUNO, CARLA) if person != to_act(live)).user_id
        )
        await until_the_absent_is_to_act(hall, live, refused)
        assert hall.ear.plies[-1] == ply(live)
    before = ply(live)
    await hall.clock.advance(6)
    assert ply(live) > before
    assert live.attended


async def test_after_a_kill_the_table_plays_on_for_the_absent(tmp_path: Path) -> None:
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO, CARLA, stand_in="timeout")
        away = next(person for person in (ANNA, BRUNO, CARLA) if person != to_act(live))
        with broken_for_the_absent(before) as refused:
            await before.service.seating.leave(live, away.user_id)
            await until_the_absent_is_to_act(before, live, refused)
        table_id = live.record.id
    async with open_hall(path, clock) as after:
        live = after.service.tables.find(table_id)
        assert not live.attended
        await clock.advance(1)
        assert live.attended


async def test_stopped_twice_within_one_turn_nobody_is_timed_out_at_once(tmp_path: Path) -> None:
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as first:
        live = await first.match(ANNA, BRUNO, clock_s=30)
        await first.service.upkeep.note_alive()
    clock = MovedClock(clock.now() + 3_600_000)
    async with open_hall(path, clock) as second:
        await clock.advance(5)
        await second.service.upkeep.note_alive()
    clock = MovedClock(clock.now() + 1_000)
    async with open_hall(path, clock) as third:
        live = third.service.tables.find(live.record.id)
        await clock.advance(24)
        assert ply(live) == 0
        await clock.advance(2)
        assert ply(live) >= 1


async def test_a_server_that_comes_back_gives_whoever_is_to_act_a_whole_turn(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    await hall.service.upkeep.pause_guild(TAVOLO.guild_id)
    await hall.clock.advance(3_600)
    await hall.service.upkeep.resume_guild(TAVOLO.guild_id)
    await hall.clock.advance(29)
    assert ply(live) == 0
    await hall.clock.advance(2)
    assert ply(live) >= 1


async def test_a_match_that_cannot_be_replayed_stays_so_when_its_server_comes_back(tmp_path: Path) -> None:
    """Fault D15: a journal that does not fit the rules stops its table and nothing else."""
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO)
    with patch("bot.tables.live.deal", side_effect=ValueError("other rules")):
        async with open_hall(path, clock) as after:
            live = after.service.tables.find(live.record.id)
            assert live.match is None
            why = live.paused
            assert why
            await after.service.upkeep.pause_guild(TAVOLO.guild_id)
            await after.service.upkeep.resume_guild(TAVOLO.guild_id)
            assert live.paused == why


async def test_a_move_that_was_stored_though_the_disk_said_no_is_read_anew(hall: Hall) -> None:
    """The table does not stay behind its journal: the next press is told that it was stale, the one after it plays."""
    live = await hall.match(ANNA, BRUNO)
    first = to_act(live)
    with hall.doing_but_failing("append"), pytest.raises(RefusedError) as refused:
        await hall.play(live, first, any_move(live))
    assert refused.value.which is Refusal.BUSY
    assert ply(live) == 0
    with pytest.raises(StaleError):
        await hall.play(live, first, any_move(live))
    await hall.clock.advance(1)
    assert ply(live) == 1
    assert hall.ear.plies[-1] == 1
    await hall.play(live, to_act(live), any_move(live))
    assert ply(live) == 2
    stored = await hall.store.match(live.match_id)
    assert stored is not None
    assert [move.ply for move in stored[1]] == [1, 2]


async def test_a_table_that_was_closed_though_the_disk_said_no_is_gone_at_the_next_press(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    with hall.doing_but_failing("end_match"), pytest.raises(RefusedError):
        await hall.service.end(live, ANNA)
    with pytest.raises(StaleError):
        await hall.play(live, to_act(live), any_move(live))
    await hall.clock.advance(1)
    assert hall.ear.closings == [live]
    assert not list(hall.service.tables)


async def test_a_fault_in_a_tables_own_act_freezes_that_table_and_no_other(hall: Hall) -> None:
    """Fault P10: the rules fail where nobody can be told: the table says that it stands still and keeps its journal."""
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    other = await hall.match(CARLA, DARIO, place=TAVOLO_2, clock_s=30)
    assert live.match is not None
    rules, faulty = live.game.timeout_move, live.match.state

    def timeout_move(state: Any, seat: Any) -> Any:
        if state is faulty:
            raise KeyError("a fault in the rules")
        return rules(state, seat)

    with patch.object(type(live.game), "timeout_move", side_effect=timeout_move):
        await hall.clock.advance(31)
    assert (ply(live), live.paused) == (0, "house.paused.faulty")
    assert ply(other) >= 1
    assert not other.paused
    await hall.play(live, to_act(live), any_move(live))
    assert (ply(live), live.paused) == (1, "")
    await hall.clock.advance(31)
    assert ply(live) > 1


async def test_a_frozen_table_can_be_ended_and_comes_back_from_the_journal(tmp_path: Path) -> None:
    """Fault P10, and a restart: nothing of the frozen match is lost."""
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO, clock_s=30)
        await before.play(live, to_act(live), any_move(live))
        with patch.object(type(live.game), "timeout_move", side_effect=KeyError("a fault in the rules")):
            await clock.advance(31)
        assert live.paused == "house.paused.faulty"
        match = live.match
    async with open_hall(path, clock) as after:
        live = after.service.tables.find(live.record.id)
        assert live.match == match
        assert not live.paused
        with patch.object(type(live.game), "timeout_move", side_effect=KeyError("a fault in the rules")):
            await clock.advance(61)
        await after.service.end(live, ANNA)
        assert after.ear.closings == [live]

"""What time was to bring to a table and could not be stored, or came while the table could not be reached."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.tables.live import LiveTable
from data.records import MoveRecord, TableRecord
from data.store import Appended, StaleTableError, StoreError
from tests.support.clock import MovedClock
from tests.support.tables import ANNA, BRUNO, CARLA, TAVOLO, Hall, any_move, open_hall, to_act


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path / "journal.sqlite3") as opened:
        yield opened


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
        await clock.advance(25)
        assert ply(live) == 0
        await clock.advance(10)
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
    with patch("bot.tables.live.LiveTable.begin", side_effect=ValueError("other rules")):
        async with open_hall(path, clock) as after:
            live = after.service.tables.find(live.record.id)
            why = live.paused
            assert why
            await after.service.upkeep.pause_guild(TAVOLO.guild_id)
            await after.service.upkeep.resume_guild(TAVOLO.guild_id)
            assert live.paused == why

"""Clocks that jump, processes that sleep, and turns that end while somebody acts (faults C1 to C5 and P8)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.tables.clock import SystemClock
from bot.tables.errors import StaleError
from bot.tables.live import LiveTable
from data.store import StoreError
from tests.support.clock import MovedClock
from tests.support.tables import ANNA, BRUNO, CARLA, TAVOLO, TAVOLO_2, Hall, any_move, open_hall, to_act

HOUR_S = 3_600


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path / "journal.sqlite3") as opened:
        opened.clock.watch(opened.service.upkeep.lost_time.clock_jumped)
        yield opened


def ply(live: LiveTable) -> int:
    assert live.match is not None
    return live.match.ply


async def turn_ends_after(clock: MovedClock, live: LiveTable, seconds: int) -> None:
    """The table plays for whoever is to act in so many seconds, to the second, and not before."""
    before = ply(live)
    await clock.advance(seconds - 1)
    assert ply(live) == before
    await clock.advance(2)
    assert ply(live) > before


@contextmanager
def before_storing(hall: Hall, method: str, act: Callable[[], Awaitable[object]]) -> Generator[None]:
    """While it lasts, something happens whenever the store is asked for this, before it is done."""
    store = getattr(hall.store, method)

    async def acted(*arguments: object) -> object:
        await act()
        return await store(*arguments)

    with patch.object(hall.store, method, acted):
        yield


class Machine:
    """The clocks of a machine, in seconds."""

    def __init__(self) -> None:
        self.monotonic, self.wall = 1_000.0, 1_764_000_000.0

    def monotonic_ns(self) -> int:
        return int(self.monotonic * 1e9)

    def time_ns(self) -> int:
        return int(self.wall * 1e9)

    def passes(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds


@pytest.mark.parametrize("seconds", [60, HOUR_S, -60, -HOUR_S])
async def test_no_turn_ends_early_or_late_because_time_has_jumped(hall: Hall, seconds: int) -> None:
    """Faults C1, C2 and P8: the process was stopped for a minute, or the wall clock was set by an hour."""
    live = await hall.match(ANNA, BRUNO, clock_s=120)
    other = await hall.match(BRUNO, CARLA, clock_s=120, place=TAVOLO_2)
    await hall.clock.advance(70)
    deadline = live.record.deadline_at
    assert deadline is not None
    await hall.clock.jump(seconds)
    assert live.record.deadline_at == deadline + seconds * 1000
    await hall.clock.advance(49)
    assert ply(live) == ply(other) == 0
    await hall.clock.advance(2)
    assert ply(live) > 0
    assert ply(other) > 0


async def test_a_jump_is_remembered_over_a_restart(tmp_path: Path) -> None:
    """Fault C1: what was moved is stored."""
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        clock.watch(before.service.upkeep.lost_time.clock_jumped)
        live = await before.match(ANNA, BRUNO, clock_s=120)
        await clock.jump(HOUR_S)
        await before.service.upkeep.note_alive()
        deadline = live.record.deadline_at
    async with open_hall(path, MovedClock(clock.now())) as after:
        assert after.service.tables.find(live.record.id).record.deadline_at == deadline


async def test_a_jump_that_cannot_be_stored_counts_all_the_same(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    with patch.object(hall.store, "save_table", side_effect=StoreError("no room")):
        await hall.clock.jump(HOUR_S)
    await hall.clock.advance(29)
    assert ply(live) == 0


async def test_who_was_nearly_out_of_time_has_half_a_minute_after_a_jump(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=120)
    await hall.clock.advance(119)
    await hall.clock.jump(60)
    assert ply(live) == 0
    await turn_ends_after(hall.clock, live, 30)


async def test_a_jump_while_a_move_is_stored_takes_its_turn_no_time(hall: Hall) -> None:
    """Fault P8: the process was stopped in the middle of a commit."""
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    stored = asyncio.Event()
    with before_storing(hall, "append", stored.wait):
        playing = asyncio.create_task(hall.play(live, to_act(live), any_move(live)))
        await asyncio.sleep(0)
        await hall.clock.jump(60)
        stored.set()
        await playing
    await turn_ends_after(hall.clock, live, 30)


async def test_a_clock_set_back_while_a_table_is_being_changed_ends_no_turn(hall: Hall) -> None:
    """Faults C2, D0 and G14: a move is stored slowly, and who is to act next waits to get time back."""
    live = await hall.match(ANNA, BRUNO, clock_s=120)
    stored = asyncio.Event()
    with before_storing(hall, "append", stored.wait):
        playing = asyncio.create_task(hall.play(live, to_act(live), any_move(live)))
        await asyncio.sleep(0)
        hall.service.upkeep.cut_off(TAVOLO.guild_id)
        await hall.clock.advance(9)
        back = asyncio.create_task(hall.service.upkeep.resume_guild(TAVOLO.guild_id))
        await asyncio.sleep(0)
        await hall.clock.jump(-HOUR_S)
        stored.set()
        await playing
        await back
    await turn_ends_after(hall.clock, live, 120)


@pytest.mark.parametrize("seconds", [60, HOUR_S, -60, -HOUR_S])
async def test_a_turn_that_begins_as_time_jumps_is_a_whole_one(hall: Hall, seconds: int) -> None:
    """Faults C1 and C2: the table plays for somebody who has left, right after a move that was under way."""
    people = (ANNA, BRUNO, CARLA)
    live = await hall.match(*people, game="calabresella", clock_s=120, stand_in="timeout")
    while any_move(live) != "pass":
        await hall.play(live, to_act(live), any_move(live))
    first = people.index(to_act(live))
    await hall.service.seating.leave(live, people[(first + 1) % 3].user_id)
    stored = asyncio.Event()
    with before_storing(hall, "append", stored.wait):
        playing = asyncio.create_task(hall.play(live, people[first], "pass"))
        await asyncio.sleep(0)
        await hall.clock.jump(seconds)
        stored.set()
        await playing
    assert to_act(live) == people[(first + 2) % 3]
    await turn_ends_after(hall.clock, live, 120)


async def test_a_clock_that_was_set_back_while_the_bot_was_down_prolongs_no_turn(tmp_path: Path) -> None:
    """Fault C2: the time since the bot was last alive may be negative."""
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO, clock_s=120)
        await clock.advance(60)
        await before.service.upkeep.note_alive()
    earlier = MovedClock(clock.now() - HOUR_S * 1000)
    async with open_hall(path, earlier) as after:
        live = after.service.tables.find(live.record.id)
        assert ply(live) == 0
        await turn_ends_after(earlier, live, 60)


async def test_of_the_end_of_a_turn_and_a_move_in_the_same_instant_one_counts(hall: Hall) -> None:
    """Fault C5: whichever is stored first; the other one finds that the turn is over."""
    for number in range(10):
        live = await hall.match(ANNA, BRUNO, clock_s=30, place=replace(TAVOLO, channel_id=700 + number))
        player, move = to_act(live), any_move(live)
        await hall.clock.advance(29.999)
        acts = [hall.play(live, player, move, seen=0), hall.clock.advance(0.001)]
        done = await asyncio.gather(*(acts if number % 2 else reversed(acts)), return_exceptions=True)
        assert all(result in {True, None} or isinstance(result, StaleError) for result in done), done
        found = await hall.store.match(live.match_id)
        assert found is not None
        assert [line.ply for line in found[1]] == list(range(1, ply(live) + 1))
        assert found[1][0].idem.startswith("timeout:") == any(isinstance(result, StaleError) for result in done)
        await hall.service.end(live, ANNA)


@pytest.mark.parametrize(
    ("monotonic", "wall", "jump"),
    [
        (1.0, 1.0, None),
        (4.0, 4.0, None),
        (1.0, 21.0, None),
        (61.0, 61.0, 60_000),
        (1.0, 3_601.0, 3_600_000),
        (1.0, -3_599.0, -3_600_000),
    ],
    ids=["as usual", "a busy second", "a small step", "stopped for a minute", "an hour on", "an hour back"],
)
async def test_the_machines_clock_tells_of_jumps(monotonic: float, wall: float, jump: int | None) -> None:
    """Faults C1, C2 and P8: steps of the wall clock, sleep, and a process that was stopped; not a busy machine."""
    machine, heard = Machine(), list[int]()
    with patch("bot.tables.clock.time", machine):
        clock = SystemClock()
        watch: Any = clock.watch(heard.append)  # its tick is told by hand: real time would take a second
        before = clock.now()
        machine.monotonic += monotonic
        machine.wall += wall
        watch._tick()
        assert heard == ([] if jump is None else [jump])
        expected = before + 1000 + (jump or 0) + (3_000 if monotonic == 4.0 else 0)
        assert clock.now() == pytest.approx(expected, abs=1)
        machine.passes(1)
        watch._tick()
        assert len(heard) == (jump is not None)
        watch.cancel()


async def test_a_turn_ends_though_the_connection_broke_while_the_end_was_moved(hall: Hall) -> None:
    """Faults P8 and G6: a process that has stood still finds its connection broken, and is back in a moment."""
    live = await hall.match(ANNA, BRUNO, clock_s=120)
    await hall.clock.advance(70)
    upkeep = hall.service.upkeep

    async def cut_off() -> None:
        upkeep.cut_off(TAVOLO.guild_id)

    with before_storing(hall, "save_table", cut_off):
        await hall.clock.jump(90)
    await upkeep.resume_guild(TAVOLO.guild_id)
    assert ply(live) == 0
    await turn_ends_after(hall.clock, live, 50)


async def test_a_jump_while_nobody_is_reached_takes_no_time_from_a_turn_begun_after_it(hall: Hall) -> None:
    """Fault C2 within G14: what is given back is the time in which nobody could act, whatever the clock says."""
    live = await hall.match(ANNA, BRUNO, clock_s=120)
    await hall.clock.advance(10)
    await hall.service.upkeep.pause_guild(TAVOLO.guild_id)
    await hall.clock.advance(10)
    await hall.clock.jump(-HOUR_S)
    await hall.play(live, to_act(live), any_move(live))  # a press that was on its way
    began = ply(live)
    await hall.clock.advance(10)
    await hall.service.upkeep.resume_guild(TAVOLO.guild_id)
    await hall.clock.advance(109)
    assert ply(live) == began
    await hall.clock.advance(12)
    assert ply(live) > began


@pytest.mark.parametrize("pressed", [False, True])
async def test_a_restart_does_not_forget_for_how_long_a_server_was_not_there(tmp_path: Path, *, pressed: bool) -> None:
    """Faults G14 and P1: the program is killed while Discord has taken one server away, and not the others."""
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO, clock_s=120)
        await before.service.upkeep.pause_guild(TAVOLO.guild_id)
        if pressed:  # a press that was on its way
            await before.play(live, to_act(live), any_move(live))
        for _ in range(10):
            await clock.advance(10)
            await before.service.upkeep.note_alive()
    clock = MovedClock(clock.now() + 60_000)
    async with open_hall(path, clock) as after:
        live = after.service.tables.find(live.record.id)
        began = ply(live)
        await clock.advance(118)
        assert ply(live) == began
        await clock.advance(3)
        assert ply(live) > began

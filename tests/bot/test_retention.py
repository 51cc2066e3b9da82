"""What is known of a server that has removed the bot, and of matches of long ago, goes; nothing else does."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.live import IDLE_ALARM, LiveTable
from bot.tables.permits import Place
from bot.tables.retention import DAY_MS
from data.files import connect
from data.records import ServerSettings, TableStatus
from data.retention import GONE_DAYS, KEEP_DAYS, delete_old
from data.store import StoreError
from tests.support.clock import MovedClock, settle
from tests.support.tables import ANNA, BRUNO, CARLA, TAVOLO, Hall, any_move, open_hall, to_act

DAY_S = DAY_MS // 1000
OTHER_SERVER = Place(guild_id=900, channel_id=910)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path / "journal.db") as hall:
        hall.service.retention.begin()
        yield hall


def rows(hall: Hall, tmp_path: Path) -> dict[str, int]:
    """How many rows each SQL table of the journal has."""
    del hall
    with closing(connect(tmp_path / "journal.db")) as connection:
        return counted(connection)


def counted(connection: sqlite3.Connection) -> dict[str, int]:
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for (name,) in names}


async def some_moves(hall: Hall, moves: int = 3, place: Place = TAVOLO) -> None:
    live = hall.service.tables.in_channel(place.channel_id)
    assert live is not None
    for _ in range(moves):
        await hall.play(live, to_act(live), any_move(live))


async def pass_days(hall: Hall, days: float) -> None:
    await hall.clock.advance(days * DAY_S)
    await settle()


async def test_tables_of_a_server_that_removed_the_bot_rest_and_go_on(hall: Hall) -> None:
    playing = await hall.match(ANNA, BRUNO, clock_s=30)
    lobby = await hall.table(CARLA, place=Place(TAVOLO.guild_id, 777))
    await some_moves(hall)
    before = playing.match
    await hall.service.retention.servers_seen(gone={TAVOLO.guild_id})
    await pass_days(hall, GONE_DAYS - 1)
    assert (playing.match, playing.record.status) == (before, TableStatus.PLAYING)
    assert lobby.record.status is TableStatus.LOBBY
    await hall.service.retention.servers_seen(here={TAVOLO.guild_id})
    assert (playing.paused, lobby.paused) == ("", "")
    assert playing.record.deadline_at == hall.clock.now() + 30_000
    assert IDLE_ALARM in lobby.alarms
    await hall.clock.advance(60)  # a lobby that stood for weeks has its half hour again
    assert lobby.record.status is TableStatus.LOBBY
    await hall.play(playing, to_act(playing), any_move(playing))
    assert playing.match is not None
    await pass_days(hall, 10)
    assert await hall.store.gone_servers() == {}


async def test_they_rest_over_restarts_too(tmp_path: Path) -> None:
    clock = MovedClock()
    lobby = Place(TAVOLO.guild_id, 777)
    async with open_hall(tmp_path / "journal.db", clock) as hall:
        await hall.match(ANNA, BRUNO, clock_s=30)
        await some_moves(hall)
        await hall.table(CARLA, place=lobby)
        await hall.service.retention.servers_seen(gone={TAVOLO.guild_id})
    for _ in range(3):
        await clock.advance(5 * DAY_S)
        async with open_hall(tmp_path / "journal.db", clock) as hall:
            hall.service.retention.begin()
            await clock.advance(2 * DAY_S)
            live, waiting = tables(hall, TAVOLO, lobby)
            assert (live.record.status, live.match and live.match.ply) == (TableStatus.PLAYING, 3)
            assert waiting.record.status is TableStatus.LOBBY
    async with open_hall(tmp_path / "journal.db", clock) as hall:
        await hall.service.retention.servers_seen(here={TAVOLO.guild_id})
        live, _ = tables(hall, TAVOLO, lobby)
        await hall.play(live, to_act(live), any_move(live))
        assert live.match is not None
        assert live.match.ply == 4
    async with open_hall(tmp_path / "journal.db", clock) as hall:
        await clock.advance(60)
        live, waiting = tables(hall, TAVOLO, lobby)
        assert not live.paused
        assert waiting.record.status is TableStatus.LOBBY, "its half hour counts from when the server was back"


def tables(hall: Hall, *places: Place) -> list[LiveTable]:
    found = [hall.service.tables.in_channel(place.channel_id) for place in places]
    return [live for live in found if live is not None]


async def test_after_thirty_days_nothing_is_known_of_the_server(hall: Hall, tmp_path: Path) -> None:
    nothing = rows(hall, tmp_path)
    await hall.match(ANNA, BRUNO)
    await some_moves(hall)
    await hall.store.save_server(ServerSettings(TAVOLO.guild_id, "it", (600, 601)))
    only_there = rows(hall, tmp_path)
    await hall.match(ANNA, CARLA, place=OTHER_SERVER)
    await some_moves(hall, 2, OTHER_SERVER)
    await hall.store.save_server(ServerSettings(OTHER_SERVER.guild_id, "en", (910,)))
    await hall.service.retention.servers_seen(gone={TAVOLO.guild_id})
    await pass_days(hall, GONE_DAYS)
    assert rows(hall, tmp_path)["server"] == 2
    await pass_days(hall, 2)
    left = rows(hall, tmp_path)
    (other,) = hall.service.tables
    assert other.record.guild_id == OTHER_SERVER.guild_id
    assert await hall.store.known_servers() == [OTHER_SERVER.guild_id]
    assert (left["match"], left["move"], left["game_table"], left["server_channel"]) == (1, 2, 1, 1)
    assert left["gone_server"] == 0
    await hall.service.retention.servers_seen(gone={OTHER_SERVER.guild_id})
    await pass_days(hall, GONE_DAYS + 2)
    assert only_there["move"] == 3
    assert rows(hall, tmp_path) | {"meta": 0, "sqlite_sequence": 0} == nothing | {"meta": 0, "sqlite_sequence": 0}


async def test_a_server_is_gone_if_discord_does_not_tell_of_it(hall: Hall) -> None:
    await hall.match(ANNA, BRUNO)
    await hall.match(ANNA, CARLA, place=OTHER_SERVER)
    since = hall.clock.now()
    await hall.service.retention.servers_told({OTHER_SERVER.guild_id}, lambda guild: True)
    assert await hall.store.gone_servers() == {TAVOLO.guild_id: since}
    await pass_days(hall, 3)
    await hall.service.retention.servers_told({OTHER_SERVER.guild_id}, lambda guild: True)
    assert await hall.store.gone_servers() == {TAVOLO.guild_id: since}, "it has been gone since the first time"
    await hall.service.retention.servers_told({TAVOLO.guild_id}, lambda guild: guild == TAVOLO.guild_id)
    assert await hall.store.gone_servers() == {}, "other processes know of other servers"


async def test_who_comes_back_just_before_the_end_keeps_everything(hall: Hall, tmp_path: Path) -> None:
    await hall.match(ANNA, BRUNO)
    await some_moves(hall)
    await hall.service.retention.servers_seen(gone={TAVOLO.guild_id})
    await pass_days(hall, GONE_DAYS)
    before = rows(hall, tmp_path)
    await hall.service.retention.servers_seen(here={TAVOLO.guild_id})
    await hall.service.retention.servers_seen(gone={TAVOLO.guild_id})
    await pass_days(hall, GONE_DAYS - 1)
    assert rows(hall, tmp_path) | {"note": 0} == before | {"note": 0}


async def test_the_store_itself_keeps_what_is_not_due(hall: Hall, tmp_path: Path) -> None:
    """Whoever asks: a server that is here, or was gone for too short a time, keeps everything."""
    await hall.match(ANNA, BRUNO)
    before, now = rows(hall, tmp_path), hall.clock.now()
    assert not await hall.store.delete_server(TAVOLO.guild_id, now + 1, 10)
    assert rows(hall, tmp_path) == before
    await hall.store.note_gone([TAVOLO.guild_id], now)
    assert not await hall.store.delete_server(TAVOLO.guild_id, now, 10)
    assert rows(hall, tmp_path)["game_table"] == 1
    assert await hall.store.delete_server(TAVOLO.guild_id, now + 1, 10)


async def test_old_matches_go_and_what_is_played_stays(hall: Hall, tmp_path: Path) -> None:
    old = await hall.match(ANNA, BRUNO)
    await some_moves(hall)
    await hall.service.end(old, ANNA)
    weekly = await hall.match(ANNA, CARLA, place=OTHER_SERVER)
    await some_moves(hall, 2, OTHER_SERVER)
    await pass_days(hall, KEEP_DAYS - 2)
    recent = await hall.match(BRUNO, CARLA)
    await some_moves(hall, 1)
    await hall.service.end(recent, BRUNO)
    await pass_days(hall, 1)
    assert await hall.store.table(old.record.id) is not None
    await pass_days(hall, 3)
    assert await hall.store.table(old.record.id) is None
    assert old.record.match_id is not None
    assert await hall.store.match(old.record.match_id) is None
    for kept in (weekly, recent):
        assert kept.record.match_id is not None
        assert await hall.store.table(kept.record.id) is not None
        assert await hall.store.match(kept.record.match_id) is not None
    assert rows(hall, tmp_path)["move"] == 3


async def test_a_finished_match_that_a_table_still_shows_is_not_old(hall: Hall) -> None:
    """The rest of a long evening's matches goes, the table and what it shows stay."""
    live = await hall.match(ANNA, BRUNO)
    first = live.record.match_id
    await finish(hall)
    await hall.service.rematch(live, ANNA)
    await finish(hall)
    shown = live.record.match_id
    assert first is not None
    assert shown is not None
    while await hall.store.delete_old(hall.clock.now() + 1, 1):
        pass
    assert await hall.store.match(first) is None
    assert await hall.store.match(shown) is not None
    assert await hall.store.table(live.record.id) == live.record


async def finish(hall: Hall) -> None:
    (live,) = hall.service.tables
    while live.playing is not None:
        await hall.play(live, to_act(live), any_move(live))


async def test_an_operator_may_keep_matches_for_another_time(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.db", keep_days=7) as hall:
        hall.service.retention.begin()
        live = await hall.match(ANNA, BRUNO)
        await hall.service.end(live, ANNA)
        await pass_days(hall, 7)
        assert await hall.store.table(live.record.id) is not None
        await pass_days(hall, 1)
        assert await hall.store.table(live.record.id) is None


async def test_deleting_goes_in_small_steps(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who plays waits for one step at most."""
    for _ in range(5):
        await hall.service.end(await hall.match(ANNA, BRUNO), ANNA)
    steps: list[int] = []
    step = hall.store.delete_old

    async def counted_steps(before: int, most: int) -> bool:
        steps.append(most)
        return await step(before, most)

    monkeypatch.setattr(hall.store, "delete_old", counted_steps)
    monkeypatch.setattr("bot.tables.retention.BATCH", 2)
    await pass_days(hall, KEEP_DAYS + 1)
    last_sweep = steps[-7:]
    assert last_sweep == [2] * 7, "three steps for matches, three for tables, one that finds nothing"
    assert await hall.store.known_servers() == []


async def test_no_step_looks_at_every_match_that_there_is(hall: Hall, tmp_path: Path) -> None:
    """What is old is found by its time, however much is kept that is not."""
    await hall.service.end(await hall.match(ANNA, BRUNO), ANNA)
    asked: list[str] = []
    with closing(connect(tmp_path / "journal.db")) as connection:
        connection.set_trace_callback(asked.append)
        assert not delete_old(connection, before=0, most=20)
        connection.set_trace_callback(None)
        plans = {row[3] for sql in asked for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")}
    assert any("match_finished" in step for step in plans)
    assert [step for step in plans if step.startswith("SCAN") and "game_table_open_channel" not in step] == []


async def test_a_sweep_that_fails_is_done_again_the_next_day(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await hall.match(ANNA, BRUNO)
    await hall.service.end(live, ANNA)
    await pass_days(hall, KEEP_DAYS - 1)

    async def full(before: int, most: int) -> bool:
        raise StoreError(f"no room for {before} {most}")

    with monkeypatch.context() as context:
        context.setattr(hall.store, "delete_old", full)
        await pass_days(hall, 2)
    assert await hall.store.table(live.record.id) is not None
    await pass_days(hall, 1)
    assert await hall.store.table(live.record.id) is None


async def test_servers_rest_even_if_it_cannot_be_noted(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)

    async def full(*_: object) -> None:
        raise StoreError("no room")

    for name in ("note_gone", "known_servers"):
        monkeypatch.setattr(hall.store, name, full)
    await hall.service.retention.servers_told((), always)
    await hall.service.retention.servers_seen(gone={TAVOLO.guild_id})
    assert (live.paused, dict(live.alarms)) == ("house.paused.no_access", {})


always: Callable[[int], bool] = bool

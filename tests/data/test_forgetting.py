"""A forgotten person is nowhere: not in a column, not in the files' bytes, not in a backup that is put back."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data import backup, forgetting
from data.__main__ import main
from data.files import Lock, connect
from data.forgetting import ALIASES, AT_TABLES, ForgottenList, reapply_forgotten
from data.records import (
    MatchRecord,
    MoveRecord,
    PlayerSettings,
    Presence,
    SeatRecord,
    StandIn,
    TableRecord,
    TableStatus,
)
from data.sqlite_store import SqliteStore, open_store
from data.store import DatabaseRefusedError, Store, StoreError
from tests.data.examples import a_match, a_move, a_table
from tests.support.traces import columns, places_of, traces

Opener = Callable[[Path], Awaitable[SqliteStore]]

ANNA, BRUNO, CARLA = 311_000_000_000_000_211, 322_000_000_000_000_222, 333_000_000_000_000_233
COMPUTER = -4
NAME = "Anna Zwölfmeier"
STATES = tuple(TableStatus)


def seats(*, presence: Presence = Presence.HERE) -> tuple[SeatRecord, ...]:
    return (
        SeatRecord(BRUNO, "Bruno"),
        SeatRecord(ANNA, NAME, presence, 1),
        SeatRecord(COMPUTER, "Gino"),
        SeatRecord(CARLA, "Carla"),
    )


def a_table_of(state: TableStatus, channel_id: int) -> TableRecord:
    """A table where Anna sits, is the host, has won and is to deal."""
    return replace(
        a_table(channel_id),
        status=TableStatus.LOBBY,
        guild_id=700 + STATES.index(state),
        host_id=ANNA,
        seats=seats(),
        watchers=(),
        wins={ANNA: 2, BRUNO: 1},
        next_dealer=ANNA,
        stand_in=StandIn.COMPUTER,
    )


async def tables_of_all_kinds(store: Store) -> dict[TableStatus, TableRecord]:
    """Anna at a table in each state, each but the lobby with a match; one more table that she only watches."""
    tables: dict[TableStatus, TableRecord] = {}
    for number, state in enumerate(STATES):
        table = await store.new_table(a_table_of(state, 5_000 + number))
        if state is not TableStatus.LOBBY:
            match = replace(a_match(), players=tuple(seat.user_id for seat in table.seats), dealer=1)
            table, match = await store.start_match(replace(table, status=TableStatus.PLAYING), match)
            for ply in range(1, 9):
                _, table = await store.append(move_of(match, ply), table, None, (ANNA, BRUNO) if ply == 8 else ())
            await store.save_notes(match.id, ANNA, {1: f"{NAME} thinks: high"})
            await store.save_notes(match.id, BRUNO, {1: "low"})
        if state in {TableStatus.FINISHED, TableStatus.CLOSED}:
            assert table.match_id is not None
            table = await store.end_match(replace(table, status=TableStatus.FINISHED), table.match_id, "won-1")
        if state is TableStatus.CLOSED:
            table = await store.save_table(replace(table, status=TableStatus.CLOSED))
        tables[state] = table
    await store.new_table(replace(a_table(6_000), host_id=BRUNO, seats=seats()[:1], watchers=(CARLA, ANNA), wins={}))
    for user_id in (ANNA, BRUNO):
        await store.save_player(PlayerSettings(user_id, "it", sort_by="number"))
    return tables


def move_of(match: MatchRecord, ply: int) -> MoveRecord:
    return replace(a_move(match.id, ply), seat=ply % 4)


def traces_of_anna(database: Path) -> list[str]:
    return traces(database, ANNA, NAME)


async def test_nothing_of_a_forgotten_person_is_left_anywhere(sqlite: SqliteStore, database: Path) -> None:
    await tables_of_all_kinds(sqlite)
    everywhere = {"seat.user_id", "win.user_id", "match_player.user_id", "watcher.user_id", "note.user_id"}
    everywhere |= {"player.user_id", "rounds_played.user_id", "game_table.host_id", "game_table.next_dealer"}
    assert everywhere <= set(places_of(database, ANNA)), "the test plays through every place"
    assert set(traces_of_anna(database)) == {"id", "name"}
    await sqlite.forget_person(ANNA)
    assert places_of(database, ANNA, NAME, NAME.split()[1]) == []
    assert traces_of_anna(database) == []
    await sqlite.close()
    assert traces_of_anna(database) == []


async def test_every_column_that_may_hold_a_person_is_known(database: Path, sqlite: SqliteStore) -> None:
    """A column for people that a later migration adds must be named in ``data.forgetting``."""
    await tables_of_all_kinds(sqlite)
    known = {(rows.split()[-1] if " JOIN " not in rows else "match_player", column) for rows, column, _ in AT_TABLES}
    known |= {(rows, "user_id") for rows in forgetting.ALONE}
    with closing(connect(database)) as connection:
        people = {
            (table, column)
            for table, column in columns(connection)
            if connection.execute(f"SELECT 1 FROM {table} WHERE {column} IN (?, ?, ?)", (ANNA, BRUNO, CARLA)).fetchone()
        }
        named = {(table, column) for table, column in columns(connection) if "user" in column or "host" in column}
    assert people <= known
    assert named <= known


async def test_everybody_elses_records_stay(sqlite: SqliteStore) -> None:
    tables = await tables_of_all_kinds(sqlite)
    before = {table.match_id: await sqlite.match(table.match_id) for table in tables.values() if table.match_id}
    bruno = dict(await sqlite.about_person(BRUNO))
    aliases = await sqlite.forget_person(ANNA)
    assert aliases is not None
    now_told = dict(await sqlite.about_person(BRUNO))
    assert now_told.pop("host_of") != bruno.pop("host_of"), "he is the host now"
    assert now_told == bruno
    for state, table in tables.items():
        now = await sqlite.table(table.id)
        assert now is not None
        assert now == replace(forgetting.without(table, ANNA, aliases[table.id]), version=table.version + 1)
        assert now.wins == {aliases[table.id]: 2, BRUNO: 1}
        if state is not TableStatus.LOBBY:
            assert now.seats[1] == SeatRecord(aliases[table.id], "", Presence.LEFT, 1)
            assert [seat.user_id for seat in now.seats if seat.user_id != aliases[table.id]] == [BRUNO, COMPUTER, CARLA]
    for match_id, found in before.items():
        assert found is not None
        alias = aliases[found[0].table_id]
        record = replace(found[0], players=tuple(alias if user == ANNA else user for user in found[0].players))
        assert await sqlite.match(match_id) == (record, found[1])


async def test_an_alias_is_nobodys_id_and_differs_from_table_to_table(store: Store) -> None:
    await tables_of_all_kinds(store)
    aliases = await store.forget_person(ANNA)
    assert aliases is not None
    assert len(aliases) == len(STATES) + 1
    assert len(set(aliases.values())) == len(aliases)
    assert all(0 < alias < ALIASES for alias in aliases.values())
    assert ALIASES <= 1 << 22  # the first millisecond of Discord


async def test_somebody_else_is_the_host_of_what_goes_on(store: Store) -> None:
    tables = await tables_of_all_kinds(store)
    aliases = await store.forget_person(ANNA)
    assert aliases is not None
    for state, table in tables.items():
        now = await store.table(table.id)
        assert now is not None
        assert now.host_id == (aliases[table.id] if state is TableStatus.CLOSED else BRUNO)
        assert ANNA not in {now.next_dealer, *now.watchers}
    (lobby,) = [table for table in await store.open_tables() if table.id == tables[TableStatus.LOBBY].id]
    assert [seat.user_id for seat in lobby.seats] == [BRUNO, COMPUTER, CARLA]


async def test_a_table_of_nobody_else_has_an_alias_as_its_host(store: Store) -> None:
    table = await store.new_table(replace(a_table(1), host_id=ANNA, seats=seats()[1:3], wins={}, next_dealer=None))
    aliases = await store.forget_person(ANNA)
    assert aliases is not None
    now = await store.table(table.id)
    assert now is not None
    assert now.host_id == aliases[table.id]


async def test_who_is_not_known_is_forgotten_without_a_trace(sqlite: SqliteStore, database: Path) -> None:
    await tables_of_all_kinds(sqlite)
    await sqlite.forget_person(ANNA)
    listed = database.with_name("calidruno.db.forgotten").read_bytes()
    assert await sqlite.forget_person(ANNA) is None
    assert await sqlite.forget_person(123_456_789_012_345_678) is None
    assert database.with_name("calidruno.db.forgotten").read_bytes() == listed


async def test_the_list_tells_nobody_who_it_is(sqlite: SqliteStore, database: Path) -> None:
    await tables_of_all_kinds(sqlite)
    await sqlite.forget_person(ANNA)
    await sqlite.forget_person(BRUNO)
    path = database.with_name("calidruno.db.forgotten")
    assert path.stat().st_mode & 0o777 == 0o600
    salt, *lines = path.read_text().splitlines()
    assert [len(part) for line in lines for part in line.split()] == [32, 64, 32, 64]
    assert len(bytes.fromhex(salt)) == 32
    other = ForgottenList(database.with_name("other.db"))
    other.add(ANNA)
    assert lines[0].split()[1] not in database.with_name("other.db.forgotten").read_text()


async def test_what_is_stored_about_a_person_is_told_to_them(store: Store) -> None:
    tables = await tables_of_all_kinds(store)
    told = await store.about_person(ANNA)
    text = json.dumps(told, ensure_ascii=False)
    assert all(str(other) not in text for other in (BRUNO, CARLA))
    assert all(name not in text for name in ("Bruno", "Carla", "low"))
    assert told["id"] == str(ANNA)
    assert (told["settings"]["locale"], told["settings"]["sort_by"]) == ("it", "number")
    assert told["rounds_played"] == [{"game": "calidruno", "rounds": 3}]
    assert [(seat["status"], seat["name"]) for seat in told["seats"]] == [
        ("lobby", NAME),
        ("playing", NAME),
        ("finished", NAME),
        ("closed", ""),
    ]
    assert len(told["watching"]) == 1
    assert [(won["won"], won["server"]) for won in told["wins"]] == [(2, str(700 + n)) for n in range(4)]
    playing, finished, closed = told["matches"]
    assert (playing["finished_at"], playing["moves"]) == (None, [])
    assert playing["table"] == str(tables[TableStatus.PLAYING].id)
    assert (finished["outcome"], finished["seat"], finished["channel"]) == ("won-1", 1, "5002")
    assert finished["started_at"] == "1970-01-01T00:00:05.000Z"
    assert closed["moves"] == [
        "1970-01-01T00:00:06.001Z play 1",
        "1970-01-01T00:00:06.005Z play 5",
    ]
    (note,) = told["notes"]
    assert (note["place"], note["words"]) == (1, f"{NAME} thinks: high")


async def test_of_a_stranger_nothing_is_told(store: Store) -> None:
    await tables_of_all_kinds(store)
    told = dict(await store.about_person(999_999_999_999_999_999))
    assert told.pop("id") == "999999999999999999"
    assert not any(told.values())


# Backups


def put_back(backup_file: Path, database: Path) -> None:
    """Copy a backup by hand, as an operator may."""
    database.parent.mkdir(exist_ok=True)
    database.write_bytes(backup_file.read_bytes())


async def test_a_backup_that_is_put_back_forgets_again(opened: Opener, database: Path, tmp_path: Path) -> None:
    store = await opened(database)
    tables = await tables_of_all_kinds(store)
    old = tmp_path / "backups" / "old.db"
    backup.back_up(database, old)
    await store.forget_person(ANNA)
    await store.save_player(PlayerSettings(CARLA, "en"))
    await store.close()
    assert "id" in traces_of_anna(old)
    restored = tmp_path / "elsewhere" / "restored.db"
    put_back(old, restored)
    assert reapply_forgotten(restored, database) == 1
    assert places_of(restored, ANNA, NAME) == []
    assert traces_of_anna(restored) == []
    with closing(connect(restored)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
    put_back(restored, database)
    store = await opened(database)
    playing = await store.table(tables[TableStatus.PLAYING].id)
    assert playing is not None
    assert (playing.seats[1].presence, playing.host_id) == (Presence.LEFT, BRUNO)
    assert reapply_forgotten_again(database) == 0


def reapply_forgotten_again(database: Path) -> int:
    with closing(connect(database)) as connection:
        connection.execute("BEGIN")
        return forgetting.reapply(connection, ForgottenList(database))


async def test_the_operators_restore_forgets_again(opened: Opener, database: Path, tmp_path: Path) -> None:
    store = await opened(database)
    await tables_of_all_kinds(store)
    old = tmp_path / "backups" / "old.db"
    backup.back_up(database, old)
    await store.forget_person(ANNA)
    await store.close()
    aside = backup.restore(old, database, datetime(2026, 11, 30, tzinfo=UTC))
    assert aside is not None
    assert places_of(database, ANNA, NAME) == []
    assert traces_of_anna(database) == []
    store = await opened(database)
    assert len(await store.open_tables()) == 4
    with pytest.raises(backup.BackupError):
        backup.restore(aside.with_name("nothing"), database, datetime(2026, 11, 30, tzinfo=UTC))


def test_the_operator_forgets_who_cannot_ask_for_it_themselves(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fault U5: an account that is deleted cannot press a button."""
    command = ["--database", str(database), "forget", str(ANNA)]
    assert main(command) == 1
    assert not database.exists()
    asyncio.run(a_database(database))
    assert main(command) == 0
    assert places_of(database, ANNA, NAME) == []
    assert traces_of_anna(database) == []
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == ["forgotten", "nothing is stored about that person"]
    assert "is not there" in told.err
    lock = Lock(database)
    assert main(command) == 1
    lock.release()
    assert "in use" in capsys.readouterr().err
    for nobody in ("5", "-4", "Anna"):
        with pytest.raises(SystemExit):
            main([*command[:-1], nobody])


async def a_database(database: Path) -> None:
    store = await open_store(database)
    await tables_of_all_kinds(store)
    await store.close()


def test_a_restore_with_a_damaged_list_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    database, old = tmp_path / "calidruno.db", tmp_path / "old.db"
    for file in (database, old):
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript((Path(__file__).parent / "released" / "0006.sql").read_text(encoding="utf-8"))
    before = database.read_bytes()
    (tmp_path / "calidruno.db.forgotten").write_text("not a salt\nfive words are too many\n")
    with pytest.raises(backup.BackupError):
        backup.restore(old, database, datetime(2026, 11, 30, tzinfo=UTC))
    assert database.read_bytes() == before


async def test_a_backup_copied_back_by_hand_forgets_at_the_next_start(
    opened: Opener, database: Path, tmp_path: Path
) -> None:
    store = await opened(database)
    await tables_of_all_kinds(store)
    old = tmp_path / "backups" / "old.db"
    backup.back_up(database, old)
    await store.forget_person(ANNA)
    await store.close()
    put_back(old, database)
    assert places_of(database, ANNA)
    store = await opened(database)
    assert places_of(database, ANNA, NAME) == []
    assert traces_of_anna(database) == []


async def test_who_came_back_after_being_forgotten_stays(opened: Opener, database: Path, tmp_path: Path) -> None:
    """Only what a backup holds from before is forgotten again, and twice if it was done twice."""
    store = await opened(database)
    await tables_of_all_kinds(store)
    before = tmp_path / "backups" / "before.db"
    backup.back_up(database, before)
    await store.forget_person(ANNA)
    await store.save_player(PlayerSettings(ANNA, "en"))
    back = tmp_path / "backups" / "back.db"
    backup.back_up(database, back)
    await store.close()
    put_back(back, database)
    store = await opened(database)
    assert (await store.player(ANNA)).locale == "en"
    await store.forget_person(ANNA)
    await store.close()
    for old in (back, before):
        put_back(old, database)
        store = await opened(database)
        assert places_of(database, ANNA) == []
        await store.close()
        store = await opened(database)  # both forgettings are done: nobody is forgotten at a further start
        await store.save_player(PlayerSettings(ANNA, "it"))
        await store.close()
        store = await opened(database)
        assert (await store.player(ANNA)).locale == "it"
        await store.close()


async def test_a_stop_between_list_and_database_is_made_good_at_the_start(opened: Opener, database: Path) -> None:
    store = await opened(database)
    await tables_of_all_kinds(store)
    await store.close()
    ForgottenList(database).add(ANNA)  # as far as the program came
    store = await opened(database)
    assert places_of(database, ANNA, NAME) == []


def test_a_backup_of_an_older_release_is_brought_up_to_date_and_forgets(tmp_path: Path) -> None:
    old, database = tmp_path / "older.db", tmp_path / "calidruno.db"
    with closing(sqlite3.connect(old)) as connection:
        dump = (Path(__file__).parent / "released" / "0003.sql").read_text(encoding="utf-8")
        connection.executescript(re.sub(r"\b211\b", str(ANNA), dump))
    ForgottenList(database).add(ANNA)
    assert "note.user_id" in places_of(old, ANNA)
    assert reapply_forgotten(old, database) == 1
    assert places_of(old, ANNA, "Anna") == []
    assert list(tmp_path.glob("*.before-*")) == [], "a copy put aside would hold her again"


async def test_a_list_that_cannot_be_written_forgets_nobody(
    sqlite: SqliteStore, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables_of_all_kinds(sqlite)

    def full(_: ForgottenList, user_id: int) -> str:
        raise OSError(28, f"no room for {user_id > 0}")

    monkeypatch.setattr(ForgottenList, "add", full)
    with pytest.raises(StoreError):
        await sqlite.forget_person(ANNA)
    assert "seat.user_id" in places_of(database, ANNA)


async def test_who_could_not_be_forgotten_is_not_forgotten_at_the_next_start(
    opened: Opener, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were told that it did not work, and may have changed their mind."""
    store = await opened(database)
    await tables_of_all_kinds(store)

    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as context:
        context.setattr(forgetting, "forget_person", full)
        with pytest.raises(StoreError):
            await store.forget_person(ANNA)
    await store.close()
    store = await opened(database)
    assert "seat.user_id" in places_of(database, ANNA)
    assert await store.forget_person(ANNA)
    assert places_of(database, ANNA) == []


async def test_a_damaged_list_stops_the_start_and_says_which_file(opened: Opener, database: Path) -> None:
    store = await opened(database)
    await store.close()
    database.with_name("calidruno.db.forgotten").write_text("salt\nhalf a line\nand more words than two\n")
    with pytest.raises(DatabaseRefusedError, match=r"calidruno\.db\.forgotten"):
        await opened(database)


async def test_a_reader_delays_the_wiping_but_not_the_forgetting(sqlite: SqliteStore, database: Path) -> None:
    await tables_of_all_kinds(sqlite)
    with closing(connect(database, read_only=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM seat").fetchone()
        await sqlite.forget_person(ANNA)
        assert await sqlite.wipe() is False
    assert await sqlite.wipe() is True
    assert traces_of_anna(database) == []

"""A forgotten person is nowhere: not in a column, not in the files' bytes, not in a backup that is put back."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from data import forgetting
from data.files import connect
from data.forgetting import ALIASES, AT_TABLES, ForgottenList
from data.records import (
    Presence,
    SeatRecord,
    TableStatus,
)
from data.sqlite_store import SqliteStore
from data.store import Store
from tests.data.examples import a_table
from tests.data.forgotten import (
    ANNA,
    BRUNO,
    CARLA,
    COMPUTER,
    NAME,
    STATES,
    seats,
    tables_of_all_kinds,
    traces_of_anna,
)
from tests.support.traces import columns, places_of


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

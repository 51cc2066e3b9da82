"""From any schema ever released to the present one, whole steps only."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from data.files import connect, prepare
from data.records import TableId
from data.schema import Migration, migrate, migrations, schema_version
from data.sqlite_store import SqliteStore
from data.store import StoreError
from tests.data.examples import ANNA, FIRST_PACT, NEXT_PACT, a_match, a_table, played, plies

RELEASED = Path(__file__).parent / "released"
every_release = pytest.mark.parametrize("dump", sorted(RELEASED.glob("*.sql")), ids=lambda dump: dump.stem)
Opener = Callable[[Path], Awaitable[SqliteStore]]


def schema(database: Path) -> list[tuple[str]]:
    with closing(connect(database)) as connection:
        return connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall()


def restore(dump: Path, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(dump.read_text(encoding="utf-8"))


def released(database: Path) -> None:
    """A database of the first release, a match in progress."""
    restore(RELEASED / "0001.sql", database)


def test_every_released_schema_is_kept() -> None:
    """``python -m tests.data.release`` writes the one that is missing."""
    assert [path.stem for path in sorted(RELEASED.glob("*.sql"))] == [f"{step.version:04d}" for step in migrations()]


@every_release
async def test_a_match_of_an_older_release_is_played_on(opened: Opener, database: Path, dump: Path) -> None:
    """Fault D14: the database of every release is brought up to date and played on."""
    restore(dump, database)
    store = await opened(database)
    (table,) = await store.open_tables()
    assert (table.game, table.options, [seat.name for seat in table.seats]) == (
        "calidruno",
        a_table().options,
        ["Bruno", "Anna 🂡", ""],
    )
    assert table.match_id is not None
    found = await store.match(table.match_id)
    assert found is not None
    assert (found[0].seed, found[0].players) == (a_match().seed, a_match().players)
    assert [move.move for move in found[1]] == [f"play {ply}" for ply in range(1, 13)]
    sealed = dump.stem >= "0007"
    assert (found[0].number, found[0].commitment) == (1, FIRST_PACT.commitment if sealed else "")
    assert await store.next_match(table.id) == (2, NEXT_PACT if sealed else None)
    await played(store, table, 13, 14)
    assert await plies(store, table.match_id) == list(range(1, 15))
    assert await store.notes(table.match_id, ANNA) == ({3: "high?"} if dump.stem >= "0003" else {})
    anna = await store.player(ANNA)
    assert (anna.locale, anna.hand_by, anna.letters, anna.deck) == ("it", "dm", True, "four")
    faces, rounds = ("italian", 1) if dump.stem >= "0004" else ("french", 0)
    assert (anna.faces, await store.rounds_played(ANNA, "calidruno")) == (faces, rounds)
    assert await store.table(TableId(table.id)) is not None


@every_release
def test_a_released_schema_does_not_change(database: Path, dump: Path) -> None:
    """A step that has been released is never edited: what it makes equals what was kept."""
    restore(dump, database)
    fresh = database.with_name("fresh.db")
    prepare(fresh, migrations()[: int(dump.stem)])
    assert schema(fresh) == schema(database)


def test_a_copy_is_put_aside_before_the_first_step(database: Path) -> None:
    released(database)
    before = schema(database)
    prepare(database, [*migrations()[:1], Migration(2, "more", "CREATE TABLE more (x);"), Migration(3, "none", "")])
    aside = database.with_name("calidruno.db.before-0002")
    assert schema(aside) == before
    with closing(connect(aside)) as connection:
        assert connection.execute("SELECT count(*) FROM move").fetchone() == (12,)
    with closing(connect(database)) as connection:
        assert connection.execute("SELECT version, name FROM migration").fetchall()[1:] == [(2, "more"), (3, "none")]


def test_a_new_database_needs_no_copy(database: Path) -> None:
    prepare(database, migrations())
    prepare(database, migrations())
    assert [path.name for path in database.parent.iterdir()] == ["calidruno.db"]


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE more (x);\nDROP TABLE meta;\nDROP TABLE no_such_table;",
        "CREATE TABLE more (x);\nDELETE FROM match;",  # its moves would hang in the air
    ],
)
def test_a_step_that_fails_leaves_the_schema_before_it(database: Path, sql: str) -> None:
    released(database)
    steps = [*migrations()[:1], Migration(2, "good", "CREATE TABLE good (x);"), Migration(3, "bad", sql)]
    with pytest.raises(StoreError):
        prepare(database, steps)
    after_good = schema(database)
    assert ("CREATE TABLE good (x)",) in after_good
    assert ("CREATE TABLE more (x)",) not in after_good
    with closing(connect(database)) as connection:
        assert schema_version(connection) == 2
        assert connection.execute("SELECT count(*) FROM match").fetchone() == (1,)
        with pytest.raises(sqlite3.Error):
            migrate(connection, steps)
        assert not connection.in_transaction
    prepare(database, [*steps[:2], Migration(3, "mended", "CREATE TABLE more (x);")])
    assert ("CREATE TABLE more (x)",) in schema(database)


def test_kill_9_within_a_step_leaves_the_schema_before_it(database: Path) -> None:
    """Fault P4: the old schema or the new one, never between."""
    released(database)
    before = schema(database)
    arguments = [sys.executable, "-m", "tests.data.children", "migrate_and_die", str(database)]
    assert subprocess.run(arguments, check=False, timeout=30).returncode == -signal.SIGKILL
    assert schema(database) == before
    prepare(database, migrations())


def test_a_step_may_rebuild_a_table_that_others_point_to(database: Path) -> None:
    released(database)
    rebuild = """
        -- adds a column; the old table goes
        CREATE TABLE new_match AS SELECT *, 0 AS ranked FROM match;
        DROP TABLE match;
        CREATE TABLE match (id INTEGER PRIMARY KEY, table_id, outcome, ranked);
        INSERT INTO match SELECT id, table_id, outcome, ranked FROM new_match;
        DROP TABLE new_match;
        CREATE TRIGGER counted AFTER INSERT ON match BEGIN
            UPDATE meta SET value = value + 1; UPDATE meta SET value = value - 1;
        END;
    """
    with closing(connect(database)) as connection:
        migrate(connection, [*migrations()[:1], Migration(2, "rebuild", rebuild)])
        assert connection.execute("SELECT count(*) FROM move").fetchone() == (12,)
        assert connection.execute("SELECT ranked FROM match").fetchall() == [(0,)]


def test_steps_are_numbered_without_a_gap(tmp_path: Path) -> None:
    (tmp_path / "0001_first.sql").write_text("", encoding="utf-8")
    (tmp_path / "0003_third.sql").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match=r"0003_third\.sql is not the migration with number 0002"):
        migrations(tmp_path)
    with pytest.raises(ValueError, match="0001 ends within a statement"):
        list(Migration(1, "cut", "CREATE TABLE a (x)").statements())

"""The database as files: who may open it, what happens to one that cannot be used, restarts, copies."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from data.files import copy_whole
from data.records import PlayerSettings, TableStatus
from data.schema import migrations
from data.sqlite_store import SqliteStore, open_store
from data.store import DatabaseRefusedError
from tests.data.examples import ANNA, a_match_begun, a_table, played, plies

Opener = Callable[[Path], Awaitable[SqliteStore]]


@contextmanager
def child(what: str, database: Path) -> Generator[subprocess.Popen[bytes]]:
    """A process of ours on this database; killed at the end."""
    arguments = [sys.executable, "-m", "tests.data.children", what, str(database)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the lock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock" and path.is_file()}


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


async def a_database(path: Path) -> None:
    """A database with a match in progress, closed."""
    store = await open_store(path)
    await played(store, (await a_match_begun(store))[0], 1, 60)
    await store.close()


async def test_a_restart_keeps_everything(opened: Opener, database: Path) -> None:
    store = await opened(database)
    table, match = await a_match_begun(store)
    table = await played(store, table, 1, 5)
    lobby = await store.new_table(a_table(channel_id=6000))
    await store.save_player(PlayerSettings(ANNA, "it"))
    before = await store.match(match.id)
    await store.close()

    store = await opened(database)
    assert await store.open_tables() == [table, lobby]
    assert await store.match(match.id) == before
    assert await store.player(ANNA) == PlayerSettings(ANNA, "it")
    await played(store, table, 6, 6)
    await store.close()


async def test_files_are_their_owners_alone(opened: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "var"
    store = await opened(folder / "calidruno.db")
    await store.touch_alive(1)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == dict.fromkeys(["calidruno.db", "calidruno.db-wal", "calidruno.db-shm", "calidruno.db.lock"], 0o600)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    copy_whole(folder / "calidruno.db", folder / "copy.db")
    assert stat.S_IMODE((folder / "copy.db").stat().st_mode) == 0o600
    await store.close()
    assert sorted(path.name for path in folder.iterdir()) == ["calidruno.db", "calidruno.db.lock", "copy.db"]


async def test_a_second_process_is_refused_until_the_first_is_gone(opened: Opener, database: Path) -> None:
    """Fault D7: two bots on one file would play against each other."""
    with child("hold", database) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"open\n"
        with pytest.raises(DatabaseRefusedError, match="in use by another process"):
            await opened(database)
        link = database.with_name("link.db")
        link.symlink_to(database)
        with pytest.raises(DatabaseRefusedError, match="in use by another process"):
            await opened(link)
        first.kill()
        first.wait()
        store = await opened(database)
        await store.touch_alive(1)
        await store.close()


def test_a_process_that_closes_its_store_comes_to_an_end(database: Path) -> None:
    with child("open_and_close", database) as process:
        assert process.wait(timeout=30) == 0


async def test_an_acknowledged_move_survives_kill_9(opened: Opener, database: Path) -> None:
    """Faults P1 and P2: what was committed is there after kill -9, and nothing else."""
    acknowledged: dict[int, int] = {}
    for acks in (40, 301, 997):
        with child("play", database) as process:
            assert process.stdout is not None
            for _ in range(acks):
                note(acknowledged, process.stdout.readline())
            process.kill()
            for line in process.stdout:
                note(acknowledged, line)
    store = await opened(database)
    tables = await store.open_tables()
    assert len(tables) == 24
    for table in tables:
        kept = await plies(store, table.match_id)
        assert table.match_id is not None
        assert kept == list(range(1, len(kept) + 1))
        assert acknowledged.get(table.match_id, 0) <= len(kept) <= acknowledged.get(table.match_id, 0) + 1
        assert table.version == len(kept) + 1
    await store.close()


def note(acknowledged: dict[int, int], line: bytes) -> None:
    if line.endswith(b"\n"):
        match_id, ply = map(int, line.split())
        acknowledged[match_id] = ply


def overwrite_a_page(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(5 * 4096)
        file.write(b"\xff" * 4096)


def cut_short(database: Path) -> None:
    with database.open("r+b") as file:
        file.truncate(database.stat().st_size // 2)


def write_a_letter(database: Path) -> None:
    database.write_text("Dear Anna, this is no database at all.\n" * 100, encoding="utf-8")


def make_newer(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("INSERT INTO migration VALUES (99, 'of_the_future', 0)")
        connection.commit()


def make_foreign(database: Path) -> None:
    database.unlink()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE recipe (name)")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (overwrite_a_page, "damaged"),
        (cut_short, "damaged"),
        (write_a_letter, "damaged"),
        (make_newer, f"newer program .schema 99, this one knows {len(migrations())}"),
        (make_foreign, "some other program"),
    ],
)
async def test_a_database_that_cannot_be_used_is_left_as_it_is(
    opened: Opener, database: Path, spoil: Callable[[Path], None], says: str
) -> None:
    """Faults D6 and P13: damaged or newer than the program, it is refused untouched."""
    await a_database(database)
    spoil(database)
    before = contents(database.parent)
    for _ in range(2):  # and the lock is free again
        with pytest.raises(DatabaseRefusedError, match=says):
            await opened(database)
    assert contents(database.parent) == before


async def test_a_newer_database_that_was_killed_keeps_its_log(
    opened: Opener, sqlite: SqliteStore, database: Path
) -> None:
    await played(sqlite, (await a_match_begun(sqlite))[0], 1, 5)
    await sqlite._database.run(lambda connection: connection.execute("INSERT INTO migration VALUES (99, 'x', 0)"))
    killed = database.parent / "killed"
    killed.mkdir()
    for path in (database, database.with_name(database.name + "-wal")):  # what a kill leaves
        shutil.copy(path, killed)
    before = contents(killed)
    assert len(before["calidruno.db-wal"]) > 0
    with pytest.raises(DatabaseRefusedError, match="newer"):
        await opened(killed / database.name)
    assert contents(killed) == before


async def test_a_folder_that_cannot_be_made_is_refused(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseRefusedError, match="cannot be written"):
        await opened(tmp_path / "file" / "calidruno.db")


async def test_an_empty_file_becomes_a_database(opened: Opener, database: Path) -> None:
    write(database, b"")
    write(database.with_name(database.name + ".part"), b"left by a crash")
    store = await opened(database)
    await a_match_begun(store)
    await store.close()


async def test_a_name_of_a_closed_table_is_gone_from_the_file(opened: Opener, database: Path) -> None:
    store = await opened(database)
    table = await store.new_table(a_table())
    await store.save_table(replace(table, status=TableStatus.CLOSED))
    await store.close()
    assert b"Bruno" not in contents(database.parent)[database.name]

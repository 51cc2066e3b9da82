"""SQLite under strain: nothing is half done, and it goes on when the trouble is over."""

from __future__ import annotations

import asyncio
import logging
import resource
import sqlite3
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from data.database import _Connection
from data.records import MatchRecord, TableRecord
from data.sqlite_store import SqliteStore, open_store
from data.store import Appended, StoreError
from tests.data.examples import SEED, a_match_begun, a_move, a_table, played, plies

LONG = "x" * 9_000
"""A move that fills two pages and more."""


async def pragma(store: SqliteStore, statement: str) -> int:
    return await store._database.run(lambda connection: connection.execute(f"PRAGMA {statement}").fetchone()[0])


@contextmanager
def largest_file(size: int) -> Generator[None]:
    """The kernel lets no file grow beyond ``size`` bytes: a write fails, or stops half way."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def whole(store: SqliteStore, table: TableRecord, match: MatchRecord) -> TableRecord:
    """The table as stored, after a look that it has exactly the moves of its journal."""
    stored = await store.table(table.id)
    assert stored is not None
    kept = await plies(store, match.id)
    assert kept == list(range(1, len(kept) + 1))
    assert stored.version == 1 + len(kept)
    return stored


async def test_a_full_disk_refuses_the_move_and_loses_none(sqlite: SqliteStore) -> None:
    """Fault D2: refused, nothing half written, and normal again once there is room."""
    begun = [await a_match_begun(sqlite, channel_id) for channel_id in range(8)]
    tables = [await played(sqlite, table, 1, 10) for table, _ in begun]
    pages = await pragma(sqlite, "page_count")
    await pragma(sqlite, f"max_page_count = {pages + 4}")
    moves = [a_move(match.id, 11, move=LONG) for _, match in begun]
    together = [sqlite.append(move, table, None) for move, table in zip(moves, tables, strict=True)]
    results = await asyncio.gather(*together, return_exceptions=True)
    assert any(isinstance(result, StoreError) for result in results)
    for (_, match), table, move, result in zip(begun, tables, moves, results, strict=True):
        stored = await whole(sqlite, table, match)
        assert stored.version == table.version + (not isinstance(result, StoreError))
        with pytest.raises(StoreError, match="full"):
            await sqlite.append(
                replace(move, ply=stored.version, idem=f"again {match.id}", move=LONG * 3), stored, None
            )
    await pragma(sqlite, f"max_page_count = {pages + 1_000}")
    for (_, match), table, move in zip(begun, tables, moves, strict=True):
        appended, _ = await sqlite.append(move, table, None)
        assert appended in {Appended.STORED, Appended.DUPLICATE}
        assert (await whole(sqlite, table, match)).version == table.version + 1


@contextmanager
def failing(first: int, failures: int) -> Generator[Callable[[], bool]]:
    """SQLite refuses so many statements from the ``first`` one on; whether it has come to that."""
    count = 0

    def refuses() -> bool:
        nonlocal count
        count += 1
        return first <= count < first + failures

    def execute(connection: sqlite3.Connection, statement: str, *parameters: Any) -> sqlite3.Cursor:
        if refuses():
            raise sqlite3.OperationalError("disk I/O error")
        return sqlite3.Connection.execute(connection, statement, *parameters)

    def executemany(connection: sqlite3.Connection, statement: str, parameters: Any) -> sqlite3.Cursor:
        if refuses():
            raise sqlite3.OperationalError("disk I/O error")
        return sqlite3.Connection.executemany(connection, statement, parameters)

    with patch.multiple(_Connection, create=True, execute=execute, executemany=executemany):
        yield lambda: count >= first


@pytest.mark.parametrize("failures", [1, 2, 3], ids=["once", "and so does undoing it", "and so does what follows"])
async def test_an_error_in_the_nth_statement_leaves_no_half_move_for_any_n(sqlite: SqliteStore, failures: int) -> None:
    """Fault D5: the move is refused, and the next try succeeds on the same connection."""
    table, match = await a_match_begun(sqlite)
    ply, struck = 0, True
    while struck:
        ply += 1
        seats = tuple(replace(seat, timeouts=ply) for seat in table.seats)
        moved, move = replace(table, seats=seats), a_move(match.id, ply)
        refused = False
        with failing(ply, failures) as has_struck:
            try:
                _, table = await sqlite.append(move, moved, None)
            except StoreError:
                refused = True
            struck = has_struck()
        assert refused == struck
        assert await whole(sqlite, table, match) == table
        if refused:
            appended, table = await sqlite.append(move, moved, None)
            assert appended is Appended.STORED
            assert await whole(sqlite, table, match) == table
    assert ply > 8, ply


async def test_an_error_in_any_write_leaves_no_half_move(sqlite: SqliteStore, database: Path) -> None:
    """Fault D5: the same with the kernel's own errors."""
    table, match = await a_match_begun(sqlite)
    log = database.with_name(database.name + "-wal")
    failed = 0
    for room in range(0, 60_000, 1_100):
        move = a_move(match.id, len(await plies(sqlite, match.id)) + 1, move=LONG)
        try:
            with largest_file(size_of(log) + room):
                _, table = await sqlite.append(move, table, None)
        except StoreError:
            failed += 1
            assert await whole(sqlite, table, match) == table
            appended, table = await sqlite.append(move, table, None)
            assert appended is Appended.STORED
        assert await whole(sqlite, table, match) == table
    assert 10 < failed < 50, failed
    assert await sqlite._database.run(lambda connection: connection.execute("PRAGMA quick_check").fetchone()) == ("ok",)


def size_of(path: Path) -> int:
    return path.stat().st_size


async def test_a_lock_held_by_others_refuses_the_move(sqlite: SqliteStore, database: Path) -> None:
    """Fault D3: refused, not lost in silence."""
    begun = [await a_match_begun(sqlite, channel_id) for channel_id in range(5)]
    await pragma(sqlite, "busy_timeout = 10")
    with closing(sqlite3.connect(database, isolation_level=None)) as shell:
        shell.execute("BEGIN IMMEDIATE")
        refused = await asyncio.gather(
            *(sqlite.append(a_move(match.id, 1), table, None) for table, match in begun), return_exceptions=True
        )
        assert [str(error) for error in refused] == ["the database refused: database is locked"] * 5
        shell.execute("ROLLBACK")
    for table, match in begun:
        await played(sqlite, table, 1, 1)
        await whole(sqlite, table, match)


async def test_one_refusal_spoils_nothing_for_those_queued_with_it(sqlite: SqliteStore) -> None:
    begun = [await a_match_begun(sqlite, channel_id) for channel_id in range(9)]

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE game_table SET version = 1000")
        raise LookupError("a mistake of ours")

    def against_the_rules(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE game_table SET version = 2000")
        connection.execute("UPDATE game_table SET status = 'burning'")

    results = await asyncio.gather(
        *(sqlite.append(a_move(match.id, 1), table, None) for table, match in begun[:4]),
        sqlite._database.run(broken),
        sqlite._database.run(against_the_rules),
        sqlite.new_table(a_table(channel_id=0)),
        *(sqlite.append(a_move(match.id, 1), table, None) for table, match in begun[4:]),
        return_exceptions=True,
    )
    kinds = [type(result).__name__ for result in results]
    assert kinds == ["tuple"] * 4 + ["LookupError", "StoreError", "ChannelTakenError"] + ["tuple"] * 5
    for table, match in begun:
        assert (await whole(sqlite, table, match)).version == 2


async def test_a_mistake_in_our_sql_leaves_no_open_transaction(sqlite: SqliteStore) -> None:
    with pytest.raises(StoreError, match="no such table"):
        await sqlite._database.run(lambda connection: connection.execute("DELETE FROM nowhere"))
    await played(sqlite, (await a_match_begun(sqlite))[0], 1, 1)


async def test_what_is_queued_shares_a_transaction(sqlite: SqliteStore) -> None:
    begins: list[str] = []
    await sqlite._database.run(
        lambda connection: connection.set_trace_callback(
            lambda statement: begins.append(statement) if statement.startswith("BEGIN") else None
        )
    )
    begun, blocked = threading.Event(), threading.Event()
    first = asyncio.create_task(sqlite._database.run(lambda _: (begun.set(), blocked.wait(30))))
    await asyncio.to_thread(begun.wait, 30)
    rest = [asyncio.create_task(sqlite.touch_alive(number)) for number in range(100)]
    await asyncio.sleep(0)
    blocked.set()
    await asyncio.gather(first, *rest)
    assert len(begins) == 3  # the first alone, 64, and the other 36
    kept = await sqlite._database.run(lambda connection: connection.execute("SELECT value FROM meta").fetchall())
    assert (99,) in kept


async def test_it_syncs_before_it_answers(sqlite: SqliteStore) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "mmap_size")
    assert [await pragma(sqlite, name) for name in names] == ["wal", 2, 1, 0, 0]


async def test_no_log_holds_a_seed_or_a_move(sqlite: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    assert logging.getLogger("aiosqlite").level == logging.WARNING
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="aiosqlite")
    asyncio.get_running_loop().set_debug(True)
    table, match = await a_match_begun(sqlite)
    _, table = await sqlite.append(a_move(match.id, 1, move="discard-the-fool"), table, None)
    with pytest.raises(StoreError) as gap:
        await sqlite.append(a_move(match.id, 9, move="discard-the-fool"), table, None)
    await sqlite.match(match.id)
    assert len(caplog.records) > 5
    text = caplog.text + str(gap.value)
    for secret in ("discard-the-fool", SEED.hex(), repr(SEED), "Bruno"):
        assert secret not in text


async def test_the_thread_ends_with_the_store(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    store = await open_store(tmp_path / "calidruno.db")
    await asyncio.gather(*(store.touch_alive(number) for number in range(10)))
    ours = [
        thread for thread in threading.enumerate() if thread not in before and not thread.name.startswith("asyncio")
    ]
    assert len(ours) == 1
    await store.close()
    ours[0].join(timeout=30)
    assert not ours[0].is_alive()
    await store.close()

"""One SQLite database, open for one process: every piece of work is one function on one thread.

A caller hands over a function and waits. The function runs within a transaction on aiosqlite's thread, together with
whatever else is queued, so a batch costs one sync of the disk. Nobody awaits anything inside a transaction; a cancelled
caller therefore leaves nothing open, and its work is done whole or not at all.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import aiosqlite

from data.files import PRAGMAS, Lock, prepare
from data.schema import migrations
from data.store import StoreError

# At DEBUG it would write every statement with its parameters, hence moves and seeds, to the log.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

BATCH = 64
"""How many queued functions share one transaction at most."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
OnCommit = Callable[[float, int], None]
"""Hears after each transaction, on the database's thread, how many seconds it took and how many functions it ran."""


class _Job(Generic[T]):
    """A function that waits for its turn, and what became of it."""

    __slots__ = ("_result", "error", "work")

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        self._result = self.work(connection)

    def result(self) -> T:
        if self.error is not None:
            raise self.error
        return self._result


class _Connection(sqlite3.Connection):
    """The only connection that writes. ``commit()``, which aiosqlite calls on its thread, runs a batch of jobs.

    Each job is followed by one call of ``commit()``, in the same order; so a call whose job went with an earlier batch
    has nothing to do.
    """

    def __init__(
        self, jobs: deque[_Job[Any]], lock: Lock, on_commit: OnCommit | None, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._jobs = jobs
        self._lock = lock
        self._on_commit = on_commit
        self._ahead = 0
        try:
            for pragma in PRAGMAS:
                self.execute(pragma)
        except BaseException:
            super().close()
            raise

    def commit(self) -> None:
        if self._ahead:
            self._ahead -= 1
            return
        batch = [self._jobs.popleft() for _ in range(min(len(self._jobs), BATCH))]
        self._ahead = len(batch) - 1
        began = time.perf_counter()
        try:
            if self.in_transaction:  # even undoing the one before had failed
                self.execute("ROLLBACK")
            self.execute("BEGIN IMMEDIATE")
            for job in batch:
                self._run(job)
            self.execute("COMMIT")
        except Exception as error:  # disk full, I/O error, locked: SQLite may have rolled back by itself
            with suppress(sqlite3.Error):
                if self.in_transaction:
                    self.execute("ROLLBACK")
            for job in batch:
                job.error = _own(error)
        else:
            if self._on_commit is not None:
                self._on_commit(time.perf_counter() - began, len(batch))

    def _run(self, job: _Job[Any]) -> None:
        """A job that refuses or breaks a constraint is undone alone; any other database error ends the batch."""
        self.execute("SAVEPOINT job")
        try:
            job.run(self)
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                raise
            self.execute("ROLLBACK TO job")
            job.error = _own(error)
        self.execute("RELEASE job")

    def close(self) -> None:
        super().close()
        self._lock.release()


class Database:
    """Runs functions on the database, one transaction each as far as they can tell."""

    def __init__(self, connection: aiosqlite.Connection, jobs: deque[_Job[Any]]) -> None:
        self._connection = connection
        self._jobs = jobs
        self._closed = False

    async def run(self, work: Work[T]) -> T:
        """Run ``work`` in a transaction and return its result once that is on disk.

        What ``work`` raises is raised here, and its writes are undone.

        Raises:
            StoreError: if the database could not do it: disk full, locked, I/O error, closed. Nothing is half done.
        """
        if self._closed:
            raise StoreError("the database is closed")
        job = _Job(work)
        self._jobs.append(job)
        await self._connection.commit()  # queued before the first suspension: a cancel cannot come between
        return job.result()

    async def truncate_log(self) -> bool:
        """Leave nothing in the files of what was overwritten or deleted; False if it has to be tried again later.

        Raises:
            StoreError: if the database could not do it.
        """
        run = self._connection.execute_fetchall  # between two batches: within a transaction it could not be done
        try:
            await run("PRAGMA busy_timeout = 0")  # moves wait meanwhile
            try:
                ((busy, *_),) = await run("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await run(PRAGMAS[0])
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"the log could not be cut off: {error}") from error
        return not busy

    async def close(self) -> None:
        """Finish what is queued, end the thread and let go of the lock."""
        self._closed = True
        await self._connection.close()


async def open_database(path: Path, on_commit: OnCommit | None = None) -> Database:
    """Open the database for this process alone; make it, or bring it to the present schema, if need be.

    Raises:
        DatabaseRefusedError: if it is damaged, newer than the program, not ours, or in use; it is as it was.
        StoreError: if it could not be made ready.
    """
    lock = Lock(path)
    jobs: deque[_Job[Any]] = deque()
    try:
        await asyncio.to_thread(prepare, lock.database, migrations())
        factory = partial(_Connection, jobs, lock, on_commit)
        connection = await aiosqlite.connect(lock.database, isolation_level=None, factory=factory)
    except BaseException as error:
        lock.release()
        if isinstance(error, sqlite3.Error):
            raise StoreError(f"{path} could not be opened: {error}") from error
        raise
    return Database(connection, jobs)


def _own(error: Exception) -> Exception:
    """The error as this package reports it."""
    if not isinstance(error, sqlite3.Error):
        return error
    own = StoreError(f"the database refused: {error}")
    own.__cause__ = error
    return own

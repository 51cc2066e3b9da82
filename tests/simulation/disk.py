"""The journal without a thread: the product's own jobs, transactions and SQL on a database in memory, which outlives
the processes that use it, with the faults of a disk.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from data.database import Database, _Connection
from data.files import Lock
from data.forgetting import ForgottenList
from data.schema import migrate, migrations
from data.sqlite_store import SqliteStore
from data.store import StoreError
from tests.simulation.virtual import PROCESS, Process

FULL = "COMMIT", "database or disk is full"
LOCKED = "BEGIN IMMEDIATE", "database is locked"
BROKEN = "INSERT INTO move", "disk I/O error"


class _NoLock:
    """One process at a time is the simulation's own business."""

    def release(self) -> None:
        """Nothing is held."""


@cache
def _empty() -> bytes:
    """A new database of the present schema."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, migrations())
    return connection.serialize()


class _Faulty(_Connection):
    """The connection that writes; ``at`` is asked before each statement and ``after`` told of each that was done."""

    at: Callable[[str, Any], None] | None = None
    after: Callable[[str], None] | None = None

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Like any connection, unless a fault strikes."""
        if self.at is not None:
            self.at(sql, parameters)
        done = super().execute(sql, *parameters)
        if self.after is not None:
            self.after(sql)
        return done


CLOCK_OF = "SELECT clock_s FROM game_table JOIN match ON match.table_id = game_table.id WHERE match.id = ?"


class Disk:
    """The one database of a simulated machine.

    Attributes:
        slowness: seconds that a transaction takes at most.
        trouble: (statement, error) pairs, each of which strikes once.
        crash: "before" or "after" to kill the process around its next COMMIT that holds a move.
        on_kill: kills the process.
        committed: when each move (match, ply) was stored, in seconds of the loop.
        clocks: how long a turn of each match may take, in seconds; the next one at its table may have another clock.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._jobs: deque[Any] = deque()
        self.connection = _Faulty(self._jobs, cast(Lock, _NoLock()), None, ":memory:", isolation_level=None)
        self.connection.deserialize(_empty())
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.at, self.connection.after = self._before, self._after
        self.slowness = 0.02
        self.trouble: list[tuple[str, str]] = []
        self.struck: list[str] = []
        self.crash = ""
        self.on_kill: Callable[[], None] = lambda: None
        self.committed: dict[tuple[int, int], float] = {}
        self.clocks: dict[int, int] = {}
        self._writing: list[tuple[int, int]] = []
        self._changes = 0
        self._last = 0.0
        self._folder = tempfile.TemporaryDirectory()
        self._forgotten = ForgottenList(Path(self._folder.name) / "journal")

    def _before(self, sql: str, parameters: Any) -> None:
        wrote = self.connection.total_changes > self._changes
        for fault in self.trouble:
            if sql.startswith(fault[0]) and (fault is not FULL or wrote):
                self.trouble.remove(fault)
                self.struck.append(fault[1])
                raise sqlite3.OperationalError(fault[1])
        if sql == "BEGIN IMMEDIATE":
            self._writing, self._changes = [], self.connection.total_changes
        if sql.startswith("INSERT INTO move"):
            match_id, ply, *_ = parameters[0]
            self._writing.append((match_id, ply))
        if sql == "COMMIT" and self.crash == "before" and self._writing:
            self._kill("before")

    def _after(self, sql: str) -> None:
        if sql == "COMMIT":
            now = asyncio.get_running_loop().time()
            self.committed |= dict.fromkeys(self._writing, now)
            for match_id, _ in self._writing:
                ((self.clocks[match_id],),) = self.rows(CLOCK_OF, match_id)
            if self.crash == "after" and self._writing:
                self._kill("after")

    def _kill(self, when: str) -> None:
        self.crash = ""
        self.struck.append(f"crash {when} commit")
        self.on_kill()
        if when == "before":
            raise sqlite3.OperationalError("the process is dead")

    def mount(self) -> SqliteStore:
        """The store for a new process."""
        self._jobs = deque()
        self.connection._jobs, self.connection._ahead = self._jobs, 0
        inline = _Inline(self, PROCESS.get())
        return SqliteStore(Database(cast(Any, inline), self._jobs), self._forgotten)

    def delay(self) -> float:
        """How long until the transaction that is asked for now is done; they are done in order."""
        now = asyncio.get_running_loop().time()
        self._last = max(self._last, now + self._rng.uniform(0.0, self.slowness))
        return self._last - now

    def close(self) -> None:
        """Take everything away."""
        self.connection.close()
        self._folder.cleanup()

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        """What is stored, for looking from outside."""
        return sqlite3.Connection.execute(self.connection, sql, parameters).fetchall()


class _Inline:
    """What ``data.database.Database`` needs of an ``aiosqlite.Connection``, without its thread."""

    def __init__(self, disk: Disk, process: Process | None) -> None:
        self._disk = disk
        self._process = process

    async def commit(self) -> None:
        """Do the transaction that is next. Whoever asked may be cancelled; it is done all the same."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        loop.call_later(self._disk.delay(), self._do, done)
        await done

    def _do(self, done: asyncio.Future[None]) -> None:
        dead = self._process is not None and self._process.dead
        if not dead:
            self._disk.connection.commit()
        if done.done():
            return
        if dead:  # only the world around it still waits
            done.set_exception(StoreError("the process is dead"))
        else:
            done.set_result(None)

    async def execute_fetchall(self, sql: str) -> list[Any]:
        """A statement between two transactions."""
        await asyncio.sleep(self._disk.delay())
        return self._disk.rows(sql)

    async def close(self) -> None:
        """The database stays for the next process; what is queued is done first."""
        await asyncio.sleep(self._disk.delay())

"""The database as files: the lock that keeps a second process out, the check at the start, whole copies."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from data.schema import Migration, migrate, schema_version
from data.store import DatabaseDamagedError, DatabaseRefusedError, StoreError

PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # NORMAL would lose acknowledged moves in a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA mmap_size = 0",
    "PRAGMA secure_delete = ON",  # names that are gone are gone from the file too
)

SIDE_FILES = ("-wal", "-shm", "-journal")


class Lock:
    """``<database>.lock``, held by this process; the kernel lets go of it however the process ends.

    Attributes:
        database: the file that is locked, links followed.

    Raises:
        DatabaseRefusedError: if another process holds it, or the folder cannot be written.
    """

    def __init__(self, database: Path) -> None:
        self.database = database.resolve()
        path = beside(self.database, ".lock")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DatabaseRefusedError(f"{path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            raise DatabaseRefusedError(
                f"{database} is in use by another process; stop that one first, or give this one a database of its own"
            ) from error

    def release(self) -> None:
        """Let go; once is enough."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def prepare(database: Path, steps: list[Migration], *, copy_aside: bool = True) -> None:
    """Make the database if there is none; else check it and bring it to the last step, a copy having been put aside
    unless the caller has one.

    The caller holds the lock.

    Raises:
        DatabaseRefusedError: if it is damaged, newer than the program or no database of this program; it is as it was.
        StoreError: if a step failed, or there is no room.
    """
    try:
        if not database.exists() or database.stat().st_size == 0:
            _create(database, steps)
            return
        version = _inspect(database, newest=len(steps))
        if version < len(steps):
            aside = beside(database, f".before-{version + 1:04d}")
            if copy_aside and not aside.exists():  # a copy made by an attempt that failed later is as good
                copy_whole(database, aside)
            _migrate(database, steps)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{database} could not be made ready: {error}") from error


def copy_whole(database: Path, target: Path) -> None:
    """Write a checked copy of the database as it is at this moment to ``target``, while others write.

    A crash leaves no half copy under that name.

    Raises:
        sqlite3.Error, OSError: if it could not be written.
    """
    part = beside(target, ".part")
    part.unlink(missing_ok=True)  # left by a crash
    _touch(part)  # VACUUM INTO fills an empty file; so nobody else may read it from the first byte
    try:
        with closing(connect(database, read_only=True)) as connection:
            _quick_check(connection)  # else rows that cannot be found any more would just be missing in the copy
            connection.execute("VACUUM INTO ?", (str(part),))
        with closing(connect(part, read_only=True)) as connection:
            _quick_check(connection)
        _without_logs(target)
        publish(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def connect(database: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A plain connection in autocommit mode. A read-only one never writes to the database nor to its log."""
    uri = f"{database.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def _create(database: Path, steps: list[Migration]) -> None:
    """A new database gets its name only when it is whole."""
    part = beside(database, ".part")
    part.unlink(missing_ok=True)
    _without_logs(part)
    _touch(part)
    _migrate(part, steps)
    publish(part, database)


def _without_logs(database: Path) -> None:
    """Leave no log of an earlier file of this name, say after a crash: it would be played into the new one."""
    for suffix in SIDE_FILES:
        beside(database, suffix).unlink(missing_ok=True)


def _migrate(database: Path, steps: list[Migration]) -> None:
    with closing(connect(database)) as connection:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        migrate(connection, steps)


def _inspect(database: Path, newest: int) -> int:
    """The schema version of a healthy database. Nothing is written: neither to the database nor to its log."""
    side_files = [beside(database, "-wal"), beside(database, "-shm")]
    made = [path for path in side_files if not path.exists()]
    try:
        with closing(connect(database, read_only=True)) as connection:
            version = schema_version(connection)
            if version is None:
                raise DatabaseRefusedError(f"{database} is a database of some other program; choose another file")
            if version > newest:
                raise DatabaseRefusedError(
                    f"{database} was written by a newer program (schema {version}, this one knows {newest}); "
                    "update the program, or restore the copy made before the update"
                )
            _quick_check(connection)
            return version
    except sqlite3.DatabaseError as error:
        raise DatabaseDamagedError(f"{database} is damaged or unreadable ({error}) and was left as it is") from error
    finally:
        for path in made:  # a read-only connection leaves its empty log behind
            path.unlink(missing_ok=True)


def _quick_check(connection: sqlite3.Connection) -> None:
    if (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
        raise sqlite3.DatabaseError(found)


def publish(part: Path, target: Path) -> None:
    """Give a finished file its name; file and name are on disk."""
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _touch(path: Path) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def beside(path: Path, suffix: str) -> Path:
    """The file whose name goes on with this suffix."""
    return path.with_name(path.name + suffix)

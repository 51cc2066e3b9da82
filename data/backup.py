"""Backups of the database: made while the bot runs, checked, thinned out with age, and put back."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data.files import SIDE_FILES, Lock, beside, connect, copy_whole, publish
from data.forgetting import reapply_forgotten
from data.schema import migrations, schema_version
from data.store import StoreError

STEM = "calidruno-"
NAME = re.compile(rf"{STEM}(\d{{8}}T\d{{6}}Z)\.sqlite3")
STAMP = "%Y%m%dT%H%M%SZ"


class BackupError(Exception):
    """What was asked cannot be done; nothing was changed. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of a sound database found.

    Attributes:
        version: its schema; ``newest`` is the one that this program writes.
        alive_at: when its bot was last known to be alive, in UTC milliseconds; None if never.
    """

    version: int
    newest: int
    open_tables: int
    matches: int
    moves: int
    alive_at: int | None


def check(file: Path) -> Report:
    """Look through a whole database or backup. It may be in use.

    Raises:
        BackupError: if it is damaged, not ours, or newer than this program.
    """
    if not file.is_file():
        raise BackupError(f"{file} is not there")
    newest = len(migrations())
    try:
        with closing(connect(file, read_only=True)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            broken = connection.execute("PRAGMA foreign_key_check").fetchone()
            version = schema_version(connection)
            if found != "ok" or broken is not None:
                raise BackupError(f"{file} is damaged: {found if found != 'ok' else 'a row without its owner'}")
            if not version:
                raise BackupError(f"{file} is no database of this program")
            if version > newest:
                raise BackupError(f"{file} was written by a newer program (schema {version}, this one knows {newest})")
            return Report(version, newest, *_counts(connection))
    except sqlite3.Error as error:
        raise BackupError(f"{file} is damaged or unreadable ({error})") from error


def _counts(connection: sqlite3.Connection) -> tuple[int, int, int, int | None]:
    def one(statement: str) -> int | None:
        return connection.execute(statement).fetchone()[0]

    return (
        one("SELECT count(*) FROM game_table WHERE status <> 'closed'") or 0,
        one("SELECT count(*) FROM match") or 0,
        one("SELECT count(*) FROM move") or 0,
        one("SELECT max(value) FROM meta WHERE key = 'last_alive_at'"),
    )


def back_up(database: Path, target: Path, *, replace: bool = False) -> None:
    """Write a checked copy of the database as it is at this moment to ``target``, while a bot writes.

    A crash leaves no half copy under that name.

    Raises:
        BackupError: if it could not be written, or ``target`` is there and ``replace`` does not say to overwrite it.
    """
    if not database.is_file():
        raise BackupError(f"{database} is not there; which database is meant is told by DATABASE or --database")
    if target.exists() and (not replace or target.samefile(database)):
        raise BackupError(f"{target} is there already and was left as it is")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy_whole(database, target)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(f"{target} could not be written: {error}") from error


def back_up_into(folder: Path, database: Path, now: datetime, *, daily: int, weekly: int) -> Path:
    """Add a backup to a folder and thin out the older ones: the last one of each of the newest ``daily`` days and of
    the newest ``weekly`` weeks stays. Only files that are named like backups are ever deleted.

    Raises:
        BackupError: if it could not be written, or another backup into this folder is under way.
    """
    target = folder / f"{STEM}{now.astimezone(UTC).strftime(STAMP)}.sqlite3"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone_in(folder):
            for left_by_a_crash in folder.glob(f"{STEM}*.part"):
                left_by_a_crash.unlink()
            back_up(database, target)
            kept = to_keep(backups(folder), daily=daily, weekly=weekly)
            for old in backups(folder):
                if old not in kept and old != target:
                    old.unlink()
    except OSError as error:
        raise BackupError(f"{folder} could not be written: {error}") from error
    return target


@contextmanager
def _alone_in(folder: Path) -> Generator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise BackupError(f"another backup into {folder} is under way") from error
    finally:
        os.close(descriptor)


def backups(folder: Path) -> list[Path]:
    """The backups of a folder, newest first."""
    return sorted((path for path in folder.glob("*") if NAME.fullmatch(path.name)), reverse=True)


def to_keep(newest_first: Sequence[Path], *, daily: int, weekly: int) -> set[Path]:
    """Which backups stay: the last one of each day and each week, for so many days and weeks that have one."""
    days = _last_of_each(newest_first, lambda at: at.date())
    weeks = _last_of_each(newest_first, lambda at: at.isocalendar()[:2])
    return {*days[:daily], *weeks[:weekly]}


def _last_of_each(newest_first: Iterable[Path], period: Callable[[datetime], object]) -> list[Path]:
    last: dict[object, Path] = {}
    for path in newest_first:
        last.setdefault(period(made_at(path)), path)
    return list(last.values())


def made_at(backup: Path) -> datetime:
    """When a backup was made, by its name."""
    found = NAME.fullmatch(backup.name)
    assert found is not None
    return datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)


def newest_good(folder: Path) -> Path | None:
    """The newest backup of a folder that passes the check."""
    for path in backups(folder):
        try:
            check(path)
        except BackupError:
            continue
        return path
    return None


def restore(backup: Path, database: Path, now: datetime) -> Path | None:
    """Put a backup in the place of the database, without those who have asked to be forgotten since. The old file is
    kept beside it; the result is its name, None if there was none. At every moment a whole database, the old or the
    new one, has the name.

    Raises:
        BackupError: if the backup is not sound, or it could not be done.
        DatabaseRefusedError: if a bot holds the database.
    """
    check(backup)
    lock = Lock(database)
    fresh = beside(lock.database, ".restored")
    try:
        if lock.database.exists() and lock.database.samefile(backup):
            raise BackupError("that is the database itself")
        copy_whole(backup, fresh)
        reapply_forgotten(fresh, lock.database)
        aside = _put_aside(lock.database, now) if lock.database.exists() else None
        publish(fresh, lock.database)
    except (sqlite3.Error, OSError, StoreError, ValueError) as error:
        raise BackupError(f"{database} could not be replaced: {error}") from error
    finally:
        with suppress(OSError):
            for suffix in ("", *SIDE_FILES):  # it may hold people who are to be forgotten
                beside(fresh, suffix).unlink(missing_ok=True)
        lock.release()
    return aside


def _put_aside(database: Path, now: datetime) -> Path:
    """Give the database a second name beside its own, and leave no log that would be played into its successor."""
    aside = beside(database, f".replaced-{now.astimezone(UTC).strftime(STAMP)}")
    with suppress(BackupError):  # one that is damaged is kept as it is, with its log beside it
        check(database)
        with closing(connect(database)) as connection:
            if connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                raise sqlite3.OperationalError("it is being read, perhaps by a backup")
    os.link(database, aside)
    for suffix in SIDE_FILES:
        if beside(database, suffix).exists():
            beside(database, suffix).rename(beside(aside, suffix))
    return aside

"""The schema of the SQLite database: numbered SQL files, applied forward only, one transaction each."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "migrations"

RECORDS = """CREATE TABLE IF NOT EXISTS migration (
    version    INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from schema ``version - 1`` to ``version``."""

    version: int
    name: str
    sql: str

    def statements(self) -> Iterator[str]:
        """The SQL one statement at a time: ``executescript`` would commit what is open before it starts."""
        statement = ""
        for line in self.sql.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""
        if statement.strip():
            raise ValueError(f"migration {self.version:04d} ends within a statement")


def migrations(folder: Path = FOLDER) -> list[Migration]:
    """All steps in order.

    Raises:
        ValueError: if a file is misnamed or a number is missing.
    """
    steps: list[Migration] = []
    for path in sorted(folder.glob("*.sql")):
        found = re.fullmatch(r"(\d{4})_(\w+)", path.stem)
        if found is None or int(found[1]) != len(steps) + 1:
            raise ValueError(f"{path.name} is not the migration with number {len(steps) + 1:04d}")
        steps.append(Migration(len(steps) + 1, found[2], path.read_text(encoding="utf-8")))
    return steps


def schema_version(connection: sqlite3.Connection) -> int | None:
    """The last migration that this database has seen: 0 if it is empty, None if it was never one of ours."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "migration" in tables:
        return connection.execute("SELECT coalesce(max(version), 0) FROM migration").fetchone()[0]
    return None if tables else 0


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration]) -> None:
    """Bring the database to the last step. A crash or an error leaves it at a whole step.

    The connection is in autocommit mode (``isolation_level=None``). Foreign keys are not enforced on the way, so that
    a step may rebuild a table, and are checked before each step is committed.

    Raises:
        sqlite3.Error: if a step failed; it left no trace.
    """
    connection.execute("PRAGMA foreign_keys = OFF")
    done = schema_version(connection) or 0
    for step in steps[done:]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            _apply(connection, step)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _apply(connection: sqlite3.Connection, step: Migration) -> None:
    connection.execute(RECORDS)
    for statement in step.statements():
        connection.execute(statement)
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise sqlite3.IntegrityError(f"migration {step.version:04d} would break a foreign key")
    record = (step.version, step.name, time.time_ns() // 1_000_000)
    connection.execute("INSERT INTO migration (version, name, applied_at) VALUES (?, ?, ?)", record)

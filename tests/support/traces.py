"""What is left of a person in a database and its files."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from data.files import connect


def columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Every column of every SQL table."""
    for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        for _, column, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall():
            yield table, column


def places_of(database: Path, *wanted: int | str) -> list[str]:
    """Every column of every SQL table that holds a value as a number or anywhere in a text."""
    found: list[str] = []
    with closing(connect(database)) as connection:
        for table, column in columns(connection):
            for value in wanted:
                rows = connection.execute(
                    f"SELECT count(*) FROM {table} WHERE {column} = ? OR instr(CAST({column} AS TEXT), ?)",
                    (value, str(value)),
                )
                if rows.fetchone()[0]:
                    found.append(f"{table}.{column}")
    return found


def traces(database: Path, user_id: int, name: str) -> list[str]:
    """How a person can be recognised in the bytes of the database's files, its log and all others that are named after
    it: by their id as SQLite or a text holds it, or by the longest word of their name."""
    files = [path for path in database.parent.iterdir() if path.name.startswith(database.name)]
    content = b"".join(path.read_bytes() for path in files)
    word = max(name.split(), key=len)
    signs = {"id": user_id.to_bytes(8, "big"), "id as text": str(user_id).encode(), "name": word.encode()}
    return [what for what, sign in signs.items() if sign in content]

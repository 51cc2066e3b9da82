"""Forgetting a person so that nobody else's records suffer.

What is a person's alone goes: settings, rounds, notes, watching. Where others were with them, at tables and in matches,
their id becomes an alias: a small number, drawn anew for each table, that is nobody's. A replay needs no ids, so
results, wins and journals stay whole.

Backups still hold the person. So a list beside the database keeps a salted hash of each forgotten id, under a random
token that the database notes too: a restored database lacks the later tokens, and those people are forgotten again.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import sqlite3
from collections.abc import Container, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from data.files import PRAGMAS, beside, connect, prepare, publish
from data.records import Presence, SeatRecord, TableId, TableRecord, TableStatus, is_computer
from data.schema import migrations
from data.tables import load_table, update_table

ALIASES = 1 << 22
"""Aliases are from 1 to one less. Every id that Discord has ever given is greater, and computers have negative ones."""

AT_TABLES = (
    ("game_table", "host_id", "id"),
    ("game_table", "next_dealer", "id"),
    ("seat", "user_id", "table_id"),
    ("watcher", "user_id", "table_id"),
    ("win", "user_id", "table_id"),
    ("match JOIN match_player ON match_id = id", "user_id", "table_id"),
)
"""Where people are named together with others: rows, the column with their id, and the column with the table's id."""

ALONE = ("player", "rounds_played", "note")
"""Rows, each of one person by ``user_id``, that go with the person."""


class ForgottenList:
    """``<database>.forgotten``: who is to stay forgotten, as hashes that nobody can read without the file's own salt.

    The first line is the salt, every other one a token and a hash, oldest first.

    Raises:
        OSError, ValueError: from any method, if the file could not be read or written.
    """

    def __init__(self, database: Path) -> None:
        self._path = beside(database.resolve(), ".forgotten")

    def add(self, user_id: int) -> str:
        """Put a person on the list, on disk before this returns; the token of this forgetting."""
        salt, *lines = self._lines() or [secrets.token_hex(32)]
        token = secrets.token_hex(16)
        self._write([salt, *lines, f"{token} {_hash(salt, user_id)}"])
        return token

    def take_back(self, token: str) -> None:
        """A forgetting has failed: who asked for it may think again, and is not forgotten at the next start."""
        self._write([line for line in self._lines() if not line.startswith(f"{token} ")])

    def since(self, seen: Container[str]) -> Forgettings:
        """What is on the list and has not been seen."""
        salt, *lines = self._lines() or [""]
        listed = dict[str, str](line.split() for line in lines)
        return Forgettings(salt, {token: hashed for token, hashed in listed.items() if token not in seen})

    def _write(self, lines: list[str]) -> None:
        part = beside(self._path, ".part")
        part.unlink(missing_ok=True)  # left by a crash
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in lines)
        publish(part, self._path)

    def _lines(self) -> list[str]:
        return self._path.read_text(encoding="ascii").splitlines() if self._path.exists() else []


class Forgettings(NamedTuple):
    """A part of the list: the hash of a person by the token of their forgetting."""

    salt: str
    hashes: Mapping[str, str]

    def token_of(self, user_id: int) -> str | None:
        """A forgetting of this person; None if they are not on this part."""
        hashed = _hash(self.salt, user_id)
        return next((token for token, listed in self.hashes.items() if listed == hashed), None)


def _hash(salt: str, user_id: int) -> str:
    return hmac.new(bytes.fromhex(salt), str(user_id).encode(), hashlib.sha256).hexdigest()


def is_known(connection: sqlite3.Connection, user_id: int) -> bool:
    """Whether anything is stored about a person."""
    own = any(
        connection.execute(f"SELECT 1 FROM {rows} WHERE user_id = ? LIMIT 1", (user_id,)).fetchone() for rows in ALONE
    )
    return own or bool(_tables_of(connection, user_id))


def forget_person(connection: sqlite3.Connection, user_id: int, token: str) -> dict[TableId, int]:
    """Forget a person; the alias that they have now at each table, or in its matches, where they were named. Each table
    of which ``is_named`` holds is now as ``without`` says, one version on."""
    for rows in ALONE:
        connection.execute(f"DELETE FROM {rows} WHERE user_id = ?", (user_id,))
    aliases: dict[TableId, int] = {}
    for table_id in _tables_of(connection, user_id):
        table = load_table(connection, table_id)
        assert table is not None
        alias = aliases[table_id] = _alias(connection, table_id)
        connection.execute(
            "UPDATE match_player SET user_id = ? "
            "WHERE user_id = ? AND match_id IN (SELECT id FROM match WHERE table_id = ?)",
            (alias, user_id, table_id),
        )
        if is_named(table, user_id):
            update_table(connection, without(table, user_id, alias))
    connection.execute("INSERT OR IGNORE INTO forgetting (token) VALUES (?)", (token,))
    return aliases


def is_named(table: TableRecord, user_id: int) -> bool:
    """Whether a table itself, apart from its matches, names a person."""
    return user_id in {table.host_id, table.next_dealer, *table.watchers, *table.wins} or any(
        seat.user_id == user_id for seat in table.seats
    )


def without(table: TableRecord, user_id: int, alias: int) -> TableRecord:
    """A table after one of its people was forgotten, in the same version: a seat in a lobby is free, any other one is
    the alias's and was left for good; somebody else is the host of what goes on."""
    lobby = table.status is TableStatus.LOBBY
    left = {"user_id": alias, "name": "", "presence": Presence.LEFT}
    seats = tuple(
        replace(seat, **left) if seat.user_id == user_id else seat
        for seat in table.seats
        if not (lobby and seat.user_id == user_id)
    )
    host_id = table.host_id
    if host_id == user_id:
        host_id = alias if table.status is TableStatus.CLOSED else _heir(seats, alias)
    return replace(
        table,
        seats=seats,
        host_id=host_id,
        watchers=tuple(watcher for watcher in table.watchers if watcher != user_id),
        wins={alias if person == user_id else person: won for person, won in table.wins.items()},
        next_dealer=alias if table.next_dealer == user_id else table.next_dealer,
    )


def _heir(seats: tuple[SeatRecord, ...], nobody: int) -> int:
    people = [seat for seat in seats if seat.presence is not Presence.LEFT and not is_computer(seat.user_id)]
    here = [seat for seat in people if seat.presence is Presence.HERE] or people
    return here[0].user_id if here else nobody


def reapply(connection: sqlite3.Connection, forgotten: ForgottenList) -> int:
    """Forget those again whom this database, restored from a backup, still knows; how many they were."""
    seen = {token for (token,) in connection.execute("SELECT token FROM forgetting")}
    pending = forgotten.since(seen)
    if not pending.hashes:
        return 0
    found = {user_id: token for user_id in _people(connection) if (token := pending.token_of(user_id)) is not None}
    for user_id, token in found.items():
        forget_person(connection, user_id, token)
    connection.executemany(
        "INSERT OR IGNORE INTO forgetting (token) VALUES (?)", [(token,) for token in pending.hashes]
    )
    return len(found)


def reapply_forgotten(restored: Path, database: Path) -> int:
    """Bring a restored copy of a database to the present schema and forget those again in it who were forgotten since
    it was made; how many they were. Nothing of them is left in the file. ``database`` is the name that the copy has or
    will get; the caller holds its lock.

    Raises:
        DatabaseRefusedError, StoreError: if the copy could not be made ready.
        sqlite3.Error, OSError: if it could not be written, or the list not be read; the copy knows them as before.
    """
    prepare(restored, migrations(), copy_aside=False)  # the backup is still there
    with closing(connect(restored)) as connection:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        connection.execute("BEGIN IMMEDIATE")
        count = reapply(connection, ForgottenList(database))
        connection.execute("COMMIT")
    return count


def _tables_of(connection: sqlite3.Connection, user_id: int) -> list[TableId]:
    """The tables, open or closed, where a person is named."""
    found = " UNION ".join(f"SELECT {table} FROM {rows} WHERE {column} = :person" for rows, column, table in AT_TABLES)
    return [TableId(table_id) for (table_id,) in connection.execute(found, {"person": user_id})]


def _people(connection: sqlite3.Connection) -> list[int]:
    """Everybody whose id is stored anywhere."""
    columns = [(rows, column) for rows, column, _ in AT_TABLES] + [(rows, "user_id") for rows in ALONE]
    found = " UNION ".join(f"SELECT {column} FROM {rows} WHERE {column} >= {ALIASES}" for rows, column in columns)
    return [user_id for (user_id,) in connection.execute(found)]


def _alias(connection: sqlite3.Connection, table_id: TableId) -> int:
    """A number that nobody has at this table."""
    named = " UNION ".join(f"SELECT {column} FROM {rows} WHERE {table} = :table" for rows, column, table in AT_TABLES)
    taken = {user_id for (user_id,) in connection.execute(named, {"table": table_id})}
    while (alias := 1 + secrets.randbelow(ALIASES - 1)) in taken:
        pass
    return alias

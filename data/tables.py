"""Game tables as rows, with their seats, watchers and wins. Each function works within its caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from data.pacts import drop_unused_pact, insert_pact, promising
from data.records import Pact, Presence, SeatRecord, StandIn, TableId, TableRecord, TableStatus, Value
from data.store import ChannelTakenError, StaleTableError

TABLE_COLUMNS = (
    "guild_id",
    "channel_id",
    "parent_channel_id",
    "host_id",
    "game",
    "status",
    "options",
    "clock_s",
    "created_at",
    "touched_at",
    "version",
    "match_id",
    "message_id",
    "message_channel_id",
    "posted_at",
    "deadline_at",
    "next_dealer",
    "stand_in",
    "commitment",
)
INSERT_TABLE = (
    f"INSERT INTO game_table ({', '.join(TABLE_COLUMNS)}) VALUES ({', '.join(':' + name for name in TABLE_COLUMNS)})"
)
UPDATE_TABLE = (
    f"UPDATE game_table SET {', '.join(f'{name} = :{name}' for name in TABLE_COLUMNS)} "
    "WHERE id = :id AND version = :version - 1"
)

CHILDREN = {
    "seat": ("position", "user_id", "name", "presence", "timeouts", "join_id"),
    "watcher": ("position", "user_id"),
    "win": ("user_id", "won"),
}
"""The tables that hang on a game table, with their columns in the order of their primary keys."""


def load_tables(connection: sqlite3.Connection, where: str, *parameters: int) -> list[TableRecord]:
    """The tables for which ``where`` holds, by id."""
    columns = ("id", *TABLE_COLUMNS)
    found = connection.execute(f"SELECT {', '.join(columns)} FROM game_table WHERE {where} ORDER BY id", parameters)
    rows: list[dict[str, Any]] = [dict(zip(columns, row, strict=True)) for row in found]
    children: dict[tuple[str, int], list[tuple[Any, ...]]] = defaultdict(list)
    for child, names in CHILDREN.items():
        for table_id, *row in connection.execute(
            f"SELECT table_id, {', '.join(names)} FROM {child} "
            f"WHERE table_id IN (SELECT id FROM game_table WHERE {where}) ORDER BY table_id, {names[0]}",
            parameters,
        ):
            children[child, table_id].append(tuple(row))
    for row in rows:
        row["status"] = TableStatus(row["status"])
        row["stand_in"] = StandIn(row["stand_in"])
        row["options"] = json.loads(row["options"])
        row["seats"] = tuple(
            SeatRecord(user_id, name, Presence(presence), timeouts, join_id)
            for _, user_id, name, presence, timeouts, join_id in children["seat", row["id"]]
        )
        row["watchers"] = tuple(user_id for _, user_id in children["watcher", row["id"]])
        row["wins"] = dict(children["win", row["id"]])
    return [TableRecord(**row) for row in rows]


def load_table(connection: sqlite3.Connection, table_id: TableId) -> TableRecord | None:
    found = load_tables(connection, "id = ?", table_id)
    return found[0] if found else None


def insert_table(connection: sqlite3.Connection, table: TableRecord, pact: Pact | None = None) -> TableRecord:
    """Store a new table with its first pact; the result carries its id.

    Raises:
        ChannelTakenError
    """
    table = promising(table, pact)
    try:
        inserted = connection.execute(INSERT_TABLE, _table_row(table))
    except sqlite3.IntegrityError as error:
        _raise_if_taken(connection, table.channel_id, error)
        raise
    table = replace(_as_kept(table), id=TableId(int(inserted.lastrowid or 0)))
    _write_children(connection, table)
    insert_pact(connection, table.id, pact)
    return table


def update_table(connection: sqlite3.Connection, table: TableRecord) -> TableRecord:
    """Write a table in place of its version; the result carries the next one.

    Raises:
        StaleTableError, ChannelTakenError
    """
    table = replace(_as_kept(table), version=table.version + 1)
    try:
        updated = connection.execute(UPDATE_TABLE, _table_row(table))
    except sqlite3.IntegrityError as error:
        _raise_if_taken(connection, table.channel_id, error)
        raise
    if updated.rowcount == 0:
        raise StaleTableError(f"table {table.id} is no longer at version {table.version - 1}")
    _write_children(connection, table)
    if table.status is TableStatus.CLOSED:
        drop_unused_pact(connection, table.id)
    return table


def make_pact(connection: sqlite3.Connection, table: TableRecord, pact: Pact) -> TableRecord:
    """Store a table with the pact of its next match; the result carries the next version and the commitment.

    Raises:
        StaleTableError
    """
    table = update_table(connection, promising(table, pact))
    insert_pact(connection, table.id, pact)
    return table


def _table_row(table: TableRecord) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(table, name) for name in TABLE_COLUMNS}
    return row | {"id": table.id, "options": encode_options(table.options)}


def _as_kept(table: TableRecord) -> TableRecord:
    """A closed table keeps no names, and promises no further match."""
    if table.status is not TableStatus.CLOSED:
        return table
    return replace(table, seats=tuple(replace(seat, name="") for seat in table.seats), commitment="")


def _write_children(connection: sqlite3.Connection, table: TableRecord) -> None:
    """Seats, watchers and wins, each rewritten only if something changed: most moves change none of them."""
    rows: dict[str, Iterable[tuple[Any, ...]]] = {
        "seat": (
            (position, seat.user_id, seat.name, seat.presence, seat.timeouts, seat.join_id)
            for position, seat in enumerate(table.seats)
        ),
        "watcher": enumerate(table.watchers),
        "win": sorted(table.wins.items()),
    }
    for child, names in CHILDREN.items():
        wanted = list(rows[child])
        stored = connection.execute(
            f"SELECT {', '.join(names)} FROM {child} WHERE table_id = ? ORDER BY {names[0]}", (table.id,)
        ).fetchall()
        if stored == wanted:
            continue
        connection.execute(f"DELETE FROM {child} WHERE table_id = ?", (table.id,))
        connection.executemany(
            f"INSERT INTO {child} (table_id, {', '.join(names)}) VALUES (?{', ?' * len(names)})",
            ((table.id, *row) for row in wanted),
        )


def _raise_if_taken(connection: sqlite3.Connection, channel_id: int, error: sqlite3.IntegrityError) -> None:
    if error.sqlite_errorname != "SQLITE_CONSTRAINT_UNIQUE":
        return
    holder = connection.execute(
        "SELECT id FROM game_table WHERE channel_id = ? AND status <> 'closed'", (channel_id,)
    ).fetchone()
    raise ChannelTakenError(TableId(holder[0])) from error


def encode_options(options: Mapping[str, Value]) -> str:
    """Rule options as one JSON text, the only thing that is stored so."""
    return json.dumps(dict(options), ensure_ascii=False, separators=(",", ":"))

"""Pacts as rows: what matches are dealt from, sealed before anybody joins. Each function works within its caller's
transaction. A pact without a match is the table's next one; a pact with one is told once that match is over."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from data.records import MatchId, MatchRecord, Pact, TableId, TableRecord
from data.store import StoreError


def promising(table: TableRecord, pact: Pact | None) -> TableRecord:
    """The table as it shows this pact's commitment for its next match."""
    return replace(table, commitment=pact.commitment if pact is not None else "")


def insert_pact(connection: sqlite3.Connection, table_id: TableId, pact: Pact | None) -> None:
    """Store the pact of a table's next match, if there is one."""
    if pact is not None:
        connection.execute(
            "INSERT INTO pact (commitment, table_id, server_seed) VALUES (?, ?, ?)",
            (pact.commitment, table_id, pact.server_seed),
        )


def use_pact(connection: sqlite3.Connection, match: MatchRecord) -> None:
    """The pact that the match names is this match's from now on.

    Raises:
        StoreError: if it is not the next one of the match's table.
    """
    if not match.commitment:
        return
    used = connection.execute(
        "UPDATE pact SET match_id = ? WHERE commitment = ? AND table_id = ? AND match_id IS NULL",
        (match.id, match.commitment, match.table_id),
    )
    if used.rowcount == 0:
        raise StoreError(f"table {match.table_id} has no such pact for its next match")


def drop_unused_pact(connection: sqlite3.Connection, table_id: TableId) -> None:
    """The table has no next match."""
    connection.execute("DELETE FROM pact WHERE table_id = ? AND match_id IS NULL", (table_id,))


def next_match(connection: sqlite3.Connection, table_id: TableId) -> tuple[int, Pact | None]:
    """The number of a table's next match, and its pact."""
    (last,) = connection.execute(
        "SELECT coalesce(max(number), 0) FROM match WHERE table_id = ?", (table_id,)
    ).fetchone()
    row = connection.execute(
        "SELECT commitment, server_seed FROM pact WHERE table_id = ? AND match_id IS NULL", (table_id,)
    ).fetchone()
    return last + 1, None if row is None else Pact(*row)


def revealed(connection: sqlite3.Connection, match_id: MatchId) -> Pact | None:
    """The pact of a match that is over."""
    row = connection.execute(
        "SELECT commitment, server_seed FROM pact JOIN match ON match.id = match_id "
        "WHERE match_id = ? AND finished_at IS NOT NULL",
        (match_id,),
    ).fetchone()
    return None if row is None else Pact(*row)

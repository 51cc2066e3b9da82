"""Matches and their journal as rows. Each function works within its caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from data.notes import forget_notes
from data.pacts import insert_pact, promising, use_pact
from data.players import count_round
from data.records import MatchId, MatchLine, MatchRecord, MoveRecord, Pact, TableRecord
from data.store import Appended, StoreError
from data.tables import encode_options, load_table, update_table


def start_match(
    connection: sqlite3.Connection, table: TableRecord, match: MatchRecord, pact: Pact | None = None
) -> tuple[TableRecord, MatchRecord]:
    """Store a new match, which uses up its pact, and its table with the pact of the next one.

    Raises:
        StaleTableError
    """
    match = _insert_match(connection, replace(match, table_id=table.id))
    use_pact(connection, match)
    table = update_table(connection, promising(replace(table, match_id=match.id), pact))
    insert_pact(connection, table.id, pact)
    return table, match


def append(
    connection: sqlite3.Connection,
    move: MoveRecord,
    table: TableRecord,
    outcome: str | None,
    round_of: Sequence[int] = (),
) -> tuple[Appended, TableRecord]:
    """Journal a move and write its table; if the move is a duplicate or stale, the table comes as it is stored.

    Raises:
        StaleTableError
        StoreError: if the move would leave a gap in the journal.
    """
    if connection.execute("SELECT 1 FROM move WHERE idem = ?", (move.idem,)).fetchone():
        return Appended.DUPLICATE, _as_stored(connection, table)
    (last,) = connection.execute(
        "SELECT coalesce(max(ply), 0) FROM move WHERE match_id = ?", (move.match_id,)
    ).fetchone()
    if move.ply <= last:
        return Appended.STALE, _as_stored(connection, table)
    if move.ply > last + 1:
        raise StoreError(f"match {move.match_id} has {last} moves: move {move.ply} would leave a gap")
    table = update_table(connection, table)
    connection.execute(
        "INSERT INTO move (match_id, ply, seat, move, idem, at) VALUES (?, ?, ?, ?, ?, ?)",
        (move.match_id, move.ply, move.seat, move.move, move.idem, move.at),
    )
    count_round(connection, table.game, round_of)
    if outcome is not None:
        _finish(connection, move.match_id, move.at, outcome)
    return Appended.STORED, table


def end_match(connection: sqlite3.Connection, table: TableRecord, match_id: MatchId, outcome: str) -> TableRecord:
    """Write a table and note that its match ended, when the table was touched, without a last move.

    Raises:
        StaleTableError
    """
    table = update_table(connection, table)
    _finish(connection, match_id, table.touched_at, outcome)
    return table


def load_match(connection: sqlite3.Connection, match_id: MatchId) -> tuple[MatchRecord, list[MoveRecord]] | None:
    """A match with its journal in order of ply."""
    row = connection.execute(
        "SELECT match.table_id, game, rules_version, options, dealer, started_at, finished_at, outcome, seed, "
        "number, start_id, coalesce(commitment, '') "
        "FROM match JOIN secret ON secret.match_id = id LEFT JOIN pact ON pact.match_id = id WHERE id = ?",
        (match_id,),
    ).fetchone()
    if row is None:
        return None
    table_id, game, rules_version, options, dealer, started_at, finished_at, outcome, seed, *sealed = row
    number, start_id, commitment = sealed
    players = connection.execute(
        "SELECT user_id, join_id FROM match_player WHERE match_id = ? ORDER BY seat", (match_id,)
    ).fetchall()
    match = MatchRecord(
        id=match_id,
        table_id=table_id,
        game=game,
        rules_version=rules_version,
        options=json.loads(options),
        players=tuple(user_id for user_id, _ in players),
        seed=seed,
        dealer=dealer,
        started_at=started_at,
        finished_at=finished_at,
        outcome=outcome,
        number=number,
        commitment=commitment,
        joins=tuple(join_id for _, join_id in players),
        start_id=start_id,
    )
    moves = connection.execute(
        "SELECT match_id, ply, seat, move, idem, at FROM move WHERE match_id = ? ORDER BY ply", (match_id,)
    )
    return match, [MoveRecord(*move) for move in moves]


def matches_in(connection: sqlite3.Connection, channel_id: int, most: int) -> list[MatchLine]:
    """The last matches that began at tables of a channel, the latest first."""
    found = connection.execute(
        "SELECT match.id, table_id, number, match.game, started_at, finished_at "
        "FROM match JOIN game_table ON game_table.id = table_id WHERE channel_id = ? ORDER BY match.id DESC LIMIT ?",
        (channel_id, most),
    )
    return [MatchLine(*line) for line in found]


def _insert_match(connection: sqlite3.Connection, match: MatchRecord) -> MatchRecord:
    """Store a new match with its players and its seed; the result carries its id."""
    inserted = connection.execute(
        "INSERT INTO match "
        "(table_id, game, rules_version, options, dealer, started_at, finished_at, outcome, number, start_id) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match.table_id,
            match.game,
            match.rules_version,
            encode_options(match.options),
            match.dealer,
            match.started_at,
            match.finished_at,
            match.outcome,
            match.number,
            match.start_id,
        ),
    )
    match_id = MatchId(int(inserted.lastrowid or 0))
    connection.executemany(
        "INSERT INTO match_player (match_id, seat, user_id, join_id) VALUES (?, ?, ?, ?)",
        (
            (match_id, seat, user_id, join_id)
            for seat, (user_id, join_id) in enumerate(zip_longest(match.players, match.joins, fillvalue=0))
        ),
    )
    connection.execute("INSERT INTO secret (match_id, seed) VALUES (?, ?)", (match_id, match.seed))
    return replace(match, id=match_id)


def _finish(connection: sqlite3.Connection, match_id: MatchId, at: int, outcome: str) -> None:
    connection.execute("UPDATE match SET finished_at = ?, outcome = ? WHERE id = ?", (at, outcome, match_id))
    forget_notes(connection, match_id)


def _as_stored(connection: sqlite3.Connection, table: TableRecord) -> TableRecord:
    return load_table(connection, table.id) or table

"""What players have noted for themselves during a match, as rows. A match that is over keeps no notes."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from data.records import MatchId


def load_notes(connection: sqlite3.Connection, match_id: MatchId, user_id: int) -> dict[int, str]:
    """One player's notes by place."""
    found = connection.execute(
        "SELECT place, words FROM note WHERE match_id = ? AND user_id = ? ORDER BY place", (match_id, user_id)
    )
    return dict(found.fetchall())


def save_notes(connection: sqlite3.Connection, match_id: MatchId, user_id: int, notes: Mapping[int, str]) -> None:
    """Replace one player's notes, unless the match is over."""
    connection.execute("DELETE FROM note WHERE match_id = ? AND user_id = ?", (match_id, user_id))
    connection.executemany(
        "INSERT INTO note (match_id, user_id, place, words) "
        "SELECT id, ?, ?, ? FROM match WHERE id = ? AND finished_at IS NULL",
        [(user_id, place, words, match_id) for place, words in notes.items()],
    )


def forget_notes(connection: sqlite3.Connection, match_id: MatchId) -> None:
    """The match is over: nobody's notes stay."""
    connection.execute("DELETE FROM note WHERE match_id = ?", (match_id,))

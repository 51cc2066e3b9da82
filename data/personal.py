"""Everything that is stored about one person, for that person: plain values that JSON can hold.

Ids are texts, since JavaScript's numbers are too short for them; times are UTC in ISO 8601. Nobody else is named, and
of a match that is still played there is nothing but that it is played.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from data.players import load_player

PLACE = "CAST(game_table.id AS TEXT) AS 'table', CAST(guild_id AS TEXT) AS server, CAST(channel_id AS TEXT) AS channel"


def about_person(connection: sqlite3.Connection, user_id: int) -> dict[str, Any]:
    """What is stored about a person, by kind; kinds of which there is nothing are empty."""

    def rows(select: str) -> list[dict[str, Any]]:
        return _rows(connection.execute(select, {"person": user_id}))

    stored = connection.execute("SELECT 1 FROM player WHERE user_id = ?", (user_id,)).fetchone() is not None
    settings = asdict(load_player(connection, user_id)) if stored else {}
    settings.pop("user_id", None)
    return {
        "id": str(user_id),
        "settings": settings,
        "rounds_played": rows("SELECT game, rounds FROM rounds_played WHERE user_id = :person ORDER BY game"),
        "seats": rows(
            f"SELECT {PLACE}, game_table.game, status, position AS seat, name, presence, timeouts, "
            "CAST(join_id AS TEXT) AS sat_down_by "
            "FROM seat JOIN game_table ON game_table.id = table_id WHERE user_id = :person ORDER BY game_table.id"
        ),
        "host_of": rows(
            f"SELECT {PLACE}, game, status, created_at, touched_at "
            "FROM game_table WHERE host_id = :person ORDER BY game_table.id"
        ),
        "deals_next_at": rows(f"SELECT {PLACE} FROM game_table WHERE next_dealer = :person ORDER BY game_table.id"),
        "watching": rows(
            f"SELECT {PLACE} FROM watcher JOIN game_table ON game_table.id = table_id "
            "WHERE user_id = :person ORDER BY game_table.id"
        ),
        "wins": rows(
            f"SELECT {PLACE}, won FROM win JOIN game_table ON game_table.id = table_id "
            "WHERE user_id = :person ORDER BY game_table.id"
        ),
        "matches": _matches(connection, user_id),
        "notes": rows(
            "SELECT CAST(match_id AS TEXT) AS 'match', place, words FROM note "
            "WHERE user_id = :person ORDER BY match_id, place"
        ),
    }


def _matches(connection: sqlite3.Connection, user_id: int) -> list[dict[str, Any]]:
    """The matches played, each with the moves of this person's seat once it is over."""
    matches = _rows(
        connection.execute(
            f"SELECT CAST(match.id AS TEXT) AS 'match', {PLACE}, match.game, seat, started_at, finished_at, outcome, "
            "CAST(join_id AS TEXT) AS sat_down_by "
            "FROM match_player JOIN match ON match.id = match_player.match_id "
            "JOIN game_table ON game_table.id = match.table_id WHERE user_id = ? ORDER BY match.id",
            (user_id,),
        )
    )
    for match in matches:
        over = match["finished_at"] is not None
        found = connection.execute(
            "SELECT at, move FROM move WHERE match_id = ? AND seat = ? ORDER BY ply",
            (int(match["match"]), match["seat"]),
        )
        match["moves"] = [f"{_time(at)} {move}" for at, move in found] if over else []
    return matches


def _rows(cursor: sqlite3.Cursor) -> list[dict[str, Any]]:
    names: Sequence[str] = [column[0] for column in cursor.description]
    return [{name: _plain(name, value) for name, value in zip(names, row, strict=True)} for row in cursor]


def _plain(name: str, value: Any) -> Any:
    return _time(value) if name.endswith("_at") and value is not None else value


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

"""What people have chosen, and how much they have played, as rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from data.records import PlayerSettings


def load_player(connection: sqlite3.Connection, user_id: int) -> PlayerSettings:
    """A person's settings; the defaults if there are none."""
    row = connection.execute(
        "SELECT locale, hand_by, sort_by, letters, pings, dm_closed, deck, faces FROM player WHERE user_id = ?",
        (user_id,),
    ).fetchone()
    if row is None:
        return PlayerSettings(user_id)
    locale, hand_by, sort_by, letters, pings, dm_closed, deck, faces = row
    return PlayerSettings(user_id, locale, hand_by, sort_by, bool(letters), bool(pings), bool(dm_closed), deck, faces)


def save_player(connection: sqlite3.Connection, settings: PlayerSettings) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO player (user_id, locale, hand_by, sort_by, letters, pings, dm_closed, deck, faces) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            settings.user_id,
            settings.locale,
            settings.hand_by,
            settings.sort_by,
            settings.letters,
            settings.pings,
            settings.dm_closed,
            settings.deck,
            settings.faces,
        ),
    )


def load_rounds(connection: sqlite3.Connection, user_id: int, game: str) -> int:
    """How many rounds of a game a person has played."""
    row = connection.execute(
        "SELECT rounds FROM rounds_played WHERE user_id = ? AND game = ?", (user_id, game)
    ).fetchone()
    return 0 if row is None else row[0]


def count_round(connection: sqlite3.Connection, game: str, user_ids: Sequence[int]) -> None:
    """These people have played a round more of the game."""
    connection.executemany(
        "INSERT INTO rounds_played (user_id, game, rounds) VALUES (?, ?, 1) "
        "ON CONFLICT (user_id, game) DO UPDATE SET rounds = rounds + 1",
        [(user_id, game) for user_id in user_ids],
    )

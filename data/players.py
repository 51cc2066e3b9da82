"""What people have chosen, as rows."""

from __future__ import annotations

import sqlite3

from data.records import PlayerSettings


def load_player(connection: sqlite3.Connection, user_id: int) -> PlayerSettings:
    """A person's settings; the defaults if there are none."""
    row = connection.execute(
        "SELECT locale, hand_by, sort_by, letters, pings, dm_closed, deck FROM player WHERE user_id = ?", (user_id,)
    ).fetchone()
    if row is None:
        return PlayerSettings(user_id)
    locale, hand_by, sort_by, letters, pings, dm_closed, deck = row
    return PlayerSettings(user_id, locale, hand_by, sort_by, bool(letters), bool(pings), bool(dm_closed), deck)


def save_player(connection: sqlite3.Connection, settings: PlayerSettings) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO player (user_id, locale, hand_by, sort_by, letters, pings, dm_closed, deck) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            settings.user_id,
            settings.locale,
            settings.hand_by,
            settings.sort_by,
            settings.letters,
            settings.pings,
            settings.dm_closed,
            settings.deck,
        ),
    )

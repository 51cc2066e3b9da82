"""How long things are kept: servers that have removed the bot, and tables that were closed long ago, as rows.

What goes, goes in batches, each within its caller's transaction, so that nobody who plays waits for long.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

GONE_DAYS = 30
"""What is known of a server goes so many days after it has removed the bot."""
KEEP_DAYS = 90
"""Closed tables and matches that are over go after so many days, unless the operator wants it otherwise."""


def note_gone(connection: sqlite3.Connection, guild_ids: Iterable[int], now: int) -> None:
    """The bot is in these servers no more; for those where it is known already, since when stays."""
    connection.executemany(
        "INSERT OR IGNORE INTO gone_server (guild_id, since) VALUES (?, ?)", [(guild_id, now) for guild_id in guild_ids]
    )


def note_back(connection: sqlite3.Connection, guild_ids: Iterable[int]) -> None:
    """The bot is in these servers."""
    connection.executemany("DELETE FROM gone_server WHERE guild_id = ?", [(guild_id,) for guild_id in guild_ids])


def gone_servers(connection: sqlite3.Connection) -> dict[int, int]:
    """The servers without the bot, and since when."""
    return dict(connection.execute("SELECT guild_id, since FROM gone_server ORDER BY guild_id").fetchall())


def known_servers(connection: sqlite3.Connection) -> list[int]:
    """The servers of which anything is stored."""
    found = connection.execute("SELECT guild_id FROM game_table UNION SELECT guild_id FROM server")
    return [guild_id for (guild_id,) in found]


def delete_server(connection: sqlite3.Connection, guild_id: int, before: int, most: int) -> bool:
    """Delete the next ``most`` matches or tables of a server that has been without the bot since ``before``, at last
    what it has chosen; whether there is more to delete. A server that is back, or is gone for less time, keeps all."""
    gone = connection.execute("SELECT since FROM gone_server WHERE guild_id = ?", (guild_id,)).fetchone()
    if gone is None or gone[0] >= before:
        return False
    if _delete(connection, "match", "table_id IN (SELECT id FROM game_table WHERE guild_id = ?)", (guild_id,), most):
        return True
    if _delete(connection, "game_table", "guild_id = ?", (guild_id,), most):
        return True
    connection.execute("DELETE FROM server WHERE guild_id = ?", (guild_id,))
    connection.execute("DELETE FROM gone_server WHERE guild_id = ?", (guild_id,))
    return False


def delete_old(connection: sqlite3.Connection, before: int, most: int) -> bool:
    """Delete the next ``most`` matches or tables that ended before a time; whether there is more to delete. What an
    open table shows is not old."""
    old_tables = "SELECT id FROM game_table WHERE status = 'closed' AND touched_at < ?"
    shown = "SELECT match_id FROM game_table WHERE status <> 'closed' AND match_id IS NOT NULL"
    old_matches = f"table_id IN ({old_tables}) OR (finished_at < ? AND id NOT IN ({shown}))"
    if _delete(connection, "match", old_matches, (before, before), most):
        return True
    return _delete(connection, "game_table", f"id IN ({old_tables})", (before,), most)


def _delete(connection: sqlite3.Connection, rows: str, where: str, parameters: tuple[int, ...], most: int) -> bool:
    """Delete so many rows, with all that hangs on them; whether there were any."""
    chosen = f"SELECT id FROM {rows} WHERE {where} LIMIT ?"
    deleted = connection.execute(f"DELETE FROM {rows} WHERE id IN ({chosen})", (*parameters, most))
    return deleted.rowcount > 0

"""What servers have chosen, as rows."""

from __future__ import annotations

import sqlite3

from data.records import ServerSettings


def load_server(connection: sqlite3.Connection, guild_id: int) -> ServerSettings:
    """A server's settings; the defaults if there are none."""
    row = connection.execute(
        "SELECT locale, table_limit, clock_s, pings, message_content, faces FROM server WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    if row is None:
        return ServerSettings(guild_id)
    locale, table_limit, clock_s, pings, message_content, faces = row
    channels = connection.execute(
        "SELECT channel_id FROM server_channel WHERE guild_id = ? ORDER BY position", (guild_id,)
    )
    return ServerSettings(
        guild_id=guild_id,
        locale=locale,
        channels=tuple(channel_id for (channel_id,) in channels),
        table_limit=table_limit,
        clock_s=clock_s,
        pings=bool(pings),
        message_content=bool(message_content),
        faces=faces,
    )


def save_server(connection: sqlite3.Connection, settings: ServerSettings) -> None:
    guild_id = settings.guild_id
    connection.execute("DELETE FROM server WHERE guild_id = ?", (guild_id,))  # its channels go with it
    connection.execute(
        "INSERT INTO server (guild_id, locale, table_limit, clock_s, pings, message_content, faces) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            guild_id,
            settings.locale,
            settings.table_limit,
            settings.clock_s,
            settings.pings,
            settings.message_content,
            settings.faces,
        ),
    )
    connection.executemany(
        "INSERT INTO server_channel (guild_id, position, channel_id) VALUES (?, ?, ?)",
        ((guild_id, position, channel_id) for position, channel_id in enumerate(settings.channels)),
    )

"""The Store in an SQLite file, for a bot of one process."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from data import matches, players, servers, tables
from data.database import Database, open_database
from data.notes import load_notes, save_notes
from data.records import (
    MatchId,
    MatchRecord,
    MoveRecord,
    PlayerSettings,
    ServerSettings,
    TableId,
    TableRecord,
)
from data.store import Appended


async def open_store(path: Path) -> SqliteStore:
    """Open the database file for this process alone; it is made if there is none.

    Raises:
        DatabaseRefusedError: if it is damaged, newer than the program, not ours, or in use; it is as it was.
        StoreError: if it could not be made ready.
    """
    return SqliteStore(await open_database(path))


class SqliteStore:
    """``data.store.Store`` on SQLite; see there for what each method promises."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def close(self) -> None:
        await self._database.close()

    async def new_table(self, table: TableRecord) -> TableRecord:
        return await self._database.run(partial(tables.insert_table, table=table))

    async def table(self, table_id: TableId) -> TableRecord | None:
        return await self._database.run(partial(tables.load_table, table_id=table_id))

    async def open_tables(self) -> Sequence[TableRecord]:
        return await self._database.run(lambda connection: tables.load_tables(connection, "status <> 'closed'"))

    async def save_table(self, table: TableRecord) -> TableRecord:
        return await self._database.run(partial(tables.update_table, table=table))

    async def start_match(self, table: TableRecord, match: MatchRecord) -> tuple[TableRecord, MatchRecord]:
        return await self._database.run(partial(matches.start_match, table=table, match=match))

    async def append(
        self, move: MoveRecord, table: TableRecord, outcome: str | None, round_of: Sequence[int] = ()
    ) -> tuple[Appended, TableRecord]:
        return await self._database.run(
            partial(matches.append, move=move, table=table, outcome=outcome, round_of=round_of)
        )

    async def end_match(self, table: TableRecord, match_id: MatchId, outcome: str) -> TableRecord:
        return await self._database.run(partial(matches.end_match, table=table, match_id=match_id, outcome=outcome))

    async def match(self, match_id: MatchId) -> tuple[MatchRecord, Sequence[MoveRecord]] | None:
        return await self._database.run(partial(matches.load_match, match_id=match_id))

    async def notes(self, match_id: MatchId, user_id: int) -> Mapping[int, str]:
        return await self._database.run(partial(load_notes, match_id=match_id, user_id=user_id))

    async def save_notes(self, match_id: MatchId, user_id: int, notes: Mapping[int, str]) -> None:
        await self._database.run(partial(save_notes, match_id=match_id, user_id=user_id, notes=notes))

    async def player(self, user_id: int) -> PlayerSettings:
        return await self._database.run(partial(players.load_player, user_id=user_id))

    async def save_player(self, settings: PlayerSettings) -> None:
        await self._database.run(partial(players.save_player, settings=settings))

    async def rounds_played(self, user_id: int, game: str) -> int:
        return await self._database.run(partial(players.load_rounds, user_id=user_id, game=game))

    async def server(self, guild_id: int) -> ServerSettings:
        return await self._database.run(partial(servers.load_server, guild_id=guild_id))

    async def save_server(self, settings: ServerSettings) -> None:
        await self._database.run(partial(servers.save_server, settings=settings))

    async def touch_alive(self, now: int) -> None:
        await self._database.run(partial(_touch_alive, now=now))

    async def last_alive(self) -> int | None:
        return await self._database.run(_last_alive)


def _touch_alive(connection: sqlite3.Connection, now: int) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('last_alive_at', ?)", (now,))


def _last_alive(connection: sqlite3.Connection) -> int | None:
    row = connection.execute("SELECT value FROM meta WHERE key = 'last_alive_at'").fetchone()
    return None if row is None else row[0]

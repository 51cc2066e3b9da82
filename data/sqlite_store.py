"""The Store in an SQLite file, for a bot of one process."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from data import forgetting, matches, pacts, players, retention, servers, tables
from data.database import Database, OnCommit, open_database
from data.forgetting import ForgottenList
from data.notes import load_notes, save_notes
from data.personal import about_person
from data.records import (
    MatchId,
    MatchLine,
    MatchRecord,
    MoveRecord,
    Pact,
    PlayerSettings,
    ServerSettings,
    TableId,
    TableRecord,
)
from data.store import Appended, DatabaseRefusedError, StoreError

log = logging.getLogger(__name__)


async def open_store(path: Path, on_commit: OnCommit | None = None) -> SqliteStore:
    """Open the database file for this process alone; it is made if there is none.

    Raises:
        DatabaseRefusedError: if it is damaged, newer than the program, not ours, or in use; it is as it was.
        StoreError: if it could not be made ready.
    """
    database = await open_database(path, on_commit)
    forgotten = ForgottenList(path)
    store = SqliteStore(database, forgotten)
    try:
        # The file may be a backup that was put back, or the program was stopped while it forgot somebody.
        if await database.run(partial(forgetting.reapply, forgotten=forgotten)):
            await store.wipe()
    except BaseException as error:
        await store.close()
        if isinstance(error, (OSError, ValueError)):
            raise DatabaseRefusedError(f"{path}.forgotten, beside the database, cannot be read: {error}") from error
        raise
    return store


class SqliteStore:
    """``data.store.Store`` on SQLite; see there for what each method promises."""

    def __init__(self, database: Database, forgotten: ForgottenList) -> None:
        self._database = database
        self._forgotten = forgotten

    async def close(self) -> None:
        await self._database.close()

    async def new_table(self, table: TableRecord, pact: Pact | None = None) -> TableRecord:
        return await self._database.run(partial(tables.insert_table, table=table, pact=pact))

    async def table(self, table_id: TableId) -> TableRecord | None:
        return await self._database.run(partial(tables.load_table, table_id=table_id))

    async def open_tables(self) -> Sequence[TableRecord]:
        return await self._database.run(lambda connection: tables.load_tables(connection, "status <> 'closed'"))

    async def save_table(self, table: TableRecord) -> TableRecord:
        return await self._database.run(partial(tables.update_table, table=table))

    async def make_pact(self, table: TableRecord, pact: Pact) -> TableRecord:
        return await self._database.run(partial(tables.make_pact, table=table, pact=pact))

    async def next_match(self, table_id: TableId) -> tuple[int, Pact | None]:
        return await self._database.run(partial(pacts.next_match, table_id=table_id))

    async def start_match(
        self, table: TableRecord, match: MatchRecord, pact: Pact | None = None
    ) -> tuple[TableRecord, MatchRecord]:
        return await self._database.run(partial(matches.start_match, table=table, match=match, pact=pact))

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

    async def revealed(self, match_id: MatchId) -> Pact | None:
        return await self._database.run(partial(pacts.revealed, match_id=match_id))

    async def matches_in(self, channel_id: int, most: int) -> Sequence[MatchLine]:
        return await self._database.run(partial(matches.matches_in, channel_id=channel_id, most=most))

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

    async def about_person(self, user_id: int) -> Mapping[str, Any]:
        return await self._database.run(partial(about_person, user_id=user_id))

    async def forget_person(self, user_id: int) -> Mapping[TableId, int] | None:
        if not await self._database.run(partial(forgetting.is_known, user_id=user_id)):
            return None
        try:
            token = await asyncio.to_thread(self._forgotten.add, user_id)
        except OSError as error:
            raise StoreError(f"the list of the forgotten could not be written: {error}") from error
        try:
            aliases = await self._database.run(partial(forgetting.forget_person, user_id=user_id, token=token))
        except StoreError:
            with suppress(OSError):
                await asyncio.to_thread(self._forgotten.take_back, token)
            raise
        try:
            await self.wipe()
        except StoreError as error:  # they are forgotten all the same; the daily sweep wipes again
            log.warning("what was forgotten may still lie in the files for a day: %s", error)
        return aliases

    async def server(self, guild_id: int) -> ServerSettings:
        return await self._database.run(partial(servers.load_server, guild_id=guild_id))

    async def save_server(self, settings: ServerSettings) -> None:
        await self._database.run(partial(servers.save_server, settings=settings))

    async def note_gone(self, guild_ids: Collection[int], now: int) -> None:
        await self._database.run(partial(retention.note_gone, guild_ids=guild_ids, now=now))

    async def note_back(self, guild_ids: Collection[int]) -> None:
        await self._database.run(partial(retention.note_back, guild_ids=guild_ids))

    async def gone_servers(self) -> Mapping[int, int]:
        return await self._database.run(retention.gone_servers)

    async def known_servers(self) -> Sequence[int]:
        return await self._database.run(retention.known_servers)

    async def delete_server(self, guild_id: int, before: int, most: int) -> bool:
        return await self._database.run(partial(retention.delete_server, guild_id=guild_id, before=before, most=most))

    async def delete_old(self, before: int, most: int) -> bool:
        return await self._database.run(partial(retention.delete_old, before=before, most=most))

    async def wipe(self) -> bool:
        return await self._database.truncate_log()

    async def touch_alive(self, now: int) -> None:
        await self._database.run(partial(_touch_alive, now=now))

    async def wake(self, now: int) -> None:
        await self._database.run(partial(_wake, now=now))


def _touch_alive(connection: sqlite3.Connection, now: int) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('last_alive_at', ?)", (now,))


def _wake(connection: sqlite3.Connection, now: int) -> None:
    connection.execute(
        "UPDATE game_table SET deadline_at = "
        "min(deadline_at + :now - (SELECT value FROM meta WHERE key = 'last_alive_at'), :now + clock_s * 1000) "
        "WHERE deadline_at IS NOT NULL AND EXISTS (SELECT 1 FROM meta WHERE key = 'last_alive_at')",
        {"now": now},
    )
    _touch_alive(connection, now)

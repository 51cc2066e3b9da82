"""Writing tables down: every change is on disk before it is in memory, and in memory before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from bot.operation.metrics import Metrics
from bot.presenters.refusals import Refusal
from bot.tables.announcer import Announcer
from bot.tables.chores import Chores
from bot.tables.clock import Clock
from bot.tables.errors import RefusedError, StaleError
from bot.tables.live import ENDED, RULES_CHANGED, LiveTable, Notice
from bot.tables.open_tables import OpenTables
from data.records import TableRecord, TableStatus
from data.store import StaleTableError, Store, StoreError
from games.core import Seat

T = TypeVar("T")

log = logging.getLogger(__name__)


class Ledger:
    """The open tables of one bot together with the store that keeps them. Callers hold the lock of the table."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: OpenTables,
        announcer: Announcer,
        chores: Chores,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.tables = tables
        self.announcer = announcer
        self.chores = chores
        self.metrics = metrics or Metrics()

    async def save(self, live: LiveTable, **changes: Any) -> None:
        """Change a table's record.

        Raises:
            RefusedError: if it could not be written.
        """
        record = replace(live.record, **{"touched_at": self.clock.now(), **changes})
        live.record = await self.storing(live, self.store.save_table(record))

    async def close(self, live: LiveTable, notice: Notice, **changes: Any) -> None:
        """Close a table for good, and end its match if one is played.

        Raises:
            RefusedError: if it could not be written.
        """
        closed = {"status": TableStatus.CLOSED, "deadline_at": None, "touched_at": self.clock.now()}
        record = replace(live.record, **closed, **changes)
        # Also where the match could not be read: it is over, and what it was dealt from may be told.
        if live.record.status is TableStatus.PLAYING and live.record.match_id is not None:
            ended = self.store.end_match(record, live.record.match_id, ENDED)
            live.record = await self.storing(live, ended)
        else:
            live.record = await self.storing(live, self.store.save_table(record))
        live.cancel_alarms()
        live.notice = notice
        self.tables.remove(live)
        self.announcer.closed(live)

    async def storing(self, live: LiveTable, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the store's work on a table; what it cannot do becomes a refusal that the player reads.

        Raises:
            RefusedError: BUSY if nothing could be written; STALE if the store holds another table than memory does,
                which is then read anew.
        """
        try:
            return await work
        except StaleTableError:
            self.outdated(live)
            raise StaleError from None
        except StoreError as error:
            raise RefusedError(Refusal.BUSY) from error

    def outdated(self, live: LiveTable) -> None:
        """The store knows more than memory does: a write was thought to have failed and was done. Read the table anew,
        as soon as its lock is free."""
        log.warning("table %s is not as it is stored and is read anew", live.record.id)
        self.chores.spawn(self._reload(live))

    async def _reload(self, live: LiveTable) -> None:
        async with live.lock:
            stored = await storing(self.store.table(live.record.id))
            if stored is None or stored.version == live.record.version or live.record.status is TableStatus.CLOSED:
                return
            known = live.record
            stored = replace(  # which message shows the table holds even if it could not be stored
                stored,
                message_id=known.message_id,
                message_channel_id=known.message_channel_id,
                posted_at=known.posted_at,
            )
            if stored.status is TableStatus.CLOSED:
                live.record = stored
                live.cancel_alarms()
                self.tables.remove(live)
                self.announcer.closed(live)
                return
            await storing(self.read(live, stored))
            self.on_reloaded(live)

    def on_reloaded(self, live: LiveTable) -> None:
        """What follows when a table was read anew; the matches' part sets its alarms here."""
        self.announcer.changed(live)

    async def read(self, live: LiveTable, record: TableRecord) -> None:
        """Have a table be what a stored record says, with the match that it names and the notes of its players.

        Raises:
            StoreError: if these could not be read; the table is as it was.
        """
        match_id = None if record.status is TableStatus.LOBBY else record.match_id
        found = await self.store.match(match_id) if match_id is not None else None
        if found is not None and found[0].rules_version != live.game.info.rules_version:
            found = None
        reading = (self.store.notes(found[0].id, user_id) for user_id in found[0].players) if found is not None else ()
        notes = await asyncio.gather(*reading)
        live.record = record
        live.match = live.match_record = None
        if found is not None:
            live.resume(*found)
            live.notes = {Seat(seat): kept for seat, kept in enumerate(notes) if kept}
        elif match_id is not None:
            log.error("table %s: the rules have changed since its match began", record.id)
            live.paused = RULES_CHANGED


async def storing(work: Coroutine[Any, Any, T]) -> T:
    """Wait for the store; what it cannot do becomes a refusal.

    Raises:
        RefusedError: BUSY.
    """
    try:
        return await work
    except StoreError as error:
        raise RefusedError(Refusal.BUSY) from error

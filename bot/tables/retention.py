"""How long things are kept: what is known of a server that has removed the bot, and matches of long ago."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import replace

from bot.tables.ledger import Ledger
from bot.tables.upkeep import Upkeep
from data.records import TableStatus
from data.retention import GONE_DAYS
from data.store import StoreError

DAY_MS = 24 * 3600 * 1000
FIRST_SWEEP_MS = 60_000
BATCH = 20
"""How many matches or tables are deleted in one transaction, so that nobody who plays waits for long."""

log = logging.getLogger(__name__)


class Retention:
    """Notes which servers the bot is in, and deletes what is over, once a day and soon after the start."""

    def __init__(self, ledger: Ledger, upkeep: Upkeep, keep_days: int) -> None:
        self.keep_days = keep_days
        self._ledger = ledger
        self._store = ledger.store
        self._clock = ledger.clock
        self._upkeep = upkeep

    def begin(self) -> None:
        """Sweep from now on; called once, after the tables were loaded."""
        self._sweep_after(FIRST_SWEEP_MS)

    async def servers_told(self, here: Collection[int], is_ours: Callable[[int], bool]) -> None:
        """Discord has told this process all its servers: those that ``is_ours`` would be told and are not, are gone."""
        try:
            known = await self._store.known_servers()
        except StoreError as error:
            log.warning("it could not be read which servers are known: %s", error)
            known = ()
        await self.servers_seen(here=here, gone={guild for guild in known if is_ours(guild) and guild not in here})

    async def servers_seen(self, *, here: Collection[int] = (), gone: Collection[int] = ()) -> None:
        """The bot is in some servers, and has been removed from others, whose tables rest until it is back. A server
        that Discord cannot reach is neither."""
        back = self._upkeep.gone.intersection(here)
        self._upkeep.gone.update(gone)
        self._upkeep.gone.difference_update(here)
        for guild_id in gone:
            await self._upkeep.pause_guild(guild_id)
        try:
            if gone:
                await self._store.note_gone(gone, self._clock.now())
            if back:
                await self._store.note_back(back)
        except StoreError as error:  # seen again at the next start
            log.warning("it could not be noted which servers are gone: %s", error)
        for guild_id in back:
            await self._upkeep.resume_guild(guild_id)

    async def sweep(self) -> None:
        """Delete what is over, and see to it that this is done again tomorrow."""
        try:
            await self._sweep(self._clock.now())
        except StoreError as error:
            log.warning("not all that is over could be deleted: %s", error)
        finally:
            self._sweep_after(DAY_MS)

    async def _sweep(self, now: int) -> None:
        before = now - GONE_DAYS * DAY_MS
        for guild_id, since in (await self._store.gone_servers()).items():
            if since < before and guild_id in self._upkeep.gone:
                await self._take_down(guild_id)
                while await self._store.delete_server(guild_id, before, BATCH):
                    pass
                log.info("what was known of a server that removed the bot is deleted")
        while await self._store.delete_old(now - self.keep_days * DAY_MS, BATCH):
            pass
        await self._store.wipe()

    async def _take_down(self, guild_id: int) -> None:
        """Have no table of a server in memory any more."""
        for live in self._ledger.tables.in_guild(guild_id):
            async with live.lock:
                live.cancel_alarms()
                live.record = replace(live.record, status=TableStatus.CLOSED)
                self._ledger.tables.remove(live)
                self._ledger.announcer.closed(live)

    def _sweep_after(self, wait_ms: int) -> None:
        when = self._clock.now() + wait_ms
        self._clock.call_at(when, lambda: self._ledger.chores.spawn(self.sweep()))

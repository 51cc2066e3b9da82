"""What keeps tables going: taken up from the journal, at rest while nobody can act, closed when nobody comes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.tables.clock import JUMP_MS
from bot.tables.deals import Deals
from bot.tables.ledger import Ledger, storing
from bot.tables.live import IDLE_ALARM, LiveTable, Notice
from bot.tables.lost_time import LostTime
from bot.tables.matches import MatchRunner
from data.records import TableId, TableRecord, TableStatus

IDLE_MS = 30 * 60 * 1000
ALL_AWAY_MS = 24 * 3600 * 1000
LOOK_AGAIN_MS = 60 * 1000
READ_AT_ONCE = 64
NO_ACCESS = "house.paused.no_access"


class Upkeep:
    """Looks after all tables of one bot."""

    def __init__(self, ledger: Ledger, matches: MatchRunner, deals: Deals) -> None:
        self._ledger = ledger
        self._deals = deals
        self._clock = ledger.clock
        self._matches = matches
        self.lost_time = LostTime(ledger, matches)
        self.gone: set[int] = set()
        """Servers that have removed the bot: their tables rest."""

    async def load(self) -> list[LiveTable]:
        """Take up all open tables from the journal. Turns get the time back for which the bot was away. A match is
        replayed when somebody first asks for it, or else as soon as nothing more urgent is to be done.

        Raises:
            StoreError: if they could not be read.
        """
        self.gone = set(await self._ledger.store.gone_servers())
        await self._ledger.store.wake(self._clock.now())
        records = await self._ledger.store.open_tables()
        for start in range(0, len(records), READ_AT_ONCE):
            await asyncio.gather(*(self._take_up(record) for record in records[start : start + READ_AT_ONCE]))
        loaded = list(self._ledger.tables)
        self._ledger.chores.spawn(self._go_on(loaded))
        return loaded

    async def take_up(self, table_id: TableId) -> None:
        """Take up an open table that the store holds and memory does not.

        Raises:
            RefusedError: if it could not be read.
        """
        record = await storing(self._ledger.store.table(table_id))
        if record is not None and record.status is not TableStatus.CLOSED:
            await self._go_on([await storing(self._take_up(record))])

    async def _take_up(self, record: TableRecord) -> LiveTable:
        if not record.commitment:  # a table from before deals were sealed
            record = await self._ledger.store.make_pact(record, self._deals.pact())
        live = LiveTable(record, taken_up_at=self._clock.now())
        await self._ledger.read(live, record)
        if record.status is TableStatus.PLAYING:
            live.notice = Notice("back")
        self._ledger.tables.add(live)
        if record.guild_id in self.gone:
            live.paused = live.paused or NO_ACCESS
        else:
            self.watch_idle(live)
        return live

    async def _go_on(self, tables: Sequence[LiveTable]) -> None:
        """Set what time brings at tables that were taken up, and show them."""
        for live in tables:
            async with live.lock:
                if live.record.status is TableStatus.CLOSED or live.record.guild_id in self.gone:
                    continue
                if live.record.deadline_at is not None and live.record.deadline_at <= self._clock.now():
                    # Discord did not reach the bot before it was stopped.
                    await self.lost_time.give_back(live, 0)
                self._matches.resume(live)
                self._ledger.announcer.changed(live)
            await asyncio.sleep(0)  # presses come first

    async def note_alive(self, unreached_since: int | None = None) -> None:
        """Write down until when people could act: until now, or since when Discord does not reach the bot. Called every
        few seconds; what comes after the last note is given back to turns at the next start. The same for tables that
        rest because of their server alone: their turns get the time back bit by bit, so that no restart forgets it."""
        for live in self._ledger.tables:
            if unreached_since is None and live.unreachable_since is not None and _at_rest(live):
                await self._note_lost_time(live)
        await self._ledger.store.touch_alive(self._clock.now() if unreached_since is None else unreached_since)

    async def _note_lost_time(self, live: LiveTable) -> None:
        async with live.lock:
            now, since = self._clock.now(), live.unreachable_since
            if since is not None and live.record.deadline_at is not None and live.record.guild_id not in self.gone:
                await self.lost_time.give_back(live, now - since)
                live.unreachable_since = now

    def cut_off(self, guild_id: int) -> None:
        """Discord does not reach the bot for this server, perhaps for a moment only: no turn runs out there."""
        for live in self._ledger.tables.in_guild(guild_id):
            if live.unreachable_since is None and live.paused != NO_ACCESS:
                live.unreachable_since = self._clock.now()

    async def pause_guild(self, guild_id: int) -> None:
        """The server is gone, has removed the bot or is not reached for long: nothing ticks there until it is back."""
        self.cut_off(guild_id)
        for live in self._ledger.tables.in_guild(guild_id):
            live.cancel_alarms()
            live.paused = live.paused or NO_ACCESS

    async def resume_guild(self, guild_id: int) -> None:
        """The server is back: its tables go on as if somebody had just been there, and turns get the time back."""
        for live in self._ledger.tables.in_guild(guild_id):
            async with live.lock:
                await self._reached_again(live)

    async def _reached_again(self, live: LiveTable) -> None:
        now, since = self._clock.now(), live.unreachable_since
        lost = now - since if since is not None else 0
        deadline = live.record.deadline_at if since is not None else None
        turn_lost_time = deadline is not None and (abs(lost) >= JUMP_MS or deadline <= now)
        if live.record.status is TableStatus.CLOSED or not (_at_rest(live) or turn_lost_time):
            live.unreachable_since = None
            return
        if live.paused == NO_ACCESS:
            live.paused = ""
        if since is None:
            # It has rested since before the bot was started, nobody knows for how long.
            self._matches.begin_turn_anew(live)
        await self.lost_time.give_back(live, lost, touched_at=now)
        live.unreachable_since = None
        self._matches.resume(live)
        self.watch_idle(live)
        self._ledger.announcer.changed(live)

    def watch_idle(self, live: LiveTable) -> None:
        """Close lobbies and results that nobody touches, and matches whose players are all away or but one."""
        now = self._clock.now()
        # While a match is played it is touched again and again, and its result has less time than itself.
        since = now if live.record.status is TableStatus.PLAYING else live.record.touched_at
        self._look_at(live, max(since + IDLE_MS, now + 1000))

    def _look_at(self, live: LiveTable, when: int) -> None:
        if before := live.alarms.pop(IDLE_ALARM, None):
            before.cancel()
        live.alarms[IDLE_ALARM] = self._clock.call_at(when, lambda: self._ledger.chores.spawn(self._on_idle(live)))

    async def _on_idle(self, live: LiveTable) -> None:
        async with live.lock:
            if IDLE_ALARM not in live.alarms:  # closed meanwhile, or its server has gone
                return
            record = live.record
            patience = ALL_AWAY_MS if record.status is TableStatus.PLAYING else IDLE_MS
            idle = self._clock.now() - record.touched_at >= patience
            alone = len(live.people()) == 1
            if not idle or (record.status is TableStatus.PLAYING and not live.paused and not alone):
                self.watch_idle(live)
                return
            # What cannot be stored now is tried again.
            self._look_at(live, self._clock.now() + LOOK_AGAIN_MS)
            playing = record.status is TableStatus.PLAYING
            await self._ledger.close(live, Notice("closed_away" if playing else "closed_idle"))


def _at_rest(live: LiveTable) -> bool:
    """Whether nothing ticks at a table, its server being away; a move that was on its way may have ended the pause."""
    return live.paused == NO_ACCESS or IDLE_ALARM not in live.alarms

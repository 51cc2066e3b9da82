"""All tables of one bot: opening and ending them, options, matches. No Discord here.

Every method that changes a table holds its lock, writes to the store first and tells the announcer last. All of them
raise ``RefusedError`` when the house says no; asking twice for the same thing does it once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.operation.metrics import Metrics
from bot.presenters.common import CLOCKS
from bot.presenters.refusals import Refusal
from bot.tables.announcer import Announcer
from bot.tables.chores import Chores
from bot.tables.clock import Clock
from bot.tables.company import SOLO_SEATS, STANDS_IN, newcomer
from bot.tables.deals import Deals
from bot.tables.errors import RefusedError, StaleError, TakenError
from bot.tables.forgetting import Forgetting
from bot.tables.ledger import Ledger, storing
from bot.tables.live import LiveTable, Notice
from bot.tables.matches import MatchRunner
from bot.tables.open_tables import OpenTables
from bot.tables.permits import Person, Place, check_end, check_host, check_options, check_seats
from bot.tables.retention import Retention
from bot.tables.seating import Seating
from bot.tables.upkeep import Upkeep
from data.records import SeatRecord, ServerSettings, StandIn, TableId, TableRecord, TableStatus
from data.retention import KEEP_DAYS
from data.store import ChannelTakenError, Store, StoreError
from games.core import decode_options, encode_options
from games.registry import BY_KEY

AGAIN_MS = 5_000


class TableService:
    """The tables in memory over the store, and those who look after them.

    Attributes:
        tables: the open ones.
        chores: what goes on by itself.
        stopping: set when the bot was told to stop; nothing new is begun any more.
        matches, seating, upkeep: moves; who sits where; the start of the bot and what happens to tables at rest.
        forgetting, retention: people who want to be forgotten; what is deleted after some days.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        announcer: Announcer,
        deals: Deals | None = None,
        metrics: Metrics | None = None,
        keep_days: int = KEEP_DAYS,
    ) -> None:
        self.store = store
        self.clock = clock
        self.tables = OpenTables()
        self.chores = Chores()
        self.stopping = False
        self._announcer = announcer
        self._ledger = Ledger(store, clock, self.tables, announcer, self.chores, metrics)
        self._deals = deals or Deals()
        self.matches = MatchRunner(self._ledger, self._deals)
        self.seating = Seating(self._ledger, self.matches)
        self.upkeep = Upkeep(self._ledger, self.matches, self._deals)
        self._opening = asyncio.Lock()
        self.forgetting = Forgetting(self._ledger, self.seating, self.matches, self._opening)
        self.retention = Retention(self._ledger, self.upkeep, keep_days)

    async def stop(self) -> None:
        """Cancel everything that waits; moves that are being stored are waited for."""
        for live in self.tables:
            live.cancel_alarms()
        await self.chores.finish()
        self.matches.thinker.stop()

    # Opening and ending

    async def open_table(self, place: Place, host: Person, game: str, preset: str, clock_s: int | None) -> LiveTable:
        """Open a lobby with its host seated.

        Raises:
            TakenError: if the channel has a table.
            RefusedError: if the server or the person has too many tables, or tables may not be opened here.
        """
        live = await self._new_table(place, host, game, preset, clock_s)
        self._announcer.changed(live)
        return live

    async def open_solo(self, place: Place, host: Person, game: str) -> LiveTable:
        """Open a table of one person and computers, without a clock, and start at once. It is refused like a lobby."""
        rules = BY_KEY[game]
        live = await self._new_table(place, host, game, next(iter(rules.presets)), 0)
        async with live.lock:
            seats = max(rules.info.min_seats, min(SOLO_SEATS, live.most_seats))
            while len(live.record.seats) < seats:
                live.record = replace(live.record, seats=(*live.record.seats, newcomer(live.record, STANDS_IN)))
            try:
                await self.matches.start(live, host.press_id)
            except RefusedError:
                self._announcer.changed(live)
                raise
        return live

    async def _new_table(self, place: Place, host: Person, game: str, preset: str, clock_s: int | None) -> LiveTable:
        async with self._opening:
            taken = self.tables.in_channel(place.channel_id)
            if taken is not None:
                raise TakenError(taken.record.id)
            settings = await self.check_opening(place, host)
            rules = BY_KEY[game]
            now = self.clock.now()
            record = TableRecord(
                id=TableId(0),
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                parent_channel_id=place.parent_id,
                host_id=host.user_id,
                game=game,
                status=TableStatus.LOBBY,
                options=encode_options(rules.presets[preset]),
                clock_s=settings.clock_s if clock_s is None else clock_s,
                seats=(SeatRecord(host.user_id, host.name, join_id=host.press_id),),
                created_at=now,
                touched_at=now,
            )
            try:
                record = await self.store.new_table(record, self._deals.pact())
            except ChannelTakenError as error:
                # A write was thought to have failed and was done.
                await self.upkeep.take_up(error.table_id)
                raise TakenError(error.table_id) from None
            except StoreError as error:
                raise RefusedError(Refusal.BUSY) from error
            live = LiveTable(record)
            self.tables.add(live)
        self.upkeep.watch_idle(live)
        return live

    async def check_opening(self, place: Place, host: Person) -> ServerSettings:
        """Whether this person may open one more table at (or in a thread of) this place; a refusal if not. Returns what
        the server has chosen for its tables."""
        settings = await storing(self.store.server(place.guild_id))
        if settings.channels and not {place.channel_id, place.parent_id} & set(settings.channels):
            channels = " ".join(f"<#{channel}>" for channel in settings.channels)
            raise RefusedError(Refusal.CHANNEL_NOT_ALLOWED, channels=channels)
        if len(self.tables.in_guild(place.guild_id)) >= settings.table_limit:
            raise RefusedError(Refusal.TABLE_LIMIT, n=settings.table_limit)
        check_seats(self.tables, host)
        return settings

    async def end(self, live: LiveTable, by: Person) -> None:
        """The host or a moderator closes the table, whatever is going on."""
        async with live.lock:
            if live.record.status is TableStatus.CLOSED:
                return
            check_end(live, by)
            await self._ledger.close(live, Notice("closed_by", by.name))

    async def close_result(self, live: LiveTable, by: Person) -> None:
        """The same for a table whose match is over; refused as stale if another one was begun in this moment."""
        async with live.lock:
            if live.record.status is TableStatus.CLOSED:
                return
            check_end(live, by)
            if live.record.status is not TableStatus.FINISHED:
                raise StaleError
            await self._ledger.close(live, Notice("closed_by", by.name))

    async def abandon(self, live: LiveTable, notice: Notice) -> None:
        """Close a table that nobody can reach any more (its channel was deleted); if it cannot be stored, try again."""
        async with live.lock:
            if live.record.status is TableStatus.CLOSED:
                return
            try:
                await self._ledger.close(live, notice)
            except RefusedError:
                again = self.clock.now() + AGAIN_MS
                self.clock.call_at(again, lambda: self.chores.spawn(self.abandon(live, notice)))

    async def note_posted(self, live: LiveTable, message_id: int, channel_id: int) -> None:
        """Keep where the table's public message is, and since when."""
        async with live.lock:
            touched_at = live.record.touched_at
            posted = {"message_id": message_id, "message_channel_id": channel_id, "posted_at": self.clock.now()}
            with suppress(RefusedError):
                await self._ledger.save(live, touched_at=touched_at, **posted)
            # Not stored, it holds all the same; the next change stores it.
            live.record = replace(live.record, **posted)

    # Options and matches

    async def set_options(self, live: LiveTable, by: Person, changes: Mapping[str, object]) -> None:
        """The host chooses rule options; values are checked against the game's own choices."""
        async with live.lock:
            check_options(live, by)
            try:
                options = decode_options(live.game.options_type, {**live.record.options, **changes})
            except ValueError:
                raise RefusedError(Refusal.OPTION_UNKNOWN) from None
            await self._ledger.save(live, options=encode_options(options))
            self._announcer.changed(live)

    async def set_preset(self, live: LiveTable, by: Person, preset: str) -> None:
        """The host takes over a whole set of options."""
        options = live.game.presets.get(preset)
        if options is None:
            raise RefusedError(Refusal.OPTION_UNKNOWN)
        await self.set_options(live, by, encode_options(options))

    async def set_clock(self, live: LiveTable, by: Person, clock_s: int) -> None:
        """The host chooses how long a turn may take."""
        async with live.lock:
            check_options(live, by)
            if clock_s not in CLOCKS:
                raise RefusedError(Refusal.OPTION_UNKNOWN)
            await self._ledger.save(live, clock_s=clock_s)
            self._announcer.changed(live)

    async def set_stand_in(self, live: LiveTable, by: Person, stand_in: str) -> None:
        """The host chooses who plays for people who are away."""
        async with live.lock:
            check_options(live, by)
            if stand_in not in set(StandIn):
                raise RefusedError(Refusal.OPTION_UNKNOWN)
            await self._ledger.save(live, stand_in=StandIn(stand_in))
            self._announcer.changed(live)

    async def start(self, live: LiveTable, by: Person) -> None:
        """The host starts the match; pressing twice starts one."""
        async with live.lock:
            if live.record.status is TableStatus.PLAYING:
                return
            if live.record.status is not TableStatus.LOBBY:
                raise RefusedError(Refusal.OPTIONS_FIXED)
            check_host(live, by)
            await self.matches.start(live, by.press_id)

    async def rematch(self, live: LiveTable, by: Person) -> None:
        """Anybody seated starts a further match of the same people; the lobby opens again if that cannot be."""
        async with live.lock:
            if live.record.status is TableStatus.PLAYING:
                return
            if live.record.status is not TableStatus.FINISHED:
                raise RefusedError(Refusal.NOT_STARTED)
            if all(seat.user_id != by.user_id for seat in live.staying()):
                raise RefusedError(Refusal.NOT_SEATED)
            info = live.game.info
            if info.min_seats <= len(live.staying()) <= live.most_seats:
                await self.matches.start(live, by.press_id)
                return
            seats = tuple(SeatRecord(seat.user_id, seat.name, join_id=seat.join_id) for seat in live.staying())
            await self._ledger.save(live, status=TableStatus.LOBBY, seats=seats)
            live.match = live.match_record = None
            live.log.clear()
            self._announcer.changed(live)

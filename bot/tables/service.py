"""All tables of one bot: opening and finding them, who sits where, options, the end. No Discord here.

Every method that changes a table holds its lock, writes to the store first and tells the announcer last. All of them
raise ``RefusedError`` when the house says no; asking twice for the same thing does it once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.presenters.common import CLOCKS
from bot.presenters.refusals import Refusal
from bot.tables.announcer import Announcer
from bot.tables.clock import Clock
from bot.tables.company import SOLO_SEATS, STANDS_IN, newcomer
from bot.tables.errors import RefusedError, TakenError
from bot.tables.live import ENDED, IDLE_ALARM, LiveTable, Notice
from bot.tables.matches import MatchRunner, storing
from bot.text.names import markdown
from data.records import Presence, SeatRecord, ServerSettings, StandIn, TableId, TableRecord, TableStatus, is_computer
from data.store import ChannelTakenError, Store
from games.core import RulesError, decode_options, encode_options
from games.core.player import Strength
from games.registry import BY_KEY

log = logging.getLogger(__name__)


SEATS_PER_PERSON = 3
IDLE_MS = 30 * 60 * 1000
ALL_AWAY_MS = 24 * 3600 * 1000
NO_ACCESS = "house.paused.no_access"


def secret_seed() -> bytes:
    """The seed of a match, which nobody can guess."""
    return secrets.token_bytes(32)


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks: their id, cleaned display name, and whether they may manage messages here."""

    user_id: int
    name: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: a channel or thread of a server; ``parent_id`` is a thread's channel."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None


class TableService:
    """The tables in memory over the store."""

    def __init__(
        self, store: Store, clock: Clock, announcer: Announcer, new_seed: Callable[[], bytes] = secret_seed
    ) -> None:
        self.store = store
        self.clock = clock
        self._announcer = announcer
        self._tables: dict[TableId, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()
        self.matches = MatchRunner(store, clock, announcer, self.spawn, new_seed)

    # Finding tables

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(list(self._tables.values()))

    def find(self, table_id: int) -> LiveTable:
        """An open table.

        Raises:
            RefusedError: if it is closed or was never there.
        """
        live = self._tables.get(TableId(table_id))
        if live is None:
            raise RefusedError(Refusal.TABLE_CLOSED)
        return live

    def in_channel(self, channel_id: int) -> LiveTable | None:
        """The open table of a channel or thread."""
        return next((live for live in self._tables.values() if live.record.channel_id == channel_id), None)

    def of_person(self, user_id: int) -> list[LiveTable]:
        """The tables where somebody sits, the one last touched first."""
        mine = [live for live in self._tables.values() if any(seat.user_id == user_id for seat in live.staying())]
        return sorted(mine, key=lambda live: live.record.touched_at, reverse=True)

    # Opening and closing

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
                await self.matches.start(live)
            except RefusedError:
                self._announcer.changed(live)
                raise
        return live

    async def _new_table(self, place: Place, host: Person, game: str, preset: str, clock_s: int | None) -> LiveTable:
        async with self._opening:
            taken = self.in_channel(place.channel_id)
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
                seats=(SeatRecord(host.user_id, host.name),),
                created_at=now,
                touched_at=now,
            )
            try:
                record = await storing(self.store.new_table(record))
            except ChannelTakenError as error:
                raise TakenError(error.table_id) from None
            live = LiveTable(record)
            self._tables[record.id] = live
        self._watch_idle(live)
        return live

    async def check_opening(self, place: Place, host: Person) -> ServerSettings:
        """Whether this person may open one more table at (or in a thread of) this place; a refusal if not. Returns what
        the server has chosen for its tables."""
        settings = await self.store.server(place.guild_id)
        if settings.channels and not {place.channel_id, place.parent_id} & set(settings.channels):
            channels = " ".join(f"<#{channel}>" for channel in settings.channels)
            raise RefusedError(Refusal.CHANNEL_NOT_ALLOWED, channels=channels)
        if sum(live.record.guild_id == place.guild_id for live in self._tables.values()) >= settings.table_limit:
            raise RefusedError(Refusal.TABLE_LIMIT, n=settings.table_limit)
        self._check_seats(host)
        return settings

    async def end(self, live: LiveTable, by: Person) -> None:
        """The host or a moderator closes the table, whatever is going on."""
        async with live.lock:
            if live.record.status is TableStatus.CLOSED:
                return
            self._check_host(live, by, moderator_may=True)
            await self._close(live, Notice("closed_by", by.name))

    async def abandon(self, live: LiveTable, notice: Notice) -> None:
        """Close a table that nobody can reach any more (its channel was deleted)."""
        async with live.lock:
            if live.record.status is not TableStatus.CLOSED:
                await self._close(live, notice)

    async def note_posted(self, live: LiveTable, message_id: int, channel_id: int) -> None:
        """Keep where the table's public message is, and since when."""
        async with live.lock:
            posted = {"message_id": message_id, "message_channel_id": channel_id, "posted_at": self.clock.now()}
            live.record = await storing(self.store.save_table(replace(live.record, **posted)))

    async def _close(self, live: LiveTable, notice: Notice) -> None:
        record = replace(live.record, status=TableStatus.CLOSED, deadline_at=None, touched_at=self.clock.now())
        if live.playing is not None and live.match_record is not None:
            live.record = await storing(self.store.end_match(record, live.match_record.id, ENDED))
        else:
            live.record = await storing(self.store.save_table(record))
        live.cancel_alarms()
        live.notice = notice
        self._tables.pop(record.id, None)
        self._announcer.closed(live)

    # Who sits where

    async def sit(self, live: LiveTable, person: Person) -> None:
        """Take a free seat, or come back to one's own."""
        async with live.lock:
            record = live.record
            mine = live.seat_of(person.user_id)
            if mine is not None and record.seats[mine].presence is not Presence.LEFT:
                return
            self._check_seats(person, besides=live)
            watchers = tuple(user for user in record.watchers if user != person.user_id)
            deadline = record.deadline_at
            if mine is not None:
                seats = live.with_seat(mine, name=person.name, presence=Presence.HERE, timeouts=0)
                deadline = self.matches.deadline_after(live, seats)
            elif record.status is TableStatus.PLAYING:
                raise RefusedError(Refusal.IN_PROGRESS)
            else:
                seats = (*self._with_room(live), SeatRecord(person.user_id, person.name))
            await self._save(live, seats=seats, watchers=watchers, deadline_at=deadline)
            await self._seats_changed(live)

    def _with_room(self, live: LiveTable) -> tuple[SeatRecord, ...]:
        """The seats with a free one: at a full table a computer stands up for a person."""
        if len(live.staying()) < live.most_seats:
            return live.record.seats
        for number, seat in reversed(list(enumerate(live.record.seats))):
            if is_computer(seat.user_id) and seat.presence is not Presence.LEFT:
                return self._without(live, number)
        raise RefusedError(Refusal.TABLE_FULL, n=live.most_seats)

    def _without(self, live: LiveTable, number: int) -> tuple[SeatRecord, ...]:
        """The seats after one was given up. As long as a match is shown its seats keep their places."""
        seats = live.record.seats
        if live.record.status is TableStatus.LOBBY:
            return (*seats[:number], *seats[number + 1 :])
        return live.with_seat(number, presence=Presence.LEFT)

    async def leave(self, live: LiveTable, user_id: int) -> None:
        """Give up one's seat or stop watching. The last person to leave closes the table."""
        async with live.lock:
            if user_id in live.record.watchers:
                await self._save(live, watchers=tuple(user for user in live.record.watchers if user != user_id))
                self._announcer.changed(live)
                return
            await self._stand_up(live, user_id)

    async def kick(self, live: LiveTable, by: Person, user_id: int) -> None:
        """The host or a moderator takes somebody's seat away."""
        async with live.lock:
            self._check_host(live, by, moderator_may=True)
            await self._stand_up(live, user_id)

    async def _stand_up(self, live: LiveTable, user_id: int) -> None:
        record = live.record
        number = live.seat_of(user_id)
        if number is None or record.seats[number].presence is Presence.LEFT:
            raise RefusedError(Refusal.NOT_SEATED)
        seats = self._without(live, number)
        people = [seat for seat in seats if seat.presence is not Presence.LEFT and not is_computer(seat.user_id)]
        if not people:
            live.record = replace(record, seats=seats)
            await self._close(live, Notice("closed_empty"))
            return
        here = [seat for seat in people if seat.presence is Presence.HERE] or people
        host_id = here[0].user_id if record.host_id == user_id else record.host_id
        await self._save(live, seats=seats, host_id=host_id)
        if record.status is TableStatus.PLAYING:
            live.notice = Notice("left", record.seats[number].name)
        await self._seats_changed(live)

    async def hand_on(self, live: LiveTable, by: Person, user_id: int) -> None:
        """Make another seated person the host."""
        async with live.lock:
            self._check_host(live, by, moderator_may=True)
            if all(seat.user_id != user_id for seat in live.people()):
                raise RefusedError(Refusal.NOT_AT_TABLE, name="?")
            await self._save(live, host_id=user_id)
            self._announcer.changed(live)

    async def watch(self, live: LiveTable, person: Person) -> None:
        """Watch a table without a seat."""
        async with live.lock:
            seated = any(seat.user_id == person.user_id for seat in live.staying())
            # Who has left may come back, and must not have seen more than their seat sees.
            if seated or (live.playing is not None and live.owns_a_seat(person.user_id)):
                raise RefusedError(Refusal.ALREADY_SEATED)
            if person.user_id not in live.record.watchers:
                await self._save(live, watchers=(*live.record.watchers, person.user_id))
                self._announcer.changed(live)

    async def add_computer(self, live: LiveTable, by: Person, strength: Strength) -> None:
        """The host has a computer player sit down."""
        async with live.lock:
            self.check_company(live, by)
            if len(live.staying()) >= live.most_seats:
                raise RefusedError(Refusal.TABLE_FULL, n=live.most_seats)
            await self._save(live, seats=(*live.record.seats, newcomer(live.record, strength)))
            self._announcer.changed(live)

    async def remove_computer(self, live: LiveTable, by: Person, user_id: int) -> None:
        """The host has a computer player stand up; one that is not there (any more) is no error."""
        async with live.lock:
            self.check_company(live, by)
            number = live.seat_of(user_id)
            if number is not None and is_computer(user_id):
                await self._save(live, seats=self._without(live, number))
                self._announcer.changed(live)

    def check_company(self, live: LiveTable, by: Person) -> None:
        """Whether this person may say which computers play; a refusal if not, or while a match is played."""
        self._check_host(live, by)
        if live.record.status not in {TableStatus.LOBBY, TableStatus.FINISHED}:
            raise RefusedError(Refusal.OPTIONS_FIXED)

    async def _seats_changed(self, live: LiveTable) -> None:
        if live.playing is not None:
            await self.matches.seats_changed(live)
        else:
            self._announcer.changed(live)

    # Options and matches

    async def set_options(self, live: LiveTable, by: Person, changes: Mapping[str, object]) -> None:
        """The host chooses rule options; values are checked against the game's own choices."""
        async with live.lock:
            self._check_lobby(live, by)
            try:
                options = decode_options(live.game.options_type, {**live.record.options, **changes})
            except ValueError:
                raise RefusedError(Refusal.OPTION_UNKNOWN) from None
            await self._save(live, options=encode_options(options))
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
            self._check_lobby(live, by)
            if clock_s not in CLOCKS:
                raise RefusedError(Refusal.OPTION_UNKNOWN)
            await self._save(live, clock_s=clock_s)
            self._announcer.changed(live)

    async def set_stand_in(self, live: LiveTable, by: Person, stand_in: str) -> None:
        """The host chooses who plays for people who are away."""
        async with live.lock:
            self._check_lobby(live, by)
            if stand_in not in set(StandIn):
                raise RefusedError(Refusal.OPTION_UNKNOWN)
            await self._save(live, stand_in=StandIn(stand_in))
            self._announcer.changed(live)

    async def start(self, live: LiveTable, by: Person) -> None:
        """The host starts the match; pressing twice starts one."""
        async with live.lock:
            if live.record.status is TableStatus.PLAYING:
                return
            if live.record.status is not TableStatus.LOBBY:
                raise RefusedError(Refusal.OPTIONS_FIXED)
            self._check_host(live, by)
            await self.matches.start(live)

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
                await self.matches.start(live)
                return
            seats = tuple(SeatRecord(seat.user_id, seat.name) for seat in live.staying())
            await self._save(live, status=TableStatus.LOBBY, seats=seats)
            live.match = live.match_record = None
            live.log.clear()
            self._announcer.changed(live)

    # Start and stop of the bot

    async def load(self) -> list[LiveTable]:
        """Take up all open tables from the journal. Turns get the time back for which the bot was away."""
        now = self.clock.now()
        last_alive = await self.store.last_alive()
        away = max(0, now - last_alive) if last_alive is not None else 0
        for record in await self.store.open_tables():
            live = LiveTable(record)
            if record.match_id is not None and record.status is not TableStatus.LOBBY:
                await self._load_match(live)
            if record.deadline_at is not None:
                live.record = replace(record, deadline_at=record.deadline_at + away)
                if record.deadline_at + away <= now:
                    # Stopped twice within one turn: only the last time away is known.
                    self.matches.begin_turn_anew(live)
            if live.playing is not None:
                live.notice = Notice("back")
            self._tables[record.id] = live
            self.matches.resume(live)
            self._watch_idle(live)
            self._announcer.changed(live)
        return list(self._tables.values())

    async def _load_match(self, live: LiveTable) -> None:
        assert live.record.match_id is not None
        found = await self.store.match(live.record.match_id)
        try:
            if found is None or found[0].rules_version != live.game.info.rules_version:
                raise ValueError("the rules have changed since this match began")
            live.begin(*found)
            await self.matches.load_notes(live)
        except (ValueError, RulesError):
            # The journal stays as it is; the people at the table are told and can end it.
            log.exception("table %s cannot be replayed", live.record.id)
            live.match = None
            live.paused = "house.paused.rules_changed"

    async def note_alive(self) -> None:
        """Write down that the bot is alive; called every few seconds."""
        await self.store.touch_alive(self.clock.now())

    async def pause_guild(self, guild_id: int) -> None:
        """The server is gone or has removed the bot: nothing ticks there until it comes back."""
        for live in self._tables.values():
            if live.record.guild_id == guild_id and not live.paused:
                live.paused = NO_ACCESS
                live.cancel_alarms()

    async def resume_guild(self, guild_id: int) -> None:
        """The server is back: its tables go on, each with a whole turn's time."""
        for live in self._tables.values():
            if live.record.guild_id == guild_id and live.paused == NO_ACCESS:
                live.paused = ""
                self.matches.begin_turn_anew(live)
                self.matches.resume(live)
                self._watch_idle(live)
                self._announcer.changed(live)

    async def stop(self) -> None:
        """Cancel everything that waits; moves that are being stored are waited for."""
        for live in self._tables.values():
            live.cancel_alarms()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        self.matches.thinker.stop()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something that time brought; its failure is logged and harms nobody else."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except RefusedError as error:
            log.warning("a timed act was not possible: %s", error.which)
        except Exception:
            log.exception("a timed act failed")

    # Small things

    def _check_host(self, live: LiveTable, by: Person, moderator_may: bool = False) -> None:
        if by.user_id != live.record.host_id and not (moderator_may and by.moderator):
            host = next((seat.name for seat in live.record.seats if seat.user_id == live.record.host_id), "?")
            which = Refusal.ONLY_HOST_OR_MODERATOR if moderator_may else Refusal.ONLY_HOST
            raise RefusedError(which, host=markdown(host))

    def check_end(self, live: LiveTable, by: Person) -> None:
        """Whether this person may end the table; a refusal if not."""
        self._check_host(live, by, moderator_may=True)

    def check_options(self, live: LiveTable, by: Person) -> None:
        """Whether this person may choose the options now; a refusal if not."""
        self._check_lobby(live, by)

    def _check_lobby(self, live: LiveTable, by: Person) -> None:
        self._check_host(live, by)
        if live.record.status is not TableStatus.LOBBY:
            raise RefusedError(Refusal.OPTIONS_FIXED)

    def _check_seats(self, person: Person, besides: LiveTable | None = None) -> None:
        others = [live for live in self.of_person(person.user_id) if live is not besides]
        if len(others) >= SEATS_PER_PERSON:
            raise RefusedError(Refusal.SEATED_ELSEWHERE, where=f"<#{others[0].record.channel_id}>")

    async def _save(self, live: LiveTable, **changes: Any) -> None:
        record = replace(live.record, touched_at=self.clock.now(), **changes)
        live.record = await storing(self.store.save_table(record))

    def _watch_idle(self, live: LiveTable) -> None:
        """Close lobbies and results that nobody touches, and matches whose players are all away or but one."""
        patience = ALL_AWAY_MS if live.record.status is TableStatus.PLAYING else IDLE_MS
        now = self.clock.now()
        # A match without a clock may rest for days; looking once per patience is enough.
        when = max((now if live.playing else live.record.touched_at) + patience, now + 1000)
        live.alarms[IDLE_ALARM] = self.clock.call_at(when, lambda: self.spawn(self._on_idle(live)))

    async def _on_idle(self, live: LiveTable) -> None:
        async with live.lock:
            record = live.record
            if record.status is TableStatus.CLOSED:
                return
            patience = ALL_AWAY_MS if record.status is TableStatus.PLAYING else IDLE_MS
            idle = self.clock.now() - record.touched_at >= patience
            alone = len(live.people()) == 1
            if idle and (record.status is not TableStatus.PLAYING or live.paused or alone):
                await self._close(live, Notice("closed_idle"))
                return
        self._watch_idle(live)

"""Pings: short messages that tell people by a notification that it is their turn, or that all are there.

They are deleted when they have served; those from before a restart are found in the channel. Each table has one writer
for them, so a ping that had to wait, as for Discord's rate limit, is not for a turn that is over when it is sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, NamedTuple, Protocol

import discord

from bot.preferences import Preferences
from bot.presenters import house
from bot.presenters.panel import PublicPanel
from bot.tables.circuit import Circuit
from bot.tables.clock import Clock
from bot.tables.components import MessageStyle, render_public
from bot.tables.faults import NETWORK_ERRORS, fault_of, is_passing, patiently
from bot.tables.live import PING_ALARM, LiveTable, in_person
from bot.tables.orphans import find_ping
from bot.tables.sender import Sender
from data.records import Presence, TableStatus
from games.core import Seat

log = logging.getLogger(__name__)

PING_AFTER_MS = 20_000
SLOW_CLOCK_S = 3_600
CALLED_ABOVE = 2
"""Two people find each other; where more are needed they are called once they are all there."""


class PingSource(Protocol):
    """What pings need of the bot."""

    client: discord.Client
    preferences: Preferences
    clock: Clock
    circuit: Circuit
    style: MessageStyle

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...


class _Ping(NamedTuple):
    """A ping that was posted, and the ply since which the seat was to act."""

    since: int
    message: discord.Message


class Pings:
    """The pings of all tables of one bot."""

    def __init__(self, source: PingSource) -> None:
        self._source = source
        self._to_act: dict[int, frozenset[Seat]] = {}
        self._sent: dict[int, dict[Seat, _Ping]] = {}
        self._perhaps_pinged: dict[int, set[Seat]] = {}
        self._changes: dict[int, int] = {}
        self._due: set[int] = set()
        """Tables that have waited long enough for those who are to act now."""
        self._called: dict[int, bool] = {}
        self._to_call: dict[int, int] = {}
        """Lobbies that are to be called together, and since when."""
        self._calls: dict[int, discord.Message] = {}
        self._served: dict[int, list[discord.Message]] = {}
        """What is to be deleted."""
        self._writers: dict[int, Sender] = {}
        self._stopped = False

    def changed(self, live: LiveTable) -> None:
        """The table changed: ping whom it waits for now, after a while, and delete what has served."""
        fresh = self._turn_has_begun(live)
        self._due.discard(live.record.id)
        self._changes[live.record.id] = change = self._changes.get(live.record.id, 0) + 1
        if self._now_together(live):
            self._to_call[live.record.id] = self._source.clock.now()
        self._writer(live).touch()
        self._source.spawn(self._set_ping(live, change, fresh=fresh))

    def closed(self, live: LiveTable) -> None:
        """The table is closed: nobody is called any more."""
        for kept in (self._called, self._to_act, self._changes):
            kept.pop(live.record.id, None)
        self._writer(live).touch()

    def take_back_call(self, live: LiveTable) -> None:
        """Delete the message that called the people of a lobby together."""
        if live.record.id in self._calls:
            self._served.setdefault(live.record.id, []).append(self._calls.pop(live.record.id))
            self._writer(live).touch()

    async def flush(self) -> None:
        """Do now what is still to be done."""
        await asyncio.gather(*(writer.flush() for writer in self._writers.values()))

    def stop(self) -> None:
        """Send nothing more."""
        self._stopped = True
        for writer in self._writers.values():
            writer.stop()

    def _writer(self, live: LiveTable) -> Sender:
        writer = self._writers.get(live.record.id)
        if writer is None:
            source, what = self._source, f"pings at table {live.record.id}"
            writer = Sender(source.clock, source.circuit, what, lambda: self._write(live))
            self._writers[live.record.id] = writer
            if self._stopped:
                writer.stop()
        return writer

    async def _set_ping(self, live: LiveTable, change: int, *, fresh: bool) -> None:
        """Ping those who are to act, each of them once a turn: after a while without a move, at a slow table at once if
        somebody's turn has just begun (``fresh``). The newest ``change`` of the table decides."""
        if live.paused or not self._unpinged(live) or not await self._wanted(live):
            return
        if change != self._changes.get(live.record.id):
            return
        wait = 0 if fresh and live.record.clock_s >= SLOW_CLOCK_S else PING_AFTER_MS
        alarm = live.alarms.pop(PING_ALARM, None)
        if alarm is not None:
            alarm.cancel()
        live.alarms[PING_ALARM] = self._source.clock.call_at(
            self._source.clock.now() + wait, lambda: self._ring(live, change)
        )

    def _ring(self, live: LiveTable, change: int) -> None:
        """Nothing has changed at the table for a while."""
        if change == self._changes.get(live.record.id):
            self._due.add(live.record.id)
            self._writer(live).touch()

    async def _wanted(self, live: LiveTable) -> bool:
        """Whether the server wants pings."""
        return (await self._source.preferences.server(live.record.guild_id)).pings

    def _unpinged(self, live: LiveTable) -> list[Seat]:
        """The people who are to act and have not been pinged for it."""
        self._retire(live)
        sent = self._sent.get(live.record.id, {})
        return [seat for seat in sorted(live.active) if seat not in sent and in_person(live.record.seats[seat])]

    async def _write(self, live: LiveTable) -> None:
        """Do all there is to do at the table now."""
        table_id = live.record.id
        await self._take_back(live)
        if table_id in self._to_call:
            await self._call_together(live, self._to_call[table_id])
            self._to_call.pop(table_id, None)
        if table_id in self._due and not live.paused:
            for seat in self._unpinged(live):
                await self._ping(live, seat)
        # The table may have moved on meanwhile.
        await self._take_back(live)
        if live.record.status is TableStatus.CLOSED:
            self._due.discard(table_id)
            self._writers.pop(table_id, None)

    async def _ping(self, live: LiveTable, seat: Seat) -> None:
        user_id, since = live.record.seats[seat].user_id, live.turn_since(seat)
        if not (await self._source.preferences.player(user_id)).pings or seat not in live.active:
            return
        text = await self._source.preferences.public_text(live.record.guild_id)
        message = await self._left_ping(live, seat)
        if message is None:
            try:
                message = await self._post(live, house.ping_panel(live.table_view(text), user_id))
            except Exception as error:
                if is_passing(error):  # Discord may have posted it although no answer came
                    self._perhaps_pinged.setdefault(live.record.id, set()).add(seat)
                raise
        self._sent.setdefault(live.record.id, {})[seat] = _Ping(since, message)

    def _retire(self, live: LiveTable) -> None:
        """The pings of turns that are over have served, and so has the call to a lobby that is none any more."""
        sent, seats = self._sent.get(live.record.id, {}), live.record.seats
        over = [
            seat
            for seat, ping in sent.items()
            if seat not in live.active or live.turn_since(seat) != ping.since or seats[seat].presence is Presence.LEFT
        ]
        if over:
            self._served.setdefault(live.record.id, []).extend(sent.pop(seat).message for seat in over)
        if not sent:
            self._sent.pop(live.record.id, None)
        if live.record.status is not TableStatus.LOBBY:
            self.take_back_call(live)

    async def _take_back(self, live: LiveTable) -> None:
        """Delete what has served."""
        self._retire(live)
        for seat in self._perhaps_pinged.get(live.record.id, set()) - live.active:
            left = await self._left_ping(live, seat)
            if left is not None:
                self._served.setdefault(live.record.id, []).append(left)
        if not self._perhaps_pinged.get(live.record.id):
            self._perhaps_pinged.pop(live.record.id, None)
        while served := self._served.get(live.record.id):
            await self._delete(served[0])
            del served[0]
        self._served.pop(live.record.id, None)

    async def _left_ping(self, live: LiveTable, seat: Seat) -> discord.Message | None:
        """The ping that may have been posted to a seat without the bot knowing it: before it was stopped, or since."""
        perhaps = self._perhaps_pinged.get(live.record.id, set())
        if seat not in perhaps:
            return None
        if seat >= len(live.record.seats):  # of a match before, with more players
            perhaps.discard(seat)
            return None
        left = await find_ping(self._source.client, live, live.record.seats[seat].user_id)
        perhaps.discard(seat)
        return left

    async def _post(self, live: LiveTable, panel: PublicPanel, nonce: str = "") -> discord.Message:
        rendered = render_public(
            panel, style=self._source.style, table_id=live.record.id, ply=live.turn_ply, picture=None
        )
        channel = self._source.client.get_partial_messageable(live.record.channel_id, guild_id=live.record.guild_id)
        once: dict[str, Any] = {"nonce": nonce} if nonce else {}
        return await patiently(channel.send(**rendered.to_send(), **once))

    def _now_together(self, live: LiveTable) -> bool:
        """Whether with this change as many people sit in a lobby as a game for more than two needs. True once for each
        lobby, however often people come and go; what was full when the bot came up has been called before."""
        table_id = live.record.id
        if live.record.status is not TableStatus.LOBBY:
            self._called.pop(table_id, None)
            return False
        enough = _enough(live)
        if self._called.setdefault(table_id, enough) or not enough:
            return False
        self._called[table_id] = True
        return live.game.info.min_seats > CALLED_ABOVE

    def _turn_has_begun(self, live: LiveTable) -> bool:
        """Whether with this change somebody is to act who was not before."""
        table_id, before = live.record.id, self._to_act.get(live.record.id)
        if before is None:
            self._perhaps_pinged[table_id] = set(live.active)
        self._to_act[table_id] = live.active
        return bool(live.active - (before or frozenset()))

    async def _call_together(self, live: LiveTable, since: int) -> None:
        """Ping the people who have waited for the others, so that the match can begin."""
        if live.record.status is not TableStatus.LOBBY or not _enough(live) or not await self._wanted(live):
            return
        waiting = [
            seat.user_id for seat in live.people() if (await self._source.preferences.player(seat.user_id)).pings
        ]
        if waiting:
            text = await self._source.preferences.public_text(live.record.guild_id)
            panel, nonce = house.gathered_panel(live.table_view(text), waiting), f"{live.record.id % 100_000}:{since}"
            self._calls[live.record.id] = await self._post(live, panel, nonce)

    async def _delete(self, message: discord.Message) -> None:
        """Delete a message.

        Raises:
            discord.HTTPException, discord.RateLimited, OSError: Discord cannot be reached just now.
        """
        try:
            await patiently(message.delete())
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            if is_passing(error):
                raise
            log.info("a ping stays: %s", fault_of(error).name)


def _enough(live: LiveTable) -> bool:
    """Whether there are as many as the game needs."""
    return len(live.staying()) >= live.game.info.min_seats

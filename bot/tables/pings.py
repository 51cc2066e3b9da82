"""Pings: short messages that tell people by a notification that it is their turn, or that all are there.

They are deleted when they have served; those from before a restart are found in the channel.
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
from bot.tables.faults import NETWORK_ERRORS, fault_of, patiently
from bot.tables.live import PING_ALARM, LiveTable, in_person
from bot.tables.orphans import find_ping
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
        self._called: dict[int, bool] = {}
        self._calls: dict[int, discord.Message] = {}
        self._pinging: dict[int, asyncio.Lock] = {}

    def changed(self, live: LiveTable) -> None:
        """The table changed: ping whom it waits for now, after a while, and delete what has served."""
        fresh = self._turn_has_begun(live)
        self._changes[live.record.id] = change = self._changes.get(live.record.id, 0) + 1
        self._source.spawn(self._set_ping(live, change, fresh=fresh))
        if self._now_together(live):
            self._source.spawn(self._call_together(live))
        elif live.record.status is not TableStatus.LOBBY:
            self._source.spawn(self.take_back_call(live))

    def closed(self, live: LiveTable) -> None:
        """The table is closed: nobody is called any more."""
        self._source.spawn(self._take_back_pings(live))
        self._source.spawn(self.take_back_call(live))
        for kept in (self._called, self._to_act, self._changes, self._pinging):
            kept.pop(live.record.id, None)

    async def _set_ping(self, live: LiveTable, change: int, *, fresh: bool) -> None:
        """Ping those who are to act, each of them once a turn: after a while without a move, at a slow table at once if
        somebody's turn has just begun (``fresh``). The newest ``change`` of the table decides."""
        await self._take_back_pings(live)
        if live.paused or not self._unpinged(live) or not await self._wanted(live):
            return
        if change != self._changes.get(live.record.id):
            return
        wait = 0 if fresh and live.record.clock_s >= SLOW_CLOCK_S else PING_AFTER_MS
        alarm = live.alarms.pop(PING_ALARM, None)
        if alarm is not None:
            alarm.cancel()
        live.alarms[PING_ALARM] = self._source.clock.call_at(
            self._source.clock.now() + wait, lambda: self._source.spawn(self._ping(live))
        )

    async def _wanted(self, live: LiveTable) -> bool:
        """Whether the server wants pings."""
        return (await self._source.preferences.server(live.record.guild_id)).pings

    def _unpinged(self, live: LiveTable) -> list[Seat]:
        """The people who are to act and have not been pinged for it."""
        sent = self._sent.get(live.record.id, {})
        return [seat for seat in sorted(live.active) if seat not in sent and in_person(live.record.seats[seat])]

    async def _ping(self, live: LiveTable) -> None:
        """Ping all who are to act now. One after the other at a table: a ping that has to wait for those before it, as
        for Discord's rate limit, is not for a turn that is over when it is sent."""
        async with self._pinging.setdefault(live.record.id, asyncio.Lock()):
            await self._ping_now(live)

    async def _ping_now(self, live: LiveTable) -> None:
        for seat in self._unpinged(live):
            user_id, since = live.record.seats[seat].user_id, live.turn_since(seat)
            if not (await self._source.preferences.player(user_id)).pings or seat not in live.active:
                continue
            text = await self._source.preferences.public_text(live.record.guild_id)
            message = await self._left_ping(live, seat)
            if message is None:
                message = await self._post(live, house.ping_panel(live.table_view(text), user_id))
            if message is None:
                break
            self._sent.setdefault(live.record.id, {})[seat] = _Ping(since, message)
        # The table may have moved on meanwhile.
        await self._take_back_pings(live)

    async def _take_back_pings(self, live: LiveTable) -> None:
        """Delete the pings of turns that are over."""
        sent = self._sent.get(live.record.id, {})
        seats = live.record.seats
        over = [
            seat
            for seat, ping in sent.items()
            if seat not in live.active or live.turn_since(seat) != ping.since or seats[seat].presence is Presence.LEFT
        ]
        gone = [sent.pop(seat) for seat in over]
        if not sent:
            self._sent.pop(live.record.id, None)
        for ping in gone:
            await self._delete(ping.message)
        for seat in self._perhaps_pinged.get(live.record.id, set()) - live.active:
            left = await self._left_ping(live, seat)
            if left is not None:
                await self._delete(left)
        if not self._perhaps_pinged.get(live.record.id):
            self._perhaps_pinged.pop(live.record.id, None)

    async def _left_ping(self, live: LiveTable, seat: Seat) -> discord.Message | None:
        """The ping for a turn that was on when the bot came up, posted before it was stopped."""
        perhaps = self._perhaps_pinged.get(live.record.id, set())
        if seat not in perhaps:
            return None
        perhaps.discard(seat)
        return await find_ping(self._source.client, live, live.record.seats[seat].user_id)

    async def _post(self, live: LiveTable, panel: PublicPanel) -> discord.Message | None:
        rendered = render_public(
            panel, style=self._source.style, table_id=live.record.id, ply=live.turn_ply, picture=None
        )
        channel = self._source.client.get_partial_messageable(live.record.channel_id, guild_id=live.record.guild_id)
        if self._source.circuit.is_open:
            return None
        try:
            return await patiently(channel.send(**rendered.to_send()))
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            log.info("no ping at table %s: %s", live.record.id, fault_of(error).name)
            return None

    def _now_together(self, live: LiveTable) -> bool:
        """Whether with this change as many people sit in a lobby as a game for more than two needs. True once for each
        lobby, however often people come and go; what was full when the bot came up has been called before."""
        table_id, needed = live.record.id, live.game.info.min_seats
        if live.record.status is not TableStatus.LOBBY:
            self._called.pop(table_id, None)
            return False
        enough = len(live.staying()) >= needed
        if self._called.setdefault(table_id, enough) or not enough:
            return False
        self._called[table_id] = True
        return needed > CALLED_ABOVE

    def _turn_has_begun(self, live: LiveTable) -> bool:
        """Whether with this change somebody is to act who was not before."""
        table_id, before = live.record.id, self._to_act.get(live.record.id)
        if before is None:
            self._perhaps_pinged[table_id] = set(live.active)
        self._to_act[table_id] = live.active
        return bool(live.active - (before or frozenset()))

    async def _call_together(self, live: LiveTable) -> None:
        """Ping the people who have waited for the others, so that the match can begin."""
        if not await self._wanted(live):
            return
        waiting = [
            seat.user_id for seat in live.people() if (await self._source.preferences.player(seat.user_id)).pings
        ]
        if not waiting:
            return
        text = await self._source.preferences.public_text(live.record.guild_id)
        message = await self._post(live, house.gathered_panel(live.table_view(text), waiting))
        if message is not None:
            self._calls[live.record.id] = message
        if live.record.status is not TableStatus.LOBBY:
            await self.take_back_call(live)

    async def take_back_call(self, live: LiveTable) -> None:
        """Delete the message that called the people of a lobby together."""
        message = self._calls.pop(live.record.id, None)
        if message is not None:
            await self._delete(message)

    async def _delete(self, message: discord.Message) -> None:
        try:
            await patiently(message.delete())
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            log.info("a ping stays: %s", fault_of(error).name)

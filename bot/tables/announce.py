"""Discord's side of the tables: their public messages, open hands and the pings, after every change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import discord

from bot.preferences import Preferences
from bot.presenters import house
from bot.presenters.common import without_names
from bot.presenters.panel import PrivatePanel, PublicPanel
from bot.presenters.registry import PRESENTERS
from bot.tables.board import Board
from bot.tables.circuit import Circuit
from bot.tables.clock import Clock
from bot.tables.components import MessageStyle, render_public
from bot.tables.faults import NETWORK_ERRORS, Fault, fault_of, patiently
from bot.tables.hands import Hands, render_hand
from bot.tables.live import PING_ALARM, LiveTable, Notice, in_person
from bot.tables.orphans import find_ping
from bot.tables.painter import Painter
from bot.tables.service import TableService
from bot.text.catalog import Text
from bot.text.names import markdown
from data.records import Presence, TableStatus
from games.core import Seat

log = logging.getLogger(__name__)

PING_AFTER_MS = 20_000
SLOW_CLOCK_S = 3_600
CALLED_ABOVE = 2
"""Two people find each other; where more are needed they are called once they are all there."""


class _Ping(NamedTuple):
    """A ping that was posted, and the ply since which the seat was to act."""

    since: int
    message: discord.Message


class DiscordAnnouncer:
    """Shows tables on Discord. It never blocks the tables: everything is sent by tasks of its own."""

    service: TableService

    def __init__(
        self,
        client: discord.Client,
        preferences: Preferences,
        painter: Painter,
        clock: Clock,
        circuit: Circuit,
        style: MessageStyle,
        on_refused: Callable[[], object],
    ) -> None:
        self.client = client
        self.preferences = preferences
        self.painter = painter
        self.clock = clock
        self.circuit = circuit
        self.style: MessageStyle = style
        self.hands = Hands(self)
        self._boards: dict[int, Board] = {}
        self._on_refused = on_refused
        self._describing = asyncio.Lock()
        self._to_act: dict[int, frozenset[Seat]] = {}
        self._pings: dict[int, dict[Seat, _Ping]] = {}
        self._perhaps_pinged: dict[int, set[Seat]] = {}
        self._changes: dict[int, int] = {}
        self._writing_to: set[tuple[int, int]] = set()
        self._called: dict[int, bool] = {}
        self._calls: dict[int, discord.Message] = {}

    @property
    def reads_all(self) -> bool:
        """Whether Discord sends the bot the content of all messages."""
        return self.client.intents.message_content

    # What the service tells

    def changed(self, live: LiveTable) -> None:
        """Show the table and the open hands as they are now."""
        self.board(live).touch()
        self.hands.touch(live)
        fresh = self._turn_has_begun(live)
        self._changes[live.record.id] = change = self._changes.get(live.record.id, 0) + 1
        self.service.chores.spawn(self._set_ping(live, change, fresh=fresh))
        self.service.chores.spawn(self._send_dms(live))
        if self._now_together(live):
            self.service.chores.spawn(self._call_together(live))
        elif live.record.status is not TableStatus.LOBBY:
            self.service.chores.spawn(self._take_back_call(live))

    def closed(self, live: LiveTable) -> None:
        """Show the farewell and forget the table."""
        self.board(live).touch()
        self.hands.forget_table(live)
        self.service.chores.spawn(self._take_back_pings(live))
        self.service.chores.spawn(self._take_back_call(live))
        for kept in (self._boards, self._called, self._to_act, self._perhaps_pinged, self._changes):
            kept.pop(live.record.id, None)

    def board(self, live: LiveTable) -> Board:
        """The writer of a table's public message."""
        board = self._boards.get(live.record.id)
        if board is None:
            board = self._boards[live.record.id] = Board(self, live)
        return board

    def unsent_ms(self) -> int:
        """For how long the public message that has waited longest has differed from its table, in milliseconds."""
        waiting = [board.unsent_since for board in self._boards.values()]
        return max((self.clock.now() - since for since in waiting if since is not None), default=0)

    def forget(self, user_id: int) -> None:
        """A person is about to be forgotten: nothing more is shown to them, nothing drawn with their name is kept, and
        no call in a channel goes on naming them."""
        self.hands.forget_person(user_id)
        self.painter.forget()
        for live in self.service.tables.of_person(user_id):
            self.service.chores.spawn(self._take_back_call(live))

    # What boards and hands show

    async def public_panel(self, live: LiveTable, *, names: bool = True) -> PublicPanel:
        """The public message of a table as it is now; without ``names`` its text calls people by their places."""
        # One after the other: a thousand tables at once, as after a restart, would let every press wait for seconds.
        async with self._describing:
            return await self._public_panel(live, names=names)

    async def _public_panel(self, live: LiveTable, *, names: bool) -> PublicPanel:
        text = await self.preferences.public_text(live.record.guild_id)
        view = live.table_view(text, (await self.preferences.server(live.record.guild_id)).faces)
        if not names:
            return house.public_panel(without_names(view))
        if live.record.status is TableStatus.CLOSED:
            return house.closed_panel(view, self._said(text, live.notice or Notice("closed_empty")))
        panel = house.public_panel(view)
        if live.notice is not None and not panel.notice:
            panel = replace(panel, notice=self._said(text, live.notice, live))
        return panel

    async def moved_panel(self, live: LiveTable, url: str) -> PublicPanel:
        """What an old message shrinks to."""
        text = await self.preferences.public_text(live.record.guild_id)
        return house.moved_panel(live.table_view(text), url)

    async def hand_panel(
        self, live: LiveTable, user_id: int, locale: str, notice: str = "", *, plain: bool = False
    ) -> PrivatePanel:
        """One player's hand as it is now; ``plain`` is without the picture and without names."""
        text = await self.preferences.private_text(user_id, locale)
        settings = await self.preferences.player(user_id)
        rounds = await self.preferences.rounds_played(user_id, live.record.game)
        view = live.seat_view(user_id, text, settings, notice, rounds)
        if not plain:
            return PRESENTERS[live.record.game].hand_panel(view)
        nameless = replace(view, table=without_names(view.table))
        return replace(PRESENTERS[live.record.game].hand_panel(nameless), picture=None)

    async def expired_panel(self, live: LiveTable, user_id: int, locale: str) -> PrivatePanel:
        """What a hand becomes when it cannot be refreshed any more."""
        text = await self.preferences.private_text(user_id, locale)
        button = text(PRESENTERS[live.record.game].hand_label)
        line = text("house.said.hand_expired", button=button)
        return PrivatePanel(title=house.title_of(live.table_view(text)), lines=(line,))

    def _said(self, text: Text, notice: Notice, live: LiveTable | None = None) -> str:
        people = ""
        if live is not None:
            people = text.list(_name(text, live.record.seats[seat].name) for seat in sorted(live.active))
        return text(f"house.said.{notice.key}", name=_name(text, notice.name), people=people)

    # What becomes of messages

    async def note_posted(self, live: LiveTable, message_id: int, channel_id: int) -> None:
        """Keep where the table's message is."""
        await self.service.note_posted(live, message_id, channel_id)

    async def channel_gone(self, live: LiveTable) -> None:
        """The table's channel was deleted."""
        await self.service.abandon(live, Notice("closed_deleted"))

    def token_revoked(self) -> None:
        """Discord does not know this bot any more."""
        self._on_refused()

    # Pings and direct messages

    async def _set_ping(self, live: LiveTable, change: int, *, fresh: bool) -> None:
        """Ping those who are to act, each of them once a turn: after a while without a move, at a slow table at once if
        somebody's turn has just begun (``fresh``). The newest ``change`` of the table decides."""
        await self._take_back_pings(live)
        if not self._unpinged(live) or live.paused or not (await self.preferences.server(live.record.guild_id)).pings:
            return
        if change != self._changes.get(live.record.id):
            return
        wait = 0 if fresh and live.record.clock_s >= SLOW_CLOCK_S else PING_AFTER_MS
        alarm = live.alarms.pop(PING_ALARM, None)
        if alarm is not None:
            alarm.cancel()
        live.alarms[PING_ALARM] = self.clock.call_at(
            self.clock.now() + wait, lambda: self.service.chores.spawn(self._ping(live))
        )

    def _unpinged(self, live: LiveTable) -> list[Seat]:
        """The people who are to act and have not been pinged for it."""
        sent = self._pings.get(live.record.id, {})
        return [seat for seat in sorted(live.active) if seat not in sent and in_person(live.record.seats[seat])]

    async def _ping(self, live: LiveTable) -> None:
        for seat in self._unpinged(live):
            user_id, since = live.record.seats[seat].user_id, live.turn_since(seat)
            if not (await self.preferences.player(user_id)).pings or seat not in live.active:
                continue
            text = await self.preferences.public_text(live.record.guild_id)
            message = await self._left_ping(live, seat)
            if message is None:
                message = await self._post_ping(live, house.ping_panel(live.table_view(text), user_id))
            if message is None:
                break
            self._pings.setdefault(live.record.id, {})[seat] = _Ping(since, message)
        # The table may have moved on meanwhile.
        await self._take_back_pings(live)

    async def _take_back_pings(self, live: LiveTable) -> None:
        """Delete the pings of turns that are over."""
        sent = self._pings.get(live.record.id, {})
        seats = live.record.seats
        over = [
            seat
            for seat, ping in sent.items()
            if seat not in live.active or live.turn_since(seat) != ping.since or seats[seat].presence is Presence.LEFT
        ]
        gone = [sent.pop(seat) for seat in over]
        if not sent:
            self._pings.pop(live.record.id, None)
        for ping in gone:
            await self._delete(ping.message)
        for seat in self._perhaps_pinged.get(live.record.id, set()) - live.active:
            left = await self._left_ping(live, seat)
            if left is not None:
                await self._delete(left)

    async def _left_ping(self, live: LiveTable, seat: Seat) -> discord.Message | None:
        """The ping for a turn that was on when the bot came up, posted before it was stopped."""
        perhaps = self._perhaps_pinged.get(live.record.id, set())
        if seat not in perhaps:
            return None
        perhaps.discard(seat)
        return await find_ping(self.client, live, live.record.seats[seat].user_id)

    async def _post_ping(self, live: LiveTable, panel: PublicPanel) -> discord.Message | None:
        rendered = render_public(panel, style=self.style, table_id=live.record.id, ply=live.turn_ply, picture=None)
        channel = self.client.get_partial_messageable(live.record.channel_id, guild_id=live.record.guild_id)
        if self.circuit.is_open:
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
        if not (await self.preferences.server(live.record.guild_id)).pings:
            return
        waiting = [seat.user_id for seat in live.people() if (await self.preferences.player(seat.user_id)).pings]
        if not waiting:
            return
        text = await self.preferences.public_text(live.record.guild_id)
        message = await self._post_ping(live, house.gathered_panel(live.table_view(text), waiting))
        if message is not None:
            self._calls[live.record.id] = message
        if live.record.status is not TableStatus.LOBBY:
            await self._take_back_call(live)

    async def _take_back_call(self, live: LiveTable) -> None:
        message = self._calls.pop(live.record.id, None)
        if message is not None:
            await self._delete(message)

    async def _delete(self, message: discord.Message) -> None:
        try:
            await patiently(message.delete())
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            log.info("a ping stays: %s", fault_of(error).name)

    async def _send_dms(self, live: LiveTable) -> None:
        """Open the hands of those who want them by direct message."""
        if live.playing is None or self.circuit.is_open:
            return
        for seat in live.people():
            settings, key = await self.preferences.player(seat.user_id), (live.record.id, seat.user_id)
            wanted = settings.hand_by == "dm" and not settings.dm_closed and not self.hands.has_dm(live, seat.user_id)
            if wanted and key not in self._writing_to:
                self._writing_to.add(key)
                try:
                    await self.send_dm(live, seat.user_id, await self.preferences.public_locale(live.record.guild_id))
                finally:
                    self._writing_to.discard(key)

    async def send_dm(self, live: LiveTable, user_id: int, locale: str) -> bool:
        """Send a player's hand by direct message; False if that is not possible (and remembered as such)."""
        panel = await self.hand_panel(live, user_id, locale)
        rendered = await render_hand(self, live, panel)
        try:
            channel = await patiently(self.client.create_dm(discord.Object(user_id)))
            message = await patiently(channel.send(**rendered.to_send()))
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            if fault_of(error) in {Fault.DM_CLOSED, Fault.PERMISSION}:
                settings = await self.preferences.player(user_id)
                await self.preferences.save_player(replace(settings, dm_closed=True))
            return False
        self.hands.remember(live, user_id, locale, message.edit, panel, message, by_dm=True)
        return True

    async def flush(self) -> None:
        """Show every table as it is, now (before the bot stops)."""
        await asyncio.gather(*(board.flush() for board in self._boards.values()))

    def stop(self) -> None:
        """Send nothing more."""
        for board in self._boards.values():
            board.stop()
        self.hands.stop()


def _name(text: Text, name: str) -> str:
    """A name for a message's text; who was forgotten has none."""
    return markdown(name or text("house.somebody"))

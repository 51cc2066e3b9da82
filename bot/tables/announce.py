"""Discord's side of the tables: their public messages, open hands and the pings, after every change."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.preferences import Preferences
from bot.presenters import house
from bot.presenters.common import without_names
from bot.presenters.panel import PrivatePanel, PublicPanel
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.registry import PRESENTERS
from bot.tables.board import Board
from bot.tables.circuit import Circuit
from bot.tables.clock import Clock
from bot.tables.components import MessageStyle
from bot.tables.faults import NETWORK_ERRORS, Fault, fault_of, is_passing, patiently
from bot.tables.hands import Hands, render_hand
from bot.tables.live import LiveTable, Notice
from bot.tables.painter import Painter
from bot.tables.pings import Pings
from bot.tables.sender import Sender
from bot.tables.service import TableService
from bot.text.catalog import Text
from bot.text.names import markdown
from data.records import TableStatus

log = logging.getLogger(__name__)


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
    ) -> None:
        self.client = client
        self.preferences = preferences
        self.painter = painter
        self.clock = clock
        self.circuit = circuit
        self.style: MessageStyle = style
        self.hands = Hands(self)
        self.pings = Pings(self)
        self._boards: dict[int, Board] = {}
        self._describing = asyncio.Lock()
        self._writing_to: dict[tuple[int, int], asyncio.Task[bool]] = {}
        self._stopped = False
        self._dm_writers: dict[int, Sender] = {}
        self._dm_nonces: dict[tuple[int, int], str] = {}
        """Under what a hand was last sent of which nobody knows whether it has arrived."""

    @property
    def reads_all(self) -> bool:
        """Whether Discord sends the bot the content of all messages."""
        return self.client.intents.message_content

    # What the service tells

    def changed(self, live: LiveTable) -> None:
        """Show the table and the open hands as they are now."""
        if live.record.status is TableStatus.CLOSED:  # what was still to be done when it was closed
            return
        self.board(live).touch()
        self.hands.touch(live)
        self.pings.changed(live)
        self._dm_writer(live).touch()

    def closed(self, live: LiveTable) -> None:
        """Show the farewell and forget the table."""
        self.board(live).bid_farewell()
        self.hands.forget_table(live)
        self.pings.closed(live)
        if (writer := self._dm_writers.pop(live.record.id, None)) is not None:
            writer.stop()
        for key in [key for key in self._dm_nonces if key[0] == live.record.id]:
            del self._dm_nonces[key]

    def round_over(self, user_ids: Sequence[int]) -> None:
        """What newcomers are told goes from all hands of those who are none any more."""
        for user_id in user_ids:
            self.hands.touch_person(user_id)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done without waiting for it."""
        self.service.chores.spawn(work)

    def board(self, live: LiveTable) -> Board:
        """The writer of a table's public message."""
        board = self._boards.get(live.record.id)
        if board is None:
            board = self._boards[live.record.id] = Board(self, live)
            if self._stopped:
                board.stop()
        return board

    def farewell_said(self, live: LiveTable) -> None:
        """The message of a closed table will not be written again."""
        self._boards.pop(live.record.id, None)

    def unsent_ms(self) -> int:
        """For how long the public message that has waited longest has differed from its table, in milliseconds."""
        waiting = [board.unsent_since for board in self._boards.values()]
        return max((self.clock.now() - since for since in waiting if since is not None), default=0)

    def forget(self, user_id: int) -> None:
        """A person is about to be forgotten: nothing more is shown to them, nothing drawn with their name is kept, and
        no call in a channel goes on naming them."""
        self.hands.forget_person(user_id)
        for (_, reader), writing in self._writing_to.items():
            if reader == user_id:
                writing.cancel()
        for key in [key for key in self._dm_nonces if key[1] == user_id]:
            del self._dm_nonces[key]
        self.painter.forget()
        for live in self.service.tables.of_person(user_id):
            self.pings.take_back_call(live)

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
        settings = await self.preferences.player_or_default(user_id)
        rounds = await self.preferences.rounds_played(user_id, live.record.game)
        if live.match is None or live.record.status is TableStatus.CLOSED:  # since this was asked for
            return await self.expired_panel(live, user_id, locale)
        view = live.seat_view(user_id, text, settings, notice, rounds)
        if not plain:
            return PRESENTERS[live.record.game].hand_panel(view)
        nameless = replace(view, table=without_names(view.table))
        return replace(PRESENTERS[live.record.game].hand_panel(nameless), picture=None)

    async def expired_panel(self, live: LiveTable, user_id: int, locale: str) -> PrivatePanel:
        """What a hand becomes when it cannot be refreshed any more."""
        text = await self.preferences.private_text(user_id, locale)
        public = await self.preferences.public_text(live.record.guild_id)
        line = text("house.said.hand_expired", button=public(PRESENTERS[live.record.game].hand_label))
        if live.record.status is TableStatus.CLOSED:
            line = refusal(text, Refusal.TABLE_CLOSED)
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

    # Direct messages

    def _dm_writer(self, live: LiveTable) -> Sender:
        writer = self._dm_writers.get(live.record.id)
        if writer is None:
            what = f"direct messages from table {live.record.id}"
            writer = Sender(self.clock, self.circuit, what, lambda: self._send_dms(live))
            self._dm_writers[live.record.id] = writer
            if self._stopped:
                writer.stop()
        return writer

    async def _send_dms(self, live: LiveTable) -> None:
        """Open the hands of those who want them by direct message; what went wrong last is raised at the end."""
        failure: Exception | None = None
        for seat in live.people() if live.playing is not None else ():
            settings = await self.preferences.player(seat.user_id)
            if settings.hand_by != "dm" or settings.dm_closed or self.hands.has_dm(live, seat.user_id):
                continue
            try:
                await self._dm(live, seat.user_id, await self.preferences.public_locale(live.record.guild_id))
            except (discord.DiscordException, *NETWORK_ERRORS) as error:
                failure = error if failure is None or is_passing(error) else failure
        if failure is not None:
            raise failure

    async def send_dm(self, live: LiveTable, user_id: int, locale: str) -> bool:
        """Send a player's hand by direct message; False if that is not possible (and remembered as such)."""
        try:
            return await self._dm(live, user_id, locale)
        except (discord.DiscordException, *NETWORK_ERRORS):
            return False

    async def _dm(self, live: LiveTable, user_id: int, locale: str) -> bool:
        """As above, but raising what is no refusal of direct messages. Whoever wants it while it is on its way, a
        second press or the table that has changed, gets that one."""
        key = (live.record.id, user_id)
        writing = self._writing_to.get(key)
        if writing is None:
            writing = self._writing_to[key] = asyncio.create_task(self._write_dm(live, user_id, locale))
            writing.add_done_callback(lambda task: self._written(key, task))
        await asyncio.wait({writing})  # others may wait for it, too
        return not writing.cancelled() and writing.result()

    def _written(self, key: tuple[int, int], writing: asyncio.Task[bool]) -> None:
        self._writing_to.pop(key, None)
        if not writing.cancelled():
            writing.exception()  # who waited for it may have given up, and then nobody else looks

    async def _write_dm(self, live: LiveTable, user_id: int, locale: str) -> bool:
        panel = await self.hand_panel(live, user_id, locale)
        rendered = await render_hand(self, live, panel)
        key = (live.record.id, user_id)
        perhaps_there = key in self._dm_nonces
        try:
            channel = await patiently(self.client.create_dm(discord.Object(user_id)))
            nonce = self._dm_nonces.setdefault(key, secrets.token_hex(8))
            message = await patiently(channel.send(**rendered.to_send(), nonce=nonce))
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            if is_passing(error):  # sent again under this nonce, a message that did arrive comes back as it is
                raise
            self._dm_nonces.pop(key, None)
            if fault_of(error) not in {Fault.DM_CLOSED, Fault.PERMISSION}:
                raise
            settings = await self.preferences.player(user_id)
            await self.preferences.save_player(replace(settings, dm_closed=True))
            return False
        self._dm_nonces.pop(key, None)
        shown = None if perhaps_there else panel
        self.hands.remember(live, user_id, locale, message.edit, shown, message, by_dm=True)
        return True

    async def flush(self) -> None:
        """Show every table as it is, now (before the bot stops)."""
        await asyncio.gather(self.pings.flush(), *(board.flush() for board in self._boards.values()))

    def stop(self) -> None:
        """Send nothing more, for whatever comes to pass before the program ends."""
        self._stopped = True
        for board in self._boards.values():
            board.stop()
        self.hands.stop()
        self.pings.stop()
        for writer in self._dm_writers.values():
            writer.stop()
        for writing in self._writing_to.values():
            writing.cancel()


def _name(text: Text, name: str) -> str:
    """A name for a message's text; who was forgotten has none."""
    return markdown(name or text("house.somebody"))

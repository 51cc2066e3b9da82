"""The public message of a table: one writer each, newest state wins.

An edit goes out at once and the next one no sooner than 1.2 s later, so a burst of moves costs few edits. The message
is posted anew when it was deleted, has scrolled away, or is nearly an hour old (Discord limits edits of older ones).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

import discord

from bot.presenters.panel import PublicPanel
from bot.tables.clock import Clock
from bot.tables.coalesce import Coalescer
from bot.tables.components import MessageStyle, Rendered, render_public
from bot.tables.faults import NETWORK_ERRORS, Fault, fault_of
from bot.tables.live import LiveTable
from bot.tables.painter import Painter
from data.records import TableStatus

T = TypeVar("T")

log = logging.getLogger(__name__)

EDIT_EVERY_MS = 1_200
REPOST_AFTER_MS = 50 * 60 * 1000
REPOST_AFTER_MESSAGES = 12
RETRY_FIRST_MS = 5_000
RETRY_MOST_MS = 60_000
BANNED_MS = 5 * 60 * 1000
PATIENCE_S = 60
"""Longer than discord.py may wait for a rate limit."""


class Places(Protocol):
    """What a board needs of the bot: its client, settings and the ways to note what became of the message."""

    client: discord.Client
    clock: Clock
    painter: Painter
    style: MessageStyle

    async def public_panel(self, live: LiveTable) -> PublicPanel: ...

    async def moved_panel(self, live: LiveTable, url: str) -> PublicPanel: ...

    async def note_posted(self, live: LiveTable, message_id: int, channel_id: int) -> None: ...

    async def channel_gone(self, live: LiveTable) -> None: ...

    def token_revoked(self) -> None: ...


@dataclass(slots=True)
class _Shown:
    panel: PublicPanel
    attachment: discord.Attachment | None


class Board:
    """The writer of one table's message."""

    def __init__(self, places: Places, live: LiveTable) -> None:
        self._places = places
        self._live = live
        self._writer = Coalescer(places.clock, self._write)
        self._repost = False
        self._retry_ms = RETRY_FIRST_MS
        self._shown: _Shown | None = None
        self._style: MessageStyle = places.style
        self.newer = 0
        self.blocked = False

    def touch(self) -> None:
        """The table looks different now: show it as soon as may be."""
        if not self.blocked:
            self._writer.touch()

    def repost(self) -> None:
        """Post the message anew at the bottom of the channel."""
        self._repost = True
        self.touch()

    def forget_message(self) -> None:
        """The message is gone or cannot be edited any more: post it again."""
        self._shown = None
        self.repost()

    def unblock(self) -> None:
        """Somebody acted in the channel, so sending may work again."""
        if self.blocked:
            self.blocked = False
            self.touch()

    async def flush(self) -> None:
        """Show now what is still to be shown."""
        await self._writer.flush()

    def stop(self) -> None:
        """Send nothing more."""
        self._writer.stop()

    async def _write(self) -> int:
        """Show the newest state; how long to rest."""
        try:
            await self._show()
        except (discord.HTTPException, discord.RateLimited, *NETWORK_ERRORS) as error:
            return await self._recover(error)
        except Exception:
            log.exception("table %s could not be shown", self._live.record.id)
            return self._later()
        self._retry_ms = RETRY_FIRST_MS
        return 0 if self._live.record.status is TableStatus.CLOSED else EDIT_EVERY_MS

    async def _recover(self, error: BaseException) -> int:
        """Do what the fault asks for; how long to rest."""
        fault = fault_of(error)
        log.info("table %s: %s", self._live.record.id, fault.name)
        if fault is Fault.TRY_LATER:
            return self._later()
        if fault is Fault.BANNED:
            log.error("Discord answers nothing from here for a while; table %s waits", self._live.record.id)
            self._writer.touch()
            return BANNED_MS
        if fault is Fault.BAD_FORM and self._style == "v2":
            # Should Discord ever refuse the newer components, the classic message says the same.
            self._style = "embed"
            self.forget_message()
        elif fault is Fault.CHANNEL_GONE:
            await self._places.channel_gone(self._live)
        else:
            self.blocked = True
            if fault is Fault.TOKEN_REVOKED:
                self._places.token_revoked()
        return EDIT_EVERY_MS

    def _later(self) -> int:
        """Try again, each time after a longer rest; how long."""
        self._writer.touch()
        rest, self._retry_ms = self._retry_ms, min(2 * self._retry_ms, RETRY_MOST_MS)
        return rest

    async def _show(self) -> None:
        live, places = self._live, self._places
        panel = await places.public_panel(live)
        record = live.record
        if record.message_id is None:
            if record.status is not TableStatus.CLOSED:
                await self._post(panel)
            return
        age = places.clock.now() - (record.posted_at or 0)
        stale = age >= REPOST_AFTER_MS or self.newer >= REPOST_AFTER_MESSAGES
        if record.status is not TableStatus.CLOSED and (self._repost or (stale and self._differs(panel))):
            await self._move(panel)
        elif self._differs(panel):
            await self._edit(panel)

    def _differs(self, panel: PublicPanel) -> bool:
        return self._shown is None or self._shown.panel != panel

    async def _edit(self, panel: PublicPanel) -> None:
        message = self._message()
        try:
            await self._unarchived(lambda: self._edit_message(message, panel))
        except discord.HTTPException as error:
            fault = fault_of(error)
            gone = fault is Fault.MESSAGE_GONE and error.code == 10008
            if not (gone or fault in {Fault.TOO_OLD, Fault.BAD_FORM}):
                raise
            await self._post(panel)

    async def _edit_message(self, message: discord.PartialMessage, panel: PublicPanel) -> None:
        rendered = await self._rendered(panel)
        edited = await message.edit(**rendered.to_edit())
        self._shown = _Shown(panel, edited.attachments[0] if edited.attachments else None)

    async def _move(self, panel: PublicPanel) -> None:
        old = self._message()
        await self._post(panel)
        new = self._message()
        try:
            note = await self._places.moved_panel(self._live, new.jump_url)
            async with asyncio.timeout(PATIENCE_S):
                await old.edit(**self._render(note, None).to_edit())
        except (discord.HTTPException, discord.RateLimited, *NETWORK_ERRORS) as error:
            log.debug("the old message of table %s stays: %s", self._live.record.id, fault_of(error).name)

    async def _post(self, panel: PublicPanel) -> None:
        record = self._live.record
        self._shown = None
        rendered = await self._rendered(panel)
        channel = self._places.client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)
        # Repeating a post after a crash or a lost answer gives the message that is there already.
        nonce = f"{record.id % 100_000}:{record.message_id or 0}"
        message = await self._unarchived(lambda: channel.send(**rendered.to_send(), nonce=nonce))
        self._shown = _Shown(panel, message.attachments[0] if message.attachments else None)
        self._repost, self.newer = False, 0
        await self._places.note_posted(self._live, message.id, record.channel_id)

    async def _rendered(self, panel: PublicPanel) -> Rendered:
        """The panel with its picture; a picture that did not change is not sent again."""
        if panel.picture is None:
            return self._render(panel, None)
        shown = self._shown
        if shown is not None and shown.attachment is not None and shown.panel.picture == panel.picture:
            return self._render(panel, shown.attachment)
        return self._render(panel, await self._places.painter.paint_unhurried(panel.picture.scene))

    def _render(self, panel: PublicPanel, picture: bytes | discord.Attachment | None) -> Rendered:
        live = self._live
        ply = live.match.ply if live.match else 0
        return render_public(panel, style=self._style, table_id=live.record.id, ply=ply, picture=picture)

    async def _unarchived(self, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request; a thread that has fallen asleep is woken up first. What hangs is given up."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await request()
        except discord.HTTPException as error:
            if fault_of(error) is not Fault.ARCHIVED:
                raise
            thread = await self._places.client.fetch_channel(self._live.record.channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            return await request()

    def _message(self) -> discord.PartialMessage:
        record = self._live.record
        assert record.message_id is not None
        channel_id = record.message_channel_id or record.channel_id
        channel = self._places.client.get_partial_messageable(channel_id, guild_id=record.guild_id)
        return channel.get_partial_message(record.message_id)

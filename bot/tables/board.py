"""The public message of a table: one writer each, newest state wins.

An edit goes out at once and the next one no sooner than 1.2 s later, so a burst of moves costs few edits. The message
is posted anew when it was deleted, has scrolled away, or is nearly an hour old (Discord limits edits of older ones).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Set
from dataclasses import dataclass
from typing import Protocol, TypeVar

import discord

from bot.presenters.panel import PublicPanel
from bot.tables.circuit import Circuit
from bot.tables.clock import Clock
from bot.tables.coalesce import RETRY_FIRST_MS, RETRY_MOST_MS, Backoff, Coalescer
from bot.tables.components import MessageStyle, Rendered, render_public
from bot.tables.faults import FORM_FAULTS, NETWORK_ERRORS, Fault, fault_of, patiently
from bot.tables.live import LiveTable
from bot.tables.looks import Looks, PictureSize, plainer
from bot.tables.orphans import find_board
from bot.tables.painter import Painter
from data.records import TableStatus

T = TypeVar("T")

log = logging.getLogger(__name__)

EDIT_EVERY_MS = 1_200
REPOST_AFTER_MS = 50 * 60 * 1000
REPOST_AFTER_MESSAGES = 12
SWEPT_MS = 10_000
ORPHANED_AFTER_MS = 60_000
"""A table that is older and has no message may have one that is not known."""
NONCES_KNOWN_MS = 10 * 60 * 1000
"""For longer Discord does not remember under which nonce a message was posted: it says a few minutes."""


class Places(Protocol):
    """What a board needs of the bot: its client, settings and the ways to note what became of the message."""

    client: discord.Client
    clock: Clock
    circuit: Circuit
    painter: Painter
    style: MessageStyle

    async def public_panel(self, live: LiveTable, *, names: bool = True) -> PublicPanel: ...

    async def moved_panel(self, live: LiveTable, url: str) -> PublicPanel: ...

    async def note_posted(self, live: LiveTable, message_id: int, channel_id: int) -> None: ...

    async def channel_gone(self, live: LiveTable) -> None: ...

    def farewell_said(self, live: LiveTable) -> None: ...


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
        self._backoff = Backoff()
        self._shown: _Shown | None = None
        self._looks = Looks(places.style)
        self._unsure = False
        self._strays: set[tuple[int, int]] = set()
        self._nonce = ""
        self._gone: set[int] | None = None
        """What is deleted in the channel while the message is being posted."""
        self._swept = self._wait_ms = 0
        self.newer = 0
        self.blocked = False

    def touch(self) -> None:
        """The table looks different now: show it as soon as may be."""
        if not self.blocked:
            self._writer.touch()

    def bid_farewell(self) -> None:
        """The table is closed: show that, if the bot may."""
        if self.blocked:
            self._places.farewell_said(self._live)
        self.touch()

    def repost(self) -> None:
        """Post the message anew at the bottom of the channel."""
        self._repost = True
        self.touch()

    def doubt(self) -> None:
        """Events may have been missed, such as that somebody deleted the message: the next touch edits it, whatever it
        shows."""
        self._unsure = True

    def pressed_on(self, channel_id: int, message_id: int) -> None:
        """Somebody pressed the table's button on this public message. If it is not the table's message, which may be
        because the bot was stopped just after posting it, it will say where that is."""
        if message_id != self._live.record.message_id:
            self._strays.add((channel_id, message_id))
            self.touch()

    def deleted(self, message_ids: Set[int]) -> None:
        """These messages of the channel were deleted. If the table's is among them it comes back; if it is taken away
        again and again as soon as it is there, as some moderating bots do, it takes longer and longer."""
        if self._gone is not None:
            self._gone |= message_ids  # the one that is being posted may be among them
        record, now = self._live.record, self._places.clock.now()
        if record.message_id not in message_ids:
            return
        self._swept = self._swept + 1 if abs(now - (record.posted_at or 0)) < SWEPT_MS else 0
        if self._swept > 1:
            self._wait_ms = min(RETRY_FIRST_MS << min(self._swept - 2, 10), RETRY_MOST_MS)
        self._forget_message()

    def _forget_message(self) -> None:
        """The message is gone or cannot be edited any more: post it again."""
        self._shown = None
        self.repost()

    def unblock(self) -> None:
        """Somebody acted in the channel, so sending may work again."""
        if self.blocked:
            self.blocked = False
            self.touch()

    @property
    def unsent_since(self) -> int | None:
        """Since when the message has differed from the table, by the clock; None if it does not, or may not be sent."""
        return None if self.blocked else self._writer.since

    async def flush(self) -> None:
        """Show now what is still to be shown."""
        await self._writer.flush()

    def stop(self) -> None:
        """Send nothing more."""
        self._writer.stop()

    async def _write(self) -> int:
        """Show the newest state; how long to rest."""
        rest = await self._written()
        if self._live.record.status is TableStatus.CLOSED and not self._writer.dirty:
            self._places.farewell_said(self._live)
            return 0
        return rest

    async def _written(self) -> int:
        rest, self._wait_ms = self._places.circuit.rest() or self._wait_ms, 0
        if rest:
            self._writer.touch()
            return rest
        try:
            try:
                await self._show()
            except (discord.HTTPException, discord.RateLimited, *NETWORK_ERRORS) as error:
                return await self._recover(error)
        except Exception:
            log.exception("table %s could not be shown", self._live.record.id)
            return self._later()
        self._backoff.succeeded()
        return EDIT_EVERY_MS

    async def _recover(self, error: BaseException) -> int:
        """Do what the fault asks for; how long to rest."""
        fault = fault_of(error)
        log.info("table %s: %s", self._live.record.id, fault.name)
        if isinstance(error, discord.RateLimited):
            self._writer.touch()
            return int(error.retry_after * 1000)
        if fault in {Fault.TRY_LATER, Fault.BANNED}:
            return self._later()
        if fault is Fault.CHANNEL_GONE:
            await self._places.channel_gone(self._live)
        elif fault not in FORM_FAULTS or not self._simplify(fault, error):
            self.blocked = True
        return EDIT_EVERY_MS

    def _simplify(self, fault: Fault, error: BaseException) -> bool:
        """Show the table in plainer looks from now on; False if there are none that would help."""
        looks = plainer(self._looks, fault)
        log.error("Discord does not take table %s as %s: %s", self._live.record.id, self._looks, error)
        if looks is None:
            return False
        if looks.style != self._looks.style:
            # A message cannot change over.
            self._forget_message()
        self._looks, self._shown = looks, None
        self._writer.touch()
        return True

    def _later(self) -> int:
        """Try again, each time after a longer rest; how long."""
        self._writer.touch()
        return self._backoff.failed()

    async def _show(self) -> None:
        live, places = self._live, self._places
        panel = await places.public_panel(live, names=self._looks.names)
        if live.record.message_id is None:
            if live.record.status is TableStatus.CLOSED:
                return
            if not await self._adopt():
                await self._post(panel)
        record = live.record
        age = places.clock.now() - (record.posted_at or 0)
        stale = age >= REPOST_AFTER_MS or self.newer >= REPOST_AFTER_MESSAGES
        if record.status is not TableStatus.CLOSED and (self._repost or (stale and self._differs(panel))):
            await self._move(panel)
        elif self._differs(panel):
            await self._edit(panel)
        while self._strays:
            await self._point_away(*self._strays.pop())

    async def _adopt(self) -> bool:
        """Take up a message of the table that is not known; whether there was one."""
        record = self._live.record
        if self._places.clock.now() < record.created_at + ORPHANED_AFTER_MS:
            return False
        found = await find_board(self._places.client, self._live)
        if found is not None:
            await self._places.note_posted(self._live, found.id, record.channel_id)
        return found is not None

    async def _point_away(self, channel_id: int, message_id: int) -> None:
        """Let another message of this table only say where the table is."""
        if message_id == self._live.record.message_id:
            return
        try:
            note = await self._places.moved_panel(self._live, self._message().jump_url)
            await patiently(self._partial(channel_id, message_id).edit(**self._render(note, None).to_edit()))
        except (discord.HTTPException, discord.RateLimited, *NETWORK_ERRORS) as error:
            log.debug("an old message of table %s stays: %s", self._live.record.id, fault_of(error).name)

    def _differs(self, panel: PublicPanel) -> bool:
        return self._unsure or self._shown is None or self._shown.panel != panel

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
        self._shown = None  # Discord may do it although no answer comes
        edited = await message.edit(**rendered.to_edit())
        self._unsure = False
        self._shown = _Shown(panel, edited.attachments[0] if edited.attachments else None)

    async def _move(self, panel: PublicPanel) -> None:
        old = self._message()
        await self._post(panel)
        self._strays.add((old.channel.id, old.id))

    async def _post(self, panel: PublicPanel) -> None:
        self._gone = set()
        try:
            message = await self._send(panel)
            if message.id in self._gone:
                self.deleted({message.id})
        finally:
            self._gone = None

    async def _send(self, panel: PublicPanel) -> discord.Message:
        record = self._live.record
        self._shown = None
        rendered = await self._rendered(panel)
        channel = self._places.client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)
        # Repeating a post after a crash or a lost answer gives the message that is there already.
        nonce = f"{record.id % 100_000}:{record.message_id or 0}"
        perhaps_there, self._nonce = self._perhaps_there(nonce), nonce
        message = await self._unarchived(lambda: channel.send(**rendered.to_send(), nonce=nonce))
        if perhaps_there:
            self._writer.touch()
        else:
            self._shown = _Shown(panel, message.attachments[0] if message.attachments else None)
        self._repost, self._unsure, self.newer = False, False, 0
        await self._places.note_posted(self._live, message.id, record.channel_id)
        return message

    def _perhaps_there(self, nonce: str) -> bool:
        """Whether a message may have been posted under this nonce before, by an earlier life of the bot or by this
        one, which heard no answer. Discord gives that one as it is, not with what is sent now."""
        since = self._live.taken_up_at
        return nonce == self._nonce or (since is not None and self._places.clock.now() < since + NONCES_KNOWN_MS)

    async def _rendered(self, panel: PublicPanel) -> Rendered:
        """The panel with its picture; a picture that did not change is not sent again."""
        size = self._looks.picture
        if panel.picture is None or size is PictureSize.NONE:
            return self._render(panel, None)
        shown = self._shown
        if shown is not None and shown.attachment is not None and shown.panel.picture == panel.picture:
            return self._render(panel, shown.attachment)
        small = size is PictureSize.SMALL
        return self._render(panel, await self._places.painter.paint_unhurried(panel.picture.scene, small=small))

    def _render(self, panel: PublicPanel, picture: bytes | discord.Attachment | None) -> Rendered:
        live = self._live
        ply = live.match.ply if live.match else 0
        return render_public(panel, style=self._looks.style, table_id=live.record.id, ply=ply, picture=picture)

    async def _unarchived(self, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request; a thread that has fallen asleep is woken up first. What hangs is given up."""
        try:
            return await patiently(request())
        except discord.HTTPException as error:
            if fault_of(error) is not Fault.ARCHIVED:
                raise
            thread = await self._places.client.fetch_channel(self._live.record.channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            return await patiently(request())

    def _message(self) -> discord.PartialMessage:
        record = self._live.record
        assert record.message_id is not None
        return self._partial(record.message_channel_id or record.channel_id, record.message_id)

    def _partial(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        channel = self._places.client.get_partial_messageable(channel_id, guild_id=self._live.record.guild_id)
        return channel.get_partial_message(message_id)

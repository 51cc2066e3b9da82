"""Private hands that lie open on people's screens, kept up to date while Discord lets us.

An ephemeral message can be changed only with the token of the last press on it, for 15 minutes. The newest one is
kept here for each seat; shortly before it is over the hand says "press My hand again". Direct messages last.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord

from bot.presenters.panel import PrivatePanel
from bot.tables.circuit import Circuit
from bot.tables.clock import Alarm, Clock
from bot.tables.coalesce import RETRY_FIRST_MS, Backoff, Coalescer
from bot.tables.components import HAND_PICTURE, MessageStyle, Rendered, render_private
from bot.tables.faults import FORM_FAULTS, NETWORK_ERRORS, Fault, fault_of, patiently
from bot.tables.live import LiveTable
from bot.tables.painter import Painter
from data.records import TableStatus
from data.store import StoreError

log = logging.getLogger(__name__)

TOKEN_LIFE_MS = 14 * 60 * 1000 + 30_000
LAST_WORD_MS = 25_000
"""For so long after that a hand whose last word was lost says it again; then Discord knows the token no more."""
REFRESH_EVERY_MS = 1_200
HOLD_PATIENCE_S = 0.5

Edit = Callable[..., Awaitable[Any]]


class HandSource(Protocol):
    """What hands need of the bot."""

    clock: Clock
    circuit: Circuit
    painter: Painter
    style: MessageStyle

    async def hand_panel(
        self, live: LiveTable, user_id: int, locale: str, notice: str = "", *, plain: bool = False
    ) -> PrivatePanel: ...

    async def expired_panel(self, live: LiveTable, user_id: int, locale: str) -> PrivatePanel: ...


@dataclass(slots=True)
class OpenHand:
    """One hand on a screen. ``edit`` changes it until ``ends_at``; ``lock`` lets one change at a time. The ``notice``
    stands above it as long as the match is at ply ``noticed_at``; ``plain`` is one that Discord took only without
    picture and names; ``doubted`` says that since its last change was sent, something else may have changed it."""

    live: LiveTable
    user_id: int
    locale: str
    message_id: int
    edit: Edit
    shown: PrivatePanel | None
    attachment: discord.Attachment | None
    by_dm: bool
    ends_at: int | None
    lock: asyncio.Lock
    notice: str
    noticed_at: int
    plain: bool
    doubted: bool = False
    backoff: Backoff = field(default_factory=Backoff)
    writer: Coalescer | None = None
    over: Alarm | None = None

    def close(self) -> None:
        """Forget it."""
        if self.over is not None:
            self.over.cancel()
        if self.writer is not None:
            self.writer.stop()


class Hands:
    """All open hands of one bot."""

    def __init__(self, source: HandSource) -> None:
        self._source = source
        self._open: dict[tuple[int, int], OpenHand] = {}
        self._stopped = False
        self._shared: Counter[int] = Counter()
        """Messages that a press may change at the same time as others: what they show, and which picture they have,
        is not certain."""

    def touch(self, live: LiveTable) -> None:
        """The table changed: show its open hands anew."""
        for (table_id, _), hand in self._open.items():
            if table_id == live.record.id and hand.writer is not None:
                hand.writer.touch()

    def touch_person(self, user_id: int) -> None:
        """A person's choices or experience changed: show their open hands anew, at whichever table."""
        for (_, owner), hand in self._open.items():
            if owner == user_id and hand.writer is not None:
                hand.writer.touch()

    def is_hand(self, message: discord.Message | None) -> bool:
        """Whether a private message is a hand, open or from before a restart; it is not to be replaced by anything
        else."""
        if message is None:
            return False
        known = self._in(message.id) is not None
        return known or any(attachment.filename == HAND_PICTURE for attachment in message.attachments)

    @asynccontextmanager
    async def held(self, message: discord.Message | None) -> AsyncGenerator[None]:
        """While a press on a hand is answered, which changes its message, nothing else changes it. If something else is
        at it for long, the press is answered all the same, and afterwards the hand is shown anew."""
        hand = self._in(message.id) if message is not None else None
        if hand is None:
            yield
            return
        held = False
        with suppress(TimeoutError):
            async with asyncio.timeout(HOLD_PATIENCE_S):
                held = await hand.lock.acquire()
        if not held:
            async with self._beside_others(hand.message_id):
                yield
            return
        try:
            yield
        finally:
            hand.lock.release()

    @asynccontextmanager
    async def _beside_others(self, message_id: int) -> AsyncGenerator[None]:
        self._shared[message_id] += 1
        try:
            yield
        finally:
            self._shared[message_id] -= 1
            if not self._shared[message_id]:
                del self._shared[message_id]
            hand = self._in(message_id)
            if hand is not None:
                self.doubt(hand.live, hand.user_id)

    def _in(self, message_id: int) -> OpenHand | None:
        """The open hand that a message shows."""
        return next((hand for hand in self._open.values() if hand.message_id == message_id), None)

    def has_dm(self, live: LiveTable, user_id: int) -> bool:
        """Whether this player's hand lies open in a direct message."""
        hand = self._open.get((live.record.id, user_id))
        return hand is not None and hand.by_dm

    def remember(
        self,
        live: LiveTable,
        user_id: int,
        locale: str,
        edit: Edit,
        panel: PrivatePanel | None,
        message: discord.Message,
        *,
        notice: str = "",
        by_dm: bool = False,
        plain: bool = False,
    ) -> None:
        """This is now the player's newest hand at the table; ``edit`` changes its message. It shows ``panel``; None if
        nobody knows what it shows."""
        if live.record.status is TableStatus.CLOSED or self._stopped:
            return
        attachment = message.attachments[0] if message.attachments else None
        ends_at = None if by_dm else self._source.clock.now() + TOKEN_LIFE_MS
        before = self._in(message.id)
        lock = before.lock if before is not None else asyncio.Lock()
        hand = OpenHand(
            live, user_id, locale, message.id, edit, panel, attachment, by_dm, ends_at, lock, notice, live.moment, plain
        )
        if before is not None:
            # It may have been the hand at another table: two of them would overwrite each other for ever.
            self._forget(before.live.record.id, before.user_id)
        self._forget(live.record.id, user_id)
        self._open[live.record.id, user_id] = hand
        hand.writer = Coalescer(self._source.clock, lambda: self._refresh(hand))
        if ends_at is not None:
            hand.over = self._source.clock.call_at(ends_at, lambda: self._end(hand))
        # The table may have moved on while this hand was on its way.
        hand.writer.touch()

    def _end(self, hand: OpenHand) -> None:
        """Its time is over, whatever the wall clock says by now."""
        hand.ends_at = self._source.clock.now()
        if hand.writer is not None:
            hand.writer.touch()

    def doubt(self, live: LiveTable, user_id: int) -> None:
        """Nobody knows what this player's open hand shows: an answer may or may not have arrived. Show it anew."""
        hand = self._open.get((live.record.id, user_id))
        if hand is not None and hand.writer is not None:
            hand.shown, hand.doubted = None, True
            hand.writer.touch()

    def forget_table(self, live: LiveTable) -> None:
        """The table is closed."""
        for table_id, user_id in list(self._open):
            if table_id == live.record.id:
                self._forget(table_id, user_id)

    def forget_person(self, user_id: int) -> None:
        """Nothing more is shown to this person."""
        for table_id, owner in list(self._open):
            if owner == user_id:
                self._forget(table_id, owner)

    def stop(self) -> None:
        """Send nothing more."""
        self._stopped = True
        for table_id, user_id in list(self._open):
            self._forget(table_id, user_id)

    def _forget(self, table_id: int, user_id: int) -> None:
        hand = self._open.pop((table_id, user_id), None)
        if hand is not None:
            hand.close()

    async def _refresh(self, hand: OpenHand) -> int:
        """Show the hand as it is now; how long to rest."""
        if (rest := self._source.circuit.rest()) and hand.writer is not None:
            hand.writer.touch()
            return rest
        async with hand.lock:
            if self._open.get((hand.live.record.id, hand.user_id)) is not hand:
                return 0
            try:
                return await self._edit(hand)
            except StoreError as error:
                log.warning("a hand at table %s could not be made: %s", hand.live.record.id, error)
                self.doubt(hand.live, hand.user_id)
                return hand.backoff.failed()
            except Exception:  # such as an answer that nobody can read
                log.exception("a hand at table %s could not be shown", hand.live.record.id)
                return self._try_again(hand)

    async def _edit(self, hand: OpenHand) -> int:
        source, live = self._source, hand.live
        # Without a match there are no cards either: the table is a lobby again.
        over = live.match is None or (hand.ends_at is not None and source.clock.now() >= hand.ends_at)
        if over:
            panel = await source.expired_panel(live, hand.user_id, hand.locale)
        else:
            notice = hand.notice if hand.noticed_at == live.moment else ""
            panel = await source.hand_panel(live, hand.user_id, hand.locale, notice, plain=hand.plain)
            over = live.match is None
        if panel == hand.shown:
            if over:
                self._forget(live.record.id, hand.user_id)
            return 0
        hand.doubted = False
        try:
            attachment = None if hand.message_id in self._shared else hand.attachment
            rendered = await render_hand(source, live, panel, hand.shown, attachment)
            message = await patiently(hand.edit(**rendered.to_edit()))
            hand.backoff.succeeded()
            hand.shown = None if hand.doubted else panel
            hand.attachment = message.attachments[0] if message.attachments else None
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            fault = fault_of(error)
            log.debug("a hand at table %s was not refreshed: %s", live.record.id, fault.name)
            if fault in {Fault.TRY_LATER, Fault.BANNED} or (fault in FORM_FAULTS and not hand.plain):
                hand.plain = hand.plain or fault in FORM_FAULTS
                return self._try_again(hand)
            over = True
        if over:
            self._forget(live.record.id, hand.user_id)
        return REFRESH_EVERY_MS

    def _try_again(self, hand: OpenHand) -> int:
        """Showing it has failed, or Discord has taken it all the same: show it anew after the rest that is returned, or
        let it go if there is no time for that."""
        hand.shown = None
        rest = self._until_next_attempt(hand)
        if rest and hand.writer is not None:
            hand.writer.touch()
            return rest
        self._forget(hand.live.record.id, hand.user_id)
        return REFRESH_EVERY_MS

    def _until_next_attempt(self, hand: OpenHand) -> int:
        """An edit has failed: the milliseconds to rest before the next one, which comes in time for the hand's last
        word; 0 if there is no time for one."""
        rest = hand.backoff.failed()
        if hand.ends_at is None:
            return rest
        left = hand.ends_at - self._source.clock.now()
        return min(rest, left) if left > 0 else min(RETRY_FIRST_MS, max(left + LAST_WORD_MS, 0))


async def render_hand(
    source: HandSource,
    live: LiveTable,
    panel: PrivatePanel,
    shown: PrivatePanel | None = None,
    attachment: discord.Attachment | None = None,
) -> Rendered:
    """A private panel that was made just now, with its picture; a picture that the message has already is kept."""
    # Of the panel: while the picture is drawn the table may move on, and old buttons must be known so.
    moment = live.moment
    picture: bytes | discord.Attachment | None = None
    if panel.picture is not None:
        keeps = attachment is not None and shown is not None and shown.picture == panel.picture
        picture = attachment if keeps else await source.painter.paint(panel.picture.scene)
    return render_private(panel, style=source.style, table_id=live.record.id, ply=moment, picture=picture)

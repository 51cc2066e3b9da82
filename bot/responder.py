"""Answering one interaction: once, in time, and privately unless it only changes the public message.

Discord gives three seconds; after one second without an answer the press is acknowledged and the answer follows.
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum, auto
from typing import Any

import discord

from bot.presenters.panel import Form
from bot.tables.clock import Clock, sleep_until
from bot.tables.components import Rendered, form_modal
from bot.tables.faults import FORM_FAULTS, NETWORK_ERRORS, Fault, fault_of

log = logging.getLogger(__name__)

PATIENCE_MS = 1_000
ANSWER_TIMEOUT_S = 2.5
FOLLOW_UP_TIMEOUT_S = 20


class _Ack(Enum):
    NONE = auto()
    UPDATE = auto()
    THINKING = auto()


class Responder:
    """The one answer to an interaction. Failing to deliver it is logged and harms nothing: what was played stays."""

    def __init__(self, interaction: discord.Interaction[Any], clock: Clock) -> None:
        self.interaction = interaction
        self._clock = clock
        self._ack = _Ack.NONE
        self.answered_before = False
        """Whether this press came a second time: the message shows the answer to the first one, whatever that was."""
        self.too_much = False
        """Whether Discord did not take the last answer as it was, and may take a plainer one."""
        self._sending = asyncio.Lock()

    @property
    def in_place(self) -> bool:
        """Whether the press came from a message that only this person sees, which the answer then replaces."""
        message = self.interaction.message
        return message is not None and (message.flags.ephemeral or self.interaction.guild_id is None)

    async def acknowledge(self) -> None:
        """Say "seen" for a press whose effect shows on the message itself."""
        async with self._sending:
            if self._ack is _Ack.NONE:
                self._ack = _Ack.UPDATE
                await self._deliver(self.interaction.response.defer())
            elif self._ack is _Ack.THINKING:
                # It took longer than expected, and there is nothing to say in private.
                self._ack = _Ack.UPDATE
                await self._deliver(self.interaction.delete_original_response())

    async def watch(self) -> None:
        """After a second, acknowledge what has not been answered; run beside the work."""
        await sleep_until(self._clock, self._clock.now() + PATIENCE_MS)
        async with self._sending:
            if self._ack is not _Ack.NONE or self.interaction.response.is_done():
                return
            if self.in_place:
                self._ack = _Ack.UPDATE
                await self._deliver(self.interaction.response.defer())
            else:
                self._ack = _Ack.THINKING
                await self._deliver(self.interaction.response.defer(ephemeral=True, thinking=True))

    async def private(self, rendered: Rendered, *, new_message: bool = False) -> discord.Message | None:
        """Show a panel to this person: in place of the private message that was pressed, else as a new one.

        Returns the message; None if it could not be delivered.
        """
        async with self._sending:
            replace = self.in_place and not new_message
            interaction = self.interaction
            if self._ack is _Ack.THINKING or (self._ack is _Ack.UPDATE and replace):
                return await self._deliver(interaction.edit_original_response(**rendered.to_edit()))
            if self._ack is _Ack.UPDATE:
                return await self._deliver(interaction.followup.send(**rendered.to_send(), ephemeral=True, wait=True))
            self._ack = _Ack.UPDATE
            if replace:
                answer = interaction.response.edit_message(**rendered.to_edit())
            else:
                answer = interaction.response.send_message(**rendered.to_send(), ephemeral=True)
            response = await self._deliver(answer)
            if self.answered_before:
                return await self._deliver(interaction.original_response())
            resource = response.resource if response is not None else None
            return resource if isinstance(resource, discord.Message) else None

    async def dismiss(self) -> None:
        """Take the private message that was pressed away."""
        await self.acknowledge()
        await self._deliver(self.interaction.delete_original_response())

    async def form(self, form: Form, table_id: int, ply: int) -> bool:
        """Open a dialog; False if that is not possible any more because the press was acknowledged."""
        async with self._sending:
            if self._ack is not _Ack.NONE:
                return False
            self._ack = _Ack.UPDATE
            await self._deliver(self.interaction.response.send_modal(form_modal(form, table_id=table_id, ply=ply)))
            return True

    async def _deliver(self, answer: Any) -> Any:
        # Only the first answer has to be quick; what follows it may take its time with a picture.
        patience = FOLLOW_UP_TIMEOUT_S if self.interaction.response.is_done() else ANSWER_TIMEOUT_S
        self.too_much = False
        try:
            async with asyncio.timeout(patience):
                return await answer
        except (discord.DiscordException, *NETWORK_ERRORS) as error:
            fault = fault_of(error)
            if fault is Fault.ANSWERED:
                self.answered_before = True
            else:
                log.warning("an answer was not delivered: %s", fault.name)
            if fault in FORM_FAULTS:
                log.error("Discord does not take an answer: %s", error)
                self.too_much = True
                if not self.interaction.response.is_done():
                    self._ack = _Ack.NONE
            return None
        except Exception:
            # An answer of Discord's that is none, such as a page of a proxy in between.
            log.exception("what Discord said to an answer was not understood")
            return None

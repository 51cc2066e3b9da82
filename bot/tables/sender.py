"""Sending what nobody waits for: by one writer, which goes on trying as long as Discord cannot be reached."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.tables.circuit import Circuit
from bot.tables.clock import Clock
from bot.tables.coalesce import Backoff, Coalescer
from bot.tables.faults import NETWORK_ERRORS, fault_of, is_passing

log = logging.getLogger(__name__)


class Sender(Coalescer):
    """Does all there is to send whenever it was touched, and once more after a rest if Discord cannot be reached.

    What Discord refuses for good is left to the next touch, and that one waits for the rest, too: however often there
    is something new, what fails is not sent more often than a table's message is.
    """

    def __init__(self, clock: Clock, circuit: Circuit, what: str, send: Callable[[], Awaitable[None]]) -> None:
        super().__init__(clock, self._sent)
        self._circuit = circuit
        self._what = what
        self._send = send
        self._backoff = Backoff()

    async def _sent(self) -> int:
        """Send it; how long to rest."""
        if rest := self._circuit.rest():
            self.touch()
            return rest
        try:
            await self._send()
        except (discord.HTTPException, discord.RateLimited, *NETWORK_ERRORS) as error:
            log.info("%s: %s", self._what, fault_of(error).name)
            if is_passing(error):
                self.touch()
            if isinstance(error, discord.RateLimited):
                return int(error.retry_after * 1000)
            return self._backoff.failed()
        except Exception:
            log.exception("%s could not be sent", self._what)
            self.touch()
            return self._backoff.failed()
        self._backoff.succeeded()
        return 0

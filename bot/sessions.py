"""How many sessions the bot may still open at Discord. Whoever opens more than a thousand a day has the token reset, so
a bot that is started again and again must stop asking before Discord does."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.tables.clock import Clock, sleep_until
from bot.tables.faults import NETWORK_ERRORS

FEW = 10
"""A tenth of the day's sessions is left: something keeps opening new ones."""

log = logging.getLogger(__name__)


class SessionGuard:
    """Waits while no session may be opened."""

    def __init__(self, clock: Clock, limits: Callable[[], Awaitable[discord.SessionStartLimits]]) -> None:
        self._clock = clock
        self._limits = limits
        self._opened = self._day_ends = 0

    @property
    def opened(self) -> int:
        """How many were opened within Discord's day, as far as is known."""
        return self._opened if self._clock.now() < self._day_ends else 0

    async def wait(self) -> None:
        """Return once another session may be opened. If Discord does not say how many are left, that is now: it is
        the one that would refuse."""
        while True:
            try:
                limits = await self._limits()
            except (discord.DiscordException, *NETWORK_ERRORS) as error:
                log.warning("Discord does not say how many sessions are left: %s", type(error).__name__)
                return
            self._opened = limits.total - limits.remaining
            self._day_ends = self._clock.now() + limits.reset_after
            if limits.remaining > 0:
                if limits.remaining <= limits.total // FEW:
                    log.error("only %d sessions are left today; does the bot restart all the time?", limits.remaining)
                self._opened += 1
                return
            log.critical(
                "all %d sessions of the day are used up; the bot connects again in %d minutes and not before",
                limits.total,
                limits.reset_after // 60_000 + 1,
            )
            await sleep_until(self._clock, self._clock.now() + limits.reset_after + 1_000)

"""Two things that discord.py does not do about its connection to the gateway: come back soon after a long outage, and
end at once when the bot is told to.

Between two attempts to connect it sleeps up to 17 minutes, within ``connect``, where nothing wakes it up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Literal

import discord.shard
from discord.backoff import ExponentialBackoff

AGAIN_WITHIN_S = 60.0
"""People are waiting; and an attempt a minute is far below the 1,000 sessions that a bot may open in a day."""
LET_GO_S = 1.0


class Backoff(ExponentialBackoff[Literal[False]]):
    """Longer and longer waits between attempts to connect, but never a long one."""

    def delay(self) -> float:
        return min(super().delay(), AGAIN_WITHIN_S)


def come_back_soon() -> None:
    """From now on no shard waits long before it tries to connect again."""
    discord.shard.ExponentialBackoff = Backoff  # pyright: ignore[reportPrivateImportUsage] - the name that shards use


async def connected_until(left: asyncio.Event, connecting: Coroutine[Any, Any, None]) -> None:
    """Stay connected until the bot has left, or until the connection is over for good.

    Raises:
        Exception: what the client raises when Discord does not want it any more.
    """
    connection = asyncio.ensure_future(connecting)
    leaving = asyncio.ensure_future(left.wait())
    try:
        await asyncio.wait({connection, leaving}, return_when=asyncio.FIRST_COMPLETED)
        # Whoever leaves because Discord has closed the connection is about to say why.
        await asyncio.wait({connection}, timeout=LET_GO_S)
        if connection.done():
            await connection
    finally:
        for task in (connection, leaving):
            task.cancel()
        await asyncio.gather(connection, leaving, return_exceptions=True)

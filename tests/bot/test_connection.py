"""Coming back to the gateway after an outage, and leaving while there is none."""

from __future__ import annotations

import asyncio

import discord.shard
import pytest

from bot.connection import AGAIN_WITHIN_S, connected_until


def test_the_next_attempt_is_never_long_to_wait_for() -> None:
    waits = vars(discord.shard)["ExponentialBackoff"]()
    assert max(waits.delay() for _ in range(200)) <= AGAIN_WITHIN_S


async def test_leaving_does_not_wait_for_the_next_attempt() -> None:
    left = asyncio.Event()

    async def waits_for_minutes() -> None:
        left.set()
        await asyncio.sleep(1_000)

    async with asyncio.timeout(20):
        await connected_until(left, waits_for_minutes())


async def test_why_discord_closed_the_connection_is_told_although_the_bot_leaves_at_once() -> None:
    left = asyncio.Event()

    async def is_sent_away() -> None:
        left.set()
        await asyncio.sleep(0)
        raise discord.LoginFailure("no")

    with pytest.raises(discord.LoginFailure):
        await connected_until(left, is_sent_away())

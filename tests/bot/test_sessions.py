"""The day's sessions at Discord: whoever uses up more of them loses the token."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest

from bot.client import CalidrunoBot, point_discord_at
from bot.sessions import SessionGuard
from bot.settings import Settings
from data.sqlite_store import open_store
from tests.support.clock import MovedClock
from tests.support.local_discord import local_discord, operator
from tests.support.tables import seeds


async def test_no_session_is_opened_when_the_days_are_used_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Faults G12 and P9: a bot that is started again and again waits, raises the alarm, and can be stopped."""
    store = await open_store(tmp_path / "journal.sqlite3")
    async with local_discord() as local:
        point_discord_at(local.url)
        local.core.gateway.identifies = 1000
        bot = CalidrunoBot(Settings(), store, MovedClock(), seeds(), guild_ready_timeout=0.05)
        running = asyncio.create_task(bot.start("local"))
        async with asyncio.timeout(20):
            while "used up" not in caplog.text:  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0.01)
        assert bot.condition().troubles() == ["starting"]
        assert bot.condition().identifies == 1000
        await bot.close()
        await asyncio.wait([running], timeout=20)
        assert running.done()
        assert local.core.gateway.identifies == 1000
    await store.close()


async def test_the_bot_connects_when_the_next_day_has_begun(caplog: pytest.LogCaptureFixture) -> None:
    """Fault G12: it waits as long as Discord says, and warns when few are left again."""
    told = [limits(remaining=0, reset_after=3_600_000), limits(remaining=0, reset_after=60_000)]
    told.append(limits(remaining=50, reset_after=86_400_000))

    async def ask() -> discord.SessionStartLimits:
        return told.pop(0)

    clock = MovedClock()
    guard = SessionGuard(clock, ask)
    waiting = asyncio.create_task(guard.wait())
    await clock.advance(3600)
    assert not waiting.done()
    assert len(told) == 2
    await clock.advance(1)
    assert len(told) == 1
    await clock.advance(61)
    await waiting
    assert guard.opened == 951
    await clock.advance(86_300)
    assert guard.opened == 951
    await clock.advance(100)
    assert guard.opened == 0, "the alarm for too many of them ends with the day"
    assert [record.levelname for record in caplog.records] == ["CRITICAL", "CRITICAL", "ERROR"]


def limits(*, remaining: int, reset_after: int = 0) -> discord.SessionStartLimits:
    return discord.SessionStartLimits(total=1000, remaining=remaining, reset_after=reset_after, max_concurrency=1)


async def test_a_discord_that_does_not_say_is_asked_for_a_session_all_the_same(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "journal.sqlite3")
    async with local_discord() as local, operator(local.url) as op:
        point_discord_at(local.url)
        settings = Settings(shard_count=1, shard_ids=(0,))
        bot = CalidrunoBot(settings, store, MovedClock(), seeds(), guild_ready_timeout=0.05)
        await op.fault("GET", "/gateway/bot", status=503)
        running = asyncio.create_task(bot.start("local"))
        await op.bot_connected()
        await bot.close()
        await running
    await store.close()

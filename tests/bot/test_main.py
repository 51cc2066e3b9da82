"""How the bot ends when Discord does not want it: the exit code and the line that an operator reads."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import discord
import pytest

from bot.__main__ import EXIT_SETTINGS, EXIT_STORAGE, EXIT_UNREACHABLE, serve
from bot.client import CalidrunoBot, point_discord_at
from bot.operation.notify import Notifier
from bot.settings import Settings
from data.sqlite_store import SqliteStore, open_store
from data.store import StoreError
from tests.support.clock import MovedClock
from tests.support.local_discord import Operator, local_discord, operator
from tests.support.tables import ANNA, BRUNO, open_hall, seeds


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await open_store(tmp_path / "journal.sqlite3")
    yield opened
    await opened.close()


def a_bot(store: SqliteStore) -> CalidrunoBot:
    return CalidrunoBot(Settings(), store, MovedClock(), seeds(), guild_ready_timeout=0.05)


@asynccontextmanager
async def served(store: SqliteStore) -> AsyncGenerator[tuple[Operator, asyncio.Task[int]]]:
    """A bot that runs as an operator runs it; the task's result is its exit code."""
    async with local_discord() as local, operator(local.url) as op:
        point_discord_at(local.url)
        # The signals of this process are the tests' own.
        with patch.object(asyncio.get_running_loop(), "add_signal_handler"):
            running = asyncio.create_task(serve(a_bot(store), "local", Notifier({})))
            await op.bot_connected()
            yield op, running
            await asyncio.wait([running], timeout=10)
            assert running.done()


@pytest.mark.parametrize(("code", "word"), [(4004, "DISCORD_TOKEN"), (4011, "SHARD_COUNT"), (4014, "MESSAGE_CONTENT")])
async def test_a_connection_closed_for_good_says_what_to_change(
    store: SqliteStore, capsys: pytest.CaptureFixture[str], code: int, word: str
) -> None:
    """Fault G11: exit code 78 and what to do; starting again would not help."""
    async with served(store) as (op, running):
        await op.gateway("close", code=code)
        async with asyncio.timeout(10):
            assert await running == EXIT_SETTINGS
    assert word in capsys.readouterr().err


async def test_without_a_network_the_bot_says_so_and_may_be_started_again(
    store: SqliteStore, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        point_discord_at(f"http://127.0.0.1:{unused.getsockname()[1]}")
        with patch.object(asyncio.get_running_loop(), "add_signal_handler"):
            assert await serve(a_bot(store), "local", Notifier({})) == EXIT_UNREACHABLE
    said = capsys.readouterr().err
    assert "cannot be reached" in said
    assert "listen" not in said


@pytest.mark.parametrize("via", [False, True])
async def test_a_ban_at_the_start_is_waited_for_by_the_service_manager(
    store: SqliteStore, capsys: pytest.CaptureFixture[str], *, via: bool
) -> None:
    """Faults R2 and R4: what lasts for minutes passes, so the exit code says that a new start helps."""
    async with local_discord() as local, operator(local.url) as op:
        point_discord_at(local.url)
        await op.fault("GET", "/users/@me", status=429, retry_after=600, via=via)
        with patch.object(asyncio.get_running_loop(), "add_signal_handler"):
            assert await serve(a_bot(store), "local", Notifier({})) == EXIT_UNREACHABLE
    assert "cannot be reached" in capsys.readouterr().err


async def test_a_stop_while_discord_lets_the_first_request_wait_is_a_clean_end(store: SqliteStore) -> None:
    """Fault P6: what discord.py asks again after the bot has hung up is no failure."""
    loop = asyncio.get_running_loop()
    async with local_discord() as local, operator(local.url) as op:
        point_discord_at(local.url)
        await op.fault("GET", "/users/@me", status=429, retry_after=1, via=True)
        with patch.object(loop, "add_signal_handler") as handlers, patch("bot.__main__.signal.signal"):
            running = asyncio.create_task(serve(a_bot(store), "local", Notifier({})))
            async with asyncio.timeout(10):
                while not await op.journal():
                    pass
                handlers.call_args.args[1]()
                assert await running == 0


@pytest.mark.parametrize("method", ["wake", "open_tables", "match"])
async def test_a_disk_that_fails_at_the_start_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    """Faults D2, D5: the service manager starts the bot again, until somebody has made room."""
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        await hall.match(ANNA, BRUNO)
    store = await open_store(tmp_path / "journal.sqlite3")
    async with local_discord() as local:
        point_discord_at(local.url)
        full = patch.object(store, method, side_effect=StoreError("database or disk is full"))
        with full, patch.object(asyncio.get_running_loop(), "add_signal_handler"):
            async with asyncio.timeout(20):
                assert await serve(a_bot(store), "local", Notifier({})) == EXIT_STORAGE
    await store.close()
    assert "disk is full" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["/applications/.*/commands", "/gateway/bot", "/users/1$"])
async def test_a_token_that_is_refused_later_ends_with_78_too(
    store: SqliteStore, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    """Fault R16: somebody has to put a new one in place, and no restart would help; whichever request hears of it."""
    async with local_discord() as local, operator(local.url) as op:
        point_discord_at(local.url)
        await op.fault(None, path, times=50, status=401, code=0)
        bot = a_bot(store)
        with patch.object(asyncio.get_running_loop(), "add_signal_handler"):
            running = asyncio.create_task(serve(bot, "local", Notifier({})))
            if path.startswith("/users"):
                await op.bot_connected()
                with pytest.raises(discord.HTTPException):
                    await bot.fetch_user(1)
            async with asyncio.timeout(20):
                assert await running == EXIT_SETTINGS
        if path.startswith("/users"):
            assert [entry["path"] for entry in await op.journal() if entry["status"] == 401] == ["/users/1"]
    assert "DISCORD_TOKEN" in capsys.readouterr().err

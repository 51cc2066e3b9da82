"""``python -m bot``: with a token the bot on Discord, without one (and not as a service) on the local Discord."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import discord

from bot.client import CalidrunoBot, point_discord_at
from bot.local.server import LocalDiscord
from bot.operation.condition import Condition
from bot.operation.health import HealthServer
from bot.operation.logs import set_up_logging
from bot.operation.loop_watch import LoopWatch
from bot.operation.metrics import open_metrics
from bot.operation.notify import Notifier, started_as_service
from bot.operation.preview import backup_age_s, preview
from bot.settings import Settings, SettingsError, load_settings, read_environment
from bot.tables.clock import SystemClock
from bot.tables.faults import NETWORK_ERRORS, is_passing
from data.backup import BackupError, newest_good
from data.sqlite_store import open_store
from data.store import DatabaseDamagedError, DatabaseRefusedError, StoreError

log = logging.getLogger("bot")

EXIT_SETTINGS = 78
"""Starting again would not help; somebody has to change something first."""
EXIT_UNREACHABLE = 69
EXIT_STORAGE = 74
"""The disk is full or does not work; it may do so again soon."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)
UNKNOWN_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it anew from the developer portal."
INTENT_MISSING = "MESSAGE_CONTENT is on, but the message content intent is not switched on in the developer portal."
WHY_CLOSED = {
    4004: UNKNOWN_TOKEN,
    4010: "Discord does not accept these SHARD_IDS with this SHARD_COUNT.",
    4011: "The bot is in so many servers that Discord wants a higher SHARD_COUNT.",
}
"""Codes with which Discord closes a connection for good, and what to do."""
LOCAL_TOKEN = "local"
SESSION_CLOSED = "Session is closed"
"""What the HTTP library says to a request that comes after the bot has hung up."""


def main(arguments: list[str] | None = None) -> int:
    """Run until a signal comes; the exit code says how it went."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    parser.add_argument("--check-config", action="store_true", help="say what would be done, and do nothing")
    given = parser.parse_args(arguments)
    try:
        env = read_environment(Path(".env"), os.environ)
        settings = load_settings(env, mode="service" if started_as_service(env) else "play")
    except SettingsError as error:
        return _ends(f"These settings cannot be used (see .env.example):\n{error}")
    if given.check_config:
        return check_config(settings)
    set_up_logging(settings.log_level, settings.log_format, secrets=[settings.token])
    return asyncio.run(run(settings, Notifier(env)))


def check_config(settings: Settings) -> int:
    """Say what would be done with these settings."""
    try:
        print("\n".join(preview(settings)))
    except BackupError as error:
        return _ends(str(error))
    return 0


async def run(settings: Settings, notifier: Notifier) -> int:
    """Open everything in order, and close it in the opposite one."""
    metrics = open_metrics()
    async with AsyncExitStack() as opened:
        try:
            store = await open_store(settings.database, metrics.committed)
        except DatabaseDamagedError as error:
            return _ends(f"{error}\n{_way_back(settings)}")
        except DatabaseRefusedError as error:
            return _ends(str(error))
        except StoreError as error:
            return _cannot_store(error)
        opened.push_async_callback(store.close)
        url = settings.local_url
        if settings.is_local and not url:
            try:
                local = await open_local_discord(settings)
            except OSError as error:
                return _ends(f"The local Discord cannot listen on port {settings.local_port}: {error.strerror}")
            opened.push_async_callback(local.stop)
            url = local.url
        if settings.is_local:
            point_discord_at(url)
        bot = CalidrunoBot(settings, store, SystemClock(), metrics=metrics)
        watch = LoopWatch(notifier, metrics)
        watch.start()
        opened.push_async_callback(watch.stop)
        if settings.health_port is not None:
            health = HealthServer(lambda: _condition(bot, watch), metrics)
            opened.push_async_callback(health.stop)
            try:
                port = await health.start(settings.health_address, settings.health_port)
            except OSError as error:
                return _ends(f"HEALTH_PORT {settings.health_port} cannot be listened on: {error.strerror}")
            log.info("health is told on port %d", port)
        return await serve(bot, settings.token or LOCAL_TOKEN, notifier)


def _condition(bot: CalidrunoBot, watch: LoopWatch) -> Condition:
    return replace(bot.condition(), lag_s=watch.lag_s, backup_s=backup_age_s(bot.settings.backups))


def _way_back(settings: Settings) -> str:
    """What to do about a damaged database."""
    good = newest_good(settings.backups)
    if good is None:
        return f"There is no good backup in {settings.backups}. Is there one elsewhere? python -m data restore BACKUP"
    return f"The newest good backup is {good}. To put it in its place: python -m data restore {good}"


async def open_local_discord(settings: Settings) -> LocalDiscord:
    """The small Discord on this machine, with what it held when it was last open."""
    local = LocalDiscord(
        store=settings.database.with_name("local-discord.sqlite3"),
        port=settings.local_port,
        message_content=settings.message_content,
    )
    await local.start()
    print(
        f"\n  Calidruno is at your table: {local.url}\n  (no DISCORD_TOKEN is set, so this is a Discord of its own)\n"
    )
    return local


async def serve(bot: CalidrunoBot, token: str, notifier: Notifier) -> int:
    """Run the bot until it is told to stop, or until Discord does not want it any more; the exit code."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def stop() -> None:
        told.set()
        for number in SIGNALS:
            # Whoever asks a second time does not want to wait.
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        log.info("stopping")
        notifier.stopping()
        bot.leave()

    for number in SIGNALS:
        loop.add_signal_handler(number, stop)
    try:
        async with bot:
            telling = asyncio.create_task(_tell_when_ready(bot, notifier))
            try:
                await bot.start(token)
            finally:
                telling.cancel()
    except discord.LoginFailure:
        return _ends(UNKNOWN_TOKEN)
    except discord.PrivilegedIntentsRequired:
        return _ends(INTENT_MISSING)
    except discord.ConnectionClosed as closed:
        if closed.code not in WHY_CLOSED:
            raise
        return _ends(WHY_CLOSED[closed.code])
    except (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound, *NETWORK_ERRORS) as error:
        if told.is_set():
            return 0  # in the middle of a request
        if not bot.refused:
            if not is_passing(error):
                raise
            return _ends(f"Discord cannot be reached: {error}", EXIT_UNREACHABLE)
    except RuntimeError as error:
        # Told to stop before its first request was under way.
        if not told.is_set() or str(error) != SESSION_CLOSED:
            raise
    except StoreError as error:
        return _cannot_store(error)
    return _ends(UNKNOWN_TOKEN) if bot.refused else 0


async def _tell_when_ready(bot: CalidrunoBot, notifier: Notifier) -> None:
    await bot.wait_until_ready()
    notifier.ready()


def _cannot_store(error: StoreError) -> int:
    return _ends(f"The database can be neither read nor written: {error}. Is the disk full?", EXIT_STORAGE)


def _ends(why: str, code: int = EXIT_SETTINGS) -> int:
    """Say why the bot cannot run."""
    print(why, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())

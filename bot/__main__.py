"""``python -m bot``: with a token the bot on Discord, without one the bot on the local Discord, which it opens."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys

import discord
from dotenv import dotenv_values

from bot.client import CalidrunoBot, point_discord_at
from bot.local.server import LocalDiscord
from bot.settings import Settings, SettingsError, load_settings
from bot.tables.clock import SystemClock
from data.sqlite_store import open_store
from data.store import DatabaseRefusedError

log = logging.getLogger("bot")

EXIT_SETTINGS = 78
LOCAL_TOKEN = "local"
CAPPED_LOGGERS = ("aiosqlite", "discord.gateway", "discord.http", "discord.client", "discord.webhook", "aiohttp")
"""Below INFO these write payloads: hands, and tokens with which ephemeral messages could be read."""


def main() -> int:
    """Run until a signal comes; the exit code says how it went."""
    try:
        settings = load_settings({**{k: v or "" for k, v in dotenv_values(".env").items()}, **os.environ})
    except SettingsError as error:
        print(f"These settings cannot be used (see .env.example):\n{error}", file=sys.stderr)
        return EXIT_SETTINGS
    set_up_logging(settings.log_level)
    return asyncio.run(run(settings))


def set_up_logging(level: str) -> None:
    """Lines to standard error, without payloads whatever the level."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    for name in CAPPED_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))


async def run(settings: Settings) -> int:
    """Open everything in order, and close it in the opposite one."""
    try:
        store = await open_store(settings.database)
    except DatabaseRefusedError as error:
        print(error, file=sys.stderr)
        return EXIT_SETTINGS
    local: LocalDiscord | None = None
    try:
        if settings.is_local and not settings.local_url:
            local = await open_local_discord(settings)
        if settings.is_local:
            point_discord_at(settings.local_url if local is None else local.url)
        return await serve(CalidrunoBot(settings, store, SystemClock()), settings.token or LOCAL_TOKEN)
    except OSError as error:
        print(f"The local Discord cannot listen on port {settings.local_port}: {error.strerror}", file=sys.stderr)
        return EXIT_SETTINGS
    finally:
        if local is not None:
            await local.stop()
        await store.close()


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


async def serve(bot: CalidrunoBot, token: str) -> int:
    """Run the bot until it is told to stop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: loop.create_task(bot.close()))
    try:
        async with bot:
            await bot.start(token)
    except discord.LoginFailure:
        print("Discord does not know this DISCORD_TOKEN; copy it anew from the developer portal.", file=sys.stderr)
        return EXIT_SETTINGS
    except discord.PrivilegedIntentsRequired:
        print(
            "MESSAGE_CONTENT is on, but the message content intent is not switched on in the developer portal.",
            file=sys.stderr,
        )
        return EXIT_SETTINGS
    return 0


if __name__ == "__main__":
    sys.exit(main())

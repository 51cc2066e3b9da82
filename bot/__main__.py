"""``python -m bot``: with a token the bot on Discord, without one the bot on the local Discord, which it opens."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys

import aiohttp
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
"""Starting again would not help; somebody has to change something first."""
EXIT_UNREACHABLE = 69
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
            try:
                local = await open_local_discord(settings)
            except OSError as error:
                print(
                    f"The local Discord cannot listen on port {settings.local_port}: {error.strerror}", file=sys.stderr
                )
                return EXIT_SETTINGS
        if settings.is_local:
            point_discord_at(settings.local_url if local is None else local.url)
        return await serve(CalidrunoBot(settings, store, SystemClock()), settings.token or LOCAL_TOKEN)
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
    """Run the bot until it is told to stop, or until Discord does not want it any more; the exit code."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        for number in SIGNALS:
            # Whoever asks a second time does not want to wait.
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        bot.leave()

    for number in SIGNALS:
        loop.add_signal_handler(number, stop)
    try:
        async with bot:
            await bot.start(token)
    except discord.LoginFailure:
        return _ends(UNKNOWN_TOKEN)
    except discord.PrivilegedIntentsRequired:
        return _ends(INTENT_MISSING)
    except discord.ConnectionClosed as closed:
        if closed.code not in WHY_CLOSED:
            raise
        return _ends(WHY_CLOSED[closed.code])
    except (OSError, aiohttp.ClientError, discord.DiscordServerError) as error:
        return _ends(f"Discord cannot be reached: {error}", EXIT_UNREACHABLE)
    return _ends(UNKNOWN_TOKEN) if bot.refused else 0


def _ends(why: str, code: int = EXIT_SETTINGS) -> int:
    """Say why the bot cannot run."""
    print(why, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())

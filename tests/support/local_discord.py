"""The local Discord for tests: started and stopped around a test, with the client pointed at it, and its operator."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.local.clock import Clock
from bot.local.server import LocalDiscord

Json = dict[str, Any]


class Operator:
    """The operator's side over HTTP, for a server in this process or another."""

    def __init__(self, url: str, http: aiohttp.ClientSession) -> None:
        self._url = url
        self._http = http

    async def __call__(self, method: str, path: str, body: Json | None = None) -> Any:
        """Any call under ``/control``.

        Raises:
            RuntimeError: it was refused.
        """
        async with self._http.request(method, f"{self._url}/control/{path}", json=body) as answer:
            data: Any = await answer.json()
        if answer.status >= 400:
            raise RuntimeError(data["error"])
        return data

    async def advance(self, seconds: float) -> None:
        """Move the clock."""
        await self("POST", "clock", {"advance": seconds})

    async def fault(self, method: str | None, path_regex: str, *, times: int = 1, **answer: Any) -> None:
        """Order wrong answers to matching requests."""
        match = {"method": method, "path_regex": path_regex}
        await self("POST", "faults", {"match": match, "times": times, "answer": answer})

    async def gateway(self, do: str | None = None, **more: Any) -> None:
        """Trouble on the gateway."""
        await self("POST", "gateway", {"do": do, **more})

    async def bot_connected(self, shards: int = 1, wait: float = 20.0) -> Json:
        """Return once the bot has so many shards connected."""
        return await self("GET", f"bot?wait={wait}&shards={shards}")

    async def journal(self, after: int = 0) -> list[Json]:
        """The bot's requests."""
        return await self("GET", f"journal?after={after}")

    async def problems(self) -> list[Json]:
        """The rules the bot broke."""
        return await self("GET", "problems")


@asynccontextmanager
async def operator(url: str) -> AsyncGenerator[Operator]:
    """The operator of the server at ``url``."""
    async with aiohttp.ClientSession() as http:
        yield Operator(url, http)


@asynccontextmanager
async def local_discord(
    store: Path | None = None, clock: Clock | None = None, *, port: int = 0, rate_limits: bool = True
) -> AsyncGenerator[LocalDiscord]:
    """A server that lives as long as the block."""
    local = LocalDiscord(store, clock, port, rate_limits=rate_limits, journal=100_000)
    await local.start()
    try:
        yield local
    finally:
        await local.stop()


def point_client_at(url: str) -> None:
    """Let discord.py of this process talk to ``url`` only."""
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + "/gateway")
    setattr(discord.Asset, "BASE", f"{url}/cdn")  # noqa: B010  # its type is the one literal address


@asynccontextmanager
async def running(client: discord.Client, token: str = "local", wait: float = 20.0) -> AsyncGenerator[discord.Client]:
    """A client that is ready, and closed after the block. Its own failure to start is raised."""
    try:
        await client.login(token)
    except discord.DiscordException:
        await client.close()
        raise
    task = asyncio.create_task(client.connect())
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        async with asyncio.timeout(wait):
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        yield client
    finally:
        ready.cancel()
        await client.close()
        await asyncio.gather(task, ready, return_exceptions=True)

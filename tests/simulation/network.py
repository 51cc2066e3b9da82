"""The local Discord and discord.py in one loop: a Unix socket between them, and heartbeats without a thread."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import aiohttp
import discord.backoff
import discord.gateway
from aiohttp import multipart, web

import bot.local.server
from bot.local.clock import Clock
from bot.local.errors import Json
from bot.local.interactions import Interactions
from bot.local.journal import Journal
from bot.local.server import LocalDiscord
from bot.local.storage import Storage
from bot.local.upload import Upload

URL = "http://127.0.0.1"
TOKEN = "simulated.token.of-this-bot"
NEW_TOKEN = "simulated.token.not-yet-put-in-place"

_parse_disposition = cache(multipart.parse_content_disposition)
_addresses = itertools.count()


class _DatedJournal(Journal):
    """The bot's requests, each with the second at which it came."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(100_000)
        self._clock = clock

    def begin(self, method: str, path: str, query: Json, content_type: str) -> Json:
        entry = super().begin(method, path, query, content_type)
        entry["at"] = self._clock.now()
        return entry


class SimulatedDiscord(LocalDiscord):
    """The local Discord behind an abstract Unix socket: no port, no file."""

    def __init__(self, clock: Clock, *, message_content: bool) -> None:
        with patch.object(bot.local.server, "Storage", lambda _: _Kept()):
            super().__init__(None, clock, message_content=message_content)
        self.address = f"\0calidruno-{os.getpid()}-{next(_addresses)}"
        self.token_known = asyncio.Event()
        """Set while Discord takes the token that the bot has."""
        self.set_token(TOKEN)
        self.core.journal = _DatedJournal(clock)

    def set_token(self, token: str) -> None:
        """The developer portal: from now on the bot's token is this one."""
        self.core.token = self.core.gateway._token = token
        (self.token_known.set if token == TOKEN else self.token_known.clear)()

    async def _listen(self, runner: web.AppRunner) -> str:
        await web.UnixSite(runner, self.address).start()
        return URL

    @property
    def interactions(self) -> Interactions:
        """What people's acts go through."""
        return self._interactions

    def stored(self, file_id: str) -> bytes | None:
        """The bytes of an attachment."""
        found = self._storage.file(file_id)
        return None if found is None else found[1]

    def connector(self) -> aiohttp.UnixConnector:
        """A client's way here; needs a running loop."""
        return aiohttp.UnixConnector(self.address, limit=0)


class Heartbeat:
    """discord.py's ``KeepAliveHandler`` as a task instead of a thread, by the loop's time."""

    def __init__(self, *, ws: Any, interval: float, shard_id: int | None = None) -> None:
        self.ws = ws
        self.interval = interval
        self.shard_id = shard_id
        self._time = asyncio.get_running_loop().time
        self._last_recv = self._last_send = self._time()
        self._timeout: float = ws._max_heartbeat_timeout
        self._task: asyncio.Task[None] | None = None
        self.latency = float("inf")

    def start(self) -> None:
        """Begin to beat."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        """Beat no more."""
        if self._task is not None:
            self._task.cancel()

    def get_payload(self) -> dict[str, Any]:
        """What is sent."""
        return {"op": self.ws.HEARTBEAT, "d": self.ws.sequence}

    def beat(self) -> dict[str, Any]:
        """What is sent when Discord asks for a heartbeat."""
        self._last_send = self._time()
        return self.get_payload()

    def tick(self) -> None:
        """Something has arrived."""
        self._last_recv = self._time()

    def ack(self) -> None:
        """A heartbeat was answered."""
        self.latency = self._time() - self._last_send

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.interval)
            if self._last_recv + self._timeout < self._time():
                # Closing stops this task, and must not be cut short by that.
                asyncio.get_running_loop().create_task(self.ws.close(4000))
                return
            try:
                await self.ws.send_heartbeat(self.get_payload())
            except (ConnectionError, RuntimeError):
                return
            self._last_send = self._time()


class _Seeded:
    """The module ``random`` for discord.py's waits between attempts to connect."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def Random(self) -> Random:
        """A generator that its owner's ``seed()`` does not make unpredictable."""
        drawn: Any = Random(self._rng.random())
        # Its owner seeds it from the clock, which would be another evening each time.
        drawn.seed = lambda *_: None
        return drawn


class _Kept(Storage):
    """What the local Discord keeps, without writing it down: a simulated Discord is never stopped."""

    def __init__(self) -> None:
        super().__init__(None)
        self._files: dict[str, tuple[str, bytes]] = {}

    def put(self, kind: str, key: str, body: Json) -> None:
        """It is in memory already."""

    def remove(self, kind: str, key: str) -> None:
        """The same."""

    def put_file(self, file_id: str, name: str, content_type: str, content: bytes) -> None:
        """Keep a file."""
        self._files[file_id] = content_type, content

    def file(self, file_id: str) -> tuple[str, bytes] | None:
        """Content type and content, or None."""
        return self._files.get(file_id)

    def drop_file(self, file_id: str, now: float, keep: float = 600.0) -> None:
        """Late readers always succeed."""


class _OneBoundary:
    """The module ``uuid`` for aiohttp's multipart writer: with one boundary for all requests headers repeat, and what
    was parsed once need not be parsed again."""

    hex = "simulated"

    def uuid4(self) -> _OneBoundary:
        """Always the same."""
        return self


@contextmanager
def tamed(rng: Random, time: Any) -> Generator[None]:
    """discord.py without threads, real time and unpredictable waits, as long as this lasts."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(discord.gateway, "KeepAliveHandler", Heartbeat))
        stack.enter_context(patch.object(discord.backoff, "random", _Seeded(rng)))
        stack.enter_context(patch.object(discord.backoff, "time", time))
        stack.enter_context(patch.object(multipart, "uuid", _OneBoundary()))
        stack.enter_context(patch.object(multipart, "parse_content_disposition", _parse_disposition))
        stack.enter_context(patch.object(Upload, "size", lambda _: (1, 1)))
        yield

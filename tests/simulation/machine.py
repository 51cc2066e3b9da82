"""The machine on which the bot runs: its disk, its clock, and one process after another."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, copy_context
from typing import Any

import discord

from bot.__main__ import SESSION_CLOSED
from bot.client import CalidrunoBot
from bot.settings import Settings
from bot.tables.clock import SystemClock
from bot.tables.deals import Deals
from bot.tables.faults import is_passing
from data.records import Pact
from games.core.fairness import SERVER_SEED_BYTES, commitment_to
from tests.simulation.disk import Disk
from tests.simulation.network import TOKEN, SimulatedDiscord
from tests.simulation.virtual import PROCESS, Process, VirtualLoop

SWEEPS = 200
AWAY_S = (0.2, 1.0, 3.0, 5.0, 30.0, 300.0, 4_000.0)
STOPS_WITHIN_S = 12.0
UNAUTHENTICATED = 4004


class _Deals(Deals):
    """The chance of all matches, drawn from the simulation's seed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def pact(self) -> Pact:
        """A secret, and what may be shown of it."""
        server_seed = self._rng.randbytes(SERVER_SEED_BYTES)
        return Pact(commitment_to(server_seed), server_seed)


class Machine:
    """Starts, stops and kills the bot, and starts it again as a service manager does.

    Attributes:
        process, bot: the present life, and its client once it is made; None between two lives.
        failures: what the program ended with although nobody told it to, or how long it took to end.
        on_end: told when a life is over.
    """

    def __init__(
        self, loop: VirtualLoop, discord: SimulatedDiscord, disk: Disk, settings: Settings, rng: random.Random
    ) -> None:
        self._loop = loop
        self._discord = discord
        self._disk = disk
        self._settings = settings
        self._rng = rng
        self._context = Context()
        self._main: asyncio.Task[None] | None = None
        self._service: asyncio.Task[None] | None = None
        self._closing = False
        self._hurry = asyncio.Event()
        self._told_to_stop: float | None = None
        self.process: Process | None = None
        self.bot: CalidrunoBot | None = None
        self.starts = 0
        self.failures: list[str] = []
        self.on_end: Callable[[], None] = lambda: None
        disk.on_kill = self.kill

    def start(self) -> None:
        """From now on the program runs, and is started again whenever it has ended."""
        self._service = self._loop.create_task(self._supervise())

    async def _supervise(self) -> None:
        while True:
            self.starts += 1
            self.process, self._told_to_stop = Process(self.starts), None
            self._context = copy_context()
            self._context.run(PROCESS.set, self.process)
            self._main = self._loop.create_task(self._run(self.process), context=self._context)
            await asyncio.wait({self._main})
            if self._told_to_stop is not None and not self.process.dead:
                took = self._loop.worked(self._told_to_stop, self._loop.time())
                if took > STOPS_WITHIN_S:
                    self.failures.append(f"it took {took:.1f} s to stop")
            self.bot = None
            self.on_end()
            if self._closing:
                return
            await self._discord.token_known.wait()  # the exit code has said that a new start would not help
            with suppress(TimeoutError):
                async with asyncio.timeout(self._rng.choice(AWAY_S)):
                    await self._hurry.wait()

    async def _run(self, process: Process) -> None:
        """As ``bot.__main__`` does it, but for the signals."""
        store = self._disk.mount()
        try:
            clock, connector = SystemClock(), self._discord.connector()
            self.bot = CalidrunoBot(self._settings, store, clock, _Deals(self._rng), connector=connector)
            async with self.bot:
                await self.bot.start(TOKEN)
        except Exception as error:
            if is_passing(error):  # the service manager starts the program again
                return
            if self._told_to_stop is not None and str(error) == SESSION_CLOSED:
                return
            refused = isinstance(error, discord.LoginFailure) or (self.bot is not None and self.bot.refused)
            refused |= isinstance(error, discord.ConnectionClosed) and error.code == UNAUTHENTICATED
            if not process.dead and not refused:
                self.failures.append(repr(error))
        finally:
            await store.close()

    def kill(self) -> None:
        """``kill -9``."""
        process, bot = self.process, self.bot
        if process is None or process.dead or self._main is None or self._main.done():
            return
        self.bot = None
        process.kill()
        self._loop.create_task(_bury(process, bot), context=Context())

    def stop(self) -> None:
        """SIGTERM."""
        if self.bot is not None and self._told_to_stop is None:
            self._told_to_stop = self._loop.time()
            self._context.run(self.bot.leave)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done within the present life of the program."""
        self._loop.create_task(work, context=self._context)

    def hurry(self) -> None:
        """Start again without waiting from now on."""
        self._hurry.set()

    async def close(self) -> None:
        """SIGTERM, and no new start."""
        self._closing = True
        self.stop()
        if self._service is not None:
            await self._service

    @property
    def ready(self) -> bool:
        """Whether the bot is connected and at work."""
        return self.bot is not None and self._told_to_stop is None and self.bot.is_ready()


async def _bury(process: Process, bot: CalidrunoBot | None) -> None:
    """Nothing of a dead process may weigh on the world around it."""
    for _ in range(SWEEPS):
        if not process.tasks:
            break
        process.sweep()
        await asyncio.sleep(0)
    if bot is not None:
        await bot.http.close()

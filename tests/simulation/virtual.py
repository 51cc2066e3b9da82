"""Virtual time: an event loop that jumps to the next timer as soon as nothing is left to do, and processes inside it.

Everything runs in one thread. Sockets are Unix sockets of this process, whose bytes have arrived when they are sent, so
nothing is ever under way that the loop does not see, and jumping over a wait is safe. What would run in a thread or a
process of its own runs in the loop, after a drawn delay.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable
from contextvars import Context, ContextVar
from typing import Any

WALL_START = 1_764_000_000.0
"""Seconds since 1970 at which every simulation begins."""
MOST_ROUNDS_AT_ONE_MOMENT = 200_000


class StuckError(Exception):
    """Nothing will ever happen again, or time does not pass any more."""


class Process:
    """One life of the program: its tasks and connections, which ``kill`` takes away without a word."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.dead = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self._transports: list[asyncio.BaseTransport] = []

    def connected(self, transport: asyncio.BaseTransport) -> None:
        """Remember a connection."""
        self._transports = [kept for kept in self._transports if not kept.is_closing()]
        self._transports.append(transport)

    def kill(self) -> None:
        """As ``kill -9``: connections break, and nothing that this process still does reaches anybody.

        Its tasks are cancelled only to get rid of them; store and network are closed to them already.
        """
        self.dead = True
        for transport in self._transports:
            if isinstance(transport, asyncio.WriteTransport):
                transport.abort()
        self.sweep()

    def sweep(self) -> None:
        """Cancel what is left of a dead process."""
        for task in list(self.tasks):
            task.cancel()

    def living_tasks(self) -> list[asyncio.Task[Any]]:
        """The tasks that are not done."""
        return [task for task in self.tasks if not task.done()]


PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)
"""Whose code is running; None for the world around the bot."""


class _Selector(selectors.DefaultSelector):
    """Never waits: what it would wait for is skipped."""

    def __init__(self) -> None:
        super().__init__()
        self.skip: Callable[[float], None] = lambda seconds: None
        self.rounds = 0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        self.rounds += 1
        if self.rounds > MOST_ROUNDS_AT_ONE_MOMENT:
            raise StuckError("time does not pass any more")
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            raise StuckError("nothing will ever happen again")
        self.skip(timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is virtual; ``rng`` draws how long work takes that would run elsewhere."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._moment = 1_000.0
        self._jumps: list[tuple[float, float]] = []
        self._virtual = _Selector()
        super().__init__(self._virtual)
        self._virtual.skip = self._skip
        self._clock_resolution = 1e-6
        self.set_task_factory(self._new_task)

    def time(self) -> float:
        return self._moment

    def jump(self, seconds: float) -> None:
        """Let time pass in which nothing is done, as for a process that is stopped or a machine that sleeps."""
        self._jumps.append((self._moment, seconds))
        self._skip(seconds)

    def worked(self, began: float, ended: float) -> float:
        """The seconds between two moments that programs had for their work."""
        return ended - began - sum(seconds for moment, seconds in self._jumps if began <= moment < ended)

    def _skip(self, seconds: float) -> None:
        self._moment += seconds
        self._virtual.rounds = 0

    def _new_task(
        self, loop: asyncio.AbstractEventLoop, coro: Any, context: Context | None = None
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, context=context)
        process = PROCESS.get() if context is None else context.get(PROCESS, None)
        if process is not None:
            process.tasks.add(task)
            task.add_done_callback(process.tasks.discard)
            if process.dead:
                task.cancel()
        return task

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Timers of a dead process do not ring."""
        process = PROCESS.get() if context is None else context.get(PROCESS, None)
        if process is None:
            return super().call_at(when, callback, *args, context=context)

        def ring() -> None:
            if not process.dead:
                callback(*args)

        return super().call_at(when, ring, context=context)

    async def create_unix_connection(self, *args: Any, **kwargs: Any) -> Any:
        process = PROCESS.get()
        if process is None:
            return await super().create_unix_connection(*args, **kwargs)
        if process.dead:
            raise ConnectionRefusedError("this process is dead")
        transport, protocol = await super().create_unix_connection(*args, **kwargs)
        process.connected(transport)
        if process.dead:
            transport.abort()
        return transport, protocol

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Threads and processes: the work is done here, a little later, and nobody waits for it in real time."""
        del executor
        done: asyncio.Future[Any] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except Exception as error:
                done.set_exception(error)

        self.call_later(self._rng.uniform(0.001, 0.12), work)
        return done


class WallClock:
    """What the module ``time`` tells a program: a monotonic clock, and a wall clock that somebody may set."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.set_by = 0.0

    def monotonic_ns(self) -> int:
        """The monotonic clock."""
        return int(self._loop.time() * 1e9)

    def monotonic(self) -> float:
        """The same in seconds."""
        return self._loop.time()

    perf_counter = monotonic

    def true_time(self) -> float:
        """Seconds since 1970 as Discord measures them."""
        return WALL_START + self._loop.time()

    def time(self) -> float:
        """Seconds since 1970 as this machine believes."""
        return self.true_time() + self.set_by

    def time_ns(self) -> int:
        """The same in nanoseconds."""
        return int(self.time() * 1e9)

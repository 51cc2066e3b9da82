"""Time, as something that tests can move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Tells the time in UTC milliseconds and wakes callers up."""

    def now(self) -> int: ...

    def call_at(self, when: int, callback: Callable[[], object]) -> Alarm:
        """Call back once at (or just after) the time; at once if it is past, but never within this call."""
        ...


class SystemClock:
    """The machine's clock. It follows the monotonic clock from its start, so that setting the wall clock neither ends
    nor prolongs anybody's turn."""

    def __init__(self) -> None:
        self._start = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._start + time.monotonic_ns()) // 1_000_000

    def call_at(self, when: int, callback: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, callback)


async def sleep_until(clock: Clock, when: int) -> None:
    """Return at (or just after) the time."""
    done = asyncio.get_running_loop().create_future()
    alarm = clock.call_at(when, lambda: done.done() or done.set_result(None))
    try:
        await done
    finally:
        alarm.cancel()

"""Time, as something that tests can move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

TICK_MS = 1_000
JUMP_MS = 5_000
"""So much later than it should be a tick tells that time has passed without the program."""
STEP_MS = 30_000
"""By so much the wall clock must have been set before it is followed; less is forgotten at the next start."""


class Alarm(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Tells the time in UTC milliseconds and wakes callers up."""

    def now(self) -> int: ...

    def call_at(self, when: int, callback: Callable[[], object]) -> Alarm:
        """Call back once at (or just after) the time; at once if it is past, but never within this call."""
        ...

    def watch(self, jumped: Callable[[int], object]) -> Alarm:
        """Call back with the milliseconds by which time has jumped, until cancelled: the process was stopped, the
        machine slept, or somebody set its clock, which may be back. Alarms that became due by the jump go off after
        that."""
        ...


class SystemClock:
    """The machine's clock. It follows the monotonic clock, and the wall clock only where that was set anew; whoever
    watches hears of it, so that setting it neither ends nor prolongs anybody's turn."""

    def __init__(self) -> None:
        self._ahead = self._wall_ahead()

    def now(self) -> int:
        return (self._ahead + time.monotonic_ns()) // 1_000_000

    def call_at(self, when: int, callback: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, callback)

    def watch(self, jumped: Callable[[int], object]) -> Alarm:
        return _Watch(self, jumped)

    def follow(self) -> None:
        """Take over the time of a wall clock that was set."""
        ahead = self._wall_ahead()
        if abs(ahead - self._ahead) > STEP_MS * 1_000_000:
            self._ahead = ahead

    def _wall_ahead(self) -> int:
        return time.time_ns() - time.monotonic_ns()


class _Watch:
    """Looks every second whether it is a second later. Of the alarms that are due after a jump the tick is one of the
    first, being set for the earliest time."""

    def __init__(self, clock: SystemClock, jumped: Callable[[int], object]) -> None:
        self._clock = clock
        self._jumped = jumped
        self._wait()

    def _wait(self) -> None:
        self._expected = self._clock.now() + TICK_MS
        self._alarm = self._clock.call_at(self._expected, self._tick)

    def _tick(self) -> None:
        self._clock.follow()
        jump = self._clock.now() - self._expected
        self._wait()
        if abs(jump) > JUMP_MS:
            self._jumped(jump)

    def cancel(self) -> None:
        self._alarm.cancel()


async def sleep_until(clock: Clock, when: int) -> None:
    """Return at (or just after) the time."""
    done = asyncio.get_running_loop().create_future()
    alarm = clock.call_at(when, lambda: done.done() or done.set_result(None))
    try:
        await done
    finally:
        alarm.cancel()

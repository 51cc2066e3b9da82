"""A clock that tests move."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable

START_MS = 1_764_000_000_000
ROUNDS = 200


class _Alarm:
    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self.callback = None


class _Watcher:
    def __init__(self, jumped: Callable[[int], object]) -> None:
        self.jumped: Callable[[int], object] | None = jumped

    def cancel(self) -> None:
        self.jumped = None


class MovedClock:
    """Stands still until ``advance``; then alarms go off in order, and what they start is let run."""

    def __init__(self, start: int = START_MS, rounds: int = ROUNDS) -> None:
        self._now = start
        self._rounds = rounds
        self._alarms: list[tuple[int, int, _Alarm]] = []
        self._order = itertools.count()
        self._watchers: list[_Watcher] = []

    def now(self) -> int:
        return self._now

    def call_at(self, when: int, callback: Callable[[], object]) -> _Alarm:
        alarm = _Alarm(callback)
        heapq.heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    def watch(self, jumped: Callable[[int], object]) -> _Watcher:
        watcher = _Watcher(jumped)
        self._watchers.append(watcher)
        return watcher

    async def jump(self, seconds: float) -> None:
        """The process was stopped for so long, or somebody set the machine's clock. Where it was set back, alarms still
        go off after the time that they had left."""
        by = int(seconds * 1000)
        self._now += by
        if by < 0:
            self._alarms = [(when + by, number, alarm) for when, number, alarm in self._alarms]
        for watcher in self._watchers:
            if watcher.jumped is not None:
                watcher.jumped(by)
        await self.advance(0)

    def next_at(self) -> int | None:
        """When the next alarm goes off."""
        while self._alarms and self._alarms[0][2].callback is None:
            heapq.heappop(self._alarms)
        return self._alarms[0][0] if self._alarms else None

    async def advance(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self._now + int(seconds * 1000)
        await settle(self._rounds)
        while self._alarms and self._alarms[0][0] <= end:
            when, _, alarm = heapq.heappop(self._alarms)
            if alarm.callback is not None:
                self._now = max(self._now, when)
                alarm.callback()
                await settle(self._rounds)
        self._now = end
        await settle(self._rounds)


async def settle(rounds: int = ROUNDS) -> None:
    """Let everything that was started come to its end or to a wait for time, in at most so many rounds."""
    me = asyncio.current_task()
    for _ in range(rounds):
        await asyncio.sleep(0)
        # What waits for the database's thread or a socket needs real time, though very little.
        busy = [task for task in asyncio.all_tasks() if task is not me and not task.done()]
        if not busy:
            return
        await asyncio.wait(busy, timeout=0.0005, return_when=asyncio.FIRST_COMPLETED)

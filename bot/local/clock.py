"""Time as the local Discord measures it: tokens, first answers and the age of messages. Tests move it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """Wall time in seconds since 1970 that can be moved forward, with alarms that ring when their time has come.

    ``source`` gives the time that passes by itself; ``lambda: 1_700_000_000.0`` makes a clock that only tests move.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._moved = 0.0
        self._alarms: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Seconds since 1970."""
        return self._source() + self._moved

    def iso(self, moment: float | None = None) -> str:
        """``moment`` (default: now) as Discord writes it."""
        when = datetime.fromtimestamp(self.now() if moment is None else moment, UTC)
        return when.isoformat(timespec="microseconds")

    def advance(self, seconds: float) -> None:
        """Move forward by ``seconds``; alarms due by then ring before this returns."""
        if seconds < 0:
            raise ValueError("time only moves forward")
        self._moved += seconds
        self._ring()

    def alarm(self, moment: float, ring: Callable[[], None]) -> None:
        """Call ``ring`` once it is ``moment``; needs a running event loop."""
        heapq.heappush(self._alarms, (moment, next(self._order), ring))
        self._wind()

    def close(self) -> None:
        """Forget all alarms."""
        self._alarms.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        while self._alarms and self._alarms[0][0] <= self.now():
            heapq.heappop(self._alarms)[2]()
        self._wind()

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._alarms:
            # A clock that only tests move never gets there by itself; looking once a second costs nothing.
            wait = min(max(self._alarms[0][0] - self.now(), 0.0), 1.0) + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

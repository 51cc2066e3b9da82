"""Watches that the event loop turns: measures how late it is, feeds the service manager's watchdog, and notes in the
log where it stands when it does not turn."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress

from bot.operation.metrics import Metrics
from bot.operation.notify import Notifier

TICK_S = 0.5
BLOCKED_S = 5.0

log = logging.getLogger(__name__)


class LoopWatch:
    """A task that ticks and a thread that listens for the ticks.

    Attributes:
        lag_s: how much later than wanted the last tick was, in seconds.
    """

    def __init__(
        self,
        notifier: Notifier,
        metrics: Metrics,
        *,
        tick_s: float = TICK_S,
        blocked_s: float = BLOCKED_S,
        time_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._notifier = notifier
        self._metrics = metrics
        self._tick_s = tick_s
        self._blocked_s = blocked_s
        self._time_s = time_s
        self._ticked = time_s()
        self._fed = -float("inf")
        self._over = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        self.lag_s = 0.0

    def start(self) -> None:
        """Watch the running loop from now on."""
        loop_thread = threading.get_ident()
        self._ticked = self._time_s()
        self._task = asyncio.get_running_loop().create_task(self._tick())
        self._thread = threading.Thread(target=self._listen, args=(loop_thread,), name="loop watch", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Watch no more."""
        self._over.set()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _tick(self) -> None:
        while True:
            self._feed()
            await asyncio.sleep(self._tick_s)
            now = self._time_s()
            self.lag_s = max(0.0, now - self._ticked - self._tick_s)
            self._ticked = now
            self._metrics.lagged(self.lag_s)

    def _feed(self) -> None:
        every, now = self._notifier.every_s, self._time_s()
        if every is not None and now - self._fed >= every - self._tick_s:
            self._fed = now
            self._notifier.alive()

    def _listen(self, loop_thread: int) -> None:
        told = False
        looked = resumed = self._time_s()
        while not self._over.wait(self._tick_s):
            before, looked = looked, self._time_s()
            if looked - before > self._blocked_s:
                resumed = looked  # this thread stood still as well, so the whole process was stopped
            late = looked - max(self._ticked, resumed)
            if late <= self._blocked_s:
                told = False
            elif not told:
                told = True
                # There is no public way to see where another thread stands.
                frame = sys._current_frames().get(loop_thread)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - documented, though
                where = "".join(traceback.format_stack(frame)) if frame is not None else "?"
                log.error("the event loop has not turned for %.1f s; it stands here:\n%s", late, where)
                self._metrics.loop_blocked()

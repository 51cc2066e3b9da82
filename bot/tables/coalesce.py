"""Doing the newest thing soon, and not too often."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

from bot.operation.context import start_apart
from bot.tables.clock import Clock, sleep_until

AFTER_FAILURE_MS = 5_000
RETRY_FIRST_MS = 5_000
RETRY_MOST_MS = 60_000

log = logging.getLogger(__name__)


class Backoff:
    """Rests between attempts that fail: longer and longer, up to a minute, until one succeeds; slightly random, so that
    what failed together does not all come back at the same moment."""

    def __init__(self) -> None:
        self._rest_ms = RETRY_FIRST_MS

    def failed(self) -> int:
        """An attempt failed: the milliseconds to rest before the next one."""
        rest, self._rest_ms = self._rest_ms, min(2 * self._rest_ms, RETRY_MOST_MS)
        return random.randrange(rest // 2, rest)

    def succeeded(self) -> None:
        """The next failure is the first one again."""
        self._rest_ms = RETRY_FIRST_MS


class Coalescer:
    """Runs one piece of work whenever it was touched: at once if it has rested, else after its pause.

    Touches during the work or the pause are answered by one more run, so a burst costs two runs and the last one sees
    the newest state. The work returns the milliseconds to rest after it.
    """

    def __init__(self, clock: Clock, work: Callable[[], Awaitable[int]]) -> None:
        self._clock = clock
        self._work = work
        self.dirty = False
        """Whether there is something to be done, now or after the rest."""
        self._working = False
        self.resting = False
        self.since: int | None = None
        """When the oldest touch came whose work has not succeeded yet, by the clock."""
        self._stopped = False
        self._task: asyncio.Task[None] | None = None

    def touch(self) -> None:
        """There is something new."""
        if self._stopped:
            return
        self.dirty = True
        if self.since is None:
            self.since = self._clock.now()
        if self._task is None:
            self._task = start_apart(self._run())

    def stop(self) -> None:
        """Do nothing more, whatever is new; work under way is cancelled."""
        self._stopped = True
        self._drop()

    def _drop(self) -> None:
        self.dirty = False
        self.since = None
        if self._task is not None:
            self._task.cancel()

    async def flush(self) -> None:
        """Do now what is still to be done, without any further rest, and once: what fails now is left."""
        while self._working:
            assert self._task is not None
            await asyncio.wait({self._task}, timeout=0.05)
        if self.dirty:
            self._drop()
            await self._work()

    async def _run(self) -> None:
        try:
            while self.dirty:
                self.dirty = False
                rest = await self._worked()
                if rest:
                    self.resting = True
                    await sleep_until(self._clock, self._clock.now() + rest)
                    self.resting = False
        finally:
            self._task = None
            self.resting = False

    async def _worked(self) -> int:
        """Work once; how long to rest. What was touched meanwhile is not lost by a failure."""
        self._working = True
        try:
            rest = await self._work()
        except Exception:
            log.exception("showing something failed")
            return AFTER_FAILURE_MS
        else:
            if not self.dirty:
                self.since = None
            return rest
        finally:
            self._working = False

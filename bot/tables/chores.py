"""What goes on by itself: tasks that time or a change started and nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.operation.context import start_apart
from bot.tables.errors import RefusedError

log = logging.getLogger(__name__)

FAREWELL_S = 1.5


class Chores:
    """The tasks of one bot's tables; the failure of one is logged and harms no other."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended = False

    @property
    def busy(self) -> bool:
        """Whether any of them goes on."""
        return bool(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done without waiting for it; nothing any more once all has ended."""
        if self._ended:
            work.close()
            return
        task = start_apart(self._guarded(work))
        self._tasks.add(task)

        def over(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            work.close()  # it may have been given up before it began

        task.add_done_callback(over)

    async def finish(self) -> None:
        """Wait a little for what goes on."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=FAREWELL_S)

    async def end(self) -> None:
        """Give up what still goes on, before that is closed which it needs. What the store was told is stored."""
        self._ended = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except RefusedError as error:
            log.warning("a timed act was not possible: %s", error.which)
        except Exception:
            log.exception("a timed act failed")

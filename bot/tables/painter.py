"""Drawing off the event loop: two threads, and the last pictures kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import render
from bot.operation.metrics import Metrics
from render.scene import Scene

log = logging.getLogger(__name__)

KEPT_PICTURES = 64
REDUCED = 2
"""How many times a small picture is smaller in each direction."""
THREADS = 2


class Painter:
    """Draws scenes. Equal scenes are equal pictures, so a scene is the key of the cache: it holds every card that is
    drawn, and nobody gets a picture of cards that their own scene does not hold."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._metrics = metrics or Metrics()
        self.waiting = 0
        """Pictures that are wanted and not drawn yet."""
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="painter")
        self._kept: OrderedDict[tuple[Scene, bool], bytes] = OrderedDict()
        self._unhurried = asyncio.Semaphore(THREADS - 1)

    async def paint_unhurried(self, scene: Scene, *, small: bool = False) -> bytes | None:
        """The same for what nobody waits for, such as the public messages of all tables after a restart: it leaves a
        thread free for the hand that somebody has just pressed for."""
        async with self._unhurried:
            return await self.paint(scene, small=small)

    async def paint(self, scene: Scene, *, small: bool = False) -> bytes | None:
        """The PNG of a scene; None if it cannot be drawn, and then the words have to do."""
        picture = self._kept.get((scene, small))
        if picture is None:
            reduced = REDUCED if small else 1
            wanted = time.perf_counter()
            self.waiting += 1
            try:
                picture = await asyncio.get_running_loop().run_in_executor(self._pool, render.draw, scene, reduced)
            except Exception:
                log.exception("a picture could not be drawn")
                return None
            finally:
                self.waiting -= 1
            self._metrics.drew(time.perf_counter() - wanted)
            self._kept[scene, small] = picture
            if len(self._kept) > KEPT_PICTURES:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end((scene, small))
        return picture

    def forget(self) -> None:
        """Keep no picture, since names are drawn in them."""
        self._kept.clear()

    def close(self) -> None:
        """Let the threads end; pictures not begun are not drawn."""
        self._pool.shutdown(wait=False, cancel_futures=True)

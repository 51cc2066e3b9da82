"""The event loop is watched: late, standing still, or stopped with the whole process."""

from __future__ import annotations

import asyncio
import logging
import threading
import time

import pytest

from bot.operation.loop_watch import LoopWatch
from bot.operation.metrics import Metrics
from bot.operation.notify import Notifier


class Counted(Metrics):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.blocked = threading.Event()
        self.ticked = asyncio.Event()
        self.worst = 0.0

    def loop_blocked(self) -> None:
        self.blocked.set()

    def lagged(self, seconds: float) -> None:
        self.worst = max(self.worst, seconds)
        self.ticked.set()


class Fed(Notifier):
    """A watchdog that waits."""

    def __init__(self, every_s: float) -> None:
        super().__init__({})
        self.every_s = every_s
        self.times = 0
        self.twice = asyncio.Event()

    def alive(self) -> None:
        self.times += 1
        if self.times == 2:
            self.twice.set()


def hold_the_loop_up(until: threading.Event) -> None:
    """What no coroutine should do."""
    assert until.wait(30)


async def test_a_loop_that_stands_still_is_counted_and_the_log_says_where(caplog: pytest.LogCaptureFixture) -> None:
    """Fault P14: blocked for long, it is noted with the place in the program."""
    metrics = Counted()
    watch = LoopWatch(Notifier({}), metrics, tick_s=0.01, blocked_s=0.2)
    watch.start()
    await asyncio.sleep(0)
    hold_the_loop_up(metrics.blocked)
    await watch.stop()
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "hold_the_loop_up" in record.getMessage()


async def test_a_process_that_was_stopped_did_not_block_its_loop(caplog: pytest.LogCaptureFixture) -> None:
    """Fault P8: a pause of everything is nobody's mistake."""
    metrics, jumped = Counted(), threading.Event()

    def now() -> float:
        return time.monotonic() + (3600.0 if jumped.is_set() else 0.0)

    watch = LoopWatch(Notifier({}), metrics, tick_s=0.01, blocked_s=30.0, time_s=now)
    watch.start()
    async with asyncio.timeout(30):
        await metrics.ticked.wait()
        jumped.set()
        while metrics.worst < 3000:
            metrics.ticked.clear()
            await metrics.ticked.wait()
    await watch.stop()
    assert not metrics.blocked.is_set()
    assert not caplog.records


async def test_the_watchdog_is_fed_as_long_as_the_loop_turns() -> None:
    notifier = Fed(every_s=0.05)
    watch = LoopWatch(notifier, Metrics(), tick_s=0.01)
    watch.start()
    async with asyncio.timeout(30):
        await notifier.twice.wait()
    await watch.stop()
    fed = notifier.times
    await asyncio.sleep(0)
    assert notifier.times == fed

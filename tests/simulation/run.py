"""Running one seed: everything is replaced that would need real time, threads or paint."""

from __future__ import annotations

import asyncio
import gc
import random
import traceback
import warnings
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import bot.router
import bot.tables.clock
import bot.tables.thinker
import render
from tests.simulation import painting
from tests.simulation.logs import Lines, listening
from tests.simulation.network import tamed
from tests.simulation.report import Report
from tests.simulation.simulation import Simulation
from tests.simulation.virtual import StuckError, VirtualLoop, WallClock

TICK_MS = 10_000
"""Virtual hours with a tick each second would take real ones."""


@contextmanager
def _stage(seed: int) -> Generator[tuple[VirtualLoop, WallClock, Lines]]:
    """A virtual loop, with everything replaced that would need real time, threads or paint."""
    rng = random.Random(f"{seed}:delays")
    loop = VirtualLoop(rng)
    wall = WallClock(loop)
    asyncio.set_event_loop(loop)
    try:
        with ExitStack() as stack:
            stack.enter_context(tamed(rng, wall))
            stack.enter_context(patch.object(bot.tables.clock, "time", wall))
            stack.enter_context(patch.object(bot.tables.clock, "TICK_MS", TICK_MS))
            stack.enter_context(patch.object(render, "draw", painting.draw))
            stack.enter_context(patch.object(bot.tables.thinker, "think", painting.think))
            yield loop, wall, stack.enter_context(listening())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def run_sim(seed: int) -> Report:
    """Simulate the evening of a seed. The same seed gives the same tape; other back ends may take this one's place."""
    gc.disable()
    gc.freeze()  # what was there before need not be looked through
    before = random.getstate()
    random.seed(seed)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # a killed process closes nothing
            report = _run(seed)
            gc.collect()
            return report
    finally:
        random.setstate(before)
        gc.unfreeze()
        gc.enable()


def _run(seed: int) -> Report:
    with _stage(seed) as (loop, wall, log):
        sim = Simulation(seed, loop, wall, log)
        try:
            with patch.object(bot.router, "handling", sim.handling):
                loop.run_until_complete(sim.run())
        except StuckError as error:
            sim.violations([f"stuck: {error}"])
        except Exception as error:
            sim.violations([f"the simulation failed: {traceback.format_exception(error)[-2:]}"])
        sim.disk.close()
        return sim.report

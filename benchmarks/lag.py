"""How late the bot's event loop wakes what sleeps while computers think.

Four tables at once ask the process in which strong computers think, one question after the other without a pause, which
is more than people's tables do. The machine's own noise is in all figures, so the loop is watched in turn idle, while
some other process is merely busy, and thinking, ``ROUNDS`` times each for ``SLICE_S`` seconds. ``added`` is thinking
less idle: the bar is 5 ms at the 99th percentile. On a machine whose processors are all taken a further busy process
makes every loop late, whatever it does: that is ``beside``.

Run as ``python -m benchmarks lag``.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import count
from statistics import median, quantiles

from bot.tables.computers import question_to
from bot.tables.thinker import Thinker
from games.core import Match
from games.core.player import Strength
from games.registry import BY_KEY

TABLES = 4
ROUNDS = 8
SLICE_S = 2.5
TICK_S = 0.005


async def _table(thinker: Thinker, number: int, answers: list[float]) -> None:
    """Three strong computers play Calabresella; how long each answer took is noted."""
    game = BY_KEY["calabresella"]
    for deal in count():
        match = Match.start(game, game.presets["seed"], 3, (number << 32 | deal).to_bytes(16, "big"))
        while match.outcome is None and match.ply < 200:
            seat = min(game.active_seats(match.state))
            begin = time.perf_counter()
            move = await thinker.answer(question_to(match, seat, Strength.STRONG))
            answers.append(time.perf_counter() - begin)
            match, _ = match.play(seat, move)
            await asyncio.sleep(0)


async def _idle() -> None:
    await asyncio.Event().wait()


async def _beside() -> None:
    """Another process is busy, until this is cancelled."""
    busy = await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass")
    try:
        await busy.wait()
    finally:
        busy.kill()
        await busy.wait()


async def _watched(work: Callable[[], Awaitable[object]], seconds: float) -> list[float]:
    """How late the loop woke while this went on, in milliseconds."""
    late: list[float] = []
    working = asyncio.ensure_future(work())
    end = time.perf_counter() + seconds
    while (begin := time.perf_counter()) < end:
        await asyncio.sleep(TICK_S)
        late.append((time.perf_counter() - begin - TICK_S) * 1000)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    return late


async def measure(rounds: int = ROUNDS, seconds: float = SLICE_S) -> dict[str, float]:
    """All figures."""
    thinker = Thinker()
    answers: list[float] = []

    async def thinking() -> None:
        await asyncio.gather(*(_table(thinker, number, answers) for number in range(TABLES)))

    try:
        await _watched(thinking, seconds)  # the process starts
        answers.clear()
        late: dict[str, list[float]] = {"idle": [], "beside": [], "thinking": []}
        for _ in range(rounds):
            for name, work in (("idle", _idle), ("beside", _beside), ("thinking", thinking)):
                late[name] += await _watched(work, seconds)
    finally:
        thinker.stop()
    p99 = {name: quantiles(values, n=100)[98] for name, values in late.items()}
    return {
        **{f"lag.{name}_p50_ms": median(values) for name, values in late.items()},
        **{f"lag.{name}_p99_ms": value for name, value in p99.items()},
        "lag.added_p99_ms": p99["thinking"] - p99["idle"],
        "lag.added_to_beside_p99_ms": p99["thinking"] - p99["beside"],
        "lag.answers": len(answers),
        "lag.answer_p50_ms": median(answers) * 1000,
    }


def run() -> dict[str, float]:
    """The figures of this part."""
    return asyncio.run(measure())

"""Where computers think: at once for what takes no time, in a process of its own for a search.

The event loop must not stand still while somebody thinks, and threads would hold it up. The process is started when it
is first needed and again after it has died. What takes too long, waits too long or goes wrong is answered by the move
by reasons: a table never waits for it. A thought that does not end ends its process, so that the next ones are not kept
waiting behind it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, NamedTuple

from games.core.player import Strength, decide
from games.players import PLAYERS, think, worth_searching

log = logging.getLogger(__name__)

PATIENCE_S = 2.0
START_S = 10.0
"""The first thought waits for its process to start, too."""


class Question(NamedTuple):
    """What a computer is asked: everything that its seat may know, and nothing else."""

    game: str
    strength: Strength
    observation: Any
    legal: Sequence[Any]
    options: Any
    seed: bytes

    def __repr__(self) -> str:
        """Without what the seat knows, which may end in a log."""
        return f"Question(game={self.game!r}, strength={self.strength.value!r})"


class Thinker:
    """Answers for the computers of one bot."""

    def __init__(self, patience_s: float = PATIENCE_S, start_s: float = START_S) -> None:
        self._patience_s, self._start_s = patience_s, start_s
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, question: Question) -> Any:
        """A move; in time, whatever happens.

        Raises:
            Exception: whatever the reasons of a player themselves raise.
        """
        game, strength, observation, legal, options, _ = question
        good = by_reasons(question)
        if not worth_searching(game, strength, observation, legal, options, good):
            return good
        patience_s = self._start_s if self._pool is None else self._patience_s
        pool = self._pool = self._pool or ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
        try:
            async with asyncio.timeout(patience_s):
                return await asyncio.get_running_loop().run_in_executor(pool, _in_time, self._patience_s, question)
        except BrokenExecutor:
            log.warning("the process in which computers think has died; it is started again when it is needed")
            self._drop(pool)
        except TimeoutError:
            log.warning("a thought about %s took too long", game)
        except Exception:
            log.exception("a search for %s failed", game)
        return good

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        pool.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """Let the process end."""
        if self._pool is not None:
            self._drop(self._pool)


def _begin() -> None:
    """The process in which computers think ends with the bot, also with one that was killed, and not before it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _in_time(patience_s: float, question: Question) -> Any:
    """What comes of a thought; if nothing does, the system's alarm ends the process. CPU time counts, so that a busy
    machine does not make a thought seem unending."""
    signal.setitimer(signal.ITIMER_VIRTUAL, patience_s)
    try:
        return think(*question)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def by_reasons(question: Question) -> Any:
    """The move without a search."""
    player = PLAYERS[question.game]
    return decide(player, *question[1:])

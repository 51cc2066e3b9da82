"""What is being done at this moment, as far as logs and metrics care: known to whatever the same task calls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Handling:
    """One interaction on its way through the bot.

    Attributes:
        interaction: its id, which grants nothing; never its token.
        table: the table that it names, 0 for none.
        since: when it came, in seconds of ``time.perf_counter``.
    """

    interaction: int
    table: int
    since: float


_now: ContextVar[Handling | None] = ContextVar("handling", default=None)


@contextmanager
def handling(interaction: int, table: int) -> Generator[Handling]:
    """Until the end of the block this interaction is handled."""
    current = Handling(interaction, table, time.perf_counter())
    token = _now.set(current)
    try:
        yield current
    finally:
        _now.reset(token)


def current() -> Handling | None:
    """The interaction that is handled by this task; None for what time brings."""
    return _now.get()


def start_apart(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task that is no part of the interaction that happened to start it: it goes on for others, too."""
    context = copy_context()
    context.run(_now.set, None)
    return asyncio.get_running_loop().create_task(work, context=context)

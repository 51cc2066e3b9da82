"""When the bot may not have heard of people's acts: what was on its way then need not have an answer, and a turn that
ran meanwhile gets its time back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

GRACE_S = 3.5
"""What was sent so shortly before or after may be lost, too."""


@dataclass
class Trouble:
    """A time in which the bot may not have heard of people's acts, in seconds of the loop.

    Attributes:
        earliest_end: it ends when the bot is seen to be well, but not before.
        perhaps: it mostly heard of them, and no turn gets time back.
        tables: whose turns get time back; None for all.
    """

    why: str
    begin: float
    end: float
    earliest_end: float
    perhaps: bool
    tables: frozenset[int] | None = None


class Troubles:
    """All of them in one evening; ``reached`` tells whether acts reach the bot just now."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, tape: Callable[[str], None], reached: Callable[[], bool]
    ) -> None:
        self._loop = loop
        self._tape = tape
        self._reached = reached
        self._all: list[Trouble] = []
        self._watch: asyncio.Task[None] | None = None

    def begin(
        self, why: str, lasts: float = 0.0, *, perhaps: bool = False, tables: frozenset[int] | None = None
    ) -> None:
        """From now on the bot may not hear of people's acts; until it is seen to be well, but at least so long.
        With ``perhaps`` it mostly hears of them, and no turn gets time back; with ``tables`` only turns at these."""
        self._tape(f"unreachable: {why}")
        now = self._loop.time()
        self._all.append(Trouble(why, now - GRACE_S, float("inf"), now + max(lasts, 1.0), perhaps, tables))
        if self._watch is None or self._watch.done():
            self._watch = self._loop.create_task(self._until_reached())

    def moment(self, why: str) -> None:
        """Just now acts may be lost, and no turn gets time back."""
        now = self._loop.time()
        self._all.append(Trouble(why, now - GRACE_S, now + GRACE_S, now, perhaps=True))

    def over(self, why: str = "") -> None:
        """All that made the bot unreachable in this way (or in any) has ended, also what began later than that which
        ends it."""
        for trouble in self._all:
            if trouble.why == (why or trouble.why):
                trouble.earliest_end = min(trouble.earliest_end, self._loop.time())

    def stop(self) -> None:
        """Look no more whether the bot is well."""
        if self._watch is not None:
            self._watch.cancel()

    async def _until_reached(self) -> None:
        while any(trouble.end == float("inf") for trouble in self._all):
            await asyncio.sleep(1.0)
            if self._reached():
                self._end()

    def _end(self) -> None:
        now = self._loop.time()
        for trouble in self._all:
            if trouble.end == float("inf") and now >= trouble.earliest_end:
                trouble.end = now + GRACE_S

    def at(self, moment: float) -> bool:
        """Whether an act at this time may have got lost on its way."""
        return any(trouble.begin <= moment <= trouble.end for trouble in self._all)

    def lost(self, began: float, ended: float, table_id: int) -> tuple[float, int]:
        """The seconds between two moments in which people may not have been able to act at a table, and how often that
        was."""
        surely = (
            trouble
            for trouble in self._all
            if not trouble.perhaps and (trouble.tables is None or table_id in trouble.tables)
        )
        spans = sorted((max(began, trouble.begin), min(ended, trouble.end)) for trouble in surely)
        total, reached, times = 0.0, began, 0
        for begin, end in spans:
            if end > max(begin, reached):
                total += end - max(begin, reached)
                reached, times = end, times + 1
        return total, times

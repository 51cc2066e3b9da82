"""Time in which nobody could act does not count: turns get it back."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.tables.errors import RefusedError
from bot.tables.ledger import Ledger
from bot.tables.live import LiveTable
from bot.tables.matches import MatchRunner
from data.records import TableStatus

LEAST_MS = 30_000
"""Who could act again may think so long, or for a whole turn if that is shorter."""

log = logging.getLogger(__name__)


class LostTime:
    """Moves the ends of turns."""

    def __init__(self, ledger: Ledger, matches: MatchRunner) -> None:
        self._ledger = ledger
        self._matches = matches

    def clock_jumped(self, by: int) -> None:
        """Time has jumped by so many milliseconds: no turn is shorter or longer for that."""
        log.warning("time has jumped by %.1f s; the ends of all turns are moved", by / 1000)
        for live in self._ledger.tables:
            if live.unreachable_since is not None:
                # By the clock as it is now: what is given back when people can act again does not hold the jump.
                live.unreachable_since += by
            changing = live.lock.locked()
            if not changing:
                live.record = replace(live.record, deadline_at=self._moved(live, by))
            # Queued for the table's lock now, and so before an alarm that the jump has made due.
            self._ledger.chores.spawn(self._after_jump(live, by if changing else 0))

    async def _after_jump(self, live: LiveTable, by: int) -> None:
        """Store the end of the turn; where the table was being changed as time jumped, move it first."""
        async with live.lock:
            if live.record.status is TableStatus.PLAYING:
                # What was under way may have set the end before the jump or since. If it is back, the former is too
                # far away to be true; if it is ahead, the latter gets no longer than a whole turn.
                before = by > 0 or not self._possible(live)
                await self._move(live, self._moved(live, by) if before else live.record.deadline_at)
                # Also where nobody can act just now: if that is over in a moment, nothing else sets the alarm anew.
                self._matches.resume(live)
                self._ledger.announcer.changed(live)

    async def give_back(self, live: LiveTable, by: int, **changes: Any) -> None:
        """Move the end of a table's turn, with further changes of its record; the lock is held by the caller."""
        await self._move(live, self._moved(live, by), **changes)

    def _moved(self, live: LiveTable, by: int) -> int | None:
        deadline = live.record.deadline_at
        if deadline is None:
            return None
        now, whole = self._ledger.clock.now(), live.record.clock_s * 1000
        # A turn that began just now has lost nothing: none gets longer than a whole one.
        deadline = min(deadline + by, now + whole)
        return max(deadline, now + min(LEAST_MS, whole)) if by >= 0 else deadline

    def _possible(self, live: LiveTable) -> bool:
        deadline = live.record.deadline_at
        return deadline is None or deadline <= self._ledger.clock.now() + live.record.clock_s * 1000

    async def _move(self, live: LiveTable, deadline: int | None, **changes: Any) -> None:
        changes = {"deadline_at": deadline, "touched_at": live.record.touched_at, **changes}
        with suppress(RefusedError):
            await self._ledger.save(live, **changes)
        # Not stored, it holds all the same; the next change stores it.
        live.record = replace(live.record, **changes)

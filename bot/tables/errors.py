"""Why the house says no. The rules of a game have their own errors (games.core.errors)."""

from __future__ import annotations

from bot.presenters.refusals import Refusal
from data.records import TableId


class RefusedError(Exception):
    """A request that the house does not grant; nothing was changed.

    Attributes:
        which: the reason, from which the sentence is made.
        values: what the sentence names.
    """

    def __init__(self, which: Refusal, **values: object) -> None:
        super().__init__(which)
        self.which = which
        self.values = values


class StaleError(RefusedError):
    """The press came from a message that showed an earlier turn; the answer is the present one."""

    def __init__(self) -> None:
        super().__init__(Refusal.STALE)


class TakenError(RefusedError):
    """There is an open table in this channel already."""

    def __init__(self, table_id: TableId) -> None:
        super().__init__(Refusal.IN_PROGRESS)
        self.table_id = table_id

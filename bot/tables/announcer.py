"""What the tables tell the outside. The Discord side implements it; so do tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.tables.live import LiveTable


class Announcer(Protocol):
    """Hears of every change after it is on disk. Must return at once and never raise."""

    def changed(self, live: LiveTable) -> None:
        """The table looks different now."""
        ...

    def closed(self, live: LiveTable) -> None:
        """The table is closed for good; ``live.notice`` says why."""
        ...

    def round_over(self, user_ids: Sequence[int]) -> None:
        """These people have played a round more of a game, which counts at all their tables."""
        ...

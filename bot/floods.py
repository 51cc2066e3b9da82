"""Limits on how much one person, channel or server may ask of the bot: the rest is turned away at hardly any cost.

Each is a bucket of tokens that fills up again with time. Somebody over their own limit takes nothing from the others'.
Opening a table or posting it anew is heard by a whole channel, and has tighter limits of its own.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.tables.clock import Clock

KEPT = 10_000
"""So many buckets are kept before the full ones, which say nothing, are thrown away."""
TELL_EVERY_MS = 3_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    at_once: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is too much; the defaults are far above what six quick players do."""

    person: Rate = Rate(20, 4)
    channel: Rate = Rate(90, 30)
    server: Rate = Rate(400, 120)
    loud_person: Rate = Rate(5, 1 / 15)
    loud_server: Rate = Rate(30, 1 / 2)
    typing_person: Rate = Rate(10, 5)
    typing_server: Rate = Rate(100, 30)


_ENDLESS = Rate(1_000_000_000, 0)
UNLIMITED = Limits(*[_ENDLESS] * 7)
"""For measuring how much the bot can do."""


class Floods:
    """Counts what people ask, from memory alone."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._buckets: dict[Hashable, tuple[Rate, float, int]] = {}
        self._told: dict[int, int] = {}

    def admits(self, user_id: int, channel_id: int | None, guild_id: int | None) -> bool:
        """Whether one more request of this person may be worked on; it is counted if so."""
        limits = self._limits
        return self._take(
            (("person", user_id), limits.person),
            (("channel", channel_id), limits.channel),
            (("server", guild_id or user_id), limits.server),
        )

    def admits_loud(self, user_id: int, guild_id: int | None) -> bool:
        """Whether this person may once more do what a whole channel sees; it is counted if so."""
        limits = self._limits
        return self._take(
            (("loud person", user_id), limits.loud_person), (("loud server", guild_id), limits.loud_server)
        )

    def admits_typing(self, user_id: int, guild_id: int | None) -> bool:
        """Whether a list is looked up while this person types; it is counted if so, but not as a press."""
        limits = self._limits
        return self._take(
            (("typing person", user_id), limits.typing_person),
            (("typing server", guild_id or user_id), limits.typing_server),
        )

    def _take(self, *asked: tuple[Hashable, Rate]) -> bool:
        left = {key: (rate, self._left(key, rate)) for key, rate in asked}
        if any(tokens < 1 for _, tokens in left.values()):
            return False
        now = self._clock.now()
        for key, (rate, tokens) in left.items():
            self._buckets[key] = (rate, tokens - 1, now)
        if len(self._buckets) > KEPT:
            self._tidy()
        return True

    def tells(self, user_id: int) -> bool:
        """Whether somebody who is turned away is to be told why: once in a while, not each time."""
        now = self._clock.now()
        if abs(now - self._told.get(user_id, -TELL_EVERY_MS)) < TELL_EVERY_MS:
            return False
        if len(self._told) > KEPT:
            self._told.clear()
        self._told[user_id] = now
        return True

    def _left(self, key: Hashable, rate: Rate) -> float:
        now = self._clock.now()
        _, tokens, at = self._buckets.get(key, (rate, rate.at_once, now))
        # A clock that was set back does not tell how long ago that was; nobody must wait for it to come round again.
        return min(rate.at_once, tokens + (now - at) / 1000 * rate.per_second) if now >= at else rate.at_once

    def _tidy(self) -> None:
        full = [key for key, (rate, _, _) in self._buckets.items() if self._left(key, rate) >= rate.at_once]
        for key in full:
            del self._buckets[key]

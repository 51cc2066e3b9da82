"""Rate limits: buckets by route and channel, told in headers, refused with 429.

Windows are measured by the event loop's time, not the movable clock, because the client waits for them in that time.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import time
from dataclasses import dataclass, field

from bot.local.errors import DiscordError

GLOBAL_PER_SECOND = 50


@dataclass(frozen=True, slots=True)
class Rule:
    """``limit`` requests in ``window`` seconds for each value of the pattern's group ``major``."""

    method: str
    path: re.Pattern[str]
    limit: int
    window: float

    @property
    def hash(self) -> str:
        """The bucket's name as told to the client."""
        return hashlib.sha256(f"{self.method} {self.path.pattern}".encode()).hexdigest()[:32]


def _rule(method: str, path: str, limit: int, window: float) -> Rule:
    return Rule(method, re.compile(path), limit, window)


RULES = (
    _rule("POST", r"/channels/(?P<major>\d+)/messages", 5, 5.0),
    _rule("PATCH", r"/channels/(?P<major>\d+)/messages/\d+", 5, 5.0),
    _rule("DELETE", r"/channels/(?P<major>\d+)/messages/\d+", 5, 1.0),
    _rule("GET", r"/channels/(?P<major>\d+)(/.*)?", 10, 1.0),
    _rule("POST", r"/channels/(?P<major>\d+)/typing", 5, 5.0),
    _rule("PATCH", r"/channels/(?P<major>\d+)", 5, 15.0),
    _rule("POST", r"/channels/(?P<major>\d+)/.*threads", 10, 30.0),
    _rule("POST", r"/users/@me/channels(?P<major>)", 10, 10.0),
    _rule("POST", r"/webhooks/\d+/(?P<major>[^/]+)", 5, 2.0),
    _rule("PATCH", r"/webhooks/\d+/(?P<major>[^/]+)/messages/.+", 5, 2.0),
    _rule("GET", r"/webhooks/\d+/(?P<major>[^/]+)/messages/.+", 5, 2.0),
)
OLD_EDITS = Rule("PATCH", re.compile("edits of messages older than an hour"), 3, 6.0)


@dataclass(slots=True)
class Bucket:
    """Requests so far in the current window."""

    opened: float = -1e9
    used: int = 0


@dataclass(slots=True)
class RateLimits:
    """All buckets. Switched off it refuses and tells nothing."""

    enabled: bool = True
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict[tuple[str, str], Bucket])

    def charge(self, method: str, path: str) -> dict[str, str]:
        """Count a request; the headers that tell the bucket's state.

        Raises:
            DiscordError: 429, with all its headers.
        """
        if not self.enabled:
            return {}
        interaction = path.startswith(("/interactions/", "/webhooks/"))
        if not interaction:
            self._global()
        for rule in RULES:
            match = rule.path.fullmatch(path) if rule.method == method else None
            if match is not None:
                return self._take(rule, match["major"], 0)
        return {}

    def charge_old_edit(self, channel_id: str) -> None:
        """Count an edit of a message older than an hour.

        Raises:
            DiscordError: 429 with code 30046.
        """
        if self.enabled:
            self._take(OLD_EDITS, channel_id, 30046)

    def _global(self) -> None:
        now = asyncio.get_running_loop().time()
        bucket = self._buckets.setdefault(("global", ""), Bucket())
        if now >= bucket.opened + 1.0:
            bucket.opened, bucket.used = now, 0
        bucket.used += 1
        if bucket.used > GLOBAL_PER_SECOND:
            raise too_many(bucket.opened + 1.0 - now, 0, {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"})

    def _take(self, rule: Rule, major: str, code: int) -> dict[str, str]:
        now = asyncio.get_running_loop().time()
        if len(self._buckets) > 10_000:
            self._buckets = {key: b for key, b in self._buckets.items() if now < b.opened + 60}
        bucket = self._buckets.setdefault((rule.hash, major), Bucket())
        if now >= bucket.opened + rule.window:
            bucket.opened, bucket.used = now, 0
        bucket.used += 1
        left = min(_told(bucket.opened + rule.window - now), rule.window)  # what sums are off by is no millisecond
        headers = {
            "X-RateLimit-Bucket": rule.hash,
            "X-RateLimit-Limit": str(rule.limit),
            "X-RateLimit-Remaining": str(max(rule.limit - bucket.used, 0)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
        }
        if bucket.used > rule.limit:
            raise too_many(left, code, headers | {"X-RateLimit-Scope": "user"})
        return headers


def _told(seconds: float) -> float:
    """A wait as it is told, in whole milliseconds: who waits just so long must not come too early, again and again."""
    return math.ceil(seconds * 1000) / 1000


def too_many(retry_after: float, code: int, headers: dict[str, str], *, via: bool = True) -> DiscordError:
    """429. Without ``via`` it looks like a ban by the network in front of Discord."""
    error = DiscordError(
        429,
        code,
        "You are being rate limited.",
        retry_after=_told(retry_after),
        **{"global": "X-RateLimit-Global" in headers},
    )
    error.headers = {"Retry-After": str(int(retry_after) + 1), **headers, **({"Via": "1.1 loopback"} if via else {})}
    return error

"""The circuit between the bot and Discord: open while Discord, or what stands before it, refuses everything from here.

It listens to every answer that the client gets. While it is open nothing is sent that nobody waits for (tables, open
hands, pings); presses are answered all the same, and the games go on. Three things open it for a while: a ban, which
shows as 429 without ``Via`` and is prolonged by every further request; a global rate limit; and so many refusals that a
ban is near. A 401 to a request with the bot's token opens it for good: Discord does not know this bot any more, and
whatever else would be sent with that token fails here.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.tables.clock import Alarm, Clock

log = logging.getLogger(__name__)

BANNED_MS = (5 * 60_000, 10 * 60_000, 20 * 60_000)
"""After the first ban, the second one in a row, and all further ones."""
FOR_GOOD_MS = 24 * 3_600_000
"""Longer than the bot goes on without a token."""
WINDOW_MS = 10 * 60_000
REFUSALS = 5_000
"""In one window; Discord bans an address after 10,000."""
SPREAD_MS = 30_000
"""So that what has waited does not come back all at once: one refused request tells that it is too early."""


class TokenRefusedError(ConnectionError):
    """Discord has said that it does not know the bot's token: nothing more is sent with it."""


class Circuit:
    """Says whether, and for how long, nothing is to be sent unasked; ``on_closed`` is told when that is over.

    Attributes:
        refused: whether Discord does not know the bot's token any more; ``on_refused`` was told so once.
    """

    def __init__(self, clock: Clock, on_refused: Callable[[], object], on_closed: Callable[[], object]) -> None:
        self._clock = clock
        self._on_refused = on_refused
        self._on_closed = on_closed
        self.refused = False
        self._closing: Alarm | None = None
        self._closes_at = self._lasts = 0
        self._bans = 0
        self._window_ends = 0
        self._refusals = 0

    @property
    def is_open(self) -> bool:
        """Whether nothing is to be sent."""
        return self.refused or self._closing is not None

    def rest(self) -> int:
        """Milliseconds to wait before something is sent, 0 if that may be now; of many who ask each is told another
        time."""
        return self._left() + random.randrange(1, SPREAD_MS) if self.is_open else 0

    def _left(self) -> int:
        """Milliseconds until it closes. Only the alarm is sure of that: the clock may have been set meanwhile."""
        if self.refused:
            return FOR_GOOD_MS
        return max(0, min(self._closes_at - self._clock.now(), self._lasts)) if self.is_open else 0

    def heard(
        self, status: int, *, via: bool, shared: bool = False, global_s: float = 0, by_token: bool = False
    ) -> None:
        """Discord answered with this status. ``via`` is whether it was Discord itself, ``shared`` whether a rate limit
        is not this bot's fault, ``global_s`` the seconds of a global rate limit, ``by_token`` whether the request came
        with the bot's token, not with that of an interaction."""
        if status == 401 and by_token and not self.refused:
            self.refused = True
            self._on_refused()
        if status == 429 and not via:
            self._banned()
        elif status == 429 and global_s:
            log.warning("Discord takes nothing unasked for %.0f s (global rate limit)", global_s)
            self._open_for(int(global_s * 1000))
        elif status < 400 and not self.is_open:
            self._bans = 0
        if status in {401, 403, 429} and not shared:
            self._refused()

    def _banned(self) -> None:
        """The first refusal opens the circuit; those of requests that were on their way change nothing."""
        if self.is_open and self._bans:
            return
        duration = BANNED_MS[min(self._bans, len(BANNED_MS) - 1)]
        self._bans += 1
        log.error(
            "Discord's gatekeeper refuses all requests from this address (429 without Via); nothing is sent unasked "
            "for %d minutes, presses are still answered if they can be",
            duration // 60_000,
        )
        self._open_for(duration)

    def _refused(self) -> None:
        now = self._clock.now()
        if not self._window_ends - WINDOW_MS <= now < self._window_ends:
            self._window_ends, self._refusals = now + WINDOW_MS, 0
        self._refusals += 1
        if self._refusals == REFUSALS:
            log.error("Discord refused %d requests within ten minutes; nothing is sent unasked until then", REFUSALS)
            self._open_for(self._window_ends - now)

    def _open_for(self, duration: int) -> None:
        if duration > self._left():
            if self._closing is not None:
                self._closing.cancel()
            self._lasts, self._closes_at = duration, self._clock.now() + duration
            self._closing = self._clock.call_at(self._closes_at, self._close)

    def _close(self) -> None:
        self._closing = None
        self._on_closed()

    def trace(self) -> aiohttp.TraceConfig:
        """What the client's HTTP session needs for this circuit to hear its answers."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._on_request_start)
        config.on_request_end.append(self._on_request_end)
        return config

    async def _on_request_start(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        del session, context
        if self.refused and "Authorization" in request.headers:
            raise TokenRefusedError

    async def _on_request_end(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        del session, context
        headers = answer.response.headers
        is_global = "X-RateLimit-Global" in headers
        self.heard(
            answer.response.status,
            via="Via" in headers,
            shared=headers.get("X-RateLimit-Scope") == "shared",
            global_s=_seconds(headers.get("Retry-After", "")) if is_global else 0,
            by_token="Authorization" in answer.headers,
        )


def _seconds(text: str) -> float:
    """A number of seconds in a header; 1 if there is none that can be read."""
    try:
        return float(text)
    except ValueError:
        return 1.0

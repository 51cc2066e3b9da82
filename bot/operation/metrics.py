"""What a running bot counts. Without prometheus-client nothing is kept, and counting costs a call of an empty method.

No label holds an id, a name or a card; each has a handful of values at most.
"""

from __future__ import annotations

import time

import aiohttp

from bot.operation.condition import Condition
from bot.operation.context import current

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
INVALID = (401, 403, 429)
"""Ten thousand of these in ten minutes, and Discord answers nothing more from this address for a while."""


class Metrics:
    """Takes note of nothing; what ``open_metrics`` gives takes note of everything."""

    def moved(self, game: str, result: str) -> None:
        """A move has come to the store: it was stored, a duplicate, or stale."""

    def refused(self, reason: str) -> None:
        """Somebody was told why something cannot be done; the house's reason, or "rules"."""

    def took(self, stage: str, seconds: float) -> None:
        """How long after an interaction came its move was on disk (``committed``) and its answer at Discord
        (``answered``)."""

    def answered_by_discord(self, status: int, scope: str) -> None:
        """Discord's answer to a request; status 0 if there was none. ``scope`` says whose rate limit a 429 is about."""

    def committed(self, seconds: float, batch: int) -> None:
        """A transaction of so many functions is on disk. Called on the database's thread."""

    def drew(self, seconds: float) -> None:
        """A picture was drawn; the time counts from when it was wanted."""

    def lagged(self, seconds: float) -> None:
        """So much later than wanted did the event loop turn."""

    def loop_blocked(self) -> None:
        """The event loop did not turn for seconds."""

    def page(self, condition: Condition) -> bytes | None:
        """Everything as the text that Prometheus reads; None if nothing was counted."""


def open_metrics() -> Metrics:
    """Metrics that count if prometheus-client is installed (the extra ``metrics``)."""
    try:
        from bot.operation.prometheus import PrometheusMetrics
    except ImportError:
        return Metrics()
    return PrometheusMetrics()


def since_it_came(metrics: Metrics, stage: str) -> None:
    """The interaction that is handled now has got so far."""
    handled = current()
    if handled is not None:
        metrics.took(stage, time.perf_counter() - handled.since)


def count_answers(trace: aiohttp.TraceConfig, metrics: Metrics) -> aiohttp.TraceConfig:
    """Have Discord's answers to the client's requests counted, too; returns the trace."""

    async def ended(_session: aiohttp.ClientSession, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        metrics.answered_by_discord(end.response.status, end.response.headers.get("X-RateLimit-Scope", ""))

    async def failed(*_: object) -> None:
        metrics.answered_by_discord(0, "")

    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace

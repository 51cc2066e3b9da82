"""A small HTTP server that says how the bot is: read-only, without ids, by default for this machine only.

``/healthz`` is 200 as long as the event loop turns, ``/readyz`` as long as people can play; else they are 503 and say
why. ``/metrics`` is there if metrics are counted.
"""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.operation.condition import LAG_S, Condition
from bot.operation.metrics import CONTENT_TYPE, Metrics


class HealthServer:
    """Answers from the bot's own event loop: no answer is an answer, too."""

    def __init__(self, condition: Callable[[], Condition], metrics: Metrics) -> None:
        self._condition = condition
        self._metrics = metrics
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/metrics", self._page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    async def start(self, address: str, port: int) -> int:
        """Listen; the port, chosen by the system if it was 0.

        Raises:
            OSError: if that cannot be.
        """
        await self._runner.setup()
        await web.TCPSite(self._runner, address, port).start()
        return self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    async def _health(self, _request: web.Request) -> web.Response:
        lag = self._condition().lag_s
        return _answer([f"the event loop was {lag:.1f} s late"] if lag > LAG_S else [])

    async def _ready(self, _request: web.Request) -> web.Response:
        return _answer(self._condition().troubles())

    async def _page(self, _request: web.Request) -> web.Response:
        page = self._metrics.page(self._condition())
        if page is None:
            raise web.HTTPNotFound(text="prometheus-client is not installed (the extra metrics)\n")
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE})


def _answer(troubles: list[str]) -> web.Response:
    return web.Response(text="\n".join(troubles or ["ok"]) + "\n", status=503 if troubles else 200)

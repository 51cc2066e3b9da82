"""The local Discord as one object: start it, point the client at its ``url``, stop it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from bot.local.api import PREFIX, Api
from bot.local.application import Application
from bot.local.channel_messages import Messages
from bot.local.clock import Clock
from bot.local.control import Control
from bot.local.core import Core
from bot.local.guild import Guild
from bot.local.interactions import Interactions
from bot.local.storage import Storage
from bot.local.threads import Threads
from bot.local.upload import MAX_REQUEST
from bot.local.user_side import UserSide
from bot.local.world import World

TOKEN = "local"  # a name, not a secret: this server lets anybody on this machine in
STATIC = Path(__file__).with_name("static")
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class LocalDiscord:
    """A small, strict Discord on 127.0.0.1.

    Attributes:
        store: the file that keeps everything over restarts; None keeps it in memory.
        clock: what token lifetimes and message ages are measured by.
        port: 0 picks a free one.
        rate_limits: whether buckets are counted and told.
        heartbeat: seconds between a bot's heartbeats.
        journal: how many of the bot's requests are remembered.
        message_content: whether the intent of that name is switched on, as in Discord's developer portal; None leaves
            it as it was.
    """

    def __init__(
        self,
        store: Path | None = None,
        clock: Clock | None = None,
        port: int = 0,
        *,
        rate_limits: bool = True,
        heartbeat: float = 41.25,
        journal: int = 1000,
        message_content: bool | None = None,
    ) -> None:
        self._port = port
        self._storage = Storage(store)
        self.clock = clock or Clock()
        self.core = Core(World(self._storage, self.clock), TOKEN, heartbeat, journal, rate_limits=rate_limits)
        if message_content is not None:
            self.core.world.settings["message_content"] = message_content
        self._interactions = Interactions(self.core)
        self._api = Api(self.core)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where the server listens, without a slash at the end; empty before ``start``."""
        return self.core.url

    @property
    def token(self) -> str:
        """The bot's token here."""
        return TOKEN

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: the port is taken.
        """
        self._runner = web.AppRunner(self._build(), shutdown_timeout=1.0, access_log=None)
        await self._runner.setup()
        self.core.bind(await self._listen(self._runner))
        self.core.rebase()
        self._interactions.fail_waiting()

    async def _listen(self, runner: web.AppRunner) -> str:
        """Open the door; the server's address."""
        await web.TCPSite(runner, "127.0.0.1", self._port).start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Close every connection and the store."""
        self.clock.close()
        self._api.release()
        if self._runner is not None:
            self.core.gateway.cut_all()
            await self.core.audience.close()
            await self._runner.cleanup()
            self._runner = None
        self._storage.close()

    def _build(self) -> web.Application:
        app = web.Application(middlewares=[_only_from_here], client_max_size=MAX_REQUEST + (1 << 20))
        Messages(self.core, self._interactions).install(self._api)
        for part in (Application, Guild, Threads):
            part(self.core).install(self._api)
        self._api.close_routes()
        app.add_subapp(PREFIX, self._api.app)
        app.router.add_get("/gateway", self.core.gateway.handle)
        app.router.add_get("/gateway/", self.core.gateway.handle)
        app.router.add_get("/cdn/{kind}/{file}/{name}", self._file)
        app.router.add_get("/cdn/emojis/{name}", self._emoji)
        UserSide(self.core, self._interactions).install(app)
        Control(self.core).install(app)
        app.router.add_get("/", _page)
        app.router.add_get("/static/{name}", _page)
        return app

    async def _file(self, request: web.Request) -> web.Response:
        return self._stored(request.match_info["file"])

    async def _emoji(self, request: web.Request) -> web.Response:
        return self._stored(request.match_info["name"].split(".")[0])

    def _stored(self, file_id: str) -> web.Response:
        found = self._storage.file(file_id)
        if found is None:
            raise web.HTTPNotFound
        content_type, content = found
        headers = {
            "Content-Type": content_type,
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, max-age=31536000, immutable",
        }
        return web.Response(body=content, headers=headers)


async def _page(request: web.Request) -> web.StreamResponse:
    """The page and its parts: the files that lie in ``static``, and nothing else."""
    path = STATIC / request.match_info.get("name", "index.html")
    if path.parent != STATIC or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers=_PAGE_HEADERS)


@web.middleware
async def _only_from_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what a foreign web page sends: by another name of this address, or from another origin."""
    try:
        host = urlsplit(f"//{request.host}").hostname
    except ValueError:
        host = None
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != f"http://{request.host}"
    if host not in _LOOPBACK or foreign or request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise web.HTTPForbidden(text="only from this machine's own page")
    try:
        return await handler(request)
    except web.HTTPException as error:
        if request.path.startswith(("/user/", "/control/")) and error.status >= 400:
            return web.json_response({"error": error.reason}, status=error.status)
        raise

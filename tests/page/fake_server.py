"""The user side of the local Discord with canned messages: what the page is shown, and what it asked for.

Only for tests of how the page renders and behaves; whatever concerns a bot is tested against the real server.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from PIL import Image, ImageDraw

STATIC = Path(__file__).parents[2] / "bot" / "local" / "static"
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
BOT = {"id": "900", "username": "bot", "global_name": "Calidruno", "bot": True}

Json = dict[str, Any]

PATIENCE_S = 20


def _person(number: int, name: str, locale: str = "en-US", **more: bool) -> Json:
    flags = {"dm_open": True, "in_guild": True, "manage_messages": False, "manage_guild": False}
    return {"key": name.lower(), "id": str(100 + number), "name": name, "locale": locale} | flags | more


def picture(colour: str, size: tuple[int, int] = (720, 400)) -> bytes:
    """A PNG of one colour with a frame."""
    image = Image.new("RGB", size, colour)
    ImageDraw.Draw(image).rectangle((20, 20, size[0] - 20, size[1] - 20), outline="white", width=4)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


class FakeServer:
    """Holds what the page sees. Change it, then ``emit`` the event that tells the page."""

    def __init__(self) -> None:
        names = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
        self.people = [_person(number, name, manage_messages=name == "Anna") for number, name in enumerate(names)]
        self.channels: list[Json] = [
            {"id": "1", "type": 0, "name": "general", "parent_id": None, "archived": False, "locked": False},
            {"id": "2", "type": 0, "name": "tavolo-1", "parent_id": None, "archived": False, "locked": False},
        ]
        self.messages: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.choices: list[Json] = []
        self.completes = asyncio.Event()  # cleared, the bot is slow: nothing is completed until it is set
        self.completes.set()
        self.files: dict[str, bytes] = {"table.png": picture("#1d5f48"), "hand.png": picture("#6b4a06", (720, 220))}
        self.asked: list[tuple[str, Any]] = []
        self._news = asyncio.Event()
        self.answers: deque[Json] = deque()
        self.interaction = ""  # the last interaction's id
        self.sockets: list[tuple[str, web.WebSocketResponse]] = []
        self._next = 1000
        self._runner: web.AppRunner | None = None
        self.port = 0

    # --- what a test does ---

    def id(self) -> str:
        """A fresh id, higher than those before."""
        self._next += 1
        return str(self._next)

    def user(self, key: str) -> Json:
        """A person as a message's author."""
        person = next(person for person in self.people if person["key"] == key)
        return {"id": person["id"], "username": key, "global_name": person["name"], "bot": False}

    def message(self, author: Json = BOT, channel: str = "1", **more: Any) -> Json:
        """Keep a message without telling anybody yet; ``only_for`` makes it private to that person."""
        message: Json = {
            "id": self.id(), "channel_id": channel, "author": author, "type": 0, "flags": 0, "content": "",
            "timestamp": f"2026-11-29T20:{self._next % 50:02}:00+00:00", "edited_timestamp": None, "mentions": [],
            "mention_everyone": False, "attachments": [], "embeds": [], "components": [], "ephemeral": False,
        }  # fmt: skip
        self.messages[message["id"]] = message | more
        return self.messages[message["id"]]

    def attachment(self, name: str, description: str = "") -> Json:
        """An attachment of a message, for one of ``files``."""
        with Image.open(io.BytesIO(self.files[name])) as image:
            width, height = image.size
        address = f"http://localhost:{self.port}/cdn/{name}"
        return {"id": self.id(), "filename": name, "url": address, "proxy_url": address, "size": len(self.files[name]),
                "width": width, "height": height, "content_type": "image/png", "description": description}  # fmt: skip

    async def emit(self, event: Json, *, to: str | None = None) -> None:
        """Send an event to everybody or to one person."""
        for who, socket in self.sockets:
            if to in (None, who) and not socket.closed:
                await socket.send_json(event)

    async def say(self, **more: Any) -> Json:
        """A new message that everybody hears of."""
        message = self.message(**more)
        await self.emit({"type": "message", "message": message}, to=message.get("only_for"))
        return message

    async def change(self, message: Json, **more: Any) -> None:
        """Change a message and tell everybody."""
        message.update(more)
        await self.emit({"type": "message_update", "message": message}, to=message.get("only_for"))

    # --- running ---

    async def start(self, port: int = 0) -> None:
        """Listen on loopback."""
        app = web.Application(middlewares=[_policy])
        app.add_routes([
            web.get("/", self._index),
            web.static("/static", STATIC),
            web.get("/cdn/{name}", self._file),
            web.get("/user/people", self._list),
            web.patch("/user/{who}", self._change_person),
            web.get("/user/{who}/{list:channels|commands}", self._list),
            web.get("/user/{who}/events", self._events),
            web.get("/user/{who}/channels/{channel}/messages", self._messages),
            web.post("/user/{who}/channels/{channel}/messages", self._say),
            web.post("/user/{who}/dm", self._open_direct),
            web.delete("/user/{who}/messages/{message}", self._delete),
            web.post("/user/{who}/channels/{channel}/autocomplete", self._autocomplete),
            web.post("/user/{who}/channels/{channel}/{act:commands|dismiss}", self._act),
            web.post("/user/{who}/messages/{message}/{act:press}", self._act),
            web.post("/user/{who}/{act:modals}/{interaction}", self._act),
        ])  # fmt: skip
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Cut all connections, as a killed server does."""
        for _, socket in self.sockets:
            await socket.close()
        self.sockets.clear()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.port}/"

    # --- answers ---

    async def _index(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(STATIC / "index.html")

    async def _list(self, request: web.Request) -> web.Response:
        return web.json_response(getattr(self, request.match_info.get("list", "people")))

    async def _open_direct(self, request: web.Request) -> web.Response:
        channel = {"id": "9", "type": 1, "name": "Anna", "parent_id": None, "archived": False, "locked": False}
        self.channels.append(channel)
        await self.emit({"type": "channels"})
        return web.json_response(channel)

    async def _file(self, request: web.Request) -> web.Response:
        body = self.files.get(request.match_info["name"])
        return web.Response(status=404) if body is None else web.Response(body=body, content_type="image/png")

    async def _change_person(self, request: web.Request) -> web.Response:
        person = next(person for person in self.people if person["key"] == request.match_info["who"])
        person.update(await request.json())
        await self.emit({"type": "people"})
        return web.json_response(person)

    async def _messages(self, request: web.Request) -> web.Response:
        channel, who = request.match_info["channel"], request.match_info["who"]
        seen = [
            message
            for message in self.messages.values()
            if message["channel_id"] == channel and message.get("only_for", who) == who
            and int(message["id"]) < int(request.query.get("before", 10**9))
        ]  # fmt: skip
        return web.json_response(seen[-int(request.query["limit"]) :])

    async def _say(self, request: web.Request) -> web.Response:
        body = await request.json()
        if body["content"] == "refuse this":
            return web.json_response({"error": "This thread is locked."}, status=403)
        more: Json = {"content": body["content"], "channel": request.match_info["channel"]}
        if "reply_to" in body:
            original = self.messages[body["reply_to"]]
            more |= {"type": 19, "message_reference": {"message_id": original["id"]}, "referenced_message": original}
        message = await self.say(author=self.user(request.match_info["who"]), **more)
        return web.json_response(message)

    async def _delete(self, request: web.Request) -> web.Response:
        message = self.messages.pop(request.match_info["message"])
        await self.emit({"type": "message_delete", "id": message["id"], "channel_id": message["channel_id"]})
        return web.json_response({})

    async def _autocomplete(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._note("autocomplete", body)
        await self.completes.wait()
        focused = next(option for option in _leaves(body["options"]) if option.get("focused"))
        typed = str(focused["value"]).lower()
        return web.json_response({"choices": [c for c in self.choices if typed in c["name"].lower()]})

    async def _act(self, request: web.Request) -> web.Response:
        """Presses, commands, dialogs: noted, and answered with the next of ``answers`` (an event without its id)."""
        act = request.match_info["act"]
        self._note(act, await request.json())
        if act == "dismiss":
            return web.json_response({})
        self.interaction = interaction = self.id()
        event = self.answers.popleft() if self.answers else {"type": "answered", "kind": "message"}
        if event["type"] == "refused":
            return web.json_response({"error": event["error"]}, status=409)
        if event["type"] != "silence":
            await self.emit(event | {"interaction_id": interaction}, to=request.match_info["who"])
        return web.json_response({"interaction_id": interaction})

    async def _events(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append((request.match_info["who"], socket))
        async for message in socket:
            if message.type == WSMsgType.ERROR:
                break
        return socket

    async def saw(self, act: str, body: Json | Callable[[Json], bool]) -> None:
        """Wait until the latest request of this kind has this body, or one like that.

        Raises:
            AssertionError: it does not come.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while not self._has_seen(act, body):
                    self._news.clear()
                    await self._news.wait()
        assert self._has_seen(act, body), json.dumps(self.asked)

    def _has_seen(self, act: str, body: Json | Callable[[Json], bool]) -> bool:
        latest = [found for kind, found in self.asked if kind == act][-1:]
        return any(body(found) if callable(body) else found == body for found in latest)

    def _note(self, act: str, body: Json) -> None:
        self.asked.append((act, body))
        self._news.set()


def _leaves(options: list[Json]) -> list[Json]:
    found: list[Json] = []
    for option in options:
        found += _leaves(option["options"]) if option["type"] in (1, 2) else [option]
    return found


@web.middleware
async def _policy(request: web.Request, handler: Any) -> web.StreamResponse:
    response = await handler(request)
    if not response.prepared:
        response.headers["Content-Security-Policy"] = POLICY
    return response

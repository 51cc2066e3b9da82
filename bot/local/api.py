"""How each request of the bot passes: read, journalled, struck by a fault, authorised, charged, handled, answered."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.local.core import Core
from bot.local.errors import NOT_FOUND, UNAUTHORIZED, DiscordError, Json, refuse
from bot.local.ratelimits import too_many
from bot.local.upload import Form, read_form

PREFIX = "/api/v10"
_WITHOUT_TOKEN = re.compile(r"/(interactions|webhooks/\d+)/")


@dataclass(frozen=True, slots=True)
class Call:
    """One request: the variable parts of its path, its query and what it carries."""

    at: dict[str, str]
    query: dict[str, str]
    form: Form

    @property
    def json(self) -> Json:
        """The body as an object."""
        return self.form.json


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and, but for 204, a body."""

    body: Any = None
    status: int = 200


NO_CONTENT = Answer(status=204)
Handler = Callable[[Call], Awaitable[Answer]]


class Api:
    """The routes under ``/api/v10``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._hanging: set[asyncio.Event] = set()
        self.app = web.Application()

    def route(self, method: str, path: str, handler: Handler) -> None:
        """Serve ``method path``."""

        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, handler)

        self.app.router.add_route(method, path, serve)

    def close_routes(self) -> None:
        """Everything else is an unknown call: answered 404 and noted as a problem."""

        async def unknown(_call: Call) -> Answer:
            raise refuse(NOT_FOUND)

        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, unknown, known=False)

        self.app.router.add_route("*", "/{path:.*}", serve)

    def release(self) -> None:
        """Let go of the requests that a fault keeps hanging."""
        for event in self._hanging:
            event.set()

    async def _serve(self, request: web.Request, handler: Handler, *, known: bool = True) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        journal = self._core.journal
        entry = journal.begin(request.method, path, dict(request.query), request.content_type)
        if not known:
            journal.problem(entry, "the local Discord does not know this call")
        headers: dict[str, str] = {"Via": "1.1 loopback"}
        try:
            form = await read_form(request)
            journal.carry(entry, form)
            call = Call(dict(request.match_info), dict(request.query), form)
            fault = self._core.faults.strike(request.method, path)
            if fault is not None:
                return await self._faulty(request, call, handler, fault, entry)
            if not _WITHOUT_TOKEN.match(path) and request.headers.get("Authorization") != f"Bot {self._core.token}":
                raise refuse(UNAUTHORIZED)
            headers |= self._core.limits.charge(request.method, path)
            answer = await handler(call)
        except DiscordError as error:
            if error.code == 50035:
                journal.problem(entry, f"invalid form: {json.dumps(error.body['errors'])}")
            headers |= error.headers
            answer = Answer(error.body, error.status)
        entry["status"], entry["answer"] = answer.status, answer.body
        return respond(answer, headers)

    async def _faulty(
        self, request: web.Request, call: Call, handler: Handler, fault: Json, entry: Json
    ) -> web.StreamResponse:
        """Answer as ordered, perhaps after doing what was asked, or with silence (``drop``, ``hang``)."""
        entry["fault"] = fault
        if fault.get("apply_first"):
            await handler(call)
        if fault.get("hang"):
            event = asyncio.Event()
            self._hanging.add(event)
            await event.wait()
        if fault.get("hang") or fault.get("drop"):
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        status: int = fault.get("status", 500)
        if status == 429:
            scope = {"X-RateLimit-Scope": fault.get("scope", "shared")}
            scope |= {"X-RateLimit-Global": "true"} if fault.get("scope") == "global" else {}
            error = too_many(fault.get("retry_after", 0.1), fault.get("code", 0), scope, via=fault.get("via", True))
            body, headers = error.body, error.headers
        else:
            body = {"message": fault.get("message", f"{status}: ordered by a test"), "code": fault.get("code", 0)}
            headers = {"Via": "1.1 loopback"} if fault.get("via", True) else {}
        entry["status"], entry["answer"] = status, body
        if "text" in fault:
            entry["answer"] = fault["text"]
            return web.Response(text=fault["text"], status=status, content_type="text/html", headers=headers)
        return respond(Answer(body, status), headers)


def respond(answer: Answer, headers: dict[str, str]) -> web.Response:
    """An answer on the wire. The content type is exactly ``application/json``: with a charset the client fails."""
    if answer.status == 204:
        return web.Response(status=204, headers=headers)
    body = json.dumps(answer.body, ensure_ascii=False, separators=(",", ":")).encode()
    return web.Response(body=body, status=answer.status, headers={**headers, "Content-Type": "application/json"})

"""People at the local Discord, for measuring: they press what messages offer and note when the answer comes.

Everything goes over the user side (HTTP) and the event socket of each person, as the page does it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

Json = dict[str, Any]
PATIENCE_S = 30.0
LOADING = 1 << 7
PLAYS = ("move", "move:draw", "move:pass")


@dataclass(frozen=True, slots=True)
class Answer:
    """How the bot answered an act: the milliseconds from the press, and the message it answered with."""

    kind: str
    ms: float
    message: Json | None


@dataclass(slots=True)
class Visitor:
    """One person with the page open."""

    key: str
    url: str
    http: aiohttp.ClientSession
    messages: dict[str, Json] = field(default_factory=dict[str, Json])
    settled: dict[str, tuple[str, str | None]] = field(default_factory=dict[str, tuple[str, str | None]])
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Take in what the person sees until the socket closes."""
        async for received in socket:
            event: Json = json.loads(received.data)
            match event["type"]:
                case "message" | "message_update":
                    self.messages[event["message"]["id"]] = event["message"]
                case "message_delete":
                    self.messages.pop(event["id"], None)
                case "answered":
                    self.settled[event["interaction_id"]] = (event["kind"], event["message_id"])
                case "failed":
                    self.settled[event["interaction_id"]] = ("failed", None)
                case _:
                    continue
            async with self.changed:
                self.changed.notify_all()

    async def until(self, seen: Callable[[], Any]) -> Any:
        """Wait until something is true of what this person sees.

        Raises:
            TimeoutError: it did not come true in half a minute.
        """
        async with asyncio.timeout(PATIENCE_S), self.changed:
            await self.changed.wait_for(seen)
        return seen()

    async def command(self, channel_id: str, name: str, **options: Any) -> Answer | None:
        """Send a slash command."""
        given = [{"name": key, "value": value} for key, value in options.items()]
        return await self._act(f"channels/{channel_id}/commands", {"name": name, "options": given})

    async def press(self, message: Json, *actions: str) -> Answer | None:
        """Press the first of these actions that a message offers (the first choice of a menu); None if it offers none,
        or not any more when the press arrives."""
        for component in walk(message["components"]):
            if action_of(component) in actions and not component.get("disabled"):
                body: Json = {"custom_id": component["custom_id"]}
                if "options" in component:
                    body["values"] = [component["options"][0]["value"]]
                return await self._act(f"messages/{message['id']}/press", body)
        return None

    async def _act(self, path: str, body: Json) -> Answer | None:
        pressed = time.perf_counter()
        async with self.http.post(f"{self.url}/user/{self.key}/{path}", json=body) as response:
            if response.status != 200:
                return None
            interaction_id: str = (await response.json())["interaction_id"]

        def answered() -> bool:
            kind, message_id = self.settled.get(interaction_id, ("", None))
            waits = kind == "deferred" and self.messages.get(message_id or "", {}).get("flags", 0) & LOADING
            return bool(kind) and not waits

        await self.until(answered)
        kind, message_id = self.settled.pop(interaction_id)
        return Answer(kind, (time.perf_counter() - pressed) * 1000, self.messages.get(message_id or ""))


@dataclass(slots=True)
class Table:
    """A table as its players see it, and how long the bot took for each press at it."""

    channel_id: str
    people: Sequence[Visitor]
    waits_ms: list[float] = field(default_factory=list[float])
    failures: int = 0

    def board(self, *actions: str) -> Json | None:
        """The public message, if it offers one of these actions."""
        public = [m for m in self.people[0].messages.values() if m["channel_id"] == self.channel_id]
        return next((m for m in reversed(public) if not m["ephemeral"] and offers(m, *actions)), None)

    async def open(self) -> None:
        """Open it with a slash command, sit down, start, and wait until it is dealt."""
        host, *others = self.people
        await host.command(self.channel_id, "play", game="calidruno")
        await host.until(lambda: self.board("sit"))
        for person in others:
            await self._insist(person, "sit")
        await host.until(lambda: self.board("start"))
        await self._insist(host, "start")
        await host.until(lambda: self.board("hand"))

    async def _insist(self, person: Visitor, action: str) -> None:
        """Press it, again if the message was edited under the finger."""
        while (board := self.board(action)) is not None and await person.press(board, action) is None:
            await self.people[0].until(lambda pressed=board: self.board(action) is not pressed)

    async def turn(self) -> bool:
        """Everybody presses "My hand" until somebody can play, and does; a finished match is played again. Whether
        anything was answered."""
        if (over := self.board("rematch")) is not None:
            return self._note(await self.people[0].press(over, "rematch"))
        done = False
        for person in self.people:
            board = self.board("hand")
            shown = await person.press(board, "hand") if board is not None else None
            done |= self._note(shown)
            if shown is not None and shown.message is not None and offers(shown.message, *PLAYS):
                return self._note(await person.press(shown.message, *PLAYS)) or done
        return done

    def _note(self, answer: Answer | None) -> bool:
        if answer is None:
            return False
        if answer.kind == "failed":
            self.failures += 1
        else:
            self.waits_ms.append(answer.ms)
        return True


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, those inside others included."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def action_of(component: Json) -> str:
    """What a component asks for: ``move:draw`` of ``cg1:7:12:move:draw``."""
    return component.get("custom_id", "").partition("#")[0].split(":", 3)[-1]


def offers(message: Json, *actions: str) -> bool:
    """Whether a message holds one of these actions, not greyed out."""
    return any(action_of(c) in actions and not c.get("disabled") for c in walk(message["components"]))


@asynccontextmanager
async def visitors(url: str, keys: Sequence[str]) -> AsyncGenerator[list[Visitor]]:
    """These people, listening."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        opened = [Visitor(key, url, http) for key in keys]
        sockets = [await http.ws_connect(f"{url}/user/{person.key}/events") for person in opened]
        readers = [asyncio.create_task(p.listen(s)) for p, s in zip(opened, sockets, strict=True)]
        try:
            yield opened
        finally:
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
            for socket in sockets:
                await socket.close()

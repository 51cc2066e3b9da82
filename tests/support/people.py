"""People at the local Discord: each acts over HTTP as its user side allows and sees what only they may see.

Every act waits for the bot's answer to it; ``wait_for`` waits for anything else. Nothing sleeps, everything is bounded.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import aiohttp

from tests.support.seen import BUTTON, SELECTS, Json, Message, Modal, NotAnswered, Refused, Result

T = TypeVar("T")
PATIENCE = 20.0
__all__ = ["Message", "Modal", "NotAnswered", "Person", "Refused", "Result", "people"]


class Person:
    """One of the six people; made by ``people``."""

    def __init__(self, key: str, url: str, http: aiohttp.ClientSession) -> None:
        self.key = key
        self.info: Json = {}
        self.channels: dict[str, Json] = {}
        self.here = ""
        self.modal: Modal | None = None
        self._url = url
        self._http = http
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._messages: dict[str, Message] = {}
        self._results: dict[str, Result] = {}
        self._changed = asyncio.Event()

    @property
    def id(self) -> str:
        """The user's id."""
        return self.info["id"]

    @property
    def name(self) -> str:
        """The user's name."""
        return self.info["name"]

    def __repr__(self) -> str:
        return f"<{self.key}>"

    # --- opening and closing -------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Listen, and read what is there already."""
        self._socket = await self._http.ws_connect(f"{self._url}/user/{self.key}/events", heartbeat=None)
        everybody: list[Any] = await self._call("GET", "/user/people")
        self.info = next(entry for entry in everybody if entry["key"] == self.key)
        await self.refresh()
        self.here = self.here or next(iter(self.channels), "")
        self._reader = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        """Stop listening."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def refresh(self) -> None:
        """Read channels and messages anew, as after opening the page."""
        listed: list[Json] = await self._call("GET", f"/user/{self.key}/channels")
        self.channels = {channel["id"]: channel for channel in listed}
        for channel_id in self.channels:
            for data in await self._call("GET", f"/user/{self.key}/channels/{channel_id}/messages?limit=200"):
                self._take(data)

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for received in socket:
            if received.type is aiohttp.WSMsgType.TEXT:
                await self._hear(json.loads(received.data))
                self._changed.set()

    async def _hear(self, event: Json) -> None:
        match event["type"]:
            case "message" | "message_update":
                self._take(event["message"])
            case "message_delete":
                gone = self._messages.pop(event["id"], None)
                if gone is not None:
                    gone.deleted = True
            case "channels":
                listed: list[Json] = await self._call("GET", f"/user/{self.key}/channels")
                self.channels = {channel["id"]: channel for channel in listed}
            case "modal":
                keys = ("interaction_id", "title", "custom_id", "components")
                self.modal = Modal(**{key: event[key] for key in keys})
                self._results[event["interaction_id"]] = Result("modal", modal=self.modal)
            case "failed":
                self._results[event["interaction_id"]] = Result("failed")
            case "answered":
                message = self._messages.get(event["message_id"] or "")
                self._results[event["interaction_id"]] = Result(event["kind"], message)
            case _:
                pass

    def _take(self, data: Json) -> None:
        known = self._messages.get(data["id"])
        if known is None:
            self._messages[data["id"]] = Message(data, self)
        else:
            known.data = data

    # --- seeing --------------------------------------------------------------------------------------------------

    def channel_id(self, channel: str | None = None) -> str:
        """The id of a channel by name or id; by default where the person is."""
        wanted = (channel or self.here).lstrip("#")
        if wanted in self.channels:
            return wanted
        for channel_id, info in self.channels.items():
            if info["name"] == wanted and info["type"] != 1:
                return channel_id
        raise Refused(f"{self.key} sees no channel {wanted!r}")

    def go(self, channel: str) -> Person:
        """Be in another channel from now on; "dm" is the conversation with the bot."""
        self.here = self.dm_channel() if channel == "dm" else self.channel_id(channel)
        return self

    def dm_channel(self) -> str:
        """The id of the conversation with the bot."""
        for channel_id, info in self.channels.items():
            if info["type"] == 1:
                return channel_id
        raise Refused(f"{self.key} has no conversation with the bot")

    def messages(self, channel: str | None = None) -> list[Message]:
        """What the person sees in a channel, oldest first, own ephemerals included."""
        wanted = self.channel_id(channel)
        found = [message for message in self._messages.values() if message.data["channel_id"] == wanted]
        return sorted(found, key=lambda message: int(message.id))

    def ephemerals(self, channel: str | None = None) -> list[Message]:
        """Only what nobody else sees."""
        return [message for message in self.messages(channel) if message.ephemeral]

    def dms(self) -> list[Message]:
        """The conversation with the bot; nothing if there is none."""
        if all(info["type"] != 1 for info in self.channels.values()):
            return []
        return self.messages(self.dm_channel())

    def everything(self) -> list[Message]:
        """Every message the person sees anywhere, oldest first."""
        return sorted(self._messages.values(), key=lambda message: int(message.id))

    def find(self, text: str, channel: str | None = None) -> Message | None:
        """The newest message in the channel whose text holds ``text``."""
        return next((m for m in reversed(self.messages(channel)) if text in m.text), None)

    async def wait_for(
        self,
        predicate: Callable[[], T | None],
        what: str = "",
        timeout: float = PATIENCE,  # noqa: ASYNC109 - it also says in the failure how long was waited
    ) -> T:
        """Wait until ``predicate()`` is true of what this person sees, and return it.

        Raises:
            NotAnswered: it did not come true in time.
        """
        try:
            async with asyncio.timeout(timeout):
                while not (found := predicate()):
                    self._changed.clear()
                    await self._changed.wait()
                return found
        except TimeoutError:
            seen = "\n---\n".join(message.text for message in self.everything()[-5:])
            raise NotAnswered(f"{self.key} waited {timeout} s for {what or predicate}; saw last:\n{seen}") from None

    async def fetch(self, url: str) -> bytes:
        """The bytes behind a link."""
        async with self._http.get(url) as answer:
            answer.raise_for_status()
            return await answer.read()

    # --- acting --------------------------------------------------------------------------------------------------

    async def command(self, command: str, *, channel: str | None = None, **options: Any) -> Result:
        """Send a slash command: ``await anna.command("table leave")``, ``await anna.command("play", game="x")``."""
        path = f"/user/{self.key}/channels/{self.channel_id(channel)}/commands"
        return await self._act(
            path, _command_body(command, [{"name": k, "value": _plain(v)} for k, v in options.items()])
        )

    async def autocomplete(
        self, command: str, option: str, typed: str, *, channel: str | None = None, **options: Any
    ) -> list[Json]:
        """What the bot offers while ``typed`` stands in ``option``: ``[{name, value}]``."""
        path = f"/user/{self.key}/channels/{self.channel_id(channel)}/autocomplete"
        filled = [{"name": k, "value": _plain(v)} for k, v in options.items()]
        filled.append({"name": option, "value": typed, "focused": True})
        answer: Json = await self._call("POST", path, _command_body(command, filled))
        return answer["choices"]

    async def press(
        self,
        label: str | None = None,
        *,
        message: Message | None = None,
        custom_id: str | None = None,
        channel: str | None = None,
    ) -> Result:
        """Press a button by what it says (or its custom_id), by default on the newest message that has it."""

        def fits(component: Json) -> bool:
            if component["type"] != BUTTON or component.get("disabled"):
                return False
            return component.get("custom_id") == custom_id if custom_id is not None else component.get("label") == label

        found, button = self._seek(fits, message, channel, f"button {label or custom_id!r}")
        return await self._act(f"/user/{self.key}/messages/{found.id}/press", {"custom_id": button["custom_id"]})

    async def choose(
        self,
        *choices: str,
        menu: str | None = None,
        message: Message | None = None,
        channel: str | None = None,
    ) -> Result:
        """Choose by labels or values in a menu (its placeholder or custom_id; by default one that offers them all)."""

        def fits(component: Json) -> bool:
            if component["type"] not in SELECTS or component.get("disabled"):
                return False
            if menu is not None and menu not in (component.get("placeholder"), component["custom_id"]):
                return False
            return all(_value_of(component, choice) is not None for choice in choices)

        found, component = self._seek(fits, message, channel, f"menu {menu or ''} with {choices}")
        values = [_value_of(component, choice) for choice in choices]
        body = {"custom_id": component["custom_id"], "values": values}
        return await self._act(f"/user/{self.key}/messages/{found.id}/press", body)

    async def submit(self, values: Json | None = None, modal: Modal | None = None) -> Result:
        """Fill in the dialog that was opened last, by labels or custom_ids, and send it."""
        dialog = modal or self.modal
        if dialog is None:
            raise Refused(f"{self.key} has no open dialog")
        entered = {dialog.key_of(name): _entered(dialog, name, value) for name, value in (values or {}).items()}
        return await self._act(f"/user/{self.key}/modals/{dialog.interaction_id}", {"values": entered})

    async def say(self, text: str, *, reply_to: Message | None = None, channel: str | None = None) -> Message:
        """Write a message."""
        body: Json = {"content": text} | ({"reply_to": reply_to.id} if reply_to is not None else {})
        path = f"/user/{self.key}/channels/{self.channel_id(channel)}/messages"
        self._take(data := await self._call("POST", path, body))
        return self._messages[data["id"]]

    async def delete(self, message: Message) -> None:
        """Delete a message."""
        await self._call("DELETE", f"/user/{self.key}/messages/{message.id}")
        await self.wait_for(lambda: message.deleted, "the message to vanish")

    async def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message."""
        channel_id = message.data["channel_id"]
        await self._call("POST", f"/user/{self.key}/channels/{channel_id}/dismiss", {"message_id": message.id})
        await self.wait_for(lambda: message.deleted, "the message to vanish")

    async def change(self, **fields: Any) -> None:
        """Change name, locale, dm_open, in_guild, manage_messages or manage_guild."""
        self.info = await self._call("PATCH", f"/user/{self.key}", fields)

    async def open_dm(self) -> str:
        """Open the conversation with the bot; its channel id."""
        info: Json = await self._call("POST", f"/user/{self.key}/dm")
        self.channels[info["id"]] = info
        return info["id"]

    async def commands(self, locale: str | None = None) -> list[Json]:
        """The slash commands in the person's language."""
        return await self._call("GET", f"/user/{self.key}/commands" + (f"?locale={locale}" if locale else ""))

    def _seek(
        self, fits: Callable[[Json], bool], message: Message | None, channel: str | None, what: str
    ) -> tuple[Message, Json]:
        places = [message] if message is not None else list(reversed(self.messages(channel)))
        for place in places:
            for component in place.components:
                if fits(component):
                    return place, component
        seen = [(place.labels, place.options) for place in places[:3]]
        raise Refused(f"{self.key} sees no {what}; there is {seen}")

    async def _act(self, path: str, body: Json) -> Result:
        started: Json = await self._call("POST", path, body)
        interaction_id: str = started["interaction_id"]

        def settled() -> Result | None:
            result = self._results.get(interaction_id)
            waits = result is not None and result.kind == "deferred" and _is_loading(result)
            return None if waits else result

        return await self.wait_for(settled, f"the answer to {body}")

    async def _call(self, method: str, path: str, body: Json | None = None) -> Any:
        async with self._http.request(method, self._url + path, json=body) as answer:
            data: Any = await answer.json()
        if answer.status >= 400:
            raise Refused(data["error"])
        return data


def _is_loading(result: Result) -> bool:
    return result.message is not None and not result.message.deleted and bool(result.message.data["flags"] & 128)


def _plain(value: Any) -> Any:
    return value.id if isinstance(value, Person) else value


def _command_body(command: str, options: list[Json]) -> Json:
    name, *subcommands = command.lstrip("/").split()
    for index, subcommand in enumerate(reversed(subcommands)):
        options = [{"name": subcommand, "type": 1 if index == 0 else 2, "options": options}]
    return {"name": name, "options": options}


def _value_of(component: Json, choice: str) -> str | None:
    if "options" not in component:
        return choice
    return next((o["value"] for o in component["options"] if choice in (o["label"], o["value"])), None)


def _entered(dialog: Modal, name: str, value: Any) -> Any:
    component = dialog.fields[dialog.key_of(name)]
    if "options" not in component:
        return value
    chosen = [value] if isinstance(value, str) else list(value)
    values = [_value_of(component, choice) or choice for choice in chosen]
    return values if component["type"] in SELECTS or not isinstance(value, str) else values[0]


@asynccontextmanager
async def people(url: str, *keys: str, channel: str = "tavolo-1") -> AsyncGenerator[list[Person]]:
    """These people, each with the page open, all in one channel.

    ``async with people(url, "anna", "bruno") as (anna, bruno): …``
    """
    async with aiohttp.ClientSession() as http:
        opened = [Person(key, url, http) for key in keys]
        try:
            for person in opened:
                await person.open()
                person.go(channel)
            yield opened
        finally:
            for person in opened:
                await person.close()

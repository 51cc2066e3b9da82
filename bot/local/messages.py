"""From a request's form to a message: attachments, components with their ids, embeds, mentions, the edit in place."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from bot.local.content import mentions
from bot.local.errors import Json, entries, inner
from bot.local.limits import check_message
from bot.local.model import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, SUPPRESS_EMBEDS, Message
from bot.local.upload import Form
from bot.local.world import World

_EMBED_PICTURES = ("image", "thumbnail")
_EMBED_KEYS = ("url", "proxy_url", "width", "height", "content_type")
SETTABLE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2
_NOT_NULL = ("emoji", "label", "placeholder", "min_values", "max_values")
_DEFAULTS: dict[int, Json] = {
    2: {"style": 2},
    3: {"min_values": 1, "max_values": 1},
    5: {"min_values": 1, "max_values": 1},
    6: {"min_values": 1, "max_values": 1},
    7: {"min_values": 1, "max_values": 1},
    8: {"min_values": 1, "max_values": 1},
    11: {"spoiler": False, "description": None},
    13: {"spoiler": False, "name": None, "size": None},
    14: {"spacing": 1, "divider": True},
    17: {"spoiler": False, "accent_color": None},
}


class Mint:
    """Makes and changes messages of the bot; says nothing to anybody."""

    def __init__(self, world: World, problem: Callable[[str], None]) -> None:
        self._world = world
        self._problem = problem
        self.base_url = ""

    def blank(self, channel_id: str, author: Json, message_type: int = 0) -> Message:
        """A message without anything in it."""
        message_id, now = self._world.new_id(), self._world.clock.now()
        wire: Json = {
            "id": message_id,
            "channel_id": channel_id,
            "type": message_type,
            "author": author,
            "content": "",
            "timestamp": self._world.clock.iso(now),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "flags": 0,
        }
        return Message(message_id, channel_id, now, wire)

    def fill(self, message: Message, form: Form, *, interaction: bool, edit: bool, keep: bool = True) -> None:
        """Put a form into a message, or change the message by it.

        A form without a list of attachments drops the old ones if it brings files, and without ``keep`` in any case.

        Raises:
            DiscordError: 50035 or 50006 if the message would break a limit; the message is then as before.
        """
        world = self._world
        wire = copy.deepcopy(message.wire)
        kept: list[Json] = wire["attachments"] if keep and not form.files else []
        body: Json = {"attachments": kept, **form.json}
        body["attachments"] = entries(body, "attachments")
        check_message(wire, body, form.files)
        for key in ("content", "embeds", "components"):
            if key in body:
                wire[key] = copy.deepcopy(body[key]) or ("" if key == "content" else [])
        if body.get("flags") is not None:
            lasting = EPHEMERAL | COMPONENTS_V2 if edit else EPHEMERAL  # as the deferral was, so is the answer
            wire["flags"] = (wire["flags"] & (lasting | ~SETTABLE_FLAGS)) | (body["flags"] & SETTABLE_FLAGS)
        wire["flags"] &= ~LOADING
        self._attach(wire, body, form)
        number_components(wire["components"])
        self._resolve(wire)
        named, everyone = mentions(world, wire, body.get("allowed_mentions"), interaction=interaction)
        wire["mentions"], wire["mention_everyone"] = named, everyone
        if edit:
            wire["edited_timestamp"] = world.clock.iso()
        message.wire = wire

    def named(self, wire: Json) -> list[Json]:
        """The users whom a person's message names."""
        return mentions(self._world, wire, None, interaction=False)[0]

    def relink(self, message: Message) -> None:
        """Point a stored message's links to the present address."""
        links: dict[str, str] = {}
        for attachment in message.wire["attachments"]:
            link = self._link(attachment["id"], attachment["filename"])
            links[attachment["url"]] = attachment["url"] = attachment["proxy_url"] = link
        pictures = [*_media(message.wire["components"])]
        pictures += [embed[part] for embed in message.wire["embeds"] for part in _EMBED_PICTURES if embed.get(part)]
        for picture in pictures:
            if picture["url"] in links:
                picture["url"] = picture["proxy_url"] = links[picture["url"]]

    def _link(self, file_id: str, name: str) -> str:
        return f"{self.base_url}/cdn/attachments/{file_id}/{quote(name)}"

    def _attach(self, wire: Json, body: Json, form: Form) -> None:
        named = {str(entry["id"]) for entry in body["attachments"]}
        listed = [*body["attachments"], *({"id": number} for number in form.files if number not in named)]
        old = {attachment["id"]: attachment for attachment in wire["attachments"]}
        kept: list[Json] = []
        for entry in listed:
            entry_id = str(entry["id"])
            if entry_id in form.files:
                kept.append(self._store(entry, form, entry_id))
            elif entry_id in old:
                kept.append(old[entry_id] | ({"description": entry["description"]} if entry.get("description") else {}))
        gone = old.keys() - {attachment["id"] for attachment in kept}
        for attachment_id in gone:
            self._world.store.drop_file(attachment_id, self._world.clock.now())
        wire["attachments"] = kept

    def _store(self, entry: Json, form: Form, number: str) -> Json:
        upload = form.files[number]
        name = entry.get("filename") or upload.name
        file_id = self._world.new_id()
        self._world.store.put_file(file_id, name, upload.content_type, upload.content)
        link = self._link(file_id, name)
        attachment: Json = {
            "id": file_id,
            "filename": name,
            "size": len(upload.content),
            "url": link,
            "proxy_url": link,
            "content_type": upload.content_type,
            "flags": 0,
        }
        if (size := upload.size()) is not None:
            attachment |= {"width": size[0], "height": size[1]}
        if entry.get("description"):
            attachment["description"] = entry["description"]
        return attachment

    def _resolve(self, wire: Json) -> None:
        """Let ``attachment://name`` point to the attachment of that name."""
        by_name = {attachment["filename"]: attachment for attachment in wire["attachments"]}
        by_url = {attachment["url"]: attachment for attachment in wire["attachments"]}
        for media in _media(wire["components"]):
            shown: str = media["url"]
            attachment = by_name.get(shown.removeprefix("attachment://")) or by_url.get(shown)
            media.setdefault("id", self._world.new_id())
            media |= {"proxy_url": shown, "width": None, "height": None, "content_type": None}
            if attachment is not None:
                media |= {key: attachment.get(key) for key in ("url", "proxy_url", "width", "height", "content_type")}
                media["attachment_id"] = attachment["id"]
        for embed in wire["embeds"]:
            embed.setdefault("type", "rich")
            for field in embed.get("fields", []):
                field.setdefault("inline", False)
            for part in _EMBED_PICTURES:
                url: str = inner(embed, part).get("url") or ""
                attachment = by_name.get(url.removeprefix("attachment://")) or by_url.get(url)
                if attachment is not None:
                    embed[part] |= {key: attachment[key] for key in _EMBED_KEYS if key in attachment}
                elif url.startswith("attachment://"):
                    self._problem(f"an embed shows {url}, which is not attached")


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, each before the ones inside it."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for part in ("accessory", "component"):
            if part in component:
                yield from walk([component[part]])


def number_components(components: list[Json]) -> None:
    """Give every component an id and the values that Discord adds."""
    taken = {component["id"] for component in walk(components) if component.get("id")}
    fresh = (number for number in itertools.count(1) if number not in taken)
    for component in walk(components):
        if not component.get("id"):
            component["id"] = next(fresh)
        for key in [key for key in _NOT_NULL if component.get(key, "") is None]:
            del component[key]
        for key, value in _DEFAULTS.get(component["type"], {}).items():
            component.setdefault(key, value)


def _media(components: list[Json]) -> Iterator[dict[str, Any]]:
    for component in walk(components):
        match component["type"]:
            case 11:
                yield component["media"]
            case 12:
                yield from (item["media"] for item in component["items"])
            case 13:
                yield component["file"]
            case _:
                pass

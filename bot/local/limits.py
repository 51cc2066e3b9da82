"""Discord's limits on messages, dialogs and choices; what breaks one is refused with 50035."""

from __future__ import annotations

from typing import Any

from bot.local.components import check_message_components, check_modal_components
from bot.local.errors import EMPTY_MESSAGE, Json, refuse
from bot.local.forms import Checker, Path
from bot.local.model import COMPONENTS_V2, EPHEMERAL
from bot.local.upload import Upload

MAX_CONTENT = 2000
MAX_EMBED_TEXT = 6000
_EMBED_TEXTS = (("title", 256), ("description", 4096))


def check_message(wire: Json, body: Json, files: dict[str, Upload]) -> None:
    """Whether ``wire`` may become what ``body`` and ``files`` make of it.

    Raises:
        DiscordError: 50035 with every flaw, or 50006 if nothing would be left to show.
    """
    check = Checker()
    flags: Any = body.get("flags") or 0
    check.number(body, "flags", (), 0, (1 << 31) - 1)
    v2 = bool((wire["flags"] | (flags if isinstance(flags, int) else 0)) & COMPONENTS_V2)
    check.text(body, "content", (), 0, MAX_CONTENT)
    embeds = check.items(body, "embeds", (), 0, 10)
    _check_embeds(check, embeds)
    names = _check_attachments(check, wire, body, files)
    components = check.items(body, "components", (), 0, 40 if v2 else 5)
    check_message_components(check, components, names, v2=v2)
    _check_mentions(check, body)
    check.raise_flaws()

    shown = {key: (body[key] if key in body else wire[key]) for key in ("content", "embeds", "components")}
    if v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if shown.get(key, body.get(key)):
                message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                check.flaw((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
        check.raise_flaws()
    if not any(shown.values()) and not names and not body.get("poll") and not body.get("sticker_ids"):
        raise refuse(EMPTY_MESSAGE)


def _check_attachments(check: Checker, wire: Json, body: Json, files: dict[str, Upload]) -> list[str]:
    """Names of the files that the message will have."""
    old = {attachment["id"]: attachment["filename"] for attachment in wire["attachments"]}
    listed = check.items(body, "attachments", (), 0, 10)
    names: list[str] = []
    for index, entry in enumerate(listed):
        path = ("attachments", index)
        check.text(entry, "filename", path, 1, 1024)
        check.text(entry, "description", path, 0, 1024)
        entry_id = str(entry.get("id"))
        if entry_id in files:
            names.append(entry.get("filename") or files[entry_id].name)
        elif entry_id in old:
            names.append(old[entry_id])
        else:
            check.flaw(
                (*path, "id"), "ATTACHMENT_NOT_FOUND", "No such attachment came with the request or was there before."
            )
    numbers = {str(entry.get("id")) for entry in listed}
    return names + [upload.name for number, upload in files.items() if number not in numbers]


def _check_embeds(check: Checker, embeds: list[Json]) -> None:
    total = 0
    for index, embed in enumerate(embeds):
        path = ("embeds", index)
        for key, limit in _EMBED_TEXTS:
            check.text(embed, key, path, 0, limit)
            total += len(embed.get(key) or "")
        fields = check.items(embed, "fields", path, 0, 25)
        for place, field in enumerate(fields):
            check.text(field, "name", (*path, "fields", place), 1, 256, required=True)
            check.text(field, "value", (*path, "fields", place), 1, 1024, required=True)
            total += len(field.get("name") or "") + len(field.get("value") or "")
        total += _part(check, embed, "footer", "text", path, 2048) + _part(check, embed, "author", "name", path, 256)
    if total > MAX_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        check.flaw(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _part(check: Checker, embed: Json, part: str, key: str, path: Path, limit: int) -> int:
    inside: Json = embed.get(part) or {}
    if inside:
        check.text(inside, key, (*path, part), 1, limit, required=True)
    return len(inside.get(key) or "")


def _check_mentions(check: Checker, body: Json) -> None:
    allowed: Json = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        listed: list[Any] = allowed.get(kind) or []
        if len(listed) > 100:
            check.flaw(("allowed_mentions", kind), "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 100 in length.")
        if listed and kind in (allowed.get("parse") or []):
            message = f"'{kind}' in parse and a list of {kind} exclude each other"
            check.flaw(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def check_deferral(data: Json) -> None:
    """A deferral says whether it is ephemeral and nothing else.

    Raises:
        DiscordError: 50035.
    """
    check = Checker()
    if (data.get("flags") or 0) & ~EPHEMERAL:
        check.flaw(("data", "flags"), "BITFIELD_INVALID_FLAGS", "Only EPHEMERAL may be set on a deferral.")
    check.raise_flaws()


def check_modal(data: Json) -> None:
    """A dialog's limits.

    Raises:
        DiscordError: 50035.
    """
    check = Checker()
    check.text(data, "title", ("data",), 1, 45, required=True)
    check.text(data, "custom_id", ("data",), 1, 100, required=True)
    components = check.items(data, "components", ("data",), 1, 5, required=True)
    check_modal_components(check, components)
    check.raise_flaws()


def check_choices(data: Json) -> None:
    """At most 25 choices, names and string values of 1 to 100 characters.

    Raises:
        DiscordError: 50035.
    """
    check = Checker()
    for index, choice in enumerate(check.items(data, "choices", ("data",), 0, 25, required=True)):
        path = ("data", "choices", index)
        check.text(choice, "name", path, 1, 100, required=True)
        value: Any = choice.get("value")
        if value is None or (isinstance(value, str) and not 1 <= len(value) <= 100):
            check.flaw((*path, "value"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    check.raise_flaws()

"""Whether anything private went where others can read it, read off the requests that the bot made.

Discord fixes who sees an answer by its first response: what follows a public deferral is public, whatever flag it
bears, and what is changed by a press's token is the message that was pressed. So every answer must be for its reader's
eyes from the first response on, and only a public panel may go to a channel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Any

from bot.local.model import EPHEMERAL, Reply
from bot.tables.components import HAND_PICTURE

Json = dict[str, Any]
PRIVATE_ID = re.compile(r'"cg1:\d+:[1-9]')
"""Ids of a hand say for which ply it was made; public ones say 0 for ever."""
CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback$")
BY_TOKEN = re.compile(r"/webhooks/\d+/[^/]+(?:/messages/[^/]+)?$")
TO_CHANNEL = re.compile(r"/channels/(\d+)/messages(?:/\d+)?$")


def exposures(entries: Iterable[Json], direct: Set[str]) -> list[str]:
    """What was shown to more people than one, request by request; ``direct`` are the channels of direct messages."""
    found: list[str] = []
    for entry in entries:
        why = _exposed(entry, direct) if entry["method"] != "GET" and entry["body"] is not None else ""
        if why:
            found.append(f"{entry['n']} {entry['method']} {CALLBACK.sub('/interactions/…', entry['path'])}: {why}")
    return found


def _exposed(entry: Json, direct: Set[str]) -> str:
    path, body = entry["path"], entry["body"]
    answer: Json = entry["answer"] if isinstance(entry["answer"], dict) else {}
    if CALLBACK.search(path):
        return _answer(body, answer, direct)
    if BY_TOKEN.search(path):
        return "" if _is_private(answer, direct) or "id" not in answer else "a message by token is public"
    channel = TO_CHANNEL.search(path)
    if channel is None or channel[1] in direct:
        return ""
    names = [file["name"] for file in entry["files"]] + [a.get("filename") for a in body.get("attachments", ())]
    if HAND_PICTURE in names:
        return "the picture of a hand"
    return "ids of a hand" if PRIVATE_ID.search(str(body).replace("'", '"')) else ""


def _answer(body: Json, answer: Json, direct: Set[str]) -> str:
    kind, flags = body.get("type"), (body.get("data") or {}).get("flags") or 0
    if kind == Reply.DEFERRED_MESSAGE and not flags & EPHEMERAL:
        return "a public deferral: all that follows it is public"
    if kind == Reply.MESSAGE and not flags & EPHEMERAL:
        return "a public answer"
    message = (answer.get("resource") or {}).get("message")
    if kind == Reply.UPDATE and message is not None and not _is_private(message, direct):
        return "a private panel in place of the public message"
    return ""


def _is_private(message: Json, direct: Set[str]) -> bool:
    return bool(message.get("flags", 0) & EPHEMERAL) or message.get("channel_id") in direct

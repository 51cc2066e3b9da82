"""Refusals in Discord's own shape and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


def inner(form: Json, key: str) -> Json:
    """``form[key]`` as an object; an empty one if it is absent or null."""
    return form.get(key) or {}


def entries(form: Json, key: str) -> list[Any]:
    """``form[key]`` as a list; an empty one if it is absent or null."""
    return form.get(key) or []


class DiscordError(Exception):
    """An answer with an HTTP status, a Discord error code and, for a bad form, the places that are wrong."""

    def __init__(self, status: int, code: int, message: str, **extra: Any) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code, **extra}
        self.headers: dict[str, str] = {}

    @property
    def code(self) -> int:
        """Discord's error code."""
        return self.body["code"]


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong in a form: where (keys and indices from the outside in), a short code, and a sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}"


def invalid_form(flaws: Sequence[Flaw]) -> DiscordError:
    """50035 with every flaw at its place."""
    tree: Json = {}
    for flaw in flaws:
        node = tree
        for part in flaw.path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": flaw.code, "message": flaw.message})
    return DiscordError(400, 50035, "Invalid Form Body", errors=tree)


UNAUTHORIZED = (401, 0, "401: Unauthorized")
NOT_FOUND = (404, 0, "404: Not Found")
UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
TOO_LARGE = (413, 40005, "Request entity too large")
ALREADY_ANSWERED = (400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = (403, 50001, "Missing Access")
NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
DM_CLOSED = (403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
TOKEN_OVER = (401, 50027, "Invalid Webhook Token")
BAD_JSON = (400, 50109, "The request body contains invalid JSON.")
THREAD_ARCHIVED = (400, 50083, "Thread is archived")
NO_COMMON_GUILD = (403, 50278, "Cannot send messages to this user due to having no mutual guilds")
THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = (403, 160005, "Thread is locked")


def refuse(kind: tuple[int, int, str]) -> DiscordError:
    """A fresh error of one of the kinds above, to be raised."""
    return DiscordError(*kind)

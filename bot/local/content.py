"""Whose words the bot may read without the message-content intent, and whom a message mentions."""

from __future__ import annotations

import re

from bot.local.errors import Json, entries
from bot.local.world import World

_MENTION = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def may_read(world: World, wire: Json) -> bool:
    """Whether the bot sees a message's content anyway: in DMs, its own, mentions, replies to its ordinary messages."""
    if "guild_id" not in wire or wire["author"]["id"] == world.app_id:
        return True
    if f"<@{world.app_id}>" in wire["content"] or f"<@!{world.app_id}>" in wire["content"]:
        return True
    parent = wire.get("referenced_message")
    if parent is None or parent["author"]["id"] != world.app_id or "interaction_metadata" in parent:
        return False
    return any(user["id"] == world.app_id for user in wire["mentions"])


def texts(wire: Json) -> list[str]:
    """Everything in a message that is shown as text: content and text displays."""
    return [wire.get("content") or "", *_displays(wire.get("components") or [])]


def _displays(components: list[Json]) -> list[str]:
    found: list[str] = []
    for component in components:
        if component["type"] == 10:
            found.append(component["content"])
        found += _displays(component.get("components", []))
    return found


def mentions(world: World, wire: Json, allowed: Json | None, *, interaction: bool) -> tuple[list[Json], bool]:
    """The users whom a bot's message notifies, and whether it notifies everyone.

    Without ``allowed_mentions`` an ordinary message notifies all it names, an answer to an interaction only users.
    """
    if allowed is None:
        allowed = {"parse": ["users"] if interaction else ["users", "everyone"]}
    parse: list[str] = entries(allowed, "parse")
    users: set[str] = {str(user) for user in entries(allowed, "users")}
    text = "\n".join(texts(wire))
    named = dict.fromkeys(_MENTION.findall(text))
    ids = [user_id for user_id in named if "users" in parse or user_id in users]
    found = [user for user in map(world.user_by_id, ids) if user is not None]
    return found, "everyone" in parse and _EVERYONE.search(text) is not None

"""What the house refuses. Every refusal is private, one sentence, true, and says what to do instead.

The text of a member is ``house.refused.<value>``; the placeholders that it needs stand beside it.
"""

from __future__ import annotations

from enum import StrEnum

from bot.text.catalog import Text


class Refusal(StrEnum):
    """Each reason for which the house itself (not a game's rules) says no."""

    UNKNOWN_ACTION = "unknown_action"
    """A press that makes no sense here (any more)."""
    NOT_SEATED = "not_seated"
    HAS_LEFT = "has_left"
    """As not seated; but a seat of the running match is still theirs."""
    NOT_WATCHING = "not_watching"
    ALREADY_SEATED = "already_seated"
    SEATED_ELSEWHERE = "seated_elsewhere"
    """At as many tables as one may; {where}: one of them."""
    SENT_AWAY = "sent_away"
    """{when}: when they may sit down again, as Discord shows times."""
    TABLE_FULL = "table_full"
    """{n}: how many can play."""
    TOO_FEW = "too_few"
    """Plural; {n}: how many more are needed."""
    ONLY_HOST = "only_host"
    """{host}: the host's name, escaped."""
    ONLY_HOST_OR_MODERATOR = "only_host_or_moderator"
    """{host}"""
    ONLY_SERVER_MANAGER = "only_server_manager"
    ONLY_IN_SERVER = "only_in_server"
    IN_PROGRESS = "in_progress"
    NOT_STARTED = "not_started"
    TABLE_CLOSED = "table_closed"
    NO_TABLE = "no_table"
    NO_MATCH = "no_match"
    CHANNEL_NOT_ALLOWED = "channel_not_allowed"
    """{channels}: mentions of the channels where tables may be opened."""
    TABLE_LIMIT = "table_limit"
    """{n}: how many tables the server allows."""
    STALE = "stale"
    BUSY = "busy"
    NOT_FORGOTTEN = "not_forgotten"
    """As busy; but some tables may have been left."""
    RESTARTING = "restarting"
    TOO_MUCH = "too_much"
    """More presses or tables than one may ask for in so short a time."""
    FAILED = "failed"
    MISSING_PERMISSION = "missing_permission"
    """{permission}: its name, from ``permission_name``."""
    NO_THREAD = "no_thread"
    """Discord opens none just now."""
    DM_CLOSED = "dm_closed"
    NOT_AT_TABLE = "not_at_table"
    """{name}: who was meant."""
    OPTIONS_FIXED = "options_fixed"
    OPTION_UNKNOWN = "option_unknown"


def refusal(
    text: Text,
    which: Refusal,
    public: Text | None = None,
    hand_label: str = "house.button.hand",
    /,
    **values: object,
) -> str:
    """The sentence of a refusal. It names buttons of the table's message, which speaks the language ``public``, the
    reader's if that is not known; ``hand_label`` is the message id of the one that shows one's cards."""
    named = {"hand": (public or text)(hand_label), "more": (public or text)("house.button.more")}
    if which is Refusal.TOO_FEW:
        n = values.pop("n")
        assert isinstance(n, int)
        return text.plural(f"house.refused.{which}", n, **values)
    return text(f"house.refused.{which}", **named, **values)


def permission_name(text: Text, permission: str) -> str:
    """A permission as Discord's own settings call it; ``permission`` is discord.py's name, such as ``embed_links``."""
    known = f"house.permission.{permission}"
    return text(known) if text.has(known) else permission.replace("_", " ")

"""Who and what there is: people, channels, messages, interactions; each knows its form on disk."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any

from bot.local.errors import Json

EPHEMERAL = 1 << 6
LOADING = 1 << 7
HAS_THREAD = 1 << 5
SUPPRESS_EMBEDS = 1 << 2
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15


class ChannelType(IntEnum):
    """The kinds of channel there are here."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class InteractionType(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    """How the bot answered an interaction first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True)
class Person:
    """Somebody whom the page or a test can act as."""

    key: str
    id: str
    name: str
    locale: str
    joined_at: str
    dm_open: bool = True
    in_guild: bool = True
    manage_messages: bool = False
    manage_guild: bool = False


@dataclass(slots=True)
class Channel:
    """A channel, thread or direct message. ``permissions`` are the bot's own there, None for the usual ones."""

    id: str
    type: int
    name: str
    created_at: str
    parent_id: str | None = None
    owner_id: str | None = None
    recipient_id: str | None = None
    archived: bool = False
    locked: bool = False
    permissions: int | None = None
    position: int = 0
    auto_archive_minutes: int = 1440
    archive_changed_at: str = ""
    members: list[str] = field(default_factory=list[str])
    message_count: int = 0
    last_message_id: str | None = None

    @property
    def is_thread(self) -> bool:
        """Whether it hangs below another channel."""
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_dm(self) -> bool:
        """Whether it is the bot's conversation with one person."""
        return self.type == ChannelType.DM


@dataclass(slots=True)
class Message:
    """A message: ``wire`` is what Discord sends. ``only_for`` is the one user who sees an ephemeral one."""

    id: str
    channel_id: str
    created: float
    wire: Json
    only_for: str | None = None
    interaction_id: str | None = None
    nonce: str | None = None

    @property
    def flags(self) -> int:
        """Message flags."""
        return self.wire["flags"]


@dataclass(slots=True)
class Interaction:
    """One act of a person towards the bot, and how far its answer has come.

    ``original_id`` is the message that ``@original`` means, ``modal`` the dialog this interaction opened (None again
    once it was submitted), ``parent`` the token of the interaction whose dialog this one submits.
    """

    id: str
    token: str
    type: int
    user_id: str
    channel_id: str
    created: float
    message_id: str | None = None
    command: str | None = None
    reply: int | None = None
    failed: bool = False
    original_id: str | None = None
    modal: Json | None = None
    parent: str | None = None
    metadata: Json = field(default_factory=dict[str, Any])


def to_json(thing: Person | Channel | Message | Interaction) -> Json:
    """The form on disk; the class called with it gives the thing back. Not a copy: written at once."""
    return {part.name: getattr(thing, part.name) for part in fields(thing)}

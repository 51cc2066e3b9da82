"""One press of a button, menu or dialog, with everything that answering it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import discord

from bot.presenters.panel import PrivatePanel
from bot.tables.components import Address
from bot.tables.live import LiveTable
from bot.tables.permits import Person, Place
from bot.text.catalog import Text
from bot.text.names import safe_name
from data.records import PlayerSettings

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files")
NEEDED_FOR_THREADS = ("create_public_threads", "send_messages_in_threads")


class ShowHand(NamedTuple):
    """Answer with the person's hand at a table, under a sentence."""

    live: LiveTable
    notice: str = ""


class Done(NamedTuple):
    """Answer by taking the private question away: it is settled, and the table shows how."""


class At(NamedTuple):
    """Answer with a panel about this table, whichever one was pressed."""

    live: LiveTable
    panel: PrivatePanel


@dataclass(frozen=True, slots=True)
class Press:
    """Who pressed what, in whose language. ``values`` are a menu's choices or a dialog's fields."""

    interaction: discord.Interaction[Any]
    address: Address = field(repr=False)
    person: Person
    text: Text
    settings: PlayerSettings
    values: Mapping[str, str] | Sequence[str] = field(repr=False)

    @property
    def value(self) -> str:
        """The one choice of a menu, or the argument of a button."""
        return next(iter(self.values), "") if self.values else self.address.argument

    @property
    def seen(self) -> int | None:
        """The moment that the pressed message showed; None on a table's public message, where it does not matter."""
        message = self.interaction.message
        public = message is not None and self.interaction.guild_id is not None and not message.flags.ephemeral
        return None if public else self.address.ply

    @property
    def idem(self) -> str:
        """Discord's id of this very press: the same press delivered twice has the same."""
        return str(self.interaction.id)


def person_of(interaction: discord.Interaction[Any], live: LiveTable | None) -> Person:
    """The person behind an interaction, who moderates the table that they mean only from where it stands: whoever may
    manage messages elsewhere, say in a server of their own, has no say there."""
    user = interaction.user
    there = live is not None and interaction.channel_id in {live.record.channel_id, live.record.parent_channel_id}
    moderator = there and interaction.permissions.manage_messages
    return Person(user.id, safe_name(user.display_name), moderator, interaction.id)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """Where an interaction happened; None outside of servers."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(interaction.guild_id, interaction.channel_id, parent)


def missing_permission(interaction: discord.Interaction[Any], *, in_thread: bool = False) -> str | None:
    """The first permission, by discord.py's name, that the bot lacks to show a table where an interaction happened, or
    with ``in_thread`` in a new thread there; None if it lacks none, and in direct messages."""
    if interaction.guild_id is None:
        return None
    inside = isinstance(interaction.channel, discord.Thread)
    needed = (*NEEDED, *(NEEDED_FOR_THREADS if in_thread and not inside else ()))
    if inside:
        needed = tuple("send_messages_in_threads" if name == "send_messages" else name for name in needed)
    return next((name for name in needed if not getattr(interaction.app_permissions, name)), None)

"""One press of a button, menu or dialog, with everything that answering it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import discord

from bot.presenters.panel import PrivatePanel
from bot.tables.components import Address
from bot.tables.live import LiveTable
from bot.tables.service import Person, Place
from bot.text.catalog import Text
from bot.text.names import safe_name
from data.records import PlayerSettings


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
    address: Address
    person: Person
    text: Text
    settings: PlayerSettings
    values: Mapping[str, str] | Sequence[str]

    @property
    def value(self) -> str:
        """The one choice of a menu, or the argument of a button."""
        return next(iter(self.values), "") if self.values else self.address.argument

    @property
    def seen_ply(self) -> int | None:
        """The ply that the pressed message showed; None on a table's public message, where it does not matter."""
        message = self.interaction.message
        public = message is not None and self.interaction.guild_id is not None and not message.flags.ephemeral
        return None if public else self.address.ply

    @property
    def idem(self) -> str:
        """Discord's id of this very press: the same press delivered twice has the same."""
        return str(self.interaction.id)


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """The person behind an interaction."""
    user = interaction.user
    return Person(user.id, safe_name(user.display_name), interaction.permissions.manage_messages)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """Where an interaction happened; None outside of servers."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(interaction.guild_id, interaction.channel_id, parent)

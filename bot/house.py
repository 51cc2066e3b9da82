"""What commands and presses work with: the tables, everybody's settings and the way to Discord."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.floods import Floods
from bot.preferences import Preferences
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.registry import PRESENTERS
from bot.tables.announce import DiscordAnnouncer
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.service import TableService
from bot.text.catalog import Text
from games.core import RulesError


@dataclass(frozen=True, slots=True)
class House:
    """One bot's parts, wired together in ``bot.client``."""

    service: TableService
    preferences: Preferences
    announcer: DiscordAnnouncer
    floods: Floods

    def open_table(self, table_id: int) -> LiveTable | None:
        """The table that a component names, if it is still open."""
        try:
            return self.service.tables.find(table_id)
        except RefusedError:
            return None

    async def text_for(self, interaction: discord.Interaction[Any]) -> Text:
        """The language of the person behind an interaction."""
        return await self.preferences.private_text(interaction.user.id, str(interaction.locale))

    async def public_text(self, live: LiveTable) -> Text:
        """The language of a table's message; sentences for one reader name its buttons in it."""
        return await self.preferences.public_text(live.record.guild_id)

    async def sentence(self, text: Text, error: RefusedError | RulesError, live: LiveTable | None, faces: str) -> str:
        """Why something was refused, in one sentence; ``faces`` are the suits that its reader wants to see."""
        if isinstance(error, RefusedError):
            if live is None:
                return refusal(text, error.which, **error.values)
            label, public = PRESENTERS[live.record.game].hand_label, await self.public_text(live)
            return refusal(text, error.which, public, label, **error.values)
        assert live is not None
        return PRESENTERS[live.record.game].refusal(live.table_view(text, faces), error)

    async def forget(self, user_id: int) -> bool:
        """Forget a person everywhere; whether anything was known of them.

        Raises:
            RefusedError: if it could not be written; it may have been done in part, and can be asked again.
        """
        self.announcer.forget(user_id)
        known = await self.service.forgetting.forget(user_id)
        self.preferences.forget(user_id)
        # What was opened or drawn meanwhile.
        self.announcer.forget(user_id)
        return known

    async def say(self, live: LiveTable, user_id: int, words: str, idem: str) -> bool:
        """Words that a person says at a table; whether they meant a move, which was then played.

        Raises:
            RefusedError, RulesError: if they mean a move that cannot be played now.
        """
        if live.playing is None or live.playing_seat_of(user_id) is None:
            return False
        text = await self.preferences.private_text(user_id, "")
        view = live.seat_view(user_id, text, await self.preferences.player_or_default(user_id))
        move = PRESENTERS[live.record.game].spoken(view, words)
        if move is None:
            return False
        await self.service.matches.play(live, user_id, move, idem, None)
        return True

    def table_meant(self, user_id: int, channel_id: int | None) -> LiveTable | None:
        """The table that a person means: the one of this channel if they sit at it or at none, else the one where they
        sat last."""
        here = self.service.tables.in_channel(channel_id) if channel_id is not None else None
        mine = self.service.tables.of_person(user_id)
        if here is not None and (here in mine or not mine):
            return here
        return mine[0] if mine else None

    def table_of(self, user_id: int, channel_id: int | None) -> LiveTable:
        """The table that a person means.

        Raises:
            RefusedError: if there is none.
        """
        live = self.table_meant(user_id, channel_id)
        if live is None:
            raise RefusedError(Refusal.NO_TABLE)
        return live

    def check_loud(self, user_id: int, guild_id: int | None) -> None:
        """Whether this person may once more do what a whole channel sees; a refusal if it was too often."""
        if not self.floods.admits_loud(user_id, guild_id):
            raise RefusedError(Refusal.TOO_MUCH)

    def heard_in(self, channel_id: int | None) -> None:
        """Somebody acted in a channel: what was missing there may have been granted."""
        live = self.service.tables.in_channel(channel_id) if channel_id is not None else None
        if live is not None:
            self.announcer.board(live).unblock()

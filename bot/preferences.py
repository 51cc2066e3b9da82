"""People's and servers' settings, kept in memory over the store, and the language that each reader gets."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import replace

from bot.presenters.common import CLOCKS
from bot.presenters.preferences import AUTO, DECKS, FACES, HANDS_BY, SORTS, TABLE_LIMITS
from bot.text.catalog import Text, languages, text_for
from data.records import PlayerSettings, ServerSettings
from data.store import Store, StoreError

log = logging.getLogger(__name__)

KEPT = 10_000
SWITCH = ("on", "off")


def changed_player(settings: PlayerSettings, field: str, value: str) -> PlayerSettings | None:
    """The settings with one of them changed to what a component says; None if it says nothing that can be chosen."""
    if field == "locale" and value in {AUTO, *languages()}:
        return replace(settings, locale="" if value == AUTO else value)
    if field == "hand_by" and value in HANDS_BY:
        # Choosing direct messages again means: try whether they are open now.
        return replace(settings, hand_by=value, dm_closed=False)
    if field == "sort_by" and value in SORTS:
        return replace(settings, sort_by=value)
    if field == "deck" and value in DECKS:
        return replace(settings, deck=value)
    if field == "faces" and value in FACES:
        return replace(settings, faces=value)
    if field in {"letters", "pings"} and value in SWITCH:
        return replace(settings, **{field: value == "on"})
    return None


def changed_server(settings: ServerSettings, field: str, value: str, here: int) -> ServerSettings | None:
    """The same for a server; ``here`` is the channel in which the panel was opened."""
    if field == "locale" and value in {AUTO, *languages()}:
        return replace(settings, locale="" if value == AUTO else value)
    if field == "table_limit" and value in map(str, TABLE_LIMITS):
        return replace(settings, table_limit=int(value))
    if field == "clock_s" and value in map(str, CLOCKS):
        return replace(settings, clock_s=int(value))
    if field == "faces" and value in FACES:
        return replace(settings, faces=value)
    if field in {"pings", "message_content"} and value in SWITCH:
        return replace(settings, **{field: value == "on"})
    if field == "channels" and value in {"add", "remove", "any"}:
        others = tuple(channel for channel in settings.channels if channel != here)
        if value == "remove" and not others:  # an empty list would mean everywhere
            return None
        return replace(settings, channels={"add": (*others, here), "remove": others, "any": ()}[value])
    return None


class Preferences:
    """Settings by id. Reading is from memory once known; writing goes to the store first."""

    def __init__(self, store: Store, language: str) -> None:
        self._store = store
        self._language = language
        self._players: OrderedDict[int, PlayerSettings] = OrderedDict()
        self._servers: OrderedDict[int, ServerSettings] = OrderedDict()

    async def player(self, user_id: int) -> PlayerSettings:
        """What a person has chosen.

        Raises:
            StoreError: if it could not be read.
        """
        known = self._players.get(user_id)
        if known is None:
            # What was saved while this was read is newer.
            known = self._players.setdefault(user_id, await self._store.player(user_id))
            if len(self._players) > KEPT:
                self._players.popitem(last=False)
        return known

    async def player_or_default(self, user_id: int) -> PlayerSettings:
        """The same, for showing them something: if it cannot be read, what people have who chose nothing. Not for
        changing it, nor for what they may have asked not to be done."""
        try:
            return await self.player(user_id)
        except StoreError as error:
            log.warning("somebody is shown things as if they had chosen nothing: %s", error)
            return PlayerSettings(user_id)

    async def save_player(self, settings: PlayerSettings) -> None:
        """Keep what a person has chosen."""
        await self._store.save_player(settings)
        self._players[settings.user_id] = settings

    def forget(self, user_id: int) -> None:
        """Keep nothing of a person in memory whom the store has forgotten."""
        self._players.pop(user_id, None)

    async def rounds_played(self, user_id: int, game: str) -> int:
        """How many rounds of a game a person has played; none if that cannot be read, which explains a little more."""
        try:
            return await self._store.rounds_played(user_id, game)
        except StoreError as error:
            log.warning("somebody is shown a game as if it were their first: %s", error)
            return 0

    async def server(self, guild_id: int) -> ServerSettings:
        """What a server's managers have chosen."""
        known = self._servers.get(guild_id)
        if known is None:
            # What was saved while this was read is newer.
            known = self._servers.setdefault(guild_id, await self._store.server(guild_id))
            if len(self._servers) > KEPT:
                self._servers.popitem(last=False)
        return known

    async def save_server(self, settings: ServerSettings) -> None:
        """Keep what a server's managers have chosen."""
        await self._store.save_server(settings)
        self._servers[settings.guild_id] = settings

    async def public_text(self, guild_id: int) -> Text:
        """The language of everything that all people of a server read."""
        return text_for(await self.public_locale(guild_id))

    async def public_locale(self, guild_id: int) -> str:
        """The same as a locale; it also serves those whose own Discord has not reported."""
        return (await self.server(guild_id)).locale or self._language

    async def private_text(self, user_id: int, reported: str) -> Text:
        """The language of one reader: their choice, else what Discord reports for them."""
        return text_for((await self.player_or_default(user_id)).locale or reported)

"""Messages that the bot has posted and does not know of: it was stopped before that was written down, or since.

Looking for one raises what tells that Discord cannot be reached just now: whether there is one is not known then.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import discord

from bot.tables.components import parse_custom_id
from bot.tables.faults import NETWORK_ERRORS, fault_of, is_passing, patiently
from bot.tables.live import LiveTable

LOOK_BACK = 25
"""How many of a channel's last messages are looked at."""

log = logging.getLogger(__name__)


async def find_board(client: discord.Client, live: LiveTable) -> discord.Message | None:
    """The newest message with the table's buttons in its channel; None if there is none or the bot may not look."""
    return await _find(client, live, lambda message: live.record.id in tables_of(message))


async def find_ping(client: discord.Client, live: LiveTable, user_id: int) -> discord.Message | None:
    """The newest message in the table's channel that only calls this person; None as above."""

    def calls(message: discord.Message) -> bool:
        return [user.id for user in message.mentions] == [user_id] and not tables_of(message)

    return await _find(client, live, calls)


async def _find(
    client: discord.Client, live: LiveTable, wanted: Callable[[discord.Message], bool]
) -> discord.Message | None:
    channel = client.get_partial_messageable(live.record.channel_id, guild_id=live.record.guild_id)

    async def look() -> discord.Message | None:
        async for message in channel.history(limit=LOOK_BACK):
            if client.user is not None and message.author.id == client.user.id and wanted(message):
                return message
        return None

    try:
        return await patiently(look())
    except (discord.DiscordException, *NETWORK_ERRORS) as error:
        if is_passing(error):
            raise
        log.info("table %s may have a message that is not known: %s", live.record.id, fault_of(error).name)
        return None


def tables_of(message: discord.Message) -> set[int]:
    """The tables whose buttons a message has."""
    return set(_tables(message.components))


def _tables(components: Iterable[Any]) -> Iterator[int]:
    """The tables that the components of a message belong to."""
    for component in components:
        address = parse_custom_id(getattr(component, "custom_id", None) or "")
        if address is not None:
            yield address.table_id
        yield from _tables(getattr(component, "children", ()))

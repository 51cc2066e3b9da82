"""Messages of a table that the bot has posted and does not know of: it was stopped before that was written down."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord

from bot.tables.components import parse_custom_id
from bot.tables.faults import NETWORK_ERRORS, fault_of, patiently
from bot.tables.live import LiveTable

LOOK_BACK = 25
"""How many of a channel's last messages are looked at."""

log = logging.getLogger(__name__)


async def find_orphan(client: discord.Client, live: LiveTable) -> int | None:
    """The newest message with the table's buttons in its channel; None if there is none or the bot may not look."""
    channel = client.get_partial_messageable(live.record.channel_id, guild_id=live.record.guild_id)

    async def look() -> int | None:
        async for message in channel.history(limit=LOOK_BACK):
            own = client.user is not None and message.author.id == client.user.id
            if own and live.record.id in tables_of(message):
                return message.id
        return None

    try:
        return await patiently(look())
    except (discord.DiscordException, *NETWORK_ERRORS) as error:
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

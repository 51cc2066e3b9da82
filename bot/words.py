"""Words in a table's channel: a reply to the table, a mention of the bot, or any message where that is switched on."""

from __future__ import annotations

import logging

import discord

from bot.house import House
from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from games.core import RulesError

log = logging.getLogger(__name__)


async def heard(house: House, bot: discord.ClientUser, message: discord.Message) -> None:
    """A message has come. If it was written at a table it stands between the table and its readers; if it was meant for
    the table, it may be a move."""
    live = house.service.tables.in_channel(message.channel.id)
    if live is None:
        return
    if message.author.id != bot.id:
        house.announcer.board(live).newer += 1
    if message.author.bot or not message.content:
        return
    mentioned = any(user.id == bot.id for user in message.mentions)
    reply = message.reference is not None and message.reference.message_id == live.record.message_id
    if mentioned or reply or (await house.preferences.server(live.record.guild_id)).message_content:
        await _say(house, live, bot, message)


async def _say(house: House, live: LiveTable, bot: discord.ClientUser, message: discord.Message) -> None:
    if not house.floods.admits(message.author.id, message.channel.id, live.record.guild_id):
        return
    words = message.content.replace(f"<@{bot.id}>", "").replace(f"<@!{bot.id}>", "")
    try:
        await house.say(live, message.author.id, words, f"message:{message.id}")
    except (RefusedError, RulesError) as error:
        # A word at the wrong moment has no effect; nobody asked for an answer. But one that was lost is noted.
        lost = isinstance(error, RefusedError) and error.which is Refusal.BUSY
        log.log(logging.WARNING if lost else logging.DEBUG, "words without effect: %s", error)

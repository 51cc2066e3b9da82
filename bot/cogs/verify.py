"""``/verify``: was a match dealt fairly? It tells what was sealed, once the match is over."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import acts
from bot.cogs.names import words
from bot.cogs.play import CHOICES_MAX
from bot.house import House
from bot.presenters.fairness import choice_name, lobby_answer, next_deal_lines, over_answer, playing_answer
from bot.presenters.panel import PrivatePanel
from bot.presenters.refusals import Refusal
from bot.press import At, Press
from bot.router import Router
from bot.tables.deals import checked_match, terms_of
from bot.tables.errors import RefusedError
from bot.tables.ledger import storing
from bot.tables.live import LiveTable
from data.records import MatchId, TableStatus
from data.store import StoreError


def register(tree: app_commands.CommandTree[Any], router: Router) -> None:
    """Add the command to the bot's tree."""

    @tree.command(name=words("command.verify.name"), description=words("command.verify.description"))
    @app_commands.rename(match=words("command.verify.match.name"))
    @app_commands.describe(match=words("command.verify.match.description"))
    async def verify(interaction: discord.Interaction[Any], match: str | None = None) -> None:
        async def act(house: House, press: Press) -> acts.Shown:
            if match is None:
                return await last_here(house, press)
            return await chosen(house, press, match)

        await router.run(interaction, act)

    @verify.autocomplete("match")
    async def _matches(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        if not router.house.floods.admits_typing(interaction.user.id, interaction.guild_id):
            return []
        text = await router.house.text_for(interaction)
        try:
            lines = await router.house.service.store.matches_in(interaction.channel_id or 0, CHOICES_MAX)
        except StoreError:
            return []  # without a list one gets the last match
        named = [(choice_name(text, line), line) for line in lines if line.finished_at is not None]
        return [
            app_commands.Choice(name=name, value=str(line.id))
            for name, line in named
            if typed.casefold() in name.casefold()
        ]


async def last_here(house: House, press: Press) -> acts.Shown:
    """The match of this channel's table, or its next deal; without a table the last match here, or else whatever table
    the presser sits at."""
    channel_id = press.interaction.channel_id or 0
    live = house.service.tables.in_channel(channel_id)
    if live is None:
        lines = await storing(house.service.store.matches_in(channel_id, 1))
        if lines:
            return await over(house, press, lines[0].id)
        live = house.table_meant(press.person.user_id, channel_id)
    if live is None:
        raise RefusedError(Refusal.NO_MATCH)
    return At(live, await at_table(house, press, live))


async def chosen(house: House, press: Press, typed: str) -> acts.Shown:
    """A match that was played in this channel; of others nothing is told."""
    store = house.service.store
    match_id = MatchId(int(typed)) if typed.isascii() and typed.isdigit() and len(typed) < 16 else None
    found = await storing(store.match(match_id)) if match_id is not None else None
    table = await storing(store.table(found[0].table_id)) if found is not None else None
    if match_id is None or table is None or table.channel_id != press.interaction.channel_id:
        raise RefusedError(Refusal.NO_MATCH)
    return await over(house, press, match_id)


async def at_table(house: House, press: Press, live: LiveTable) -> PrivatePanel:
    """What can be told at an open table now."""
    record, view = live.record, live.table_view(press.text)
    joins = [seat.join_id for seat in record.seats]
    if record.match_id is None:
        return lobby_answer(view, joins)
    more = () if record.status is TableStatus.PLAYING else next_deal_lines(view, joins)
    return await over(house, press, record.match_id, more)


async def over(house: House, press: Press, match_id: MatchId, more: tuple[str, ...] = ()) -> PrivatePanel:
    """A match that is over is told whole; one that is played only as far as everybody may know."""
    store, text = house.service.store, press.text
    checked = await checked_match(store, match_id)
    if checked is not None:
        return over_answer(text, terms_of(checked.match), checked.proof, checked.right, more)
    found = await storing(store.match(match_id))
    if found is None:
        raise RefusedError(Refusal.NO_MATCH)
    return playing_answer(text, terms_of(found[0]), found[0].commitment)

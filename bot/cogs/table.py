"""``/table …``, ``/hand`` and ``/calidruno``: what one needs at a table, from wherever it is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot import acts
from bot.acts.lobby import leave_at
from bot.acts.table import end_at, hand_at, repost_at
from bot.cogs.names import words
from bot.house import House
from bot.presenters import house as panels
from bot.presenters.refusals import Refusal
from bot.press import At, Press, person_of
from bot.router import Router
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import Person
from bot.text.names import markdown

WORD = "calidruno"


def register(tree: app_commands.CommandTree[Any], router: Router) -> None:
    """Add the commands to the bot's tree."""

    @tree.command(name=words("command.hand.name"), description=words("command.hand.description"))
    async def hand(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, show_hand)

    @tree.command(name=words("command.calidruno.name"), description=words("command.calidruno.description"))
    async def calidruno(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, say_the_word)

    table = app_commands.Group(name=words("command.table.name"), description=words("command.table.description"))

    @table.command(name=words("command.table.show.name"), description=words("command.table.show.description"))
    async def show(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, show_table)

    @table.command(name=words("command.table.repost.name"), description=words("command.table.repost.description"))
    async def repost(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, repost_table)

    @table.command(name=words("command.table.leave.name"), description=words("command.table.leave.description"))
    async def leave(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, leave_table)

    @table.command(name=words("command.table.end.name"), description=words("command.table.end.description"))
    async def end(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, end_table)

    @table.command(name=words("command.table.kick.name"), description=words("command.table.kick.description"))
    @app_commands.rename(who=words("command.table.who.name"))
    @app_commands.describe(who=words("command.table.who.description"))
    async def kick(interaction: discord.Interaction[Any], who: discord.User) -> None:
        async def act(house: House, press: Press) -> acts.Shown:
            live, person = _managed_table(house, press)
            await house.service.seating.kick(live, person, who.id)
            return press.text("house.said.kicked", name=markdown(who.display_name))

        await router.run(interaction, act)

    @table.command(name=words("command.table.host.name"), description=words("command.table.host.description"))
    @app_commands.rename(who=words("command.table.who.name"))
    @app_commands.describe(who=words("command.table.who.description"))
    async def host(interaction: discord.Interaction[Any], who: discord.User) -> None:
        async def act(house: House, press: Press) -> acts.Shown:
            live, person = _managed_table(house, press)
            await house.service.seating.hand_on(live, person, who.id)
            return press.text("house.said.host_now", name=markdown(who.display_name))

        await router.run(interaction, act)

    tree.add_command(table)


def _table(house: House, press: Press) -> LiveTable:
    return house.table_of(press.person.user_id, press.interaction.channel_id)


def _managed_table(house: House, press: Press) -> tuple[LiveTable, Person]:
    """The table that a host or moderator means, with the say that they have there: for who may manage messages here
    always that of this channel, wherever they sit."""
    here = house.service.tables.in_channel(press.interaction.channel_id or 0)
    person = person_of(press.interaction, here)
    return (here, person) if here is not None and person.moderator else (_table(house, press), press.person)


async def show_hand(house: House, press: Press) -> acts.Shown:
    """My hand again, wherever I sit."""
    return await hand_at(house, press, _table(house, press))


async def say_the_word(house: House, press: Press) -> acts.Shown:
    """Say "Calidruno!" at the table of this channel, else at the only other one where a match is played."""
    live = _table(house, press)
    if live.playing is None:
        raise RefusedError(Refusal.NOT_STARTED)
    live.own_seat(press.person.user_id)
    if not await house.say(live, press.person.user_id, WORD, press.idem):
        raise RefusedError(Refusal.UNKNOWN_ACTION, action=WORD)
    return press.text("house.said.word")


async def show_table(house: House, press: Press) -> acts.Shown:
    """What one may do at the table."""
    live = _table(house, press)
    view = live.seat_view(press.person.user_id, press.text, press.settings)
    return At(live, panels.more_panel(view, moderator=press.person.moderator))


async def repost_table(house: House, press: Press) -> acts.Shown:
    return repost_at(house, press, _managed_table(house, press)[0])


async def leave_table(house: House, press: Press) -> acts.Shown:
    return await leave_at(house, press, _table(house, press), sure=False)


async def end_table(house: House, press: Press) -> acts.Shown:
    live, person = _managed_table(house, press)
    return await end_at(house, replace(press, person=person), live, sure=False)

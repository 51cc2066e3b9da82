"""``/play``: open a table here, or in a thread of its own; ``/solo``: play against computers at once."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot import acts
from bot.cogs.names import words
from bot.house import House
from bot.presenters import house as panels
from bot.presenters.common import game_name
from bot.presenters.options import preset_name
from bot.presenters.refusals import Refusal, permission_name
from bot.presenters.registry import PRESENTERS
from bot.press import At, Press, missing_permission, place_of
from bot.router import Router
from bot.tables.errors import RefusedError, TakenError
from bot.tables.faults import FORM_FAULTS, NETWORK_ERRORS, Fault, fault_of, patiently
from bot.tables.permits import Place
from games.registry import BY_KEY

CHOICES_MAX = 25

log = logging.getLogger(__name__)


def register(tree: app_commands.CommandTree[Any], router: Router) -> None:
    """Add the command to the bot's tree."""

    @tree.command(name=words("command.play.name"), description=words("command.play.description"))
    @app_commands.rename(
        game=words("command.play.game.name"),
        rules=words("command.play.rules.name"),
        thread=words("command.play.thread.name"),
    )
    @app_commands.describe(
        game=words("command.play.game.description"),
        rules=words("command.play.rules.description"),
        thread=words("command.play.thread.description"),
    )
    @app_commands.guild_only()
    async def play(
        interaction: discord.Interaction[Any], game: str, rules: str | None = None, thread: bool = False
    ) -> None:
        async def act(house: House, press: Press) -> acts.Shown:
            return await open_table(house, press, game, rules, in_thread=thread)

        await router.run(interaction, act)

    @play.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        text = await router.house.text_for(interaction)
        return matching({key: game_name(text, key) for key in PRESENTERS}, typed)

    @play.autocomplete("rules")
    async def _presets(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        game = BY_KEY.get(str(interaction.namespace.game or next(iter(PRESENTERS))))
        if game is None:
            return []
        text = await router.house.text_for(interaction)
        return matching({key: preset_name(text, game.info.key, key) for key in game.presets}, typed)

    @tree.command(name=words("command.solo.name"), description=words("command.solo.description"))
    @app_commands.rename(game=words("command.play.game.name"))
    @app_commands.describe(game=words("command.play.game.description"))
    @app_commands.guild_only()
    async def solo(interaction: discord.Interaction[Any], game: str) -> None:
        async def act(house: House, press: Press) -> acts.Shown:
            return await open_solo(house, press, game)

        await router.run(interaction, act)

    solo.autocomplete("game")(_games)


def matching(names: dict[str, str], typed: str) -> list[app_commands.Choice[str]]:
    """The choices whose name or key holds what was typed."""
    needle = typed.casefold()
    found = [(key, name) for key, name in names.items() if needle in name.casefold() or needle in key]
    return [app_commands.Choice(name=name, value=key) for key, name in found[:CHOICES_MAX]]


async def open_table(house: House, press: Press, game: str, preset: str | None, *, in_thread: bool) -> acts.Shown:
    """Open a table for the person who asks, who sits down at once."""
    place = place_of(press.interaction)
    if place is None:
        raise RefusedError(Refusal.ONLY_IN_SERVER)
    key = game_key(press, game)
    presets = BY_KEY[key].presets
    chosen = next(iter(presets)) if preset is None else preset
    if chosen not in presets:
        raise RefusedError(Refusal.OPTION_UNKNOWN)
    check_permissions(press, in_thread=in_thread)
    house.check_loud(press.person.user_id, place.guild_id)
    try:
        if in_thread:
            # A thread that was opened for nothing could not be taken away again.
            await house.service.check_opening(place, press.person)
            place = await thread_place(press, key, place)
        live = await house.service.open_table(place, press.person, key, chosen, None)
    except TakenError as taken:
        return taken_answer(house, press, taken)
    return press.text("house.said.opened", channel=f"<#{live.record.channel_id}>")


async def open_solo(house: House, press: Press, game: str) -> acts.Shown:
    """A match of the person who asks against computers, begun at once."""
    place = place_of(press.interaction)
    if place is None:
        raise RefusedError(Refusal.ONLY_IN_SERVER)
    key = game_key(press, game)
    check_permissions(press, in_thread=False)
    house.check_loud(press.person.user_id, place.guild_id)
    try:
        live = await house.service.open_solo(place, press.person, key)
    except TakenError as taken:
        return taken_answer(house, press, taken)
    hand = (await house.public_text(live))(PRESENTERS[key].hand_label)
    return press.text("house.said.solo", channel=f"<#{live.record.channel_id}>", hand=hand)


def taken_answer(house: House, press: Press, taken: TakenError) -> acts.Shown:
    """The way to the table that is in this channel already."""
    live = house.service.tables.find(taken.table_id)
    may_end = press.interaction.permissions.manage_messages or press.person.user_id == live.record.host_id
    return At(live, panels.taken_panel(live.table_view(press.text), may_end=may_end))


def game_key(press: Press, typed: str) -> str:
    """The game that a typed word means: its key, or its name in the reader's language."""
    for key in PRESENTERS:
        if typed.casefold() in {key, game_name(press.text, key).casefold()}:
            return key
    raise RefusedError(Refusal.OPTION_UNKNOWN)


def check_permissions(press: Press, *, in_thread: bool) -> None:
    """Refuse before anything is opened if the bot could not show the table; the sentence names what is missing."""
    name = missing_permission(press.interaction, in_thread=in_thread)
    if name is not None:
        raise RefusedError(Refusal.MISSING_PERMISSION, permission=permission_name(press.text, name))


async def new_thread(press: Press, channel: discord.TextChannel, name: str) -> discord.Thread | None:
    """A public thread of this name; None if Discord, or the server's moderation, does not take the name."""
    try:
        return await patiently(channel.create_thread(name=name, type=discord.ChannelType.public_thread))
    except (discord.DiscordException, *NETWORK_ERRORS) as error:
        fault = fault_of(error)
        log.warning("no thread was opened for a table: %s", fault.name)
        if fault is Fault.PERMISSION:
            missing = permission_name(press.text, "create_public_threads")
            raise RefusedError(Refusal.MISSING_PERMISSION, permission=missing) from None
        if fault in FORM_FAULTS:
            return None
        raise RefusedError(Refusal.NO_THREAD) from error


async def thread_place(press: Press, game: str, place: Place) -> Place:
    """A new thread of the channel for the table; inside a thread that thread itself serves."""
    channel = press.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return place
    title = press.text("house.title", game=game_name(press.text, game), host=press.person.name)
    thread = await new_thread(press, channel, title) or await new_thread(press, channel, game_name(press.text, game))
    if thread is None:
        raise RefusedError(Refusal.NO_THREAD)
    return Place(place.guild_id, thread.id, channel.id)

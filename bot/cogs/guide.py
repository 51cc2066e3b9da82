"""``/rules``, ``/settings`` and ``/server``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import acts
from bot.acts.settings import my_settings, server_settings
from bot.cogs.names import words
from bot.cogs.play import game_key, matching
from bot.house import House
from bot.presenters import house as panels
from bot.presenters.common import game_name
from bot.presenters.registry import PRESENTERS
from bot.press import Press
from bot.router import Router


def register(tree: app_commands.CommandTree[Any], router: Router) -> None:
    """Add the commands to the bot's tree."""

    @tree.command(name=words("command.rules.name"), description=words("command.rules.description"))
    @app_commands.rename(game=words("command.play.game.name"))
    @app_commands.describe(game=words("command.rules.game.description"))
    async def rules(interaction: discord.Interaction[Any], game: str) -> None:
        async def act(house: House, press: Press) -> acts.Shown:
            del house
            return panels.rules_panel(press.text, game_key(press, game))

        await router.run(interaction, act)

    @rules.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        text = await router.house.text_for(interaction)
        return matching({key: game_name(text, key) for key in PRESENTERS}, typed)

    @tree.command(name=words("command.settings.name"), description=words("command.settings.description"))
    async def settings(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, my_settings)

    @tree.command(name=words("command.server.name"), description=words("command.server.description"))
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def server(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, server_settings)

"""``/privacy`` and ``/forget-me``: what is stored about the person who asks, and having it deleted."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.acts.privacy import forget as forget_act
from bot.acts.privacy import privacy as privacy_act
from bot.cogs.names import words
from bot.router import Router


def register(tree: app_commands.CommandTree[Any], router: Router) -> None:
    """Add the commands to the bot's tree."""

    @tree.command(name=words("command.privacy.name"), description=words("command.privacy.description"))
    async def privacy(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, privacy_act)

    @tree.command(name=words("command.forget.name"), description=words("command.forget.description"))
    async def forget(interaction: discord.Interaction[Any]) -> None:
        await router.run(interaction, forget_act)

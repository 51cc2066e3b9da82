"""A local Discord, a scripted bot on it and its operator; every request and answer is checked when a test ends."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from typing import Any

import discord
import pytest

from bot.local.clock import Clock
from bot.local.server import LocalDiscord
from tests.support.local_discord import Operator, local_discord, operator, point_client_at, running
from tests.support.openapi import complaints, description
from tests.support.people import Person, people
from tests.support.scripted_bot import ScriptedBot, panel, picture


@pytest.fixture
async def local() -> AsyncGenerator[LocalDiscord]:
    """A server whose clock stands still until a test moves it."""
    start = time.time()
    async with local_discord(clock=Clock(lambda: start)) as server:
        point_client_at(server.url)
        yield server
        journal = list(server.core.journal.entries)
    if description() is not None:
        assert complaints(journal) == []


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncGenerator[ScriptedBot]:
    """The real client, connected; a test that expects failures empties ``failures``."""
    client = ScriptedBot()
    async with running(client):
        yield client
    assert client.failures == []


@pytest.fixture
async def trio(local: LocalDiscord) -> AsyncGenerator[list[Person]]:
    """Anna, Bruno and Carla in #tavolo-1."""
    async with people(local.url, "anna", "bruno", "carla") as opened:
        yield opened


@pytest.fixture
async def op(local: LocalDiscord) -> AsyncGenerator[Operator]:
    """The operator."""
    async with operator(local.url) as found:
        yield found


@pytest.fixture
async def table(bot: ScriptedBot, trio: list[Person]) -> Any:
    """A table that Anna opened, with a picture and three buttons."""

    async def opened(interaction: discord.Interaction) -> None:
        buttons = (("My hand", "x:hand"), ("Next", "x:next"), ("Say it", "x:word"))
        await interaction.response.send_message(view=panel("A table", *buttons, shown="table.png"), file=picture())

    bot.on["table"] = opened
    return (await trio[0].command("table", game="hearts")).message

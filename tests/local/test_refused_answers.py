"""Answers that come too late, twice or to where they may not, as the real client hears of them."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord import ui

from tests.support.local_discord import Operator
from tests.support.people import Person
from tests.support.scripted_bot import ScriptedBot, form


async def test_no_answer_within_three_seconds_fails_and_comes_too_late(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    async def late(interaction: discord.Interaction) -> None:
        await op.advance(3)
        await interaction.response.send_message("sorry")

    bot.on["table"] = late
    answer = await trio[0].command("table", game="x")
    assert answer.kind == "failed"
    await trio[0].wait_for(lambda: True)
    failure = await _failure(bot, trio)
    assert isinstance(failure, discord.NotFound)
    assert failure.code == 10062


async def _failure(bot: ScriptedBot, trio: list[Person]) -> BaseException:
    """What the handler raised; another interaction is the barrier behind it."""
    bot.on["kick"] = lambda interaction: interaction.response.send_message("barrier")
    await trio[0].command("kick", who=trio[1])
    return bot.failures.pop()


async def test_nothing_is_answered_in_a_channel_that_is_gone(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    codes: asyncio.Queue[int] = asyncio.Queue()

    async def gone(interaction: discord.Interaction) -> None:
        await op("DELETE", f"channels/{interaction.channel_id}")
        with pytest.raises(discord.NotFound) as caught:
            await interaction.response.send_modal(form("Say it", "x:form", ui.TextInput(label="Word")))
        await codes.put(caught.value.code)

    bot.on["table"] = gone
    asking = asyncio.create_task(trio[0].command("table", game="x"))
    async with asyncio.timeout(10):
        assert await codes.get() == 10003
    asking.cancel()


async def test_nothing_follows_an_answer_in_a_channel_that_is_gone(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    codes: asyncio.Queue[int] = asyncio.Queue()

    async def gone(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        await op("DELETE", f"channels/{interaction.channel_id}")
        with pytest.raises(discord.NotFound) as caught:
            await interaction.followup.send("two")
        await codes.put(caught.value.code)

    bot.on["table"] = gone
    await trio[0].command("table", game="x")
    async with asyncio.timeout(10):
        assert await codes.get() == 10003


async def test_second_answer_is_refused(bot: ScriptedBot, trio: list[Person]) -> None:
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        interaction.response._response_type = None
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_message("two")
        assert caught.value.code == 40060
        await interaction.followup.send("refused")

    bot.on["table"] = twice
    await trio[0].command("table", game="x")
    await trio[0].wait_for(lambda: trio[0].find("refused"))
    assert trio[0].find("two") is None


async def test_token_is_over_after_fifteen_minutes(
    bot: ScriptedBot, trio: list[Person], table: Any, op: Operator
) -> None:
    kept: list[discord.Interaction] = []

    async def keep(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await interaction.response.send_message("a hand", ephemeral=True)

    bot.on["x:hand"] = keep
    await trio[0].press("My hand")
    await op.advance(899)
    await kept[0].edit_original_response(content="still there")
    await op.advance(1)
    for attempt in (kept[0].edit_original_response(content="no"), kept[0].followup.send("no")):
        with pytest.raises(discord.HTTPException) as caught:
            await attempt
        assert (caught.value.status, caught.value.code) == (401, 50027)
    # A new press brings a new token.
    await trio[0].press("My hand")
    await kept[1].edit_original_response(content="fresh")


async def test_token_reaches_no_message_but_its_own(bot: ScriptedBot, trio: list[Person], table: Any) -> None:
    kept: list[discord.Interaction] = []

    async def keep(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await interaction.response.send_message(f"hand of {interaction.user.name}", ephemeral=True)

    bot.on["x:hand"] = keep
    await trio[0].press("My hand")
    answer = await trio[1].press("My hand")
    assert answer.message is not None
    with pytest.raises(discord.NotFound) as caught:
        await kept[0].followup.edit_message(int(answer.message.id), content="peek")
    assert caught.value.code == 10008

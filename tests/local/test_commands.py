"""Slash commands: registered, shown in the reader's language, entered, completed."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local.server import LocalDiscord
from tests.support.local_discord import Operator, point_client_at, running
from tests.support.people import Person, Refused
from tests.support.scripted_bot import ScriptedBot


async def test_commands_are_shown_in_the_language_of_each_person(bot: ScriptedBot, trio: list[Person]) -> None:
    anna, bruno, _ = trio
    names = {command["name"]: command for command in await anna.commands()}
    assert set(names) == {"table", "kick", "count", "guard", "seat"}
    assert names["table"]["name_localized"] == "table"
    italian = {command["name"]: command for command in await bruno.commands()}["table"]
    assert italian["name_localized"] == "tavolo"
    assert italian["description_localized"] == "Apri un tavolo"
    assert italian["options"][0]["name_localized"] == "gioco"
    assert italian["options"][0]["name"] == "game"
    assert (await anna.commands(locale="it"))[0]["name_localized"] == "tavolo"


async def test_registering_again_keeps_the_ids(bot: ScriptedBot, local: LocalDiscord) -> None:
    before = {command["name"]: command["id"] for command in local.core.world.commands["global"]}
    await bot.tree.sync()
    assert {command["name"]: command["id"] for command in local.core.world.commands["global"]} == before


async def test_commands_of_one_guild_come_beside_the_global_ones(bot: ScriptedBot, trio: list[Person]) -> None:
    @bot.tree.command(name="here", description="Only here", guild=bot.guilds[0])
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("yes")

    await bot.tree.sync(guild=bot.guilds[0])
    assert "here" in [command["name"] for command in await trio[0].commands()]
    assert (await trio[0].command("here")).text == "yes"


async def test_subcommand_reaches_the_bot_with_its_values(bot: ScriptedBot, trio: list[Person]) -> None:
    async def seat(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        await interaction.response.send_message(f"{data['options'][0]['name']} {interaction.namespace.number}")

    bot.on["seat"] = seat
    assert (await trio[0].command("seat take", number=3)).text == "take 3"


@pytest.mark.parametrize(
    ("command", "options", "reason"),
    [
        ("nothing", {}, "no command"),
        ("table", {}, "needs game"),
        ("table", {"game": 7}, "is a text"),
        ("table", {"game": "x", "more": 1}, "no option 'more'"),
        ("count", {"number": 10}, "too large"),
        ("count", {"number": "3"}, "is a number"),
        ("count", {"number": 3, "how": "shouting"}, "none of the choices"),
        ("kick", {"who": "12345678901234567"}, "is a person"),
        ("seat", {}, "needs one of: take"),
    ],
)
async def test_what_the_client_would_not_send_is_refused(
    bot: ScriptedBot, trio: list[Person], command: str, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await trio[0].command(command, **options)


async def test_command_for_managers_is_refused_to_others(bot: ScriptedBot, trio: list[Person]) -> None:
    bot.on["guard"] = lambda interaction: interaction.response.send_message("on guard")
    assert (await trio[0].command("guard")).text == "on guard"
    with pytest.raises(Refused, match="may not use"):
        await trio[1].command("guard")


async def test_command_for_servers_only_is_not_there_in_the_conversation(bot: ScriptedBot, trio: list[Person]) -> None:
    dm = await trio[0].open_dm()
    with pytest.raises(Refused, match="no command"):
        await trio[0].command("guard", channel=dm)
    bot.on["count"] = lambda interaction: interaction.response.send_message("one")
    assert (await trio[0].command("count", number=1, channel=dm)).text == "one"
    assert [message.text for message in trio[0].dms()] == ["one"]


async def test_autocomplete_offers_what_the_bot_says(bot: ScriptedBot, trio: list[Person]) -> None:
    offered = await trio[1].autocomplete("table", "game", "he")
    assert [(choice["name_localized"], choice["value"]) for choice in offered] == [("cuori", "hearts")]


async def test_command_without_a_bot_fails_after_three_seconds(
    local: LocalDiscord, trio: list[Person], op: Operator
) -> None:
    point_client_at(local.url)
    async with running(ScriptedBot()):
        pass
    started = await trio[0]._call("POST", f"/user/anna/channels/{trio[0].here}/commands", {"name": "guard"})
    await op.advance(3)
    result = await trio[0].wait_for(lambda: trio[0]._results.get(started["interaction_id"]))
    assert result.kind == "failed"

"""Every kind of menu and field that the client can show, as people fill them in."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from tests.support.people import Person, Refused
from tests.support.scripted_bot import ScriptedBot, form


def options(*names: str, kind: Any = discord.SelectOption) -> list[Any]:
    return [kind(label=name.title(), value=name) for name in names]


async def test_menu_of_people_gives_them_with_their_membership(bot: ScriptedBot, trio: list[Person]) -> None:
    chosen: list[str] = []

    async def show(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.UserSelect(custom_id="x:who", placeholder="Who?", max_values=2))
        view.stop()
        await interaction.response.send_message("whom?", view=view)

    async def who(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        for user_id in data["values"]:
            chosen.append(data["resolved"]["users"][user_id]["username"])
            assert "roles" in data["resolved"]["members"][user_id]
        await interaction.response.edit_message(content="thanks", view=None)

    bot.on |= {"table": show, "x:who": who}
    await trio[0].command("table", game="x")
    with pytest.raises(Refused, match="not among"):
        await trio[0].choose("1", menu="Who?")
    answer = await trio[0].choose(trio[1].id, trio[2].id, menu="Who?")
    assert (answer.kind, answer.text) == ("update", "thanks")
    assert chosen == ["bruno", "carla"]
    with pytest.raises(Refused, match="sees no menu"):
        await trio[0].choose(trio[1].id, menu="Who?")


async def ask(bot: ScriptedBot, person: Person, *items: ui.Item[Any]) -> list[Any]:
    """Opens a dialog with these items for the person; what was submitted lands in the list."""
    submitted: list[Any] = []

    async def done(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        submitted.extend(data["components"])
        await interaction.response.send_message("done", ephemeral=True)

    bot.on |= {"table": lambda i: i.response.send_modal(form("Ask", "x:asked", *items)), "x:asked": done}
    assert (await person.command("table", game="x")).kind == "modal"
    return submitted


async def test_dialog_with_every_kind_of_field(bot: ScriptedBot, trio: list[Person]) -> None:
    suits = options("cups", "coins", kind=discord.RadioGroupOption)
    cards = options("a", "b", "c", kind=discord.CheckboxGroupOption)
    labels: list[ui.Item[Any]] = [
        ui.Label(text="Suit", component=ui.RadioGroup(custom_id="suit", options=suits)),
        ui.Label(text="Cards", component=ui.CheckboxGroup(custom_id="cards", options=cards, max_values=2)),
        ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure")),
        ui.Label(text="Partner", component=ui.UserSelect(custom_id="partner")),
        ui.TextDisplay("Think well."),
    ]
    submitted = await ask(bot, trio[0], *labels)
    answer = await trio[0].submit({"Suit": "Coins", "Cards": ["A", "c"], "Sure": True, "Partner": [trio[1].id]})
    assert answer.text == "done"
    suit, held, sure, partner = (label["component"] for label in submitted[:4])
    assert suit["value"] == "coins"
    assert held["values"] == ["a", "c"]
    assert sure["value"] is True
    assert partner["values"] == [trio[1].id]
    assert submitted[4]["type"] == 10


async def test_what_is_filled_in_beforehand_is_sent_when_left_alone(bot: ScriptedBot, trio: list[Person]) -> None:
    suits = [discord.SelectOption(label="Cups", value="cups", default=True), *options("coins")]
    submitted = await ask(
        bot,
        trio[0],
        ui.Label(text="Name", component=ui.TextInput(custom_id="name", default="Anna", required=False)),
        ui.Label(text="Suit", component=ui.Select(custom_id="suit", options=suits)),
    )
    await trio[0].submit()
    name, suit = (label["component"] for label in submitted)
    assert (name["value"], suit["values"]) == ("Anna", ["cups"])


async def test_required_field_is_needed_and_an_optional_one_is_not(bot: ScriptedBot, trio: list[Person]) -> None:
    must: Any = ui.Label(text="Must", component=ui.TextInput(custom_id="must", min_length=3))
    may: Any = ui.Label(text="May", component=ui.Select(custom_id="may", options=options("x"), required=False))
    submitted = await ask(bot, trio[0], must, may)
    for values, reason in (({}, "must be filled in"), ({"Must": "ab"}, "3 to"), ({"nothing": "x"}, "no field")):
        with pytest.raises(Refused, match=reason):
            await trio[0].submit(values)
    await trio[0].submit({"Must": "abc"})
    assert [label["component"].get("value", label["component"].get("values")) for label in submitted] == ["abc", []]


async def test_bot_replies_to_a_person(bot: ScriptedBot, trio: list[Person]) -> None:
    said = await trio[0].say("hello")
    await bot.channel().get_partial_message(int(said.id)).reply("hello yourself")
    seen = await trio[0].wait_for(lambda: trio[0].find("hello yourself"))
    assert seen.data["message_reference"]["message_id"] == said.id
    assert seen.data["referenced_message"]["content"] == "hello"
    with pytest.raises(discord.HTTPException) as caught:
        await bot.channel().get_partial_message(1).reply("to nobody")
    assert caught.value.code == 50035


async def test_menu_in_the_panel_of_one_person_is_pressed_by_another(bot: ScriptedBot, trio: list[Person]) -> None:
    """Anybody may press what is public: the bot has to check who it was."""
    seen: list[str] = []

    async def look(interaction: discord.Interaction) -> None:
        seen.append(interaction.user.name)
        await interaction.response.send_message("not yours", ephemeral=True)

    async def show(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.Select(custom_id="x:menu", options=options("a", "b")))
        view.stop()
        await interaction.response.send_message("choose", view=view)

    bot.on |= {"table": show, "x:menu": look}
    await trio[0].command("table", game="x")
    await trio[2].wait_for(lambda: trio[2].find("choose"))
    assert (await trio[2].choose("B")).text == "not yours"
    assert seen == ["carla"]

"""What people do and how the real client answers it."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.local.server import LocalDiscord
from tests.support.people import Person, Refused
from tests.support.scripted_bot import ScriptedBot, form, panel, picture


async def test_slash_command_is_answered_with_a_picture_that_everybody_sees(trio: list[Person], table: Any) -> None:
    assert table.text == "A table"
    assert table.alt_texts == ["the table"]
    assert (await table.picture()).startswith(b"\x89PNG")
    for person in trio:
        seen = await person.wait_for(lambda person=person: person.find("A table"))
        assert seen.labels == ["My hand", "Next", "Say it"]
        shown = next(c for c in seen.components if c["type"] == 12)["items"][0]["media"]
        assert (shown["width"], shown["height"]) == (40, 24)


async def test_ephemeral_is_seen_by_its_user_only_and_cannot_be_fetched(
    bot: ScriptedBot, trio: list[Person], table: Any
) -> None:
    anna, bruno, carla = trio
    sent: list[discord.WebhookMessage] = []

    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ace of cups", ephemeral=True)
        sent.append(await interaction.followup.send("and a picture", ephemeral=True, file=picture(), wait=True))
        await sent[0].edit(content="and another", attachments=[picture("red", "other.png")])

    bot.on["x:hand"] = hand
    answer = await bruno.press("My hand")
    assert answer.text == "ace of cups"
    assert answer.message is not None
    assert answer.message.ephemeral
    second = await bruno.wait_for(lambda: bruno.find("and another"))
    assert [a["filename"] for a in second.data["attachments"]] == ["other.png"]
    await carla.say("did I miss something?")
    await anna.wait_for(lambda: anna.find("did I miss"))
    assert anna.ephemerals() == []
    assert carla.ephemerals() == []
    with pytest.raises(discord.NotFound) as caught:
        await bot.channel().fetch_message(sent[0].id)
    assert caught.value.code == 10008


async def test_press_is_answered_by_changing_the_message_and_its_picture(
    bot: ScriptedBot, trio: list[Person], table: Any
) -> None:
    async def turn(interaction: discord.Interaction) -> None:
        view = panel("Bruno played", ("Next", "x:next"), shown="2.png")
        await interaction.response.edit_message(view=view, attachments=[picture("blue", "2.png")])

    bot.on["x:next"] = turn
    before = await table.picture()
    answer = await trio[1].press("Next")
    assert answer.kind == "update"
    await trio[0].wait_for(lambda: table.text == "Bruno played")
    assert [a["filename"] for a in table.data["attachments"]] == ["2.png"]
    assert await table.picture() != before


async def test_what_a_change_has_taken_away_under_the_finger_is_refused_as_such(
    local: LocalDiscord, trio: list[Person], table: Any
) -> None:
    path = f"{local.url}/user/{trio[1].key}/messages/{table.id}/press"
    async with aiohttp.ClientSession() as http, http.post(path, json={"custom_id": "x:gone"}) as answer:
        assert answer.status == 409
        assert "x:gone" in (await answer.json())["error"]


async def test_dialog_with_text_and_menu_is_filled_in_by_labels(
    bot: ScriptedBot, trio: list[Person], table: Any
) -> None:
    async def ask(interaction: discord.Interaction) -> None:
        suits = [discord.SelectOption(label=name.title(), value=name) for name in ("cups", "coins")]
        word: Any = ui.Label(text="The word", component=ui.TextInput(custom_id="word", max_length=12))
        suit: Any = ui.Label(text="Suit", component=ui.Select(custom_id="suit", options=suits))
        await interaction.response.send_modal(form("Say it", "x:said", word, suit))

    async def said(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        entered = [label["component"] for label in data["components"]]
        await interaction.response.send_message(f"{entered[0]['value']} {entered[1]['values']}")

    bot.on |= {"x:word": ask, "x:said": said}
    opened = await trio[2].press("Say it")
    assert opened.kind == "modal"
    assert opened.modal is not None
    assert opened.modal.title == "Say it"
    with pytest.raises(Refused, match="characters"):
        await trio[2].submit({"The word": "Calidruno, Calidruno!", "Suit": "Cups"})
    with pytest.raises(Refused, match="not among the choices"):
        await trio[2].submit({"The word": "Calidruno!", "Suit": "Swords"})
    answer = await trio[2].submit({"The word": "Calidruno!", "Suit": "Cups"})
    assert answer.text == "Calidruno! ['cups']"
    with pytest.raises(Refused, match="no such dialog"):
        await trio[2].submit({"The word": "Calidruno!", "Suit": "Cups"})


async def test_deferred_answer_shows_when_it_is_edited_in(bot: ScriptedBot, trio: list[Person]) -> None:
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        # The deferral was private, so this is, whatever it says of itself.
        await interaction.followup.send("done", ephemeral=False)

    bot.on["table"] = slow
    answer = await trio[0].command("table", game="x")
    assert (answer.kind, answer.text) == ("message", "done")
    assert answer.message is not None
    assert answer.message.ephemeral


async def test_an_answer_is_as_private_as_its_deferral_whatever_the_edit_says(
    bot: ScriptedBot, trio: list[Person]
) -> None:
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(view=panel("now", shown="t.png"), attachments=[picture(name="t.png")])

    bot.on["table"] = slow
    answer = await trio[0].command("table", game="x")
    assert answer.message is not None
    assert answer.message.data["flags"] & 64


async def test_deferral_carries_no_layout_flag_but_the_edit_may(bot: ScriptedBot, trio: list[Person]) -> None:
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(view=panel("now", shown="t.png"), attachments=[picture(name="t.png")])

    bot.on["table"] = slow
    answer = await trio[0].command("table", game="x")
    assert answer.text == "now"


async def test_update_deferral_leaves_the_message_and_the_edit_changes_it(
    bot: ScriptedBot, trio: list[Person], table: Any
) -> None:
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=panel("later"), attachments=[])

    bot.on["x:next"] = later
    await trio[0].press("Next")
    await trio[0].wait_for(lambda: table.text == "later")
    assert table.data["attachments"] == []


async def test_answer_can_be_read_back_and_deleted(bot: ScriptedBot, trio: list[Person]) -> None:
    read: list[str] = []

    async def short(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("gone soon", ephemeral=True)
        read.append((await interaction.original_response()).content)
        await interaction.delete_original_response()

    bot.on["table"] = short
    answer = await trio[0].command("table", game="x")
    assert answer.message is not None
    await trio[0].wait_for(lambda: answer.message is not None and answer.message.deleted)
    assert read == ["gone soon"]


async def test_interaction_carries_all_that_the_bot_may_need(bot: ScriptedBot, trio: list[Person]) -> None:
    seen: list[discord.Interaction] = []

    async def look(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("seen", ephemeral=True)

    bot.on["kick"] = look
    await trio[1].command("kick", who=trio[2])
    (interaction,) = seen
    assert interaction.locale is discord.Locale.italian
    assert interaction.guild_locale is discord.Locale.american_english
    assert interaction.app_permissions.attach_files
    assert not interaction.app_permissions.manage_messages
    assert not interaction.permissions.manage_guild
    assert interaction.user.id == int(trio[1].id)
    assert interaction.guild is bot.guilds[0]
    assert interaction.filesize_limit == 10 << 20
    assert interaction.context.guild
    named: Any = interaction.namespace["who"]
    assert isinstance(named, discord.Member)
    assert named.display_name == "Carla"


async def test_press_in_the_conversation_comes_without_a_guild(bot: ScriptedBot, trio: list[Person]) -> None:
    seen: list[Any] = []

    async def look(interaction: discord.Interaction) -> None:
        seen.append((interaction.guild, interaction.context.dm_channel, interaction.user.name))
        await interaction.response.edit_message(view=panel("pressed"))

    bot.on["x:dm"] = look
    user = await bot.fetch_user(int(trio[2].id))
    await user.send(view=panel("psst", ("Yes", "x:dm")))
    await trio[2].wait_for(trio[2].dms)
    answer = await trio[2].press("Yes", channel=trio[2].dm_channel())
    assert answer.text == "pressed"
    assert seen == [(None, True, "carla")]
    assert trio[0].dms() == []


async def test_only_what_is_shown_and_enabled_can_be_pressed(
    local: LocalDiscord, bot: ScriptedBot, trio: list[Person]
) -> None:
    async def show(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Off", custom_id="x:off", disabled=True))
        options = [discord.SelectOption(label=str(n)) for n in range(3)]
        view.add_item(ui.Select(custom_id="x:menu", options=options, max_values=2, placeholder="Cards"))
        view.stop()
        await interaction.response.send_message("classic", view=view)

    async def chosen(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        await interaction.response.send_message(f"chose {data['values']}")

    bot.on |= {"table": show, "x:menu": chosen}
    shown = (await trio[0].command("table", game="x")).message
    assert shown is not None
    for custom_id, values, reason in (
        ("x:off", None, "disabled"),
        ("x:nothing", None, "no component"),
        ("x:menu", ["7"], "not among"),
        ("x:menu", ["0", "1", "2"], "choose 1 to 2"),
        ("x:menu", [], "choose 1 to 2"),
    ):
        body = {"custom_id": custom_id, "values": values}
        with pytest.raises(Refused, match=reason):
            await trio[0]._act(f"/user/anna/messages/{shown.id}/press", body)
    assert (await trio[0].choose("2", "0", menu="Cards")).text == "chose ['2', '0']"


async def test_own_ephemeral_can_be_dismissed_and_is_then_gone_for_the_bot(
    bot: ScriptedBot, trio: list[Person], table: Any
) -> None:
    kept: list[discord.Interaction] = []

    async def keep(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await interaction.response.send_message("a hand", ephemeral=True)

    bot.on["x:hand"] = keep
    answer = await trio[0].press("My hand")
    assert answer.message is not None
    await trio[0].dismiss(answer.message)
    with pytest.raises(discord.NotFound) as caught:
        await kept[0].edit_original_response(content="hello?")
    assert caught.value.code == 10008


async def test_nobody_hears_what_is_anothers(bot: ScriptedBot, trio: list[Person], table: Any) -> None:
    """Ephemerals, dialogs, conversations and answers are told to their person's page only."""
    anna, bruno, carla = trio
    bot.on["x:hand"] = lambda interaction: interaction.response.send_message("ace of cups", ephemeral=True)
    bot.on["x:word"] = lambda interaction: interaction.response.send_modal(
        form("Say it", "x:said", ui.Label(text="Word", component=ui.TextInput(custom_id="word")))
    )
    before = {person.key: set(person._results) for person in trio}
    await anna.press("My hand")
    await anna.press("Say it")
    await (await bot.fetch_user(int(anna.id))).send("psst")
    await anna.wait_for(anna.dms)
    await anna.say("barrier")
    for other in (bruno, carla):
        await other.wait_for(lambda other=other: other.find("barrier"))
        assert [message.text for message in other.everything()] == ["A table", "barrier"]
        assert other.modal is None
        assert set(other._results) == before[other.key]
        assert all(channel["type"] != 1 for channel in other.channels.values())
        with pytest.raises(Refused, match="no such channel"):
            await other._call("GET", f"/user/{other.key}/channels/{anna.dm_channel()}/messages")
        hand = anna.ephemerals()[0]
        with pytest.raises(Refused, match="no such message"):
            await other._call("POST", f"/user/{other.key}/messages/{hand.id}/press", {"custom_id": "x"})
        assert anna.modal is not None
        with pytest.raises(Refused, match="no such dialog"):
            await other.submit({"word": "x"}, anna.modal)

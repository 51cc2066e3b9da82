"""Messages by the bot's token: sent, edited, deleted, listed, answered, read; in channels and conversations."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.local.server import LocalDiscord
from tests.support.local_discord import Operator, running
from tests.support.people import Person
from tests.support.scripted_bot import MINIMAL, ScriptedBot, panel, picture

NO_PINGS = discord.AllowedMentions.none()


async def test_message_is_sent_edited_and_deleted_before_everybodys_eyes(bot: ScriptedBot, trio: list[Person]) -> None:
    sent = await bot.channel().send(view=panel("one", shown="a.png"), file=picture(name="a.png"))
    seen = await trio[1].wait_for(lambda: trio[1].find("one"))
    assert seen.by_bot
    await sent.edit(view=panel("two", shown="b.png"), attachments=[picture("red", "b.png")])
    await trio[1].wait_for(lambda: seen.text == "two")
    assert [a["filename"] for a in seen.data["attachments"]] == ["b.png"]
    assert seen.data["edited_timestamp"] is not None
    await sent.delete()
    await trio[1].wait_for(lambda: seen.deleted)
    for attempt in (sent.edit(content="?"), sent.delete(), bot.channel().fetch_message(sent.id)):
        with pytest.raises(discord.NotFound) as caught:
            await attempt
        assert caught.value.code == 10008


async def test_classic_message_shows_its_attachment_in_the_embed(bot: ScriptedBot, trio: list[Person]) -> None:
    embed = discord.Embed(title="Table", description="Bruno's turn").set_image(url="attachment://table.png")
    sent = await bot.channel().send(embed=embed, file=picture())
    assert sent.embeds[0].image.url == sent.attachments[0].url
    seen = await trio[0].wait_for(lambda: trio[0].find("Bruno's turn"))
    assert await trio[0].fetch(seen.data["embeds"][0]["image"]["url"]) == await seen.picture()


async def test_edit_keeps_listed_attachments_and_drops_the_others(bot: ScriptedBot) -> None:
    sent = await bot.channel().send("x", files=[picture(name="a.png"), picture(name="b.png")])
    edited = await sent.edit(attachments=[sent.attachments[1], picture(name="c.png")])
    assert [attachment.filename for attachment in edited.attachments] == ["b.png", "c.png"]
    kept = await edited.edit(content="y")
    assert [attachment.filename for attachment in kept.attachments] == ["b.png", "c.png"]


async def test_file_that_comes_without_a_list_takes_the_place_of_the_others(
    local: LocalDiscord, bot: ScriptedBot
) -> None:
    sent = await bot.channel().send("x", file=picture(name="a.png"))
    body = aiohttp.FormData()
    body.add_field("payload_json", "{}", content_type="application/json")
    body.add_field("files[0]", picture(name="b.png").fp, filename="b.png")
    url = f"{local.url}/api/v10/channels/{sent.channel.id}/messages/{sent.id}"
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bot local"}) as http,
        http.patch(url, data=body) as answer,
    ):
        assert [attachment["filename"] for attachment in (await answer.json())["attachments"]] == ["b.png"]


async def test_update_without_a_list_drops_the_attachments(bot: ScriptedBot, trio: list[Person]) -> None:
    bot.on["table"] = lambda i: i.response.send_message(view=panel("one", ("Go", "x:go")), file=picture())
    bot.on["x:go"] = lambda i: i.response.edit_message(view=panel("two"))
    await trio[0].command("table", game="x")
    answer = await trio[0].press("Go")
    assert answer.message is not None
    assert answer.message.data["attachments"] == []


async def test_same_nonce_gives_the_same_message(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    first = await bot.channel().send("board", nonce=41)
    again = await bot.channel().send("board", nonce=41)
    other = await bot.channel().send("board", nonce=42)
    assert first.id == again.id != other.id
    await op.advance(301)
    assert (await bot.channel().send("board", nonce=41)).id != first.id
    await trio[0].wait_for(lambda: len(trio[0].messages()) == 3)


async def test_history_is_read_newest_first_without_ephemerals(bot: ScriptedBot, trio: list[Person]) -> None:
    bot.on["table"] = lambda interaction: interaction.response.send_message("private", ephemeral=True)
    sent = [await bot.channel().send(f"m{n}") for n in range(3)]
    await trio[0].command("table", game="x")
    channel = bot.channel()
    assert [m.content async for m in channel.history(limit=2)] == ["m2", "m1"]
    assert [m.content async for m in channel.history(before=sent[2])] == ["m1", "m0"]
    assert [m.content async for m in channel.history(after=sent[0])] == ["m1", "m2"]


async def test_person_opens_a_page_later_and_sees_what_was_said_in_order(bot: ScriptedBot, local: LocalDiscord) -> None:
    from tests.support.people import people

    for n in range(3):
        await bot.channel().send(f"m{n}")
    async with people(local.url, "fabio") as (fabio,):
        assert [m.text for m in fabio.messages()] == ["m0", "m1", "m2"]


async def test_mentions_are_only_those_that_the_bot_allows(bot: ScriptedBot, trio: list[Person]) -> None:
    text = f"<@{trio[0].id}> <@{trio[1].id}> @everyone"
    only_bruno = discord.AllowedMentions(users=[discord.Object(int(trio[1].id))], everyone=False)
    assert (await bot.channel().send(text, allowed_mentions=NO_PINGS)).mentions == []
    sent = await bot.channel().send(view=panel(text), allowed_mentions=only_bruno)
    assert [user.name for user in sent.mentions] == ["bruno"]
    assert not sent.mention_everyone
    loud = await bot.channel().send(text)
    assert {user.name for user in loud.mentions} == {"anna", "bruno"}
    bot.on["table"] = lambda interaction: interaction.response.send_message(text)
    answer = await trio[2].command("table", game="x")
    assert answer.message is not None
    assert not answer.message.data["mention_everyone"], "answers to interactions notify users only"


async def test_closed_conversation_refuses_and_an_open_one_lasts(bot: ScriptedBot, trio: list[Person]) -> None:
    anna, bruno, carla = trio
    sent = await (await bot.fetch_user(int(anna.id))).send("your hand")
    await anna.wait_for(anna.dms)
    await sent.edit(content="your new hand")
    await anna.wait_for(lambda: anna.dms()[0].text == "your new hand")
    await bruno.change(dm_open=False)
    with pytest.raises(discord.Forbidden) as caught:
        await (await bot.fetch_user(int(bruno.id))).send("psst")
    assert caught.value.code == 50007
    await carla.change(in_guild=False)
    with pytest.raises(discord.Forbidden) as caught:
        await (await bot.fetch_user(int(carla.id))).send("psst")
    assert caught.value.code == 50278
    with pytest.raises(discord.NotFound):
        await bot.guilds[0].fetch_member(int(carla.id))


async def test_who_left_the_server_sees_it_no_more(bot: ScriptedBot, trio: list[Person]) -> None:
    carla = trio[2]
    await carla.change(in_guild=False)
    await carla.wait_for(lambda: not carla.channels)


async def test_moderator_deletes_any_message_others_only_their_own(bot: ScriptedBot, trio: list[Person]) -> None:
    anna, bruno, _ = trio
    sent = await bot.channel().send("board")
    await bruno.wait_for(lambda: bruno.find("board"))
    board = await anna.wait_for(lambda: anna.find("board"))
    with pytest.raises(Exception, match="only own"):
        await bruno.delete(bruno.messages()[0])
    await anna.delete(board)
    with pytest.raises(discord.NotFound):
        await sent.edit(content="?")
    own = await bruno.say("oops")
    await bruno.delete(own)


# --- what the bot may read ---------------------------------------------------------------------------------------


async def test_words_are_read_only_where_they_concern_the_bot(bot: ScriptedBot, trio: list[Person]) -> None:
    anna = trio[0]
    board = await bot.channel().send("board")
    assert (await bot.hear()).content == "board"
    seen = await anna.wait_for(lambda: anna.find("board"))
    await anna.say("nobody's business")
    assert (await bot.hear()).content == ""
    await anna.say(f"<@{bot.application_id}> Calidruno!")
    assert (await bot.hear()).content.endswith("Calidruno!")
    await anna.say("Calidruno!", reply_to=seen)
    heard = await bot.hear()
    assert heard.content == "Calidruno!"
    assert heard.reference is not None
    assert heard.reference.message_id == board.id
    await anna.say("hello", channel=await anna.open_dm())
    assert (await bot.hear()).content == "hello"


async def test_reply_to_an_answer_of_an_interaction_is_not_read(bot: ScriptedBot, trio: list[Person]) -> None:
    bot.on["table"] = lambda interaction: interaction.response.send_message("answered")
    answer = await trio[0].command("table", game="x")
    await bot.hear()
    await trio[0].say("Calidruno!", reply_to=answer.message)
    assert (await bot.hear()).content == ""


async def test_fetching_gives_no_more_to_read_than_the_gateway(bot: ScriptedBot, trio: list[Person]) -> None:
    said = await trio[0].say("nobody's business")
    assert (await bot.channel().fetch_message(int(said.id))).content == ""
    assert [message.content async for message in bot.channel().history()] == [""]


async def test_with_the_switch_and_the_intent_every_word_is_read(
    local: LocalDiscord, trio: list[Person], op: Operator
) -> None:
    intents = discord.Intents(MINIMAL.value)
    intents.message_content = True
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(ScriptedBot(intents)):
            pass
    await op("POST", "settings", {"message_content": True})
    client = ScriptedBot(intents)
    async with running(client):
        await trio[0].say("nobody's business")
        assert (await client.hear()).content == "nobody's business"


async def test_without_message_intents_nothing_is_told(local: LocalDiscord, trio: list[Person]) -> None:
    client = ScriptedBot(discord.Intents(guilds=True))
    async with running(client):
        client.on["table"] = lambda interaction: interaction.response.send_message("barrier")
        await trio[0].say(f"<@{client.application_id}> hello")
        await trio[0].command("table", game="x")
        assert client.heard.empty()

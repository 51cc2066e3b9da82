"""Channels, threads and what the bot may do in them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local.server import LocalDiscord
from bot.local.wires import guild_wire
from tests.support.local_discord import Operator
from tests.support.people import Person, Refused
from tests.support.scripted_bot import ScriptedBot, picture

VIEW, SEND, EMBED, ATTACH, HISTORY, IN_THREADS = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16, 1 << 38
ALL = VIEW | SEND | EMBED | ATTACH | HISTORY | IN_THREADS


async def code_of(attempt: Any) -> int:
    with pytest.raises(discord.HTTPException) as caught:
        await attempt
    return caught.value.code


@pytest.mark.parametrize(
    ("missing", "send", "code"),
    [
        (SEND, {"content": "x"}, 50013),
        (VIEW, {"content": "x"}, 50001),
        (ATTACH, {"file": True}, 50013),
        (EMBED, {"embed": discord.Embed(title="x")}, 50013),
    ],
)
async def test_missing_permission_is_refused_by_its_number(
    bot: ScriptedBot, op: Operator, missing: int, send: dict[str, Any], code: int
) -> None:
    channel = bot.channel()
    await op("PATCH", f"channels/{channel.id}", {"permissions": ALL & ~missing})
    if send.pop("file", False):
        send["file"] = picture()
    assert await code_of(channel.send(**send)) == code
    assert int((await op("GET", f"channels/{channel.id}"))["permissions"]) == ALL & ~missing
    await op("PATCH", f"channels/{channel.id}", {"permissions": None})
    await channel.send("allowed again")


async def test_client_and_interaction_know_of_a_missing_permission(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    seen: list[bool] = []

    async def look(interaction: discord.Interaction) -> None:
        seen.append(interaction.app_permissions.attach_files)
        await interaction.response.send_message("but answers are always allowed", ephemeral=True)

    bot.on["table"] = look
    channel = bot.channel()
    await op("PATCH", f"channels/{channel.id}", {"permissions": ALL & ~ATTACH})
    await trio[0].command("table", game="x")
    assert seen == [False]
    assert not channel.permissions_for(bot.guilds[0].me).attach_files
    assert channel.permissions_for(bot.guilds[0].me).send_messages


async def test_foreign_messages_are_not_the_bots_to_change(bot: ScriptedBot, trio: list[Person]) -> None:
    said = await trio[0].say("hello")
    message = bot.channel().get_partial_message(int(said.id))
    assert await code_of(message.edit(content="?")) == 50005
    assert await code_of(message.delete()) == 50013


async def test_deleted_channel_is_unknown_and_takes_its_threads_along(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    channel = bot.channel()
    sent = await channel.send("x")
    thread = await sent.create_thread(name="table 1")
    await op("DELETE", f"channels/{channel.id}")
    for attempt in (channel.send("x"), sent.edit(content="y"), thread.send("x"), bot.fetch_channel(channel.id)):
        assert await code_of(attempt) == 10003
    await trio[0].wait_for(lambda: "tavolo-1" not in [c["name"] for c in trio[0].channels.values()])


async def test_of_a_channel_that_it_may_not_see_the_bot_hears_but_not_of_its_threads(
    bot: ScriptedBot, local: LocalDiscord, op: Operator
) -> None:
    channel, guild, told = bot.channel(), bot.guilds[0], list[str]()
    thread = await channel.create_thread(name="Table 1", type=discord.ChannelType.public_thread)

    @bot.event
    async def on_raw_thread_delete(event: discord.RawThreadDeleteEvent) -> None:
        told.append(str(event.thread_id))

    changed = bot.wait_for("guild_channel_update", timeout=10)
    await op("PATCH", f"channels/{channel.id}", {"permissions": ALL & ~VIEW})
    _, hidden = await changed
    assert hidden.name == "___hidden___"
    assert not hidden.permissions_for(guild.me).view_channel
    assert channel.id not in [found.id for found in await guild.fetch_channels()]
    wire = guild_wire(local.core.world)
    assert [found["name"] for found in wire["channels"]] == ["___hidden___", "tavolo-2", "general"]
    assert wire["threads"] == []

    await op("DELETE", f"channels/{thread.id}")
    gone = bot.wait_for("guild_channel_delete", timeout=10)
    await op("DELETE", f"channels/{channel.id}")
    assert (await gone).id == channel.id
    # discord.py itself finds the threads that it still knows of in a deleted channel: one event, not two.
    assert told == [str(thread.id)]


async def test_channel_is_made_and_seen(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    made = await op("POST", "channels", {"name": "tavolo-9"})
    await trio[0].wait_for(lambda: made["id"] in trio[0].channels)
    await trio[0].say("anybody?", channel="tavolo-9")
    await bot.channel("tavolo-9").send("here")
    await trio[0].wait_for(lambda: trio[0].find("here", channel="tavolo-9"))


async def test_thread_below_a_message(bot: ScriptedBot, trio: list[Person]) -> None:
    sent = await bot.channel().send("board")
    thread = await sent.create_thread(name="Table 1", auto_archive_duration=1440)
    assert thread.id == sent.id
    assert await code_of(sent.create_thread(name="again")) == 160004
    await thread.send("inside")
    await thread.add_user(discord.Object(int(trio[1].id)))
    assert {member.id for member in await thread.fetch_members()} == {bot.application_id, int(trio[1].id)}
    seen = await trio[1].wait_for(lambda: trio[1].channels.get(str(thread.id)))
    assert seen["parent_id"] == str(bot.channel().id)
    await trio[1].wait_for(lambda: trio[1].find("inside", channel=str(thread.id)))
    bot.on["table"] = lambda interaction: interaction.response.send_message(f"in {interaction.channel}")
    assert (await trio[1].command("table", game="x", channel=str(thread.id))).text == "in Table 1"


async def test_archived_thread_refuses_edits_and_opens_when_somebody_writes(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    thread = await bot.channel().create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    sent = await thread.send("board")
    await thread.edit(archived=True)
    assert await code_of(sent.edit(content="new board")) == 50083
    assert await code_of(sent.delete()) == 50083
    await thread.send("sending opens it")
    await sent.edit(content="new board")
    await op("PATCH", f"channels/{thread.id}", {"archived": True})
    reopened = await thread.edit(archived=False)
    assert not reopened.archived
    await op("PATCH", f"channels/{thread.id}", {"archived": True})
    await trio[0].say("I open it too", channel=str(thread.id))
    await sent.edit(content="newest board")


async def test_locked_thread_needs_a_moderator(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    thread = await bot.channel().create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await op("PATCH", f"channels/{thread.id}", {"archived": True, "locked": True})
    assert await code_of(thread.send("x")) == 160005
    assert await code_of(thread.edit(archived=False)) == 160005
    with pytest.raises(Refused, match="locked"):
        await trio[1].say("hello?", channel=str(thread.id))
    await trio[0].say("I am a moderator", channel=str(thread.id))


async def test_own_thread_can_be_renamed_but_not_deleted_without_permission(bot: ScriptedBot) -> None:
    thread = await bot.channel().create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    assert (await thread.edit(name="Table 2")).name == "Table 2"
    assert await code_of(thread.edit(locked=True)) == 50013
    assert await code_of(thread.delete()) == 50013
    assert await code_of(bot.channel().edit(name="mine")) == 50013
    await thread.leave()
    await thread.join()


async def test_private_thread_is_not_created_without_permission(bot: ScriptedBot) -> None:
    assert await code_of(bot.channel().create_thread(name="secret")) == 50013


async def test_threads_are_listed(bot: ScriptedBot) -> None:
    sent = await bot.channel().send("board")
    thread = await sent.create_thread(name="Table 1")
    assert [found.id for found in await bot.guilds[0].active_threads()] == [thread.id]
    await thread.edit(archived=True)
    assert [found.id async for found in bot.channel().archived_threads()] == [thread.id]


async def test_guild_channels_members_and_emojis_are_fetched(bot: ScriptedBot, trio: list[Person]) -> None:
    guild = await bot.fetch_guild(bot.guilds[0].id)
    assert guild.name == "Circolo"
    assert [channel.name for channel in await guild.fetch_channels()] == ["tavolo-1", "tavolo-2", "general"]
    member = await guild.fetch_member(int(trio[0].id))
    assert member.display_name == "Anna"
    assert member.guild_permissions.manage_messages
    emoji = await bot.create_application_emoji(name="cups", image=picture().fp.read())
    assert [found.name for found in await bot.fetch_application_emojis()] == ["cups"]
    assert (await emoji.read()).startswith(b"\x89PNG")
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []


async def test_bot_shows_that_it_is_busy(bot: ScriptedBot) -> None:
    async with bot.channel().typing():
        await bot.channel().send("done")


async def test_bot_leaves_by_itself(bot: ScriptedBot, local: LocalDiscord, trio: list[Person]) -> None:
    await bot.guilds[0].leave()
    with pytest.raises(Refused, match="not in this server"):
        await trio[0].command("table", game="x")

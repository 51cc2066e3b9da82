"""What the local Discord keeps: over ``kill -9`` of its process, and over an ordinary stop."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.local.clock import Clock
from tests.support.local_discord import local_discord, operator, point_client_at, running
from tests.support.people import people
from tests.support.scripted_bot import ScriptedBot, form, panel, picture

ROOT = Path(__file__).resolve().parents[2]


@asynccontextmanager
async def served(store: Path) -> AsyncGenerator[tuple[str, asyncio.subprocess.Process]]:
    """``python -m bot.local`` as its own process; killed at the end if the test did not do it."""
    arguments = ("-m", "bot.local", "--port", "0", "--store", str(store))
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(20):
            url = (await process.stdout.readline()).decode().strip()
        yield url, process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def table_bot() -> ScriptedBot:
    bot = ScriptedBot()

    async def opened(interaction: discord.Interaction) -> None:
        view = panel("A table", ("My hand", "x:hand"), ("Say it", "x:word"), shown="table.png")
        await interaction.response.send_message(view=view, file=picture())

    async def ask(interaction: discord.Interaction) -> None:
        word: Any = ui.Label(text="The word", component=ui.TextInput(custom_id="word"))
        await interaction.response.send_modal(form("Say it", "x:said", word))

    async def said(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        view = panel(f"Said {data['components'][0]['component']['value']}", ("My hand", "x:hand"))
        await interaction.response.edit_message(view=view, attachments=[])

    async def hand(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"hand of {interaction.user.name}", ephemeral=True)

    bot.on = {"table": opened, "x:word": ask, "x:said": said, "x:hand": hand}
    return bot


async def test_after_kill_9_the_channel_is_as_it_was_and_old_buttons_and_dialogs_work(tmp_path: Path) -> None:
    store = tmp_path / "local.db"
    async with served(store) as (url, process):
        point_client_at(url)
        async with running(table_bot()), people(url, "anna", "bruno") as (anna, bruno):
            table = (await anna.command("table", game="x")).message
            assert table is not None
            shown = await table.picture()
            await bruno.press("My hand")
            dialog = (await anna.press("Say it")).modal
            process.kill()
            await process.wait()
    async with served(store) as (url, _):
        point_client_at(url)
        async with running(table_bot()), people(url, "anna", "bruno") as (anna, bruno):
            assert [message.text for message in anna.messages()] == ["A table"]
            assert [message.text for message in bruno.messages()] == ["A table", "hand of bruno"]
            assert bruno.messages()[1].ephemeral
            assert await anna.messages()[0].picture() == shown
            gallery = next(c for c in anna.messages()[0].components if c["type"] == 12)
            assert await anna.fetch(gallery["items"][0]["media"]["url"]) == shown
            assert (await bruno.press("My hand")).text == "hand of bruno"
            answer = await anna.submit({"The word": "Calidruno!"}, dialog)
            assert (answer.kind, answer.text) == ("update", "Said Calidruno!")


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[], AbstractAsyncContextManager[Any]]:
    """Opens the same server again and again, each time with the same clock."""
    start = time.time()
    return lambda: local_discord(tmp_path / "deep" / "local.db", Clock(lambda: start))


async def test_people_rooms_and_commands_are_kept(opened: Callable[[], Any]) -> None:
    async with opened() as local:
        point_client_at(local.url)
        async with running(ScriptedBot()) as bot, people(local.url, "anna", "bruno") as (anna, bruno):
            await bruno.change(name="Bruno II", dm_open=False, locale="en-US")
            thread = (
                await bot.guilds[0]
                .text_channels[0]
                .create_thread(name="Table 1", type=discord.ChannelType.public_thread)
            )
            await (await bot.fetch_user(int(anna.id))).send("psst")
            ids = (local.core.world.guild_id, local.core.world.app_id, anna.id, str(thread.id))
        async with operator(local.url) as op:
            await op("POST", "guild", {"locale": "it"})
            await op("POST", "settings", {"message_content": True})
    async with opened() as local, people(local.url, "anna", "bruno") as (anna, bruno):
        assert (local.core.world.guild_id, local.core.world.app_id, anna.id, ids[3]) == ids
        assert (bruno.name, bruno.info["dm_open"], bruno.info["locale"]) == ("Bruno II", False, "en-US")
        assert ids[3] in anna.channels
        assert [message.text for message in anna.dms()] == ["psst"]
        assert {command["name"] for command in await anna.commands()} >= {"table", "seat"}
        assert local.core.world.settings["guild_locale"] == "it"
        assert local.core.world.settings["message_content"] is True


async def test_ids_go_on_rising_when_the_clock_does_not(opened: Callable[[], Any]) -> None:
    said: list[int] = []
    for _ in range(3):
        async with opened() as local, people(local.url, "anna") as (anna,), operator(local.url) as op:
            said += [int((await anna.say("x")).id) for _ in range(2)]
            await op.advance(50)
            said.append(int((await anna.say("y")).id))
    assert said == sorted(set(said))


async def test_what_was_waiting_for_an_answer_cannot_be_answered_after_a_restart(opened: Callable[[], Any]) -> None:
    kept: list[discord.Interaction] = []
    bot = ScriptedBot()

    async def keep(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        with pytest.raises(aiohttp.ClientError):
            await interaction.response.send_message("cut off")

    bot.on["table"] = keep
    async with opened() as local:
        point_client_at(local.url)
        async with running(bot), people(local.url, "anna") as (anna,), operator(local.url) as op:
            await op.fault("POST", "/callback", drop=True)
            body = {"name": "table", "options": [{"name": "game", "value": "x"}]}
            await anna._call("POST", f"/user/anna/channels/{anna.here}/commands", body)
            await anna.say("barrier")
            await bot.hear()
    assert bot.failures == []
    (interaction,) = kept
    async with opened() as local, aiohttp.ClientSession() as http:
        path = f"/api/v10/interactions/{interaction.id}/{interaction.token}/callback"
        async with http.post(local.url + path, json={"type": 4, "data": {"content": "x"}}) as answer:
            assert (answer.status, (await answer.json())["code"]) == (404, 10062)


async def test_deleted_things_stay_deleted_and_dropped_pictures_are_cleared_away(opened: Callable[[], Any]) -> None:
    async with opened() as local:
        point_client_at(local.url)
        async with running(ScriptedBot()) as bot, operator(local.url) as op:
            channel = bot.guilds[0].text_channels[0]
            kept = await channel.send("kept", file=picture("red"))
            old = kept.attachments[0].id
            await kept.edit(attachments=[picture("blue")])
            await (await channel.send("gone")).delete()
            assert local.core.world.store.file(str(old)) is not None, "late readers still find it"
            await op.advance(700)
            await kept.edit(attachments=[picture("green")])
            assert local.core.world.store.file(str(old)) is None
    async with opened() as local, people(local.url, "anna") as (anna,):
        assert [message.text for message in anna.messages()] == ["kept"]


async def test_private_answers_of_yesterday_are_not_kept_for_ever(tmp_path: Path) -> None:
    start = time.time()
    async with local_discord(tmp_path / "local.db", Clock(lambda: start)) as local:
        point_client_at(local.url)
        async with running(table_bot()), people(local.url, "anna") as (anna,):
            await anna.command("table", game="x")
            await anna.press("My hand")
    for days, seen in ((0.9, ["A table", "hand of anna"]), (1.1, ["A table"])):
        later = start + days * 86_400
        clock = Clock(lambda later=later: later)
        async with local_discord(tmp_path / "local.db", clock) as local, people(local.url, "anna") as (anna,):
            assert [message.text for message in anna.messages()] == seen

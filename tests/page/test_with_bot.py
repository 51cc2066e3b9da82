"""The page, the local Discord and the unmodified discord.py client together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from discord import ui
from playwright.async_api import Browser, expect

from bot.local.server import LocalDiscord
from tests.support.browser import BrowserPerson
from tests.support.local_discord import local_discord, point_client_at, running
from tests.support.scripted_bot import ScriptedBot, form, panel, picture

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def discord_here() -> AsyncIterator[LocalDiscord]:
    """The real server, in memory."""
    async with local_discord() as local:
        yield local


@pytest_asyncio.fixture(loop_scope="session")
async def bot(discord_here: LocalDiscord) -> AsyncIterator[ScriptedBot]:
    """A bot connected to it; nothing that its handlers raised may be left at the end."""
    point_client_at(discord_here.url)
    async with running(ScriptedBot()) as client:
        assert isinstance(client, ScriptedBot)
        yield client
        assert client.failures == []


async def visit(browser: Browser, url: str, who: str) -> BrowserPerson:
    """A window at the real server."""
    return await BrowserPerson.open(browser, f"{url}/", who)


async def test_a_round_from_command_to_dialog(browser: Browser, discord_here: LocalDiscord, bot: ScriptedBot) -> None:
    async def open_table(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            view=panel(
                f"### {interaction.user.mention} opens", ("Sit down", "x:sit"), ("My hand", "x:hand"), shown="table.png"
            ),
            file=picture(),
        )

    async def sit(interaction: discord.Interaction) -> None:
        view = panel(f"{interaction.user.mention} sits", ("My hand", "x:hand"), shown="second.png")
        await interaction.response.edit_message(view=view, attachments=[picture("red", "second.png")])

    async def hand(interaction: discord.Interaction) -> None:
        view = ui.LayoutView(timeout=None)
        options = [discord.SelectOption(label=f"{number} red", value=f"R{number}") for number in (7, 8)]
        view.add_item(ui.TextDisplay("Your hand"))
        view.add_item(ui.ActionRow(ui.Select(custom_id="x:play", placeholder="Play a card", options=options)))
        view.add_item(ui.ActionRow(ui.Button(custom_id="x:say", label="Say it", emoji="♣")))
        view.stop()
        await interaction.response.send_message(view=view, ephemeral=True)

    async def play(interaction: discord.Interaction) -> None:
        assert interaction.data is not None
        await interaction.response.edit_message(
            view=panel(f"Played {interaction.data.get('values')}", ("Say it", "x:say"))
        )

    async def say(interaction: discord.Interaction) -> None:
        word = ui.Label(text="The word", component=ui.TextInput(custom_id="word"))
        await interaction.response.send_modal(form("Say it", "x:word", word))

    async def said(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("Anna: **Calidruno!**")

    bot.on |= {"table": open_table, "x:sit": sit, "x:hand": hand, "x:play": play, "x:say": say, "x:word": said}
    anna, bruno = await visit(browser, discord_here.url, "anna"), await visit(browser, discord_here.url, "bruno")
    await anna.command("/table hearts")
    await bruno.sees("@Anna opens")
    await expect(bruno.page.get_by_role("img", name="the table")).to_be_visible()
    await bruno.press("Sit down")
    await anna.sees("@Bruno sits")
    await expect(anna.page.get_by_role("button", name="Sit down")).to_have_count(0)
    await anna.press("My hand")
    await anna.sees("Only you can see this")
    await anna.choose("Play a card", "8 red")
    await anna.sees("Played ['R8']")
    await bruno.sees_not("Played")
    await anna.press("Say it")
    await anna.fill({"The word": "Calidruno!"})
    await anna.submit()
    await bruno.sees("Anna: Calidruno!")
    await expect(anna.page.locator("#trouble")).to_be_empty()
    assert anna.complaints == bruno.complaints == []
    await anna.close()
    await bruno.close()


async def test_commands_speak_the_readers_language(
    browser: Browser, discord_here: LocalDiscord, bot: ScriptedBot
) -> None:
    bruno = await visit(browser, discord_here.url, "bruno")
    await bruno.page.locator("#box").press("/")
    shown = bruno.page.locator("#picker [role=option]")
    await expect(shown.filter(has_text="/tavolo")).to_contain_text("Apri un tavolo")
    await expect(shown.filter(has_text="/guard")).to_have_count(0)
    await bruno.page.keyboard.type("table he")
    await expect(bruno.page.locator("#picker .name")).to_have_text(["cuori"])
    bot.on["table"] = lambda interaction: interaction.response.send_message(f"Chosen: {interaction.data}")
    await bruno.page.keyboard.press("Enter")
    await bruno.page.keyboard.press("Enter")
    await bruno.sees("'value': 'hearts'")
    assert bruno.complaints == []
    await bruno.close()


async def test_a_silent_bot_is_told_of(browser: Browser, discord_here: LocalDiscord, bot: ScriptedBot) -> None:
    await bot.channel().send(view=panel("A table", ("Nothing", "x:nothing")))
    anna = await visit(browser, discord_here.url, "anna")
    button = anna.page.get_by_role("button", name="Nothing")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    discord_here.clock.advance(3.5)
    await expect(anna.page.locator(".message .trouble")).to_have_text("This interaction failed.")
    await anna.close()


async def test_direct_messages_and_threads_appear_by_themselves(
    browser: Browser, discord_here: LocalDiscord, bot: ScriptedBot
) -> None:
    anna = await visit(browser, discord_here.url, "anna")
    me = next(person for person in discord_here.core.world.people.values() if person.key == "anna")
    user = await bot.fetch_user(int(me.id))
    await user.send("Your hand, here.")
    entry = anna.page.locator("#channels a", has_text="Calidruno")
    await expect(entry.locator(".pings")).to_have_text("1")
    message = await bot.channel().send(f"{user.mention}, a table")
    thread = await message.create_thread(name="The table")
    await thread.send("Play here.")
    await anna.visit("The table")
    await anna.sees("Play here.")
    await anna.visit("dm")
    await anna.sees("Your hand, here.")
    await expect(anna.page.get_by_role("button", name="Write to the bot")).to_have_count(0)
    assert anna.complaints == []
    await anna.close()


async def test_the_page_outlives_a_restart_of_the_server(browser: Browser, tmp_path: Path) -> None:
    store = tmp_path / "local.sqlite"
    async with local_discord(store) as local:
        anna = await visit(browser, local.url, "anna")
        await anna.hold_time()  # else the page may be quicker than the press
        await anna.say("Before")
        port = int(local.url.rsplit(":", 1)[1])
    await expect(anna.page.locator("#connection.waiting")).to_be_attached()
    await anna.page.clock.run_for(500)
    await expect(anna.page.locator("#offline")).to_be_visible()
    async with local_discord(store, port=port):
        await anna.page.get_by_role("button", name="Try now").click()
        await expect(anna.page.locator("#offline")).to_be_hidden()
        await anna.sees("Before")
        await anna.say("After")
        await anna.sees("After")
        await anna.close()

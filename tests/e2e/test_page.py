"""A whole evening in the browser: windows at the page of ``make play``, and nothing but what people can do there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.support.browser import PHONE, BrowserPerson
from tests.support.processes import Process

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(300)]

DRAW = re.compile(r"^\W*(Draw|Pesca)\s*$")
PASS = re.compile(r"^\W*(Pass|Passo)\s*$")
SAY = re.compile(r"(Say|Di’).*Calidruno")


def table(person: BrowserPerson) -> Locator:
    """The public message."""
    return person.page.locator(".message:not(.private)").filter(has_text="Calidruno ·").last


def hand(person: BrowserPerson) -> Locator:
    """The newest private hand."""
    return person.page.locator(".message.private").filter(has=person.page.locator("code")).last


async def ended(person: BrowserPerson) -> bool:
    return await table(person).get_by_role("button", name="Rematch").count() > 0


async def open_hand(person: BrowserPerson) -> None:
    """Put the old hand away, press "My hand" and wait for the new one."""
    while await hand(person).count():
        old = person.page.locator(f"#{await hand(person).get_attribute('id')}")
        await old.locator("[data-tool=dismiss]").click()
        await expect(old).to_have_count(0)
    await person.press("My hand", within=table(person))
    await expect(hand(person)).to_be_visible()


async def act(person: BrowserPerson) -> bool:
    """Open the hand and, if it is this person's turn, play the first card, draw or pass; whether it was."""
    await open_hand(person)
    mine = hand(person)
    before = await mine.inner_text()
    menu = mine.locator(".menu-button")
    drawing = mine.locator("button:enabled").filter(has_text=DRAW)
    passing = mine.locator("button:enabled").filter(has_text=PASS)
    if await menu.count():
        await menu.first.click()
        await mine.locator(".choice .name").first.click()
    elif await drawing.count():
        await drawing.click()
    elif await passing.count():
        await passing.click()
    else:
        return False
    await expect(mine).not_to_have_text(before, use_inner_text=True)
    return True


async def say_the_word(person: BrowserPerson) -> None:
    """Press the button, type the word in the dialog."""
    await hand(person).locator("button:enabled").filter(has_text=SAY).click()
    await expect(person.dialog()).to_be_visible()
    await person.dialog().locator("input").fill("Calidruno!")
    await person.submit()


async def test_three_windows_play_a_hand_to_its_end_call_and_begin_a_rematch(browser: Browser, tmp_path: Path) -> None:
    env = {"LOCAL_PORT": "0", "DATABASE": str(tmp_path / "journal.sqlite3")}
    process = await Process.start("bot", **env)
    persons: list[BrowserPerson] = []
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        for who, size in (("anna", None), ("bruno", PHONE), ("carla", None)):
            extra = {} if size is None else {"size": size}
            persons.append(await BrowserPerson.open(browser, url, who, **extra))
        anna, bruno, carla = persons
        await anna.command("/play calidruno")
        for person in (bruno, carla):
            await person.press("Sit down")
        await expect(table(anna).get_by_role("button", name="Start", exact=True)).to_be_enabled()
        await anna.press("Start")
        await expect(table(anna).get_by_role("button", name="My hand")).to_be_visible()
        said = turn = 0
        for _ in range(400):
            if await ended(anna):
                break
            # Most often the next one in the round is to act.
            person = persons[turn % 3]
            if not await act(person):
                turn += 1
            elif await hand(person).locator("button:enabled").filter(has_text=SAY).count():
                await say_the_word(person)
                said += 1
        assert said
        await expect(table(anna)).to_contain_text("Calidruno")
        await anna.press("Rematch", within=table(anna))
        await expect(table(anna).get_by_role("button", name="My hand")).to_be_visible()
        # What one window's own hand shows is in no other window.
        await open_hand(anna)
        cards = await hand(anna).locator("img").first.get_attribute("alt")
        assert cards
        for other in (bruno, carla):
            assert cards not in await other.page.content()
        for person in persons:
            assert person.complaints == []
    finally:
        for person in persons:
            await person.close()
        await process.kill()


async def test_after_a_kill_the_same_page_shows_the_same_table_and_its_old_buttons_work(
    browser: Browser, tmp_path: Path
) -> None:
    env = {"LOCAL_PORT": "0", "DATABASE": str(tmp_path / "journal.sqlite3")}
    process = await Process.start("bot", **env)
    persons: list[BrowserPerson] = []
    try:
        url = (await process.said("http://")).split()[-1]
        port = url.rsplit(":", 1)[1]
        await process.said("ready as")
        persons = [await BrowserPerson.open(browser, url, who) for who in ("anna", "carla")]
        anna, carla = persons
        await anna.command("/play calidruno")
        await carla.press("Sit down")
        await expect(table(anna).get_by_role("button", name="Start", exact=True)).to_be_enabled()
        await anna.press("Start")
        await expect(table(anna).get_by_role("button", name="My hand")).to_be_visible()
        player = anna if await act(anna) else carla
        other = carla if player is anna else anna
        await open_hand(other)
        cards = await hand(other).locator("img").first.get_attribute("alt")
        await process.kill()
        process = await Process.start("bot", **{**env, "LOCAL_PORT": port})
        await process.said("ready as")
        for person in persons:
            await person.connected()
        await expect(table(other)).to_contain_text("Back")
        await expect(hand(other).locator("img").first).to_have_attribute("alt", cards or "")
        assert await act(anna) or await act(carla)
    finally:
        for person in persons:
            await person.close()
        await process.kill()

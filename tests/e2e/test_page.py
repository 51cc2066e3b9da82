"""A whole evening in the browser: windows at the page of ``make play``, and nothing but what people can do there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from bot.text.catalog import text_for
from tests.support.browser import DESKTOP, PHONE, BrowserPerson
from tests.support.processes import DEALT_BOT, Process

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(300)]

CLICK_MS = 5_000


def either(message_id: str) -> re.Pattern[str]:
    """A button's label in either language; Bruno reads Italian."""
    labels = "|".join(re.escape(text_for(locale)(message_id)) for locale in ("en", "it"))
    return re.compile(rf"^\W*({labels})\W*$")


DRAW, PASS, SAY = (either(f"calidruno.button.{name}") for name in ("draw", "pass", "say"))


def table(person: BrowserPerson) -> Locator:
    """The public message."""
    return person.page.locator(".message:not(.private)").filter(has_text="Calidruno ·").last


def hand(person: BrowserPerson) -> Locator:
    """The newest private hand."""
    return person.page.locator(".message.private").filter(has=person.page.locator("img")).last


async def ended(person: BrowserPerson) -> bool:
    return await table(person).get_by_role("button", name="Rematch").count() > 0


async def open_hand(person: BrowserPerson) -> bool:
    """Put the old hand away, press "My hand" and wait for the new one; False if the match is over by now."""
    while await hand(person).count():
        old = person.page.locator(f"#{await hand(person).get_attribute('id')}")
        await old.locator("[data-tool=dismiss]").click()
        await expect(old).to_have_count(0)
    offered = table(person).get_by_role("button", name=re.compile("My hand|Rematch"))
    await expect(offered.first).to_be_visible()
    try:
        await table(person).get_by_role("button", name="My hand").click(timeout=CLICK_MS)
    except PlaywrightTimeoutError:
        assert await ended(person)
        return False
    # The press may have met the last card of the match.
    over = table(person).get_by_role("button", name="Rematch")
    await expect(hand(person).or_(over).first).to_be_visible()
    return await hand(person).count() > 0


async def act(person: BrowserPerson) -> Locator | None:
    """Open the hand and, if it is this person's turn, play the first card, draw or pass; the hand then, else None."""
    if not await open_hand(person):
        return None
    mine = person.page.locator(f"#{await hand(person).get_attribute('id')}")
    cards = mine.locator("img").first
    before = await cards.get_attribute("alt")
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
        return None
    await expect(cards).not_to_have_attribute("alt", before or "")
    return mine


async def say_the_word(person: BrowserPerson, say: Locator) -> None:
    """Press the button, type the word in the dialog."""
    await say.click()
    await expect(person.dialog()).to_be_visible()
    await person.dialog().locator("input").fill("Calidruno!")
    await person.submit()


async def test_three_windows_play_a_hand_to_its_end_call_and_begin_a_rematch(browser: Browser, tmp_path: Path) -> None:
    # A match that is over after some twenty moves.
    env = {"LOCAL_PORT": "0", "DATABASE": str(tmp_path / "journal.sqlite3"), "DEALT_FROM": "44"}
    process = await Process.start(DEALT_BOT, **env)
    persons: list[BrowserPerson] = []
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        for who, size in (("anna", DESKTOP), ("bruno", PHONE), ("carla", DESKTOP)):
            persons.append(await BrowserPerson.open(browser, url, who, size=size))
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
            mine = await act(person)
            if mine is None:
                turn += 1
            elif await (say := mine.locator("button:enabled").filter(has_text=SAY)).count():
                await say_the_word(person, say)
                said += 1
        assert said
        await expect(table(anna)).to_contain_text("Calidruno")
        await anna.press("Rematch", within=table(anna))
        await expect(table(anna).get_by_role("button", name="My hand")).to_be_visible()
        # What one window's own hand shows is in no other window.
        assert await open_hand(anna)
        cards = await hand(anna).locator("img").first.get_attribute("alt")
        assert cards
        for other in (bruno, carla):
            assert cards not in await other.page.content()
        for person in persons:
            # A button may be gone in the very moment in which it is pressed.
            assert [complaint for complaint in person.complaints if "409" not in complaint] == []
    finally:
        for person in persons:
            await person.close()
        await process.kill()


async def test_after_a_kill_the_same_page_shows_the_same_table_and_its_old_buttons_work(
    browser: Browser, tmp_path: Path
) -> None:
    env = {"LOCAL_PORT": "0", "DATABASE": str(tmp_path / "journal.sqlite3")}
    process = await Process.start(DEALT_BOT, **env)
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
        player = carla if await act(anna) is None else anna
        other = carla if player is anna else anna
        assert await open_hand(other)
        cards = await hand(other).locator("img").first.get_attribute("alt")
        await process.kill()
        process = await Process.start(DEALT_BOT, **{**env, "LOCAL_PORT": port})
        await process.said("ready as")
        for person in persons:
            await person.connected()
        await expect(table(other)).to_contain_text("Back")
        await expect(hand(other).locator("img").first).to_have_attribute("alt", cards or "")
        assert await act(anna) is not None or await act(carla) is not None
    finally:
        for person in persons:
            await person.close()
        await process.kill()

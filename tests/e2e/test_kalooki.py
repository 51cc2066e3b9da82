"""Kalooki at the local Discord: killed in the middle of a turn, and played with a finger on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.support.browser import PHONE, BrowserPerson
from tests.support.local_discord import operator
from tests.support.openapi import complaints, description
from tests.support.people import Message, Person, Refused, people
from tests.support.processes import DEALT_BOT, Process, bot_process, local_discord_process

TURNS = 400


def action(component: dict[str, Any]) -> str:
    return component.get("custom_id", "").partition("#")[0].split(":", 3)[-1]


def usable(message: Message, start: str) -> dict[str, Any] | None:
    """The first component that can be used and whose action begins so."""
    found = (c for c in message.components if c.get("custom_id") and not c.get("disabled"))
    return next((c for c in found if action(c).startswith(start)), None)


def board(person: Person) -> Message:
    """The table's public message."""
    shown = (m for m in reversed(person.messages()) if not m.ephemeral)
    return next(m for m in shown if any(usable(m, start) for start in ("hand", "sit", "rematch")))


async def press(person: Person, start: str, message: Message | None = None, *values: str) -> Message:
    """Press what a message offers, or choose in a menu; if it is edited under the finger, once more."""
    while True:
        place = message or board(person)
        found = await person.wait_for(lambda p=place: usable(p, start), f"{start} to be offered")
        try:
            if values:
                answer = await person.choose(*values, menu=found["custom_id"], message=place)
            else:
                answer = await person.press(custom_id=found["custom_id"], message=place)
        except Refused:
            await person.wait_for(lambda f=found, p=place: f not in p.components, "the edit")
            continue
        return answer.message or place


async def begin(persons: list[Person]) -> None:
    """A table at which suggestions are shown and openings are easy, begun and cut."""
    host, *others = persons
    await host.command("play", game="kalooki")
    await host.wait_for(lambda: any(usable(m, "sit") for m in host.messages()), "the lobby")
    for person in others:
        await person.wait_for(lambda person=person: any(usable(m, "sit") for m in person.messages()), "the lobby")
        await press(person, "sit")
    await set_options(host, {"opening_min": "30", "suggestions": "on"})
    await press(host, "start")
    await host.wait_for(lambda: usable(board(host), "g:cut"), "the pack to cut")
    for person in persons:
        shown = await press(person, "move:cut-53")
        if usable(shown, "more") and "KAL-4" not in shown.text:
            return
    raise AssertionError("nobody could cut")


async def set_options(host: Person, wanted: dict[str, str]) -> None:
    """Turn the pages of the host's menus and choose."""
    panel = await press(host, "options")
    page = 0
    for name, value in wanted.items():
        while usable(panel, f"opt:{name}") is None:
            page += 1
            panel = await press(host, f"options:{page}", panel)
        panel = await press(host, f"opt:{name}", panel, value)


async def hand_to_act(persons: list[Person], last: Person | None) -> tuple[Person, Message]:
    """People look at their hands, from the left of who acted last; who may act, and that hand."""
    first = 0 if last is None else persons.index(last) + 1
    while True:
        for person in (*persons[first:], *persons[:first]):
            hand = await press(person, "hand")
            if usable(hand, "move"):
                return person, hand


def numbered(message: Message) -> str:
    """The line of a hand that lists its cards."""
    return next((line for line in message.text.splitlines() if line.startswith("`1`")), "")


async def test_kill_9_in_the_middle_of_a_turn_resumes_exactly_there(tmp_path: Path) -> None:
    """The card is drawn, an opening lies on the table, cards are half chosen: all but the choice is there again."""
    database = tmp_path / "journal.sqlite3"
    async with (
        local_discord_process(tmp_path / "discord.sqlite3") as url,
        people(url, "anna", "bruno", "carla") as persons,
    ):
        async with bot_process(url, database) as bot:
            await begin(persons)
            player = None
            for _ in range(TURNS):
                player, hand = await hand_to_act(persons, player)
                hand = await press(player, "move:stock", hand)
                opening = usable(hand, "move:lay-")
                if opening is not None:
                    hand = await press(player, action(opening), hand)
                    break
                drop = usable(hand, "move")
                assert drop is not None
                await press(player, "move", hand, drop["options"][0]["value"])
            else:
                raise AssertionError("nobody opened")
            await player.wait_for(lambda: player.name + " opened with" in board(player).text, "the opening")
            picks = usable(hand, "g:pick")
            assert picks is not None
            hand = await press(player, "g:pick", hand, picks["options"][0]["value"])
            assert usable(hand, "g:undo") is not None
            held, melds = numbered(hand), board(player).alt_texts
            others = {p: numbered(await press(p, "hand")) for p in persons if p is not player}
            await bot.kill()
        async with bot_process(url, database) as bot:
            again = await press(player, "hand")
            assert numbered(again) == held
            assert usable(again, "g:undo") is None, "what was not confirmed is chosen anew"
            await player.wait_for(lambda: board(player).alt_texts == melds, "the same melds on the table")
            for person, cards in others.items():
                assert numbered(await press(person, "hand")) == cards
            drop = usable(again, "move")
            assert drop is not None
            menus = [menu for menu in again.menus if action(menu) == "move"]
            value = menus[-1]["options"][0]["value"]
            assert value.startswith("drop-")
            await player.choose(value, menu=menus[-1]["custom_id"], message=again)
            await player.wait_for(lambda: f"{player.name} discarded" in board(player).text, "the discard")
            assert await bot.stop() == 0
        async with operator(url) as op:
            assert await op.problems() == []
            if description() is not None:
                found = complaints(await op.journal(), answers=False)
                assert not found, "\n".join(found[:20])


# On a phone


def table(person: BrowserPerson) -> Locator:
    return person.page.locator(".message:not(.private)").filter(has_text="Kalooki ·").last


def hand(person: BrowserPerson) -> Locator:
    return person.page.locator(".message.private").filter(has_text="Kalooki ·").last


@pytest.mark.asyncio(loop_scope="session")
async def test_on_a_phone_one_cuts_draws_chooses_cards_and_discards(browser: Browser, tmp_path: Path) -> None:
    env = {"LOCAL_PORT": "0", "DATABASE": str(tmp_path / "journal.sqlite3")}
    process = await Process.start(DEALT_BOT, **env)
    persons: list[BrowserPerson] = []
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        persons = [await BrowserPerson.open(browser, url, who, size=PHONE) for who in ("anna", "carla")]
        anna, carla = persons
        await anna.command("/play kalooki")
        await carla.press("Sit down")
        await expect(table(anna).get_by_role("button", name="Start", exact=True)).to_be_enabled()
        await anna.press("Start")
        # With two players the opponent of the dealer cuts and then begins: the one to type a height is the one to draw.
        await expect(table(anna)).to_contain_text(re.compile(r"\w+ cuts, \w+ deals"))
        player = anna if "Anna cuts" in await table(anna).inner_text() else carla
        await player.press("Cut elsewhere…", within=table(player))
        await player.fill({"How many cards do you lift? (1 to 105)": "30"})
        await player.submit()
        await expect(table(player)).to_contain_text("cut the pack at 30 cards")
        await player.press("My hand", within=table(player))
        await player.press("Draw from stock", within=hand(player))
        await expect(hand(player)).to_contain_text("You drew")
        await choose_first(player, "Choose cards for a meld…", 3)
        await expect(hand(player)).to_contain_text("Chosen")
        await player.press("Undo", within=hand(player))
        await expect(hand(player)).not_to_contain_text("Chosen")
        await choose_first(player, "Discard…", 1)
        await expect(table(player)).to_contain_text("discarded")
        other = carla if player is anna else anna
        await expect(table(other)).to_contain_text("discarded")
        for person in persons:
            assert person.complaints == []
            assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        for person in persons:
            await person.close()
        await process.kill()


async def choose_first(person: BrowserPerson, menu: str, count: int) -> None:
    """Open a menu of the hand and choose its first entries."""
    root = hand(person).locator(".menu").filter(has=person.page.locator(f'.choices[aria-label="{menu}"]'))
    await root.locator(".menu-button").click()
    for at in range(count):
        await root.locator(".choice .name").nth(at).click()
    confirm = root.locator("footer .primary")
    if await confirm.count():
        await confirm.click()

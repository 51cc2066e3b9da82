"""Kalooki at the local Discord's page: three windows play a whole match to 150, with a kill in the middle of a turn."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from games.kalooki.cards import CARD_POINTS, NAMES, Card, is_joker
from tests.support.browser import DESKTOP, PHONE
from tests.support.players import LONG, Evening, Player, evening

pytestmark = [LONG, pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(1800)]

CARDS = {name: Card(number) for number, name in enumerate(NAMES)}
FRESH_EVERY = 300
"""Turns after which hands are opened anew: Discord lets a private message be changed for a quarter of an hour."""


async def test_three_windows_play_a_match_to_150_through_a_kill_and_begin_a_rematch(
    browser: Browser, tmp_path: Path
) -> None:
    """Hands in which nobody lays any more are void in the end, so the match ends whatever is dealt."""
    sizes = (DESKTOP, PHONE, DESKTOP)
    async with evening(browser, tmp_path, "anna", "bruno", "carla", sizes=sizes) as three:
        await three.sit("kalooki")
        await three.set_options(suggestions="on")
        await three.start()
        anna, bruno, _ = three.players
        made = Counter[str]()
        totals = {player.name: 0 for player in three.players}
        while True:
            player = await three.first("move:*", "move", at_table="rematch")
            if await player.offers("rematch", player.table):
                break
            if await player.offers("move:cut-53") and made["cut"]:
                totals = await count(anna, made["cut"], totals)
            made[await act(player, made)] += 1
            if made["lay"] == 1:
                made["lay"] += 1
                await kill_and_compare(three, player)
            if made.total() % FRESH_EVERY == 0:
                await three.open_hands()
        final = await count(anna, made["cut"], totals)
        assert max(final.values()) >= 150
        least = min(final.values())
        winners = [name for name, total in final.items() if total == least]
        await expect(anna.table).to_contain_text(re.compile(rf"{winners[0]}.* wins? (together )?with {least} points"))
        assert all(made[kind] for kind in ("cut", "stock", "pozzo", "lay", "drop")), made
        print(f"{three.presses} presses: {dict(made)}")
        await bruno.press("rematch", bruno.table)
        await three.first("move:cut-53")


async def act(player: Player, made: Counter[str]) -> str:
    """One move of whoever is to act: cut, draw, else lay, swap or lay off whatever can be, else discard; its kind."""
    if await player.offers("move:cut-53"):
        if made["cut"]:
            await player.press("move:cut-53")
            return "cut"
        await player.press("g:cut")
        label = "How many cards do you lift? (1 to 105)" if player.english else "Quante carte alzi? (da 1 a 105)"
        await player.write({label: "30"})
        return "cut"
    buttons = await player.actions("move:*")
    if "move:stock" in buttons or "move:pozzo" in buttons:
        # The pozzo now and then, and when there is nothing else.
        pozzo = "move:pozzo" in buttons and ((made["stock"] + made["pozzo"]) % 8 == 7 or "move:stock" not in buttons)
        wanted = "pozzo" if pozzo else "stock"
        await player.press(f"move:{wanted}")
        return wanted
    if lays := [button for button in buttons if button.startswith("move:lay-")]:
        await player.press(lays[0])
        return "lay"
    menus = await player.hand.locator('.menu[data-menu*=":move"]').count()
    for kind in ("swap", "off"):
        for at in range(menus):
            values = await player.values("move", at)
            if values[0].startswith(f"{kind}-"):
                await player.choose("move", values[0], index=at)
                return kind
    await player.choose("move", worst(await player.values("move", menus - 1)), index=menus - 1)
    return "drop"


def worst(drops: list[str]) -> str:
    """Of all discards that of the card which goes with fewest others; of these the dearest."""
    hand = {drop: CARDS[drop.removeprefix("drop-")] for drop in drops}
    return min(drops, key=lambda drop: (company(list(hand.values()), hand[drop]), -CARD_POINTS[hand[drop]]))


def company(hand: list[Card], card: Card) -> int:
    """How many other cards of the hand could go into a meld with this one."""
    if is_joker(card):
        return 99
    suit, rank = divmod(card // 2, 13)
    others = [divmod(other // 2, 13) for other in hand if other != card and not is_joker(other)]
    return sum(2 * (r == rank) + (s == suit and 0 < abs(r - rank) < 3) for s, r in others)


async def kill_and_compare(three: Evening, player: Player) -> None:
    """``kill -9`` when cards are drawn and melds lie there: every hand and the table are the same afterwards."""
    await expect(player.table).to_contain_text(f"{player.name} opened with")
    hands = {one.name: await one.hand.locator("img").first.get_attribute("alt") for one in three.players}
    melds = await player.table.locator("img").first.get_attribute("alt")
    await three.kill_and_start_again()
    await expect(player.table).to_contain_text("Back")
    await three.open_hands()
    for one in three.players:
        await expect(one.hand.locator("img").first).to_have_attribute("alt", hands[one.name] or "")
    await expect(player.table.locator("img").first).to_have_attribute("alt", melds or "")


async def count(reader: Player, hand: int, before: dict[str, int]) -> dict[str, int]:
    """What a hand cost everybody is added to the totals, and exactly one has closed; nothing changes if it was void."""

    async def counted() -> str:
        text = await reader.table_text()
        return text if f"Hand {hand} cost:" in text or f"hand {hand} is void" in text else ""

    text = await reader.until(counted, f"the count of hand {hand}")
    if "is void" in text:
        return before
    costs, totals = (dict.fromkeys(before, 0) for _ in range(2))
    for name in before:
        for line, found in (("cost:", costs), ("Totals:", totals)):
            match = re.search(rf"{line}.*?\b{name} (\d+)", text)
            assert match, text
            found[name] = int(match[1])
    assert list(costs.values()).count(0) == 1, text
    assert totals == {name: before[name] + costs[name] for name in before}, text
    return totals

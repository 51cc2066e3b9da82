"""Calabresella at the local Discord's page: three windows play rounds in every contract with a running balance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.support.browser import DESKTOP, PHONE
from tests.support.players import LONG, Evening, Player, evening

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(900)]

WHO = ("anna", "bruno", "carla")
SIZES = (DESKTOP, PHONE, DESKTOP)
THIRDS = {"": 0, "⅓": 1, "⅔": 2}
STAKES = {"Chiamo": 1, "Solo": 2, "Solissimo": 4, "Dividete": 8, "Scegliete": 16}


async def test_all_pass_then_a_chiamo_is_called_exchanged_played_and_counted(browser: Browser, tmp_path: Path) -> None:
    async with evening(browser, tmp_path, *WHO, sizes=SIZES) as three:
        await begin(three)
        await all_pass(three)
        await chiamo(three)
        await account(three, "Chiamo", {})


@LONG
async def test_every_contract_is_played_with_a_running_balance_and_a_rematch(browser: Browser, tmp_path: Path) -> None:
    async with evening(browser, tmp_path, *WHO, sizes=SIZES) as three:
        await begin(three)
        await all_pass(three)
        await chiamo(three)
        balances = await account(three, "Chiamo", {})
        await deal(three)

        bidder = await bid(three, "solo")
        await lay_off(bidder, 4)
        await play_out(three)
        balances = await account(three, "Solo", balances)
        await deal(three)

        # Nothing is higher than Solissimo: nobody else is asked.
        for choice in ("play", "dividete", "scegliete"):
            bidder = await three.first("move:solissimo")
            await bidder.press("move:solissimo")
            await bidder.press(f"move:{choice}")
            if choice == "scegliete":
                first, second = await share_out(three)
                await lay_off(first, 3)
                await lay_off(second, 1)
            elif choice == "dividete":
                for player in three.players:
                    if player is not bidder:
                        await lay_off(player, 2)
            await play_out(three)
            contract = "Solissimo" if choice == "play" else choice.capitalize()
            balances = await account(three, contract, balances)
            if choice != "scegliete":
                await deal(three)

        for player in three.players:
            await player.press("move:stop", player.table)
        anna = three.players[0]
        richest = max(balances, key=lambda name: balances[name])
        await expect(anna.table).to_contain_text(f"{richest}")
        await expect(anna.table).to_contain_text("most chips when all three stopped")
        await three.players[2].press("rematch", three.players[2].table)
        await three.first("move:chiamo")


async def begin(three: Evening) -> None:
    await three.sit("calabresella")
    await three.start()


async def all_pass(three: Evening) -> None:
    """Everybody passes: nobody pays, and the same player deals again."""
    for _ in range(3):
        await (await three.first("move:pass")).press("move:pass")
    await expect(three.players[0].table).to_contain_text("All have passed")
    await deal(three)


async def deal(three: Evening) -> None:
    """The one whose turn it is deals, at the table; nobody else may."""
    dealer = await three.first("move:deal")
    other = next(player for player in three.players if player is not dealer)
    await other.press("move:deal", other.table)
    await expect(other.page.locator(".message.private").last).to_contain_text("(CLB-3)")
    await dealer.press("move:deal", dealer.table)
    await three.open_hands()


async def bid(three: Evening, word: str) -> Player:
    """The first to speak bids, the others pass; the bidder."""
    bidder = await three.first(f"move:{word}")
    await bidder.press(f"move:{word}")
    for _ in range(2):
        await (await three.first("move:pass")).press("move:pass")
    return bidder


async def chiamo(three: Evening) -> None:
    """A card is called by suit and name, given for another if an opponent had it; four are laid off, with an undo."""
    bidder = await bid(three, "chiamo")
    await bidder.until(lambda: bidder.offers("g:suit"), "the call")
    suit = (await bidder.values("g:suit"))[0]
    await bidder.choose("g:suit", suit)
    cards = await bidder.until(lambda: bidder.values("move"), "the cards of the suit")
    await bidder.choose("move", cards[0])
    await bidder.until(lambda: bidder.offers("g:pick"), "the exchange")
    held = await bidder.values("g:pick")
    if len(held) == 17:
        await bidder.choose("g:pick", held[-1])
        await bidder.press("move:give-*")
        held = await bidder.values("g:pick")
    assert len(held) == 16
    await bidder.choose("g:pick", *held[:3])
    await bidder.until(lambda: bidder.offers("g:undo"), "the choice")
    assert not await bidder.actions("move:lay-*"), "three are not enough"
    await bidder.press("g:undo")
    await bidder.until(lambda: nothing_chosen(bidder), "the choice to be taken back")
    await lay_off(bidder, 4)
    await play_out(three)


async def nothing_chosen(player: Player) -> bool:
    return not await player.offers("g:undo")


async def lay_off(player: Player, count: int) -> None:
    """Choose so many cards in the hand's menu and confirm; nobody else's window learns which."""
    await player.until(lambda: player.offers("g:pick"), "cards to lay off")
    values = await player.values("g:pick")
    await player.choose("g:pick", *values[-count:])
    await player.press("move:lay-*")


async def share_out(three: Evening) -> tuple[Player, Player]:
    """One proposes three cards for themselves, the other proposes otherwise, the first proposal stands."""
    first = await three.first("g:pick")
    monte = await first.values("g:pick")
    await first.choose("g:pick", *monte[:3])
    await first.press("move:split-*")
    second = await three.first("move:accept")
    await second.choose("g:pick", *monte[:2])
    await second.press("move:split-*")
    assert await three.first("move:insist") is first
    await first.press("move:insist")
    await expect(three.players[0].table).to_contain_text("The first proposal stands")
    return first, second


async def play_out(three: Evening) -> None:
    """Twelve tricks, whoever's turn it is."""
    for _ in range(36):
        player = await three.first("move")
        await player.choose("move", (await player.values("move"))[-1])


async def account(three: Evening, contract: str, before: dict[str, int]) -> dict[str, int]:
    """Look at the account line by line: the tricks add up to each side's points, both to 11⅔, the chips to nothing and
    to the balances; the balances after it."""
    anna = three.players[0]
    await expect(anna.table).to_contain_text(f"{contract} {STAKES[contract]}")
    text = (await anna.table_text()).replace("−", "-")
    sides = re.findall(r"^[\w ]+: (.+) = (\d*[⅓⅔]?)$", text, re.MULTILINE)
    assert len(sides) == 2, text
    for terms, total in sides:
        parts = [] if terms == "no trick" else [term.split()[-1] for term in terms.split(" + ")]
        assert sum(map(thirds, parts)) == thirds(total), text
    assert sum(thirds(total) for _, total in sides) == 35
    chips = {name: (int(got), int(after)) for name, got, after in re.findall(r"(\w+) ([+-]?\d+) \((-?\d+)\)", text)}
    assert set(chips) == {player.name for player in three.players}
    assert sum(got for got, _ in chips.values()) == 0
    assert max(abs(got) for got, _ in chips.values()) in {2 * STAKES[contract] * times for times in (1, 2, 3)}
    balances = {name: after for name, (_, after) in chips.items()}
    assert balances == {name: before.get(name, 0) + got for name, (got, _) in chips.items()}
    return balances


def thirds(words: str) -> int:
    """“1⅔” as thirds."""
    whole, fraction = (words[:-1], words[-1]) if words[-1] in THIRDS else (words, "")
    return 3 * int(whole or 0) + THIRDS[fraction]

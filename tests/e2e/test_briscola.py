"""Blind Briscola at the local Discord's page: six windows, a whole hand, and nobody's own hidden cards in theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.presenters.italian import card_words
from bot.text.catalog import Text
from games.core.cards import PACK
from tests.support.browser import DESKTOP, PHONE
from tests.support.players import Evening, Player, evening

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(300)]

SIX = ("anna", "bruno", "carla", "dario", "elena", "fabio")
BOTH_LANGUAGES = {card_words(Text("en"), card): card_words(Text("it"), card) for card in PACK}
"""How cards are called in English and in Italian."""


async def test_six_windows_play_a_whole_hand_and_begin_the_next(browser: Browser, tmp_path: Path) -> None:
    sizes = (DESKTOP, PHONE, DESKTOP, PHONE, DESKTOP, DESKTOP)
    async with evening(browser, tmp_path, *SIX, sizes=sizes) as six:
        await six.sit("briscola")
        await six.start()
        caller = await auction(six)
        for _ in range(6):
            player = await six.first("move:slot-*")
            await player.press("move:slot-6")
        await expect(caller.table).to_contain_text("All six cards lie there")
        assert await six.first("move:trump-coppe") is caller
        await caller.press("move:trump-coppe")
        for player in six.players:
            await expect(player.table).to_contain_text("The six cards are turned up")
        hidden = await hands_seen_by_others(six.players)
        await search(six.players, hidden)
        await take_a_note(six)
        for trick in range(2, 7):
            for _ in range(6):
                await play_a_back(six, hidden)
            await search(six.players, hidden, shown=trick < 6)
        for player in six.players:
            await expect(player.table).to_contain_text(
                re.compile(r"called less than 45\b.* the promise is (kept|broken)")
            )
        await six.players[3].press("rematch", six.players[3].table)
        for player in six.players:
            await expect(player.table).to_contain_text("No call yet")
        # The deal has moved on: the second to call is now the first.
        assert await six.first("move:bid-59") is caller


async def auction(six: Evening) -> Player:
    """One bids in the box of the own view, the next one at the table, and all others leave; the caller."""
    first = await six.first("move:bid-59")
    await first.press("g:bid")
    label = "I take less than (1 to 59)" if first.english else "Faccio meno di (da 1 a 59)"
    await first.write({label: "50"})
    caller = six.players[(six.players.index(first) + 1) % 6]
    await caller.until(lambda: caller.offers("g:bid-45", caller.table), "the bids at the table")
    await caller.press("g:bid-45", caller.table)
    for turn in range(2, 7):
        other = six.players[(six.players.index(first) + turn) % 6]
        await other.until(lambda other=other: other.offers("move:leave"), "the turn to bid")
        await other.press("move:leave")
    return caller


async def hands_seen_by_others(players: list[Player]) -> dict[str, dict[str, str]]:
    """Everybody's cards by slot, in English words, as two of the others see them."""
    hands: dict[str, dict[str, str]] = {}
    for player in players:
        await player.until(lambda player=player: player.offers("g:notes"), "the open hands")
    readers = [player for player in players if player.english][:2]
    for reader in readers:
        alt = await reader.hand.locator("img").first.get_attribute("alt") or ""
        for player in players:
            found = re.search(rf"{player.name} ((?:\d: [^,.]+(?:, )?)+)\.", alt)
            assert (found is None) == (player is reader), alt
            if found:
                hands[player.name] = dict(entry.split(": ") for entry in found[1].split(", "))
    assert len(hands) == 6
    assert len({card for hand in hands.values() for card in hand.values()}) == 30
    return hands


async def search(players: list[Player], hidden: dict[str, dict[str, str]], *, shown: bool = True) -> None:
    """Nothing in anybody's window, alternative texts and ids included, names a card that its owner may not see; but
    the others' windows do show those cards."""
    pages = {player.name: await player.person.page.content() for player in players}
    for player in players:
        for card in hidden[player.name].values():
            words = re.compile(rf"\b({re.escape(card)}|{re.escape(BOTH_LANGUAGES[card])})\b")
            assert not words.search(pages[player.name]), (player.name, card)
            assert not shown or all(words.search(page) for name, page in pages.items() if name != player.name)


async def take_a_note(six: Evening) -> None:
    """Whoever leads notes something on a back, for nobody else to see."""
    player = await six.first("move:slot-*")
    await player.press("g:notes")
    await player.write({"Card 5" if player.english else "Carta 5": "high?"})
    await expect(player.hand).to_contain_text("high?")
    for other in six.players:
        assert other is player or "high?" not in await other.person.page.content()


async def play_a_back(six: Evening, hidden: dict[str, dict[str, str]]) -> None:
    """Whoever is to act turns up a card; it is the one that the others saw at this place."""
    player = await six.first("move:slot-*")
    slot = (await player.actions("move:slot-*"))[0].removeprefix("move:slot-")
    await player.press(f"move:slot-{slot}")
    card = hidden[player.name].pop(slot)
    words = card if player.english else BOTH_LANGUAGES[card]
    await expect(player.hand).to_contain_text(words)

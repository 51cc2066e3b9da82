"""An evening of blind Briscola: six people, what they see and do, and what none of them is ever sent."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.presenters.italian import card_words
from bot.tables.live import LiveTable
from bot.tables.permits import Person as Seated
from bot.text.catalog import Text
from data.records import TableStatus
from games.briscola.rules import Briscola
from games.briscola.state import State, held_slots
from games.briscola.terms import Phase
from games.core import Seat
from games.core.cards import PACK, Card
from games.core.cards import name_of as notation
from tests.support.clock import MovedClock
from tests.support.club import Club, action_of, open_club
from tests.support.people import Message, Person, Result

SIX = ("anna", "bruno", "carla", "dario", "elena", "fabio")
NOT_TEXT = {"url", "proxy_url", "id", "interaction_id", "message_id", "channel_id", "token", "timestamp", "nonce"}
WAYS = {
    card: re.compile(
        "|".join(
            rf"(?<!\w){re.escape(words)}(?!\w)"
            for words in (notation(card), *(card_words(Text(language), card) for language in ("en", "it")))
        )
    )
    for card in PACK
}
"""How a card is found in whatever way it is written, in every language."""


# Everything that anybody is ever sent


def strings(value: Any, key: str = "") -> Iterator[str]:
    """All texts in a message: contents, labels, ids of components, values, alternative texts, names of files."""
    if isinstance(value, dict):
        for name, inside in value.items():
            yield from strings(inside, name)
    elif isinstance(value, list):
        for inside in value:
            yield from strings(inside, key)
    elif isinstance(value, str) and key not in NOT_TEXT:
        yield value


def named(texts: list[str], cards: list[Card]) -> list[str]:
    """Where any of these cards is named."""
    return [text for text in texts for card in cards if WAYS[card].search(text)]


class Spy:
    """Reads along what arrives on every screen, edits included, and knows what its owner must not see then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.club: Club | None = None
        self.searched = 0
        self.found: list[str] = []
        hear = Person._hear

        async def read_along(person: Person, event: dict[str, Any]) -> None:
            self.read(person, event)
            await hear(person, event)

        monkeypatch.setattr(Person, "_hear", read_along)

    def read(self, person: Person, event: dict[str, Any]) -> None:
        """Search what has just reached a person."""
        if self.club is None:
            return
        texts = list(strings(event))
        self.searched += len(texts)
        hidden = unseen(self.club, person)
        self.found += [f"{person.name}: {text}" for text in named(texts, hidden)]


def state_of(club: Club) -> State:
    return club.match.state


def unseen(club: Club, person: Person) -> list[Card]:
    """The cards of a person that nobody has turned up yet; of all people before the first reveal."""
    live = next(iter(club.bot.house.service.tables), None)
    if live is None or live.match is None:
        return []
    state: State = live.match.state
    if state.trump is None:
        return list(Briscola().deck(live.options))
    seat = live.seat_of(int(person.id))
    return [] if seat is None else [state.hands[seat][slot - 1] for slot in held_slots(state, Seat(seat))]


def bodies(club: Club) -> list[tuple[str, list[str]]]:
    """What the bot sent to the channel for everybody, from the server's own journal: path, texts and names of files."""
    return [
        (entry["path"], [*strings(entry["body"]), *(file["name"] for file in entry["files"])])
        for entry in club.local.core.journal.entries
        if entry["method"] in {"POST", "PATCH"} and "/channels/" in entry["path"]
    ]


# What people do


def button(message: Message, action: str) -> str:
    """The component id of an action on a message."""
    ids = [b["custom_id"] for b in message.buttons if action_of(b) == action and not b.get("disabled")]
    assert ids, (action, [action_of(b) for b in message.buttons])
    return ids[0]


async def press(person: Person, message: Message, action: str) -> Result:
    return await person.press(custom_id=button(message, action), message=message)


def slots_on(message: Message) -> list[str]:
    """The backs that a view offers, as actions."""
    return [action_of(b) for b in message.buttons if action_of(b).startswith("move:slot-")]


async def auction(club: Club, number: int = 45) -> Person:
    """The first to call bids on the table, the next goes lower by the box, the rest leave; who has called."""
    first = club.to_act()
    await club.until(lambda: club.can("g:bid-59"), "the auction")
    await club.press(first, "g:bid-59")
    caller = club.to_act()
    opened = await club.press(caller, "g:bid")
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await caller.submit({field: str(number)})
    for _ in range(5):
        person = club.to_act()
        await club.until(lambda: club.can("g:leave"), "the auction")
        await club.press(person, "g:leave")
    assert state_of(club).phase is Phase.FIRST_TRICK
    assert club.to_act() is caller
    return caller


async def play_back(club: Club, hands: dict[str, Message], which: int = 0) -> Person:
    """The player to act chooses a back in their open view."""
    player = club.to_act()
    hand = hands.get(player.key) or await club.hand(player)
    hands[player.key] = hand
    await club.until(lambda: slots_on(hand), "the view to wake up")
    answer = await press(player, hand, slots_on(hand)[which])
    assert answer.kind == "update", answer.text
    return player


async def first_trick(club: Club, hands: dict[str, Message], trump: str) -> Person:
    """Six blind cards and the trump; who named it."""
    for _ in range(6):
        await play_back(club, hands, which=1)
    caller = club.to_act()
    hand = hands[caller.key]
    await club.until(lambda: any(action_of(b) == f"move:trump-{trump}" for b in hand.buttons), "the four suits")
    await press(caller, hand, f"move:trump-{trump}")
    return caller


async def opened_by_all(club: Club) -> dict[str, Message]:
    return {person.key: await club.hand(person) for person in club.people}


# The evening


async def test_six_people_play_a_hand_and_none_is_ever_sent_an_own_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Auction, six blind cards, the trump, a kill in the middle, tricks, count, and a rematch with the deal moving on;
    all the while every message to everybody is searched (complaints G6 to G9)."""
    caplog.set_level(logging.DEBUG)
    spy, clock = Spy(monkeypatch), MovedClock(rounds=12)
    async with open_club(tmp_path, *SIX, clock=clock) as club:
        spy.club = club
        await club.match_of(*club.people, game="briscola", clock="0")
        dealer = state_of(club).dealer
        caller = await auction(club)
        hands = await opened_by_all(club)
        await first_trick(club, hands, "spade")
        await club.until(lambda: "turned up" in club.board().text or "scoprono" in club.board().text, "the reveal")
        for text in club.board().alt_texts:
            assert all(person.name in text for person in club.people)
        for _ in range(9):
            await play_back(club, hands)
        await club.until(lambda: club.shown_ply == club.match.ply, "the ninth card")
        noter = club.to_act()
        opened = await press(noter, hands[noter.key], "g:notes")
        assert opened.modal is not None
        *_, last = opened.modal.fields
        answer = await noter.submit({last: "alta?"})
        assert "alta?" in answer.text
        state, old, key = state_of(club), hands[noter.key].id, noter.key
        await check_public(club)
        own = [line for name, line in ((r.name, r.getMessage()) for r in caplog.records) if name.startswith("bot")]
        assert not named(own, list(PACK)), "the bot's own log names no card at all"
        spy.club = None
    async with open_club(tmp_path, *SIX, clock=clock) as club:
        spy.club = club
        assert state_of(club) == state
        again = next(person for person in club.people if person.key == key)
        hand = next(message for message in again.ephemerals() if message.id == old)
        await press(again, hand, slots_on(hand)[0])
        hands = {again.key: hand}
        assert "alta?" in hand.text
        others = [person for person in club.people if person is not again]
        assert not any("alta?" in text for person in others for m in person.everything() for text in strings(m.data))
        for person in others:
            await play_back(club, {}) if person in others[:2] else await club.quickly(*[""] * 3)
            await club.until(lambda: club.shown_ply == club.match.ply, "the table")
            await club.hand(person)
        while club.live.playing is not None:
            await club.quickly()
        assert club.live.record.status is TableStatus.FINISHED
        await club.until(lambda: club.can("rematch"), "the result")
        board = club.board().text
        assert "45" in board
        assert caller.name in board
        assert "alta?" not in "".join(text for _, texts in bodies(club) for text in texts)
        await check_public(club)
        assert spy.found == []
        await club.press(club.people[3], "rematch")
        await club.until(lambda: club.live.playing is not None, "the rematch")
        assert state_of(club).dealer == (dealer + 1) % 6
    assert spy.searched > 3_000
    assert spy.found == []


async def check_public(club: Club) -> None:
    """Of what the bot has sent to all, nothing names a card that lies hidden still, in anybody's hand; and pictures
    carry nothing but pixels."""
    state, sent = state_of(club), bodies(club)
    held = [state.hands[seat][slot - 1] for seat in map(Seat, range(6)) for slot in held_slots(state, seat)]
    assert len(sent) > 3
    assert not named([text for _, texts in sent for text in texts], held)
    for person in club.people[:2]:
        for message in person.messages():
            if message.data["attachments"]:
                assert chunks(await message.picture()) <= {"IHDR", "PLTE", "tRNS", "IDAT", "IEND", "sRGB", "gAMA"}


def chunks(png: bytes) -> set[str]:
    """The kinds of parts of a PNG: text or time would be some."""
    at, kinds = 8, set[str]()
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        kinds.add(png[at + 4 : at + 8].decode("ascii"))
        at += 12 + length
    return kinds


async def test_the_spy_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that shows people the view of their neighbour's seat is found out."""
    spy = Spy(monkeypatch)
    async with open_club(tmp_path, *SIX) as club:
        await club.match_of(*club.people, game="briscola")
        await club.quickly("bid-30", *("leave",) * 5, *("slot-1",) * 6, "trump-coppe")
        await club.until(lambda: club.shown_ply == club.match.ply, "the reveal")
        spy.club = club
        await club.hand(club.people[0])
        assert spy.found == []
        monkeypatch.setattr(LiveTable, "playing_seat_of", lambda live, user_id: Seat(live.seat_of(user_id) + 1))
        await club.hand(club.people[0])
        assert spy.found


async def test_the_people_of_a_lobby_are_called_once_when_all_six_are_there(tmp_path: Path) -> None:
    async with open_club(tmp_path, *SIX) as club:
        *five, fabio = club.people
        anna, elena = five[0], five[4]
        await elena.command("settings")
        panel = elena.ephemerals()[-1]
        switch = next(b for b in panel.buttons if action_of(b).startswith("set:pings"))
        await elena.press(custom_id=switch["custom_id"], message=panel)
        await club.table(*five, game="briscola")
        await club.until(lambda: not club.can("start") and "5" in club.board().text, "five people")
        assert not calls(club, anna)
        await club.press(fabio, "sit")
        await club.until(lambda: calls(club, anna), "the call")
        (call,) = calls(club, anna)
        mentioned = {user["id"] for user in call.data["mentions"]}
        assert mentioned == {person.id for person in club.people if person is not elena}
        await club.press(fabio, "leave")
        await club.until(lambda: not club.can("start"), "five people")
        await club.press(fabio, "sit")
        await club.until(lambda: club.can("start"), "six people")
        await club.advance(30)
        assert calls(club, anna) == [call]
        await club.press(anna, "start")
        await club.until(lambda: call.deleted, "the call to go")


def calls(club: Club, person: Person) -> list[Message]:
    """Messages to all that notify more than one person."""
    return [m for m in person.messages() if m.by_bot and not m.ephemeral and len(m.data["mentions"]) > 1]


async def test_g8_who_sits_can_never_watch_and_who_has_left_sees_their_own_seat(tmp_path: Path) -> None:
    """Complaint G8, with the table that lets its spectators see all six hands."""
    async with open_club(tmp_path, *SIX) as club:
        await club.table(*club.people, game="briscola", spectators_see="all")
        anna, bruno = club.people[:2]
        await club.press(bruno, "watch")
        await bruno.wait_for(bruno.ephemerals, "the refusal")
        assert int(bruno.id) not in club.live.record.watchers
        await club.until(lambda: club.can("start"), "six people")
        await club.press(anna, "start")
        await club.until(lambda: club.can("hand"), "the deal")
        await club.quickly("bid-30", *("leave",) * 5, *("slot-1",) * 6, "trump-coppe")
        await club.bot.house.service.seating.leave(club.live, int(bruno.id))
        # Bruno has left and tries to watch: coming back to the seat later must not pay.
        await club.forge(bruno, club.board(bruno), f"cg1:{club.live.record.id}:0:watch")
        await club.until(lambda: club.can("hand"), "the table")
        hand = await club.hand(bruno)
        own = unseen(club, bruno)
        assert len(own) >= 4
        assert not named(list(strings(hand.data)), own)


async def test_a_watcher_sees_what_the_table_lets_watchers_see(tmp_path: Path) -> None:
    async with open_club(tmp_path, *SIX) as club:
        *five, fabio = club.people
        await club.table(*five, game="briscola", spectators_see="all")
        # The sixth player is somebody who is not here tonight.
        service = club.bot.house.service
        await service.seating.sit(club.live, Seated(100_000_000_000_000_077, "Gino"))
        await club.until(lambda: club.can("watch"), "the lobby")
        await club.press(fabio, "watch")
        await club.until(lambda: club.can("start"), "six people")
        await club.press(five[0], "start")
        await club.until(lambda: club.can("hand"), "the deal")
        await club.quickly("bid-30", *("leave",) * 5, *("slot-1",) * 6, "trump-coppe")
        await club.until(lambda: club.shown_ply == club.match.ply, "the reveal")
        hand = await club.hand(fabio)
        state = state_of(club)
        held = [state.hands[seat][slot - 1] for seat in map(Seat, range(6)) for slot in held_slots(state, seat)]
        texts = list(strings(hand.data))
        assert all(named(texts, [card]) for card in held)
        assert not slots_on(hand)
        assert not named([text for _, sent in bodies(club) for text in sent], held)

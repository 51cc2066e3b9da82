"""Open hands at several tables, and hands that two things change at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.presenters.panel import PrivatePanel
from bot.responder import Responder
from bot.tables.announce import DiscordAnnouncer
from bot.tables.components import HAND_PICTURE, parse_custom_id
from bot.tables.live import LiveTable
from bot.tables.permits import Person as Seated
from games.registry import BY_KEY
from tests.support.club import Club, find
from tests.support.people import Message, Person
from tests.support.tables import press

FROM_HIGH_TO_LOW = "From high to low"
MOST_MOVES = 300


def seated(person: Person) -> Seated:
    return Seated(int(person.id), person.name)


def alt_of(message: Message) -> str:
    """The words for those who do not see the picture."""
    return message.data["attachments"][0].get("description", "")


async def a_second_match(club: Club, host: Person, *guests: Person, game: str) -> LiveTable:
    """A match in the other channel, just dealt and shown."""
    await host.command("play", game=game, channel="tavolo-2")
    second = list(club.bot.house.service.tables)[-1]
    for guest in guests:
        await club.bot.house.service.seating.sit(second, seated(guest))
    await club.bot.house.service.start(second, seated(host))
    await club.advance(3)
    return second


async def move_at(club: Club, live: LiveTable) -> None:
    """Whoever is to act at this table plays; where there is bidding, they bid."""
    match = live.match
    assert match is not None
    (seat,) = live.active
    move = match.game.legal_moves(match.state, seat)[-1]
    await club.bot.house.service.matches.play(live, live.record.seats[seat].user_id, move, press(), None)


async def hand_at(club: Club, person: Person, live: LiveTable, channel: str) -> Message:
    """Press the hand's button of a table of several."""
    board = next(m for m in person.messages(channel) if m.id == str(live.record.message_id))
    shown = (await person.press(custom_id=find(board, "hand"), message=board)).message
    assert shown is not None
    return shown


async def test_a_message_that_became_the_hand_at_another_table_is_left_to_that_one(club: Club) -> None:
    """A press that no honest client sends; all the same, two tables must not overwrite each other in one message."""
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno)
    first = club.live
    hand = await club.hand(anna)
    second = await a_second_match(club, bruno, anna, game="calidruno")
    await club.forge(anna, hand, f"cg1:{second.record.id}:0:hand")
    await club.quiet()
    assert "Bruno’s table" in hand.text
    await move_at(club, first)
    await club.advance(3)
    assert "Bruno’s table" in hand.text
    before = hand.text
    await move_at(club, second)
    await club.advance(3)
    assert "Bruno’s table" in hand.text
    assert hand.text != before


async def test_a_press_beside_a_slow_change_keeps_no_picture_that_is_gone(club: Club) -> None:
    """A press does not wait for long. It replaces the picture while the change still believes that it is there; every
    request is checked for that, and at the end the hand shows how it stands, with a picture."""
    await club.match_of(*club.people)
    player = club.to_act()
    await club.quickly()
    hand = await club.hand(player)
    await club.quiet()
    announcer, key = club.bot.house.announcer, (club.live.record.id, int(player.id))
    begun, answered = asyncio.Event(), asyncio.Event()
    drawn, private = DiscordAnnouncer.hand_panel, Responder.private

    async def slow_at_first(*args: Any, **options: Any) -> PrivatePanel:
        panel = await drawn(*args, **options)
        if begun.is_set():
            return panel
        begun.set()
        await answered.wait()
        return replace(panel, notice="An older notice.")

    async def answer(*args: Any, **options: Any) -> Any:
        message = await private(*args, **options)
        answered.set()
        async with asyncio.timeout(10):
            while announcer.hands._open[key].lock.locked():  # noqa: ASYNC110 - the bot has no event for it
                await asyncio.sleep(0.005)
        return message

    with patch.object(DiscordAnnouncer, "hand_panel", slow_at_first), patch.object(Responder, "private", answer):
        announcer.hands.touch_person(int(player.id))
        async with asyncio.timeout(10):
            await begun.wait()
        await club.forge(player, hand, f"cg1:{key[0]}:0:move:draw")
        await club.quiet()
    await club.advance(3)
    assert not announcer.hands._open[key].plain
    assert [attachment["filename"] for attachment in hand.data["attachments"]] == [HAND_PICTURE]
    assert "earlier turn" in hand.text


async def test_what_somebody_chose_shows_in_their_open_hand(club: Club) -> None:
    anna, *_ = club.people
    await club.match_of(*club.people)
    hand = await club.hand(anna)
    assert "Match" in hand.text or "turn" in hand.text
    await anna.command("settings")
    panel = anna.ephemerals()[-1]
    await anna.choose("it", menu=find(panel, "set:locale"), message=panel)
    await club.advance(3)
    assert "tavolo di Anna" in hand.text


async def test_the_help_for_newcomers_goes_from_the_hands_at_all_their_tables(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla, game="calabresella")
    first = club.live
    second = await a_second_match(club, bruno, anna, carla, game="calabresella")
    hand = await hand_at(club, anna, second, "tavolo-2")
    assert FROM_HIGH_TO_LOW in alt_of(hand)
    with patch("bot.presenters.calabresella.pictures.NEWCOMERS_ROUNDS", 1):
        for _ in range(MOST_MOVES):
            if await club.store.rounds_played(int(anna.id), "calabresella"):
                break
            await move_at(club, first)
        await club.advance(3)
        assert FROM_HIGH_TO_LOW not in alt_of(hand)


async def test_a_hand_asked_for_while_its_match_ends_in_the_lobby_says_that_it_is_old(club: Club) -> None:
    """What a hand shows takes reading; meanwhile the table may be a lobby again."""
    await club.match_of(*club.people)
    live, announcer = club.live, club.bot.house.announcer
    read = club.store.rounds_played

    async def lobby_meanwhile(user_id: int, game: str) -> int:
        live.match = live.match_record = None
        return await read(user_id, game)

    with patch.object(club.store, "rounds_played", side_effect=lobby_meanwhile):
        panel = await announcer.hand_panel(live, int(club.people[0].id), "en")
    assert "grown old" in panel.lines[0]


@pytest.mark.parametrize("game", BY_KEY)
async def test_a_hand_asked_for_while_its_table_is_closed_says_so(club: Club, game: str) -> None:
    anna = club.people[0]
    await anna.command("solo", game=game)
    await club.until(lambda: bool(club.bot.house.service.tables.of_person(int(anna.id))), "the table")
    live, announcer = club.live, club.bot.house.announcer
    read = club.store.rounds_played

    async def closed_meanwhile(user_id: int, key: str) -> int:
        await club.bot.house.service.end(live, Seated(int(anna.id), anna.name))
        return await read(user_id, key)

    with patch.object(club.store, "rounds_played", side_effect=closed_meanwhile):
        panel = await announcer.hand_panel(live, int(anna.id), "en")
    assert panel.lines == ("This table is closed. Open a new one with /play.",)
    assert not panel.rows


async def test_the_buttons_of_a_hand_are_of_the_turn_that_it_shows(club: Club) -> None:
    """A turn that ends while the picture is drawn leaves old buttons: whoever presses them is told so."""
    await club.match_of(*club.people[:2])
    player, ply = club.to_act(), club.match.ply
    painter = club.bot.house.announcer.painter
    paint = painter.paint

    async def slowly(*scene: Any, **more: Any) -> Any:
        while club.match.ply == ply or club.to_act() is not player:
            await club.quickly()
        return await paint(*scene, **more)

    with patch.object(painter, "paint", slowly):
        hand = await club.hand(player)
    addresses = [parse_custom_id(c["custom_id"]) for c in hand.components if c.get("custom_id")]
    assert {address.ply for address in addresses if address and address.action == "move"} == {ply}

"""An evening with computer players: from one command to the result, through the real client."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.company import plays_at
from data.records import Presence, TableStatus
from games.core import Seat
from games.core.player import Strength
from tests.support.club import Club, action_of, find, open_club, play_from
from tests.support.people import Message, Person


async def panel_of(club: Club, person: Person, action: str) -> Message:
    """Press a button of the table and look at the private answer."""
    shown = (await club.press(person, action)).message
    assert shown is not None
    assert shown.ephemeral
    return shown


async def test_one_command_and_one_plays_against_computers(tmp_path: Path) -> None:
    async with open_club(tmp_path, "anna", "bruno") as club:
        anna, bruno = club.people
        answer = await anna.command("solo", game="calidruno")
        assert answer.kind != "failed"
        await club.until(lambda: club.live.record.message_id is not None and club.can("hand"), "the dealt table")
        assert club.match.ply >= 0
        assert len(club.live.record.seats) == 4
        for _ in range(8):
            await club.until(lambda: Seat(0) in club.live.active or not club.live.playing, "Anna's turn")
            if not club.live.active:
                break
            if await play_from(await club.hand(anna)) is None:
                await club.wait_for_grace()
        await club.until(lambda: "🤖" in club.board(bruno).text, "the computers' mark")
        # Nobody but Anna was written to, and no computer was ever mentioned.
        assert not [message for message in bruno.everything() if message.ephemeral]
        assert all("<@-" not in message.text for person in club.people for message in person.everything())


@pytest.mark.parametrize("game", ["kalooki", "briscola", "calabresella"])
async def test_in_every_game_one_command_is_enough(tmp_path: Path, game: str) -> None:
    async with open_club(tmp_path, "anna") as club:
        (anna,) = club.people
        await anna.command("solo", game=game)
        await club.until(lambda: club.live.record.message_id is not None and club.can("hand"), "the dealt table")
        await club.until(lambda: Seat(0) in club.live.active, "Anna's turn")
        assert (await club.hand(anna)).ephemeral
        await club.quickly()
        ply = club.match.ply
        await club.until(lambda: Seat(0) in club.live.active or club.match.ply > ply, "somebody's next move")
        await club.until(lambda: "🤖" in club.board().text, "the computers' mark")


async def test_the_host_seats_computers_from_the_lobby(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.table(anna)
    refused = await club.press(bruno, "computers")
    assert refused.message is not None
    assert "Anna" in refused.message.text
    panel = await panel_of(club, anna, "computers")
    for strength in ("easy", "good", "strong"):
        panel = (await anna.choose(strength, menu=find(panel, "computer"), message=panel)).message or panel
    assert [plays_at(club.live.record, number) for number in range(4)] == [None, *Strength]
    options = next(menu for menu in panel.menus if action_of(menu) == "computer")["options"]
    assert "Good" in next(option["description"] for option in options if option["value"] == "strong")
    gone = club.live.record.seats[1]
    await anna.choose(str(gone.user_id), menu=find(panel, "uncomputer"), message=panel)
    assert gone.user_id not in [seat.user_id for seat in club.live.record.seats]
    await club.until(lambda: gone.name not in club.board().text and "🤖" in club.board().text, "the lobby as it is")
    await club.press(anna, "start")
    await club.until(lambda: club.live.playing is not None, "the match")


async def test_forged_computers_are_refused(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.table(anna, bruno)
    await club.until(lambda: len(club.live.record.seats) == 2, "both of them")
    before, menu = club.live.record.seats, find(await panel_of(club, anna, "computers"), "computer")
    for value in ("random", "", "-1", bruno.id):
        await club.forge(anna, club.board(anna), menu, value)
        await club.forge(anna, club.board(anna), menu.replace("computer", "uncomputer"), value)
    await club.forge(bruno, club.board(bruno), menu, "good")
    assert club.live.record.seats == before


async def test_a_computer_plays_for_who_left_and_is_marked_until_they_are_back(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    await club.leave(bruno)
    await club.until(lambda: "Bruno 🤖" in club.board().text or "has left" in club.board().text, "the mark")
    assert club.live.record.seats[1].presence is Presence.LEFT
    for _ in range(30):
        if Seat(1) in club.live.active:
            break
        await club.quickly()
    if club.live.playing is not None:
        ply = club.match.ply
        await club.until(lambda: club.live.playing is None or club.match.ply > ply, "the computer's move")
        assert club.live.record.status in {TableStatus.PLAYING, TableStatus.FINISHED}
    await bruno.command("table show")
    assert not [m for m in carla.everything() if m.ephemeral and "Bruno" in m.text]


async def test_the_host_lets_the_table_play_for_absent_people(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.table(anna, bruno)
    panel = await panel_of(club, anna, "options")
    await anna.choose("timeout", menu=find(panel, "stand_in"), message=panel)
    assert club.live.record.stand_in == "timeout"
    await club.until(lambda: club.can("start"), "two at the table")
    await club.press(anna, "start")
    await club.until(lambda: club.can("hand"), "the dealt table")
    await club.leave(bruno)
    assert club.live.record.status is TableStatus.FINISHED

"""A table that is closed says so on its message, and then nothing of it is kept."""

from __future__ import annotations

from pathlib import Path

from bot.tables.permits import Person
from tests.support.club import open_club


async def test_a_table_that_is_ended_just_before_a_stop_still_says_so(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        anna, live = club.people[0], club.live
        message_id = str(live.record.message_id)
        await club.quickly()
        await club.quiet()
        await club.bot.house.service.end(live, Person(int(anna.id), anna.name))
        await club.bot.leave()
        (shown,) = [message for message in anna.messages() if message.id == message_id]
        assert not shown.buttons
        assert not shown.menus
        assert "Anna closed the table" in shown.text
        assert "somebody" not in shown.text


async def test_nothing_of_a_closed_table_is_kept_though_it_was_about_to_change(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        anna, live, house = club.people[0], club.live, club.bot.house
        await house.service.end(live, Person(int(anna.id), anna.name))
        house.announcer.changed(live)
        await club.advance(5)
        assert not house.announcer._boards
        assert not house.announcer.pings._to_act
        assert house.announcer.unsent_ms() == 0

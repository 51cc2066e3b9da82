"""People and channels that ask for too much: they are slowed down, the others notice nothing."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.floods import Floods, Limits, Rate
from bot.house import House
from bot.tables.live import LiveTable
from data.records import MatchLine
from tests.support.clock import MovedClock
from tests.support.club import Club, open_club

ENOUGH = "That was a lot in a short time"
ENOUGH_IT = "Troppe richieste in poco tempo"


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path, "anna", "bruno", "carla", "dario") as opened:
        yield opened


def told(club: Club, name: str) -> int:
    """How often somebody was told to wait."""
    person = next(person for person in club.people if person.key == name)
    return sum(ENOUGH in message.text or ENOUGH_IT in message.text for message in person.everything())


async def test_twenty_clicks_in_a_second_play_one_move_and_all_are_answered(club: Club) -> None:
    """Fault U1."""
    anna, bruno, _, _ = club.people
    await club.match_of(anna, bruno)
    player = club.to_act()
    hand = await club.hand(player)
    ply = club.match.ply
    menu = next(menu for menu in hand.menus if menu["custom_id"].partition("#")[0].endswith(":move"))
    value = menu["options"][0]["value"]
    answers = await asyncio.gather(
        *(player.choose(value, menu=menu["custom_id"], message=hand) for _ in range(40)), return_exceptions=True
    )
    assert club.match.ply == ply + 1
    assert Counter(answer.kind for answer in answers if not isinstance(answer, BaseException))["failed"] == 0
    assert 1 <= told(club, player.key) <= 3


async def test_who_presses_without_end_is_told_once_in_a_while_and_hinders_nobody(club: Club) -> None:
    anna, bruno, carla, _ = club.people
    await club.match_of(anna, bruno)
    for _ in range(60):
        await club.press(carla, "rules")
    assert told(club, "carla") == 1
    shown = sum("rules" in str(message.components) for message in carla.everything())
    assert shown <= 25
    await club.hand(anna)
    await club.play()
    assert club.match.ply == 1
    assert told(club, "anna") == told(club, "bruno") == 0
    await club.advance(10)
    assert (await club.press(carla, "rules")).message is not None
    assert told(club, "carla") == 1


async def test_tables_opened_and_ended_without_end_fill_no_channel(club: Club) -> None:
    """Fault U7."""
    anna, bruno, _, _ = club.people
    opened = 0
    for _ in range(12):
        await anna.command("play", game="calidruno")
        if not list(club.bot.house.service.tables):
            break
        opened += 1
        await club.end(anna)
    assert 3 <= opened <= 6
    assert told(club, "anna") >= 1
    await bruno.command("play", game="calidruno")
    assert list(club.bot.house.service.tables)
    await club.end(bruno)
    await club.advance(60)
    await anna.command("play", game="calidruno")
    assert list(club.bot.house.service.tables)


async def test_words_without_end_are_not_listened_to(club: Club) -> None:
    anna, bruno, _, _ = club.people
    await club.match_of(anna, bruno)
    heard = 0
    say = House.say

    async def counted(house: House, live: LiveTable, user_id: int, words: str, idem: str) -> bool:
        nonlocal heard
        heard += 1
        return await say(house, live, user_id, words, idem)

    with patch.object(House, "say", counted):
        for _ in range(30):
            await anna.say(f"<@{club.bot.user.id if club.bot.user else 0}> calidruno")
        await club.quiet()
    assert 1 <= heard <= 20
    await club.hand(bruno)
    assert told(club, "anna") == told(club, "bruno") == 0


async def test_who_types_without_end_gets_no_list_for_a_while_and_may_still_press(club: Club) -> None:
    anna, bruno, carla, _ = club.people
    await club.match_of(anna, bruno)
    looked_up = 0
    store = club.bot.house.service.store
    matches_in = store.matches_in

    async def counted(channel_id: int, most: int) -> Sequence[MatchLine]:
        nonlocal looked_up
        looked_up += 1
        return await matches_in(channel_id, most)

    with patch.object(store, "matches_in", counted):
        for typed in range(40):
            await carla.autocomplete("verify", "match", str(typed))
        assert looked_up == 10
        await anna.autocomplete("verify", "match", "c")
        await club.advance(1)
        await carla.autocomplete("verify", "match", "c")
        assert looked_up == 12
    await club.press(carla, "rules")
    assert told(club, "carla") == 0


def test_a_channel_and_a_server_have_limits_of_their_own() -> None:
    clock = MovedClock()
    floods = Floods(clock, Limits(channel=Rate(5, 1), server=Rate(8, 1)))
    assert [floods.admits(user, 1, 10) for user in range(7)] == [True] * 5 + [False] * 2
    assert [floods.admits(user, 2, 10) for user in range(7)] == [True] * 3 + [False] * 4
    assert floods.admits(1, 3, 11)


async def test_who_is_over_their_own_limit_takes_nothing_from_their_channel() -> None:
    clock = MovedClock()
    floods = Floods(clock, Limits(person=Rate(2, 1), channel=Rate(4, 1)))
    assert [floods.admits(1, 1, 10) for _ in range(50)].count(True) == 2
    assert floods.admits(2, 1, 10)
    assert floods.admits(3, 1, 10)
    assert not floods.admits(4, 1, 10)
    await clock.advance(1)
    assert floods.admits(4, 1, 10)


async def test_what_is_remembered_of_a_crowd_stays_small() -> None:
    clock = MovedClock()
    floods = Floods(clock, Limits())
    for user in range(30_000):
        floods.admits(user, user, user)
        if user % 1_000 == 0:
            await clock.advance(10)
    assert len(floods._buckets) <= 14_000


async def test_nobody_waits_an_hour_because_the_clock_was_set_back() -> None:
    """Fault C2: what was counted before says nothing any more."""
    clock = MovedClock()
    floods = Floods(clock, Limits(person=Rate(1, 1)))
    assert floods.admits(1, 2, 3)
    assert floods.tells(1)
    assert not floods.admits(1, 2, 3)
    await clock.jump(-3_600)
    assert floods.admits(1, 2, 3)
    assert not floods.admits(1, 2, 3)
    assert floods.tells(1)
    await clock.advance(1)
    assert floods.admits(1, 2, 3)

"""Hands on screens and in direct messages when something fails on the way."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import replace

import pytest

from bot.tables.permits import Person as Seated
from data.records import TableStatus
from tests.support.club import Club, action_of, by_dm, find, play_from
from tests.support.people import Person

WITHOUT_ATTACH_FILES = str((1 << 10) | (1 << 11) | (1 << 14) | (1 << 16))
EXPIRED = re.compile("This view has grown old|Questa vista è scaduta")


def others(club: Club, person: Person) -> list[Person]:
    return [other for other in club.people if other is not person]


async def test_why_a_press_was_refused_stays_above_the_hand_until_the_next_move(club: Club) -> None:
    await club.match_of(*club.people)
    player = club.to_act()
    hand = await club.hand(player)
    await club.quickly()
    await club.quiet()
    await club.forge(player, hand, f"cg1:{club.live.record.id}:0:move:draw")
    await club.advance(3)
    assert "earlier turn" in hand.text
    await club.quickly()
    await club.advance(3)
    assert "earlier turn" not in hand.text


async def test_after_a_restart_an_action_of_the_game_shows_the_hand_and_does_not_take_it_away(club: Club) -> None:
    await club.match_of(*club.people)
    player, move = await club.until_a_play_leaves_one()
    await player.choose(move, message=await club.hand(player))
    hand = player.ephemerals()[-1]
    club.forget_hands()
    opened = await player.press(custom_id=find(hand, "g:say"), message=hand)
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await player.submit({field: "Calidruno!"})
    await club.quiet()
    assert not hand.deleted
    assert "g:say" not in [action_of(c) for c in hand.components]


async def test_a_hand_that_discord_did_not_take_is_shown_a_few_seconds_later(club: Club) -> None:
    await club.match_of(*club.people)
    waiting = others(club, club.to_act())[0]
    hand = await club.hand(waiting)
    before = hand.text
    await club.op.fault("PATCH", r"/webhooks/", times=1, drop=True)
    await club.quickly()
    await club.quiet()
    assert hand.text == before
    await club.advance(6)
    assert hand.text != before


async def test_a_hand_that_was_shown_though_discord_said_500_is_kept_up_to_date(club: Club) -> None:
    await club.match_of(*club.people)
    waiting = others(club, club.to_act())[0]
    await club.op.fault("POST", r"/interactions/", times=1, status=500, apply_first=True)
    hand = await club.hand(waiting)
    await club.quiet()
    before = hand.text
    async with asyncio.timeout(10):
        while not club.bot.house.announcer.hands._open:  # noqa: ASYNC110 - the client repeats its request after a second
            await asyncio.sleep(0.02)
    await club.quickly()
    await club.advance(3)
    assert hand.text != before


async def test_the_hand_of_a_closed_table_does_not_become_that_of_another_one(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    hand = await club.hand(anna)
    await bruno.command("play", game="calidruno", channel="tavolo-2")
    (first, second) = list(club.bot.house.service.tables)
    await club.bot.house.service.seating.sit(second, Seated(int(anna.id), anna.name))
    await club.bot.house.service.start(second, Seated(int(bruno.id), bruno.name))
    await club.bot.house.service.end(first, Seated(first.record.host_id, anna.name))
    await club.quiet()
    before = hand.text
    answer = await club.forge(anna, hand, f"cg1:{first.record.id}:0:move:draw")
    assert "closed" in answer.text
    assert hand.text == before
    assert carla in club.people


async def test_a_hand_by_direct_message_is_kept_up_to_date_for_ever_though_it_was_pressed(club: Club) -> None:
    anna = await club.turn_by_dm()
    (hand,) = anna.dms()
    assert await play_from(hand) is not None
    await club.advance(16 * 60)
    before = hand.text
    await club.quickly()
    await club.quickly()
    await club.advance(3)
    assert anna.dms() == [hand]
    assert hand.text != before


async def test_two_changes_at_once_send_one_direct_message(club: Club) -> None:
    anna = club.people[0]
    await by_dm(anna)
    await club.table(*club.people)
    await club.until(lambda: club.can("start"), "the start button")
    await club.press(anna, "start")
    await club.until(lambda: club.live.playing is not None, "the match")
    for _ in range(3):
        club.bot.house.announcer.changed(club.live)
    await club.quiet()
    assert len(anna.dms()) == 1


async def test_a_direct_message_that_nobody_pressed_for_speaks_the_language_of_the_server(club: Club) -> None:
    anna = club.people[0]
    await by_dm(anna)
    await club.table(*club.people)
    server = await club.bot.house.preferences.server(club.live.record.guild_id)
    await club.bot.house.preferences.save_server(replace(server, locale="it"))
    await club.bot.house.service.start(club.live, Seated(int(anna.id), anna.name))
    await club.until(lambda: bool(anna.dms()), "the hand as a direct message")
    assert "tavolo di Anna" in anna.dms()[0].text


async def test_a_direct_message_that_failed_for_a_moment_is_not_called_closed(club: Club) -> None:
    anna = club.people[0]
    await club.match_of(*club.people)
    await by_dm(anna)
    await club.quiet()
    await club.op.fault("POST", r"/channels/\d+/messages", times=1, drop=True)
    hand = await club.hand(anna)
    assert hand.ephemeral
    assert "write to you directly" not in hand.text
    assert not (await club.bot.house.preferences.player(int(anna.id))).dm_closed


async def test_a_direct_message_whose_answer_was_lost_is_there_once_and_up_to_date(club: Club) -> None:
    """Fault R8: it comes back as it was sent, and the table has moved on."""
    anna = club.people[0]
    await club.match_of(*club.people)
    await by_dm(anna)
    await club.op.fault("POST", r"/channels/\d+/messages", times=5, apply_first=True, drop=True)
    await club.quickly()
    await club.until(lambda: bool(anna.dms()), "the hand as a direct message")
    before = anna.dms()[0].text
    await club.quickly()
    await club.quickly()
    await club.op("DELETE", "faults")
    await club.advance(61)
    (hand,) = anna.dms()
    assert hand.text != before
    while club.to_act() is not anna:
        await club.quickly()
    await club.advance(3)
    assert await play_from(hand) is not None


async def test_hands_of_a_match_that_is_gone_say_so(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    hand = await club.hand(anna)
    while club.live.playing is not None:
        await club.quickly()
    await club.until(lambda: club.can("rematch"), "the result")
    await club.leave(bruno)
    await club.press(anna, "rematch")
    await club.until(lambda: club.live.record.status is TableStatus.LOBBY, "the lobby")
    await club.advance(3)
    assert not hand.menus
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert carla in club.people


async def test_a_permission_taken_away_in_mid_match_is_named_in_the_next_hand(club: Club) -> None:
    await club.match_of(*club.people)
    channel = str(club.live.record.channel_id)
    await club.op("PATCH", f"channels/{channel}", {"permissions": WITHOUT_ATTACH_FILES})
    hand = await club.hand(club.people[0])
    await club.advance(3)
    assert "Attach Files" in hand.text
    await club.op("PATCH", f"channels/{channel}", {"permissions": None})
    assert "Attach Files" not in (await club.hand(club.people[0])).text


async def test_an_open_hand_that_discord_does_not_take_is_sent_less_and_less_often(club: Club) -> None:
    """Fault R6: at growing intervals, up to a minute; then it shows how things stand."""
    await club.match_of(*club.people, clock="0")
    waiting = next(person for person in club.people if person is not club.to_act())
    hand = await club.hand(waiting)
    await club.quiet()
    before = hand.text
    await club.op.fault("PATCH", r"/webhooks/", times=1_000, drop=True)
    await club.quickly()
    for _ in range(40):
        await club.advance(6)
    tried = [entry for entry in await club.op.journal() if (entry.get("fault") or {}).get("drop")]
    assert 4 <= len(tried) <= 12, len(tried)
    assert hand.text == before
    await club.op("DELETE", "faults")
    await club.advance(61)
    assert hand.text != before


async def test_a_hand_says_that_it_is_over_though_discord_took_nothing_at_that_moment(club: Club) -> None:
    """Fault R6: the last word is tried again for as long as Discord can still take it."""
    await club.match_of(*club.people, clock="0")
    waiting = next(person for person in club.people if person is not club.to_act())
    hand = await club.hand(waiting)
    await club.advance(13 * 60)
    await club.op.fault("PATCH", r"/webhooks/", times=1_000, drop=True)
    await club.quickly()
    await club.advance(90 + 10)
    assert not EXPIRED.search(hand.text)
    await club.op("DELETE", "faults")
    await club.advance(6)
    await club.until(lambda: EXPIRED.search(hand.text) is not None, "the hand to say that it is over")


async def test_a_hand_whose_last_word_discord_never_takes_is_given_up(club: Club) -> None:
    """Fault R6: once the token is over nothing more is sent with it."""
    await club.match_of(*club.people, clock="0")
    waiting = next(person for person in club.people if person is not club.to_act())
    await club.hand(waiting)
    await club.advance(14 * 60)
    await club.op.fault("PATCH", r"/webhooks/", times=1_000, drop=True)
    for _ in range(12):
        await club.advance(6)
    tried = len(await club.op.journal())
    for _ in range(12):
        await club.advance(6)
    assert len(await club.op.journal()) == tried

"""Leaving, being sent away, and the end of a table."""

from __future__ import annotations

import asyncio

import pytest

from bot.presenters.refusals import Refusal
from bot.text.catalog import text_for
from data.records import PlayerSettings, Presence, TableStatus
from tests.support.tables import (
    ANNA,
    BRUNO,
    CARLA,
    MODERATOR,
    Hall,
    any_move,
    names,
    refused,
    to_act,
)


@pytest.mark.parametrize("leaver", [0, 1, 2])
async def test_complaints_c1_c2_leaving_on_or_off_turn_keeps_the_turn_order(hall: Hall, leaver: int) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, stand_in="timeout")
    person = (ANNA, BRUNO, CARLA)[leaver]
    await hall.service.seating.leave(live, person.user_id)
    assert names(live) == ["Anna", "Bruno", "Carla"]
    while live.playing is not None:
        assert to_act(live) != person
        await hall.play(live, to_act(live), any_move(live))
    assert live.outcome() is not None


async def test_when_all_but_one_have_left_the_match_is_theirs(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, stand_in="timeout")
    await hall.service.seating.leave(live, ANNA.user_id)
    await hall.service.seating.leave(live, CARLA.user_id)
    assert live.record.status is TableStatus.FINISHED
    outcome = live.outcome()
    assert outcome is not None
    assert outcome.places == (2, 1, 2)
    assert dict(live.record.wins) == {BRUNO.user_id: 1}
    assert live.record.host_id == BRUNO.user_id


async def test_complaint_c24_who_left_may_come_back_and_the_host_stays_who_was_made_host(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    await hall.service.seating.leave(live, ANNA.user_id)
    await hall.service.seating.sit(live, ANNA)
    assert live.record.seats[0].presence is Presence.HERE
    assert live.record.host_id == BRUNO.user_id


async def test_complaint_c8_the_host_or_a_moderator_kicks_and_nobody_else(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, stand_in="timeout")
    await refused(Refusal.ONLY_HOST_OR_MODERATOR, hall.service.seating.kick(live, BRUNO, CARLA.user_id))
    await hall.service.seating.kick(live, ANNA, CARLA.user_id)
    await hall.service.seating.kick(live, MODERATOR, ANNA.user_id)
    assert [seat.presence for seat in live.record.seats] == [Presence.LEFT, Presence.HERE, Presence.LEFT]
    assert live.record.status is TableStatus.FINISHED


async def test_who_was_kicked_cannot_sit_down_again_at_once_but_after_a_while(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    await hall.service.seating.kick(live, ANNA, CARLA.user_id)
    await refused(Refusal.SENT_AWAY, hall.service.seating.sit(live, CARLA))
    assert live.record.seats[2].presence is Presence.LEFT
    await hall.clock.advance(601)
    await hall.service.seating.sit(live, CARLA)
    assert live.record.seats[2].presence is Presence.HERE


async def test_who_was_kicked_or_has_left_cannot_play_or_see_the_cards_until_they_sit_down_again(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    while (player := to_act(live)) == ANNA:
        await hall.play(live, ANNA, any_move(live))
    move, number = any_move(live), live.seat_of(player.user_id)
    assert number is not None
    await hall.service.seating.kick(live, ANNA, player.user_id)
    await refused(Refusal.HAS_LEFT, hall.play(live, player, move))
    assert live.record.seats[number].presence is Presence.LEFT
    assert live.seat_view(player.user_id, text_for("en"), PlayerSettings(player.user_id)).seat is None
    live.sent_away.clear()  # time would let the table play for them
    await hall.service.seating.sit(live, player)
    assert await hall.play(live, player, move)


async def test_complaint_c9_host_and_moderators_end_a_table_at_any_time(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await refused(Refusal.ONLY_HOST_OR_MODERATOR, hall.service.end(live, BRUNO))
    await asyncio.gather(hall.service.end(live, MODERATOR), hall.service.end(live, MODERATOR))
    assert live.record.status is TableStatus.CLOSED
    assert hall.ear.closings == [live]


async def test_complaint_g13_watchers_are_released_when_everybody_leaves(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await hall.service.seating.watch(live, CARLA)
    await hall.service.seating.leave(live, ANNA.user_id)
    await hall.service.seating.leave(live, BRUNO.user_id)
    assert live.record.status is TableStatus.CLOSED
    await hall.table(CARLA)

"""Tables that gather people: seats, hosts, options, and tables that nobody comes to."""

from __future__ import annotations

import asyncio

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.errors import TakenError
from bot.tables.live import LiveTable
from bot.text.catalog import text_for
from data.records import TableStatus
from games.core.player import Strength
from tests.support.tables import (
    ANNA,
    BRUNO,
    CARLA,
    DARIO,
    TAVOLO,
    TAVOLO_2,
    Hall,
    any_move,
    names,
    refused,
    to_act,
)


async def test_people_sit_down_in_the_order_in_which_they_come(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO, CARLA)
    assert names(live) == ["Anna", "Bruno", "Carla"]
    assert live.record.host_id == ANNA.user_id


async def test_pressing_sit_down_twice_takes_one_seat(hall: Hall) -> None:
    live = await hall.table(ANNA)
    await asyncio.gather(hall.service.seating.sit(live, BRUNO), hall.service.seating.sit(live, BRUNO))
    assert names(live) == ["Anna", "Bruno"]


async def test_complaint_d1_pressing_start_twice_deals_one_match(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    await asyncio.gather(hall.service.start(live, ANNA), hall.service.start(live, ANNA))
    first = live.record.match_id
    assert live.playing is not None
    await hall.service.start(live, ANNA)
    assert live.record.match_id == first


async def test_a_channel_holds_one_open_table(hall: Hall) -> None:
    live = await hall.table(ANNA)
    with pytest.raises(TakenError) as caught:
        await hall.service.open_table(TAVOLO, BRUNO, "calidruno", "seed", None)
    assert caught.value.table_id == live.record.id
    await hall.service.end(live, ANNA)
    await hall.table(BRUNO)


async def test_several_channels_hold_several_tables(hall: Hall) -> None:
    first, second = await hall.table(ANNA), await hall.table(BRUNO, place=TAVOLO_2)
    assert first.record.id != second.record.id


async def test_only_the_host_starts_and_chooses_options(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    await refused(Refusal.ONLY_HOST, hall.service.start(live, BRUNO))
    await refused(Refusal.ONLY_HOST, hall.service.set_options(live, BRUNO, {"stacking": "same_kind"}))
    await hall.service.set_options(live, ANNA, {"stacking": "same_kind"})
    assert live.options.stacking == "same_kind"


async def test_an_option_outside_its_choices_is_refused_and_changes_nothing(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    before = live.record
    await refused(Refusal.OPTION_UNKNOWN, hall.service.set_options(live, ANNA, {"stacking": "sideways"}))
    await refused(Refusal.OPTION_UNKNOWN, hall.service.set_options(live, ANNA, {"colour_of_felt": "blue"}))
    await refused(Refusal.OPTION_UNKNOWN, hall.service.set_clock(live, ANNA, 7))
    assert live.record == before


async def test_a_match_needs_two(hall: Hall) -> None:
    live = await hall.table(ANNA)
    await refused(Refusal.TOO_FEW, hall.service.start(live, ANNA))


async def test_complaint_c6_the_last_person_leaving_ends_the_table(hall: Hall) -> None:
    live = await hall.table(ANNA)
    await hall.service.seating.leave(live, ANNA.user_id)
    assert live.record.status is TableStatus.CLOSED
    assert hall.service.tables.in_channel(TAVOLO.channel_id) is None


async def test_complaint_c11_when_the_host_leaves_the_lobby_the_next_one_is_host(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO, CARLA)
    await hall.service.seating.leave(live, ANNA.user_id)
    assert live.record.host_id == BRUNO.user_id
    await hall.service.start(live, BRUNO)
    assert live.playing is not None


async def test_the_host_hands_the_role_on_and_complaint_c12_the_match_goes_to_those_seated(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await hall.service.seating.hand_on(live, ANNA, BRUNO.user_id)
    await refused(Refusal.ONLY_HOST_OR_MODERATOR, hall.service.end(live, ANNA))
    assert names(live) == ["Anna", "Bruno"]


async def test_complaint_c19_a_person_sits_or_watches_but_not_both(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    await hall.service.seating.watch(live, CARLA)
    await refused(Refusal.ALREADY_SEATED, hall.service.seating.watch(live, BRUNO))
    await hall.service.seating.sit(live, CARLA)
    assert live.record.watchers == ()
    assert names(live) == ["Anna", "Bruno", "Carla"]


async def test_complaint_c21_one_person_holds_at_most_three_seats(hall: Hall) -> None:
    for channel in range(3):
        await hall.service.open_table(type(TAVOLO)(500, 700 + channel), ANNA, "calidruno", "seed", None)
    await refused(Refusal.SEATED_ELSEWHERE, hall.service.open_table(TAVOLO, ANNA, "calidruno", "seed", None))


def closed_with(live: LiveTable) -> str:
    """What a table that is closed says of it."""
    assert live.record.status is TableStatus.CLOSED
    assert live.notice is not None
    return text_for("en")("house.said." + live.notice.key)


async def test_a_lobby_that_nobody_touches_closes_itself_after_half_an_hour(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    await hall.clock.advance(29 * 60)
    assert live.record.status is TableStatus.LOBBY
    await hall.service.seating.sit(live, CARLA)
    await hall.clock.advance(29 * 60)
    assert live.record.status is TableStatus.LOBBY
    await hall.clock.advance(2 * 60)
    assert closed_with(live) == "Nobody came for half an hour, so the table closed itself."


async def test_a_result_closes_itself_after_half_an_hour_although_the_match_was_long(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await hall.clock.advance(70 * 60)
    while live.playing is not None:
        await hall.play(live, to_act(live), any_move(live))
    await hall.clock.advance(29 * 60)
    assert live.record.status is TableStatus.FINISHED
    await hall.clock.advance(2 * 60)
    assert closed_with(live) == "Nobody came for half an hour, so the table closed itself."


async def test_a_match_that_everybody_has_left_alone_for_a_day_closes_itself(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    await hall.clock.advance(23 * 3_600)
    assert live.record.status is TableStatus.PLAYING
    await hall.clock.advance(2 * 3_600)
    assert closed_with(live) == "Nobody came for a whole day, so the table closed itself."


async def test_who_left_a_result_comes_back_only_while_there_is_room(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, game="calabresella", stand_in="timeout")
    for person in (BRUNO, CARLA):
        await hall.service.seating.leave(live, person.user_id)
    await hall.service.seating.sit(live, DARIO)
    await hall.service.seating.add_computer(live, ANNA, Strength.EASY)
    await hall.service.seating.sit(live, BRUNO)
    assert [seat.user_id for seat in live.staying()] == [ANNA.user_id, BRUNO.user_id, DARIO.user_id]
    await refused(Refusal.TABLE_FULL, hall.service.seating.sit(live, CARLA))
    await hall.service.rematch(live, ANNA)
    assert live.playing is not None
    assert names(live) == ["Anna", "Bruno", "Dario"]

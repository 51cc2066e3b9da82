"""Tables of people: seats, hosts, matches, time and restarts, over the real database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError, StaleError, TakenError
from bot.tables.live import LiveTable
from bot.text.catalog import text_for
from data.records import PlayerSettings, Presence, TableStatus
from games.core import NotYourTurnError
from games.core.player import Strength
from tests.support.clock import MovedClock
from tests.support.tables import (
    ANNA,
    BRUNO,
    CARLA,
    DARIO,
    MODERATOR,
    TAVOLO,
    TAVOLO_2,
    Hall,
    any_move,
    open_hall,
    press,
    to_act,
)


def names(live: LiveTable) -> list[str]:
    return [seat.name for seat in live.record.seats]


async def refused(which: Refusal, act: Awaitable[object]) -> None:
    with pytest.raises(RefusedError) as caught:
        await act
    assert caught.value.which is which


# The lobby


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


async def test_a_lobby_that_nobody_touches_closes_itself_after_half_an_hour(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    await hall.clock.advance(29 * 60)
    assert live.record.status is TableStatus.LOBBY
    await hall.service.seating.sit(live, CARLA)
    await hall.clock.advance(29 * 60)
    assert live.record.status is TableStatus.LOBBY
    await hall.clock.advance(2 * 60)
    assert live.record.status is TableStatus.CLOSED
    assert live.notice is not None
    assert live.notice.key == "closed_idle"


# Playing


async def test_only_the_seat_to_act_plays_and_strangers_never_do(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    other = BRUNO if to_act(live) == ANNA else ANNA
    move = any_move(live)
    assert live.match is not None
    before = live.match.state
    with pytest.raises(NotYourTurnError):
        await hall.play(live, other, move)
    await refused(Refusal.NOT_SEATED, hall.play(live, DARIO, move))
    assert live.match.state == before
    assert await hall.play(live, to_act(live), move)


async def test_the_same_press_delivered_twice_plays_once(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    player, move, idem = to_act(live), live.game.decode_move(any_move(live)), press()
    assert await hall.service.matches.play(live, player.user_id, move, idem, None)
    assert live.match is not None
    ply = live.match.ply
    found = await hall.store.match(live.match_record.id) if live.match_record else None
    assert found is not None
    assert len(found[1]) == ply
    assert not await hall.service.matches.play(live, player.user_id, move, idem, None)
    assert live.match.ply == ply


async def test_a_press_from_an_earlier_turn_plays_nothing(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    assert live.match is not None
    seen = live.match.ply
    await hall.play(live, to_act(live), any_move(live), seen)
    with pytest.raises(StaleError):
        await hall.play(live, to_act(live), any_move(live), seen)


async def test_complaint_d8_two_moves_sent_together_are_one_turn(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    assert live.match is not None
    player, move, seen = to_act(live), any_move(live), live.match.ply
    results = await asyncio.gather(
        hall.play(live, player, move, seen), hall.play(live, player, move, seen), return_exceptions=True
    )
    assert sum(result is True for result in results) == 1
    assert live.match.ply == 1


async def play_out(hall: Hall, live: LiveTable) -> None:
    while live.playing is not None:
        await hall.play(live, to_act(live), any_move(live))


async def test_a_match_ends_counts_the_win_and_a_rematch_deals_anew(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    await play_out(hall, live)
    assert live.record.status is TableStatus.FINISHED
    outcome = live.outcome()
    assert outcome is not None
    winners = [live.record.seats[seat].user_id for seat, place in enumerate(outcome.places) if place == 1]
    assert dict(live.record.wins) == dict.fromkeys(winners, 1)
    first = live.record.match_id
    await asyncio.gather(hall.service.rematch(live, BRUNO), hall.service.rematch(live, ANNA))
    assert live.playing is not None
    assert live.record.match_id != first
    assert names(live) == ["Anna", "Bruno", "Carla"]


async def test_closing_the_table_at_the_very_moment_of_a_rematch_does_not_end_the_new_match(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await play_out(hall, live)
    await asyncio.gather(
        hall.service.rematch(live, BRUNO), refused(Refusal.STALE, hall.service.close_result(live, ANNA))
    )
    assert live.playing is not None
    assert hall.ear.closings == []


async def test_a_computer_may_be_sent_away_and_asked_back_after_a_match_however_often(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    while live.playing is not None:
        await hall.play(live, to_act(live), any_move(live))
    for _ in range(20):
        await hall.service.seating.add_computer(live, ANNA, Strength.EASY)
        newcomer = live.record.seats[-1].user_id
        await hall.service.seating.remove_computer(live, ANNA, newcomer)
    assert [seat.user_id for seat in live.record.seats] == [ANNA.user_id, BRUNO.user_id]
    await hall.service.rematch(live, ANNA)
    assert live.record.status is TableStatus.PLAYING


async def test_somebody_may_sit_down_for_the_rematch_but_not_in_a_running_match(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await refused(Refusal.IN_PROGRESS, hall.service.seating.sit(live, CARLA))
    await play_out(hall, live)
    await hall.service.seating.sit(live, CARLA)
    assert live.outcome() is not None
    await hall.service.rematch(live, CARLA)
    assert live.match is not None
    assert live.match.seats == 3


# Time


async def test_a_turn_without_a_move_is_played_by_the_table(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    slow = to_act(live)
    await hall.clock.advance(29)
    assert live.match is not None
    assert live.match.ply == 0
    await hall.clock.advance(2)
    assert live.match.ply >= 1
    number = live.seat_of(slow.user_id)
    assert number is not None
    assert live.record.seats[number].timeouts == 1


async def test_complaint_c14_acting_in_the_last_second_counts(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    player = to_act(live)
    await hall.clock.advance(29)
    await hall.play(live, player, any_move(live))
    await hall.clock.advance(2)
    number = live.seat_of(player.user_id)
    assert number is not None
    assert live.record.seats[number].timeouts == 0


async def test_after_two_timeouts_the_seat_is_absent_and_played_at_once_until_its_owner_acts(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30, stand_in="timeout")
    away = to_act(live)
    here = BRUNO if away == ANNA else ANNA
    number = live.seat_of(away.user_id)
    assert number is not None
    for _ in range(400):
        if live.record.seats[number].presence is Presence.ABSENT or live.playing is None:
            break
        if to_act(live) == here:
            await hall.play(live, here, any_move(live))
        else:
            await hall.clock.advance(31)
    assert live.record.seats[number].presence is Presence.ABSENT
    for _ in range(3):
        if live.playing is None:
            return
        assert to_act(live) == here
        await hall.play(live, here, any_move(live))
    await hall.service.matches.come_back(live, away.user_id)
    assert live.record.seats[number].presence is Presence.HERE


async def test_when_everybody_is_away_the_table_waits_and_goes_on_when_one_comes_back(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    for _ in range(20):
        await hall.clock.advance(31)
    assert live.paused or live.playing is None
    if live.playing is not None:
        assert live.match is not None
        ply = live.match.ply
        await hall.clock.advance(3600)
        assert live.match.ply == ply
        await hall.service.matches.come_back(live, to_act(live).user_id)
        assert not live.paused


# Leaving and kicking


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
    await refused(Refusal.NOT_SEATED, hall.play(live, player, move))
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


# Restarts


async def test_complaint_e1_after_a_kill_the_same_match_goes_on(tmp_path: Path) -> None:
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO, CARLA, clock_s=120)
        for _ in range(9):
            await before.play(live, to_act(live), any_move(live))
        assert live.match is not None
        state, log, record, turn_ply = live.match.state, list(live.log), live.record, live.turn_ply
    async with open_hall(path, clock) as after:
        again = after.service.tables.find(record.id)
        assert again.match is not None
        assert again.match.state == state
        assert list(again.log) == log
        assert again.turn_ply == turn_ply
        assert again.record == record
        await play_out(after, again)
        assert again.record.status is TableStatus.FINISHED


async def test_complaint_e3_a_deadline_that_passed_while_the_bot_was_down_is_moved(tmp_path: Path) -> None:
    """Fault C4: the time in which the bot was away is given back."""
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.match(ANNA, BRUNO, clock_s=30)
        record_id = live.record.id
        await clock.advance(10)
        await before.service.upkeep.note_alive()
    later = MovedClock(clock.now() + 3_600_000)
    async with open_hall(path, later) as after:
        again = after.service.tables.find(record_id)
        assert again.match is not None
        await later.advance(19)
        assert again.match.ply == 0
        await later.advance(2)
        assert again.match.ply >= 1


async def test_complaint_f23_nothing_ticks_in_a_server_that_removed_the_bot(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    await hall.service.upkeep.pause_guild(TAVOLO.guild_id)
    await hall.clock.advance(3600)
    assert live.match is not None
    assert live.match.ply == 0
    await hall.service.upkeep.resume_guild(TAVOLO.guild_id)
    await hall.clock.advance(31)
    assert live.match.ply >= 1

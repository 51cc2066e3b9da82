"""Tables of people in play: matches, time and restarts, over the real database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.errors import StaleError
from bot.tables.live import LiveTable
from data.records import Presence, TableStatus
from games.core import NotYourTurnError
from games.core.player import Strength
from tests.support.clock import MovedClock
from tests.support.tables import (
    ANNA,
    BRUNO,
    CARLA,
    DARIO,
    TAVOLO,
    Hall,
    any_move,
    names,
    open_hall,
    press,
    refused,
    to_act,
)

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


async def test_who_leaves_a_result_at_the_very_moment_of_a_rematch_stays_in_the_new_match(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await play_out(hall, live)
    leaving = hall.service.seating.leave(live, BRUNO.user_id, only_result=True)
    await asyncio.gather(hall.service.rematch(live, ANNA), refused(Refusal.STALE, leaving))
    assert live.playing_seat_of(BRUNO.user_id) is not None


async def test_fault_u2_a_press_from_the_match_before_plays_nothing_in_the_rematch(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    seen = []
    while live.playing is not None:
        seen.append(live.moment)
        await hall.play(live, to_act(live), any_move(live), seen[-1])
    await hall.service.rematch(live, ANNA)
    assert live.match is not None
    player = to_act(live)
    for moment in seen:
        await refused(Refusal.STALE, hall.play(live, player, any_move(live), moment))
    assert live.match.ply == 0
    assert await hall.play(live, player, any_move(live), live.moment)


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

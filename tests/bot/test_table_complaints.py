"""What players complain of at the tables of such bots, as far as no other test of the tables answers it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from bot.presenters.common import CLOCKS
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import Person
from data.records import Presence, StandIn, TableStatus
from games.core import RulesError, Seat
from tests.support.clock import settle
from tests.support.tables import ANNA, BRUNO, CARLA, DARIO, MODERATOR, Hall, any_move, to_act


async def match(hall: Hall, *people: Person, **choices: Any) -> LiveTable:
    """A match in which nobody stands in for those who leave: the table makes their moves at once."""
    live = await hall.table(*people, **choices)
    await hall.service.set_stand_in(live, people[0], StandIn.TIMEOUT)
    await hall.service.start(live, people[0])
    return live


async def play_until(hall: Hall, live: LiveTable, reached: Callable[[], bool]) -> None:
    """Play first legal moves, and match after match, until something is so."""
    for _ in range(3_000):
        if reached():
            return
        if live.playing is None:
            await hall.service.rematch(live, ANNA)
        else:
            await hall.play(live, to_act(live), any_move(live))
    raise AssertionError("this never came about")


def seen(live: LiveTable) -> Any:
    """What a spectator sees."""
    assert live.match is not None
    return live.game.observe(live.match.state, None)


def seat_of(live: LiveTable, person: Person) -> Seat:
    number = live.seat_of(person.user_id)
    assert number is not None
    return Seat(number)


def ply(live: LiveTable) -> int:
    assert live.match is not None
    return live.match.ply


@pytest.mark.parametrize("kicked", [ANNA, BRUNO, CARLA, DARIO], ids=lambda person: person.name)
async def test_complaint_c3_after_a_kick_on_ones_turn_the_next_in_turn_is_to_act(hall: Hall, kicked: Person) -> None:
    live = await match(hall, ANNA, BRUNO, CARLA, DARIO)
    await play_until(hall, live, lambda: live.playing is not None and to_act(live) == kicked and not seen(live).debt)
    after = (seat_of(live, kicked) + seen(live).direction) % 4
    await hall.service.seating.kick(live, MODERATOR, kicked.user_id)
    assert seat_of(live, to_act(live)) == after


async def test_complaint_c4_a_timeout_while_the_move_is_on_its_way_is_no_second_turn(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO, CARLA, clock_s=30)
    written, append = asyncio.Event(), hall.store.append

    async def slow(*line: Any) -> Any:
        await written.wait()
        return await append(*line)

    with patch.object(hall.store, "append", slow):
        playing = asyncio.create_task(hall.play(live, to_act(live), any_move(live)))
        await settle()
        await hall.clock.advance(31)
        written.set()
        assert await playing
    await settle()
    assert ply(live) == 1
    assert [seat.timeouts for seat in live.record.seats] == [0, 0, 0]


async def test_complaint_c13_who_joins_between_two_matches_has_one_seat_and_the_deal_goes_on(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO, next_dealer="rotate_left")
    dealt = seen(live).dealer
    await play_until(hall, live, lambda: live.record.status is TableStatus.FINISHED)
    await asyncio.gather(hall.service.seating.sit(live, CARLA), hall.service.seating.sit(live, CARLA))
    await hall.service.rematch(live, CARLA)
    assert [seat.name for seat in live.record.seats] == ["Anna", "Bruno", "Carla"]
    assert seen(live).dealer == 1 - dealt


async def test_complaint_c16_a_kick_in_the_middle_of_a_turn_ends_that_turn(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO, CARLA, draw_when_playable="yes")
    player = to_act(live)
    await hall.play(live, player, "draw")
    assert to_act(live) == player
    after = (seat_of(live, player) + seen(live).direction) % 3
    await hall.service.seating.kick(live, MODERATOR, player.user_id)
    assert seat_of(live, to_act(live)) == after


async def test_complaint_c17_leaving_when_only_ones_own_vote_is_missing_holds_up_nobody(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO, CARLA)
    await hall.play(live, ANNA, "report-1-0")
    assert seen(live).hearing is not None
    await hall.service.seating.leave(live, CARLA.user_id)
    await hall.play(live, to_act(live), any_move(live))
    await hall.clock.advance(61)
    assert seen(live).hearing is None
    await hall.play(live, to_act(live), any_move(live))


async def test_complaint_d4_a_catch_and_the_last_card_at_once_leave_one_true_end(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO, CARLA, grace_s=0)

    def can_go_out() -> bool:
        if live.playing is None or seen(live).counts[seat_of(live, to_act(live))] > 1:
            return False
        return any_move(live)[0] in "RBYG"

    await play_until(hall, live, can_go_out)
    player, wins = to_act(live), sum(live.record.wins.values())
    catch = f"catch-{seat_of(live, player)}"
    catches = [hall.play(live, person, catch) for person in (ANNA, BRUNO, CARLA) if person != player]
    results = await asyncio.gather(hall.play(live, player, any_move(live)), *catches, return_exceptions=True)
    assert results[0] is True
    assert all(isinstance(result, RefusedError | RulesError) for result in results[1:])
    outcome = live.outcome()
    assert outcome is not None
    assert outcome.places[seat_of(live, player)] == 1
    assert sum(live.record.wins.values()) == wins + 1


async def absent(hall: Hall, live: LiveTable) -> tuple[Person, Person]:
    """Let somebody be silent until the table takes them for absent; they, and who is still here."""
    away = to_act(live)
    here = BRUNO if away == ANNA else ANNA
    for _ in range(400):
        if live.record.seats[seat_of(live, away)].presence is Presence.ABSENT:
            return away, here
        if to_act(live) == here:
            await hall.play(live, here, any_move(live))
        else:
            await hall.clock.advance(31)
    raise AssertionError("nobody was taken for absent")


async def test_complaint_d9_who_is_back_has_a_whole_turn_and_the_table_does_not_play_for_them(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO, clock_s=30)
    away, here = await absent(hall, live)
    await hall.service.matches.come_back(live, away.user_id)
    while to_act(live) == here:
        await hall.play(live, here, any_move(live))
    before = ply(live)
    await hall.clock.advance(29)
    assert (ply(live), to_act(live)) == (before, away)
    await hall.clock.advance(2)
    assert ply(live) > before


async def test_complaint_e9_a_table_that_is_ended_makes_no_more_moves(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    live = await match(hall, ANNA, BRUNO, clock_s=30)
    await hall.play(live, to_act(live), any_move(live))
    before = ply(live)
    await asyncio.gather(hall.clock.advance(31), hall.service.end(live, ANNA))
    await hall.clock.advance(3_600)
    assert ply(live) <= before + 1
    assert live.record.status is TableStatus.CLOSED
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_complaint_g14_watchers_stay_for_the_rematch(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO)
    await hall.service.seating.watch(live, CARLA)
    await play_until(hall, live, lambda: live.record.status is TableStatus.FINISHED)
    await hall.service.rematch(live, BRUNO)
    assert live.record.watchers == (CARLA.user_id,)


@pytest.mark.parametrize("clock_s", CLOCKS)
async def test_complaint_g21_each_table_has_its_own_clock_or_none(hall: Hall, clock_s: int) -> None:
    live = await match(hall, ANNA, BRUNO, clock_s=clock_s)
    await hall.clock.advance(clock_s - 1 if clock_s else 20 * 3600)
    assert ply(live) == 0
    await hall.clock.advance(2)
    assert (ply(live) > 0) == bool(clock_s)


async def test_complaint_g22_who_leaves_before_the_loss_has_lost(hall: Hall) -> None:
    live = await match(hall, ANNA, BRUNO)
    await play_until(hall, live, lambda: live.playing is not None and min(seen(live).counts) == 1)
    winner = (ANNA, BRUNO)[seen(live).counts.index(1)]
    loser = BRUNO if winner == ANNA else ANNA
    before = dict(live.record.wins)
    await hall.service.seating.leave(live, loser.user_id)
    assert live.record.wins.get(winner.user_id, 0) == before.get(winner.user_id, 0) + 1
    assert live.record.wins.get(loser.user_id, 0) == before.get(loser.user_id, 0)
    await hall.service.rematch(live, winner)
    assert live.record.status is TableStatus.LOBBY

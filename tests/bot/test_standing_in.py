"""Computers that play for who is away, and stopping when they are not wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.company import plays_at
from data.records import Presence, TableStatus
from games.core import Seat
from games.core.player import Strength
from games.players import PLAYERS
from tests.support.clock import MovedClock
from tests.support.computers import against, good_move, journal, play_to_the_end, until_anna
from tests.support.tables import ANNA, BRUNO, SIX, TAVOLO, Hall, any_move, open_hall, refused, to_act


async def test_a_leaver_is_replaced_by_a_computer_and_the_result_stays_theirs(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await hall.service.seating.leave(live, BRUNO.user_id)
    assert live.record.status is TableStatus.PLAYING
    assert plays_at(live.record, 1) is Strength.GOOD
    assert live.notice is not None
    assert (live.notice.key, live.notice.name) == ("left", "Bruno")
    await play_to_the_end(hall, live)
    outcome = live.outcome()
    assert outcome is not None
    winner = (ANNA, BRUNO)[outcome.places.index(1)]
    assert dict(live.record.wins) == {winner.user_id: 1}
    assert live.match_record is not None
    assert live.match_record.players == (ANNA.user_id, BRUNO.user_id)


async def test_a_leaver_who_sits_down_again_has_the_seat_back_with_a_whole_turn(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    while live.playing and Seat(0) in live.active:
        await hall.play(live, ANNA, any_move(live))
    await hall.service.seating.leave(live, BRUNO.user_id)
    assert not live.attended
    await hall.clock.advance(0.5)
    assert live.match is not None
    ply = live.match.ply
    await hall.service.seating.sit(live, BRUNO)
    assert plays_at(live.record, 1) is None
    assert live.record.deadline_at == hall.clock.now() + 30_000
    await hall.clock.advance(20)
    assert live.match.ply == ply
    assert await hall.play(live, BRUNO, any_move(live))


async def test_an_absent_player_is_replaced_until_they_act(hall: Hall) -> None:
    """Complaint D9: a computer that was thinking does not play for somebody who is back."""
    live = await hall.match(ANNA, BRUNO, clock_s=30)
    for _ in range(200):
        if live.record.seats[1].presence is Presence.ABSENT:
            break
        if Seat(0) in live.active:
            await hall.play(live, ANNA, any_move(live))
        else:
            await hall.clock.advance(31)
        assert live.playing is not None
    assert live.notice is not None
    assert live.notice.key == "absent_computer"
    assert plays_at(live.record, 1) is Strength.GOOD
    assert await until_anna(hall, live)
    await hall.play(live, ANNA, any_move(live))
    while live.playing and Seat(0) in live.active:
        await hall.play(live, ANNA, any_move(live))
    assert live.playing is not None
    # Bruno comes back while the computer thinks: it stops, and his turn begins anew.
    await hall.service.matches.come_back(live, BRUNO.user_id)
    assert live.match is not None
    ply = live.match.ply
    assert live.record.deadline_at == hall.clock.now() + 30_000
    await hall.clock.advance(20)
    assert live.match.ply == ply
    assert await hall.play(live, BRUNO, any_move(live))


@pytest.mark.parametrize(("game", "seats"), [("calidruno", 3), ("kalooki", 3), ("briscola", 6), ("calabresella", 3)])
async def test_acting_takes_the_seat_back_even_with_a_press_that_comes_too_late(
    hall: Hall, game: str, seats: int
) -> None:
    live = await hall.match(*SIX[:seats], game=game, clock_s=30)
    away = to_act(live)
    number = live.seat_of(away.user_id)
    assert number is not None
    for _ in range(200):
        if live.record.seats[number].presence is Presence.ABSENT:
            break
        if number in live.active:
            await hall.clock.advance(31)
        else:
            await hall.play(live, to_act(live), good_move(live))
    assert live.record.seats[number].presence is Presence.ABSENT
    await refused(Refusal.STALE, hall.play(live, away, any_move(live), seen=0))
    assert live.record.seats[number].presence is Presence.HERE
    assert plays_at(live.record, number) is None


async def test_with_all_people_away_computers_wait_too(hall: Hall) -> None:
    live = await against(hall, Strength.GOOD, Strength.GOOD, clock_s=30)
    for _ in range(100):
        if live.paused or live.playing is None:
            break
        await hall.clock.advance(31)
    if live.playing is not None:
        assert live.match is not None
        ply = live.match.ply
        await hall.clock.advance(3600)
        assert live.match.ply == ply
        await hall.service.matches.come_back(live, ANNA.user_id)
        assert not live.paused


async def test_complaint_e9_ending_a_table_while_a_computer_thinks_stops_it(hall: Hall) -> None:
    live = await against(hall, Strength.GOOD, Strength.GOOD)
    while live.playing and Seat(0) in live.active:
        await hall.play(live, ANNA, any_move(live))
    assert live.match is not None
    ply = live.match.ply
    await hall.service.end(live, ANNA)
    await hall.clock.advance(60)
    assert live.match.ply == ply
    assert not live.alarms


async def test_the_last_person_leaving_closes_a_table_of_computers(hall: Hall) -> None:
    live = await against(hall, Strength.GOOD, Strength.GOOD)
    await hall.service.seating.leave(live, ANNA.user_id)
    assert live.record.status is TableStatus.CLOSED


async def test_after_a_restart_the_computers_go_on(tmp_path: Path) -> None:
    path, clock = tmp_path / "journal.sqlite3", MovedClock()
    async with open_hall(path, clock) as before:
        live = await before.service.open_solo(TAVOLO, ANNA, "briscola")
        await before.clock.advance(1)
        record_id = live.record.id
    async with open_hall(path, clock) as after:
        again = after.service.tables.find(record_id)
        assert await until_anna(after, again)
        await play_to_the_end(after, again)
        assert again.record.status is TableStatus.FINISHED
        idems = [idem for _, _, idem in await journal(after, again)]
        assert len(set(idems)) == len(idems)


async def test_a_player_that_fails_costs_a_good_move_and_nobody_the_game(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(type(PLAYERS["calidruno"]), "choose", broken)
    live = await against(hall, Strength.GOOD)
    await hall.play(live, ANNA, any_move(live)) if Seat(0) in live.active else None
    assert await until_anna(hall, live)
    assert "failed at ply" in caplog.text

"""Computer players at a table: sitting, playing, calling, standing in, and stopping when they are not wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.company import NAMES, computer_of, plays_at
from bot.tables.live import LiveTable
from bot.tables.permits import Person
from data.records import Presence, TableStatus, is_computer
from games.core import Rng, Seat
from games.core.player import Strength
from games.players import PLAYERS
from games.registry import GAMES
from tests.bot.test_tables import refused
from tests.support.clock import MovedClock
from tests.support.tables import ANNA, BRUNO, CARLA, DARIO, TAVOLO, Hall, any_move, open_hall, to_act

PARTY = (ANNA, BRUNO, CARLA, DARIO, Person(100_000_000_000_000_005, "Elena"), Person(100_000_000_000_000_006, "Fabio"))
PEOPLE = {"Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"}


async def journal(hall: Hall, live: LiveTable) -> list[tuple[int | None, str, str]]:
    """Seat, move and idempotency key of every move."""
    assert live.match_record is not None
    found = await hall.store.match(live.match_record.id)
    assert found is not None
    return [(move.seat, move.move, move.idem) for move in found[1]]


async def against(hall: Hall, *strengths: Strength, clock_s: int = 0) -> LiveTable:
    """A match of Anna against computers of these strengths."""
    live = await hall.table(ANNA, clock_s=clock_s)
    for strength in strengths:
        await hall.service.seating.add_computer(live, ANNA, strength)
    await hall.service.start(live, ANNA)
    return live


async def until_anna(hall: Hall, live: LiveTable, patience_s: int = 120) -> bool:
    """Let time pass until Anna is to act; False if the match ended."""
    for _ in range(patience_s):
        if live.playing is None:
            return False
        if Seat(0) in live.active:
            return True
        await hall.clock.advance(1)
    raise AssertionError("the computers do not move")


def good_move(live: LiveTable) -> str:
    """What a good player would play for the seat to act."""
    match = live.playing
    assert match is not None
    (seat,) = live.active
    seen, legal = match.game.observe(match.state, seat), match.game.legal_moves(match.state, seat)
    return match.game.encode_move(PLAYERS[live.record.game].choose(seen, legal, match.options, Rng(bytes(16))))


async def play_to_the_end(hall: Hall, live: LiveTable, limit: int = 600) -> None:
    """Anna plays a good player's moves until the match is over."""
    for _ in range(limit):
        if not await until_anna(hall, live):
            return
        match = live.playing
        assert match is not None
        seen, legal = match.game.observe(match.state, Seat(0)), match.game.legal_moves(match.state, Seat(0))
        move = PLAYERS[match.game.info.key].slips(seen, legal, match.options)[0]
        await hall.play(live, ANNA, match.game.encode_move(move))


# Who they are


def test_computers_have_names_of_their_own_and_an_id_for_ever() -> None:
    assert not PEOPLE & set(NAMES)
    assert len(set(NAMES)) == len(NAMES) >= 10
    found = [computer_of(-number) for number in range(1, 1 + 3 * len(NAMES))]
    assert [computer.user_id for computer in found if computer] == [-n for n in range(1, 1 + 3 * len(NAMES))]
    assert found[0] == (NAMES[0], Strength.EASY)
    assert computer_of(ANNA.user_id) is None


def test_every_game_has_a_player() -> None:
    assert PLAYERS.keys() == {game.info.key for game in GAMES}


# The lobby


async def test_the_host_adds_computers_of_three_strengths_and_sends_them_away(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    for strength in Strength:
        await hall.service.seating.add_computer(live, ANNA, strength)
    seats = live.record.seats
    assert [plays_at(live.record, number) for number in range(5)] == [None, None, *Strength]
    assert len({seat.name for seat in seats}) == 5
    await refused(Refusal.ONLY_HOST, hall.service.seating.add_computer(live, BRUNO, Strength.GOOD))
    await hall.service.seating.remove_computer(live, ANNA, seats[3].user_id)
    await hall.service.seating.remove_computer(live, ANNA, seats[3].user_id)
    await hall.service.seating.remove_computer(live, ANNA, BRUNO.user_id)
    assert live.record.seats == (*seats[:3], seats[4])


async def test_a_computer_gives_its_seat_up_to_a_person(hall: Hall) -> None:
    live = await hall.table(ANNA)
    for _ in range(9):
        await hall.service.seating.add_computer(live, ANNA, Strength.GOOD)
    await refused(Refusal.TABLE_FULL, hall.service.seating.add_computer(live, ANNA, Strength.GOOD))
    await hall.service.seating.sit(live, BRUNO)
    assert len(live.record.seats) == 10
    assert live.record.seats[-1].user_id == BRUNO.user_id


async def test_computers_alone_do_not_keep_a_table_open_nor_become_hosts(hall: Hall) -> None:
    live = await hall.table(ANNA, BRUNO)
    await hall.service.seating.add_computer(live, ANNA, Strength.GOOD)
    await hall.service.seating.leave(live, ANNA.user_id)
    assert live.record.host_id == BRUNO.user_id
    await hall.service.seating.leave(live, BRUNO.user_id)
    assert live.record.status is TableStatus.CLOSED


async def test_between_matches_the_host_changes_the_company(hall: Hall) -> None:
    live = await against(hall, Strength.GOOD, Strength.GOOD)
    await refused(Refusal.OPTIONS_FIXED, hall.service.seating.add_computer(live, ANNA, Strength.EASY))
    await play_to_the_end(hall, live)
    gone = live.record.seats[1].user_id
    await hall.service.seating.remove_computer(live, ANNA, gone)
    await hall.service.seating.add_computer(live, ANNA, Strength.EASY)
    assert live.outcome() is not None
    await hall.service.rematch(live, ANNA)
    assert live.match is not None
    assert live.match.seats == 3
    assert gone not in [seat.user_id for seat in live.record.seats]


# Playing


@pytest.mark.parametrize(("game", "seats"), [("calidruno", 4), ("kalooki", 4), ("briscola", 6), ("calabresella", 3)])
async def test_alone_one_plays_at_once_against_the_right_number(hall: Hall, game: str, seats: int) -> None:
    live = await hall.service.open_solo(TAVOLO, ANNA, game)
    assert live.playing is not None
    assert live.match is not None
    assert live.match.seats == seats
    assert all(is_computer(seat.user_id) for seat in live.record.seats[1:])
    assert await until_anna(hall, live)
    assert all(idem.startswith("computer:") for _, _, idem in await journal(hall, live))


@pytest.mark.parametrize("game", ["calidruno", "briscola"])
async def test_a_match_against_computers_comes_to_its_end(hall: Hall, game: str) -> None:
    """Complaint J4: whoever makes the last move, and by whatever means, there is one way to a result."""
    live = await hall.service.open_solo(TAVOLO, ANNA, game)
    await play_to_the_end(hall, live)
    assert live.record.status is TableStatus.FINISHED
    moves = await journal(hall, live)
    match_id = live.record.match_id
    for ply, (seat, _, idem) in enumerate(moves, 1):
        if seat not in {0, None}:
            assert idem == f"computer:{match_id}:{ply}"
    assert sum(live.record.wins.values()) >= 1


async def test_a_computer_takes_a_moment_and_no_clock_runs_for_it(hall: Hall) -> None:
    live = await against(hall, Strength.GOOD, clock_s=30)
    if Seat(0) in live.active:
        assert live.record.deadline_at is not None
        await hall.play(live, ANNA, any_move(live))
    assert live.match is not None
    if Seat(1) in live.active:
        assert live.record.deadline_at is None
        ply = live.match.ply
        await hall.clock.advance(0.7)
        assert live.match.ply == ply
        await hall.clock.advance(1)
        assert live.match.ply > ply
    await until_anna(hall, live)
    assert live.record.deadline_at is not None


async def play_down_to_one(hall: Hall, live: LiveTable, who: int) -> bool:
    """Anna passes her time until a seat has played down to one card and owes the word."""
    for _ in range(400):
        match = live.playing
        if match is None:
            return False
        duties = match.game.observe(match.state, None).duties
        if any(duty.seat == who and duty.can_call for duty in duties):
            return True
        if Seat(0) in live.active:
            texts = [match.game.encode_move(m) for m in match.game.legal_moves(match.state, Seat(0))]
            kept = [text for text in texts if not text.endswith("!")] or texts
            await hall.play(live, ANNA, kept[-1])
        else:
            await hall.clock.advance(0.2)
    return False


async def test_a_good_computer_says_the_word_in_time(hall: Hall) -> None:
    said = 0
    live = await against(hall, Strength.GOOD)
    for _ in range(6):
        if await play_down_to_one(hall, live, 1):
            await hall.clock.advance(2.1)
            assert live.match is not None
            assert not any(duty.seat == 1 for duty in live.match.game.observe(live.match.state, None).duties)
            said += any(seat == 1 and move == "call" for seat, move, _ in await journal(hall, live))
        else:
            await hall.service.rematch(live, ANNA)
    assert said


async def test_an_easy_computer_forgets_now_and_then_and_can_be_caught(hall: Hall) -> None:
    live = await against(hall, Strength.EASY)
    for _ in range(40):
        if not await play_down_to_one(hall, live, 1):
            await hall.service.rematch(live, ANNA)
            continue
        await hall.clock.advance(3.1)
        match = live.playing
        if match is None or not any(d.seat == 1 for d in match.game.observe(match.state, None).duties):
            continue
        if Seat(0) in live.active and any_move(live) != "catch-1":
            await hall.play(live, ANNA, any_move(live))
        if live.playing and "catch-1" in [
            live.game.encode_move(m) for m in live.game.legal_moves(live.playing.state, Seat(0))
        ]:
            assert await hall.play(live, ANNA, "catch-1")
            return
    raise AssertionError("it never forgot")


async def test_a_silent_person_is_caught_but_only_after_the_head_start(hall: Hall) -> None:
    caught = 0
    live = await against(hall, *[Strength.STRONG] * 3)
    for _ in range(30):
        if caught:
            break
        if not await play_down_to_one(hall, live, 0):
            await hall.service.rematch(live, ANNA)
            continue
        start = hall.clock.now()
        while live.playing and any(d.seat == 0 for d in live.game.observe(live.playing.state, None).duties):
            before = [move for _, move, _ in await journal(hall, live)].count("catch-0")
            assert not before or hall.clock.now() - start >= 3000
            await hall.clock.advance(0.5)
            if Seat(0) in live.active:
                break
            caught += [move for _, move, _ in await journal(hall, live)].count("catch-0") > before
    assert caught


# Standing in


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
    live = await hall.match(*PARTY[:seats], game=game, clock_s=30)
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

"""Computer players at a table: sitting, playing, calling."""

from __future__ import annotations

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.company import NAMES, computer_of, plays_at
from bot.tables.live import LiveTable
from data.records import TableStatus, is_computer
from games.core import Seat
from games.core.player import Strength
from games.players import PLAYERS
from games.registry import GAMES
from tests.support.computers import against, journal, play_to_the_end, until_anna
from tests.support.tables import ANNA, BRUNO, SIX, TAVOLO, Hall, any_move, refused

# Who they are


def test_computers_have_names_of_their_own_and_an_id_for_ever() -> None:
    assert not {person.name for person in SIX} & set(NAMES)
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

"""Calabresella at a table of the house: several who act at once, seats that move between matches, rounds counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presenters.registry import PRESENTERS
from bot.tables.errors import StaleError
from bot.tables.live import LiveTable
from bot.text.catalog import text_for
from data.records import PlayerSettings
from games.calabresella import moves
from games.calabresella.terms import BETWEEN, LAY_OFF, PLAY
from games.core import Seat
from tests.support.tables import ANNA, BRUNO, CARLA, DARIO, Hall, Person, open_hall

PEOPLE = (ANNA, BRUNO, CARLA)
EN = text_for("en")


def person_at(live: LiveTable, seat: int) -> Person:
    record = live.record.seats[seat]
    return Person(record.user_id, record.name)


async def play(hall: Hall, live: LiveTable, *notations: str) -> None:
    """Moves of whoever is to act, alone."""
    for notation in notations:
        (seat,) = live.active
        await hall.play(live, person_at(live, seat), notation)


def lay_off(live: LiveTable, seat: int, count: int) -> str:
    assert live.match is not None
    hand = live.game.observe(live.match.state, Seat(seat)).hand
    return live.game.encode_move(moves.LayOff(tuple(sorted(hand[:count]))))


def lines(live: LiveTable) -> str:
    return "\n".join(PRESENTERS["calabresella"].table_panel(live.table_view(EN)).lines)


async def dividete(hall: Hall) -> tuple[LiveTable, int, int]:
    """Both opponents lay off; the seats of the two."""
    live = await hall.match(*PEOPLE, game="calabresella")
    await play(hall, live, "solissimo", "dividete")
    first, second = sorted(live.active)
    return live, int(first), int(second)


async def test_one_of_two_who_choose_at_once_does_not_undo_the_others_choice(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live, first, second = await dividete(hall)
        assert live.match is not None
        seen = live.match.ply
        live.drafts = {first: frozenset({1}), second: frozenset({2})}
        await hall.play(live, person_at(live, first), lay_off(live, first, 2), seen)
        assert live.drafts == {second: frozenset({2})}
        # What the other's screen shows is still their turn, though a ply has passed.
        assert live.match.ply == seen + 1
        assert await hall.play(live, person_at(live, second), lay_off(live, second, 2), seen)
        assert live.drafts == {}


async def test_a_press_from_before_ones_own_turn_is_still_too_late(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live, first, _ = await dividete(hall)
        assert live.match is not None
        with pytest.raises(StaleError):
            await hall.play(live, person_at(live, first), lay_off(live, first, 2), live.match.ply - 1)
        assert live.match.state.phase is LAY_OFF


async def test_turns_are_the_same_after_a_restart(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live, first, second = await dividete(hall)
        await hall.play(live, person_at(live, first), lay_off(live, first, 2))
        turns, turn_ply = live.turns, live.turn_ply
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        (live,) = list(hall.service.tables)
        assert live.playing is not None
        assert (live.turns, live.turn_ply) == (turns, turn_ply)
        assert live.active == {second}


async def test_i3_roles_follow_people_who_change_seats_between_matches(tmp_path: Path) -> None:
    """Complaint I3: a role stored as a seat index broke when a player moved."""
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live = await hall.match(*PEOPLE, game="calabresella")
        await play(hall, live, "pass", "pass", "pass")
        for person in PEOPLE:
            await hall.play(live, person, "stop")
        await hall.service.seating.leave(live, BRUNO.user_id)
        await hall.service.seating.sit(live, DARIO)
        await hall.service.rematch(live, ANNA)
        assert [seat.name for seat in live.record.seats] == ["Anna", "Carla", "Dario"]
        while person_at(live, min(live.active)) != CARLA:
            await play(hall, live, "pass")
        await play(hall, live, "solissimo", "play")
        assert "Carla: **Solissimo** (4) against two" in lines(live)
        await play_out(hall, live)
        assert live.match is not None
        account = live.game.observe(live.match.state, None).account
        carla = next(seat for seat in range(3) if person_at(live, seat) == CARLA)
        assert account.bidder == carla
        assert abs(account.chips[carla]) == 2 * abs(account.chips[carla - 1])


async def play_out(hall: Hall, live: LiveTable) -> None:
    """The twelve tricks."""
    while live.match is not None and live.match.state.phase is PLAY:
        (seat,) = live.active
        await play(hall, live, live.game.encode_move(live.game.legal_moves(live.match.state, seat)[0]))


async def test_every_counted_round_makes_its_players_less_new_and_a_deal_that_all_pass_does_not(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live = await hall.match(*PEOPLE, game="calabresella")
        await play(hall, live, "pass", "pass", "pass", "deal")
        assert await hall.store.rounds_played(ANNA.user_id, "calabresella") == 0
        for rounds in (1, 2):
            await play(hall, live, "solissimo", "play")
            await play_out(hall, live)
            assert live.match is not None
            assert live.match.state.phase is BETWEEN
            assert [await hall.store.rounds_played(p.user_id, "calabresella") for p in PEOPLE] == [rounds] * 3
            await play(hall, live, "deal")


async def test_i8_ids_of_any_length_are_people_not_numbers_in_order(tmp_path: Path) -> None:
    """Complaint I8: passing failed once ids had more than one digit."""
    people = (Person(1_234_567_890_123_456_789, "Anna"), Person(9, "Bruno"), Person(10, "Carla"))
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live = await hall.match(*people, game="calabresella")
        for _ in range(3):
            (seat,) = live.active
            assert f"▶ <@{people[seat].user_id}>" in lines(live)
            await play(hall, live, "pass")
        assert live.match is not None
        assert live.match.state.phase is BETWEEN


async def test_spelling_moves_out_waits_until_somebody_looks(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live = await hall.match(*PEOPLE, game="calabresella")
        await play(hall, live, "solo", "pass", "pass")
        (seat,) = live.active
        view = live.seat_view(person_at(live, seat).user_id, EN, PlayerSettings(1))
        assert len(view.legal) == 1820
        notation = lay_off(live, seat, 4)
        assert notation in view.legal
        assert view.legal[notation] == live.game.decode_move(notation)
        assert next(iter(view.legal)).startswith("lay-")
        assert "lay-AC" not in view.legal

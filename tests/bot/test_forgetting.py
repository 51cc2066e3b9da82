"""Forgetting a person while others play: nothing of anybody else is lost, and memory stays what the store holds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import Place
from bot.text.catalog import text_for
from data.records import PlayerSettings, Presence, TableStatus
from data.store import StoreError
from games.core import Seat
from tests.bot.test_notes import keep, second_trick
from tests.support.tables import (
    ANNA,
    BRUNO,
    CARLA,
    DARIO,
    SIX,
    TAVOLO,
    TAVOLO_2,
    Hall,
    any_move,
    names,
    refused,
    to_act,
)
from tests.support.traces import places_of


async def forget_anna(hall: Hall) -> bool:
    return await hall.service.forgetting.forget(ANNA.user_id)


async def no_room(*_: object) -> None:
    raise StoreError("no room")


async def assert_as_stored(hall: Hall) -> None:
    """What memory holds of each table is what the store holds; so the next write is not refused."""
    stored = {record.id: record for record in await hall.store.open_tables()}
    assert {live.record.id: live.record for live in hall.service.tables} == stored
    for live in hall.service.tables:
        if live.match_record is not None:
            found = await hall.store.match(live.match_record.id)
            assert found is not None
            assert found[0].players == live.match_record.players


def nowhere(tmp_path: Path) -> bool:
    return places_of(tmp_path / "journal.sqlite3", ANNA.user_id, ANNA.name) == []


async def play_on(hall: Hall, live: LiveTable, moves: int = 4) -> None:
    """Whoever is to act moves; computers take their time."""
    for _ in range(moves):
        person = to_act(live)
        if person.user_id in {BRUNO.user_id, CARLA.user_id, DARIO.user_id}:
            await hall.play(live, person, any_move(live))
        else:
            await hall.clock.advance(30)


async def test_the_others_play_on_and_memory_is_what_is_stored(hall: Hall, tmp_path: Path) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    await play_all(hall, live, 6)
    assert await forget_anna(hall)
    await assert_as_stored(hall)
    assert nowhere(tmp_path)
    await play_on(hall, live)
    await assert_as_stored(hall)
    assert live.record.host_id == BRUNO.user_id
    assert live.record.seats[0].presence is Presence.LEFT


async def play_all(hall: Hall, live: LiveTable, moves: int = 10_000) -> None:
    """People only play, at most so many moves."""
    while live.playing is not None and moves:
        await hall.play(live, to_act(live), any_move(live))
        moves -= 1


async def test_all_at_once_two_askings_a_move_and_a_further_table(hall: Hall, tmp_path: Path) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    while to_act(live).user_id == ANNA.user_id:
        await hall.play(live, ANNA, any_move(live))
    mover = to_act(live)
    results = await asyncio.gather(
        forget_anna(hall),
        hall.play(live, mover, any_move(live)),
        forget_anna(hall),
        hall.service.seating.leave(live, ANNA.user_id),
        hall.service.open_table(TAVOLO_2, DARIO, "calidruno", "seed", 0),
        return_exceptions=True,
    )
    broken = [r for r in results if isinstance(r, BaseException) and not isinstance(r, RefusedError)]
    assert broken == []
    assert results[0] is True
    await hall.service.chores.finish()
    await assert_as_stored(hall)
    assert nowhere(tmp_path)
    await play_on(hall, live)


async def test_who_sits_down_again_at_once_is_a_newcomer(hall: Hall, tmp_path: Path) -> None:
    live = await hall.table(BRUNO, ANNA)
    await hall.service.seating.sit(live, CARLA)
    await forget_anna(hall)
    assert nowhere(tmp_path)
    await hall.service.seating.sit(live, ANNA)
    assert [seat.user_id for seat in live.record.seats] == [BRUNO.user_id, CARLA.user_id, ANNA.user_id]
    await assert_as_stored(hall)


async def test_the_forgotten_do_not_come_back_to_their_seat(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    await forget_anna(hall)
    await refused(Refusal.IN_PROGRESS, hall.service.seating.sit(live, ANNA))
    await refused(Refusal.NOT_SEATED, hall.play(live, ANNA, any_move(live)))
    assert live.seat_view(ANNA.user_id, text_for("en"), PlayerSettings(ANNA.user_id)).seat is None


async def test_where_the_table_plays_for_those_who_left_it_still_does(hall: Hall, tmp_path: Path) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, stand_in="timeout")
    await forget_anna(hall)
    assert nowhere(tmp_path)
    for _ in range(6):
        assert to_act(live).user_id in {BRUNO.user_id, CARLA.user_id}
        await hall.play(live, to_act(live), any_move(live))
    await assert_as_stored(hall)


async def test_the_one_who_stays_wins_if_nobody_plays_instead(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, stand_in="timeout")
    await forget_anna(hall)
    assert live.record.status is TableStatus.FINISHED
    assert live.record.wins == {BRUNO.user_id: 1}
    await assert_as_stored(hall)


async def test_a_result_keeps_its_winner_as_somebody(hall: Hall, tmp_path: Path) -> None:
    """Who dealt, won, watched and left the lobby: at one table there is one alias for all of it."""
    live = await hall.match(ANNA, BRUNO)
    await play_all(hall, live)
    wins = sorted(live.record.wins.values())
    await hall.service.seating.sit(live, CARLA)
    await hall.service.rematch(live, BRUNO)
    await play_all(hall, live)
    await forget_anna(hall)
    await assert_as_stored(hall)
    assert nowhere(tmp_path)
    assert live.match_record is not None
    alias = live.match_record.players[0]
    assert set(live.record.wins) <= {alias, BRUNO.user_id, CARLA.user_id}
    assert sum(live.record.wins.values()) == sum(wins) + 1
    view = live.table_view(text_for("it"))
    assert view.seats[0].name == "qualcuno"
    await hall.service.rematch(live, BRUNO)
    assert [seat.user_id for seat in live.record.seats] == [BRUNO.user_id, CARLA.user_id]
    await play_on(hall, live)


async def test_matches_of_an_evening_that_the_table_no_longer_shows_forget_too(hall: Hall, tmp_path: Path) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    await play_all(hall, live)
    await hall.service.seating.leave(live, ANNA.user_id)
    await hall.service.rematch(live, BRUNO)
    await forget_anna(hall)
    await assert_as_stored(hall)
    assert nowhere(tmp_path)
    await play_all(hall, live, 3)


async def test_notes_and_half_made_choices_go(hall: Hall, tmp_path: Path) -> None:
    live = await second_trick(hall)
    writer = SIX[0]
    await keep(hall, live, writer, dict.fromkeys(live.note_places(Seat(0)), f"high, {writer.name} thinks"))
    live.drafts[0] = "half a choice"
    assert live.notes[Seat(0)]
    await hall.service.forgetting.forget(writer.user_id)
    assert (live.notes.get(Seat(0)), live.drafts) == (None, {})
    await hall.clock.advance(60)  # whoever plays her seat keeps no notes of hers
    assert places_of(tmp_path / "journal.sqlite3", writer.user_id, writer.name) == []
    await assert_as_stored(hall)


async def test_a_watcher_is_forgotten(hall: Hall, tmp_path: Path) -> None:
    live = await hall.match(BRUNO, CARLA)
    await hall.service.seating.watch(live, ANNA)
    await forget_anna(hall)
    await assert_as_stored(hall)
    assert nowhere(tmp_path)


async def test_who_sits_alone_closes_the_table(hall: Hall, tmp_path: Path) -> None:
    live = await hall.service.open_solo(TAVOLO, ANNA, "calidruno")
    await forget_anna(hall)
    assert list(hall.service.tables) == []
    assert live.record.status is TableStatus.CLOSED
    assert live.record.seats[0].name == ""
    assert nowhere(tmp_path)


async def test_a_stranger_is_not_known(hall: Hall) -> None:
    await hall.match(BRUNO, CARLA)
    assert not await forget_anna(hall)


async def test_a_failure_leaves_a_table_that_works_and_can_be_repeated(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA, place=Place(500, 600))
    with monkeypatch.context() as context:
        context.setattr(hall.store, "forget_person", no_room)
        await refused(Refusal.BUSY, forget_anna(hall))
    await play_on(hall, live)
    await assert_as_stored(hall)
    assert await forget_anna(hall)
    assert nowhere(tmp_path)
    await play_on(hall, live)


async def test_whoever_could_not_leave_keeps_their_name(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await hall.table(ANNA, BRUNO)
    with monkeypatch.context() as context:
        context.setattr(hall.store, "save_table", no_room)
        await refused(Refusal.BUSY, forget_anna(hall))
    assert names(live) == [ANNA.name, BRUNO.name]
    await assert_as_stored(hall)


async def test_who_is_forgotten_is_forgotten_though_the_files_cannot_be_wiped_yet(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await hall.match(ANNA, BRUNO, CARLA)
    monkeypatch.setattr(hall.store, "wipe", no_room)
    assert await forget_anna(hall)
    await assert_as_stored(hall)
    await play_on(hall, live)

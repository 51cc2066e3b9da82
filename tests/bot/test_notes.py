"""Private notes on one's own cards: whose they are, how long they last, and what a restart leaves of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import Person
from bot.text.catalog import Text
from data.records import PlayerSettings
from games.core import Seat
from tests.support.tables import ANNA, BRUNO, SIX, TAVOLO, Hall, open_hall, press

WATCHER = Person(100_000_000_000_000_050, "Gino")
EN = Text("en")


async def second_trick(hall: Hall) -> LiveTable:
    """A hand of Briscola whose first trick is turned up; everybody has played their first card."""
    live = await hall.service.open_table(TAVOLO, ANNA, "briscola", "seed", 0)
    for person in SIX[1:]:
        await hall.service.seating.sit(live, person)
    await hall.service.start(live, ANNA)
    await play(hall, live, "bid-30", *("leave",) * 5, *("slot-1",) * 6, "trump-spade")
    return live


async def play(hall: Hall, live: LiveTable, *moves: str) -> None:
    for move in moves:
        (seat,) = live.active
        user_id = live.record.seats[seat].user_id
        await hall.service.matches.play(live, user_id, live.game.decode_move(move), press(), None)
    await hall.clock.advance(0)


def shown(live: LiveTable, person: Person) -> dict[int, str]:
    """The notes that a person is shown."""
    return dict(live.seat_view(person.user_id, EN, PlayerSettings(person.user_id)).notes)


async def stored(hall: Hall, live: LiveTable, person: Person) -> dict[int, str]:
    assert live.match_record is not None
    return dict(await hall.store.notes(live.match_record.id, person.user_id))


async def keep(hall: Hall, live: LiveTable, person: Person, notes: dict[int, str]) -> None:
    await hall.service.matches.notes.keep(live, person.user_id, notes)


async def test_notes_are_seen_by_nobody_else(hall: Hall) -> None:
    live = await second_trick(hall)
    await hall.service.seating.watch(live, WATCHER)
    await keep(hall, live, ANNA, {2: "high?", 6: "trump"})
    assert shown(live, ANNA) == {2: "high?", 6: "trump"}
    for other in (*SIX[1:], WATCHER):
        assert shown(live, other) == {}
    assert "high?" not in repr(live.table_view(EN))
    await keep(hall, live, ANNA, {3: "low"})
    assert shown(live, ANNA) == {3: "low"}


async def test_a_note_goes_when_its_card_is_played(hall: Hall) -> None:
    live = await second_trick(hall)
    (seat,) = live.active
    player = SIX[seat]
    await keep(hall, live, player, {2: "high?", 3: "low"})
    await play(hall, live, "slot-2")
    assert shown(live, player) == {3: "low"}
    await hall.service.stop()
    assert await stored(hall, live, player) == {3: "low"}


async def test_a_note_on_a_card_that_is_gone_is_not_kept(hall: Hall) -> None:
    live = await second_trick(hall)
    await keep(hall, live, BRUNO, {1: "played", 2: "?", 7: "no such card"})
    assert await stored(hall, live, BRUNO) == {2: "?"}


async def test_notes_survive_a_restart_and_go_with_the_end(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    async with open_hall(path) as before:
        live = await second_trick(before)
        await keep(before, live, BRUNO, {4: "asso?"})
    async with open_hall(path) as after:
        (live,) = list(after.service.tables)
        assert shown(live, BRUNO) == {4: "asso?"}
        assert shown(live, ANNA) == {}
        while live.playing is not None:
            (seat,) = live.active
            assert live.match is not None
            await play(after, live, live.game.encode_move(live.game.legal_moves(live.match.state, seat)[-1]))
        assert shown(live, BRUNO) == {}
        assert await stored(after, live, BRUNO) == {}
        with pytest.raises(RefusedError) as refused:
            await keep(after, live, BRUNO, {4: "too late"})
        assert refused.value.which is Refusal.NOT_STARTED
        await after.service.rematch(live, ANNA)
        assert live.notes_of(Seat(1)) == {}


async def test_who_has_no_seat_cannot_note_anything(hall: Hall) -> None:
    live = await second_trick(hall)
    with pytest.raises(RefusedError) as refused:
        await keep(hall, live, WATCHER, {2: "?"})
    assert refused.value.which is Refusal.NOT_SEATED


async def test_a_game_without_places_for_notes_keeps_none(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO)
    await keep(hall, live, ANNA, {1: "?"})
    assert shown(live, ANNA) == {}
    assert await stored(hall, live, ANNA) == {}

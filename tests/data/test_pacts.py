"""Secrets of deals: stored before they are shown, told once their match is over, and never found by a list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from data.files import connect
from data.records import MatchLine, Pact, SeatRecord, TableStatus
from data.sqlite_store import SqliteStore
from data.store import StaleTableError, Store, StoreError
from tests.data.examples import ANNA, FIRST_PACT, NEXT_PACT, a_match, a_match_begun, a_move, a_table, played

Opener = Callable[[Path], Awaitable[SqliteStore]]
LATER_PACT = Pact("later-seal", b"later secret")


async def test_a_table_shows_the_commitment_alone(store: Store) -> None:
    table = await store.new_table(a_table(), FIRST_PACT)
    assert table.commitment == FIRST_PACT.commitment
    assert await store.table(table.id) == table
    assert "secret" not in repr((table, await store.open_tables(), FIRST_PACT))
    assert await store.next_match(table.id) == (1, FIRST_PACT)


async def test_a_match_uses_its_pact_up_and_the_table_promises_the_next(store: Store) -> None:
    table, match = await a_match_begun(store, pact=FIRST_PACT, next_pact=NEXT_PACT)
    assert (match.commitment, match.joins, match.start_id) == (FIRST_PACT.commitment, (1_999, 0, 0), 4_500)
    assert table.commitment == NEXT_PACT.commitment
    assert await store.next_match(table.id) == (2, NEXT_PACT)
    found = await store.match(match.id)
    assert found is not None
    assert found[0] == match


async def test_a_pact_is_told_when_its_match_is_over_and_no_sooner(store: Store) -> None:
    table, match = await a_match_begun(store, pact=FIRST_PACT, next_pact=NEXT_PACT)
    assert await store.revealed(match.id) is None
    table = await played(store, table, 1, 2)
    assert await store.revealed(match.id) is None
    await store.append(a_move(match.id, 3), replace(table, status=TableStatus.FINISHED), "won-1")
    assert await store.revealed(match.id) == FIRST_PACT


async def test_a_match_that_was_broken_off_tells_its_pact_and_the_next_one_is_gone(store: Store) -> None:
    table, match = await a_match_begun(store, pact=FIRST_PACT, next_pact=NEXT_PACT)
    closed = await store.end_match(replace(table, status=TableStatus.CLOSED), match.id, "ended")
    assert closed.commitment == ""
    assert await store.table(table.id) == closed
    assert await store.revealed(match.id) == FIRST_PACT
    assert await store.next_match(table.id) == (2, None)


async def test_a_table_without_a_pact_gets_one(store: Store) -> None:
    table, match = await a_match_begun(store)
    assert (table.commitment, match.commitment) == ("", "")
    with pytest.raises(StaleTableError):
        await store.make_pact(replace(table, version=99), NEXT_PACT)
    assert await store.next_match(table.id) == (2, None)
    table = await store.make_pact(table, NEXT_PACT)
    assert table.commitment == NEXT_PACT.commitment
    assert await store.next_match(table.id) == (2, NEXT_PACT)
    with pytest.raises(StoreError):
        await store.make_pact(table, LATER_PACT)
    assert await store.table(table.id) == table
    await store.end_match(replace(table, status=TableStatus.FINISHED), match.id, "forfeit-1")
    assert await store.revealed(match.id) is None


@pytest.mark.parametrize("commitment", ["somebody-elses", "unheard-of"])
async def test_no_match_begins_with_a_pact_that_its_table_did_not_show(store: Store, commitment: str) -> None:
    await store.new_table(a_table(9), Pact("somebody-elses", b"other secret"))
    table = await store.new_table(a_table(), FIRST_PACT)
    with pytest.raises(StoreError):
        await store.start_match(table, replace(a_match(), commitment=commitment), NEXT_PACT)
    assert await store.table(table.id) == table
    assert await store.next_match(table.id) == (1, FIRST_PACT)


async def test_a_pact_serves_one_match(store: Store) -> None:
    table, match = await a_match_begun(store, pact=FIRST_PACT, next_pact=NEXT_PACT)
    table = await store.end_match(replace(table, status=TableStatus.FINISHED), match.id, "forfeit-0")
    with pytest.raises(StoreError):
        await store.start_match(table, replace(a_match(), commitment=FIRST_PACT.commitment), LATER_PACT)
    again = replace(a_match(), commitment=NEXT_PACT.commitment, number=2)
    table, second = await store.start_match(table, again, LATER_PACT)
    assert (table.commitment, second.number) == (LATER_PACT.commitment, 2)
    assert await store.revealed(second.id) is None
    assert await store.revealed(match.id) == FIRST_PACT


async def test_a_seat_keeps_the_press_by_which_it_was_taken(store: Store) -> None:
    table = await store.new_table(a_table())
    seats = (*table.seats, SeatRecord(ANNA + 1, "Dario", join_id=1 << 62))
    table = await store.save_table(replace(table, seats=seats))
    assert await store.table(table.id) == table


async def test_the_matches_of_a_channel_latest_first(store: Store) -> None:
    table, first = await a_match_begun(store)
    await a_match_begun(store, channel_id=6000)
    table = await store.end_match(replace(table, status=TableStatus.CLOSED, touched_at=9_000), first.id, "ended")
    other, second = await a_match_begun(store)
    lines = [
        MatchLine(second.id, other.id, 1, "calidruno", 5_000, None),
        MatchLine(first.id, table.id, 1, "calidruno", 5_000, 9_000),
    ]
    assert await store.matches_in(5000, 10) == lines
    assert await store.matches_in(5000, 1) == lines[:1]
    assert await store.matches_in(1, 10) == []


async def test_no_pact_outlives_its_match_and_its_table(opened: Opener, database: Path) -> None:
    store = await opened(database)
    table, _ = await a_match_begun(store, pact=FIRST_PACT, next_pact=NEXT_PACT)
    other = await store.new_table(a_table(9), LATER_PACT)
    await store.close()
    with closing(connect(database)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("UPDATE game_table SET match_id = NULL")
        connection.execute("DELETE FROM match WHERE table_id = ?", (table.id,))
        assert connection.execute("SELECT commitment FROM pact ORDER BY 1").fetchall() == [
            (LATER_PACT.commitment,),
            (NEXT_PACT.commitment,),
        ]
        connection.execute("DELETE FROM game_table WHERE id = ?", (other.id,))
        assert connection.execute("SELECT commitment FROM pact").fetchall() == [(NEXT_PACT.commitment,)]

"""Tables of all kinds at which Anna has been, and where traces of her are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from data.records import (
    MatchRecord,
    MoveRecord,
    PlayerSettings,
    Presence,
    SeatRecord,
    StandIn,
    TableRecord,
    TableStatus,
)
from data.store import Store
from tests.data.examples import a_match, a_move, a_table
from tests.support.traces import traces

ANNA, BRUNO, CARLA = 311_000_000_000_000_211, 322_000_000_000_000_222, 333_000_000_000_000_233


COMPUTER = -4


NAME = "Anna Zwölfmeier"


STATES = tuple(TableStatus)


def seats(*, presence: Presence = Presence.HERE) -> tuple[SeatRecord, ...]:
    return (
        SeatRecord(BRUNO, "Bruno"),
        SeatRecord(ANNA, NAME, presence, 1),
        SeatRecord(COMPUTER, "Gino"),
        SeatRecord(CARLA, "Carla"),
    )


def a_table_of(state: TableStatus, channel_id: int) -> TableRecord:
    """A table where Anna sits, is the host, has won and is to deal."""
    return replace(
        a_table(channel_id),
        status=TableStatus.LOBBY,
        guild_id=700 + STATES.index(state),
        host_id=ANNA,
        seats=seats(),
        watchers=(),
        wins={ANNA: 2, BRUNO: 1},
        next_dealer=ANNA,
        stand_in=StandIn.COMPUTER,
    )


async def tables_of_all_kinds(store: Store) -> dict[TableStatus, TableRecord]:
    """Anna at a table in each state, each but the lobby with a match; one more table that she only watches."""
    tables: dict[TableStatus, TableRecord] = {}
    for number, state in enumerate(STATES):
        table = await store.new_table(a_table_of(state, 5_000 + number))
        if state is not TableStatus.LOBBY:
            match = replace(a_match(), players=tuple(seat.user_id for seat in table.seats), dealer=1)
            table, match = await store.start_match(replace(table, status=TableStatus.PLAYING), match)
            for ply in range(1, 9):
                _, table = await store.append(move_of(match, ply), table, None, (ANNA, BRUNO) if ply == 8 else ())
            await store.save_notes(match.id, ANNA, {1: f"{NAME} thinks: high"})
            await store.save_notes(match.id, BRUNO, {1: "low"})
        if state in {TableStatus.FINISHED, TableStatus.CLOSED}:
            assert table.match_id is not None
            table = await store.end_match(replace(table, status=TableStatus.FINISHED), table.match_id, "won-1")
        if state is TableStatus.CLOSED:
            table = await store.save_table(replace(table, status=TableStatus.CLOSED))
        tables[state] = table
    await store.new_table(replace(a_table(6_000), host_id=BRUNO, seats=seats()[:1], watchers=(CARLA, ANNA), wins={}))
    for user_id in (ANNA, BRUNO):
        await store.save_player(PlayerSettings(user_id, "it", sort_by="number"))
    return tables


def move_of(match: MatchRecord, ply: int) -> MoveRecord:
    return replace(a_move(match.id, ply), seat=ply % 4)


def traces_of_anna(database: Path) -> list[str]:
    return traces(database, ANNA, NAME)

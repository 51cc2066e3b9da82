"""Example records for the tests of storage."""

from __future__ import annotations

from dataclasses import replace

from data.records import (
    MatchId,
    MatchRecord,
    MoveRecord,
    Pact,
    Presence,
    SeatRecord,
    StandIn,
    TableId,
    TableRecord,
    TableStatus,
)
from data.store import Appended, Store

ANNA, BRUNO, CARLA = 211, 222, 233
SEED = bytes(range(32))
FIRST_PACT, NEXT_PACT = Pact("first-seal", b"first secret"), Pact("next-seal", b"next secret")
NOBODY = TableId(0)


def a_table(channel_id: int = 5000) -> TableRecord:
    """A lobby with every field set, as nobody has stored it yet."""
    return TableRecord(
        id=NOBODY,
        guild_id=77,
        channel_id=channel_id,
        host_id=ANNA,
        game="calidruno",
        status=TableStatus.LOBBY,
        options={"hand_size": 7, "call_by": "word", "stack": "no “+4” on +2"},
        clock_s=120,
        seats=(
            SeatRecord(BRUNO, "Bruno", Presence.ABSENT, 2, 1_999),
            SeatRecord(ANNA, "Anna 🂡"),
            SeatRecord(CARLA, ""),
        ),
        created_at=1_000,
        touched_at=2_000,
        parent_channel_id=4_999,
        wins={CARLA: 2, ANNA: 1},
        watchers=(904, 901),
        message_id=1_234_567_890_123_456_789,
        message_channel_id=channel_id,
        posted_at=3_000,
        deadline_at=4_000,
        next_dealer=BRUNO,
        stand_in=StandIn.TIMEOUT,
    )


def a_match() -> MatchRecord:
    """A match as nobody has stored it yet."""
    return MatchRecord(
        id=MatchId(0),
        table_id=NOBODY,
        game="calidruno",
        rules_version=1,
        options={"hand_size": 7, "call_by": "word"},
        players=(BRUNO, ANNA, CARLA),
        seed=SEED,
        dealer=2,
        started_at=5_000,
        joins=(1_999, 0, 0),
        start_id=4_500,
    )


def a_move(match_id: MatchId, ply: int, idem: str = "", move: str = "") -> MoveRecord:
    return MoveRecord(match_id, ply, ply % 3, move or f"play {ply}", idem or f"{match_id}:{ply}", 6_000 + ply)


async def a_match_begun(
    store: Store, channel_id: int = 5000, pact: Pact | None = None, next_pact: Pact | None = None
) -> tuple[TableRecord, MatchRecord]:
    """A table in this channel, its match begun and no move made."""
    table = await store.new_table(a_table(channel_id), pact)
    match = replace(a_match(), commitment=table.commitment)
    return await store.start_match(replace(table, status=TableStatus.PLAYING), match, next_pact)


async def played(store: Store, table: TableRecord, first: int, last: int) -> TableRecord:
    """Append the moves from ply ``first`` to ``last``."""
    match_id = table.match_id
    assert match_id is not None
    for ply in range(first, last + 1):
        appended, table = await store.append(a_move(match_id, ply), table, None)
        assert appended is Appended.STORED
    return table


async def plies(store: Store, match_id: MatchId | None) -> list[int]:
    assert match_id is not None
    found = await store.match(match_id)
    assert found is not None
    return [move.ply for move in found[1]]

"""Storage: moves per second and latency with every move synced to disk, at 1 and at 100 tables in play.

A table's next move is sent when the one before is on disk (closed loop). Run as ``python -m benchmarks.store``.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from data.records import MatchId, MatchRecord, MoveRecord, SeatRecord, TableId, TableRecord, TableStatus
from data.sqlite_store import open_store
from data.store import Store

_SECONDS = 2.0


async def _begun(store: Store, channel_id: int) -> TableRecord:
    """A table of four in this channel, a match in progress."""
    table = TableRecord(
        id=TableId(0),
        guild_id=1,
        channel_id=channel_id,
        host_id=1,
        game="calidruno",
        status=TableStatus.PLAYING,
        options={f"option_{number}": number for number in range(12)},
        clock_s=120,
        seats=tuple(SeatRecord(user_id, f"Player {user_id}") for user_id in range(1, 5)),
        created_at=0,
        touched_at=0,
        wins={1: 2, 3: 1},
        watchers=(7, 8),
    )
    match = MatchRecord(MatchId(0), TableId(0), "calidruno", 1, table.options, (1, 2, 3, 4), bytes(32), 0, 0)
    table, _ = await store.start_match(await store.new_table(table), match)
    return table


async def _play(store: Store, table: TableRecord, end: float, latencies: list[float]) -> None:
    match_id = table.match_id
    assert match_id is not None
    ply = 0
    while (start := time.perf_counter()) < end:
        ply += 1
        move = MoveRecord(match_id, ply, ply % 4, "play red-7", f"{match_id}:{ply}", ply)
        _, table = await store.append(move, table, None)
        latencies.append(time.perf_counter() - start)


async def _measure(tables: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "calidruno.db")
        try:
            begun = [await _begun(store, channel_id) for channel_id in range(tables)]
            latencies: list[float] = []
            start, cpu = time.perf_counter(), time.process_time()
            await asyncio.gather(*(_play(store, table, start + _SECONDS, latencies) for table in begun))
            elapsed, cpu = time.perf_counter() - start, time.process_time() - cpu
        finally:
            await store.close()
    hundredths = quantiles(latencies, n=100)
    return {
        f"store.moves_per_s_{tables}": len(latencies) / elapsed,
        f"store.p50_ms_{tables}": hundredths[49] * 1000,
        f"store.p99_ms_{tables}": hundredths[98] * 1000,
        f"store.cpu_ms_per_move_{tables}": cpu / len(latencies) * 1000,
    }


def run() -> dict[str, float]:
    """The figures by key: moves per second, milliseconds from append to return (p50, p99), CPU milliseconds a move."""
    return asyncio.run(_measure(1)) | asyncio.run(_measure(100))


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:32}{value:10.3f}")

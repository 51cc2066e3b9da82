"""``python -m tests.data.release``: keep a database in the present schema, a match in progress, for the tests of all
later programs. Run once when a migration has been added; what was released is never written again."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from data.records import PlayerSettings, ServerSettings
from data.schema import migrations
from data.sqlite_store import open_store
from tests.data.examples import ANNA, FIRST_PACT, NEXT_PACT, a_match_begun, a_move, played


async def write_example(database: Path) -> None:
    store = await open_store(database)
    table, match = await a_match_begun(store, pact=FIRST_PACT, next_pact=NEXT_PACT)
    await store.save_notes(match.id, ANNA, {3: "high?"})
    table = await played(store, table, 1, 11)
    await store.append(a_move(match.id, 12), table, None, [ANNA])
    await store.save_player(PlayerSettings(ANNA, "it", "dm", letters=True, faces="italian"))
    await store.save_server(ServerSettings(77, "en", (5000, 5001)))
    await store.touch_alive(9_000)
    await store.close()


def main() -> None:
    target = Path(__file__).parent / "released" / f"{len(migrations()):04d}.sql"
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "calidruno.db"
        asyncio.run(write_example(database))
        with closing(sqlite3.connect(database)) as connection, target.open("x", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in connection.iterdump())


if __name__ == "__main__":
    main()

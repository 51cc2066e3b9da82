"""Processes that the tests start and kill: ``python -m tests.data.children <what> <database>``."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from data import files
from data.backup import back_up
from data.files import connect
from data.schema import Migration, migrate, migrations
from data.sqlite_store import open_store
from data.store import Store
from tests.data.examples import a_match_begun, played


def hold(database: Path) -> None:
    """Keep the database open until killed."""

    async def main() -> None:
        store = await open_store(database)
        print("open", flush=True)
        await asyncio.Event().wait()
        await store.close()

    asyncio.run(main())


def play(database: Path) -> None:
    """Play eight tables as fast as it goes, and say each move that the store has acknowledged."""

    async def play_in(store: Store, channel_id: int) -> None:
        table, match = await a_match_begun(store, channel_id)
        for ply in range(1, 100_000):
            table = await played(store, table, ply, ply)
            os.write(1, f"{match.id} {ply}\n".encode())

    async def main() -> None:
        store = await open_store(database)
        taken = len(await store.open_tables())
        await asyncio.gather(*(play_in(store, taken + number) for number in range(8)))

    asyncio.run(main())


def migrate_and_die(database: Path) -> None:
    """Be killed in the middle of a migration."""
    connection = connect(database)
    connection.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
    step = Migration(2, "unlucky", "CREATE TABLE a (x);\nDROP TABLE meta;\nSELECT die();\nCREATE TABLE b (x);\n")
    migrate(connection, [*migrations()[:1], step])


def back_up_and_die(database: Path) -> None:
    """Be killed when a backup is written but has not got its name."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    files.publish = die
    back_up(database, database.with_name("copy.db"))


def open_and_close(database: Path) -> None:
    """Open the store, write, close and come to an end."""

    async def main() -> None:
        store = await open_store(database)
        await a_match_begun(store)
        await store.close()
        print("closed", flush=True)

    asyncio.run(main())


CHILDREN: dict[str, Callable[[Path], None]] = {
    child.__name__: child for child in (hold, play, migrate_and_die, back_up_and_die, open_and_close)
}

if __name__ == "__main__":
    CHILDREN[sys.argv[1]](Path(sys.argv[2]))

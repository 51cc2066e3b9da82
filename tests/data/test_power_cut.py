"""Power cuts at random moments of play, with our own settings and schema, on a simulated disk (scene D1)."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from data.files import PRAGMAS
from data.schema import migrations
from tests.data.power import Disk

SEEDS = range(12)
MOVES = 40
SMALL_LOG = "PRAGMA wal_autocheckpoint = 12"  # so that many cuts fall into a checkpoint


@contextmanager
def playing(database: Path, disk: Disk, pragmas: Sequence[str]) -> Generator[apsw.Connection]:
    """A match about to begin. The log's index is kept in memory, for APSW's files cannot share it."""
    connection = apsw.Connection(str(database), vfs=disk.vfs_name)
    try:
        for statement in ("PRAGMA locking_mode = EXCLUSIVE", *pragmas, SMALL_LOG):
            connection.execute(statement).fetchall()
        connection.execute("BEGIN")
        for statement in migrations()[0].statements():
            connection.execute(statement)
        connection.execute(
            "INSERT INTO game_table (guild_id, channel_id, host_id, game, status, options, clock_s, created_at, "
            "touched_at, version) VALUES (1, 2, 3, 'calidruno', 'playing', '{}', 0, 0, 0, 0)"
        )
        connection.execute(
            "INSERT INTO match (table_id, game, rules_version, options, started_at) VALUES (1, 'calidruno', 1, '{}', 0)"
        )
        connection.execute("COMMIT")
        yield connection
    finally:
        connection.close()


def play(connection: apsw.Connection, ply: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE game_table SET version = version + 1, touched_at = ? WHERE id = 1", (ply,))
    move = f"play {ply} " * 20
    connection.execute("INSERT INTO move VALUES (1, ?, 0, ?, ?, 0)", (ply, move, f"press {ply}"))
    connection.execute("COMMIT")


def surviving(image: Path) -> int:
    """The number of moves in what a power cut left, once SQLite has opened it and found it whole."""
    with closing(sqlite3.connect(image)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        plies = [ply for (ply,) in connection.execute("SELECT ply FROM move ORDER BY ply")]
        assert plies == list(range(1, len(plies) + 1))
        assert connection.execute("SELECT version FROM game_table").fetchone() == (len(plies),)
        return len(plies)


class Cut:
    """Takes an image of the disk now and then, in the middle of whatever SQLite is doing."""

    def __init__(self, disk: Disk, folder: Path, chance: random.Random) -> None:
        self.disk, self.folder, self.chance = disk, folder, chance
        self.acknowledged = 0
        self.images: list[tuple[Path, int]] = []

    def maybe(self) -> None:
        if self.chance.random() < 0.06:
            image = self.folder / f"{len(self.images)}"
            image.mkdir()
            self.disk.image(image, self.chance)
            self.images.append((image / "calidruno.db", self.acknowledged))


def lost_moves(folder: Path, seed: int, pragmas: Sequence[str]) -> list[int]:
    """For each power cut in this evening, how many acknowledged moves are gone."""
    chance = random.Random(seed)
    disk = Disk(f"disk-{seed}")
    cut = Cut(disk, folder, chance)
    with playing(folder / "calidruno.db", disk, pragmas) as connection:
        disk.on_change = cut.maybe
        for ply in range(1, MOVES + 1):
            play(connection, ply)
            cut.acknowledged = ply
            cut.maybe()
        disk.on_change = None
    return [max(0, acknowledged - surviving(image)) for image, acknowledged in cut.images]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_power_cut_loses_no_acknowledged_move(tmp_path: Path, seed: int) -> None:
    """Fault D1: torn and missing writes take no acknowledged move away."""
    lost = lost_moves(tmp_path, seed, PRAGMAS)
    assert len(lost) > 10
    assert not any(lost)


def test_the_disk_would_lose_moves_that_were_not_synced(tmp_path: Path) -> None:
    careless = [pragma.replace("synchronous = FULL", "synchronous = NORMAL") for pragma in PRAGMAS]
    assert careless != list(PRAGMAS)
    assert sum(lost_moves(tmp_path, 1, careless)) > 10

"""Backups as an operator makes them: while people play, with a crash in between, thinned out, and put back."""

from __future__ import annotations

import asyncio
import shutil
import stat
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data.__main__ import main
from data.backup import BackupError, back_up, back_up_into, backups, check, made_at, newest_good, restore, to_keep
from data.sqlite_store import SqliteStore, open_store
from data.store import DatabaseRefusedError
from tests.data.examples import a_match_begun, a_table, played, plies
from tests.data.test_files import child, contents, cut_short, make_foreign, make_newer, overwrite_a_page, write_a_letter

Opener = Callable[[Path], Awaitable[SqliteStore]]
NOW = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)


async def a_database(path: Path, moves: int = 60) -> None:
    """A database with a match in progress, closed."""
    store = await open_store(path)
    await played(store, (await a_match_begun(store))[0], 1, moves)
    await store.close()


async def test_a_backup_made_while_people_play_opens_and_plays_on(
    opened: Opener, sqlite: SqliteStore, database: Path, tmp_path: Path
) -> None:
    """Fault D8: a copy made in the middle of play is whole."""
    begun = [await a_match_begun(sqlite, channel_id) for channel_id in range(10)]
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"last week's")
    copy.with_name("copy.db.part").write_bytes(b"left by a crash")
    evening = asyncio.gather(*(played(sqlite, table, 1, 60) for table, _ in begun))
    await asyncio.to_thread(back_up, database, copy, replace=True)
    await evening
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    restored = await opened(copy)
    for table, match in begun:
        kept = await plies(restored, match.id)
        assert kept == list(range(1, len(kept) + 1))
        stored = await restored.table(table.id)
        assert stored is not None
        assert stored.version == table.version + len(kept)
        await played(restored, stored, len(kept) + 1, len(kept) + 1)
    assert not copy.with_name("copy.db.part").exists()


async def test_a_backup_killed_half_way_leaves_nothing_under_its_name(database: Path) -> None:
    """Fault P5: there is no half copy, and the next backup is not disturbed."""
    await a_database(database)
    with child("back_up_and_die", database) as process:
        assert process.wait(timeout=30) == -9
    copy = database.with_name("copy.db")
    assert not copy.exists()
    assert copy.with_name("copy.db.part").exists()
    back_up(database, copy)
    assert check(copy).moves == 60
    assert not copy.with_name("copy.db.part").exists()


async def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await a_database(database)
    in_the_way = database.with_name("copies")
    in_the_way.write_text("a file where a folder should be")
    assert main(["--database", str(database), "backup", str(in_the_way / "daily")]) == 1
    assert "could not be written" in capsys.readouterr().err


async def test_a_backup_that_fails_leaves_nothing(database: Path) -> None:
    await a_database(database)
    folder = database.with_name("copies")
    folder.write_text("a file where a folder should be")
    with pytest.raises(BackupError, match="could not be written"):
        back_up(database, folder / "copy.db")
    with pytest.raises(BackupError, match="not there"):
        back_up(database.with_name("elsewhere.db"), database.with_name("copy.db"))
    overwrite_a_page(database)  # VACUUM would not notice
    with pytest.raises(BackupError, match="could not be written"):
        back_up(database, database.with_name("copy.db"))
    assert not list(database.parent.glob("copy.db*"))


async def test_nothing_is_overwritten_unless_told_and_the_database_itself_never(database: Path) -> None:
    await a_database(database)
    copy = database.with_name("copy.db")
    copy.write_bytes(b"last week's")
    with pytest.raises(BackupError, match="left as it is"):
        back_up(database, copy)
    assert copy.read_bytes() == b"last week's"
    link = database.with_name("link.db")
    link.symlink_to(database)
    before = contents(database.parent)
    for itself in (database, link):
        with pytest.raises(BackupError, match="left as it is"):
            back_up(database, itself, replace=True)
    assert contents(database.parent) == before


def test_the_last_copy_of_each_of_seven_days_and_four_weeks_stays() -> None:
    hourly = [NOW - timedelta(hours=hours) for hours in range(24 * 60)]
    names = [Path(f"calidruno-{at:%Y%m%dT%H%M%SZ}.sqlite3") for at in hourly]
    kept = sorted((made_at(path) for path in to_keep(names, daily=7, weekly=4)), reverse=True)
    days = [NOW.replace(day=30), *(datetime(2026, 11, day, 23, tzinfo=UTC) for day in range(29, 23, -1))]
    # Monday the 30th begins a week; the Sundays before it end theirs, and the 29th is among the days already.
    weeks = [datetime(2026, 11, day, 23, tzinfo=UTC) for day in (22, 15)]
    assert kept == [*days, *weeks]
    assert len(to_keep(names[:3], daily=7, weekly=4)) == 1
    assert to_keep(names, daily=0, weekly=0) == set()


async def test_a_folder_of_backups_thins_itself_out_and_touches_nothing_else(database: Path, tmp_path: Path) -> None:
    await a_database(database)
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("holiday.sqlite3", "calidruno-by-hand.sqlite3"):
        (folder / name).write_bytes(b"somebody's own")
    (folder / "calidruno-20261101T030000Z.sqlite3.part").write_bytes(b"left by a crash")
    made = [back_up_into(folder, database, NOW + timedelta(days=day), daily=2, weekly=2) for day in range(20)]
    assert backups(folder) == [made[19], made[18], made[13]]
    assert [check(path).moves for path in backups(folder)] == [60, 60, 60]
    names = {path.name for path in folder.iterdir()} - {path.name for path in made}
    assert names == {"holiday.sqlite3", "calidruno-by-hand.sqlite3"}
    last = back_up_into(folder, database, NOW, daily=0, weekly=0)
    assert backups(folder) == [last], "the one just made always stays"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (overwrite_a_page, "damaged"),
        (cut_short, "damaged"),
        (make_newer, "newer program"),
        (make_foreign, "no database of this program"),
        (Path.unlink, "not there"),
    ],
)
async def test_a_backup_that_is_not_sound_is_named_and_never_restored(
    database: Path, tmp_path: Path, spoil: Callable[[Path], None], says: str
) -> None:
    await a_database(database)
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    spoil(copy)
    before = contents(database.parent)
    with pytest.raises(BackupError, match=says):
        check(copy)
    with pytest.raises(BackupError, match=says):
        restore(copy, database, NOW)
    assert contents(database.parent) == before


async def test_a_restore_brings_the_copy_back_and_keeps_what_was_there(database: Path, opened: Opener) -> None:
    await a_database(database, moves=10)
    copy = database.with_name("copy.db")
    back_up(database, copy)
    store = await opened(database)
    table = (await store.open_tables())[0]
    await played(store, table, 11, 15)
    await store.close()
    aside = restore(copy, database, NOW)
    assert aside is not None
    assert (check(database).moves, check(aside).moves) == (10, 15)
    store = await opened(database)
    await played(store, (await store.open_tables())[0], 11, 11)
    await store.close()


async def test_a_restore_over_a_killed_database_plays_no_foreign_log_into_the_new_one(
    sqlite: SqliteStore, database: Path, tmp_path: Path
) -> None:
    table, _ = await a_match_begun(sqlite)
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    await played(sqlite, table, 1, 30)
    killed = tmp_path / "killed" / database.name
    killed.parent.mkdir()
    for suffix in ("", "-wal"):  # what a kill leaves
        shutil.copy(database.with_name(database.name + suffix), killed.with_name(killed.name + suffix))
    aside = restore(copy, killed, NOW)
    assert aside is not None
    assert (check(killed).moves, check(aside).moves) == (0, 30)


async def test_a_restore_after_one_that_was_killed_plays_no_leftover_log_into_the_copy(
    sqlite: SqliteStore, database: Path, tmp_path: Path
) -> None:
    table, _ = await a_match_begun(sqlite)
    copy, target = tmp_path / "copy.db", tmp_path / "there" / "calidruno.db"
    back_up(database, copy)
    await played(sqlite, table, 1, 30)
    target.parent.mkdir()
    shutil.copy(database.with_name(database.name + "-wal"), target.with_name(target.name + ".restored-wal"))
    restore(copy, target, NOW)
    assert check(target).moves == 0
    assert [path.name for path in target.parent.iterdir() if "restored" in path.name] == []


@pytest.mark.parametrize("damaged", [False, True])
async def test_a_restore_that_fails_leaves_everything_as_it_was(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bool
) -> None:
    """Some disks take no second name for a file. What was there keeps its log, and no copy with all people stays."""
    await a_database(database)
    copy = tmp_path / "copies" / "copy.db"
    back_up(database, copy)
    if damaged:
        write_a_letter(database)
        database.with_name(database.name + "-wal").write_bytes(b"its log")

    def kept() -> dict[str, bytes]:
        """What counts: empty logs, and the index of a log, come and go with every look."""
        return {name: held for name, held in contents(database.parent).items() if held and not name.endswith("-shm")}

    before = kept()

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    with pytest.raises(BackupError, match="could not be replaced"):
        restore(copy, database, NOW)
    assert kept() == before


async def test_a_damaged_database_is_replaced_and_kept_with_its_log(database: Path, tmp_path: Path) -> None:
    await a_database(database)
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    write_a_letter(database)
    database.with_name(database.name + "-wal").write_bytes(b"its log")
    aside = restore(copy, database, NOW)
    assert aside is not None
    assert check(database).moves == 60
    assert aside.read_bytes().startswith(b"Dear Anna")
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"its log"


async def test_a_database_in_use_is_not_replaced(sqlite: SqliteStore, database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(database, copy)
    await sqlite.new_table(a_table())
    with pytest.raises(DatabaseRefusedError, match="in use"):
        restore(copy, database, NOW)
    assert check(database).open_tables == 1


async def test_where_there_is_no_database_a_restore_makes_one(database: Path, tmp_path: Path) -> None:
    await a_database(database)
    elsewhere = tmp_path / "new" / "calidruno.db"
    assert restore(database, elsewhere, NOW) is None
    assert check(elsewhere).moves == 60


async def test_the_newest_backup_that_is_sound_is_found(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    assert newest_good(folder) is None
    await a_database(database)
    made = [back_up_into(folder, database, NOW + timedelta(days=day), daily=9, weekly=9) for day in range(3)]
    cut_short(made[2])
    assert newest_good(folder) == made[1]


async def test_the_commands_say_what_they_did(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_database(database)
    monkeypatch.setenv("DATABASE", str(database))
    folder = tmp_path / "backups"
    assert main(["backup", str(folder)]) == 0
    (made,) = backups(folder)
    assert f"{made}: " in capsys.readouterr().out
    assert main(["check", str(made)]) == 0
    assert "sound, schema" in capsys.readouterr().out
    assert main(["restore", str(made)]) == 0
    said = capsys.readouterr().out
    (aside,) = database.parent.glob("*.replaced-*")
    assert str(aside) in said
    assert main(["backup", str(made)]) == 1
    assert "left as it is" in capsys.readouterr().err
    cut_short(made)
    assert main(["check", str(made)]) == 1
    assert "damaged" in capsys.readouterr().err

"""Backups and stops in the middle: who was forgotten stays so."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data import backup, forgetting
from data.__main__ import main
from data.files import Lock, connect
from data.forgetting import ForgottenList, reapply_forgotten
from data.records import (
    PlayerSettings,
    Presence,
    TableStatus,
)
from data.sqlite_store import SqliteStore, open_store
from data.store import DatabaseRefusedError, StoreError
from tests.data.forgotten import (
    ANNA,
    BRUNO,
    CARLA,
    NAME,
    tables_of_all_kinds,
    traces_of_anna,
)
from tests.support.traces import places_of

Opener = Callable[[Path], Awaitable[SqliteStore]]


def put_back(backup_file: Path, database: Path) -> None:
    """Copy a backup by hand, as an operator may."""
    database.parent.mkdir(exist_ok=True)
    database.write_bytes(backup_file.read_bytes())


def backed_up(database: Path, tmp_path: Path, name: str) -> Path:
    """A backup of the database as it is now."""
    file = tmp_path / "backups" / f"{name}.db"
    backup.back_up(database, file)
    return file


async def a_backup_from_before(opened: Opener, database: Path, tmp_path: Path) -> Path:
    """Of a database that has forgotten Anna since."""
    store = await opened(database)
    await tables_of_all_kinds(store)
    old = backed_up(database, tmp_path, "old")
    await store.forget_person(ANNA)
    await store.close()
    return old


async def test_a_backup_that_is_put_back_forgets_again(opened: Opener, database: Path, tmp_path: Path) -> None:
    store = await opened(database)
    tables = await tables_of_all_kinds(store)
    old = backed_up(database, tmp_path, "old")
    await store.forget_person(ANNA)
    await store.save_player(PlayerSettings(CARLA, "en"))
    await store.close()
    assert "id" in traces_of_anna(old)
    restored = tmp_path / "elsewhere" / "restored.db"
    put_back(old, restored)
    assert reapply_forgotten(restored, database) == 1
    assert places_of(restored, ANNA, NAME) == []
    assert traces_of_anna(restored) == []
    with closing(connect(restored)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
    put_back(restored, database)
    store = await opened(database)
    playing = await store.table(tables[TableStatus.PLAYING].id)
    assert playing is not None
    assert (playing.seats[1].presence, playing.host_id) == (Presence.LEFT, BRUNO)
    assert reapply_forgotten_again(database) == 0


def reapply_forgotten_again(database: Path) -> int:
    with closing(connect(database)) as connection:
        connection.execute("BEGIN")
        return forgetting.reapply(connection, ForgottenList(database))


async def test_the_operators_restore_forgets_again(opened: Opener, database: Path, tmp_path: Path) -> None:
    old = await a_backup_from_before(opened, database, tmp_path)
    aside = backup.restore(old, database, datetime(2026, 11, 30, tzinfo=UTC))
    assert aside is not None
    assert places_of(database, ANNA, NAME) == []
    assert traces_of_anna(database) == []
    store = await opened(database)
    assert len(await store.open_tables()) == 4
    with pytest.raises(backup.BackupError):
        backup.restore(aside.with_name("nothing"), database, datetime(2026, 11, 30, tzinfo=UTC))


def test_the_operator_forgets_who_cannot_ask_for_it_themselves(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fault U5: an account that is deleted cannot press a button."""
    command = ["--database", str(database), "forget", str(ANNA)]
    assert main(command) == 1
    assert not database.exists()
    asyncio.run(a_database(database))
    assert main(command) == 0
    assert places_of(database, ANNA, NAME) == []
    assert traces_of_anna(database) == []
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == ["forgotten", "nothing is stored about that person"]
    assert "is not there" in told.err
    lock = Lock(database)
    assert main(command) == 1
    lock.release()
    assert "in use" in capsys.readouterr().err
    for nobody in ("5", "-4", "Anna"):
        with pytest.raises(SystemExit):
            main([*command[:-1], nobody])


async def a_database(database: Path) -> None:
    store = await open_store(database)
    await tables_of_all_kinds(store)
    await store.close()


def test_a_restore_with_a_damaged_list_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    database, old = tmp_path / "calidruno.db", tmp_path / "old.db"
    for file in (database, old):
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript((Path(__file__).parent / "released" / "0006.sql").read_text(encoding="utf-8"))
    before = database.read_bytes()
    (tmp_path / "calidruno.db.forgotten").write_text("not a salt\nfive words are too many\n")
    with pytest.raises(backup.BackupError):
        backup.restore(old, database, datetime(2026, 11, 30, tzinfo=UTC))
    assert database.read_bytes() == before


async def test_a_backup_copied_back_by_hand_forgets_at_the_next_start(
    opened: Opener, database: Path, tmp_path: Path
) -> None:
    old = await a_backup_from_before(opened, database, tmp_path)
    put_back(old, database)
    assert places_of(database, ANNA)
    await opened(database)
    assert places_of(database, ANNA, NAME) == []
    assert traces_of_anna(database) == []


async def test_who_came_back_after_being_forgotten_stays(opened: Opener, database: Path, tmp_path: Path) -> None:
    """Only what a backup holds from before is forgotten again, and twice if it was done twice."""
    store = await opened(database)
    await tables_of_all_kinds(store)
    before = backed_up(database, tmp_path, "before")
    await store.forget_person(ANNA)
    await store.save_player(PlayerSettings(ANNA, "en"))
    back = backed_up(database, tmp_path, "back")
    await store.close()
    put_back(back, database)
    store = await opened(database)
    assert (await store.player(ANNA)).locale == "en"
    await store.forget_person(ANNA)
    await store.close()
    for old in (back, before):
        put_back(old, database)
        store = await opened(database)
        assert places_of(database, ANNA) == []
        await store.close()
        store = await opened(database)  # both forgettings are done: nobody is forgotten at a further start
        await store.save_player(PlayerSettings(ANNA, "it"))
        await store.close()
        store = await opened(database)
        assert (await store.player(ANNA)).locale == "it"
        await store.close()


async def test_a_stop_between_list_and_database_is_made_good_at_the_start(opened: Opener, database: Path) -> None:
    store = await opened(database)
    await tables_of_all_kinds(store)
    await store.close()
    ForgottenList(database).add(ANNA)  # as far as the program came
    store = await opened(database)
    assert places_of(database, ANNA, NAME) == []


def test_a_backup_of_an_older_release_is_brought_up_to_date_and_forgets(tmp_path: Path) -> None:
    old, database = tmp_path / "older.db", tmp_path / "calidruno.db"
    with closing(sqlite3.connect(old)) as connection:
        dump = (Path(__file__).parent / "released" / "0003.sql").read_text(encoding="utf-8")
        connection.executescript(re.sub(r"\b211\b", str(ANNA), dump))
    ForgottenList(database).add(ANNA)
    assert "note.user_id" in places_of(old, ANNA)
    assert reapply_forgotten(old, database) == 1
    assert places_of(old, ANNA, "Anna") == []
    assert list(tmp_path.glob("*.before-*")) == [], "a copy put aside would hold her again"


async def test_a_list_that_cannot_be_written_forgets_nobody(
    sqlite: SqliteStore, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tables_of_all_kinds(sqlite)

    def full(_: ForgottenList, user_id: int) -> str:
        raise OSError(28, f"no room for {user_id > 0}")

    monkeypatch.setattr(ForgottenList, "add", full)
    with pytest.raises(StoreError):
        await sqlite.forget_person(ANNA)
    assert "seat.user_id" in places_of(database, ANNA)


async def test_who_could_not_be_forgotten_is_not_forgotten_at_the_next_start(
    opened: Opener, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were told that it did not work, and may have changed their mind."""
    store = await opened(database)
    await tables_of_all_kinds(store)

    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as context:
        context.setattr(forgetting, "forget_person", full)
        with pytest.raises(StoreError):
            await store.forget_person(ANNA)
    await store.close()
    store = await opened(database)
    assert "seat.user_id" in places_of(database, ANNA)
    assert await store.forget_person(ANNA)
    assert places_of(database, ANNA) == []


async def test_a_damaged_list_stops_the_start_and_says_which_file(opened: Opener, database: Path) -> None:
    store = await opened(database)
    await store.close()
    database.with_name("calidruno.db.forgotten").write_text("salt\nhalf a line\nand more words than two\n")
    with pytest.raises(DatabaseRefusedError, match=r"calidruno\.db\.forgotten"):
        await opened(database)


async def test_a_reader_delays_the_wiping_but_not_the_forgetting(sqlite: SqliteStore, database: Path) -> None:
    await tables_of_all_kinds(sqlite)
    with closing(connect(database, read_only=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM seat").fetchone()
        await sqlite.forget_person(ANNA)
        assert await sqlite.wipe() is False
    assert await sqlite.wipe() is True
    assert traces_of_anna(database) == []

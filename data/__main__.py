"""``python -m data backup | check | restore | forget``: the operator's commands for the database. The last two need a
stopped bot."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from dotenv import dotenv_values

from data.backup import BackupError, back_up, back_up_into, check, restore
from data.forgetting import ALIASES
from data.sqlite_store import open_store
from data.store import StoreError

DEFAULT_DATABASE = "var/calidruno.sqlite3"


def main(arguments: list[str] | None = None) -> int:
    """Do one command; 0 if it was done, else 1 and a sentence on standard error."""
    given = _parser().parse_args(arguments)
    try:
        print(given.command(given))
    except (BackupError, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m data", description=__doc__)
    configured = os.environ.get("DATABASE") or dotenv_values(".env").get("DATABASE") or DEFAULT_DATABASE
    parser.add_argument("--database", type=Path, default=Path(configured), help="by default the setting DATABASE")
    commands = parser.add_subparsers(required=True)

    backup = commands.add_parser("backup", help="copy the database, while a bot uses it")
    backup.add_argument(
        "target", type=Path, help="a file such as copy.sqlite3; or a folder, in which older backups are thinned out"
    )
    backup.add_argument("--replace", action="store_true", help="overwrite the file if it is there")
    backup.add_argument("--keep-daily", type=int, default=7, metavar="N", help="folder: days whose last copy stays (7)")
    backup.add_argument("--keep-weekly", type=int, default=4, metavar="N", help="folder: the same for weeks (4)")
    backup.set_defaults(command=_backup)

    checked = commands.add_parser("check", help="look through a database or backup")
    checked.add_argument("file", type=Path)
    checked.set_defaults(command=_check)

    restored = commands.add_parser("restore", help="put a backup in place of the database; the bot must be stopped")
    restored.add_argument("backup", type=Path)
    restored.set_defaults(command=_restore)

    forgotten = commands.add_parser(
        "forget", help="what /forget-me does, for who cannot use it; the bot must be stopped"
    )
    forgotten.add_argument("user_id", type=_user_id, help="the person's id at Discord")
    forgotten.set_defaults(command=_forget)
    return parser


def _user_id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= ALIASES):
        raise argparse.ArgumentTypeError("that is no person's id at Discord")
    return int(text)


def _backup(given: argparse.Namespace) -> str:
    target: Path = given.target
    if target.is_dir() or not target.suffix:
        now = datetime.now(UTC)
        target = back_up_into(target, given.database, now, daily=given.keep_daily, weekly=given.keep_weekly)
    else:
        back_up(given.database, target, replace=given.replace)
    return f"{target}: {target.stat().st_size:,} bytes, checked"


def _check(given: argparse.Namespace) -> str:
    report = check(given.file)
    alive = "never" if report.alive_at is None else f"{datetime.fromtimestamp(report.alive_at / 1000, UTC):%F %T} UTC"
    schema = f"schema {report.version}" + ("" if report.version == report.newest else f" (now {report.newest})")
    return (
        f"{given.file}: sound, {schema}, {report.open_tables} open tables, "
        f"{report.matches} matches, {report.moves} moves, last alive {alive}"
    )


def _restore(given: argparse.Namespace) -> str:
    aside = restore(given.backup, given.database, datetime.now(UTC))
    kept = f"; the database that was there is kept as {aside}" if aside is not None else ""
    return f"{given.database} is now {given.backup}{kept}"


def _forget(given: argparse.Namespace) -> str:
    if not given.database.is_file():
        raise BackupError(f"{given.database} is not there")
    known = asyncio.run(_forget_person(given.database, given.user_id))
    return "forgotten" if known else "nothing is stored about that person"


async def _forget_person(database: Path, user_id: int) -> bool:
    store = await open_store(database)
    try:
        return await store.forget_person(user_id) is not None
    finally:
        await store.close()


if __name__ == "__main__":
    sys.exit(main())

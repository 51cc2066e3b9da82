"""What ``python -m bot`` would do with these settings, for ``--check-config``. No line holds the token."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bot.operation.metrics import Metrics, open_metrics
from bot.settings import Settings
from data.backup import backups, check, made_at


def preview(settings: Settings) -> Iterator[str]:
    """One line for each thing that an operator has to know.

    Raises:
        BackupError: if the database is there and could not be used.
    """
    yield f"mode: {settings.mode}"
    if not settings.is_local:
        yield "Discord, with the token that is set"
    elif settings.local_url:
        yield f"the local Discord that runs at {settings.local_url}"
    else:
        yield f"a local Discord of its own on port {settings.local_port}, since no token is set"
    yield f"database: {_database(settings.database)}"
    yield f"backups: {_backups(settings.backups)}"
    yield f"health: {_health(settings)}"
    yield f"log: {settings.log_level}, as {settings.log_format}"


def _database(path: Path) -> str:
    if not path.exists():
        return f"{path}, which will be made"
    report = check(path)
    outdated = "" if report.version == report.newest else f", will become {report.newest} after a copy was put aside"
    return f"{path}, sound, schema {report.version}{outdated}, {report.open_tables} open tables"


def _backups(folder: Path) -> str:
    found = backups(folder)
    if not found:
        return f"none in {folder}"
    return f"{len(found)} in {folder}, the newest from {made_at(found[0]):%F %R} UTC"


def _health(settings: Settings) -> str:
    if settings.health_port is None:
        return "not told (HEALTH_PORT is not set)"
    counted = type(open_metrics()) is not Metrics
    pages = "/healthz, /readyz and /metrics" if counted else "/healthz and /readyz (no metrics: the extra is missing)"
    return f"{settings.health_address}:{settings.health_port}, {pages}"


def backup_age_s(folder: Path, now: datetime | None = None) -> float | None:
    """How old the newest backup is, in seconds; None if there is none."""
    found = backups(folder)
    return ((now or datetime.now(UTC)) - made_at(found[0])).total_seconds() if found else None

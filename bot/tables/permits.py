"""Who asks, where, and whether they may: host, moderators and the seats that one person may take."""

from __future__ import annotations

from dataclasses import dataclass

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.open_tables import OpenTables
from bot.text.names import markdown
from data.records import TableStatus

SEATS_PER_PERSON = 3


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks: their id, cleaned display name, whether they may manage messages here, and Discord's id of the press by
    which they ask (0 if there is none)."""

    user_id: int
    name: str
    moderator: bool = False
    press_id: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: a channel or thread of a server; ``parent_id`` is a thread's channel."""

    guild_id: int
    channel_id: int
    parent_id: int | None = None


def check_host(live: LiveTable, by: Person, moderator_may: bool = False) -> None:
    """Whether this person has a say at the table; a refusal if not."""
    if by.user_id != live.record.host_id and not (moderator_may and by.moderator):
        host = next((seat.name for seat in live.record.seats if seat.user_id == live.record.host_id), "?")
        which = Refusal.ONLY_HOST_OR_MODERATOR if moderator_may else Refusal.ONLY_HOST
        raise RefusedError(which, host=markdown(host))


def check_end(live: LiveTable, by: Person) -> None:
    """Whether this person may end the table; a refusal if not."""
    check_host(live, by, moderator_may=True)


def check_options(live: LiveTable, by: Person) -> None:
    """Whether this person may choose the options now; a refusal if not."""
    check_host(live, by)
    if live.record.status is not TableStatus.LOBBY:
        raise RefusedError(Refusal.OPTIONS_FIXED)


def check_company(live: LiveTable, by: Person) -> None:
    """Whether this person may say which computers play; a refusal if not, or while a match is played."""
    check_host(live, by)
    if live.record.status not in {TableStatus.LOBBY, TableStatus.FINISHED}:
        raise RefusedError(Refusal.OPTIONS_FIXED)


def check_seats(tables: OpenTables, person: Person, besides: LiveTable | None = None) -> None:
    """Whether this person may sit down at one table more; a refusal if not."""
    others = [live for live in tables.of_person(person.user_id) if live is not besides]
    if len(others) >= SEATS_PER_PERSON:
        raise RefusedError(Refusal.SEATED_ELSEWHERE, where=f"<#{others[0].record.channel_id}>")

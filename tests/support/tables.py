"""Tables without Discord: the real rules, service and database, a clock that tests move, and an ear for changes."""

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator, Awaitable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.presenters.refusals import Refusal
from bot.tables.deals import Deals
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import Person, Place
from bot.tables.service import TableService
from data.records import Pact
from data.retention import KEEP_DAYS
from data.sqlite_store import SqliteStore, open_store
from data.store import StoreError
from games.core.fairness import DealTerms
from tests.support.clock import MovedClock

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
SIX = tuple(Person(100_000_000_000_000_001 + number, name) for number, name in enumerate(NAMES))
ANNA, BRUNO, CARLA, DARIO, *_ = SIX
MODERATOR = Person(100_000_000_000_000_009, "Gino", moderator=True)
TAVOLO = Place(guild_id=500, channel_id=600)
TAVOLO_2 = Place(guild_id=500, channel_id=601)

_presses = itertools.count(1)


def press() -> str:
    """The id of a press that never happened before."""
    return f"press-{next(_presses)}"


class NumberedDeals(Deals):
    """The first match is dealt from seed ``first``, the next one from the seed after it, whoever sits down when."""

    def __init__(self, first: int) -> None:
        self._numbers = itertools.count(first)

    def seed(self, pact: Pact, terms: DealTerms) -> bytes:
        return next(self._numbers).to_bytes(32, "big")


def seeds(first: int = 1) -> Deals:
    """Deals that are the same in every run, so that a test plays the same match every time."""
    return NumberedDeals(first)


@dataclass
class Ear:
    """Hears what the tables announce."""

    changes: list[LiveTable] = field(default_factory=list[LiveTable])
    closings: list[LiveTable] = field(default_factory=list[LiveTable])
    plies: list[int | None] = field(default_factory=list[int | None])

    def changed(self, live: LiveTable) -> None:
        self.changes.append(live)
        self.plies.append(live.match.ply if live.match else None)

    def closed(self, live: LiveTable) -> None:
        self.closings.append(live)

    def round_over(self, user_ids: Sequence[int]) -> None:
        """Tests read the hands themselves."""


@dataclass
class Hall:
    """One bot's tables."""

    service: TableService
    store: SqliteStore
    clock: MovedClock
    ear: Ear

    async def table(
        self,
        *people: Person,
        place: Place = TAVOLO,
        clock_s: int = 0,
        preset: str = "seed",
        game: str = "calidruno",
        stand_in: str = "",
        **options: Any,
    ) -> LiveTable:
        """A lobby of these people; the first one is the host."""
        live = await self.service.open_table(place, people[0], game, preset, clock_s)
        for person in people[1:]:
            await self.service.seating.sit(live, person)
        if stand_in:
            await self.service.set_stand_in(live, people[0], stand_in)
        if options:
            await self.service.set_options(live, people[0], options)
        return live

    async def match(self, *people: Person, **choices: Any) -> LiveTable:
        """A match of these people, just dealt."""
        live = await self.table(*people, **choices)
        await self.service.start(live, people[0])
        return live

    @contextmanager
    def doing_but_failing(self, method: str) -> Generator[None]:
        """While it lasts, the store does what it is asked for by this method, and says that it could not."""
        really = getattr(self.store, method)

        async def stored_but(*arguments: Any, **more: Any) -> Any:
            await really(*arguments, **more)
            raise StoreError("I/O error, after all was written")

        with patch.object(self.store, method, stored_but):
            yield

    async def play(self, live: LiveTable, person: Person, move: str, seen: int | None = None) -> bool:
        """A move by its notation."""
        return await self.service.matches.play(live, person.user_id, live.game.decode_move(move), press(), seen)


@asynccontextmanager
async def open_hall(
    path: Path, clock: MovedClock | None = None, keep_days: int = KEEP_DAYS, deals: Deals | None = None
) -> AsyncGenerator[Hall]:
    """The tables of a database file; leaving closes the bot as a kill does, without a farewell."""
    clock = clock or MovedClock()
    store = await open_store(path)
    ear = Ear()
    service = TableService(store, clock, ear, deals or seeds(), keep_days=keep_days)
    try:
        await service.upkeep.load()
        yield Hall(service, store, clock, ear)
    finally:
        await service.stop()
        await store.close()


def to_act(live: LiveTable) -> Person:
    """Who is to act, as the one person that it is."""
    (seat,) = live.active
    record = live.record.seats[seat]
    return Person(record.user_id, record.name)


def any_move(live: LiveTable) -> str:
    """A legal move of the seat to act."""
    assert live.match is not None
    (seat,) = live.active
    return live.game.encode_move(live.game.legal_moves(live.match.state, seat)[0])


def names(live: LiveTable) -> list[str]:
    """Who sits at a table, in order."""
    return [seat.name for seat in live.record.seats]


async def refused(which: Refusal, act: Awaitable[object]) -> None:
    """Expect the house to say no, for this reason."""
    said = None
    try:
        await act
    except RefusedError as error:
        said = error.which
    assert said is which

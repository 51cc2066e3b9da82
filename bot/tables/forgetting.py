"""Forgetting a person: they leave every table, and nothing that is kept of those tables knows them any more."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.ledger import Ledger, storing
from bot.tables.live import LiveTable
from bot.tables.matches import MatchRunner
from bot.tables.seating import Seating
from data.forgetting import is_named, without
from games.core import Seat


class Forgetting:
    """Has the store forget people, and the tables in memory with it. No table is opened meanwhile (``opening``)."""

    def __init__(self, ledger: Ledger, seating: Seating, matches: MatchRunner, opening: asyncio.Lock) -> None:
        self._ledger = ledger
        self._seating = seating
        self._matches = matches
        self._opening = opening

    async def forget(self, user_id: int) -> bool:
        """Have a person leave all tables, then put an alias in their place wherever others need to know that somebody
        was there; whether anything was known of them. Asking twice does it once.

        Raises:
            RefusedError: BUSY, if it could not be written. Tables may have been left by then.
        """
        for live in self._ledger.tables:
            await self._leave(live, user_id)
        async with AsyncExitStack() as locks:
            await locks.enter_async_context(self._opening)
            tables = [live for live in self._ledger.tables if _knows(live, user_id)]
            for live in tables:
                await locks.enter_async_context(live.lock)
            aliases = await storing(self._ledger.store.forget_person(user_id))
            for live in tables:
                if aliases is not None and live.record.id in aliases:
                    _follow(live, user_id, aliases[live.record.id])
        for live in self._ledger.tables:
            if aliases is not None and live.record.id in aliases:
                await self._show(live, user_id)
        return aliases is not None

    async def _leave(self, live: LiveTable, user_id: int) -> None:
        async with live.lock:
            # From here on nothing is drawn with the name, not even the farewell of a table that this closes.
            number = live.seat_of(user_id)
            name = "" if number is None else live.record.seats[number].name
            _rename(live, user_id, "")
            if live.notice is not None and name and live.notice.name == name:
                live.notice = live.notice._replace(name="")
        try:
            if user_id in live.record.watchers:
                await self._stand_up(live, user_id)
            if any(seat.user_id == user_id for seat in live.staying()):
                await self._stand_up(live, user_id)
        except RefusedError:
            async with live.lock:
                _rename(live, user_id, name)
                self._ledger.announcer.changed(live)
            raise

    async def _stand_up(self, live: LiveTable, user_id: int) -> None:
        try:
            await self._seating.leave(live, user_id)
        except RefusedError as error:
            if error.which is not Refusal.NOT_SEATED:  # they have just left by another press
                raise

    async def _show(self, live: LiveTable, user_id: int) -> None:
        """Have the table go on and be shown without the person."""
        async with live.lock:
            if _knows(live, user_id):  # they sat down in the very moment in which they were forgotten
                self._ledger.outdated(live)
            elif live.playing is not None:
                await self._matches.seats_changed(live)
            else:
                self._ledger.announcer.changed(live)


def _rename(live: LiveTable, user_id: int, name: str) -> None:
    """Call a person something else at a table, in memory only."""
    number = live.seat_of(user_id)
    if number is not None:
        live.record = replace(live.record, seats=live.with_seat(number, name=name))


def _knows(live: LiveTable, user_id: int) -> bool:
    in_match = live.match_record is not None and user_id in live.match_record.players
    return in_match or is_named(live.record, user_id)


def _follow(live: LiveTable, user_id: int, alias: int) -> None:
    """Do to a table in memory what the store has done to the one that it keeps."""
    number = live.seat_of(user_id)
    if number is not None:
        live.drafts.pop(number, None)
        live.notes.pop(Seat(number), None)
    if is_named(live.record, user_id):
        live.record = replace(without(live.record, user_id, alias), version=live.record.version + 1)
    if live.match_record is not None:
        players = tuple(alias if player == user_id else player for player in live.match_record.players)
        live.match_record = replace(live.match_record, players=players)

"""The private notes of players, kept with their match."""

from __future__ import annotations

from collections.abc import Mapping

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.ledger import Ledger
from bot.tables.live import LiveTable
from games.core import Seat


class Notes:
    """Keeps what players note for themselves, by place."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def keep(self, live: LiveTable, user_id: int, notes: Mapping[int, str]) -> None:
        """Keep a player's notes instead of those that there were.

        Raises:
            RefusedError: for people without a seat, and if they could not be stored.
        """
        async with live.lock:
            if live.playing is None:
                raise RefusedError(Refusal.NOT_STARTED)
            seat = live.own_seat(user_id)
            places = live.note_places(seat)
            await self._store(live, seat, {place: words for place, words in notes.items() if place in places})

    def seat_moved(self, live: LiveTable, seat: Seat) -> None:
        """A seat has moved: its notes on places that are gone go, too."""
        if live.notes.get(seat):
            self._ledger.chores.spawn(self._forget(live, seat))

    async def _forget(self, live: LiveTable, seat: Seat) -> None:
        # Those of a match that is over went with it.
        async with live.lock:
            left = live.notes_of(seat)
            if live.playing is not None and left != live.notes.get(seat, {}):
                await self._store(live, seat, left)

    async def _store(self, live: LiveTable, seat: Seat, notes: Mapping[int, str]) -> None:
        user_id = live.record.seats[seat].user_id
        await self._ledger.storing(live, self._ledger.store.save_notes(live.match_id, user_id, notes))
        live.notes[seat] = notes

"""One move: checked by the rules, written to the journal, then taken over. The lock is held by the caller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.tables.errors import StaleError
from bot.tables.ledger import Ledger
from bot.tables.live import FORFEIT, LiveTable, in_person
from bot.tables.notes import Notes
from data.records import MoveRecord, SeatRecord, TableStatus
from data.store import Appended
from games.core import Match, Seat


class Referee:
    """Brings moves and ends of matches into the journal."""

    def __init__(self, ledger: Ledger, notes: Notes) -> None:
        self._ledger = ledger
        self._notes = notes

    async def commit(
        self, live: LiveTable, seat: Seat | None, move: Any, idem: str, seats: tuple[SeatRecord, ...]
    ) -> Appended:
        """Check a move against the rules, journal it, then take it over.

        Raises:
            RulesError: if the rules forbid it.
            RefusedError: if it could not be written.
        """
        before = live.match
        assert before is not None
        after, events = before.play(seat, move)
        now = self._ledger.clock.now()
        record = replace(live.record, seats=seats, touched_at=now)
        # A call beside the turn does not give the player to act more time.
        active, now_active = before.game.active_seats(before.state), before.game.active_seats(after.state)
        if seat in active or now_active != active:
            record = replace(record, deadline_at=self.deadline(live, seats, now_active))
        ended = after.outcome
        if ended is not None:
            record = replace(record, **_ended(live, after, ended.places))
        line = MoveRecord(live.match_id, after.ply, seat, before.game.encode_move(move), idem, now)
        round_of = _here(seats) if after.game.rounds(after.state) > before.game.rounds(before.state) else ()
        appending = self._ledger.store.append(line, record, ended.reason if ended else None, round_of)
        result, stored = await self._ledger.storing(live, appending)
        self._ledger.metrics.moved(live.record.game, result.value)
        if result is Appended.STORED:
            live.record = stored
            live.played(before, after, seat, events, idem)
            if seat is not None:
                self._notes.seat_moved(live, seat)
            self._ledger.announcer.round_over(round_of)
        elif stored.version != live.record.version:
            self._ledger.outdated(live)
        return result

    async def commit_own(
        self, live: LiveTable, seat: Seat | None, move: Any, why: str, seats: tuple[SeatRecord, ...]
    ) -> None:
        """A move that the table makes: once per ply, however many alarms think of it.

        Raises:
            RefusedError: if it could not be written, or the ply is taken.
        """
        assert live.match is not None
        idem = f"{why}:{live.match_id}:{live.match.ply + 1}"
        if await self.commit(live, seat, move, idem, seats) is not Appended.STORED:
            raise StaleError

    async def forfeit(self, live: LiveTable, last: SeatRecord) -> None:
        """All others have left: the match ends in favour of the one who stayed."""
        match, match_record = live.match, live.match_record
        assert match is not None
        assert match_record is not None
        seat = live.record.seats.index(last)
        places = tuple(1 if number == seat else 2 for number in range(match.seats))
        record = replace(live.record, touched_at=self._ledger.clock.now(), **_ended(live, match, places))
        outcome = f"{FORFEIT}-{seat}"
        ending = self._ledger.store.end_match(record, match_record.id, outcome)
        live.record = await self._ledger.storing(live, ending)
        live.match_record = replace(match_record, outcome=outcome)

    def deadline(self, live: LiveTable, seats: tuple[SeatRecord, ...], active: Iterable[Seat]) -> int | None:
        """When the turn of these seats ends if it begins now; computers need no clock."""
        runs = live.record.clock_s and any(in_person(seats[seat]) for seat in active)
        return self._ledger.clock.now() + live.record.clock_s * 1000 if runs else None


def _ended(live: LiveTable, match: Match, places: tuple[int, ...]) -> dict[str, Any]:
    """What changes in the record when a match ends."""
    record = live.record
    wins = dict(record.wins)
    for seat, place in enumerate(places):
        if place == 1:
            winner = record.seats[seat].user_id
            wins[winner] = wins.get(winner, 0) + 1
    dealer = match.game.next_dealer(match.state)
    return {
        "status": TableStatus.FINISHED,
        "deadline_at": None,
        "wins": wins,
        "next_dealer": None if dealer is None else record.seats[dealer].user_id,
    }


def _here(seats: tuple[SeatRecord, ...]) -> tuple[int, ...]:
    """Who sits there in person."""
    return tuple(seat.user_id for seat in seats if in_person(seat))

"""Playing a match at a table: moves by people, moves that time brings, and the seats of people who are away.

A move is journalled before anybody hears of it. The table's lock is held from the check to the commit, never while
something is drawn or sent.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

from bot.presenters.refusals import Refusal
from bot.tables.announcer import Announcer
from bot.tables.clock import Clock
from bot.tables.errors import RefusedError, StaleError
from bot.tables.live import FORFEIT, IDLE_ALARM, LiveTable, deal
from data.records import MatchId, MatchRecord, MoveRecord, Presence, SeatRecord, TableStatus
from data.store import Appended, StaleTableError, Store, StoreError
from games.core import Match, Seat

TIMEOUTS_BEFORE_ABSENT = 2
NO_MATCH_YET = MatchId(0)

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class MatchRunner:
    """Plays the matches of all tables of one bot."""

    def __init__(
        self, store: Store, clock: Clock, announcer: Announcer, spawn: Spawn, new_seed: Callable[[], bytes]
    ) -> None:
        self._new_seed = new_seed
        self._store = store
        self._clock = clock
        self._announcer = announcer
        self._spawn = spawn

    async def start(self, live: LiveTable) -> None:
        """Deal a new match to the people who sit at the table; the lock is held by the caller.

        Raises:
            RefusedError: if there are too few or too many of them.
        """
        record = live.record
        info = live.game.info
        seats = tuple(SeatRecord(seat.user_id, seat.name) for seat in live.staying())
        if len(seats) < info.min_seats:
            raise RefusedError(Refusal.TOO_FEW, n=info.min_seats - len(seats))
        if len(seats) > live.most_seats:
            raise RefusedError(Refusal.TABLE_FULL, n=live.most_seats)
        players = tuple(seat.user_id for seat in seats)
        now = self._clock.now()
        match = MatchRecord(
            id=NO_MATCH_YET,
            table_id=record.id,
            game=record.game,
            rules_version=info.rules_version,
            options=record.options,
            players=players,
            seed=self._new_seed(),
            dealer=players.index(record.next_dealer) if record.next_dealer in players else None,
            started_at=now,
        )
        # What cannot be dealt must not be stored.
        deal(match)
        table = replace(
            record,
            status=TableStatus.PLAYING,
            seats=seats,
            touched_at=now,
            deadline_at=self._deadline(live, now),
        )
        live.record, stored = await storing(self._store.start_match(table, match))
        live.begin(stored)
        live.paused, live.notice = "", None
        self._arm(live)
        self._announcer.changed(live)

    async def play(
        self,
        live: LiveTable,
        user_id: int,
        move: Any,
        idem: str,
        seen_ply: int | None,
        *,
        as_table: bool = False,
    ) -> bool:
        """Play a person's move. ``seen_ply`` is the ply that the pressed message showed; None if it does not matter.
        With ``as_table`` it is a move of the table's own that this person decided, such as the host's judgement.

        Returns whether it was played just now; False for a repetition of a press that was handled before.

        Raises:
            RefusedError: for people without a seat, and for a press from an earlier turn.
            RulesError: if the rules forbid the move.
        """
        async with live.lock:
            if idem in live.presses:
                return False
            seat, match = live.playing_seat_of(user_id), live.playing
            if match is None:
                raise RefusedError(Refusal.NOT_STARTED)
            if seat is None:
                raise RefusedError(Refusal.NOT_SEATED)
            if seen_ply is not None and seen_ply < live.turn_since(seat):
                raise StaleError
            seats = live.with_seat(seat, presence=Presence.HERE, timeouts=0)
            appended = await self._commit(live, None if as_table else seat, move, idem, seats)
            if appended is Appended.STALE:
                raise StaleError
            live.paused, live.notice = "", None
            await self._advance(live)
            return appended is Appended.STORED

    async def keep_notes(self, live: LiveTable, user_id: int, notes: Mapping[int, str]) -> None:
        """Keep a player's private notes, by place, instead of those that there were.

        Raises:
            RefusedError: for people without a seat, and if they could not be stored.
        """
        async with live.lock:
            seat = live.playing_seat_of(user_id)
            if live.playing is None:
                raise RefusedError(Refusal.NOT_STARTED)
            if seat is None:
                raise RefusedError(Refusal.NOT_SEATED)
            places = live.note_places(seat)
            await self._store_notes(live, seat, {place: words for place, words in notes.items() if place in places})

    async def load_notes(self, live: LiveTable) -> None:
        """Read the notes of a match that was loaded from the journal."""
        if live.match_record is not None:
            for seat, user_id in enumerate(live.match_record.players):
                if live.note_places(Seat(seat)):
                    live.notes[Seat(seat)] = await storing(self._store.notes(live.match_record.id, user_id))

    async def _forget_notes(self, live: LiveTable, seat: Seat) -> None:
        """A seat has moved: its notes on places that are gone go, too. Those of a match that is over went with it."""
        async with live.lock:
            left = live.notes_of(seat)
            if live.playing is not None and left != live.notes.get(seat, {}):
                await self._store_notes(live, seat, left)

    async def _store_notes(self, live: LiveTable, seat: Seat, notes: Mapping[int, str]) -> None:
        user_id = live.record.seats[seat].user_id
        await storing(self._store.save_notes(self._match_id(live), user_id, notes))
        live.notes[seat] = notes

    async def come_back(self, live: LiveTable, user_id: int) -> None:
        """An absent player shows up: the seat is theirs again, with a whole turn's time if it is to act."""
        async with live.lock:
            seat = live.playing_seat_of(user_id)
            if seat is None or live.playing is None or live.record.seats[seat].presence is not Presence.ABSENT:
                return
            now = self._clock.now()
            record = replace(
                live.record,
                seats=live.with_seat(seat, presence=Presence.HERE, timeouts=0),
                touched_at=now,
                deadline_at=self._deadline(live, now),
            )
            live.record = await storing(self._store.save_table(record))
            live.paused = ""
            await self._advance(live)

    async def seats_changed(self, live: LiveTable) -> None:
        """Somebody left or came during the match; the lock is held by the caller and the record is saved."""
        await self._advance(live)

    def resume(self, live: LiveTable) -> None:
        """Set the alarms of a table that was loaded from the journal, or whose server has come back."""
        if live.playing is not None:
            self._arm(live)

    async def _advance(self, live: LiveTable) -> None:
        """Play for the seats of people who are away, until somebody who is here is to act."""
        while live.playing is not None:
            staying = live.staying()
            if len(staying) == 1 and len(live.record.seats) > 1:
                await self._forfeit(live, staying[0])
                break
            seats = live.record.seats
            if any(seats[seat].presence is Presence.HERE for seat in live.active):
                break
            if not any(seat.presence is Presence.HERE for seat in seats):
                live.paused = "house.paused.everyone_away"
                break
            match = live.playing
            seat = min(live.active)
            move = match.game.timeout_move(match.state, seat)
            await self._commit_own(live, seat, move, "away", seats)
        self._arm(live)
        self._announcer.changed(live)

    async def _commit(
        self, live: LiveTable, seat: Seat | None, move: Any, idem: str, seats: tuple[SeatRecord, ...]
    ) -> Appended:
        """Check a move against the rules, journal it, then take it over."""
        before = live.match
        assert before is not None
        after, events = before.play(seat, move)
        now = self._clock.now()
        record = replace(live.record, seats=seats, touched_at=now)
        # A call beside the turn does not give the player to act more time.
        active = before.game.active_seats(before.state)
        if seat in active or before.game.active_seats(after.state) != active:
            record = replace(record, deadline_at=self._deadline(live, now))
        ended = after.outcome
        if ended is not None:
            record = replace(record, **self._ended(live, after, ended.places))
        line = MoveRecord(self._match_id(live), after.ply, seat, before.game.encode_move(move), idem, now)
        round_of = _here(seats) if after.game.rounds(after.state) > before.game.rounds(before.state) else ()
        result, stored = await storing(self._store.append(line, record, ended.reason if ended else None, round_of))
        if result is Appended.STORED:
            live.record = stored
            live.played(before, after, seat, events, idem)
            if seat is not None and live.notes.get(seat):
                self._spawn(self._forget_notes(live, seat))
        return result

    async def _commit_own(
        self, live: LiveTable, seat: Seat | None, move: Any, why: str, seats: tuple[SeatRecord, ...]
    ) -> None:
        """A move that the table makes: once per ply, however many processes or alarms think of it."""
        assert live.match is not None
        idem = f"{why}:{self._match_id(live)}:{live.match.ply + 1}"
        if await self._commit(live, seat, move, idem, seats) is not Appended.STORED:
            raise StaleError

    def _ended(self, live: LiveTable, match: Match, places: tuple[int, ...]) -> dict[str, Any]:
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

    async def _forfeit(self, live: LiveTable, last: SeatRecord) -> None:
        """All others have left: the match ends in favour of the one who stayed."""
        match, match_record = live.match, live.match_record
        assert match is not None
        assert match_record is not None
        seat = live.record.seats.index(last)
        places = tuple(1 if number == seat else 2 for number in range(match.seats))
        record = replace(live.record, touched_at=self._clock.now(), **self._ended(live, match, places))
        outcome = f"{FORFEIT}-{seat}"
        live.record = await storing(self._store.end_match(record, match_record.id, outcome))
        live.match_record = replace(match_record, outcome=outcome)

    def _match_id(self, live: LiveTable) -> MatchId:
        assert live.match_record is not None
        return live.match_record.id

    def _deadline(self, live: LiveTable, now: int) -> int | None:
        return now + live.record.clock_s * 1000 if live.record.clock_s else None

    def _arm(self, live: LiveTable) -> None:
        """Set the alarms for what time brings to the table as it is now."""
        match = live.playing
        if match is None or live.paused:
            live.cancel_alarms(IDLE_ALARM)
            return
        due = {match.game.encode_move(due.move): due for due in match.game.due_moves(match.state)}
        live.cancel_alarms(IDLE_ALARM, *(f"due:{text}" for text in due))
        now = self._clock.now()
        for text, due_move in due.items():
            if f"due:{text}" not in live.alarms:
                live.alarms[f"due:{text}"] = self._clock.call_at(
                    now + due_move.after_s * 1000, lambda text=text: self._spawn(self._on_due(live, text))
                )
        if live.record.deadline_at is not None:
            live.alarms["turn"] = self._clock.call_at(
                live.record.deadline_at, lambda: self._spawn(self._on_deadline(live, live.turn_ply))
            )

    async def _on_due(self, live: LiveTable, text: str) -> None:
        """The table makes a move of its own, if it still may."""
        async with live.lock:
            live.alarms.pop(f"due:{text}", None)
            match = live.playing
            if match is None:
                return
            move = match.game.decode_move(text)
            if all(due.move != move for due in match.game.due_moves(match.state)):
                return
            await self._commit_own(live, None, move, "due", live.record.seats)
            await self._advance(live)

    async def _on_deadline(self, live: LiveTable, turn_ply: int) -> None:
        """The turn's time is over: the table plays for every seat that has not acted."""
        async with live.lock:
            if live.playing is None or live.turn_ply != turn_ply or live.paused:
                return
            for seat in sorted(live.active):
                if seat in live.active:
                    await self._time_out(live, seat)
            await self._advance(live)

    async def _time_out(self, live: LiveTable, seat: Seat) -> None:
        assert live.match is not None
        timeouts = live.record.seats[seat].timeouts + 1
        away = Presence.ABSENT if timeouts >= TIMEOUTS_BEFORE_ABSENT else live.record.seats[seat].presence
        seats = live.with_seat(seat, presence=away, timeouts=timeouts)
        await self._commit_own(live, seat, live.game.timeout_move(live.match.state, seat), "timeout", seats)


def _here(seats: tuple[SeatRecord, ...]) -> tuple[int, ...]:
    """Who sits there in person."""
    return tuple(seat.user_id for seat in seats if seat.presence is Presence.HERE)


async def storing(work: Coroutine[Any, Any, Any]) -> Any:
    """Wait for the store; what it cannot do becomes a refusal that the player reads.

    Raises:
        RefusedError: BUSY if nothing could be written, STALE if another process wrote the table.
    """
    try:
        return await work
    except StaleTableError:
        raise StaleError from None
    except StoreError as error:
        raise RefusedError(Refusal.BUSY) from error

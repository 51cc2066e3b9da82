"""Playing a match at a table: moves by people and computers, moves that time brings, and seats of people who are away.

A move is journalled before anybody hears of it. The table's lock is held from the check to the commit, never while
something is drawn or sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from bot.operation.metrics import since_it_came
from bot.presenters.refusals import Refusal
from bot.tables import computers
from bot.tables.company import plays_at
from bot.tables.deals import Deals, terms_of
from bot.tables.errors import RefusedError, StaleError
from bot.tables.ledger import Ledger, storing
from bot.tables.live import IDLE_ALARM, PING_ALARM, LiveTable, Notice, deal, in_person
from bot.tables.notes import Notes
from bot.tables.referee import Referee
from bot.tables.thinker import Thinker
from data.records import MatchId, MatchRecord, Presence, SeatRecord, StandIn, TableStatus, is_computer
from data.store import Appended
from games.core import Seat

TIMEOUTS_BEFORE_ABSENT = 2
EVERYONE_AWAY = "house.paused.everyone_away"
FAULTY = "house.paused.faulty"
SAID_ABSENT = {StandIn.COMPUTER: "absent_computer", StandIn.TIMEOUT: "absent"}
NO_MATCH_YET = MatchId(0)

TRY_AGAIN_S = 5
TURN_ALARM = "turn"
GO_ON_ALARM = "go on"

Act = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


class MatchRunner:
    """Plays the matches of all tables of one bot."""

    def __init__(self, ledger: Ledger, deals: Deals) -> None:
        self.thinker = Thinker()
        self.notes = Notes(ledger)
        self._deals = deals
        self._ledger = ledger
        self._clock = ledger.clock
        self._referee = Referee(ledger, self.notes)
        ledger.on_reloaded = self._reloaded

    async def start(self, live: LiveTable, press_id: int) -> None:
        """Deal a new match to the people who sit at the table, because of this press; the lock is held by the caller.

        Raises:
            RefusedError: if there are too few or too many of them, or it could not be written.
        """
        record = live.record
        info = live.game.info
        seats = tuple(SeatRecord(seat.user_id, seat.name, join_id=seat.join_id) for seat in live.staying())
        if len(seats) < info.min_seats:
            raise RefusedError(Refusal.TOO_FEW, n=info.min_seats - len(seats))
        if len(seats) > live.most_seats:
            raise RefusedError(Refusal.TABLE_FULL, n=live.most_seats)
        players = tuple(seat.user_id for seat in seats)
        now = self._clock.now()
        number, pact = await storing(self._ledger.store.next_match(record.id))
        if pact is None:  # every open table has sealed its next deal, so this one is closed
            self._ledger.outdated(live)
            raise StaleError
        match = MatchRecord(
            id=NO_MATCH_YET,
            table_id=record.id,
            game=record.game,
            rules_version=info.rules_version,
            options=record.options,
            players=players,
            seed=b"",
            dealer=players.index(record.next_dealer) if record.next_dealer in players else None,
            started_at=now,
            number=number,
            commitment=pact.commitment,
            joins=tuple(seat.join_id for seat in seats),
            start_id=press_id,
        )
        match = replace(match, seed=self._deals.seed(pact, terms_of(match)))
        # What cannot be dealt must not be stored.
        dealt = deal(match)
        table = replace(
            record,
            status=TableStatus.PLAYING,
            seats=seats,
            touched_at=now,
            deadline_at=self._referee.deadline(live, seats, dealt.game.active_seats(dealt.state)),
        )
        # The deal after this one is sealed at once, so that nobody can say "again" before.
        starting = self._ledger.store.start_match(table, match, self._deals.pact())
        live.record, stored = await self._ledger.storing(live, starting)
        live.begin(stored)
        live.paused, live.notice = "", None
        await self._advance(live)

    async def play(
        self,
        live: LiveTable,
        user_id: int,
        move: Any,
        idem: str,
        seen: int | None,
        *,
        as_table: bool = False,
    ) -> bool:
        """Play a person's move. ``seen`` is the moment that the pressed message showed; None if it does not matter.
        With ``as_table`` it is a move of the table's own that this person decided, such as the host's judgement.

        Returns whether it was played just now; False for a repetition of a press that was handled before.

        Raises:
            RefusedError: for people without a seat, and for a press from an earlier turn.
            RulesError: if the rules forbid the move.
        """
        async with live.lock:
            match = live.playing
            if idem in live.presses:
                return False
            if match is None:
                raise RefusedError(Refusal.NOT_STARTED)
            seat = live.own_seat(user_id)
            await self._take_seat(live, seat)
            if seen is not None and seen < live.moment_of(live.turn_since(seat)):
                raise StaleError
            seats = live.with_seat(seat, presence=Presence.HERE, timeouts=0)
            appended = await self._referee.commit(live, None if as_table else seat, move, idem, seats)
            if appended is Appended.STALE:
                raise StaleError
            if appended is Appended.STORED:
                since_it_came(self._ledger.metrics, "committed")
            live.paused, live.notice = "", None
            await self._advance(live)
            return appended is Appended.STORED

    async def come_back(self, live: LiveTable, user_id: int) -> None:
        """An absent player shows up: the seat is theirs again, with a whole turn's time if it is to act."""
        async with live.lock:
            seat = live.playing_seat_of(user_id)
            if seat is not None and live.playing is not None:
                await self._take_seat(live, seat)

    async def _take_seat(self, live: LiveTable, seat: Seat) -> None:
        """The seat's owner is here: whoever played for them stops."""
        if live.record.seats[seat].presence is not Presence.ABSENT:
            return
        seats = live.with_seat(seat, presence=Presence.HERE, timeouts=0)
        await self._ledger.save(live, seats=seats, deadline_at=self._referee.deadline(live, seats, live.active))
        live.paused, live.notice = "", None
        await self._advance(live)

    def deadline_after(self, live: LiveTable, seats: tuple[SeatRecord, ...]) -> int | None:
        """When the turn ends if these are the seats now: as before, but for somebody who was not here and is to act."""
        before = live.record.seats
        if any(in_person(seats[seat]) and not in_person(before[seat]) for seat in live.active):
            return self._referee.deadline(live, seats, live.active)
        return live.record.deadline_at

    def begin_turn_anew(self, live: LiveTable) -> None:
        """Give whoever is to act a whole turn's time from now on; the next move or change stores it."""
        deadline = self._referee.deadline(live, live.record.seats, live.active)
        live.record = replace(live.record, deadline_at=deadline)

    async def seats_changed(self, live: LiveTable) -> None:
        """Somebody left or came during the match; the lock is held by the caller and the record is saved."""
        if live.paused == EVERYONE_AWAY:
            live.paused = ""
        await self._advance(live)

    def resume(self, live: LiveTable) -> None:
        """Set the alarms of a table that was loaded from the journal, or whose server has come back."""
        try:
            self._arm(live)
            if live.playing is not None and not live.attended and not live.paused:
                # The bot may have stopped before the table had played for those who are away.
                self._set_alarm(live, GO_ON_ALARM, 0, lambda: self._go_on(live))
        except Exception:
            self._freeze(live)

    def _reloaded(self, live: LiveTable) -> None:
        """A table was read anew from the journal: what time brings is set for what is there now."""
        live.cancel_alarms(IDLE_ALARM)
        self.resume(live)
        self._ledger.announcer.changed(live)

    async def _advance(self, live: LiveTable) -> None:
        """Let the table play for people who are away, if it does, until somebody else is to act. It never fails: what
        was done before is on disk, and what could not be stored now is tried again."""
        try:
            await self._play_unattended(live)
            self._arm(live)
        except RefusedError as error:
            self._arm(live)
            self._try_again(live, GO_ON_ALARM, error, lambda: self._go_on(live))
        except Exception:
            self._freeze(live)
        self._ledger.announcer.changed(live)

    async def _go_on(self, live: LiveTable) -> None:
        async with live.lock:
            live.alarms.pop(GO_ON_ALARM, None)
            await self._advance(live)

    async def _by_itself(self, live: LiveTable, act: Act) -> None:
        """Do what time has brought. If that goes wrong the table stands still, and all others go on."""
        try:
            await act()
        except RefusedError:
            raise
        except Exception:
            async with live.lock:
                self._freeze(live)
                self._ledger.announcer.changed(live)

    def _freeze(self, live: LiveTable) -> None:
        """A fault of ours, told by the exception that is being handled: nothing was changed, nothing more happens by
        itself here. Somebody's next move may set the table going again; if not, it can be ended."""
        log.exception("table %s stands still", live.record.id)
        live.cancel_alarms(IDLE_ALARM)
        live.paused = FAULTY

    def _try_again(self, live: LiveTable, name: str, error: RefusedError, act: Act) -> None:
        """What was to happen by itself could not be stored: once more in a few seconds."""
        log.warning("table %s: %s could not be done (%s) and is tried again", live.record.id, name, error.which)
        self._set_alarm(live, name, TRY_AGAIN_S, act)

    async def _play_unattended(self, live: LiveTable) -> None:
        while live.playing is not None:
            seats = live.record.seats
            if _forfeited(live):
                await self._referee.forfeit(live, live.staying()[0])
                break
            if not any(map(in_person, seats)):
                live.paused = EVERYONE_AWAY
                break
            if live.attended:
                break
            unattended = [seat for seat in live.active if plays_at(live.record, seat) is None]
            if not unattended:
                break
            match, seat = live.playing, min(unattended)
            await self._referee.commit_own(live, seat, match.game.timeout_move(match.state, seat), "away", seats)

    def _arm(self, live: LiveTable) -> None:
        """Set the alarms for what time brings to the table as it is now; what is to happen still keeps its time."""
        match = live.playing
        if match is None or live.paused:
            live.cancel_alarms(IDLE_ALARM)
            live.unwanted.clear()
            return
        due = {f"due:{match.game.encode_move(due.move)}": due for due in match.game.due_moves(match.state)}
        plans = {plan.name: plan for plan in computers.plans(live)}
        live.cancel_alarms(IDLE_ALARM, PING_ALARM, *due, *plans)
        live.unwanted &= plans.keys()
        for name, due_move in due.items():
            self._set_alarm(live, name, due_move.after_s, lambda name=name: self._on_due(live, name))
        for name, plan in plans.items():
            if plan.after_s is None and name not in live.alarms:
                live.unwanted.add(name)
            if plan.after_s is not None and name not in live.unwanted:
                self._set_alarm(live, name, plan.after_s, lambda plan=plan: self._on_computer(live, plan))
        if live.record.deadline_at is not None and live.attended:
            turn_ply = live.turn_ply
            self._set_alarm_at(live, TURN_ALARM, live.record.deadline_at, lambda: self._on_deadline(live, turn_ply))

    def _set_alarm(self, live: LiveTable, name: str, after_s: float, act: Act) -> None:
        if name not in live.alarms:
            self._set_alarm_at(live, name, self._clock.now() + int(after_s * 1000), act)

    def _set_alarm_at(self, live: LiveTable, name: str, when: int, act: Act) -> None:
        live.alarms[name] = self._clock.call_at(when, lambda: self._ledger.chores.spawn(self._by_itself(live, act)))

    async def _on_computer(self, live: LiveTable, plan: computers.Plan) -> None:
        """A computer moves, if it still plays that seat and the move can still be made. It thinks without the lock, so
        that nobody waits for it."""
        async with live.lock:
            live.alarms.pop(plan.name, None)
            match, strength = live.playing, plays_at(live.record, plan.seat)
        if match is None or strength is None:
            return
        move = plan.move
        if plan.ply == match.ply:
            move = await computers.move_of(self.thinker, match, plan.seat, strength)
        async with live.lock:
            if live.playing is not match or live.paused or plays_at(live.record, plan.seat) is None:
                self._arm(live)
            elif move in match.game.legal_moves(match.state, plan.seat):
                try:
                    await self._referee.commit_own(live, plan.seat, move, "computer", live.record.seats)
                except RefusedError:
                    self._arm(live)
                    raise
                await self._advance(live)

    async def _on_due(self, live: LiveTable, name: str) -> None:
        """The table makes a move of its own, if it still may."""
        async with live.lock:
            live.alarms.pop(name, None)
            match = live.playing
            if match is None:
                return
            move = match.game.decode_move(name.removeprefix("due:"))
            if all(due.move != move for due in match.game.due_moves(match.state)):
                return
            try:
                await self._referee.commit_own(live, None, move, "due", live.record.seats)
            except RefusedError as error:
                self._try_again(live, name, error, lambda: self._on_due(live, name))
            else:
                await self._advance(live)

    async def _on_deadline(self, live: LiveTable, turn_ply: int) -> None:
        """The turn's time is over: the table plays for every seat that has not acted."""
        async with live.lock:
            if live.playing is None or live.turn_ply != turn_ply or live.paused or not self._overdue(live):
                return
            live.alarms.pop(TURN_ALARM, None)
            try:
                for seat in sorted(live.active):
                    if seat in live.active and in_person(live.record.seats[seat]):
                        await self._time_out(live, seat)
            except RefusedError as error:
                # Of several who are to act some may have a new turn by now, with an end of its own.
                self._try_again(live, GO_ON_ALARM, error, lambda: self._go_on(live))
                self._ledger.announcer.changed(live)
            else:
                await self._advance(live)

    def _overdue(self, live: LiveTable) -> bool:
        """Whether the turn's time is over by now, and its player could have acted."""
        deadline = live.record.deadline_at
        return deadline is not None and deadline <= self._clock.now() and live.unreachable_since is None

    async def _time_out(self, live: LiveTable, seat: Seat) -> None:
        assert live.match is not None
        timeouts = live.record.seats[seat].timeouts + 1
        away = Presence.ABSENT if timeouts >= TIMEOUTS_BEFORE_ABSENT else live.record.seats[seat].presence
        seats = live.with_seat(seat, presence=away, timeouts=timeouts)
        await self._referee.commit_own(live, seat, live.game.timeout_move(live.match.state, seat), "timeout", seats)
        if away is Presence.ABSENT:
            live.notice = Notice(SAID_ABSENT[live.record.stand_in], live.record.seats[seat].name)


def _forfeited(live: LiveTable) -> bool:
    """Whether all others have left, and nobody and nothing worth playing against is there in their place."""
    company = live.record.stand_in is StandIn.COMPUTER or any(is_computer(seat.user_id) for seat in live.record.seats)
    return not company and len(live.staying()) == 1 < len(live.record.seats)

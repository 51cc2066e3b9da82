"""Who sits where: sitting down and standing up, people and computers, watchers and the host."""

from __future__ import annotations

from dataclasses import replace

from bot.presenters.refusals import Refusal
from bot.tables.company import newcomer
from bot.tables.errors import RefusedError, StaleError
from bot.tables.ledger import Ledger
from bot.tables.live import LiveTable, Notice
from bot.tables.matches import MatchRunner
from bot.tables.permits import Person, check_company, check_host, check_seats
from data.records import Presence, SeatRecord, TableStatus, is_computer
from games.core.player import Strength

SENT_AWAY_MS = 10 * 60 * 1000
"""Long enough to play on in peace, short enough for a kick by mistake."""


class Seating:
    """The seats of all tables of one bot. Every method holds the table's lock, writes first and announces last; asked
    twice for the same thing it does it once. All of them raise ``RefusedError`` when the house says no."""

    def __init__(self, ledger: Ledger, matches: MatchRunner) -> None:
        self._ledger = ledger
        self._matches = matches

    async def sit(self, live: LiveTable, person: Person) -> None:
        """Take a free seat, or come back to one's own."""
        async with live.lock:
            record = live.record
            mine = live.seat_of(person.user_id)
            if mine is not None and record.seats[mine].presence is not Presence.LEFT:
                return
            until = live.sent_away.get(person.user_id, 0)
            if 0 < until - self._ledger.clock.now() <= SENT_AWAY_MS:  # more only if the clock was set back
                raise RefusedError(Refusal.SENT_AWAY, when=f"<t:{until // 1000}:R>")
            check_seats(self._ledger.tables, person, besides=live)
            watchers = tuple(user for user in record.watchers if user != person.user_id)
            deadline = record.deadline_at
            if mine is not None:
                # While the match is played the seat is kept; its result may have been joined by others since.
                seats = record.seats if record.status is TableStatus.PLAYING else self._with_room(live)
                back = {"name": person.name, "presence": Presence.HERE, "timeouts": 0, "join_id": person.press_id}
                seats = (*seats[:mine], replace(seats[mine], **back), *seats[mine + 1 :])
                deadline = self._matches.deadline_after(live, seats)
            elif record.status is TableStatus.PLAYING:
                raise RefusedError(Refusal.IN_PROGRESS)
            else:
                seats = (*self._with_room(live), SeatRecord(person.user_id, person.name, join_id=person.press_id))
            await self._ledger.save(live, seats=seats, watchers=watchers, deadline_at=deadline)
            await self._seats_changed(live)

    def _with_room(self, live: LiveTable) -> tuple[SeatRecord, ...]:
        """The seats with a free one: at a full table a computer stands up for a person."""
        if len(live.staying()) < live.most_seats:
            return live.record.seats
        for number, seat in reversed(list(enumerate(live.record.seats))):
            if is_computer(seat.user_id) and seat.presence is not Presence.LEFT:
                return self._without(live, number)
        raise RefusedError(Refusal.TABLE_FULL, n=live.most_seats)

    def _without(self, live: LiveTable, number: int) -> tuple[SeatRecord, ...]:
        """The seats after one was given up. As long as a match is shown its seats keep their places."""
        seats, match = live.record.seats, live.match
        if live.record.status is TableStatus.LOBBY or (match is not None and number >= match.seats):
            return (*seats[:number], *seats[number + 1 :])
        return live.with_seat(number, presence=Presence.LEFT)

    async def leave(self, live: LiveTable, user_id: int, *, only_result: bool = False) -> None:
        """Give up one's seat or stop watching. The last person to leave closes the table. With ``only_result`` it is
        refused as stale if the next match was begun in this moment."""
        async with live.lock:
            if only_result and live.record.status is TableStatus.PLAYING:
                raise StaleError
            if user_id in live.record.watchers:
                await self._ledger.save(live, watchers=tuple(user for user in live.record.watchers if user != user_id))
                self._ledger.announcer.changed(live)
                return
            await self._stand_up(live, user_id)

    async def kick(self, live: LiveTable, by: Person, user_id: int) -> None:
        """The host or a moderator takes somebody's seat away; they may sit down again after a while."""
        async with live.lock:
            check_host(live, by, moderator_may=True)
            await self._stand_up(live, user_id)
            live.sent_away[user_id] = self._ledger.clock.now() + SENT_AWAY_MS

    async def _stand_up(self, live: LiveTable, user_id: int) -> None:
        record = live.record
        number = live.seat_of(user_id)
        if number is None or record.seats[number].presence is Presence.LEFT:
            raise RefusedError(Refusal.NOT_SEATED)
        seats = self._without(live, number)
        people = [seat for seat in seats if seat.presence is not Presence.LEFT and not is_computer(seat.user_id)]
        if not people:
            await self._ledger.close(live, Notice("closed_empty"), seats=seats)
            return
        here = [seat for seat in people if seat.presence is Presence.HERE] or people
        host_id = here[0].user_id if record.host_id == user_id else record.host_id
        await self._ledger.save(live, seats=seats, host_id=host_id)
        if record.status is TableStatus.PLAYING:
            live.notice = Notice("left", record.seats[number].name)
        await self._seats_changed(live)

    async def hand_on(self, live: LiveTable, by: Person, user_id: int) -> None:
        """Make another seated person the host."""
        async with live.lock:
            check_host(live, by, moderator_may=True)
            if all(seat.user_id != user_id for seat in live.people()):
                raise RefusedError(Refusal.NOT_AT_TABLE, name="?")
            await self._ledger.save(live, host_id=user_id)
            self._ledger.announcer.changed(live)

    async def watch(self, live: LiveTable, person: Person) -> None:
        """Watch a table without a seat."""
        async with live.lock:
            seated = any(seat.user_id == person.user_id for seat in live.staying())
            # Who has left may come back, and must not have seen more than their seat sees.
            if seated or (live.playing is not None and live.owns_a_seat(person.user_id)):
                raise RefusedError(Refusal.ALREADY_SEATED)
            if person.user_id not in live.record.watchers:
                await self._ledger.save(live, watchers=(*live.record.watchers, person.user_id))
                self._ledger.announcer.changed(live)

    async def add_computer(self, live: LiveTable, by: Person, strength: Strength) -> None:
        """The host has a computer player sit down."""
        async with live.lock:
            check_company(live, by)
            if len(live.staying()) >= live.most_seats:
                raise RefusedError(Refusal.TABLE_FULL, n=live.most_seats)
            await self._ledger.save(live, seats=(*live.record.seats, newcomer(live.record, strength)))
            self._ledger.announcer.changed(live)

    async def remove_computer(self, live: LiveTable, by: Person, user_id: int) -> None:
        """The host has a computer player stand up; one that is not there (any more) is no error."""
        async with live.lock:
            check_company(live, by)
            number = live.seat_of(user_id)
            if number is not None and is_computer(user_id):
                await self._ledger.save(live, seats=self._without(live, number))
                self._ledger.announcer.changed(live)

    async def _seats_changed(self, live: LiveTable) -> None:
        if live.playing is not None:
            await self._matches.seats_changed(live)
        else:
            self._ledger.announcer.changed(live)

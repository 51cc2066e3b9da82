"""A table in memory: its record, the match that a replay of the journal gives, and the views of it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from bot.presenters.refusals import Refusal
from bot.presenters.registry import PRESENTERS
from bot.presenters.views import FRENCH, SeatInfo, SeatView, TableView
from bot.tables.clock import Alarm
from bot.tables.company import plays_at
from bot.tables.errors import RefusedError
from bot.text.catalog import Text
from data.records import (
    MatchId,
    MatchRecord,
    MoveRecord,
    PlayerSettings,
    Presence,
    SeatRecord,
    TableRecord,
    TableStatus,
    is_computer,
)
from games.core import Match, Outcome, Seat, decode_options
from games.core.match import AnyGame
from games.registry import BY_KEY

log = logging.getLogger(__name__)

LOG_MOVES = 6
KNOWN_PRESSES = 64
FORFEIT = "forfeit"
RULES_CHANGED = "house.paused.rules_changed"
ENDED = "ended"
MOMENTS_OF_A_MATCH = 100_000
"""More than any match has plies."""
IDLE_ALARM = "idle"
PING_ALARM = "ping"


def moment(number: int, ply: int) -> int:
    """A ply of the match with this number at its table, counted on through all its matches."""
    return (number - 1) * MOMENTS_OF_A_MATCH + ply


class LegalMoves(Mapping[str, Any]):
    """Legal moves by notation, spelt out only when somebody looks: laying four cards off has 1,820 ways."""

    def __init__(self, game: AnyGame, moves: Sequence[Any]) -> None:
        self._game = game
        self._moves = moves

    @cached_property
    def _by_notation(self) -> dict[str, Any]:
        return {self._game.encode_move(move): move for move in self._moves}

    def __getitem__(self, notation: str) -> Any:
        return self._by_notation[notation]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_notation)

    def __len__(self) -> int:
        return len(self._moves)


class Notice(NamedTuple):
    """A sentence ``house.said.<key>`` and the name it holds, if it needs one."""

    key: str
    name: str = ""


@dataclass(slots=True)
class LiveTable:
    """One open table. Everything here but the record and the journal can be lost without losing the game.

    Attributes:
        replayed, journal: the match as far as it has been replayed, and the moves that are still to be replayed, which
            happens when somebody first asks for ``match``: a bot with thousands of tables starts at once.
        lock: held while the table changes; never while anything is drawn or sent.
        presses: the idempotency keys of the last moves; the journal has them all.
        turn_ply: the last ply after which somebody else was to act or the seat to act had acted; presses made before it
            are stale.
        turns: for each seat to act the ply since which it has been; where several act at once, a turn goes on for those
            who have not acted yet.
        drafts: half-made choices by seat.
        notes: what players have noted for themselves, by seat and place.
        alarms: what time will bring, by name.
        unwanted: the names of alarms that were drawn by lot not to go off, for as long as they could.
        sent_away: people whose seat was taken away, and until when they may not sit down again.
        paused: a message id, "" while the table is in play.
        unreachable_since: since when nobody can act here, because Discord does not reach the bot or the server is gone.
        taken_up_at: when the table was taken up from the store; None if it was opened in this life of the bot.
        notice: shown above the public message until the next move.
    """

    record: TableRecord
    match_record: MatchRecord | None = None
    replayed: Match | None = None
    journal: Sequence[MoveRecord] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    log: deque[tuple[Any, ...]] = field(default_factory=lambda: deque[tuple[Any, ...]](maxlen=LOG_MOVES))
    presses: deque[str] = field(default_factory=lambda: deque[str](maxlen=KNOWN_PRESSES))
    turn_ply: int = 0
    turns: dict[int, int] = field(default_factory=dict[int, int])
    drafts: dict[int, Any] = field(default_factory=dict[int, Any], repr=False)
    notes: dict[Seat, Mapping[int, str]] = field(default_factory=dict[Seat, Mapping[int, str]], repr=False)
    alarms: dict[str, Alarm] = field(default_factory=dict[str, Alarm])
    unwanted: set[str] = field(default_factory=set[str])
    sent_away: dict[int, int] = field(default_factory=dict[int, int])
    paused: str = ""
    unreachable_since: int | None = None
    taken_up_at: int | None = None
    notice: Notice | None = None

    @property
    def match(self) -> Match | None:
        """The match on the table; None in a lobby, and if its journal does not fit the rules."""
        if self.journal is not None:
            self._replay()
        return self.replayed

    @match.setter
    def match(self, match: Match | None) -> None:
        self.replayed, self.journal = match, None

    @property
    def game(self) -> AnyGame:
        """The rules played here."""
        return BY_KEY[self.record.game]

    @property
    def options(self) -> Any:
        """The rule options as the game's own dataclass."""
        return decode_options(self.game.options_type, self.record.options)

    @property
    def most_seats(self) -> int:
        """How many can play by the options chosen."""
        return self.game.most_seats(self.options)

    @property
    def playing(self) -> Match | None:
        """The match while it is played; None in a lobby and after the end."""
        return self.match if self.record.status is TableStatus.PLAYING else None

    @property
    def match_id(self) -> MatchId:
        """The journal's number of the match that is on the table."""
        assert self.match_record is not None
        return self.match_record.id

    @property
    def active(self) -> frozenset[Seat]:
        """The seats that must act now."""
        return self.playing.game.active_seats(self.playing.state) if self.playing else frozenset()

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, counted in playing order; None for everybody else."""
        for number, seat in enumerate(self.record.seats):
            if seat.user_id == user_id:
                return number
        return None

    def playing_seat_of(self, user_id: int) -> Seat | None:
        """The person's seat in the present match. Those who sat down after its end are not in it, nor are those who
        have left or were sent away, until they sit down again."""
        number = self.seat_of(user_id)
        if self.match is None or number is None or number >= self.match.seats:
            return None
        return None if self.record.seats[number].presence is Presence.LEFT else Seat(number)

    def own_seat(self, user_id: int) -> Seat:
        """The same, for what only those may do who play.

        Raises:
            RefusedError: for anybody else; those who have left a running match are told that they may come back.
        """
        seat = self.playing_seat_of(user_id)
        if seat is None:
            back = self.playing is not None and self.owns_a_seat(user_id)
            raise RefusedError(Refusal.HAS_LEFT if back else Refusal.NOT_SEATED)
        return seat

    def staying(self) -> list[SeatRecord]:
        """The seats whose owners have not left."""
        return [seat for seat in self.record.seats if seat.presence is not Presence.LEFT]

    def people(self) -> list[SeatRecord]:
        """Those of them who are people."""
        return [seat for seat in self.staying() if not is_computer(seat.user_id)]

    @property
    def attended(self) -> bool:
        """Whether somebody is to act in person."""
        return any(in_person(self.record.seats[seat]) for seat in self.active)

    def outcome(self) -> Outcome | None:
        """How the match ended: by its rules, or because all others left."""
        if self.match is None:
            return None
        if self.match.outcome is not None:
            return self.match.outcome
        stored = self.match_record.outcome if self.match_record else None
        return broken_off(stored, self.match.seats) if stored is not None else None

    def begin(self, match_record: MatchRecord) -> None:
        """Deal the match."""
        self.resume(match_record, ())
        self.match = deal(match_record)

    def resume(self, match_record: MatchRecord, moves: Sequence[MoveRecord]) -> None:
        """Take up a match from its journal. A match that cannot be replayed stays in the journal as it is; the people
        at the table are told, and can end it."""
        self.match_record, self.journal = match_record, moves
        self.log.clear()
        self.turn_ply = 0
        self.turns.clear()
        self.drafts.clear()
        self.notes.clear()

    def _replay(self) -> None:
        assert self.match_record is not None
        moves, self.journal = self.journal or (), None
        game = self.game
        try:
            self.replayed = deal(self.match_record)
            for record in moves:
                before, seat = self.replayed, None if record.seat is None else Seat(record.seat)
                after, events = before.play(seat, game.decode_move(record.move))
                self.played(before, after, seat, events, record.idem)
        except Exception:
            log.exception("table %s cannot be replayed", self.record.id)
            self.replayed, self.paused = None, RULES_CHANGED

    def played(self, before: Match, after: Match, seat: Seat | None, events: tuple[Any, ...], idem: str) -> None:
        """Take over a move that is on disk."""
        self.presses.append(idem)
        active, now = before.game.active_seats(before.state), before.game.active_seats(after.state)
        if seat in active or now != active:
            self.turn_ply = after.ply
            going_on = {other: self.turns.get(other, 0) for other in (active & now) - {seat}}
            self.turns = {other: going_on.get(other, after.ply) for other in now}
            self.drafts = {other: draft for other, draft in self.drafts.items() if other in going_on}
        self.match = after
        self.log.append(events)

    def turn_since(self, seat: Seat) -> int:
        """The ply before which a press of this seat was meant for an earlier turn."""
        return self.turns.get(seat, self.turn_ply)

    def moment_of(self, ply: int) -> int:
        """A ply of the present match as messages keep it: counted on through all matches of the table, so that what
        was shown in one of them is not taken for something of the next."""
        return moment(self.match_record.number if self.match_record else 1, ply)

    @property
    def moment(self) -> int:
        """The present ply, counted so."""
        return self.moment_of(self.match.ply if self.match else 0)

    def table_view(self, text: Text, faces: str = FRENCH) -> TableView:
        """What everybody may see, in one reader's language and with the suits that they want to see."""
        record = self.record
        return TableView(
            table_id=record.id,
            ply=self.match.ply if self.match else 0,
            status=record.status,
            game=record.game,
            options=self.options,
            clock_s=record.clock_s,
            host_id=record.host_id,
            seats=tuple(
                SeatInfo(
                    seat.user_id,
                    seat.name or text("house.somebody"),
                    seat.presence,
                    record.wins.get(seat.user_id, 0),
                    plays_at(record, number) or "",
                )
                for number, seat in enumerate(record.seats)
            ),
            watchers=len(record.watchers),
            text=text,
            observation=self.game.observe(self.match.state, None) if self.match else None,
            active=frozenset(int(seat) for seat in self.active),
            log=tuple(self.log),
            outcome=self.outcome(),
            deadline=record.deadline_at // 1000 if record.deadline_at and self.attended and not self.paused else None,
            stand_in=record.stand_in,
            seal=record.commitment,
            match_seal=self.match_record.commitment if self.match_record else "",
            paused=self.paused,
            faces=faces,
        )

    def seat_view(
        self, user_id: int, text: Text, settings: PlayerSettings, notice: str = "", rounds_played: int = 0
    ) -> SeatView:
        """What one person may see; a spectator's view for people who have no seat in the match."""
        seat = self.playing_seat_of(user_id)
        table = self.table_view(text, settings.faces)
        if self.match is None or seat is None:
            watching = user_id in self.record.watchers
            return SeatView(table, None, self._watched_by(user_id), {}, settings, notice, watching=watching)
        game = self.match.game
        legal = game.legal_moves(self.match.state, seat) if self.playing else ()
        return SeatView(
            table=table,
            seat=seat,
            observation=game.observe(self.match.state, seat),
            legal=LegalMoves(game, legal),
            settings=settings,
            notice=notice,
            draft=self.drafts.get(seat),
            notes=self.notes_of(seat),
            rounds_played=rounds_played,
        )

    def owns_a_seat(self, user_id: int) -> bool:
        """Whether a seat of the present match is this person's, even if they have left and may come back to it."""
        number = self.seat_of(user_id)
        return self.match is not None and number is not None and number < self.match.seats

    def _watched_by(self, user_id: int) -> Any:
        """What somebody may know who does not play now: a spectator's observation, but for people who may come back to
        a seat of this match only that seat's own."""
        match, number = self.match, self.seat_of(user_id)
        if match is None:
            return None
        back = Seat(number) if number is not None and self.owns_a_seat(user_id) else None
        return match.game.observe(match.state, back)

    def note_places(self, seat: Seat) -> frozenset[int]:
        """Where a seat may keep a note now."""
        match = self.playing
        if match is None:
            return frozenset()
        return PRESENTERS[self.record.game].note_places(match.game.observe(match.state, seat))

    def notes_of(self, seat: Seat) -> Mapping[int, str]:
        """A seat's notes, but for those whose place is gone."""
        notes = self.notes.get(seat, {})
        places = self.note_places(seat) if notes else frozenset[int]()
        return {place: words for place, words in notes.items() if place in places}

    def with_seat(self, number: int, **changes: Any) -> tuple[SeatRecord, ...]:
        """The seats with one of them changed."""
        seats = list(self.record.seats)
        seats[number] = replace(seats[number], **changes)
        return tuple(seats)

    def cancel_alarms(self, *kept: str) -> None:
        """Let nothing more happen by itself, but for the alarms kept."""
        for name in [name for name in self.alarms if name not in kept]:
            self.alarms.pop(name).cancel()


def in_person(seat: SeatRecord) -> bool:
    """Whether the seat's owner is a person, and here."""
    return seat.presence is Presence.HERE and not is_computer(seat.user_id)


def broken_off(outcome: str, seats: int) -> Outcome | None:
    """How a match ended that its rules did not end: all but one had left, or the table was closed. None for others."""
    if outcome.startswith(FORFEIT):
        winner = int(outcome.removeprefix(f"{FORFEIT}-"))
        return Outcome(FORFEIT, tuple(1 if seat == winner else 2 for seat in range(seats)))
    return Outcome(ENDED, ()) if outcome == ENDED else None


def deal(record: MatchRecord) -> Match:
    """The match before its first move."""
    game = BY_KEY[record.game]
    options = decode_options(game.options_type, record.options)
    dealer = None if record.dealer is None else Seat(record.dealer)
    return Match.start(game, options, len(record.players), record.seed, dealer)

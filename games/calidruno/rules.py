"""The rules of Calidruno (rule book CAL-1 to CAL-40) as a ``Game``.

A match is one hand, or with points counted as many as it takes. What may be done in a turn is said in ``turn``, which
cards match in ``matching``, the word in ``call``, reports in ``hearing``, piles and the deal in ``piles``, the end of a
hand in ``hand_end``, and why a move is refused in ``refusals``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from games.calidruno import call, hand_end, hearing, notation, refusals, turn
from games.calidruno.cards import Card
from games.calidruno.matching import Book
from games.calidruno.moves import (
    Call,
    Called,
    Catch,
    Caught,
    Deal,
    Draw,
    Event,
    GraceOver,
    Judged,
    Move,
    Pass,
    Play,
    Report,
    Reported,
    Reshuffled,
    Verdict,
    Vote,
)
from games.calidruno.observation import Duty, Observation
from games.calidruno.options import PRESETS, Options
from games.calidruno.piles import Pile, take, with_cards, with_hand
from games.calidruno.reasons import CalidrunoReason as Why
from games.calidruno.state import State, quick
from games.core.errors import IllegalMoveError, InvalidMoveError, MatchOverError, NotYourTurnError
from games.core.game import DueMove, Game, GameInfo, Outcome, Seat, Step
from games.core.rng import Rng

DEAL, VERDICT = Deal(), Verdict()

_NOBODY: frozenset[Seat] = frozenset()
_ALONE = tuple(frozenset((seat,)) for seat in turn.SEATS)


class Calidruno(Game[Options, State, Move, Observation]):
    """The rules; see ``Game`` for what each method promises."""

    info: ClassVar[GameInfo] = GameInfo("calidruno", rules_version=1, min_seats=2, max_seats=10)
    options_type = Options
    presets = PRESETS

    def setup(self, options: Options, seats: int, rng: Rng, dealer: Seat | None = None) -> State:
        if not self.info.min_seats <= seats <= self.info.max_seats:
            raise ValueError(f"Calidruno is for 2 to 10 players, not {seats} (CAL-1)")
        if dealer is not None and not 0 <= dealer < seats:
            raise ValueError(f"no seat {dealer}")
        return hand_end.first_hand(Book.of(options), seats, dealer, rng)

    def active_seats(self, state: State) -> frozenset[Seat]:
        if state.to_act is not None:
            return _ALONE[state.to_act]
        dealer = state.frame.next_dealer
        return _NOBODY if dealer is None or state.frame.outcome is not None else _ALONE[dealer]

    def legal_moves(self, state: State, seat: Seat | None) -> Sequence[Move]:
        if seat is None:
            return [*call.table_moves(state.duties), *([VERDICT] if state.hearing else ()), *hearing.judgements(state)]
        moves = turn.turn_moves(state, seat) if seat == state.to_act else _between_hands(state, seat)
        if state.duties:
            moves += call.moves(state.duties, seat)
        if state.hearing is not None:
            moves += hearing.votes(state.hearing, seat)
        return moves

    def side_moves(self, state: State, seat: Seat | None) -> Sequence[Move]:
        return [] if seat is None else hearing.reports(state, seat)

    def apply(self, state: State, seat: Seat | None, move: Move, rng: Rng) -> Step[State]:
        if state.to_act is None and state.frame.outcome is not None:
            raise MatchOverError
        play = _APPLY.get(type(move))
        if play is None:
            raise InvalidMoveError
        return play(state, seat, move, rng)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        hands = state.hands
        frame = state.frame
        own = seat is not None and seat == state.to_act
        fields = (
            seat,
            () if seat is None else hands[seat],
            state.drawn if own else None,
            tuple(map(len, hands)),
            state.to_act,
            state.drawn is not None,
            state.direction,
            state.discards[-1],
            state.colour,
            len(state.stock),
            len(state.discards),
            state.debt,
            frame.dealer,
            tuple([Duty(d.seat, d.can_call, d.can_catch, d.grace) for d in state.duties]) if state.duties else (),
            state.hearing,
            frame.number,
            frame.points,
            hands if frame.hand_over and frame.points else None,
            frame.outcome,
            frame.opening,
        )
        return quick(Observation, fields)

    def outcome(self, state: State) -> Outcome | None:
        return state.frame.outcome

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """The first card that may be played, else draw, else pass; a card just drawn is kept if it may be. An absent
        player says the word only where the head start would keep it from going out."""
        if seat not in self.active_seats(state):
            raise ValueError(f"seat {seat} need not act")
        if state.to_act is None:
            return DEAL
        moves = turn.turn_moves(state, seat)
        if state.drawn is not None and turn.PASS in moves:
            return turn.PASS
        if len(state.hands[seat]) == 1 and call.holds_back(state.duties, seat):
            return call.CALL
        plays = [move for move in moves if isinstance(move, Play) and not move.says_it]
        return next((play for play in plays if play.colour in {None, state.colour}), moves[0])

    def due_moves(self, state: State) -> Sequence[DueMove[Move]]:
        due = [DueMove[Move](move, state.book.options.grace_s) for move in call.table_moves(state.duties)]
        if state.hearing is not None:
            due.append(DueMove(VERDICT, hearing.VERDICT_AFTER_S))
        return due

    def next_dealer(self, state: State) -> Seat | None:
        return state.frame.next_dealer

    def encode_move(self, move: Move) -> str:
        return notation.encode_move(move)

    def decode_move(self, text: str) -> Move:
        return notation.decode_move(text)

    def deck(self, options: Options) -> Sequence[Card]:
        return Book.of(options).pack

    def cards(self, state: State) -> Sequence[Card]:
        return [card for pile in (*state.hands, state.stock, state.discards) for card in pile]

    def resample(self, state: State, seat: Seat | None, rng: Rng) -> State:
        shown = state.frame.hand_over and bool(state.frame.points)
        hidden = [not shown and other != seat for other in range(len(state.hands))]
        unseen = [card for hand, is_hidden in zip(state.hands, hidden, strict=True) if is_hidden for card in hand]
        mixed = rng.shuffled([*unseen, *state.stock])
        hands: list[Pile] = []
        for hand, is_hidden in zip(state.hands, hidden, strict=True):
            hands.append(tuple(sorted(mixed.pop() for _ in hand)) if is_hidden else hand)
        drawn = state.drawn
        if drawn is not None and state.to_act is not None and state.to_act != seat:
            drawn = rng.choice(hands[state.to_act])
        return state._replace(hands=tuple(hands), stock=tuple(mixed), drawn=drawn)


def _between_hands(state: State, seat: Seat) -> list[Move]:
    deals = state.to_act is None and state.frame.outcome is None and seat == state.frame.next_dealer
    return [DEAL] if deals else []


def _penalised(state: State, seat: Seat, cards: int, rng: Rng) -> tuple[State, int, tuple[Event, ...]]:
    """The state after a seat drew penalty cards, which come from the draw pile (CAL-40), how many there were, and what
    happened before."""
    taken, stock, discards, reshuffled = take(state.stock, state.discards, cards, rng)
    hands = with_hand(state.hands, seat, with_cards(state.hands[seat], taken))
    after = state._replace(hands=hands, stock=stock, discards=discards)
    return after, len(taken), (Reshuffled(reshuffled),) if reshuffled else ()


def _call(state: State, seat: Seat | None, move: Call, rng: Rng) -> Step[State]:
    """Say the word (CAL-26)."""
    del move, rng
    seat = _seated(state, seat)
    return Step(call.said(state, seat), (Called(seat),))


def _catch(state: State, seat: Seat | None, move: Catch, rng: Rng) -> Step[State]:
    """Point out that somebody was silent: two cards (CAL-30)."""
    by, seat = _seated(state, seat), _seated(state, move.seat)
    state, drawn, events = _penalised(call.caught(state, by, seat), seat, call.PENALTY, rng)
    return Step(state, (*events, Caught(seat, by, drawn)))


def _grace_over(state: State, seat: Seat | None, move: GraceOver, rng: Rng) -> Step[State]:
    """The table ends a head start."""
    del rng
    _only_the_table(seat)
    return Step(call.grace_over(state, move), ())


def _report(state: State, seat: Seat | None, move: Report, rng: Rng) -> Step[State]:
    """Report a hint (CAL-39)."""
    del rng
    reporter, accused, advised = (_seated(state, s) for s in (seat, move.accused, move.advised))
    state = hearing.opened(state, reporter, move)
    voters = state.hearing.voters if state.hearing else ()
    return Step(state, (Reported(reporter, accused, advised, voters),))


def _vote(state: State, seat: Seat | None, move: Vote, rng: Rng) -> Step[State]:
    """Vote on a report; the table may pass on the host's word (CAL-39)."""
    if seat is None:
        if move not in hearing.judgements(state):
            raise IllegalMoveError(Why.PLAYERS_VOTE if state.hearing else Why.NO_REPORT)
        return _judge(state, move.guilty, rng)
    after = hearing.voted(state, _seated(state, seat), move)
    guilty = hearing.decided(after)
    state = state._replace(hearing=after)
    return Step(state, ()) if guilty is None else _judge(state, guilty, rng)


def _verdict(state: State, seat: Seat | None, move: Verdict, rng: Rng) -> Step[State]:
    """The time for votes is over; who has not voted has not agreed (CAL-39)."""
    del move
    _only_the_table(seat)
    if state.hearing is None:
        raise IllegalMoveError(Why.NO_REPORT)
    return _judge(state, False, rng)


def _judge(state: State, guilty: bool, rng: Rng) -> Step[State]:
    """Close the hearing: four cards for the accused if guilty (CAL-39)."""
    assert state.hearing is not None
    accused = state.hearing.accused
    state = state._replace(hearing=None)
    if not guilty:
        return Step(state, (Judged(accused, False, 0),))
    state, drawn, events = _penalised(state, accused, hearing.PENALTY, rng)
    return Step(state, (*events, Judged(accused, True, drawn)))


def _deal(state: State, seat: Seat | None, move: Deal, rng: Rng) -> Step[State]:
    """Deal the next hand (CAL-36)."""
    del move
    if state.to_act is not None:
        raise IllegalMoveError(Why.HAND_RUNS)
    if seat is None or seat != state.frame.next_dealer:
        raise NotYourTurnError(Why.NOT_THE_DEALER, active=refusals.active(state))
    return hand_end.next_hand(state, seat, rng)


def _only_the_table(seat: Seat | None) -> None:
    if seat is not None:
        raise IllegalMoveError(Why.ONLY_THE_TABLE)


def _seated(state: State, seat: Seat | None) -> Seat:
    """The seat, if there is such a one at the table."""
    if seat is None or not 0 <= seat < len(state.hands):
        raise InvalidMoveError
    return seat


_APPLY: dict[type, Callable[[State, Seat | None, Any, Rng], Step[State]]] = {
    Play: turn.play,
    Draw: turn.draw,
    Pass: turn.pass_,
    Call: _call,
    Catch: _catch,
    Report: _report,
    Vote: _vote,
    GraceOver: _grace_over,
    Verdict: _verdict,
    Deal: _deal,
}

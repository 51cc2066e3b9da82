"""The rules of Calidruno (rule book CAL-1 to CAL-40) as a ``Game``.

A match is one hand, or with points counted as many as it takes. What may be done in a turn is said here; which cards
match in ``matching``, the word in ``call``, reports in ``hearing``, piles and the deal in ``piles``, the end of a hand
in ``hand_end``, and why a move is refused in ``refusals``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar, cast

from games.calidruno import call, hand_end, hearing, notation, refusals
from games.calidruno.cards import WILD, Card, Colour, Symbol, colour_of, is_number, symbol_of
from games.calidruno.matching import CARDS, Book, drawn_for
from games.calidruno.moves import (
    Call,
    Called,
    Catch,
    Caught,
    Deal,
    Draw,
    Drew,
    Event,
    GraceOver,
    Judged,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    Report,
    Reported,
    Reshuffled,
    Reversed,
    Skipped,
    Verdict,
    Vote,
)
from games.calidruno.observation import Duty, Observation
from games.calidruno.options import PRESETS, Options
from games.calidruno.piles import Hands, Pile, take, with_cards, with_hand
from games.calidruno.reasons import CalidrunoReason as Why
from games.calidruno.state import State
from games.core.errors import IllegalMoveError, InvalidMoveError, MatchOverError, NotYourTurnError
from games.core.game import DueMove, Game, GameInfo, Outcome, Seat, Step
from games.core.rng import Rng

DRAW, PASS, DEAL, VERDICT = Draw(), Pass(), Deal(), Verdict()

_COLOURS = tuple(colour_of(card) for card in CARDS[:WILD])
_IS_ACTION = tuple(not is_number(card) and card != WILD for card in CARDS)
_IS_STOP = tuple(card < WILD and symbol_of(card) is Symbol.STOP for card in CARDS)
_DRAWS = tuple(drawn_for(card) for card in CARDS)
_ONE = tuple((card,) for card in CARDS)
_SEATS = tuple(Seat(seat) for seat in range(10))
_NOBODY: frozenset[Seat] = frozenset()
_ALONE = tuple(frozenset((seat,)) for seat in _SEATS)

# Events are values and few differ, so equal ones are made once, as the tuples that steps hold.
_PLAYED = tuple(tuple((Played(seat, card, colour_of(card)),) for card in CARDS[:WILD]) for seat in _SEATS)
_PASSED = tuple((Passed(seat),) for seat in _SEATS)
_SKIPPED = tuple((Skipped(seat),) for seat in _SEATS)
_REVERSED = {direction: (Reversed(direction),) for direction in (1, -1)}


@cache
def _played_wild(seat: Seat, card: Card, colour: Colour) -> tuple[Event, ...]:
    return (Played(seat, card, colour),)


@cache
def _drew(seat: Seat, cards: int, forced: bool, reshuffled: int) -> tuple[Event, ...]:
    """What everybody saw of cards taken."""
    drew = Drew(seat, cards, forced)
    return (Reshuffled(reshuffled), drew) if reshuffled else (drew,)


_new = cast(Callable[[type, tuple[Any, ...]], Any], tuple.__new__)  # pyright: ignore[reportUnknownMemberType] - overloads of tuple


def _step(fields: tuple[Any, ...], events: tuple[Event, ...]) -> Step[State]:
    """``Step(State(*fields), events)``, made quickly."""
    return _new(Step, (_new(State, fields), events))


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
        moves = _turn_moves(state, seat) if seat == state.to_act else _between_hands(state, seat)
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
        return _new(Observation, fields)

    def outcome(self, state: State) -> Outcome | None:
        return state.frame.outcome

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """The first card that may be played, else draw, else pass; a card just drawn is kept if it may be. An absent
        player says the word only where the head start would keep it from going out."""
        if seat not in self.active_seats(state):
            raise ValueError(f"seat {seat} need not act")
        if state.to_act is None:
            return DEAL
        moves = _turn_moves(state, seat)
        if state.drawn is not None and PASS in moves:
            return PASS
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


def _playable_from(state: State, hand: Pile) -> Pile:
    """The cards among which the player to act may choose: after drawing only the drawn one (CAL-15)."""
    if state.drawn is None:
        return hand
    return () if state.book.options.drawn_card == "may_not_play" else _ONE[state.drawn]


def can_draw(state: State) -> bool:
    """Whether there is anything to draw (CAL-37)."""
    return bool(state.stock) or len(state.discards) > 1


def _turn_moves(state: State, seat: Seat) -> list[Move]:
    """What the player to act may do with cards."""
    hand = state.hands[seat]
    row = state.book.row(state.discards[-1], state.colour, hand, state.debt)
    moves: list[Move] = []
    last = None
    for card in hand if state.drawn is None else _playable_from(state, hand):
        if (plays := row[card]) and card != last:
            moves += plays
            last = card
    can_play = bool(moves)
    if state.duties and len(hand) == 1 and call.holds_back(state.duties, seat):
        moves = []
    if may_draw(state, can_play):
        moves.append(DRAW)
    elif may_pass(state, can_play):
        moves.append(PASS)
    return moves


def _can_play(state: State, hand: Pile) -> bool:
    """Whether the player to act has a suitable card; one held back by the head start counts."""
    row = state.book.row(state.discards[-1], state.colour, hand, state.debt)
    return any(map(row.__getitem__, _playable_from(state, hand)))


def may_draw(state: State, can_play: bool) -> bool:
    """Whether the player to act may draw (CAL-14, CAL-15, CAL-21)."""
    if state.debt:
        return True
    if state.drawn is not None:
        allowed = not can_play and state.book.options.drawn_card == "draw_until_playable"
    else:
        allowed = not can_play or state.book.options.draw_when_playable == "yes"
    return allowed and can_draw(state)


def may_pass(state: State, can_play: bool) -> bool:
    """Whether the player to act, who may not draw, may pass (CAL-15, CAL-16, CAL-37)."""
    return not can_play or (state.drawn is not None and state.book.options.drawn_card != "must_play")


def _between_hands(state: State, seat: Seat) -> list[Move]:
    deals = state.to_act is None and state.frame.outcome is None and seat == state.frame.next_dealer
    return [DEAL] if deals else []


def _acted(state: State, seat: Seat) -> State:
    """The state after the windows and the bar on reports took note of an own action of the player to act."""
    if state.duties:
        duties, endings = call.after_action(state.duties, state.endings, state.turn)
        state = state._replace(duties=duties, endings=endings)
    if state.barred:
        state = state._replace(barred=tuple([other for other in state.barred if other != seat]))
    return state


def _play(state: State, seat: Seat | None, move: Play, rng: Rng) -> Step[State]:
    """Discard a card and carry out what it does (CAL-10 to CAL-25)."""
    if seat is None or seat != state.to_act:
        raise refusals.not_your_turn(state, seat)
    hand, card = state.hands[seat], move.card
    if card not in (hand if state.drawn is None else _playable_from(state, hand)):
        raise refusals.play(state, hand, move)
    if move not in state.book.row(state.discards[-1], state.colour, hand, state.debt)[card]:
        raise refusals.play(state, hand, move)
    if state.duties or state.barred:
        if len(hand) == 1 and call.holds_back(state.duties, seat):
            raise IllegalMoveError(Why.SAY_IT_FIRST)
        state = _acted(state, seat)
    book, hands, stock, discards, colour, direction, _, _, debt, _, turn, duties, endings, report, barred, frame = state
    at = hand.index(card)
    rest = hand[:at] + hand[at + 1 :]
    hands = with_hand(hands, seat, rest)
    discards += _ONE[card]
    if card < WILD:
        colour, events = _COLOURS[card], _PLAYED[seat][card]
    else:
        colour = colour if move.colour is None else move.colour
        events = _played_wild(seat, card, colour)
    if not rest:
        after = state._replace(hands=hands, discards=discards, colour=colour)
        return hand_end.went_out(after, seat, events, rng)
    if _IS_ACTION[card]:
        hands, stock, discards, direction, debt, to_act, happened = _carry_out(state, seat, card, hands, discards, rng)
        events += happened
    else:
        to_act = _SEATS[(seat + direction) % len(hands)]
    if move.says_it:
        events += (Called(seat),)
    elif len(rest) == 1:
        duties = call.new_duty(duties, seat, turn, to_act, book.options.grace_s > 0)
    fields = (
        book,
        hands,
        stock,
        discards,
        colour,
        direction,
        to_act,
        None,
        debt,
        0,
        turn + 1,
        duties,
        endings,
        report,
        barred,
        frame,
    )
    return _step(fields, events)


_Effect = tuple[Hands, Pile, Pile, int, int, Seat, tuple[Event, ...]]
"""What an action card makes of the table: hands, stock, discards, direction, debt, the seat to act, and the events."""


def _carry_out(state: State, seat: Seat, card: Card, hands: Hands, discards: Pile, rng: Rng) -> _Effect:
    """The effect of a coloured action card or W+4 that did not end the hand (CAL-17 to CAL-25)."""
    stock, direction, options, seats = state.stock, state.direction, state.book.options, len(hands)
    victim = _SEATS[(seat + direction) % seats]
    beyond = _SEATS[(victim + direction) % seats]
    if cards := _DRAWS[card]:
        if options.stacking != "off":
            return hands, stock, discards, direction, state.debt + cards, victim, ()
        taken, stock, discards, reshuffled = take(stock, discards, cards, rng)
        hands = with_hand(hands, victim, with_cards(hands[victim], taken))
        events = _drew(victim, len(taken), True, reshuffled)
        if _lets_play_on(options, card):
            return hands, stock, discards, direction, 0, victim, events
        return hands, stock, discards, direction, 0, beyond, events + _SKIPPED[victim]
    if _IS_STOP[card]:
        return hands, stock, discards, direction, 0, beyond, _SKIPPED[victim]
    direction = -direction
    if seats == 2 and options.two_player_reverse == "skip":
        return hands, stock, discards, direction, 0, seat, _REVERSED[direction] + _SKIPPED[victim]
    return hands, stock, discards, direction, 0, _SEATS[(seat + direction) % seats], _REVERSED[direction]


def _lets_play_on(options: Options, card: Card) -> bool:
    """Whether the victim of this draw card goes on with its turn (option ``plus4_ends_turn``)."""
    return options.plus4_ends_turn == "no" and card < WILD and _DRAWS[card] == 4


def _draw(state: State, seat: Seat | None, move: Draw, rng: Rng) -> Step[State]:
    """Draw one card, or take the debt (CAL-14, CAL-15, CAL-21, CAL-37)."""
    del move
    if seat is None or seat != state.to_act:
        raise refusals.not_your_turn(state, seat)
    if not may_draw(state, can_play := _can_play(state, state.hands[seat])):
        raise refusals.draw(state, can_play)
    if state.duties or state.barred:
        state = _acted(state, seat)
    (
        book,
        hands,
        stock,
        discards,
        colour,
        direction,
        to_act,
        drawn,
        debt,
        _,
        turn,
        duties,
        endings,
        report,
        barred,
        frame,
    ) = state
    taken, stock, discards, reshuffled = take(stock, discards, debt or 1, rng)
    hands = with_hand(hands, seat, with_cards(hands[seat], taken))
    events = _drew(seat, len(taken), debt > 0, reshuffled)
    if not debt:
        drawn = taken[0]
    elif not _lets_play_on(book.options, discards[-1]):
        to_act, turn = _next(state, seat), turn + 1
        events += _SKIPPED[seat]
    fields = (
        book,
        hands,
        stock,
        discards,
        colour,
        direction,
        to_act,
        drawn,
        0,
        0,
        turn,
        duties,
        endings,
        report,
        barred,
        frame,
    )
    return _step(fields, events)


def _pass(state: State, seat: Seat | None, move: Pass, rng: Rng) -> Step[State]:
    """End the turn after drawing, or because there is nothing to draw (CAL-15, CAL-16, CAL-37, CAL-38)."""
    del move
    if seat is None or seat != state.to_act:
        raise refusals.not_your_turn(state, seat)
    if state.drawn is None or not state.book.keeps_drawn:
        can_play = _can_play(state, state.hands[seat])
        if (draws := may_draw(state, can_play)) or not may_pass(state, can_play):
            raise refusals.passing(state, draws)
    if state.duties or state.barred:
        state = _acted(state, seat)
    (
        book,
        hands,
        stock,
        discards,
        colour,
        direction,
        _,
        drawn,
        debt,
        idle,
        turn,
        duties,
        endings,
        report,
        barred,
        frame,
    ) = state
    idle = idle + 1 if drawn is None else 0
    if idle == len(hands):
        return hand_end.void(state, _PASSED[seat], rng)
    fields = (
        book,
        hands,
        stock,
        discards,
        colour,
        direction,
        _next(state, seat),
        None,
        debt,
        idle,
        turn + 1,
        duties,
        endings,
        report,
        barred,
        frame,
    )
    return _step(fields, _PASSED[seat])


def _next(state: State, seat: Seat) -> Seat:
    return _SEATS[(seat + state.direction) % len(state.hands)]


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
    Play: _play,
    Draw: _draw,
    Pass: _pass,
    Call: _call,
    Catch: _catch,
    Report: _report,
    Vote: _vote,
    GraceOver: _grace_over,
    Verdict: _verdict,
    Deal: _deal,
}

"""A turn: what the player to act may do with cards, and what comes of it (CAL-10 to CAL-25, CAL-37, CAL-38).

This is the hot path of playouts and searches: states are built in one go, and what can be known before is in tables.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from games.calidruno import call, hand_end, refusals
from games.calidruno.cards import WILD, Card, Colour, Symbol, colour_of, is_number, symbol_of
from games.calidruno.matching import CARDS, drawn_for
from games.calidruno.moves import (
    Called,
    Draw,
    Drew,
    Event,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    Reshuffled,
    Reversed,
    Skipped,
)
from games.calidruno.options import Options
from games.calidruno.piles import Hands, Pile, take, with_cards, with_hand
from games.calidruno.reasons import CalidrunoReason as Why
from games.calidruno.state import Ending, State, quick
from games.core.errors import IllegalMoveError
from games.core.game import Seat, Step
from games.core.rng import Rng

DRAW, PASS = Draw(), Pass()

_COLOURS = tuple(colour_of(card) for card in CARDS[:WILD])
_IS_ACTION = tuple(not is_number(card) and card != WILD for card in CARDS)
_IS_STOP = tuple(card < WILD and symbol_of(card) is Symbol.STOP for card in CARDS)
_DRAWS = tuple(drawn_for(card) for card in CARDS)
_ONE = tuple((card,) for card in CARDS)
SEATS = tuple(Seat(seat) for seat in range(10))

# Events are values and few differ, so equal ones are made once, as the tuples that steps hold.
_PLAYED = tuple(tuple((Played(seat, card, colour_of(card)),) for card in CARDS[:WILD]) for seat in SEATS)
_PASSED = tuple((Passed(seat),) for seat in SEATS)
_SKIPPED = tuple((Skipped(seat),) for seat in SEATS)
_REVERSED = {direction: (Reversed(direction),) for direction in (1, -1)}


@cache
def _played_wild(seat: Seat, card: Card, colour: Colour) -> tuple[Event, ...]:
    return (Played(seat, card, colour),)


@cache
def _drew(seat: Seat, cards: int, forced: bool, reshuffled: int) -> tuple[Event, ...]:
    """What everybody saw of cards taken."""
    drew = Drew(seat, cards, forced)
    return (Reshuffled(reshuffled), drew) if reshuffled else (drew,)


_STEP: type[Step[State]] = Step


def _step(fields: tuple[Any, ...], events: tuple[Event, ...]) -> Step[State]:
    """``Step(State(*fields), events)``, made quickly."""
    return quick(_STEP, (quick(State, fields), events))


def _playable_from(state: State, hand: Pile) -> Pile:
    """The cards among which the player to act may choose: after drawing only the drawn one (CAL-15)."""
    if state.drawn is None:
        return hand
    return () if state.book.options.drawn_card == "may_not_play" else _ONE[state.drawn]


def can_draw(state: State) -> bool:
    """Whether there is anything to draw (CAL-37)."""
    return bool(state.stock) or len(state.discards) > 1


def turn_moves(state: State, seat: Seat) -> list[Move]:
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


def _acted(state: State, seat: Seat) -> State:
    """The state after the windows and the bar on reports took note of an own action of the player to act."""
    if state.duties:
        duties, endings = call.after_action(state.duties, state.endings, state.turn)
        state = state._replace(duties=duties, endings=endings)
    if state.barred:
        state = state._replace(barred=tuple([other for other in state.barred if other != seat]))
    return state


def play(state: State, seat: Seat | None, move: Play, rng: Rng) -> Step[State]:
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
        to_act = SEATS[(seat + direction) % len(hands)]
    if move.says_it:
        events += (Called(seat),)
        duties, endings = call.answered(duties, seat), call.ended(endings, seat, Ending.SAID)
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
    victim = SEATS[(seat + direction) % seats]
    beyond = SEATS[(victim + direction) % seats]
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
    return hands, stock, discards, direction, 0, SEATS[(seat + direction) % seats], _REVERSED[direction]


def _lets_play_on(options: Options, card: Card) -> bool:
    """Whether the victim of this draw card goes on with its turn (option ``plus4_ends_turn``)."""
    return options.plus4_ends_turn == "no" and card < WILD and _DRAWS[card] == 4


def draw(state: State, seat: Seat | None, move: Draw, rng: Rng) -> Step[State]:
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


def pass_(state: State, seat: Seat | None, move: Pass, rng: Rng) -> Step[State]:
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
    return SEATS[(seat + state.direction) % len(state.hands)]

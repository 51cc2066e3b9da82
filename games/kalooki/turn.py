"""A turn: drawing, laying down, laying off, swapping a joker, discarding (KAL-14 to 26).

Each function takes a state in which the seat to act may try such a move, and returns the state after it and the public
events, or raises ``IllegalMoveError``. What follows a discard is the business of ``rules``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.core import IllegalMoveError, InvalidMoveError, Rng, Seat
from games.kalooki.cards import Card, Kind, is_joker, kind_of
from games.kalooki.melds import Meld, fits, frees_joker, read_meld, with_card, without_joker
from games.kalooki.moves import (
    Discard,
    Discarded,
    Drew,
    Event,
    LaidOff,
    Lay,
    LayDown,
    LayOff,
    MeldLaid,
    Onto,
    Opened,
    Swap,
    Swapped,
    TurnedOver,
)
from games.kalooki.observation import Phase
from games.kalooki.reasons import KalookiReason as Why
from games.kalooki.state import State, owned

T = TypeVar("T")
Result = tuple[State, tuple[Event, ...]]


def can_draw_stock(state: State) -> bool:
    """Whether the stock has a card, or the pozzo can renew it (KAL-34)."""
    return bool(state.stock) or len(state.pozzo) > 1


def draw_stock(state: State, rng: Rng) -> Result:
    """Draw the top of the stock; an empty one is first made anew of the pozzo below its top (KAL-34)."""
    events: list[Event] = []
    if not state.stock:
        if len(state.pozzo) < 2:
            raise IllegalMoveError(Why.STOCK_OUT)
        events.append(TurnedOver(len(state.pozzo) - 1))
        state = state._replace(stock=tuple(rng.shuffled(state.pozzo[:-1])), pozzo=state.pozzo[-1:])
    state = _drawn(state, state.stock[0], state.stock[1:], state.pozzo)
    return state, (*events, Drew(state.turn, None))


def take_pozzo(state: State) -> State:
    """The state after the top of the pozzo was taken (KAL-15), whether or not that is of use."""
    card = state.pozzo[-1]
    taken = _replaced(state.taken, state.turn, state.taken[state.turn] | {card})
    condition = state.options.discard_draw
    bound = condition == "must_use_in_meld" or (condition == "only_opened_or_opening" and not state.opened[state.turn])
    drawn = _drawn(state, card, state.stock, state.pozzo[:-1])
    return drawn._replace(taken=taken, must_lay=card if bound else None)


def _drawn(state: State, card: Card, stock: tuple[Card, ...], pozzo: tuple[Card, ...]) -> State:
    hands = _replaced(state.hands, state.turn, tuple(sorted((*state.hand, card))))
    return state._replace(hands=hands, stock=stock, pozzo=pozzo, phase=Phase.PLAY, drawn=card, laid=frozenset())


def _replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def lay_down(state: State, move: LayDown) -> Result:
    """Lay melds; before opening they must be worth enough together (KAL-16 to 21)."""
    if not move.melds:
        raise InvalidMoveError
    rest = _without(state.hand, [c for lay in move.melds for c in lay.cards])
    melds = [_read(lay) for lay in move.melds]
    total = sum(meld.points for meld in melds)
    events: list[Event] = []
    if not state.opened[state.turn]:
        options = state.options
        if options.opening_single_meld == "yes" and len(melds) > 1:
            raise IllegalMoveError(Why.OPENING_ONE_MELD, melds=len(melds))
        if total < options.opening_min:
            raise IllegalMoveError(Why.OPENING_TOO_LOW, total=total, needed=options.opening_min)
        state = state._replace(opened=_replaced(state.opened, state.turn, value=True), opened_this_turn=True)
        events.append(Opened(state.turn, total))
    elif len(melds) > 1:
        raise IllegalMoveError(Why.ONE_BY_ONE)
    state = _from_hand(state, rest)
    for meld in melds:
        state, laid = _add_meld(state, meld)
        events.append(laid)
    return state, tuple(events)


def lay_off(state: State, move: LayOff) -> Result:
    """Add one card to a meld of anybody's (KAL-22)."""
    _require_opened(state)
    meld = _meld(state, move.onto.meld)
    rest = _without(state.hand, (move.card,))
    joker_as = _place(meld, move.card, move.onto.joker_as)
    return _add_card(_from_hand(state, rest), move.card, Onto(move.onto.meld, joker_as))


def swap(state: State, move: Swap) -> Result:
    """Free a joker and lay it elsewhere in the same move (KAL-23, KAL-24)."""
    _require_opened(state)
    meld = _meld(state, move.meld)
    joker = meld.joker
    if joker is None:
        raise IllegalMoveError(Why.NO_JOKER_THERE, meld=move.meld)
    _check_given(meld, move.given, state.options.joker_in_set)
    rest = _without(state.hand, move.given)
    if move.to is None or (isinstance(move.to, Lay) and joker not in move.to.cards):
        raise IllegalMoveError(Why.REPLAY_JOKER, meld=move.meld)
    freed = without_joker(meld, move.given)
    swapped = Swapped(state.turn, move.meld, move.given, joker)
    if isinstance(move.to, Lay):
        rest = _without(rest, [c for c in move.to.cards if c != joker])
        new = _read(move.to)
        state, event = _add_meld(_put_meld(_from_hand(state, rest), move.meld, freed, move.given), new)
        return state, (swapped, event)
    if state.options.swapped_joker == "new_meld_only":
        raise IllegalMoveError(Why.JOKER_NEW_MELD)
    target = freed if move.to.meld == move.meld else _meld(state, move.to.meld)
    joker_as = _place(target, joker, move.to.joker_as)
    state = _put_meld(_from_hand(state, rest), move.meld, freed, move.given)
    state, events = _add_card(state, joker, Onto(move.to.meld, joker_as))
    return state, (swapped, *events)


def discard(state: State, move: Discard) -> Result:
    """Put a card on the pozzo, which ends the turn (KAL-26); the next seat is to draw, if the hand goes on."""
    if state.must_lay is not None:
        raise IllegalMoveError(Why.LAY_POZZO_CARD_FIRST, card=state.must_lay)
    seat = state.turn
    rest = _without(state.hand, (move.card,))
    state = state._replace(
        hands=_replaced(state.hands, seat, rest),
        taken=_still_taken(state, rest),
        pozzo=(*state.pozzo, move.card),
        phase=Phase.DRAW,
        turn=Seat((seat + 1) % state.seats),
        drawn=None,
        opened_this_turn=False,
        idle=0 if state.laid else state.idle + 1,
    )
    return state, (Discarded(seat, move.card),)


def _require_opened(state: State) -> None:
    if not state.opened[state.turn]:
        raise IllegalMoveError(Why.NOT_OPENED, needed=state.options.opening_min)


def _meld(state: State, number: int) -> Meld:
    if not 0 <= number < len(state.melds):
        raise IllegalMoveError(Why.NO_SUCH_MELD, meld=number)
    return state.melds[number].meld


def _without(hand: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """The hand without these cards, each of which must be there once for every time it is named."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            raise IllegalMoveError(Why.NOT_IN_HAND, card=card)
        rest.remove(card)
    return tuple(rest)


def _read(lay: Lay) -> Meld:
    reading = read_meld(lay.cards, lay.joker_as)
    if reading.meld is None:
        raise IllegalMoveError(reading.reason or Why.TOO_FEW_CARDS, **reading.details)
    return reading.meld


def _place(meld: Meld, card: Card, joker_as: Kind | None) -> Kind | None:
    """What a card that is added stands for: None for a natural card, which must fit; a joker must have said it where
    it could be two (KAL-12, 13, 22)."""
    places = fits(meld)
    if not is_joker(card):
        if kind_of(card) == meld.joker_as:
            raise IllegalMoveError(Why.ONLY_SWAP, card=card)
        if kind_of(card) not in places:
            raise IllegalMoveError(Why.DOES_NOT_FIT, card=card, fits=places)
        return None
    if meld.joker_as is not None:
        raise IllegalMoveError(Why.TWO_JOKERS)
    if not places:
        raise IllegalMoveError(Why.DOES_NOT_FIT, card=card, fits=places)
    if joker_as is None:
        if len(places) != 1:
            raise IllegalMoveError(Why.JOKER_UNSAID, choices=places)
        (joker_as,) = places
    elif joker_as not in places:
        raise IllegalMoveError(Why.JOKER_CANNOT_BE, kind=joker_as, choices=places)
    return joker_as


def _check_given(meld: Meld, given: Sequence[Card], joker_in_set: str) -> None:
    ways = frees_joker(meld, joker_in_set)
    kinds = tuple(sorted(map(kind_of, given)))
    if kinds not in ways:
        wanted = tuple(kind for way in ways for kind in way)
        wrong = next((c for c in given if kind_of(c) not in wanted), None)
        raise IllegalMoveError(Why.NOT_THE_JOKERS_CARD, card=wrong, wanted=wanted, all=len(ways) == 1)


def _from_hand(state: State, rest: tuple[Card, ...]) -> State:
    """The seat to act goes on with ``rest``; the other cards of its hand are about to be laid."""
    if not rest:
        raise IllegalMoveError(Why.NO_CARD_TO_DISCARD)
    if state.must_lay is not None:
        kind = kind_of(state.must_lay)
        # Either of two equal cards will do: nobody at a table could tell them apart.
        if sum(kind_of(c) == kind for c in rest) == sum(kind_of(c) == kind for c in state.hand):
            raise IllegalMoveError(Why.LAY_POZZO_CARD_FIRST, card=state.must_lay)
    return state._replace(
        hands=_replaced(state.hands, state.turn, rest),
        taken=_still_taken(state, rest),
        drawn=state.drawn if state.drawn in rest else None,
        must_lay=None,
    )


def _still_taken(state: State, rest: tuple[Card, ...]) -> tuple[frozenset[Card], ...]:
    """What everybody knows of the hands when the seat to act is left with ``rest``."""
    seat = state.turn
    known = state.taken[seat]
    return _replaced(state.taken, seat, known.intersection(rest)) if known else state.taken


def _add_meld(state: State, meld: Meld) -> tuple[State, MeldLaid]:
    number = len(state.melds)
    laid = state.laid.union(meld.cards)
    state = state._replace(melds=(*state.melds, owned(state.turn, meld)), laid=laid)
    return state, MeldLaid(state.turn, number, meld, meld.points)


def _put_meld(state: State, number: int, meld: Meld, added: Sequence[Card]) -> State:
    melds = _replaced(state.melds, number, owned(state.melds[number].owner, meld))
    return state._replace(melds=melds, laid=state.laid.union(added))


def _add_card(state: State, card: Card, onto: Onto) -> Result:
    meld = with_card(state.melds[onto.meld].meld, card, onto.joker_as)
    state = _put_meld(state, onto.meld, meld, (card,))
    return state, (LaidOff(state.turn, card, onto.meld, onto.joker_as),)

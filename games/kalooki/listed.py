"""Which of the moves that ``legal`` lists stands for a given one."""

from __future__ import annotations

from collections.abc import Sequence

from games.kalooki.cards import JOKER, Card, Kind, is_joker, kind_of
from games.kalooki.melds import fits, read_meld, without_joker
from games.kalooki.moves import Discard, Lay, LayDown, LayOff, Move, Onto, Swap
from games.kalooki.search import Holding, Shape
from games.kalooki.state import State


def listed(state: State, move: Move) -> Move:
    """The same with the lower of equal cards, cards and melds in order, what the joker stands for, and in an opening
    without the melds that it does not need; the move itself if it names cards or places that are not there."""
    match move:
        case LayDown(melds):
            return _lay_down(state, melds) or move
        case LayOff(card, onto) if card in state.hand:
            return LayOff(_lower(state.hand, card), _onto(state, onto, is_joker(card)))
        case Swap():
            return _swap(state, move) or move
        case Discard(card) if card in state.hand:
            return Discard(_lower(state.hand, card))
        case _:
            return move


def _lower(hand: Sequence[Card], card: Card) -> Card:
    return next(c for c in hand if kind_of(c) == kind_of(card))


def _onto(state: State, onto: Onto, joker: bool) -> Onto:
    """The place with what the joker stands for, where that is forced; a natural card stands for itself."""
    if not joker:
        return Onto(onto.meld)
    places = state.melds[onto.meld].fits if onto.meld < len(state.melds) else ()
    return Onto(onto.meld, places[0]) if onto.joker_as is None and len(places) == 1 else onto


def _held(hand: Sequence[Card], cards: Sequence[Card]) -> bool:
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def _shape(lay: Lay, shapes: list[Shape]) -> Shape | None:
    meld = read_meld(lay.cards, lay.joker_as).meld
    return meld and next((s for s in shapes if (s.faces, s.joker_as) == (meld.kinds, meld.joker_as)), None)


def _lay_down(state: State, melds: Sequence[Lay]) -> LayDown | None:
    holding = Holding(state.hand)
    shapes = sorted(holding.shapes(), key=lambda s: -s.points)
    chosen = [s for s in (_shape(lay, shapes) for lay in melds) if s is not None]
    cards = [c for lay in melds for c in lay.cards]
    if len(chosen) != len(melds) or not _held(state.hand, cards) or len(cards) == len(state.hand):
        return None
    chosen.sort(key=shapes.index)
    if not state.opened[state.turn] and state.options.opening_single_meld == "no":
        must = None if state.must_lay is None else kind_of(state.must_lay)
        kept = next((s for s in chosen if must in _natural_faces(s)), None)
        spare = sum(s.points for s in chosen) - state.options.opening_min
        for shape in reversed(chosen[:]):
            if shape is not kept and shape.points <= spare:
                chosen.remove(shape)
                spare -= shape.points
    return LayDown(holding.lay(chosen))


def _natural_faces(shape: Shape) -> list[Kind]:
    return [JOKER if k == shape.joker_as else k for k in shape.faces]


def _swap(state: State, move: Swap) -> Swap | None:
    if not move.meld < len(state.melds) or not _held(state.hand, move.given):
        return None
    meld = state.melds[move.meld].meld
    holding = Holding(state.hand)
    given = tuple(holding.card(kind) for kind in sorted(map(kind_of, move.given)))
    if isinstance(move.to, Onto):
        if move.to.meld != move.meld or meld.joker is None:
            return Swap(move.meld, given, _onto(state, move.to, joker=True))
        places = fits(without_joker(meld, given))
        forced = move.to.joker_as is None and len(places) == 1
        return Swap(move.meld, given, Onto(move.meld, places[0]) if forced else move.to)
    if move.to is None or meld.joker not in move.to.cards:
        return None
    if not _held([c for c in state.hand if c not in move.given], [c for c in move.to.cards if c != meld.joker]):
        return None
    rest = Holding([c for c in state.hand if c not in given])
    shape = _shape(move.to, rest.shapes(with_joker=True))
    return shape and Swap(move.meld, given, rest.lay((shape,), meld.joker)[0])

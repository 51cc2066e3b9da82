"""What the seat to act may do, listed.

Of two equal cards in a hand only the lower one is offered, since it makes no difference which is played. Cards of a
meld come in their order, and what a joker stands for is always said. Of openings those are listed in which no meld can
be left out. ``apply`` accepts either card, any order, a joker that has no choice, and every opening that is worth
enough: ``listed`` names the listed move that stands for such a one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kalooki.cards import JOKER, PACK, Card, Kind, kind_of
from games.kalooki.melds import frees_joker, without_joker
from games.kalooki.moves import Cut, Decline, Discard, DrawPozzo, DrawStock, LayDown, LayOff, Move, Onto, Swap
from games.kalooki.search import Holding, openings
from games.kalooki.state import OwnedMeld, State, owned
from games.kalooki.turn import can_draw_stock, take_pozzo

CUTS: tuple[Move, ...] = tuple(Cut(height) for height in range(1, len(PACK)))
"""Every cut: at least one card is lifted, and one is left (KAL-4)."""

_STOCK: Move = DrawStock()
_POZZO: Move = DrawPozzo()
_DECLINE: Move = Decline()
_DISCARDS: tuple[Move, ...] = tuple(map(Discard, PACK))


def draw_moves(state: State) -> list[Move]:
    """What may be drawn (KAL-14, 15, 34, 35)."""
    stock = can_draw_stock(state)
    moves = [_STOCK] if stock else []
    if state.pozzo and can_take_pozzo(state):
        moves.append(_POZZO)
    if not stock:
        moves.append(_DECLINE)
    return moves


def can_take_pozzo(state: State) -> bool:
    """Whether the top of the pozzo may be taken: where it has to be laid at once, whether it can be (KAL-15)."""
    if state.options.discard_draw == "free":
        return True
    after = take_pozzo(state)
    return after.must_lay is None or next(lay_moves(after), None) is not None


def play_moves(state: State) -> list[Move]:
    """Everything that may be laid, and the discards (KAL-16 to 26)."""
    moves = list(lay_moves(state))
    if state.must_lay is None:
        hand = state.hand
        moves += [_DISCARDS[c] for c in hand if not c & 1 or c - 1 not in hand]
    return moves


def lay_moves(state: State) -> Iterator[Move]:
    """Everything that the seat to act may lay: its openings before, all else after it has opened."""
    holding = Holding(state.hand)
    must = None if state.must_lay is None else kind_of(state.must_lay)
    if not state.opened[state.turn]:
        one_meld = state.options.opening_single_meld == "yes"
        for shapes in openings(holding, state.options.opening_min, one_meld, must):
            yield LayDown(holding.lay(shapes))
        return
    if holding.size < 2:
        return
    for shape in holding.shapes():
        if shape.size < holding.size:
            lays = holding.lay((shape,))
            if must is None or _among(must, lays[0].cards):
                yield LayDown(lays)
    yield from _lay_offs(holding, state.melds, must)
    if any(owned.meld.joker_as is not None for owned in state.melds):
        yield from _swaps(state, holding, must)


def _among(kind: Kind | None, cards: Sequence[Card]) -> bool:
    return any(c >> 1 == kind for c in cards)


def _lay_offs(holding: Holding, melds: Sequence[OwnedMeld], must: Kind | None) -> Iterator[Move]:
    joker = holding.jokers[0] if holding.jokers else None
    for number, (_, meld, places) in enumerate(melds):
        for face in places:
            if holding.has(face) and must in {None, face}:
                yield LayOff(holding.card(face), Onto(number))
            if joker is not None and meld.joker_as is None and must in {None, JOKER}:
                yield LayOff(joker, Onto(number, face))


def _swaps(state: State, holding: Holding, must: Kind | None) -> Iterator[Move]:
    for number, (owner, meld, _) in enumerate(state.melds):
        if meld.joker_as is None:
            continue
        joker = meld.joker
        for way in frees_joker(meld, state.options.joker_in_set):
            if all(map(holding.has, way)) and len(way) < holding.size:
                given = tuple(map(holding.card, way))
                done = must is None or must in way
                if done and state.options.swapped_joker == "meld_or_layoff":
                    table = list(state.melds)
                    table[number] = owned(owner, without_joker(meld, given))
                    yield from _goals_on_table(number, given, table)
                rest = Holding([c for c in state.hand if c not in given])
                for shape in rest.shapes(with_joker=True):
                    if shape.joker_as is not None and shape.size <= rest.size:
                        (lay,) = rest.lay((shape,), joker)
                        if done or _among(must, [c for c in lay.cards if c != joker]):
                            yield Swap(number, given, lay)


def _goals_on_table(number: int, given: tuple[Card, ...], table: Sequence[OwnedMeld]) -> Iterator[Move]:
    for target, (_, meld, places) in enumerate(table):
        if meld.joker_as is None:
            for face in places:
                yield Swap(number, given, Onto(target, face))

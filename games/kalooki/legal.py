"""What the seat to act may do, listed.

Of two equal cards in a hand only the lower one is offered, since it makes no difference which is played; ``apply``
accepts either. What a joker stands for is always said. Of openings those are listed in which no meld can be left out;
``apply`` accepts every opening that is worth enough. After the opening every single meld is listed; several at once are
accepted, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kalooki.cards import PACK, Card, Kind, is_joker, kind_of
from games.kalooki.melds import Meld, fits, frees_joker, without_joker
from games.kalooki.moves import Cut, Decline, Discard, DrawPozzo, DrawStock, LayDown, LayOff, Move, Onto, Swap
from games.kalooki.search import Holding, openings
from games.kalooki.state import State
from games.kalooki.turn import can_draw_stock, take_pozzo

CUTS: tuple[Move, ...] = tuple(Cut(height) for height in range(1, len(PACK)))
"""Every cut: at least one card is lifted, and one is left (KAL-4)."""


def draw_moves(state: State) -> list[Move]:
    """What may be drawn (KAL-14, 15, 34, 35)."""
    moves: list[Move] = [DrawStock()] if can_draw_stock(state) else []
    if state.pozzo and can_take_pozzo(state):
        moves.append(DrawPozzo())
    if not can_draw_stock(state):
        moves.append(Decline())
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
        moves += _discards(state.hand)
    return moves


def _discards(hand: Sequence[Card]) -> Iterator[Move]:
    kind = -1
    for card in hand:
        if card >> 1 != kind:
            kind = card >> 1
            yield Discard(card)


def lay_moves(state: State) -> Iterator[Move]:
    """Everything that the seat to act may lay: its openings before, all else after it has opened."""
    holding = Holding(state.hand)
    must = None if state.must_lay is None else kind_of(state.must_lay)
    if not state.opened[state.turn]:
        one_meld = state.options.opening_single_meld == "yes"
        for shapes in openings(holding, state.options.opening_min, one_meld):
            move = LayDown(holding.lay(shapes))
            if must is None or any(_among(must, lay.cards) for lay in move.melds):
                yield move
        return
    if holding.size < 2:
        return
    melds = [owned.meld for owned in state.melds]
    for shape in holding.shapes():
        if shape.size < holding.size:
            lays = holding.lay((shape,))
            if must is None or _among(must, lays[0].cards):
                yield LayDown(lays)
    yield from _lay_offs(holding, melds, must)
    yield from _swaps(state, holding, melds, must)


def _among(kind: Kind, cards: Sequence[Card]) -> bool:
    return any(c >> 1 == kind for c in cards)


def _lay_offs(holding: Holding, melds: list[Meld], must: Kind | None) -> Iterator[Move]:
    joker = holding.jokers[0] if holding.jokers else None
    for number, meld in enumerate(melds):
        for face in fits(meld):
            if holding.has(face) and must in {None, face}:
                yield LayOff(holding.card(face), Onto(number))
            if joker is not None and meld.joker_as is None and must in {None, kind_of(joker)}:
                yield LayOff(joker, Onto(number, face))


def _swaps(state: State, holding: Holding, melds: list[Meld], must: Kind | None) -> Iterator[Move]:
    for number, meld in enumerate(melds):
        joker = meld.joker
        if joker is None:
            continue
        for way in frees_joker(meld, state.options.joker_in_set):
            if all(map(holding.has, way)) and len(way) < holding.size:
                given = tuple(map(holding.card, way))
                free = must is None or must in way
                table = [*melds[:number], without_joker(meld, given), *melds[number + 1 :]]
                if free and state.options.swapped_joker == "meld_or_layoff":
                    for target, other in enumerate(table):
                        if other.joker_as is None:
                            yield from (Swap(number, given, Onto(target, face)) for face in fits(other))
                rest = Holding([c for c in state.hand if c not in given])
                for shape in rest.shapes(with_joker=True):
                    if shape.joker_as is None or shape.size > rest.size:
                        continue
                    (lay,) = rest.lay((shape,), joker)
                    if free or any(c >> 1 == must for c in lay.cards if not is_joker(c)):
                        yield Swap(number, given, lay)

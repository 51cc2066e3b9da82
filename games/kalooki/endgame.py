"""The last few cards of a hand of Kalooki: which to keep so that the next card closes it, or nearly.

A closing player must have a card left to discard, so a pair is of no use to somebody with two cards, and laying a card
off at once is not always best. Here every way to lay off and discard is compared by how many cards the next draw would
leave, and where that is the same, by what they cost whoever holds them when somebody else closes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.kalooki.cards import JOKER, KINDS, PACK, Card, Kind, is_joker, kind_of, points_of, rank_of, suit_of
from games.kalooki.suggest import best_laydowns

FEW = 4
"""How many cards, with the one drawn, are few enough to be compared in every way."""

_CLOSED = -2.0
"""What closing counts for, where every card left counts one."""
_A_POINT = 0.01
"""What a point in hand counts for, where every card left counts one."""
_NEAR = 2


class Ending(NamedTuple):
    """What to do with the last cards: lay this one off, or discard that one."""

    lay_off: Card | None
    discard: Card


def best_ending(hand: Sequence[Card], fits: frozenset[Kind], unseen: Mapping[Kind, int]) -> Ending:
    """The best way to go on with few cards.

    Args:
        fits: the faces that may be added to the table's melds; the joker among them if there is a place for one.
        unseen: for each kind, the joker too, how many cards of it nobody has shown.
    """
    layable = [card for card in hand if kind_of(card) in fits]
    best: tuple[float, Ending] | None = None
    for count in range(min(len(layable), len(hand) - 1), -1, -1):
        for laid in combinations(layable, count):
            left = [card for card in hand if card not in laid]
            for card in left:
                rest = tuple([other for other in left if other != card])
                worth = _expected_left(rest, fits, unseen) + _A_POINT * points_of(rest) if rest else _CLOSED
                ending = Ending(laid[0] if laid else None, card)
                if best is None or worth < best[0]:
                    best = (worth, ending)
    assert best is not None
    return best[1]


def _expected_left(rest: tuple[Card, ...], fits: frozenset[Kind], unseen: Mapping[Kind, int]) -> float:
    """How many cards are left on average after one more turn."""
    idle = _left_after((*rest, None), fits)
    total = weight = 0.0
    for kind in (*KINDS, JOKER):
        copies = unseen[kind]
        weight += copies
        if copies and (kind == JOKER or kind in fits or _near(kind, rest)):
            drawn = next(card for card in PACK if kind_of(card) == kind and card not in rest)
            total += copies * _left_after((*rest, drawn), fits)
        else:
            total += copies * idle
    return total / max(1.0, weight)


def _near(kind: Kind, cards: Collection[Card]) -> bool:
    for card in cards:
        if is_joker(card):
            return True
        other = kind_of(card)
        if rank_of(other) == rank_of(kind):
            return True
        if suit_of(other) == suit_of(kind) and abs(other - kind) <= _NEAR:
            return True
    return False


@lru_cache(maxsize=4096)
def _left_after(cards: tuple[Card | None, ...], fits: frozenset[Kind]) -> float:
    """How many of these cards are left after a turn; None is one of no use."""
    held = [card for card in cards if card is not None]
    plan = next(iter(best_laydowns(held)), None)
    melded = {card for lay in plan.lays for card in lay.cards} if plan else set[Card]()
    laid = len(melded) + sum(1 for card in held if card not in melded and kind_of(card) in fits)
    left = len(cards) - laid - 1
    return left if left > 0 else _CLOSED

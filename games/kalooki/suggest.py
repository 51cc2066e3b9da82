"""What a hand had best lay: for suggestions at the table and for computer players.

The best is what leaves the least in hand (KAL-29). The search goes through the hand from its lowest card: each is left,
or goes into one of the melds of which it is the lowest card. Of what can be made of the same rest only those ways are
kept that are not both worth less in an opening and leave more than another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kalooki.cards import JOKER_POINTS, KIND_POINTS, Card, points_of
from games.kalooki.moves import Lay
from games.kalooki.search import Holding, Shape, openings


class Plan(NamedTuple):
    """Melds to lay together.

    Attributes:
        lays: the melds, jokers always with what they stand for.
        points: what they are worth in an opening.
        left: what the cards that stay in hand cost.
    """

    lays: tuple[Lay, ...]
    points: int
    left: int


class _Way(NamedTuple):
    """One way to use cards: worth in an opening, points taken out of the hand, and the melds."""

    worth: int
    out: int
    shapes: tuple[Shape, ...]


def best_laydowns(hand: Sequence[Card], needed: int = 0) -> list[Plan]:
    """The best that this hand can lay in one turn and still discard, best first; [] if there is no meld.

    With ``needed`` only what is worth so much in an opening. Each plan after the first leaves more in hand than the one
    before but is worth more in an opening.
    """
    total = points_of(tuple(hand))
    holding = Holding(hand)
    plans = [
        Plan(holding.lay(way.shapes), way.worth, total - way.out)
        for way in _ways_with_discard(hand)
        if way.shapes and way.worth >= needed
    ]
    return sorted(plans, key=lambda plan: plan.left)


def best_openings(hand: Sequence[Card], needed: int, one_meld: bool = False, limit: int = 3) -> list[Plan]:
    """Up to ``limit`` openings worth looking at: first what leaves the least in hand, then those that show the fewest
    cards."""
    holding = Holding(hand)
    total = points_of(tuple(hand))
    small = [
        Plan(lays, sum(shape.points for shape in shapes), total - sum(points_of(lay.cards) for lay in lays))
        for shapes in openings(holding, needed, one_meld)
        for lays in (holding.lay(shapes),)
    ]
    small.sort(key=lambda plan: (sum(len(lay.cards) for lay in plan.lays), plan.left))
    best = [min(small, key=lambda plan: plan.left)] if one_meld and small else best_laydowns(hand, needed)[:1]
    return [*best, *(plan for plan in small if set(plan.lays) not in [set(b.lays) for b in best])][:limit]


def _ways_with_discard(hand: Sequence[Card]) -> list[_Way]:
    """The ways to lay melds that leave at least one card (KAL-26)."""
    ways = _Ways(hand).all()
    if all(sum(shape.size for shape in way.shapes) < len(hand) for way in ways):
        return ways
    kept = {card >> 1: card for card in hand}.values()
    return _front([way for card in kept for way in _Ways([c for c in hand if c != card]).all()])


def _front(ways: list[_Way]) -> list[_Way]:
    """Those of the ways that no other one equals or beats in both respects."""
    best: list[_Way] = []
    for way in sorted(ways, key=lambda w: (-w.out, -w.worth)):
        if not best or way.worth > best[-1].worth:
            best.append(way)
    return best


class _Ways:
    """The search for one hand; it remembers what it found for each rest of it."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self._holding = Holding(hand)
        self._known: dict[tuple[int, int, int], list[_Way]] = {}
        self._by_lowest: dict[int, list[Shape]] = {}
        for shape in self._holding.shapes():
            self._by_lowest.setdefault(shape.bits & -shape.bits, []).append(shape)

    def all(self) -> list[_Way]:
        return self._of(self._holding.once, self._holding.twice, len(self._holding.jokers))

    def _of(self, once: int, twice: int, jokers: int) -> list[_Way]:
        if not once:
            return [_Way(0, 0, ())]
        key = (once, twice, jokers)
        if key in self._known:
            return self._known[key]
        lowest = once & -once
        ways = list(self._of(once & ~(lowest & ~twice), twice & ~lowest, jokers))
        for shape in self._by_lowest.get(lowest, ()):
            joker = shape.joker_as is not None
            if shape.bits & ~once or (joker and not jokers):
                continue
            out = (
                JOKER_POINTS + shape.points - KIND_POINTS[shape.joker_as]
                if shape.joker_as is not None
                else shape.points
            )
            ways += (
                _Way(way.worth + shape.points, way.out + out, (shape, *way.shapes))
                for way in self._of(once & ~(shape.bits & ~twice), twice & ~shape.bits, jokers - joker)
            )
        self._known[key] = _front(ways)
        return self._known[key]

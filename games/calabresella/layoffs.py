"""All ways to lay cards off, as a sequence that makes each only when it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import overload

from games.calabresella.moves import LayOff
from games.core.card_sets import CARDS, CardSet


@cache
def _choices(cards: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(cards), count))


class LayOffs(Sequence[LayOff]):
    """All ways to lay ``size`` cards of a hand off, in order; each is made only when it is looked at."""

    __slots__ = ("_choices", "hand", "size")

    def __init__(self, hand: CardSet, size: int) -> None:
        self.hand = CARDS.of(hand)
        self.size = size
        self._choices = _choices(len(self.hand), size)

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, index: int) -> LayOff: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[LayOff]: ...
    def __getitem__(self, index: int | slice) -> LayOff | Sequence[LayOff]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return LayOff(tuple([self.hand[i] for i in self._choices[index]]))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, LayOff) or len(value.cards) != self.size:
            return False
        return list(value.cards) == sorted(set(value.cards)) and set(value.cards) <= set(self.hand)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LayOffs) and (self.hand, self.size) == (other.hand, other.size)

    def __hash__(self) -> int:
        return hash((self.hand, self.size))

"""Sets of Italian cards as bits of an integer: bit ``card`` is set if the card is in the set.

A hand whose order means nothing is such a set: adding, removing and finding a card is one operation, and what belongs
to its cards comes out of a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeAlias, TypeVar

from games.core.cards import PACK, RANKS, Card, Suit

CardSet: TypeAlias = int

T = TypeVar("T")

_SUIT_BITS = (1 << RANKS) - 1
OF_SUIT: tuple[CardSet, ...] = tuple(_SUIT_BITS << RANKS * suit for suit in Suit)
"""For each suit the bits of its ten cards."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


class PerCard(Generic[T]):
    """One thing for each card, such as the move that plays it, for all cards of a set at once."""

    __slots__ = ("_bastoni", "_coppe", "_denari", "_spade")

    def __init__(self, things: Sequence[T]) -> None:
        """``things`` are those of the forty cards, in their order."""
        suits = [things[RANKS * suit : RANKS * (suit + 1)] for suit in Suit]
        self._coppe, self._denari, self._spade, self._bastoni = [
            tuple(
                tuple([thing for rank, thing in enumerate(suit) if bits >> rank & 1]) for bits in range(_SUIT_BITS + 1)
            )
            for suit in suits
        ]

    def of(self, cards: CardSet) -> tuple[T, ...]:
        """The things of the cards of a set, in ascending order of the cards."""
        return (
            self._coppe[cards & 1023]
            + self._denari[cards >> 10 & 1023]
            + self._spade[cards >> 20 & 1023]
            + self._bastoni[cards >> 30]
        )


CARDS = PerCard(PACK)
"""The cards of a set themselves: ``CARDS.of(hand)``."""

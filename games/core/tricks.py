"""Who takes a trick, in any game with the Italian pack."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.cards import PACK, RANK_OF, SUIT_OF, Card, Rank, Suit

_TRUMP_ABOVE = 20
"""Lifts every trump above every other card; strengths go from 1 to 10."""


class TrickOrder:
    """An order of the ten ranks, the same in each suit, and the taking of tricks by it.

    Attributes:
        strength: for each card 10 if its rank is the highest, down to 1 for the lowest.
    """

    __slots__ = ("_keys", "strength")

    def __init__(self, high_to_low: Sequence[Rank]) -> None:
        """An order of ranks.

        Raises:
            ValueError: if a rank is missing or named twice.
        """
        if sorted(high_to_low) != list(Rank):
            raise ValueError("an order names each of the ten ranks once")
        of_rank = {rank: len(high_to_low) - place for place, rank in enumerate(high_to_low)}
        self.strength: tuple[int, ...] = tuple(of_rank[RANK_OF[card]] for card in PACK)
        # By trump, then by the card that was led: what each card counts in such a trick.
        self._keys = {trump: self._table(trump) for trump in (None, *Suit)}

    def _table(self, trump: Suit | None) -> tuple[tuple[int, ...], ...]:
        of_suit = {led: tuple(self._key(card, led, trump) for card in PACK) for led in Suit}
        return tuple(of_suit[led] for led in SUIT_OF)

    def _key(self, card: Card, led: Suit, trump: Suit | None) -> int:
        if SUIT_OF[card] == trump:
            return self.strength[card] + _TRUMP_ABOVE
        return self.strength[card] if SUIT_OF[card] == led else 0

    def winner(self, cards: Sequence[Card], trump: Suit | None = None) -> int:
        """The index of the card that takes a trick of at least one card, given in the order played.

        The highest trump; if there is none, the highest card of the suit that was led.
        """
        keys = self._keys[trump][cards[0]]
        values = [keys[card] for card in cards]
        return values.index(max(values))

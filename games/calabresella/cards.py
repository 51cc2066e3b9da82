"""The order and the value of the cards in Calabresella (CLB-5 to CLB-7). Values are counted in thirds of a point."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.cards import RANK_OF, Card, Rank
from games.core.tricks import TrickOrder

RANKS_HIGH_TO_LOW = (
    Rank.THREE,
    Rank.TWO,
    Rank.ACE,
    Rank.RE,
    Rank.CAVALLO,
    Rank.FANTE,
    Rank.SEVEN,
    Rank.SIX,
    Rank.FIVE,
    Rank.FOUR,
)
ORDER = TrickOrder(RANKS_HIGH_TO_LOW)

_THIRDS_OF_RANK = {
    Rank.ACE: 3,
    **dict.fromkeys((Rank.THREE, Rank.TWO, Rank.RE, Rank.CAVALLO, Rank.FANTE), 1),
    **dict.fromkeys((Rank.SEVEN, Rank.SIX, Rank.FIVE, Rank.FOUR), 0),
}
THIRDS: tuple[int, ...] = tuple(_THIRDS_OF_RANK[rank] for rank in RANK_OF)
"""What each card is worth, in thirds."""
LAST_TRICK_THIRDS = 3
ALL_THIRDS = 35
THIRDS_TO_WIN = 18
"""Six points (CLB-30)."""


def thirds_of(cards: Iterable[Card]) -> int:
    """What these cards are worth, in thirds, without the point for the last trick."""
    return sum(THIRDS[card] for card in cards)

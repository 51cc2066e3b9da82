"""The pack of blind Briscola, the order of its ranks and what they are worth (BRI-2, BRI-3)."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.cards import PACK, RANK_OF, Card, Rank
from games.core.tricks import TrickOrder

RANKS_HIGH_TO_LOW = (
    Rank.ACE,
    Rank.THREE,
    Rank.RE,
    Rank.CAVALLO,
    Rank.FANTE,
    Rank.SEVEN,
    Rank.SIX,
    Rank.FIVE,
    Rank.FOUR,
    Rank.TWO,
)
ORDER = TrickOrder(RANKS_HIGH_TO_LOW)

_POINTS_OF_RANK = {Rank.ACE: 11, Rank.THREE: 10, Rank.RE: 4, Rank.CAVALLO: 3, Rank.FANTE: 2}
POINTS: tuple[int, ...] = tuple(_POINTS_OF_RANK.get(rank, 0) for rank in RANK_OF)
"""What each card is worth."""
ALL_POINTS = 120

_PACKS: dict[int, tuple[Card, ...]] = {
    pips: tuple(card for card in PACK if RANK_OF[card] != rank) for pips, rank in ((6, Rank.SIX), (2, Rank.TWO))
}


def pack(removed_rank: int = 6) -> tuple[Card, ...]:
    """The 36 cards: forty without the four sixes, or by option without the four twos (BRI-2)."""
    return _PACKS[removed_rank]


def points_of(cards: Iterable[Card]) -> int:
    """What these cards are worth together."""
    return sum(POINTS[card] for card in cards)

"""The Kalooki pack: two packs of 52 and two jokers, 106 cards that each have an identity of their own (KAL-2).

A card is an integer: ``kind * 2 + copy`` for 0 to 103, then 104 and 105 for the jokers. A kind is what the face shows:
``suit * 13 + rank`` for 0 to 51, where rank 0 is the two and rank 12 the ace, which lies above the king only (KAL-10);
kind 52 is the joker. Sorted by number, cards are sorted by suit, then rank, jokers last.

Notation: two characters, rank and suit, the second copy with a small letter: ``9S`` ``9s``, ``TH`` is the ten of
hearts; the jokers are ``JK`` and ``Jk``. A kind is written as its first copy.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NewType

Card = NewType("Card", int)
Kind = NewType("Kind", int)


class Suit(IntEnum):
    """The four suits."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """S, H, D or C, in every language's notation of moves."""
        return "SHDC"[self]


RANKS = "23456789TJQKA"
ACE = len(RANKS) - 1
SUITS = len(Suit)
JOKER = Kind(len(RANKS) * SUITS)
KINDS = tuple(Kind(k) for k in range(JOKER))
"""The 52 kinds that a joker can stand for."""

PACK: tuple[Card, ...] = tuple(Card(c) for c in range((JOKER + 1) * 2))
"""The whole pack in order."""

JOKERS = PACK[-2:]
JOKER_POINTS = 15

_RANK_POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
KIND_POINTS: tuple[int, ...] = (*(_RANK_POINTS[k % len(RANKS)] for k in KINDS), JOKER_POINTS)
"""What a card of each kind costs its holder (KAL-29), and, but for the joker, is worth in an opening (KAL-19)."""

CARD_POINTS: tuple[int, ...] = tuple(KIND_POINTS[c // 2] for c in PACK)

KIND_NAMES: tuple[str, ...] = (*(r + s.letter for s in Suit for r in RANKS), "JK")
NAMES: tuple[str, ...] = tuple(n if copy == 0 else n[0] + n[1].lower() for n in KIND_NAMES for copy in (0, 1))
_BY_NAME = {name: Card(i) for i, name in enumerate(NAMES)}


def kind_of(card: Card) -> Kind:
    """What the card's face shows."""
    return Kind(card // 2)


def is_joker(card: Card) -> bool:
    """Whether it is one of the two jokers."""
    return card // 2 == JOKER


def kind(suit: Suit, rank: int) -> Kind:
    """The kind of this suit and rank, the rank counted from 0 (two) to 12 (ace)."""
    return Kind(suit * len(RANKS) + rank)


def suit_of(kind: Kind) -> Suit:
    """The suit of a kind; ValueError for the joker."""
    return Suit(kind // len(RANKS))


def rank_of(kind: Kind) -> int:
    """The rank of a kind, from 0 (two) to 12 (ace); ValueError for the joker."""
    if kind >= JOKER:
        raise ValueError("a joker has no rank of its own")
    return kind % len(RANKS)


def points_of(cards: tuple[Card, ...]) -> int:
    """What these cards cost whoever holds them at the end of a hand (KAL-29)."""
    return sum(CARD_POINTS[c] for c in cards)


def name_of(card: Card) -> str:
    """The notation of a card."""
    return NAMES[card]


def card_from(name: str) -> Card:
    """The card of a notation; ValueError if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"no card {name!r}") from None


def kind_from(name: str) -> Kind:
    """The kind of a notation, never the joker; ValueError if there is none."""
    card = card_from(name)
    if card % 2 or is_joker(card):
        raise ValueError(f"no kind {name!r}")
    return kind_of(card)

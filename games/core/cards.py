"""The Italian pack of forty cards, for every game that is played with it.

A card is an integer, ``suit * 10 + rank``: cards sorted by number are sorted by suit, then rank. What a rank is worth
and which beats which is each game's own matter. Suits and ranks are data; their names in a language, French suits
among them (coppe hearts, denari diamonds, spade spades, bastoni clubs), are a matter of presentation.

Notation: the rank (``A 2 3 4 5 6 7 F C R``), then the suit's letter (``C D S B``): ``AC``, ``3D``, ``CS``, ``RB``.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NewType

Card = NewType("Card", int)

RANKS = 10
"""Ranks in a suit."""


class Suit(IntEnum):
    """The four suits."""

    COPPE = 0
    DENARI = 1
    SPADE = 2
    BASTONI = 3

    @property
    def letter(self) -> str:
        """C, D, S or B, in every language's notation of moves."""
        return "CDSB"[self]


class Rank(IntEnum):
    """The ten ranks, in the order of their pips; fante, cavallo and re are jack, queen and king."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    FANTE = 7
    CAVALLO = 8
    RE = 9

    @property
    def letter(self) -> str:
        """A, 2 to 7, F, C or R, in every language's notation of moves."""
        return "A234567FCR"[self]


PACK: tuple[Card, ...] = tuple(Card(i) for i in range(len(Suit) * RANKS))
SUIT_OF: tuple[Suit, ...] = tuple(Suit(card // RANKS) for card in PACK)
"""The suit of each card."""
RANK_OF: tuple[Rank, ...] = tuple(Rank(card % RANKS) for card in PACK)
"""The rank of each card."""
NAMES: tuple[str, ...] = tuple(RANK_OF[card].letter + SUIT_OF[card].letter for card in PACK)
_BY_NAME = {name: card for card, name in zip(PACK, NAMES, strict=True)}


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of this suit and rank."""
    return PACK[suit * RANKS + rank]


def name_of(card: Card) -> str:
    """The notation of a card."""
    return NAMES[card]


def card_from(name: str) -> Card:
    """The card of a notation; ValueError if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"no card {name!r}") from None


def join_names(cards: Iterable[Card]) -> str:
    """Several cards in notation, such as ``3D-RC``."""
    return "-".join(NAMES[card] for card in cards)


def split_names(text: str) -> tuple[Card, ...]:
    """The cards of such a notation; ValueError if one is no card, or they are not in ascending order, each once."""
    cards = tuple(card_from(name) for name in text.split("-"))
    if list(cards) != sorted(set(cards)):
        raise ValueError(f"cards out of order: {text!r}")
    return cards

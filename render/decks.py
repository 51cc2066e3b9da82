"""The two decks that a game with forty Italian cards may be drawn with, behind one interface."""

from __future__ import annotations

from typing import Literal

from games.core.cards import NAMES, RANK_OF, SUIT_OF, Card, Rank, Suit

Deck = Literal["italian", "french"]

_FRENCH_SUITS = "HDSC"
"""Hearts for coppe, diamonds for denari, spades for spade, clubs for bastoni."""
_FRENCH_RANKS = "A234567JQK"
_OTHER_IN_TWO_COLOURS = "DC"


def rank_sign(deck: Deck, rank: Rank) -> str:
    """What stands in the corner of a card of this rank."""
    return rank.letter if deck == "italian" else _FRENCH_RANKS[rank]


def face(deck: Deck, card: Card, size: str = "full", *, two_colours: bool = False) -> str:
    """The sprite of a card: a whole face ("full", Italian also "trick") or a size of ``sprites.SMALL_WIDTHS``.

    ``two_colours`` asks for the French deck in black and red; small faces are always in four colours.
    """
    if deck == "italian":
        return f"italian/{size}/{NAMES[card]}"
    suit = _FRENCH_SUITS[SUIT_OF[card]]
    other = two_colours and size == "full" and suit in _OTHER_IN_TWO_COLOURS
    return f"french/{size}/{_FRENCH_RANKS[RANK_OF[card]]}{suit}{':2' if other else ''}"


def emblem(suit: Suit, size: str) -> str:
    """The sprite of an Italian suit alone, at a size of ``sprites.EMBLEM_WIDTHS``."""
    return f"italian/suit-{size}/{suit.letter}"

"""The Calidruno pack: 112 cards of 58 kinds (CAL-2).

A card is an integer: ``colour * 14 + symbol`` for the 56 coloured kinds, then 56 for the wild and 57 for the wild +4.
Two cards of a kind are the same card: nothing in the game tells them apart. Sorted by number, cards are sorted by
colour, then symbol, wilds last.

Notation: ``R7``, ``B-rev``, ``Y-stop``, ``G+2``, ``G+4`` (coloured), ``W``, ``W+4``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NewType

Card = NewType("Card", int)


class Colour(IntEnum):
    """The four colours, in the order of the rule book: rosso, blu, giallo, verde."""

    RED = 0
    BLUE = 1
    YELLOW = 2
    GREEN = 3

    @property
    def letter(self) -> str:
        """R, B, Y or G, in every language's notation of moves."""
        return "RBYG"[self]


class Symbol(IntEnum):
    """What a coloured card shows: the numbers 0 to 9, then the four kinds of coloured action card."""

    N0 = 0
    N1 = 1
    N2 = 2
    N3 = 3
    N4 = 4
    N5 = 5
    N6 = 6
    N7 = 7
    N8 = 8
    N9 = 9
    REVERSE = 10
    STOP = 11
    DRAW2 = 12
    DRAW4 = 13


SYMBOLS = len(Symbol)
WILD = Card(56)
WILD4 = Card(57)
KINDS = 58

_SYMBOL_NAMES = (*"0123456789", "-rev", "-stop", "+2", "+4")
NAMES: tuple[str, ...] = (*(c.letter + s for c in Colour for s in _SYMBOL_NAMES), "W", "W+4")
_BY_NAME = {name: Card(i) for i, name in enumerate(NAMES)}


def coloured(colour: Colour, symbol: Symbol) -> Card:
    """The card of this colour and symbol."""
    return Card(colour * SYMBOLS + symbol)


def is_wild(card: Card) -> bool:
    """Whether the card has no colour of its own."""
    return card >= WILD


def colour_of(card: Card) -> Colour:
    """The colour of a coloured card; ValueError for a wild."""
    return Colour(card // SYMBOLS)


def symbol_of(card: Card) -> Symbol:
    """The symbol of a coloured card; ValueError for a wild."""
    if card >= WILD:
        raise ValueError("a wild has no symbol to match (CAL-13)")
    return Symbol(card % SYMBOLS)


def is_number(card: Card) -> bool:
    """Whether it is one of the 76 number cards."""
    return card < WILD and card % SYMBOLS <= Symbol.N9


def name_of(card: Card) -> str:
    """The notation of a card."""
    return NAMES[card]


def card_from(name: str) -> Card:
    """The card of a notation; ValueError if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"no card {name!r}") from None


def pack(plus4_copies_per_colour: int = 1) -> tuple[Card, ...]:
    """The whole pack in order (CAL-2)."""
    copies = {Symbol.N0: 1, Symbol.DRAW4: plus4_copies_per_colour}
    return (
        *(coloured(c, s) for c in Colour for s in Symbol for _ in range(copies.get(s, 2))),
        *(WILD,) * 4,
        *(WILD4,) * 4,
    )

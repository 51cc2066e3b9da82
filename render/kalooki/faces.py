"""Which sprite shows a card."""

from __future__ import annotations

from games.kalooki.cards import JOKER, KIND_NAMES, Card, Kind, kind_of, suit_of
from render.theme import FOUR_SUITS, TWO_SUITS


def face(card: Card, *, two_colours: bool = False) -> str:
    """The whole face of a card, in four colours of suit or in two."""
    kind = kind_of(card)
    other = two_colours and kind != JOKER and FOUR_SUITS[suit_of(kind)] != TWO_SUITS[suit_of(kind)]
    return f"french/full/{KIND_NAMES[kind]}{':2' if other else ''}"


def small_face(size: str, card: Card, joker_as: Kind | None = None) -> str:
    """Rank and suit alone at a size of ``sprites.SMALL_WIDTHS``; a joker shows what it stands for."""
    kind = kind_of(card)
    stands_for = f":{KIND_NAMES[joker_as]}" if kind == JOKER and joker_as is not None else ""
    return f"french/{size}/{KIND_NAMES[kind]}{stands_for}"

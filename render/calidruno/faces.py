"""Which sprite shows a card."""

from __future__ import annotations

from games.calidruno.cards import Card, Colour, is_wild, name_of


def face(size: str, card: Card, chosen: Colour | None = None) -> str:
    """The sprite of a card at a size of ``sprites.CARD_WIDTHS``; a played wild shows the colour chosen for it."""
    suffix = f":{chosen.letter}" if chosen is not None and is_wild(card) else ""
    return f"calidruno/{size}/{name_of(card)}{suffix}"

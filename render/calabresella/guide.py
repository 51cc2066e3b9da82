"""The strip for newcomers below a hand: the order of the cards and what they are worth."""

from __future__ import annotations

from typing import NamedTuple

from games.calabresella.cards import RANKS_HIGH_TO_LOW
from render import decks, text
from render.layout import Box, Label, Mark
from render.theme import CREAM, INK, MUTED, RACK, RACK_EDGE, TEXT, TEXT_LARGE, TEXT_SMALL, WIDTH

HEIGHT = 132
_LEFT, _RIGHT = 24, WIDTH - 24
_STEP = 80
_CHIP = 62


class Guide(NamedTuple):
    """The words of the strip, already in the reader's language.

    Attributes:
        order: before the ranks, such as "high to low".
        worth: before the values, such as "points".
        values: what each rank is worth, from high to low, such as "⅓"; "–" for nothing.
    """

    order: str
    worth: str
    values: tuple[str, ...]


def strip(guide: Guide, deck: decks.Deck, y: int) -> list[Mark]:
    """The ten ranks from high to low, and below each its value."""
    across = _STEP * len(RANKS_HIGH_TO_LOW)
    first = _RIGHT - 16 - across
    room = first - _LEFT - 30
    marks: list[Mark] = [Box(8, y, WIDTH - 16, HEIGHT - 14, 16, RACK, RACK_EDGE, 2)]
    rank_y, value_y = y + 38, y + 90
    for word, at in ((guide.order, rank_y), (guide.worth, value_y)):
        if word:
            marks.append(Label(word, _LEFT + 8, at, TEXT_SMALL, CREAM, room))
    for i, rank in enumerate(RANKS_HIGH_TO_LOW):
        x = first + i * _STEP + _STEP // 2
        marks.append(Box(x - _CHIP // 2, rank_y - 27, _CHIP, 54, 12, CREAM))
        marks.append(Label(decks.rank_sign(deck, rank), x, rank_y, TEXT_LARGE, INK, _CHIP, "middle"))
        value = guide.values[i] if i < len(guide.values) else ""
        if value:
            worth = text.width(value, TEXT) > 0 and value not in "–-0"
            marks.append(Label(value, x, value_y, TEXT, CREAM if worth else MUTED, _STEP - 6, "middle"))
    return marks

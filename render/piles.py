"""Piles of cards on the felt, the same for every game."""

from __future__ import annotations

from render import sprites, text
from render.layout import Box, Label, Mark, Stamp
from render.theme import CREAM, INK, TEXT

_LAYER = 12
"""Another back shows for so many cards more, up to four."""


def stock(game: str, x: int, y: int, count: int) -> list[Mark]:
    """A draw pile centred at x, y: as many backs as tell full from nearly empty, and below it the number of cards."""
    width = sprites.BACK_WIDTHS["stock"]
    height = sprites.card_height(width)
    left, top = x - width // 2 - sprites.MARGIN, y - height // 2 - 22 - sprites.MARGIN
    layers = min(4, -(-count // _LAYER))
    marks: list[Mark] = [Stamp(f"icons/back-{game}-stock", left + 3 * i, top + 4 * i) for i in range(layers)]
    if not count:
        marks.append(Box(x - width // 2, top + sprites.MARGIN, width, height, 14, None, CREAM, 3, 12))
    return [*marks, *pill(x, y + height // 2 + 8, f"×{count}")]


def pill(x: int, y: int, word: str) -> list[Mark]:
    """A short word on a cream pill centred at x, y."""
    wide = text.width(word, TEXT) + 28
    return [Box(x - wide // 2, y - 22, wide, 44, 16, CREAM, INK, 2), Label(word, x, y, TEXT, INK, wide - 20, "middle")]

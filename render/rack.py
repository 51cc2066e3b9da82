"""A private hand of any game: sorted cards in racks, numbered as menus call them, with a header above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render import names, sprites, text
from render.layout import Box, Label, Mark, Stamp
from render.theme import CREAM, INK, MUTED, NOW, RACK, RACK_EDGE, TEXT, TEXT_SMALL, WIDTH

Letters = tuple[str, str, str, str]
"""A letter for each colour in the order of the rule book."""

MARGIN = 24
HEADER = 118
ABOVE = 40
"""Room above a row: for raised cards and the sign of a new one."""
VISIBLE = {1: 222, 2: 168, 3: 142}
"""How much of a raised card stands above the rack, by number of rows."""
_RAISE = 24
_RACK = 58
_FOOT = 14
_CHIP = 40
_INDEX = 31
"""From a card's left edge to the middle of its index."""


class HandWords(NamedTuple):
    """The words on a hand, already in the reader's language; an empty one is left out.

    Attributes:
        turn: what matters now: "Your turn", or who is to act.
        title: a second line, such as "Match 7 or red".
        fresh: "new", beside the mark of a card just drawn.
        empty: what is written when no cards are held.
    """

    turn: str = ""
    title: str = ""
    fresh: str = ""
    empty: str = ""


class Held(NamedTuple):
    """A card in the rack.

    Attributes:
        sprite: its picture, of the size "full".
        raised: stands higher than the others.
        bright: has a bright number.
        dim: cannot be used now.
        fresh: was just drawn.
        letter: a letter on a chip below its index, for players who ask for letters.
    """

    sprite: str
    raised: bool = False
    bright: bool = True
    dim: bool = False
    fresh: bool = False
    letter: str = ""


def header_card(sprite: str | None) -> list[Mark]:
    """The ground of the header and on it the upper part of the card on top of the pile, if there is one."""
    marks: list[Mark] = [Box(0, 0, WIDTH, HEADER - 6, 0, RACK)]
    if sprite is not None:
        marks.append(Stamp(sprite, MARGIN - sprites.MARGIN, 12 - sprites.MARGIN, 0, HEADER - 13))
    return marks


def header_lines(words: HandWords, x: int, my_turn: bool, right: int = WIDTH - MARGIN) -> list[Mark]:
    """The one or two lines of the header, from x to ``right``; the first is yellow with an arrow in one's own turn."""
    marks: list[Mark] = []
    lines = [word for word in (names.clean(words.turn, ""), names.clean(words.title, "")) if word]
    for line, word in enumerate(lines):
        y = 56 if len(lines) == 1 else (34, 82)[line]
        first = line == 0
        left = x
        if first and my_turn:
            marks.append(Stamp("icons/turn", x - 4, y - 24))
            left += 52
        colour = NOW if first and my_turn else CREAM
        marks.append(Label(word, left, y, 42 if first else TEXT, colour, right - left))
    return marks


def racks(held: Sequence[Held], rows: int, visible: int, words: HandWords) -> tuple[list[Mark], int]:
    """The cards in so many rows below the header, ``visible`` pixels of each above its rack; and the picture's height.

    Every row shows the index of each of its cards and, below it, its number from 1.
    """
    pitch = ABOVE + visible + _RACK
    per_row = max(1, -(-len(held) // rows))
    marks: list[Mark] = []
    for row in range(rows):
        first = row * per_row
        marks += _row(held[first : first + per_row], first, HEADER + row * pitch + ABOVE, visible, words.fresh)
    if not held and words.empty:
        middle = HEADER + ABOVE + visible // 2
        marks.append(Label(words.empty, WIDTH // 2, middle, TEXT, MUTED, WIDTH - 2 * MARGIN, "middle"))
    return marks, HEADER + rows * pitch + _FOOT


def _row(held: Sequence[Held], first: int, top: int, visible: int, fresh: str) -> list[Mark]:
    """Cards in their rack, and below each the number by which menus call it."""
    width = sprites.CARD_WIDTHS["full"]
    step = min(width + 8, (WIDTH - 2 * MARGIN - width) // max(1, len(held) - 1))
    left = (WIDTH - (len(held) - 1) * step - width) // 2
    edge = top + visible
    marks: list[Mark] = []
    badges: list[Mark] = [Box(8, edge, WIDTH - 16, _RACK, 16, RACK, RACK_EDGE, 2)]
    for i, card in enumerate(held):
        x = left + i * step
        y = top + (0 if card.raised else _RAISE)
        last = i == len(held) - 1
        # Of a card that the next one covers only the strip up to that one's rounded corner is painted.
        covered = not last and step < width and (not card.raised or held[i + 1].raised)
        shown = sprites.MARGIN + step + 16 if covered else 0
        height = edge + 10 - y + sprites.MARGIN
        marks.append(Stamp(card.sprite, x - sprites.MARGIN, y - sprites.MARGIN, shown, height, dim=card.dim))
        if card.letter:
            marks += letter_chip(card.letter, x + _INDEX - _CHIP // 2, y + 107)
        badges += _badge(first + i + 1, x + _INDEX, edge + _RACK // 2, card.bright)
    new = [left + i * step for i, card in enumerate(held) if card.fresh]
    return [*marks, *badges, *_fresh_signs(new, top - 20, fresh)]


def _fresh_signs(cards: Sequence[int], y: int, word: str) -> list[Mark]:
    """The signs above new cards, given by their left edges; the word stands beside those that leave it room."""
    marks: list[Mark] = []
    for i, x in enumerate(cards):
        marks.append(Stamp("icons/fresh", x + _INDEX - 20, y - 14))
        wide = text.width(word, TEXT_SMALL)
        if i + 1 == len(cards):
            wide = min(wide, WIDTH - x - 80)
        elif wide > cards[i + 1] - x - 60:
            continue
        if word:
            marks.append(Label(word, x + _INDEX + 26, y, TEXT_SMALL, CREAM, wide))
    return marks


def _badge(number: int, x: int, y: int, bright: bool) -> list[Mark]:
    word = str(number)
    fill, ink = (CREAM, INK) if bright else (RACK, MUTED)
    box = Box(x - 27, y - 21, 54, 42, 14, fill, CREAM if bright else RACK_EDGE, 2)
    return [box, Label(word, x, y, TEXT_SMALL, ink, 50, "middle")]


def letter_chip(letter: str, x: int, y: int) -> list[Mark]:
    """A letter on a small cream square whose upper left corner is at x, y."""
    box = Box(x, y, _CHIP, _CHIP, 11, CREAM, INK, 2)
    return [box, Label(letter, x + _CHIP // 2, y + _CHIP // 2, TEXT_SMALL, INK, _CHIP - 2, "middle")]

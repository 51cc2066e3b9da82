"""A row for each seat: the plate at the left, the seat's melds beside it.

The melds are drawn as large as the rows allow; where even the smallest faces need more lines, the table grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kalooki.cards import Card, Kind
from render import sprites
from render.kalooki.faces import small_face
from render.layout import Box, Mark, Stamp
from render.theme import NOW, TRAY

LEFT, PLATE_WIDTH = 28, 226
MELDS_LEFT = LEFT + PLATE_WIDTH + 14
TOP, BOTTOM = 90, 678
LEAST = 98
"""The height of a row with one line of small faces: a plate and the gap to the next one."""
_STEP = 0.776
"""How much of a face stands free in a fan, as a part of its width."""
_LINE_GAP = 10
"""Between two lines of faces: room for a raised new card."""
_RAISE, _RIM = 4, 4
_PAD, _TRAY_GAP = 5, 6
"""Between the tray's edge and its faces, and between two trays."""
_TRAY_END = 8


class FaceUp(NamedTuple):
    """A card in a meld: what a joker stands for, and whether the card came in the latest turn."""

    card: Card
    joker_as: Kind | None
    new: bool


Fan = tuple[FaceUp, ...]


class Size(NamedTuple):
    """How large the faces of all melds are."""

    name: str
    width: int
    height: int
    step: int
    gap: int

    def span(self, fan: Fan) -> int:
        """How wide a meld is."""
        return self.width + (len(fan) - 1) * self.step


SIZES = tuple(
    Size(name, width, sprites.small_height(width), round(width * _STEP), width // 5)
    for name, width in sorted(sprites.SMALL_WIDTHS.items(), key=lambda item: -item[1])
)
"""From large to small."""


class Row(NamedTuple):
    """A seat's row: where it begins, its height, and its melds by lines."""

    y: int
    height: int
    lines: tuple[tuple[Fan, ...], ...]


class Rows(NamedTuple):
    """All rows, the size of their faces, and how many pixels the table is higher than usual."""

    rows: tuple[Row, ...]
    size: Size
    growth: int


def arrange(melds: Sequence[Sequence[Fan]], room: int) -> Rows:
    """Rows for the melds of each seat, of which each line is at most ``room`` pixels wide."""
    size = next((size for size in SIZES if _fits(melds, size, room)), SIZES[-1])
    lines = [_lines(fans, size, room) for fans in melds]
    heights = [_height(each, size) for each in lines]
    spare = BOTTOM - TOP - sum(heights)
    share, rest = divmod(max(0, spare), len(heights))
    rows: list[Row] = []
    y = TOP + rest // 2
    for each, height in zip(lines, heights, strict=True):
        rows.append(Row(y, height + share, each))
        y += height + share
    return Rows(tuple(rows), size, max(0, -spare))


def _fits(melds: Sequence[Sequence[Fan]], size: Size, room: int) -> bool:
    """Whether all melds have room at this size without letting the table grow."""
    if any(size.span(fan) > room for fans in melds for fan in fans):
        return False
    return sum(_height(_lines(fans, size, room), size) for fans in melds) <= BOTTOM - TOP


def _height(lines: Sequence[object], size: Size) -> int:
    """What a row of so many lines needs."""
    return max(LEAST, len(lines) * (size.height + _LINE_GAP) - _LINE_GAP + 2 * _PAD + _TRAY_GAP)


def _lines(fans: Sequence[Fan], size: Size, room: int) -> tuple[tuple[Fan, ...], ...]:
    """The melds in order, a new line where the next one has no room."""
    lines: list[list[Fan]] = []
    left = 0
    for fan in fans:
        span = size.span(fan)
        if not lines or span > left:
            lines.append([])
            left = room
        lines[-1].append(fan)
        left -= span + size.gap
    return tuple(tuple(line) for line in lines)


def tray(row: Row, room: int) -> Box:
    """The ground of a row, from behind the plate to the end of the melds."""
    box = (LEFT, row.y + _TRAY_GAP // 2, MELDS_LEFT - LEFT + room + _TRAY_END, row.height - _TRAY_GAP)
    return Box(*box, 18, TRAY)


def meld_marks(row: Row, size: Size) -> list[Mark]:
    """The melds of a row as tight fans, its lines in the middle of its height."""
    marks: list[Mark] = []
    pitch = size.height + _LINE_GAP
    y = row.y + (row.height - len(row.lines) * pitch + _LINE_GAP) // 2 + 2
    for line in row.lines:
        x = MELDS_LEFT
        for fan in line:
            marks += fan_marks(fan, size, x, y)
            x += size.span(fan) + size.gap
        y += pitch
    return marks


def fan_marks(fan: Fan, size: Size, x: int, y: int) -> list[Mark]:
    """One meld; a new card is raised and rimmed."""
    marks: list[Mark] = []
    for card in fan:
        top = y - (_RAISE if card.new else 0)
        if card.new:
            box = (x - _RIM, top - _RIM, size.width + 2 * _RIM, size.height + 2 * _RIM)
            marks.append(Box(*box, 9 + _RIM, NOW))
        face = small_face(size.name, card.card, card.joker_as)
        marks.append(Stamp(face, x - sprites.MARGIN, top - sprites.MARGIN))
        x += size.step
    return marks

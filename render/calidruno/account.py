"""The count after a hand: everybody's cards turned up, one line a seat."""

from __future__ import annotations

from collections.abc import Sequence

from games.calidruno.cards import Card
from render import names, sprites, text
from render.calidruno.faces import face
from render.layout import Box, Label, Mark, Stamp
from render.scene import SeatLabel
from render.theme import CREAM, INK, LOOKS, NOW, TEXT, WIDTH

_LEFT, _TOP, _BOTTOM = 34, 94, 668
_GAP = 12
_STEP = 50
_SMALLEST_STEP = 30


def account(
    seats: Sequence[SeatLabel],
    shown: Sequence[Sequence[Card]],
    points: Sequence[str],
    winners: frozenset[int],
) -> list[Mark]:
    """A row a seat up to five seats, two columns beyond; name and points above or beside the cards."""
    columns = 1 if len(seats) <= 5 else 2
    rows = -(-len(seats) // columns)
    width = (WIDTH - 2 * _LEFT - (columns - 1) * _GAP) // columns
    height = min(150, (_BOTTOM - _TOP - (rows - 1) * _GAP) // rows)
    marks: list[Mark] = []
    for seat, label in enumerate(seats):
        column, row = divmod(seat, rows)
        x, y = _LEFT + column * (width + _GAP), _TOP + row * (height + _GAP)
        winner = seat in winners or not shown[seat]
        name = names.clean(label.name, f"#{seat + 1}")
        marks += _row((x, y, width, height), name, shown[seat], points[seat], winner, narrow=columns == 2)
    return marks


def _row(
    box: tuple[int, int, int, int], name: str, cards: Sequence[Card], points: str, winner: bool, *, narrow: bool
) -> list[Mark]:
    x, y, width, height = box
    look = LOOKS["calidruno"]
    marks: list[Mark] = [
        Box(x, y, width, height, 18, CREAM, NOW, 6)
        if winner
        else Box(x, y, width, height, 18, look.plate, look.line, 2)
    ]
    ink = INK if winner else CREAM
    name_width = 190 if narrow else 280
    left = x + 18
    middle = y + height // 2
    if winner:
        marks.append(Stamp("icons/crown", left - 6, middle - 48 if points else middle - 32))
    name_x = left + (76 if winner else 0)
    lines = (middle - 22, middle + 24) if points else (middle, middle)
    marks.append(Label(text.fit(name, TEXT, name_width - (name_x - left)), name_x, lines[0], TEXT, ink, name_width))
    if points:
        marks.append(Label(points, left, lines[1], TEXT, ink, name_width))
    return [*marks, *_cards(cards, left + name_width + 14, middle, x + width - 18, ink)]


def _cards(cards: Sequence[Card], left: int, middle: int, right: int, ink: tuple[int, int, int]) -> list[Mark]:
    """The cards from left to right, closer together when there are many; "+n" for those that do not fit."""
    card = sprites.CARD_WIDTHS["mini"]
    room = right - left - card
    fits = room // _SMALLEST_STEP + 1
    rest = max(0, len(cards) - fits)
    if rest:
        room -= 70
        fits = room // _SMALLEST_STEP + 1
        rest = len(cards) - fits
    drawn = sorted(cards)[: len(cards) - rest]
    step = min(_STEP, room // max(1, len(drawn) - 1))
    y = middle - sprites.card_height(card) // 2 - sprites.MARGIN
    marks: list[Mark] = [Stamp(face("mini", c), left - sprites.MARGIN + i * step, y) for i, c in enumerate(drawn)]
    if rest:
        marks.append(Label(f"+{rest}", right, middle, TEXT, ink, 66, "right"))
    return marks

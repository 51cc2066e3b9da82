"""The count after a hand: everybody's cards turned up, one row a seat."""

from __future__ import annotations

from collections.abc import Sequence

from games.calidruno.cards import Card
from render import names, text
from render.calidruno.faces import face
from render.layout import Box, Label, Mark, Stamp
from render.scene import SeatLabel
from render.sprites import CHIP_HEIGHT, CHIP_WIDTH
from render.theme import CREAM, INK, LOOKS, NOW, TEXT, WIDTH, Rgb

_LEFT, _TOP, _BOTTOM = 34, 94, 668
_GAP = 8
_PAD = 16
_STEP = CHIP_WIDTH + 3
_NAME_WIDTH = 300
_WIDE_ROWS = 5
"""Up to so many seats have a row of the whole width each; more stand in two columns."""


def account(
    seats: Sequence[SeatLabel],
    shown: Sequence[Sequence[Card]],
    points: Sequence[int],
    unit: str,
    winners: frozenset[int],
) -> list[Mark]:
    """Name, points so far and all cards of each seat; who has won, or has no card left, stands out."""
    columns = 1 if len(seats) <= _WIDE_ROWS else 2
    rows = -(-len(seats) // columns)
    width = (WIDTH - 2 * _LEFT - (columns - 1) * _GAP) // columns
    height = min(140, (_BOTTOM - _TOP - (rows - 1) * _GAP) // rows)
    first = (_TOP + _BOTTOM - rows * height - (rows - 1) * _GAP) // 2
    marks: list[Mark] = []
    for seat, label in enumerate(seats):
        column, row = divmod(seat, rows)
        box = (_LEFT + column * (width + _GAP), first + row * (height + _GAP), width, height)
        winner = seat in winners or not shown[seat]
        name = names.clean(label.name, f"#{seat + 1}")
        score = f"{points[seat]} {unit}".strip() if points else ""
        marks += _row(box, name, score, shown[seat], winner, narrow=columns == 2)
    return marks


def _row(
    box: tuple[int, int, int, int], name: str, score: str, cards: Sequence[Card], winner: bool, *, narrow: bool
) -> list[Mark]:
    """In a narrow row the cards lie below the name, in a wide one beside it, on two lines where that is needed."""
    x, y, width, height = box
    look = LOOKS["calidruno"]
    ground = (CREAM, NOW, 6) if winner else (look.plate, look.line, 2)
    marks: list[Mark] = [Box(x, y, width, height, 18, *ground)]
    ink = INK if winner else CREAM
    left, right, middle = x + _PAD, x + width - _PAD, y + height // 2
    room = width - 2 * _PAD if narrow else _NAME_WIDTH
    name_y = y + 22 if narrow else middle - 22 if score else middle
    score_width = min(text.width(score, TEXT), 180) if score else 0
    start = left
    if winner:
        marks.append(Stamp("icons/crown", left, name_y - 23))
        start += 60
    name_width = left + room - start - (score_width + 16 if narrow and score else 0)
    marks.append(Label(name, start, name_y, TEXT, ink, name_width))
    if score:
        place = (right, name_y, "right") if narrow else (left, middle + 24, "left")
        marks.append(Label(score, place[0], place[1], TEXT, ink, score_width, place[2]))
    if narrow:
        return [*marks, *_chips(cards, left, y + height - CHIP_HEIGHT - 5, right, 1, ink)]
    lines = (height - 8) // CHIP_HEIGHT
    used = min(lines, -(-len(cards) * _STEP // max(1, right - left - room)))
    top = middle - max(1, used) * (CHIP_HEIGHT + 2) // 2 + 1
    return [*marks, *_chips(cards, left + room, top, right, lines, ink)]


def _chips(cards: Sequence[Card], left: int, top: int, right: int, lines: int, ink: Rgb) -> list[Mark]:
    """The cards in order, and "+n" at the end for those that have no room."""
    per_line = (right - left + _STEP - CHIP_WIDTH) // _STEP
    fits = per_line * lines
    drawn = sorted(cards)
    if len(cards) > fits:
        drawn = drawn[: fits - 2]  # "+99" is narrower than two cards
    marks: list[Mark] = []
    for i, card in enumerate(drawn):
        line, column = divmod(i, per_line)
        marks.append(Stamp(face("chip", card), left + column * _STEP, top + line * (CHIP_HEIGHT + 2)))
    if len(drawn) < len(cards):
        y = top + (lines - 1) * (CHIP_HEIGHT + 2) + CHIP_HEIGHT // 2
        marks.append(Label(f"+{len(cards) - len(drawn)}", right, y, TEXT, ink, 2 * CHIP_WIDTH, "right"))
    return marks

"""Seats round a table: fixed places, name plates and what stands on them. The same for every game."""

from __future__ import annotations

from typing import NamedTuple

from render import names, text
from render.layout import Box, Label, Mark, Stamp
from render.scene import SeatLabel
from render.theme import CREAM, INK, LOOKS, NOW, TEXT, TEXT_SMALL, WIDTH, Rgb

PLATE_HEIGHT = 92
_TOP, _SIDE, _BOTTOM = 92, 333, 574
_MARGIN = 28
_ROWS = {2: (1, 1), 3: (1, 2), 4: (1, 1), 5: (1, 2), 6: (2, 2), 7: (2, 3), 8: (3, 3), 9: (3, 4), 10: (4, 4)}
"""How many seats sit below and above; from four seats on one sits at each side."""
_BACK, _BACK_STEP, _BACKS = 26, 9, 8
_SIGN = 36
_GAP = 10
_PAD = 14


class Place(NamedTuple):
    """Where a seat's plate lies; ``below`` is whether its upper edge faces the middle of the table."""

    x: int
    y: int
    width: int
    below: bool


def ring(seats: int) -> tuple[Place, ...]:
    """The places of 2 to 10 seats, clockwise on the picture, from the right end of the lower row."""
    below, above = _ROWS[seats]
    width = 300 if max(below, above) < 3 else 250
    lower = [Place(x, _BOTTOM, width, True) for x in _spread(below, width)]
    upper = [Place(x, _TOP, width, False) for x in _spread(above, width)]
    if seats < 4:
        return (*reversed(lower), *upper)
    width = 250
    left, right = Place(_MARGIN, _SIDE, width, True), Place(WIDTH - _MARGIN - width, _SIDE, width, True)
    return (*reversed(lower), left, *upper, right)


def _spread(count: int, width: int) -> list[int]:
    """The left edges of plates spread evenly over the picture."""
    inner = WIDTH - 2 * _MARGIN
    if count < 4:
        return [round(_MARGIN + inner * (2 * i + 1) / (2 * count) - width / 2) for i in range(count)]
    return [round(_MARGIN + i * (inner - width) / (count - 1)) for i in range(count)]


class PlateState(NamedTuple):
    """What a plate shows beside the label.

    Attributes:
        cards: how many are held; None where none are shown.
        points, unit: points so far and their unit; the unit is left out where there is no room.
        tricks: how many tricks were taken; None where none are counted.
        alone: one card is left, which makes the plate stand out.
        sign: the name of an icon after the number of cards; "" for none.
    """

    cards: int | None = None
    tricks: int | None = None
    points: int | None = None
    unit: str = ""
    now: bool = False
    winner: bool = False
    alone: bool = False
    sign: str = ""


def plate(game: str, index: int, place: Place, label: SeatLabel, state: PlateState) -> list[Mark]:
    """The marks of a seat that is taken."""
    look = LOOKS[game]
    bright = state.now or state.winner
    gone = label.mark in {"absent", "left"}
    fill, ink = (CREAM, INK) if bright else (look.plate, look.quiet if gone else CREAM)
    outline, border = (NOW, 6) if bright else (CREAM, 3) if state.alone else (look.line, 2)
    dash = 12 if label.mark == "left" and not bright else 0
    marks: list[Mark] = [Box(place.x, place.y, place.width, PLATE_HEIGHT, 18, fill, outline, border, dash)]
    x, right = place.x + _PAD, place.x + place.width - _PAD
    second = _second_line(game, place, label, state, ink)
    y = place.y + (28 if second else PLATE_HEIGHT // 2)
    for icon, wide in _icons(label, state):
        marks.append(Stamp(f"icons/{icon}", x - 2, y - 19))
        x += wide
    name = names.fit(label.name, TEXT, right - x, f"#{index + 1}")
    marks += [Label(name, x, y, TEXT, ink, right - x), *second]
    if label.badge:
        marks += bubble(place, label.badge)
    return marks


def _icons(label: SeatLabel, state: PlateState) -> list[tuple[str, int]]:
    """Icons before the name, and how much room each takes."""
    icons = [("turn-small", 42)] if state.now else [("crown", 58)] if state.winner else []
    suffix = "-ink" if state.now or state.winner else ""
    return [*icons, (label.mark + suffix, 42)] if label.mark else icons


def _second_line(game: str, place: Place, label: SeatLabel, state: PlateState, ink: Rgb) -> list[Mark]:
    """Tricks taken, small backs and their number, then a note and points at the right end."""
    y = place.y + 66
    x, right = place.x + _PAD, place.x + place.width - _PAD
    marks: list[Mark] = []
    if state.tricks is not None:
        number = str(state.tricks)
        wide = text.width(number, TEXT)
        marks.append(Stamp("icons/trick-ink" if ink == INK else "icons/trick", x - 2, y - 19))
        marks.append(Label(number, x + 40, y, TEXT, ink, wide))
        x += 40 + wide + 2 * _GAP
    if state.cards is not None:
        number = str(state.cards)
        wide = text.width(number, TEXT)
        room = right - x - (_GAP + _SIGN if state.sign else 0)
        end = _fitting(label, state, room - _BACK - 2 * _GAP - wide)
        spare = room - _BACK - wide - _GAP - (text.width(end, TEXT_SMALL) + _GAP if end else 0)
        shown = min(state.cards, _BACKS, 1 + max(0, spare) // _BACK_STEP)
        marks += [Stamp(f"icons/back-{game}-tiny", x - 5 + i * _BACK_STEP, y - 24) for i in range(shown)]
        x += _BACK + (shown - 1) * _BACK_STEP + _GAP if shown else 0
        if state.alone:
            marks.append(Box(x, y - 20, wide + 26, 40, 14, INK if ink == INK else CREAM))
            marks.append(Label(number, x + 13, y, TEXT, CREAM if ink == INK else INK, wide))
        else:
            marks.append(Label(number, x, y, TEXT, ink, wide))
        if state.sign:
            icon = f"icons/{state.sign}{'-ink' if ink == INK else ''}"
            marks.append(Stamp(icon, x + wide + (26 if state.alone else 0) + _GAP, y - _SIGN // 2))
    else:
        end = _fitting(label, state, right - x)
    if end:
        wide = min(text.width(end, TEXT_SMALL), place.width - 2 * _PAD)
        marks.append(Label(end, right, y, TEXT_SMALL, INK if ink == INK else LOOKS[game].quiet, wide, "right"))
    return marks


def _fitting(label: SeatLabel, state: PlateState, room: int) -> str:
    """The note and the points, without what there is no room for: first the unit goes, then the note."""
    points = "" if state.points is None else str(state.points).replace("-", "−")
    choices = [f"{label.note} {points} {state.unit if points else ''}", f"{label.note} {points}", points or label.note]
    words = [" ".join(choice.split()) for choice in choices]
    return next((word for word in words if text.width(word, TEXT_SMALL) <= room), "")


def bubble(place: Place, word: str) -> list[Mark]:
    """A speech bubble on the edge of the plate that faces the middle."""
    wide = min(text.width(word, TEXT_SMALL), place.width - 44)
    x = place.x + place.width - wide - 36
    y = place.y - 36 if place.below else place.y + PLATE_HEIGHT - 3
    return [
        Box(x - 3, y - 3, wide + 34, 46, 23, INK),
        Box(x, y, wide + 28, 40, 20, CREAM),
        Label(word, x + 14, y + 19, TEXT_SMALL, INK, wide),
    ]


def free_plate(game: str, place: Place, word: str, needed: bool) -> list[Mark]:
    """A seat that nobody has taken: dashed, and brighter where the game cannot start without it."""
    line = CREAM if needed else LOOKS[game].line
    wide = place.width - 2 * _PAD
    return [
        Box(place.x, place.y, place.width, PLATE_HEIGHT, 18, None, line, 3, 14),
        Label(
            word,
            place.x + place.width // 2,
            place.y + PLATE_HEIGHT // 2,
            TEXT,
            line if needed else LOOKS[game].quiet,
            wide,
            "middle",
        ),
    ]


def header(game: str, turn: str, title: str, now: bool) -> list[Mark]:
    """The line above the table: whose turn, large and yellow while the game goes on, and the title at the right."""
    turn, title = names.clean(turn, ""), names.clean(title, "")
    marks: list[Mark] = []
    right = WIDTH - 50
    title_width = min(text.width(title, TEXT), 420) if title else 0
    if title:
        marks.append(Label(title, right, 55, TEXT, LOOKS[game].quiet, title_width, "right"))
    if turn:
        x = 44
        if now:
            marks.append(Stamp("icons/turn", x, 31))
            x += 56
        marks.append(Label(turn, x, 55, 46, NOW if now else CREAM, right - title_width - 30 - x))
    return marks

"""The Calidruno deck: 58 kinds, and the two wilds as they look once a colour has been chosen."""

from __future__ import annotations

from PIL import Image

from games.calidruno.cards import KINDS, WILD, WILD4, Card, Colour, Symbol, colour_of, is_wild, name_of, symbol_of
from render.art.canvas import Canvas, Point
from render.art.cards import CARD, CORNER, RIM, blank, finish, frame, origin
from render.theme import COLOURS, CREAM, DARK_INKS, INK, WILD_BODY, Rgb

SHAPES = (
    "M0 -46L48 40L-48 40Z",
    "M0 -44C24.3 -44 44 -24.3 44 0C44 24.3 24.3 44 0 44C-24.3 44 -44 24.3 -44 0C-44 -24.3 -24.3 -44 0 -44Z",
    "M0 -50L15.3 -21L47.6 -15.5L24.7 8L29.4 40.5L0 26L-29.4 40.5L-24.7 8L-47.6 -15.5L-15.3 -21Z",
    "M-32 -40H32C36 -40 40 -36 40 -32V32C40 36 36 40 32 40H-32C-36 40 -40 36 -40 32V-32C-40 -36 -36 -40 -32 -40Z",
)
"""Triangle, disc, star and square in a box of ±50, in the order of the colours."""

_ARROW = "M-42 -27L6 -27L6 -41L44 -18L6 5L6 -9L-42 -9Z"
_EMBLEM_SCALE = (1.62, 1.56, 1.74, 1.62)
_EMBLEM_AT: tuple[Point, ...] = ((103, 190), (103, 199), (102, 196), (103, 201))
_EMBLEM_TEXT: tuple[tuple[float, float, float], ...] = ((28, 94, 78), (0, 112, 102), (7, 84, 74), (0, 112, 100))
"""For each emblem: how far the value lies below its centre, the value's size, its greatest width."""

_SIGNS = {Symbol.DRAW2: "+2", Symbol.DRAW4: "+4"}


def shape(canvas: Canvas, colour: Colour, at: Point, scale: float, fill: Rgb, line: Rgb, width: float) -> None:
    """The shape of a colour, with corners rounded by its outline."""
    canvas.path(SHAPES[colour], fill, at=at, scale=scale, outline=line, width=width)


def wheel(canvas: Canvas, at: Point, radius: float) -> None:
    """The four quarters of a wild, each with its shape."""
    canvas.circle(at, radius, INK)
    inner = radius * 0.955
    quarters = (
        (Colour.GREEN, 180, -1, -1),
        (Colour.RED, 270, 1, -1),
        (Colour.BLUE, 90, -1, 1),
        (Colour.YELLOW, 0, 1, 1),
    )
    for colour, start, _, _ in quarters:
        canvas.pie(at, inner, start, COLOURS[colour])
    x, y = at
    for points in ([(x - inner, y), (x + inner, y)], [(x, y - inner), (x, y + inner)]):
        canvas.line(points, INK, radius * 0.075)
    for colour, _, dx, dy in quarters:
        centre = (x + dx * radius * 0.43, y + dy * radius * 0.43)
        shape(canvas, colour, centre, radius * 0.0056, CREAM, DARK_INKS[colour], radius * 0.03)


def _sign(canvas: Canvas, symbol: Symbol, at: Point, size: float, ink: Rgb, max_width: float) -> None:
    """The value of a card, about as high as figures of this font size."""
    if symbol == Symbol.REVERSE:
        scale = min(size * 0.0082, max_width / 88)
        for turn in (0, 180):
            canvas.path(_ARROW, ink, at=at, scale=scale, turn=turn, outline=ink, width=4 * scale)
    elif symbol == Symbol.STOP:
        r = min(size * 0.37, max_width / 2)
        canvas.circle(at, r, None, ink, r * 0.27)
        d = r * 0.6
        canvas.line([(at[0] - d, at[1] + d), (at[0] + d, at[1] - d)], ink, r * 0.26)
    else:
        canvas.text(_SIGNS.get(symbol, str(int(symbol))), at, size, ink, max_width)


def _tab(canvas: Canvas, o: float, line: Rgb) -> None:
    """The cream index tab, part of the rim."""
    canvas.rounded((o + RIM, o + RIM, o + 74.6, o + 128.6), 19, line, corners=(False, False, True, False))
    canvas.rounded((o + 2, o + 2, o + 72, o + 126), 18, CREAM, corners=(True, False, True, False))


def _coloured(width: int, card: Card) -> Image.Image:
    colour, symbol = colour_of(card), symbol_of(card)
    body, ink, o = COLOURS[colour], DARK_INKS[colour], origin(width)
    canvas = blank(width)
    frame(canvas, o, body, ink)
    _emblem(canvas, o, colour)
    x, y = _EMBLEM_AT[colour]
    below, size, widest = _EMBLEM_TEXT[colour]
    _sign(canvas, symbol, (o + x, o + y + below), size, ink, widest)
    _tab(canvas, o, ink)
    _sign(canvas, symbol, (o + 38, o + 39), 66, ink, 56)
    shape(canvas, colour, (o + 38, o + 95), 0.46, body, ink, 3.2)
    return finish(canvas, width)


def _emblem(canvas: Canvas, o: float, colour: Colour, size: float = 1.0) -> None:
    x, y = _EMBLEM_AT[colour]
    shape(canvas, colour, (o + x, o + y), _EMBLEM_SCALE[colour] * size, CREAM, DARK_INKS[colour], 4)


def _wild(width: int, card: Card) -> Image.Image:
    o = origin(width)
    canvas = blank(width)
    frame(canvas, o, WILD_BODY, INK)
    wheel(canvas, (o + 102, o + 197), 76)
    if card == WILD4:
        canvas.rounded((o + 52, o + 162, o + 152, o + 232), 20, CREAM, INK, 4)
        canvas.text("+4", (o + 102, o + 197), 72, INK, 78)
    _tab(canvas, o, INK)
    if card == WILD4:
        canvas.text("+4", (o + 38, o + 39), 66, INK, 56)
        wheel(canvas, (o + 38, o + 95), 25)
    else:
        wheel(canvas, (o + 38, o + 66), 30)
    return finish(canvas, width)


def _played_wild(width: int, card: Card, colour: Colour) -> Image.Image:
    o, (w, h) = origin(width), CARD
    body, ink = COLOURS[colour], DARK_INKS[colour]
    canvas = blank(width)
    frame(canvas, o, body, ink)
    inset = RIM + 16
    canvas.rounded((o + inset, o + inset, o + w - inset, o + h - inset), CORNER - RIM, WILD_BODY, ink, 2.6)
    _emblem(canvas, o, colour, 0.82)
    x, y = _EMBLEM_AT[colour]
    below, size, widest = _EMBLEM_TEXT[colour]
    if card == WILD4:
        canvas.text("+4", (o + x, o + y + below * 0.82), size, ink, widest * 0.82)
    else:
        wheel(canvas, (o + x, o + y + below * 0.6), widest * 0.4)
    _tab(canvas, o, ink)
    if card == WILD4:
        canvas.text("+4", (o + 38, o + 39), 66, ink, 56)
    else:
        wheel(canvas, (o + 38, o + 38), 26)
    shape(canvas, colour, (o + 38, o + 95), 0.46, body, ink, 3.2)
    return finish(canvas, width)


def kind(width: int, card: Card) -> Image.Image:
    """One kind of card, ``width`` pixels wide."""
    return _wild(width, card) if is_wild(card) else _coloured(width, card)


def kinds(width: int) -> dict[str, Image.Image]:
    """Every kind of card by its notation, drawn ``width`` pixels wide."""
    return {name_of(card): kind(width, card) for card in (Card(i) for i in range(KINDS))}


def played_wilds(width: int) -> dict[str, Image.Image]:
    """The wilds with a chosen colour, by notation, colon and colour letter: ``W:R``."""
    wilds = (Card(i) for i in range(KINDS) if is_wild(Card(i)))
    return {f"{name_of(card)}:{c.letter}": _played_wild(width, card, c) for card in wilds for c in Colour}


def chips(width: int) -> dict[str, Image.Image]:
    """Every kind as a small index card, ``width`` pixels wide: value and shape, nothing else."""
    return {name_of(card): _chip(width, card) for card in (Card(i) for i in range(KINDS))}


def _chip(width: int, card: Card) -> Image.Image:
    canvas = Canvas(100, 132, width / 100)
    plain = is_wild(card)
    body, ink = (WILD_BODY, INK) if plain else (COLOURS[colour_of(card)], DARK_INKS[colour_of(card)])
    canvas.rounded((0, 0, 100, 132), 20, CREAM)
    canvas.rounded((5, 5, 95, 127), 16, body)
    canvas.rounded((13, 13, 87, 119), 11, CREAM)
    if card == WILD:
        wheel(canvas, (50, 66), 32)
    elif plain:
        canvas.text("+4", (50, 42), 60, ink, 62)
        wheel(canvas, (50, 91), 22)
    else:
        _sign(canvas, symbol_of(card), (50, 43), 62, ink, 62)
        shape(canvas, colour_of(card), (50, 92), 0.4, body, ink, 3.5)
    return canvas.finished()


def shapes(size: int) -> dict[str, Image.Image]:
    """The four colours as large shapes with a cream rim, by colour letter, ``size`` pixels high and wide."""
    result: dict[str, Image.Image] = {}
    for colour in Colour:
        canvas = Canvas(120, 120, size / 120)
        at = (60, 64) if colour == Colour.RED else (60, 62) if colour == Colour.YELLOW else (60, 60)
        canvas.path(SHAPES[colour], INK, at=at, outline=INK, width=19)
        canvas.path(SHAPES[colour], CREAM, at=at, outline=CREAM, width=14)
        canvas.path(SHAPES[colour], COLOURS[colour], at=at, outline=COLOURS[colour], width=2)
        result[colour.letter] = canvas.finished()
    return result

"""What the cards of every deck have in common: format, frame, corner, index tab, shadow; and the backs."""

from __future__ import annotations

from PIL import Image

from render.art.canvas import Canvas
from render.sprites import MARGIN
from render.theme import CREAM, INK, Rgb, mix

CARD = (200.0, 290.0)
"""Width and height of a card in its own units; sprites are scaled from these."""
CORNER = 20.0
RIM = 9.0


def blank(width: int) -> Canvas:
    """A canvas for one card ``width`` pixels wide, in card units, with ``MARGIN`` pixels round it for the shadow."""
    scale = width / CARD[0]
    return Canvas(CARD[0] + 2 * MARGIN / scale, CARD[1] + 2 * MARGIN / scale, scale)


def origin(width: int) -> float:
    """Where the card's corner lies on its canvas, in card units."""
    return MARGIN * CARD[0] / width


def frame(canvas: Canvas, o: float, body: Rgb, line: Rgb) -> None:
    """The cream card with its coloured body."""
    w, h = CARD
    canvas.rounded((o, o, o + w, o + h), CORNER, CREAM, INK, 2.0)
    canvas.rounded((o + RIM, o + RIM, o + w - RIM, o + h - RIM), CORNER - RIM + 2, body, line, 2.6)


def finish(canvas: Canvas, width: int) -> Image.Image:
    """The card with its shadow."""
    unit = CARD[0] / width
    canvas.shadow((0, 1.6 * unit), 1.7 * unit, 0.5)
    return canvas.finished()


def back(width: int, body: Rgb) -> Image.Image:
    """The back of a card: a lattice of the four shapes' diamonds, the same for every deck but for its colour."""
    o, (w, h) = origin(width), CARD
    canvas = blank(width)
    dark, light = mix(body, INK, 0.6), mix(body, CREAM, 0.66)
    frame(canvas, o, body, dark)
    diamond = "M0 -50L50 0L0 50L-50 0Z"
    if width >= 60:
        lattice = blank(width)
        for row in range(21):
            for column in range(9):
                at = (o + column * 28 - 12 + (14 if row % 2 else 0), o + row * 14 + 5)
                lattice.path(diamond, None, at=at, scale=0.28, outline=dark, width=1.4)
                lattice.path(diamond, light, at=at, scale=0.085 if row % 2 else 0.045)
        lattice.clip_to((o + RIM + 7, o + RIM + 7, o + w - RIM - 7, o + h - RIM - 7), 10)
        canvas.over(lattice)
        canvas.rounded((o + 17, o + 17, o + w - 17, o + h - 17), 10, None, light, 3.0)
    centre = (o + w / 2, o + h / 2)
    canvas.path(diamond, CREAM, at=centre, scale=1.16, outline=dark, width=4)
    canvas.path(diamond, body, at=centre, scale=0.78, outline=dark, width=3)
    canvas.path(diamond, CREAM, at=centre, scale=0.3)
    return finish(canvas, width)

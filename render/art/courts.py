"""Jack, queen, king and joker: busts in flat colours with dark outlines, told apart by their silhouettes.

The jack has a feather, the queen long hair and a flower, the king a beard and a sceptre, the joker bells.
Paths are in units of the card; x is counted from the middle of the panel, y from the card's upper edge.
"""

from __future__ import annotations

from dataclasses import dataclass

from render.art.canvas import Canvas, Point
from render.theme import CREAM, INK, JOKER_BODY, NOW, SUIT_RED, Rgb, mix

PANEL = (76.0, 15.0, 190.0, 275.0)
"""Left, top, right and bottom of the panel on a card."""
SIGN: Point = (94.0, 38.0)
"""Where the suit's sign goes in the panel."""
STAR = "M0 -50L14.7 -20.2L47.6 -15.5L23.8 7.7L29.4 40.5L0 25L-29.4 40.5L-23.8 7.7L-47.6 -15.5L-14.7 -20.2Z"

_MIDDLE = 133.0
_LINE = 3.2
_SKIN: Rgb = (248, 212, 178)
_HAIR: tuple[Rgb, Rgb, Rgb, Rgb] = ((64, 50, 48), (222, 160, 70), (172, 88, 38), (118, 74, 44))
"""Spades dark, hearts fair, diamonds red, clubs brown."""

_ROBE = (
    "M-55.4 264L-55.4 232C-55.4 206 -36 194 -18 190L18 190C36 194 55.4 206 55.4 232L55.4 264C55.4 269 51 273.4 46 273.4"
    "L-46 273.4C-51 273.4 -55.4 269 -55.4 264Z"
)
_NECK = "M-11 160L11 160L11 196L-11 196Z"


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure on its card: where it stands and what it wears."""

    canvas: Canvas
    at: Point
    robe: Rgb
    hair: Rgb

    def shape(self, path: str, fill: Rgb | None, line: float = _LINE) -> None:
        self.canvas.path(path, fill, at=self.at, outline=INK, width=line)

    def plain(self, path: str, fill: Rgb) -> None:
        self.canvas.path(path, fill, at=self.at)

    def stroke(self, points: list[Point], colour: Rgb, width: float) -> None:
        self.canvas.line([(self.at[0] + x, self.at[1] + y) for x, y in points], colour, width)

    def dot(self, x: float, y: float, radius: float, fill: Rgb, line: float = 0.0) -> None:
        outline = INK if line else None
        self.canvas.circle((self.at[0] + x, self.at[1] + y), radius, fill, outline, line)


def court(canvas: Canvas, o: float, letter: str, suit: int, ink: Rgb) -> None:
    """Jack, queen or king (J, Q, K) in their panel, dressed in the colour of the suit."""
    ground = mix(ink, CREAM, 0.13)
    robe = mix(ink, (150, 160, 200), 0.62) if ink == INK else ink
    _panel(canvas, o, ground, ink)
    figure = _Figure(canvas, (o + _MIDDLE, o), robe, _HAIR[suit])
    {"J": _jack, "Q": _queen, "K": _king}[letter](figure)
    _panel(canvas, o, None, ink)


def _panel(canvas: Canvas, o: float, fill: Rgb | None, line: Rgb) -> None:
    x0, y0, x1, y1 = PANEL
    canvas.rounded((o + x0, o + y0, o + x1, o + y1), 11, fill, line, 3.2)


def _face(figure: _Figure, *, brows: bool) -> None:
    """Eyes and nose."""
    for side in (-1, 1):
        figure.dot(side * 11, 133, 3.6, INK)
        if brows:
            figure.stroke([(side * 17, 123.5), (side * 6.5, 122)], figure.hair, 3.4)
    figure.stroke([(0.5, 134), (-3.5, 146), (1.5, 146.5)], mix(INK, _SKIN, 0.55), 2.2)


def _jack(figure: _Figure) -> None:
    figure.shape(_ROBE, figure.robe)
    figure.shape(_NECK, _SKIN)
    figure.shape("M-18 188L0 214L18 188L29 194L0 238L-29 194Z", CREAM)
    for y in (246, 260):
        figure.dot(0, y, 4, NOW, 2)
    figure.shape(
        "M-33 106L-37 166C-37 176 -16 176 -16 164L-16 112L16 112L16 164C16 176 37 176 37 166L33 106Z", figure.hair
    )
    figure.shape("M-24 104L24 104L24 144C24 160 12 171 0 171C-12 171 -24 160 -24 144Z", _SKIN)
    figure.plain("M-23 106L23 106L23 116C10 108 -10 108 -23 116Z", figure.hair)
    _face(figure, brows=True)
    figure.stroke([(-7, 157), (0, 160), (7, 157)], SUIT_RED, 3)
    figure.shape("M18 86C16 56 26 32 48 22C56 46 46 74 26 92Z", CREAM)
    figure.stroke([(22, 88), (44, 34)], INK, 2.2)
    figure.shape("M-41 104C-52 82 -30 66 0 66C30 66 50 80 41 104C14 96 -14 96 -41 104Z", figure.robe)
    figure.shape("M-41 102C-14 93 14 93 41 102L40 113C14 105 -14 105 -40 113Z", NOW)


def _queen(figure: _Figure) -> None:
    figure.shape(
        "M0 84C30 82 46 104 45 134C44 160 52 176 49 196C46 212 28 212 20 200L-20 200C-28 212 -46 212 -49 196"
        "C-52 176 -44 160 -45 134C-46 104 -30 82 0 84Z",
        figure.hair,
    )
    figure.shape(_ROBE, figure.robe)
    figure.shape("M-17 190C-14 190 -11 186 -11 178L11 178C11 186 14 190 17 190L10 220C4 226 -4 226 -10 220Z", _SKIN)
    figure.plain("M-11 168L11 168L11 182L-11 182Z", _SKIN)
    figure.shape("M-38 200C-28 194 -22 191 -17 190L-9 224L9 224L17 190C22 191 28 194 38 200L16 240L-16 240Z", None)
    figure.plain("M-34 201C-27 196 -22 193 -18 192L-10 226L10 226L18 192C22 193 27 196 34 201L15 238L-15 238Z", CREAM)
    for x, y in ((-9, 201), (0, 206), (9, 201)):
        figure.dot(x, y, 3.6, NOW, 1.6)
    figure.shape(
        "M0 100C17 100 25 114 25 132C25 154 12 172 0 172C-12 172 -25 154 -25 132C-25 114 -17 100 0 100Z", _SKIN
    )
    figure.plain(
        "M-25 128C-24 108 -14 98 0 98C14 98 24 108 25 128C18 122 8 116 0 104C-8 116 -18 122 -25 128Z", figure.hair
    )
    _face(figure, brows=False)
    for side in (-1, 1):
        figure.stroke([(side * 17, 124), (side * 7, 125.5)], INK, 2.4)
        figure.dot(side * 29, 156, 4.4, NOW, 1.8)
    figure.plain("M-7 155C-4 152 -2 152 0 154C2 152 4 152 7 155C4 161 -4 161 -7 155Z", SUIT_RED)
    figure.shape("M-27 104L-33 74L-15 86L0 64L15 86L33 74L27 104C10 98 -10 98 -27 104Z", NOW)
    for x, y in ((-33, 72), (0, 61), (33, 72)):
        figure.dot(x, y, 5.4, CREAM, 2.2)
    figure.dot(0, 89, 4.6, figure.robe, 1.8)
    _flower(figure, 36, 232)


def _flower(figure: _Figure, x: float, y: float) -> None:
    figure.stroke([(x, y + 6), (x - 4, 269)], INK, 6.4)
    figure.stroke([(x, y + 6), (x - 4, 269)], (84, 160, 96), 3)
    for dx, dy in ((0, -9), (8.6, -2.8), (5.3, 7.3), (-5.3, 7.3), (-8.6, -2.8)):
        figure.dot(x + dx, y + dy, 7.4, CREAM, 2.2)
    figure.dot(x, y, 5.6, NOW, 2)


def _king(figure: _Figure) -> None:
    figure.shape(_ROBE, figure.robe)
    figure.shape(
        "M-50 214C-44 200 -32 193 -18 190L18 190C32 193 44 200 50 214C40 226 28 232 17 234L17 272L-17 272L-17 234"
        "C-28 232 -40 226 -50 214Z",
        CREAM,
    )
    for x, y in ((-34, 212), (-24, 221), (34, 212), (24, 221), (-8, 246), (8, 246), (-8, 262), (8, 262)):
        figure.plain(f"M{x} {y - 4}L{x + 3} {y + 4}L{x - 3} {y + 4}Z", INK)
    figure.stroke([(44, 268), (44, 152)], INK, 9.6)
    figure.stroke([(44, 268), (44, 152)], NOW, 4.8)
    figure.dot(44, 146, 9, figure.robe, 2.8)
    figure.dot(44, 133, 4.4, NOW, 2.2)
    figure.shape("M-34 104L-36 160C-36 176 -26 180 -20 180L20 180C26 180 36 176 36 160L34 104Z", figure.hair)
    figure.shape("M-25 102L25 102L25 144L0 176L-25 144Z", _SKIN)
    _face(figure, brows=True)
    figure.shape(
        "M-26 136C-22 148 -14 150 -8 148C-4 147 4 147 8 148C14 150 22 148 26 136C32 168 20 206 0 212"
        "C-20 206 -32 168 -26 136Z",
        figure.hair,
    )
    figure.plain(
        "M-16 153C-9 148 -3 150 0 154C3 150 9 148 16 153C10 160 3 160 0 158C-3 160 -10 160 -16 153Z",
        mix(figure.hair, INK, 0.55),
    )
    figure.plain("M-6 161C-3 164 3 164 6 161C4 168 -4 168 -6 161Z", SUIT_RED)
    figure.shape("M-35 110L-44 62L-20 82L0 48L20 82L44 62L35 110C12 103 -12 103 -35 110Z", NOW)
    figure.shape("M-36 98C-12 91 12 91 36 98L35 111C12 104 -12 104 -35 111Z", CREAM, 2.6)
    for x, y in ((-44, 60), (0, 45), (44, 60)):
        figure.dot(x, y, 6.4, figure.robe, 2.4)
    for x in (-20, 0, 20):
        figure.dot(x, 101 if x else 99.5, 3.8, figure.robe)


def joker(canvas: Canvas, o: float) -> None:
    """The jester in his panel."""
    _panel(canvas, o, mix(JOKER_BODY, CREAM, 0.14), JOKER_BODY)
    figure = _Figure(canvas, (o + _MIDDLE, o), JOKER_BODY, _HAIR[2])
    figure.shape(_ROBE, JOKER_BODY)
    figure.plain("M0 191L18 191.6C36 195 53.8 207 53.8 232L53.8 264C53.8 268 50 272 46 272L0 272Z", NOW)
    for x, y, fill in ((-27, 244, NOW), (27, 244, JOKER_BODY)):
        figure.shape(f"M{x} {y - 17}L{x + 12} {y}L{x} {y + 17}L{x - 12} {y}Z", fill, 2.4)
    figure.stroke([(0, 200), (0, 271.6)], INK, 3)
    figure.shape(
        "M-22 176L-48 188L-36 196L-46 212L-26 208L-20 226L-8 212L0 230"
        "L8 212L20 226L26 208L46 212L36 196L48 188L22 176Z",
        CREAM,
    )
    figure.shape("M-26 104L26 104L26 140C26 164 12 180 0 180C-12 180 -26 164 -26 140Z", _SKIN)
    _face(figure, brows=False)
    for side in (-1, 1):
        figure.stroke([(side * 17, 121), (side * 11, 117), (side * 6, 121)], INK, 2.6)
        figure.dot(side * 17, 149, 5, mix(SUIT_RED, _SKIN, 0.45))
    figure.shape("M-15 154C-6 160 6 160 15 154C13 170 -13 170 -15 154Z", SUIT_RED, 2.4)
    cap(canvas, (o + _MIDDLE, o + 82), 0.5)
    figure.shape("M-31 104C-12 98 12 98 31 104L30 115C12 109 -12 109 -30 115Z", CREAM, 2.8)


def cap(canvas: Canvas, at: Point, scale: float) -> None:
    """The jester's cap with three bells, in a box of about ±105 by ±100."""
    for path, fill in (
        ("M-54 52C-58 14 -68 -6 -90 4C-92 -44 -44 -54 -16 -14L-4 52Z", JOKER_BODY),
        ("M54 52C58 14 68 -6 90 4C92 -44 44 -54 16 -14L4 52Z", JOKER_BODY),
        ("M-34 52C-36 4 -24 -48 0 -72C24 -48 36 4 34 52Z", NOW),
        ("M-58 44L58 44L55 66L-55 66Z", CREAM),
    ):
        canvas.path(path, fill, at=at, scale=scale, outline=INK, width=9 * scale)
    for x, y in ((-92, 14), (92, 14), (0, -80)):
        canvas.circle((at[0] + x * scale, at[1] + y * scale), 17 * scale, CREAM, INK, 8 * scale)

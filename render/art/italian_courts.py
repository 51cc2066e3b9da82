"""Fante, cavallo and re of the Italian deck: full-length figures, told apart by feather, horse and throne."""

from __future__ import annotations

from games.core.cards import Rank, Suit
from render.art.canvas import Canvas, Point
from render.art.italian_suits import CLOTHS, GOLD, ellipse, sign
from render.theme import CREAM, ITALIAN_INKS, Rgb, mix

PANEL = (68.0, 14.0, 190.0, 276.0)
"""Left, top, right and bottom of the panel on a card."""
FOOT = 34.0
"""The height of the band with the name."""
NAMES = {Rank.FANTE: "FANTE", Rank.CAVALLO: "CAVALLO", Rank.RE: "RE"}

_SKIN: Rgb = (246, 208, 172)
_HAIR: Rgb = (150, 84, 40)
_BEARD: Rgb = (120, 74, 44)
_HORSE: Rgb = (246, 236, 220)
_WOOD: Rgb = (156, 100, 52)
_LINE = 2.6


class _Pen:
    """Draws the parts of one figure: a panel's middle is x = 0, its upper edge y = 0."""

    def __init__(self, canvas: Canvas, at: Point, suit: Suit) -> None:
        self.canvas, self.at, self.suit = canvas, at, suit
        self.ink, self.cloth = ITALIAN_INKS[suit], CLOTHS[suit]
        self.light = mix(self.cloth, CREAM, 0.4)
        self.dark = mix(self.cloth, self.ink, 0.6)

    def part(self, path: str, fill: Rgb, width: float = _LINE) -> None:
        self.canvas.path(path, fill, at=self.at, outline=self.ink if width else None, width=width)

    def line(self, *points: Point, width: float = _LINE, colour: Rgb | None = None) -> None:
        x, y = self.at
        self.canvas.line([(x + a, y + b) for a, b in points], colour or self.ink, width)

    def dot(self, x: float, y: float, r: float, fill: Rgb, *, line: bool = True) -> None:
        self.part(ellipse(x, y, r, r), fill, _LINE if line else 0)

    def sign(self, x: float, y: float, scale: float, turn: float = 0.0) -> None:
        sign(self.canvas, self.suit, (self.at[0] + x, self.at[1] + y), scale, turn)


def court(canvas: Canvas, o: float, suit: Suit, rank: Rank) -> None:
    """A court's panel: ground, figure with the suit's sign, and its name on the foot."""
    x0, y0, x1, y1 = PANEL
    ink, cloth = ITALIAN_INKS[suit], CLOTHS[suit]
    canvas.rounded((o + x0, o + y0, o + x1, o + y1), 10, mix(cloth, CREAM, 0.15), ink, 3)
    pen = _Pen(canvas, (o + (x0 + x1) / 2, o + y0), suit)
    {Rank.FANTE: _fante, Rank.CAVALLO: _cavallo, Rank.RE: _re}[rank](pen)
    canvas.rounded((o + x0, o + y1 - FOOT, o + x1, o + y1), 10, ink, corners=(False, False, True, True))
    canvas.text(NAMES[rank], (o + (x0 + x1) / 2, o + y1 - FOOT / 2), 29, CREAM, x1 - x0 - 14)


def _face(pen: _Pen, x: float, y: float, size: float = 1.0) -> None:
    """Eyes, nose and mouth of a head centred at x, y."""
    for dx in (-6, 6):
        pen.dot(x + dx * size, y - 1 * size, 2.1 * size, pen.ink, line=False)
    pen.line((x, y), (x - 1.5 * size, y + 5 * size), width=1.5 * size)
    pen.line((x - 4 * size, y + 10 * size), (x + 4 * size, y + 10 * size), width=1.9 * size)


def _fante(pen: _Pen) -> None:
    """A page on his feet, feather in his cap, the sign in his raised hand."""
    for side in (-1, 1):
        pen.part(
            f"M{side * 3} 150L{side * 22} 150L{side * 19} 212L{side * 6} 212Z", pen.light if side > 0 else pen.dark
        )
        pen.part(
            f"M{side * 4} 210L{side * 19} 210L{side * 30} 222C{side * 30} 226 {side * 4} 226 {side * 4} 222Z", pen.ink
        )
    pen.part("M-19 46C-30 60 -27 84 -21 90L21 90C27 84 30 60 19 46Z", _HAIR)
    pen.part("M-30 100C-44 106 -48 124 -44 142L-33 140C-36 126 -32 118 -26 114Z", pen.cloth)
    pen.dot(-39, 145, 7, _SKIN)
    pen.part("M-28 98C-14 90 14 90 28 98L26 132L38 168C14 176 -14 176 -38 168L-26 132Z", pen.cloth)
    pen.part("M-12 92L0 116L12 92L8 88L-8 88Z", CREAM)
    pen.part("M-27 128L27 128L29 138L-29 138Z", GOLD)
    pen.part("M26 98C40 98 48 88 46 66L35 66C36 78 34 84 24 88Z", pen.cloth)
    pen.dot(41, 62, 7, _SKIN)
    pen.part("M-17 52C-18 76 -11 90 0 90C11 90 18 76 17 52Z", _SKIN)
    _face(pen, 0, 68)
    pen.part("M-27 54C-30 26 -14 16 4 18C22 20 30 34 27 54C10 47 -10 47 -27 54Z", pen.cloth)
    pen.part("M-30 57C-12 45 12 45 30 57L29 48C12 37 -12 37 -29 48Z", GOLD)
    pen.part("M-20 40C-36 34 -50 20 -48 4C-36 4 -20 14 -12 36Z", CREAM)
    pen.line((-16, 36), (-42, 10), width=1.8)
    pen.sign(41, 34, 0.44)


def _cavallo(pen: _Pen) -> None:
    """A rider on his horse, the sign in his hand."""
    for x in (-34, -18, 24, 40):
        pen.part(f"M{x - 6} 164L{x + 6} 164L{x + 5} 214L{x - 5} 214Z", _HORSE)
        pen.part(f"M{x - 6} 211L{x + 6} 211L{x + 7} 224L{x - 7} 224Z", pen.ink)
    pen.part("M46 136C60 140 60 180 52 204C44 196 42 160 40 146Z", pen.dark)
    pen.part(
        "M-40 140C-30 128 34 124 46 134C56 150 52 172 44 178C20 170 -10 178 -36 178C-48 170 -46 152 -40 140Z", _HORSE
    )
    pen.part("M-46 92C-40 70 -26 62 -10 74C-2 90 -4 118 4 136L-38 152C-40 136 -30 122 -32 112Z", _HORSE)
    pen.part("M-30 62C-54 72 -60 104 -58 116C-52 124 -42 122 -40 114C-34 108 -26 100 -22 90Z", _HORSE)
    pen.part("M-32 66L-30 48L-20 62Z", _HORSE)
    pen.part("M-22 58C-6 58 6 80 4 132L-6 134C-6 104 -10 82 -24 70Z", pen.dark)
    pen.dot(-42, 86, 3, pen.ink, line=False)
    pen.line((-53, 108), (-46, 112), width=1.8)
    pen.line((-52, 98), (-34, 108), (-6, 122), width=3.2, colour=GOLD)
    pen.part("M-2 132L36 130L38 156L2 158Z", pen.cloth)
    pen.part("M8 148L24 148L20 184L30 192L8 192Z", pen.dark)
    pen.part("M2 84C10 78 28 78 34 86L36 138C24 146 10 146 0 140Z", pen.cloth)
    pen.part("M6 92L-4 120L8 128L16 100Z", pen.light)
    pen.dot(0, 124, 6, _SKIN)
    pen.part("M28 88C38 86 46 78 46 62L38 60C38 70 34 76 24 78Z", pen.cloth)
    pen.part("M6 46C4 70 10 80 18 80C28 80 32 70 30 46Z", _SKIN)
    _face(pen, 16, 62, 0.8)
    pen.part("M2 48C2 30 12 24 20 26C30 26 36 36 34 48C24 43 12 43 2 48Z", GOLD)
    pen.sign(44, 40, 0.36)


def _re(pen: _Pen) -> None:
    """A king on his throne, the sign in his hand."""
    pen.part("M-46 228L-46 60C-46 26 46 26 46 60L46 228Z", _WOOD)
    pen.part("M-36 200L-36 66C-36 40 36 40 36 66L36 200Z", pen.light)
    for side in (-1, 1):
        pen.dot(side * 46, 46, 8, GOLD)
    pen.part("M-36 112C-20 98 20 98 36 112L42 176L34 226L-34 226L-42 176Z", pen.cloth)
    pen.part("M-13 112L13 112L16 226L-16 226Z", CREAM)
    pen.part("M-54 160L-34 156L-34 172L-54 176Z", _WOOD)
    pen.part("M34 156L54 160L54 176L34 172Z", _WOOD)
    pen.part("M-36 114C-20 92 20 92 36 114L26 128C12 116 -12 116 -26 128Z", CREAM)
    for x, y in ((-26, 114), (-14, 109), (26, 114), (14, 109)):
        pen.dot(x, y, 2, pen.ink, line=False)
    pen.part("M-17 56L-17 76C-17 88 -10 92 0 92C10 92 17 88 17 76L17 56Z", _SKIN)
    pen.part(
        "M-19 66C-19 84 -14 86 -8 82C-4 78 4 78 8 82C14 86 19 84 19 66C24 92 16 118 0 120C-16 118 -24 92 -19 66Z",
        _BEARD,
    )
    _face(pen, 0, 70, 0.9)
    pen.part("M-24 60L-28 24L-13 40L0 16L13 40L28 24L24 60C10 54 -10 54 -24 60Z", GOLD)
    for x, y in ((-28, 22), (0, 14), (28, 22)):
        pen.dot(x, y, 4, pen.cloth)
    pen.part("M26 130C40 134 46 146 42 158L30 156C32 148 28 144 20 142Z", pen.cloth)
    pen.dot(36, 158, 7, _SKIN)
    pen.sign(40, 136, 0.44)

"""Fante, cavallo and re of the Italian deck: full-length figures, told apart by feather, horse and throne."""

from __future__ import annotations

from games.core.cards import Rank, Suit
from render.art.canvas import Canvas, Point
from render.art.italian_suits import CLOTHS, GOLD, ellipse, sign
from render.theme import CREAM, ITALIAN_GROUNDS, ITALIAN_INKS, Rgb, mix

PANEL = (68.0, 14.0, 190.0, 276.0)
"""Left, top, right and bottom of the panel on a card."""
FOOT = 34.0
"""The height of the band with the name."""
NAMES = {Rank.FANTE: "FANTE", Rank.CAVALLO: "CAVALLO", Rank.RE: "RE"}

_SKIN: Rgb = (246, 208, 172)
_CHEEK: Rgb = (240, 170, 146)
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
    ink = ITALIAN_INKS[suit]
    canvas.rounded((o + x0, o + y0, o + x1, o + y1), 10, ITALIAN_GROUNDS[suit], ink, 3)
    pen = _Pen(canvas, (o + (x0 + x1) / 2, o + y0), suit)
    {Rank.FANTE: _fante, Rank.CAVALLO: _cavallo, Rank.RE: _re}[rank](pen)
    canvas.rounded((o + x0, o + y1 - FOOT, o + x1, o + y1), 10, ink, corners=(False, False, True, True))
    canvas.text(NAMES[rank], (o + (x0 + x1) / 2, o + y1 - FOOT / 2), 29, CREAM, x1 - x0 - 14)


def _face(pen: _Pen, x: float, y: float, size: float = 1.0) -> None:
    """Eyes, nose, cheeks and a calm mouth of a head centred at x, y."""
    for side in (-1, 1):
        pen.part(ellipse(x + side * 9.5 * size, y + 7 * size, 3.6 * size, 2.8 * size), _CHEEK, 0)
        pen.dot(x + side * 6 * size, y - size, 2.2 * size, pen.ink, line=False)
        pen.line((x + side * 3 * size, y - 6.5 * size), (x + side * 9 * size, y - 6.5 * size), width=1.4 * size)
    pen.line((x, y), (x - 1.5 * size, y + 5 * size), width=1.5 * size)
    mouth = ((-4.5, 10), (-2, 11.6), (0, 12), (2, 11.6), (4.5, 10))
    pen.line(*((x + dx * size, y + dy * size) for dx, dy in mouth), width=1.9 * size)


def _fante(pen: _Pen) -> None:
    """A page on his feet, feather in his cap, the sign in his raised hand."""
    for side in (-1, 1):
        leg = pen.light if side > 0 else pen.dark
        pen.part(f"M{side * 3} 160L{side * 21} 160L{side * 18} 212L{side * 6} 212Z", leg)
        shoe = f"M{side * 4} 209L{side * 19} 209C{side * 20} 214 {side * 30} 216 {side * 32} 223L{side * 4} 223Z"
        pen.part(shoe, pen.ink)
    pen.part("M-19 46C-30 60 -27 84 -21 90L21 90C27 84 30 60 19 46Z", _HAIR)
    pen.part("M-27 99C-44 106 -48 124 -44 142L-33 140C-36 126 -32 118 -26 114Z", pen.cloth)
    pen.dot(-39, 145, 7, _SKIN)
    pen.part("M26 112C42 110 50 92 48 68L36 68C36 82 34 90 24 94Z", pen.cloth)
    pen.dot(42, 63, 7.5, _SKIN)
    pen.part("M-28 98C-14 90 14 90 28 98L26 132L38 168C14 176 -14 176 -38 168L-26 132Z", pen.cloth)
    pen.part("M-36 160C-14 168 14 168 36 160L38 168C14 176 -14 176 -38 168Z", GOLD, 2)
    pen.part("M-12 92L0 116L12 92L8 88L-8 88Z", CREAM)
    pen.part("M-27 127L27 127L29 138L-29 138Z", GOLD)
    pen.part("M-6 124L6 124L6 141L-6 141Z", CREAM, 2)
    pen.part("M-17 52C-18 76 -11 90 0 90C11 90 18 76 17 52Z", _SKIN)
    _face(pen, 0, 68)
    pen.part("M-27 54C-30 26 -14 16 4 18C22 20 30 34 27 54C10 47 -10 47 -27 54Z", pen.cloth)
    pen.part("M-30 57C-12 45 12 45 30 57L29 47C12 36 -12 36 -29 47Z", GOLD)
    pen.part("M-19 40C-38 36 -54 20 -52 3C-38 2 -20 12 -11 36Z", CREAM)
    pen.line((-16, 36), (-30, 22), (-45, 10), width=1.8)
    pen.sign(40, 35, 0.44)


def _cavallo(pen: _Pen) -> None:
    """A rider on his horse, the sign in his hand."""
    pen.part("M46 132C64 138 62 178 53 206C43 196 44 160 40 146Z", pen.dark)
    for x in (-20, 24):
        _leg(pen, x, mix(_HORSE, pen.ink, 0.86))
    pen.part(
        "M-42 138C-30 126 34 122 46 132C57 148 54 172 46 180C22 171 -10 180 -38 180C-51 170 -50 150 -42 138Z", _HORSE
    )
    _leg(pen, 40, _HORSE)
    pen.part("M-48 166L-34 170L-36 188L-50 196L-44 206L-54 212L-58 194L-48 184Z", _HORSE)
    pen.part("M-46 92C-40 70 -26 62 -10 74C-2 90 -4 118 6 138L-40 154C-42 136 -30 122 -32 112Z", _HORSE)
    pen.part("M-18 62C-4 64 8 84 6 134L-6 136C-6 106 -10 84 -24 72Z", pen.dark)
    pen.part("M-34 66L-34 44L-20 62Z", _HORSE)
    pen.part("M-28 60C-54 70 -61 102 -59 115C-54 124 -43 122 -40 114C-34 108 -24 102 -20 90Z", _HORSE)
    pen.part("M-30 60C-24 56 -16 60 -14 66L-26 78C-30 72 -34 66 -30 60Z", pen.dark, 2)
    pen.dot(-41, 86, 3.2, pen.ink, line=False)
    pen.dot(-54, 105, 1.8, pen.ink, line=False)
    pen.line((-55, 114), (-50, 115), (-45, 112), width=1.8)
    pen.line((-56, 100), (-47, 104), (-38, 105), width=3.4, colour=GOLD)
    pen.line((-38, 105), (-20, 116), (0, 122), width=3.4, colour=GOLD)
    pen.part("M-4 132C10 126 30 126 40 132L40 160C26 166 10 166 -4 160Z", GOLD)
    pen.part("M-1 136C10 131 28 131 37 136L37 154C26 159 10 159 -1 154Z", pen.cloth, 2)
    pen.part("M8 136C16 132 28 134 28 142L23 178L10 178Z", pen.light)
    pen.part("M9 174L24 174L24 192L-4 192C-4 186 4 184 9 182Z", pen.ink)
    pen.part("M2 86C10 78 28 78 34 88L36 138C24 146 10 146 0 140Z", pen.cloth)
    pen.part("M0 128L36 126L36 137C24 144 10 144 0 139Z", GOLD, 2)
    pen.part("M30 104C42 100 50 84 49 64L38 64C38 76 36 82 26 86Z", pen.cloth)
    pen.dot(43, 59, 7, _SKIN)
    pen.part("M4 94C-6 104 -8 114 -4 124L8 120C6 112 8 108 16 100Z", pen.light)
    pen.dot(1, 122, 6.5, _SKIN)
    pen.part("M3 46C1 70 8 82 17 82C27 82 33 70 31 46Z", _SKIN)
    _face(pen, 16, 62, 0.82)
    pen.part("M0 50C-2 28 8 18 18 18C30 18 38 30 35 50C24 43 11 43 0 50Z", pen.cloth)
    pen.part("M-3 54C10 43 26 43 38 54L37 45C26 35 10 35 -2 45Z", GOLD)
    pen.dot(18, 16, 4, GOLD)
    pen.sign(43, 31, 0.42)


def _leg(pen: _Pen, x: float, coat: Rgb) -> None:
    """A horse's leg with its hoof."""
    pen.part(f"M{x - 8} 164L{x + 8} 164L{x + 5} 190L{x + 5} 214L{x - 6} 214L{x - 5} 190Z", coat)
    pen.part(f"M{x - 6} 210L{x + 6} 210L{x + 8} 223L{x - 8} 223Z", pen.ink)


def _re(pen: _Pen) -> None:
    """A king on his throne, the sign in his hand."""
    pen.part("M-48 228L-48 62C-48 22 48 22 48 62L48 228Z", _WOOD)
    pen.part("M-38 200L-38 68C-38 38 38 38 38 68L38 200Z", pen.light)
    for side in (-1, 1):
        pen.dot(side * 48, 50, 8, GOLD)
    pen.part("M-56 222L56 222L56 229L-56 229Z", _WOOD)
    pen.part("M-34 112C-20 98 20 98 34 112L36 164L-36 164Z", pen.cloth)
    for side in (-1, 1):
        pen.part(f"M{side * 58} 150L{side * 38} 150L{side * 38} 162L{side * 58} 162Z", _WOOD)
        pen.part(f"M{side * 55} 162L{side * 45} 162L{side * 45} 222L{side * 55} 222Z", _WOOD)
        pen.dot(side * 56, 156, 7, GOLD)
    for side in (-1, 1):
        shoe = f"M{side * 6} 212L{side * 22} 212C{side * 30} 214 {side * 34} 218 {side * 34} 223L{side * 6} 223Z"
        pen.part(shoe, pen.ink)
        robe = f"M0 150C{side * 20} 142 {side * 42} 150 {side * 42} 168L{side * 38} 214L{side * 4} 214Z"
        pen.part(robe, pen.cloth)
        pen.part(f"M{side * 39} 202L{side * 38} 214L{side * 4} 214L{side * 3} 202Z", GOLD, 2)
    pen.part("M-9 116L9 116L10 158L7 214L-7 214L-10 158Z", CREAM)
    for y in (140, 160, 180, 200):
        pen.part(f"M-3 {y}L0 {y - 5}L3 {y}L0 {y + 5}Z", pen.ink, 0)
    pen.part("M-34 114C-46 122 -48 136 -42 150L-28 148C-32 138 -30 130 -24 126Z", pen.cloth)
    pen.dot(-38, 151, 7, _SKIN)
    pen.part("M-36 116C-20 92 20 92 36 116L27 131C12 117 -12 117 -27 131Z", CREAM)
    for x, y in ((-27, 116), (-16, 108), (27, 116), (16, 108)):
        pen.part(f"M{x - 2.4} {y}L{x} {y - 4}L{x + 2.4} {y}L{x} {y + 4}Z", pen.ink, 0)
    pen.part("M-18 56L-18 76C-18 88 -10 92 0 92C10 92 18 88 18 76L18 56Z", _SKIN)
    pen.part(
        "M-19 64C-19 80 -14 84 -8 81C-4 79 4 79 8 81C14 84 19 80 19 64C25 92 16 120 0 123C-16 120 -25 92 -19 64Z",
        _BEARD,
    )
    _face(pen, 0, 70, 0.9)
    pen.part("M-25 60L-30 24L-14 40L0 14L14 40L30 24L25 60C10 53 -10 53 -25 60Z", GOLD)
    pen.part("M-25 60C-10 53 10 53 25 60L26 52C10 45 -10 45 -26 52Z", pen.cloth, 2)
    for x, y in ((-30, 22), (0, 12), (30, 22)):
        pen.dot(x, y, 4.4, pen.cloth)
    pen.part("M32 116C48 122 54 136 50 148L36 146C38 138 36 132 26 128Z", pen.cloth)
    pen.dot(41, 149, 7.5, _SKIN)
    pen.sign(41, 121, 0.44)

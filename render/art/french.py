"""The French deck: 52 faces and the joker, in four colours of suit or in two, and small faces for melds."""

from __future__ import annotations

from PIL import Image

from games.kalooki.cards import JOKER, KIND_NAMES, KINDS, RANKS, Kind, Suit, rank_of, suit_of
from render.art import courts
from render.art.canvas import Canvas, Point
from render.art.cards import CARD, CORNER, blank, finish, origin
from render.theme import CREAM, FOUR_SUITS, INK, JOKER_BODY, NOW, TWO_SUITS, Rgb, mix

_SPADE = (
    "M0 -48C10 -28 44 -9 44 17C44 32 33 41 21 41C13 41 7 38 3 33C4 40 8 45 15 50L-15 50C-8 45 -4 40 -3 33"
    "C-7 38 -13 41 -21 41C-33 41 -44 32 -44 17C-44 -9 -10 -28 0 -48Z"
)
_HEART = (
    "M0 47C-11 28 -46 9 -46 -18C-46 -35 -34 -45 -22 -45C-11 -45 -3 -38 0 -29C3 -38 11 -45 22 -45"
    "C34 -45 46 -35 46 -18C46 9 11 28 0 47Z"
)
_DIAMOND = "M0 -50C9 -31 22 -14 39 0C22 14 9 31 0 50C-9 31 -22 14 -39 0C-22 -14 -9 -31 0 -50Z"
_CLUB = (
    "M0 -48C13 -48 23 -38 23 -26C23 -18 19 -12 13 -7C18 -10 22 -11 26 -11C38 -11 47 -1 47 11C47 23 38 33 26 33"
    "C17 33 9 28 4 20C5 34 8 43 16 50L-16 50C-8 43 -5 34 -4 20C-9 28 -17 33 -26 33C-38 33 -47 23 -47 11"
    "C-47 -1 -38 -11 -26 -11C-22 -11 -18 -10 -13 -7C-19 -12 -23 -18 -23 -26C-23 -38 -13 -48 0 -48Z"
)
SUITS = (_SPADE, _HEART, _DIAMOND, _CLUB)
"""Spade, heart, diamond and club in a box of ±50, in the order of ``Suit``."""

_LEFT, _MIDDLE, _RIGHT = 91.0, 130.0, 169.0
_TOP, _BOTTOM = 46.0, 244.0
_PIP = 0.4
_INDEX_X = 37.0

_TWO, _THREE, _FOUR = (0.0, 1.0), (0.0, 0.5, 1.0), (0.0, 1 / 3, 2 / 3, 1.0)
_SPOTS: dict[int, tuple[tuple[float, ...], tuple[float, ...]]] = {
    2: ((), _TWO),
    3: ((), _THREE),
    4: (_TWO, ()),
    5: (_TWO, (0.5,)),
    6: (_THREE, ()),
    7: (_THREE, (0.25,)),
    8: (_THREE, (0.25, 0.75)),
    9: (_FOUR, (0.5,)),
    10: (_FOUR, (1 / 6, 5 / 6)),
}
"""Where the pips of each number lie between top and bottom: in each outer column, and in the middle one."""


def pip(canvas: Canvas, suit: Suit, at: Point, scale: float, colour: Rgb, *, turned: bool = False) -> None:
    """The sign of a suit, upside down if it is turned."""
    canvas.path(SUITS[suit], colour, at=at, scale=scale, turn=180 if turned else 0, outline=colour, width=2 * scale)


def rank_sign(canvas: Canvas, rank: int, centre: Point, size: float, colour: Rgb) -> None:
    """The rank in large letters; ten is as narrow as the others, and the tail of the queen hangs below their line."""
    letter = RANKS[rank]
    x, y = centre
    if letter == "T":
        for figure, dx, width in (("1", -0.265, 0.27), ("0", 0.155, 0.47)):
            canvas.text(figure, (x + dx * size, y), size, colour, width * size, condensed=True)
    else:
        canvas.text(letter, (x, y + (0.045 * size if letter == "Q" else 0)), size, colour)


def face(width: int, kind: Kind, inks: tuple[Rgb, Rgb, Rgb, Rgb] = FOUR_SUITS) -> Image.Image:
    """One face, ``width`` pixels wide."""
    o, (w, h) = origin(width), CARD
    canvas = blank(width)
    canvas.rounded((o, o, o + w, o + h), CORNER, CREAM, INK, 2.4)
    if kind == JOKER:
        _joker(canvas, o)
        return finish(canvas, width)
    suit, rank = suit_of(kind), rank_of(kind)
    ink = inks[suit]
    rank_sign(canvas, rank, (o + _INDEX_X, o + 43), 76, ink)
    pip(canvas, suit, (o + _INDEX_X, o + 102), 0.5, ink)
    if rank < len(RANKS) - 4:
        _pips(canvas, o, suit, rank + 2, ink)
    elif RANKS[rank] == "A":
        canvas.circle((o + _MIDDLE, o + 150), 55, mix(ink, CREAM, 0.13), mix(ink, CREAM, 0.5), 3)
        pip(canvas, suit, (o + _MIDDLE, o + 150), 0.84, ink)
    else:
        courts.court(canvas, o, RANKS[rank], suit, ink)
        pip(canvas, suit, (o + courts.SIGN[0], o + courts.SIGN[1]), 0.3, ink)
    return finish(canvas, width)


def _pips(canvas: Canvas, o: float, suit: Suit, count: int, ink: Rgb) -> None:
    sides, middle = _SPOTS[count]
    spots = [(x, t) for x in (_LEFT, _RIGHT) for t in sides] + [(_MIDDLE, t) for t in middle]
    for x, t in spots:
        at = (o + x, o + _TOP + t * (_BOTTOM - _TOP))
        pip(canvas, suit, at, _PIP, ink, turned=t > 0.5)


def _joker(canvas: Canvas, o: float) -> None:
    courts.cap(canvas, (o + _INDEX_X, o + 46), 0.27)
    canvas.path(courts.STAR, JOKER_BODY, at=(o + _INDEX_X, o + 102), scale=0.5)
    courts.joker(canvas, o)


def faces(width: int) -> dict[str, Image.Image]:
    """All faces by notation; the suits that two colours draw otherwise a second time as ``9D:2``."""
    result = {KIND_NAMES[kind]: face(width, kind) for kind in (*KINDS, JOKER)}
    changed = [kind for kind in KINDS if TWO_SUITS[suit_of(kind)] != FOUR_SUITS[suit_of(kind)]]
    return result | {f"{KIND_NAMES[kind]}:2": face(width, kind, TWO_SUITS) for kind in changed}


SMALL = (58.0, 84.0)
"""Width and height of a small face in its own units."""


def small_faces(width: int) -> dict[str, Image.Image]:
    """Rank and suit alone, for tight fans: every face, and as ``JK:9D`` the joker where it stands for it."""
    result = {KIND_NAMES[kind]: _small(width, kind, joker=False) for kind in (*KINDS, JOKER)}
    return result | {f"JK:{KIND_NAMES[kind]}": _small(width, kind, joker=True) for kind in KINDS}


def _small(width: int, kind: Kind, *, joker: bool) -> Image.Image:
    unit = SMALL[0] / width
    o = 5 * unit
    canvas = Canvas(SMALL[0] + 2 * o, SMALL[1] + 2 * o, 1 / unit)
    body = JOKER_BODY if joker else CREAM
    w, h = SMALL
    canvas.rounded((o, o, o + w, o + h), 9, body, INK, 1.3)
    if joker or kind == JOKER:
        canvas.rounded((o + 3, o + 3, o + w - 3, o + h - 3), 6.5, None, NOW, 1.6)
    if kind == JOKER:
        courts.cap(canvas, (o + 23.5, o + 29), 0.17)
        canvas.path(courts.STAR, JOKER_BODY, at=(o + 23.5, o + 62), scale=0.32)
    else:
        ink = CREAM if joker else FOUR_SUITS[suit_of(kind)]
        rank_sign(canvas, rank_of(kind), (o + 23.5, o + 22), 42, ink)
        pip(canvas, suit_of(kind), (o + 23.5, o + 59.5), 0.34, ink)
    canvas.shadow((0, 1.4 * unit), 1.5 * unit, 0.5)
    return canvas.finished()

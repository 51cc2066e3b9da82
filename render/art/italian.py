"""The Italian deck of forty cards, and small faces for open fans. Trentine traits, drawn by the house.

Frame, corner, index and shadow are those of every deck here; pips stay apart, so that they can be counted on a phone.
"""

from __future__ import annotations

from PIL import Image

from games.core.cards import NAMES, PACK, RANK_OF, SUIT_OF, Card, Rank, Suit
from render.art import italian_courts
from render.art.canvas import Canvas
from render.art.cards import CARD, CORNER, blank, finish, origin
from render.art.italian_suits import CLOTHS, sign
from render.theme import CREAM, INK, ITALIAN_GROUNDS, ITALIAN_INKS, mix

INDEX_X = 37.0
_LEFT, _MIDDLE, _RIGHT = 96.0, 130.0, 164.0
_TOP, _BOTTOM = 52.0, 240.0

_TWO, _THREE = (0.0, 1.0), (0.0, 0.5, 1.0)
_SPOTS: dict[Rank, tuple[tuple[float, ...], tuple[float, ...], float]] = {
    Rank.TWO: ((), (0.06, 0.94), 0.94),
    Rank.THREE: ((), _THREE, 0.82),
    Rank.FOUR: (_TWO, (), 0.67),
    Rank.FIVE: (_TWO, (0.5,), 0.66),
    Rank.SIX: (_THREE, (), 0.64),
    Rank.SEVEN: ((0.0, 2 / 3, 1.0), (1 / 3,), 0.56),
}
"""Where the pips of each rank lie between top and bottom: in each outer column, in the middle one; and their scale."""
_SCALE = {Suit.DENARI: 0.95, Suit.SPADE: 1.04, Suit.BASTONI: 0.98}
"""Signs that fill their box more or less than cups do."""
_ACE = (1.24, 1.36, 1.3, 1.26)
_TILT = {Suit.SPADE: 8.0, Suit.BASTONI: 12.0}
"""Long pips lean, by degrees."""


def face(width: int, card: Card) -> Image.Image:
    """One face, ``width`` pixels wide."""
    o, (w, h) = origin(width), CARD
    suit, rank = SUIT_OF[card], RANK_OF[card]
    canvas = blank(width)
    canvas.rounded((o, o, o + w, o + h), CORNER, CREAM, INK, 2.4)
    canvas.text(rank.letter, (o + INDEX_X, o + 43), 76, ITALIAN_INKS[suit])
    sign(canvas, suit, (o + INDEX_X, o + 103), 0.52, bold=1.1)
    if rank in _SPOTS:
        _pips(canvas, o, suit, rank)
    elif rank == Rank.ACE:
        _ace(canvas, o, suit)
    else:
        italian_courts.court(canvas, o, suit, rank)
    return finish(canvas, width)


def _pips(canvas: Canvas, o: float, suit: Suit, rank: Rank) -> None:
    sides, middle, scale = _SPOTS[rank]
    spots = [(x, t) for x in (_LEFT, _RIGHT) for t in sides] + [(_MIDDLE, t) for t in middle]
    for x, t in spots:
        at = (o + x, o + _TOP + t * (_BOTTOM - _TOP))
        sign(canvas, suit, at, scale * _SCALE.get(suit, 1.0), _TILT.get(suit, 0.0))


def _ace(canvas: Canvas, o: float, suit: Suit) -> None:
    at, cloth = (o + 109, o + 198), CLOTHS[suit]
    canvas.circle(at, 77, ITALIAN_GROUNDS[suit], mix(cloth, CREAM, 0.7), 3)
    sign(canvas, suit, at, _ACE[suit])


def faces(width: int) -> dict[str, Image.Image]:
    """All faces by notation."""
    return {NAMES[card]: face(width, card) for card in PACK}


SMALL = (58.0, 84.0)
"""Width and height of a small face in its own units."""


def small_faces(width: int) -> dict[str, Image.Image]:
    """Rank and suit alone, by notation, for open fans."""
    return {NAMES[card]: _small(width, card) for card in PACK}


def _small(width: int, card: Card) -> Image.Image:
    unit = SMALL[0] / width
    o = 5 * unit
    suit = SUIT_OF[card]
    canvas = Canvas(SMALL[0] + 2 * o, SMALL[1] + 2 * o, 1 / unit)
    canvas.rounded((o, o, o + SMALL[0], o + SMALL[1]), 9, CREAM, INK, 1.3)
    canvas.text(RANK_OF[card].letter, (o + 23.5, o + 22), 42, ITALIAN_INKS[suit])
    sign(canvas, suit, (o + 23.5, o + 59), 0.4, bold=1.2)
    canvas.shadow((0, 1.4 * unit), 1.5 * unit, 0.5)
    return canvas.finished()


def emblems(size: int) -> dict[str, Image.Image]:
    """The four suits as large signs on cream discs, by suit letter, ``size`` pixels high and wide."""
    result: dict[str, Image.Image] = {}
    for suit in Suit:
        canvas = Canvas(120, 120, size / 120)
        canvas.circle((60, 60), 59, INK)
        canvas.circle((60, 60), 56, CREAM)
        sign(canvas, suit, (60, 60), 0.84)
        result[suit.letter] = canvas.finished()
    return result

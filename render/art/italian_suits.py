"""The four suits of the Italian deck as Trentino draws them: lidded cup, coin, curved scimitar, thick club.

Their outlines differ as much as their colours: a lid with a knob, a disc, a crescent, a knotted stick.
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.cards import Suit
from render.art.canvas import Canvas, Point
from render.theme import ITALIAN_INKS, Rgb

GOLD: Rgb = (242, 182, 50)
_PALE_GOLD: Rgb = (255, 227, 154)
_RED: Rgb = (184, 30, 50)
_ROSE: Rgb = (238, 134, 134)
_ORANGE: Rgb = (217, 115, 26)
_STEEL: Rgb = (196, 224, 246)
_BLUE: Rgb = (78, 151, 218)
_GREEN: Rgb = (88, 174, 104)
_MOSS: Rgb = (160, 218, 156)
_CUT: Rgb = (226, 240, 206)

CLOTHS: tuple[Rgb, Rgb, Rgb, Rgb] = ((198, 47, 59), (224, 160, 22), (47, 110, 190), (46, 139, 87))
"""What the courts of each suit wear. The signs themselves differ more in lightness: dark cups, light clubs."""


class Layer(NamedTuple):
    """One shape of a sign, in a box of ±50; its outline has the suit's ink."""

    path: str
    fill: Rgb
    line: float = 3.6


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse as a path."""
    kx, ky = rx * 0.5523, ry * 0.5523
    return (
        f"M{x - rx} {y}C{x - rx} {y - ky} {x - kx} {y - ry} {x} {y - ry}"
        f"C{x + kx} {y - ry} {x + rx} {y - ky} {x + rx} {y}"
        f"C{x + rx} {y + ky} {x + kx} {y + ry} {x} {y + ry}C{x - kx} {y + ry} {x - rx} {y + ky} {x - rx} {y}Z"
    )


_CUP = (
    Layer("M-7 14L7 14L9 30C19 33 29 37 30 44L-30 44C-29 37 -19 33 -9 30Z", _RED),
    Layer("M-31 42L31 42L33 50L-33 50Z", GOLD),
    Layer(ellipse(0, 23, 12, 6), GOLD),
    Layer("M-34 -16C-35 6 -20 19 0 19C20 19 35 6 34 -16Z", _RED),
    Layer("M-33.5 -6C-14 3 14 3 33.5 -6L31 3C13 12 -13 12 -31 3Z", GOLD, 2.6),
    Layer("M-26 -13C-27 -9 -26 -7 -25 -5L-18 -3C-20 -7 -20 -10 -19 -13Z", _ROSE, 0),
    Layer("M-32 -20C-30 -35 -15 -40 0 -40C15 -40 30 -35 32 -20Z", _RED),
    Layer("M-24 -24C-21 -31 -14 -34 -7 -35L-8 -30C-13 -29 -17 -27 -19 -24Z", _ROSE, 0),
    Layer("M-38 -23L38 -23C41 -23 41 -14 38 -14L-38 -14C-41 -14 -41 -23 -38 -23Z", GOLD),
    Layer(ellipse(0, -43.5, 7.5, 6.5), GOLD),
)


def _petal(turn: int) -> str:
    """One of eight petals of the coin's flower."""
    cos, sin = ((1, 0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071))[turn % 4]
    sign = 1 if turn < 4 else -1
    points = ((0, -9), (10, -17), (8, -29), (0, -35), (-8, -29), (-10, -17), (0, -9))
    turned = [(sign * (x * cos - y * sin), sign * (x * sin + y * cos)) for x, y in points]
    words = [f"{x:.2f} {y:.2f}" for x, y in turned]
    return f"M{words[0]}C{' '.join(words[1:4])}C{' '.join(words[4:7])}Z"


_COIN = (
    Layer(ellipse(0, 0, 46, 46), GOLD),
    Layer(ellipse(0, 0, 37, 37), _PALE_GOLD, 2.4),
    *(Layer(_petal(turn), _ORANGE if turn % 2 else GOLD, 2.2) for turn in range(8)),
    Layer(ellipse(0, 0, 10.5, 10.5), _RED, 3),
)
_SWORD = (
    Layer("M-13 22C-31 -6 -24 -42 13 -50L32 -36C8 -32 0 -8 7 22Z", _STEEL),
    Layer("M7 22C0 -8 8 -32 32 -36L25 -41C-2 -34 -9 -8 -2 22Z", _BLUE, 0),
    Layer("M-6 26L8 26L9 42L-7 42Z", CLOTHS[Suit.SPADE]),
    Layer(
        "M-30 13C-26 20 -13 20 1 20C15 20 26 19 31 12C36 21 31 30 21 30C11 30 7 28 1 28C-5 28 -10 30 -20 30"
        "C-30 30 -35 21 -30 13Z",
        GOLD,
    ),
    Layer(ellipse(1, 44.5, 9, 6.5), GOLD),
)
_CLUB = (
    Layer("M-17 -16L-34 -30L-40 -16L-15 4Z", _GREEN),
    Layer("M15 4L33 -8L38 7L12 22Z", _GREEN),
    Layer(ellipse(-37.5, -23, 5.5, 8), _CUT, 2.8),
    Layer(ellipse(36, -0.5, 5.5, 8), _CUT, 2.8),
    Layer("M-25 -40C-25 -14 -15 16 -12 46C-8 51 8 51 12 46C15 16 25 -14 25 -40Z", _GREEN),
    Layer("M-17 -32C-16 -12 -11 4 -9 22L-5 22C-6 4 -10 -12 -11 -32Z", _MOSS, 0),
    Layer("M9 -30C9 -24 8 -16 6 -8", _GREEN, 2.6),
    Layer("M-15.5 25L15.5 25L14.4 34L-14.4 34Z", GOLD, 2.8),
    Layer(ellipse(0, -41, 25, 9), _CUT),
    Layer(ellipse(0, -41, 12, 4), GOLD, 2.4),
)
_LAYERS: tuple[tuple[Layer, ...], ...] = (_CUP, _COIN, _SWORD, _CLUB)


def sign(canvas: Canvas, suit: Suit, at: Point, scale: float, turn: float = 0.0, bold: float = 1.0) -> None:
    """The sign of a suit centred at a point, ``scale`` × 100 units high; ``bold`` thickens its outlines."""
    ink = ITALIAN_INKS[suit]
    for layer in _LAYERS[suit]:
        outline = ink if layer.line else None
        width = layer.line * scale * bold
        canvas.path(layer.path, layer.fill, at=at, scale=scale, turn=turn, outline=outline, width=width)

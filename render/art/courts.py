"""The court cards and the joker: busts in flat colours with dark outlines, told apart by their silhouettes.

A deck gives the panel, the rank's letter and the suit's ink; the figures serve every deck of the house.
"""

from __future__ import annotations

from render.art.canvas import Canvas, Point
from render.theme import CREAM, INK, JOKER_BODY, NOW, Rgb, mix

PANEL = (76.0, 16.0, 188.0, 274.0)
"""Left, top, right and bottom of the panel on a card."""
SIGN: Point = (96.0, 38.0)
"""Where the deck puts its suit's sign in the panel."""

STAR = "M0 -50L14.7 -20.2L47.6 -15.5L23.8 7.7L29.4 40.5L0 25L-29.4 40.5L-23.8 7.7L-47.6 -15.5L-14.7 -20.2Z"
_SKIN: Rgb = (246, 208, 172)


def court(canvas: Canvas, o: float, letter: str, suit: int, ink: Rgb) -> None:
    """Jack, queen or king (J, Q, K) in their panel."""
    x0, y0, x1, y1 = PANEL
    canvas.rounded((o + x0, o + y0, o + x1, o + y1), 10, mix(ink, CREAM, 0.12), ink, 3)


def joker(canvas: Canvas, o: float) -> None:
    """The jester in his panel."""
    x0, y0, x1, y1 = PANEL
    canvas.rounded((o + x0, o + y0, o + x1, o + y1), 10, mix(JOKER_BODY, CREAM, 0.14), JOKER_BODY, 3)
    cap(canvas, (o + 132, o + 120), 0.5)


def cap(canvas: Canvas, at: Point, scale: float) -> None:
    """The jester's cap with three bells, in a box of about ±100 by ±70."""
    canvas.path(
        "M-52 52C-60 10 -70 -14 -92 -8C-86 -48 -40 -54 -14 -12L-4 52Z",
        JOKER_BODY,
        at=at,
        scale=scale,
        outline=INK,
        width=9 * scale,
    )
    canvas.path(
        "M52 52C60 10 70 -14 92 -8C86 -48 40 -54 14 -12L4 52Z",
        JOKER_BODY,
        at=at,
        scale=scale,
        outline=INK,
        width=9 * scale,
    )
    canvas.path("M-30 52C-34 0 -22 -50 0 -74C22 -50 34 0 30 52Z", NOW, at=at, scale=scale, outline=INK, width=9 * scale)
    canvas.path("M-58 46L58 46L54 68L-54 68Z", CREAM, at=at, scale=scale, outline=INK, width=9 * scale)
    for x, y in ((-94, 2), (94, 2), (0, -82)):
        canvas.circle((at[0] + x * scale, at[1] + y * scale), 17 * scale, CREAM, INK, 8 * scale)

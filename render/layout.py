"""What a laid-out picture consists of: marks at fixed places, painted in order. Units are pixels."""

from __future__ import annotations

from typing import Literal, NamedTuple

from render.theme import Rgb

Align = Literal["left", "middle", "right"]


class Stamp(NamedTuple):
    """A sprite; x and y are where its own corner goes (a soft shadow may reach beyond it).

    Attributes:
        sprite: its key in the atlases, such as ``"calidruno/full/R7"``.
        width, height: show only so much from the upper left corner, for cards that others cover; 0 = all.
        dim: darkened, for what cannot be used now.
    """

    sprite: str
    x: int
    y: int
    width: int = 0
    height: int = 0
    dim: bool = False


class Box(NamedTuple):
    """A rounded rectangle.

    Attributes:
        fill: None for an outline alone.
        border: width of the outline, which lies inside the rectangle.
        dash: length of dashes and gaps of the outline; 0 = a full line.
    """

    x: int
    y: int
    width: int
    height: int
    radius: int
    fill: Rgb | None
    outline: Rgb | None = None
    border: int = 0
    dash: int = 0


class Label(NamedTuple):
    """One line of text, centred vertically on y; x is its left end, middle or right end.

    A text wider than ``max_width`` is cut with an ellipsis.
    """

    text: str
    x: int
    y: int
    size: int
    colour: Rgb
    max_width: int
    align: Align = "left"


Mark = Stamp | Box | Label


class Layout(NamedTuple):
    """A whole picture: its size, the game whose look and palette it has, its ground and its marks."""

    width: int
    height: int
    game: str
    ground: Literal["felt", "slate"]
    marks: tuple[Mark, ...]

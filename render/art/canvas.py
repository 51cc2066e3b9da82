"""Draws vector shapes on a transparent canvas: four times as large, then scaled down without dark fringes."""

from __future__ import annotations

import math
from typing import Any, cast

from fontTools.pens.basePen import BasePen
from fontTools.svgLib import path as svg_path
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from render.scaling import scaled
from render.text import NUNITO
from render.theme import Rgb

SUPERSAMPLING = 4
_CURVE_STEPS = 24

Point = tuple[float, float]


class _Flattener(BasePen):
    """Collects the polygons of a path, curves cut into short lines."""

    def __init__(self) -> None:
        cast(Any, super()).__init__(None)  # likewise
        self.polygons: list[list[Point]] = []

    def _moveTo(self, pt: Point) -> None:  # noqa: N802 (the name that fontTools calls)
        self.polygons.append([pt])

    def _lineTo(self, pt: Point) -> None:  # noqa: N802 (see above)
        self.polygons[-1].append(pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802 (see above)
        start = self.polygons[-1][-1]
        for i in range(1, _CURVE_STEPS + 1):
            t = i / _CURVE_STEPS
            u = 1 - t
            weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
            pulls = list(zip(weights, (start, pt1, pt2, pt3), strict=True))
            self.polygons[-1].append((sum(w * p[0] for w, p in pulls), sum(w * p[1] for w, p in pulls)))

    def _closePath(self) -> None:  # noqa: N802 (see above)
        self.polygons[-1].append(self.polygons[-1][0])

    def _endPath(self) -> None:  # noqa: N802 (see above)
        pass


def polygons(path: str) -> list[list[Point]]:
    """The polygons of an SVG path string."""
    pen = _Flattener()
    cast(Any, svg_path).parse_path(path, pen)  # fontTools has no types for it
    return pen.polygons


class Canvas:
    """A transparent picture of width × height units, each ``scale`` pixels; drawn over and over, then finished."""

    def __init__(self, width: float, height: float, scale: float = 1.0) -> None:
        self.size = (round(width * scale), round(height * scale))
        self._k = scale * SUPERSAMPLING
        self._image = Image.new("RGBA", (self.size[0] * SUPERSAMPLING, self.size[1] * SUPERSAMPLING))
        self._draw = ImageDraw.Draw(self._image)

    def path(
        self,
        path: str,
        fill: Rgb | None,
        *,
        at: Point = (0, 0),
        scale: float = 1.0,
        turn: float = 0.0,
        outline: Rgb | None = None,
        width: float = 0.0,
    ) -> None:
        """A path centred at ``at``, turned by degrees clockwise; the outline's width is in canvas units."""
        cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        for polygon in polygons(path):
            points = [
                ((at[0] + x * cos - y * sin) * self._k, (at[1] + x * sin + y * cos) * self._k) for x, y in polygon
            ]
            if fill is not None:
                self._draw.polygon(points, fill=fill)
            if outline is not None:
                self._stroke(points, outline, width * self._k)

    def _stroke(self, points: list[Point], colour: Rgb, width: float) -> None:
        self._draw.line(points, fill=colour, width=max(1, round(width)), joint="curve")
        for x, y in points[:: max(1, len(points) - 1)] if len(points) > 60 else points:
            r = width / 2
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def line(self, points: list[Point], colour: Rgb, width: float) -> None:
        """An open line with round ends."""
        self._stroke([(x * self._k, y * self._k) for x, y in points], colour, width * self._k)

    def circle(
        self, centre: Point, radius: float, fill: Rgb | None, outline: Rgb | None = None, width: float = 0
    ) -> None:
        """A circle; the outline lies inside the radius."""
        (x, y), r, k = centre, radius, self._k
        box = ((x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k)
        self._draw.ellipse(box, fill=fill, outline=outline, width=round(width * k))

    def pie(self, centre: Point, radius: float, start: float, fill: Rgb) -> None:
        """A quarter of a disc from ``start`` degrees (0 = three o'clock) clockwise."""
        (x, y), r, k = centre, radius, self._k
        self._draw.pieslice(((x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k), start, start + 90, fill=fill)

    def rounded(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        fill: Rgb | None,
        outline: Rgb | None = None,
        width: float = 0.0,
        *,
        corners: tuple[bool, bool, bool, bool] = (True, True, True, True),
    ) -> None:
        """A rounded rectangle x0, y0, x1, y1; ``corners`` in the order of a clock from the upper left."""
        k = self._k
        self._draw.rounded_rectangle(
            (box[0] * k, box[1] * k, box[2] * k - 1, box[3] * k - 1),
            radius * k,
            fill=fill,
            outline=outline,
            width=round(width * k),
            corners=corners,
        )

    def text(
        self,
        text: str,
        centre: Point,
        size: float,
        colour: Rgb,
        max_width: float = math.inf,
        *,
        condensed: bool = False,
    ) -> None:
        """Figures or letters whose ink is centred at a point. Too wide ones are drawn smaller or, if ``condensed``,
        narrower at the same height."""
        font = ImageFont.truetype(NUNITO, round(size * self._k), layout_engine=ImageFont.Layout.BASIC)
        font.set_variation_by_axes([900])
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        wide = max_width * self._k
        if right - left > wide and condensed:
            mask = Image.new("L", (round(right - left), round(bottom - top)))
            ImageDraw.Draw(mask).text((-left, -top), text, font=font, fill=255, anchor="ls")
            mask = scaled(mask, (round(wide), mask.height))
            at = (round(centre[0] * self._k - wide / 2), round(centre[1] * self._k - mask.height / 2))
            self._draw.bitmap(at, mask, fill=colour)
            return
        if right - left > wide:
            self.text(text, centre, size * wide / (right - left) * 0.995, colour)
            return
        x = centre[0] * self._k - (left + right) / 2
        y = centre[1] * self._k - (top + bottom) / 2
        self._draw.text((x, y), text, font=font, fill=colour, anchor="ls")

    def shadow(self, offset: Point, blur: float, opacity: float) -> None:
        """Puts a soft shadow below everything drawn so far."""
        alpha = self._image.getchannel("A")
        moved = Image.new("L", self._image.size)
        moved.paste(alpha, (round(offset[0] * self._k), round(offset[1] * self._k)))
        blurred = cast(Any, moved.filter(ImageFilter.GaussianBlur(blur * self._k)))  # Pillow's types name NumPy's
        soft: Image.Image = blurred.point([round(i * opacity) for i in range(256)])
        below = Image.new("RGBA", self._image.size)
        below.putalpha(soft)
        self._image = Image.alpha_composite(below, self._image)
        self._draw = ImageDraw.Draw(self._image)

    def clip_to(self, box: tuple[float, float, float, float], radius: float) -> None:
        """Erases all that lies outside a rounded rectangle."""
        k = self._k
        mask = Image.new("L", self._image.size)
        ImageDraw.Draw(mask).rounded_rectangle(
            (box[0] * k, box[1] * k, box[2] * k - 1, box[3] * k - 1), radius * k, 255
        )
        self._image = Image.composite(self._image, Image.new("RGBA", self._image.size), mask)
        self._draw = ImageDraw.Draw(self._image)

    def over(self, other: Canvas) -> None:
        """Puts another canvas of the same size on top."""
        self._image.alpha_composite(other._image)

    def finished(self) -> Image.Image:
        """The picture at its own size."""
        return scaled(self._image, self.size)

"""Puts the marks of a layout on a canvas."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render import sprites, text
from render.layout import Box, Label, Layout, Stamp
from render.scaling import scaled
from render.theme import SLATE

_SUPERSAMPLING = 4


def paint(layout: Layout) -> Image.Image:
    """The picture of a layout in RGB; a pure function of it."""
    canvas = _ground(layout)
    for mark in layout.marks:
        if isinstance(mark, Stamp):
            _stamp(canvas, mark)
        elif isinstance(mark, Box):
            for x, part, mask in _box_parts(mark._replace(x=0, y=0)):
                canvas.paste(part, (mark.x + x, mark.y), mask)
        else:
            _label(canvas, mark)
    return canvas


def _ground(layout: Layout) -> Image.Image:
    if layout.ground == "slate":
        return Image.new("RGB", (layout.width, layout.height), SLATE)
    return sprites.ground(layout.game, layout.height).copy()


def _stamp(canvas: Image.Image, mark: Stamp) -> None:
    image = sprites.dimmed(mark.sprite) if mark.dim else sprites.sprite(mark.sprite)
    if mark.width or mark.height:
        image = image.crop((0, 0, mark.width or image.width, mark.height or image.height))
    canvas.paste(image, (mark.x, mark.y), image)


def _label(canvas: Image.Image, mark: Label) -> None:
    line = text.mask(mark.text, mark.size, mark.max_width)
    left = mark.x - {"left": 0, "middle": line.width // 2, "right": line.width}[mark.align]
    top = mark.y + round(mark.size * 0.355) - line.baseline
    canvas.paste(mark.colour, (left, top), line.image)


@lru_cache(maxsize=256)
def _box_parts(box: Box) -> list[tuple[int, Image.Image, Image.Image | None]]:
    """A box as sprites, each with its x and its mask. Between the rounded ends a filled box needs no mask, which makes
    large boxes four times as fast."""
    end = box.radius + 1
    if box.fill is None or box.dash or box.width <= 2 * end:
        image = _box(box)
        return [(0, image, image)]
    narrow = _box(box._replace(width=2 * end + 1))  # all columns of the middle are alike
    left, column, right = (
        narrow.crop((x0, 0, x1, box.height)) for x0, x1 in ((0, end), (end, end + 1), (end + 1, 2 * end + 1))
    )
    middle = scaled(column.convert("RGB"), (box.width - 2 * end, box.height), Image.Resampling.NEAREST)
    return [(0, left, left), (end, middle, None), (box.width - end, right, right)]


def _box(box: Box) -> Image.Image:
    """A box as one sprite; drawn four times as large and scaled down."""
    k = _SUPERSAMPLING
    size = (box.width * k, box.height * k)
    fill = box.fill or box.outline
    image = Image.new("RGBA", size, (*(fill or (0, 0, 0)), 0))
    draw = ImageDraw.Draw(image)
    area = (0, 0, size[0] - 1, size[1] - 1)
    if box.dash:
        _dashes(draw, box, k)
    else:
        draw.rounded_rectangle(area, box.radius * k, fill=box.fill, outline=box.outline, width=box.border * k)
    return scaled(image, (box.width, box.height), Image.Resampling.BOX)


def _dashes(draw: ImageDraw.ImageDraw, box: Box, k: int) -> None:
    """An outline of dashes on the straight sides and full corners."""
    w, h, r, b = box.width * k, box.height * k, box.radius * k, box.border * k
    if box.fill:
        draw.rounded_rectangle((0, 0, w - 1, h - 1), r, fill=box.fill)
    for start, x, y in ((180, 0, 0), (270, w - 2 * r, 0), (0, w - 2 * r, h - 2 * r), (90, 0, h - 2 * r)):
        draw.arc((x, y, x + 2 * r - 1, y + 2 * r - 1), start, start + 90, fill=box.outline, width=b)
    for side, along in ((w, True), (h, False)):
        free = side - 2 * r
        count = max(1, round(free / (box.dash * k * 2)))
        step = free / count
        for i in range(count):
            a, z = round(r + (i + 0.25) * step), round(r + (i + 0.75) * step)
            for edge in (0, (h if along else w) - b):
                draw.rectangle((a, edge, z, edge + b - 1) if along else (edge, a, edge + b - 1, z), fill=box.outline)

"""Reading the pictures of Kalooki in tests: what is stamped where, and in which colour."""

from __future__ import annotations

from PIL import Image

from render import samples_kalooki as samples
from render.layout import Label, Layout, Stamp

SCENES = samples.kalooki()


def stamps(layout: Layout, part: str) -> list[Stamp]:
    return [mark for mark in layout.marks if isinstance(mark, Stamp) and part in mark.sprite]


def words(layout: Layout) -> list[str]:
    return [mark.text for mark in layout.marks if isinstance(mark, Label)]


def faces(layout: Layout) -> list[Stamp]:
    """The small faces, in the order in which they are painted."""
    return [mark for mark in stamps(layout, "french/") if "/full/" not in mark.sprite]


def colour(picture: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def near(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, two, strict=True)) <= 3

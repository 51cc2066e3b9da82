"""Scaling without dark fringes."""

from __future__ import annotations

from typing import Any, cast

from PIL import Image


def scaled(image: Image.Image, size: tuple[int, int], how: Image.Resampling = Image.Resampling.LANCZOS) -> Image.Image:
    """The image at another size; colours of transparent pixels do not bleed into the edges."""
    source = image.convert("RGBa") if image.mode == "RGBA" else image
    # Pillow's types for resize name NumPy's, which need not be installed.
    result: Image.Image = cast(Any, source).resize(size, how)
    return result.convert("RGBA") if image.mode == "RGBA" else result

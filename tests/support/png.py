"""What a PNG is made of, besides what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks_of(data: bytes) -> Iterator[bytes]:
    """The names of its chunks in order; ValueError if it is no PNG or something follows its end."""
    if not data.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at = len(SIGNATURE)
    while at < len(data):
        length, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        at += 12 + length
        if name == b"IEND" and at != len(data):
            raise ValueError("something follows the end")
        yield name


def pixels_of(data: bytes) -> tuple[tuple[int, int], bytes]:
    """Its size and its pixels in RGBA."""
    with Image.open(BytesIO(data)) as image:
        return image.size, image.convert("RGBA").tobytes()

"""The sprites in ``assets``: one WebP atlas for each size of a deck and one of icons, with an index of rectangles.

A sprite's key is ``atlas/name``, where the atlas of a deck is ``deck/size``: ``"calidruno/full/R7"``, ``"icons/turn"``.
"""

from __future__ import annotations

import json
import threading
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image

from render.theme import SLATE, TABLE_HEIGHT

ASSETS = files("render") / "assets"
MARGIN = 5
"""Pixels round a card in its sprite, for the shadow."""
DIMMED = 0.56
"""How much of a card's light is left when it cannot be used."""

CARD_WIDTHS = {"full": 164}
"""Widths in pixels at which every deck is drawn."""
EMBLEM_WIDTHS = {"small": 84, "large": 108}
"""Widths of the discs that show a suit alone."""
CHIP_WIDTH, CHIP_HEIGHT = 46, 61
"""Size of the small index cards that show a whole hand in little room."""
_FELT_PERIOD = 8
"""After so many rows the pattern of the cloth repeats."""
SMALL_WIDTHS = {"small": 58, "medium": 74, "large": 92}
"""Widths in pixels of the faces that show rank and suit alone."""
TRICK_WIDTHS = {"trick": 120}
"""Widths of whole faces where six lie on the table at once."""
BACK_WIDTHS = {"tiny": 26, "medium": 74, "large": 92, "trick": 120, "stock": 132, "full": 164}


def card_height(width: int) -> int:
    """The height of a card of this width."""
    return round(width * 290 / 200)


def small_height(width: int) -> int:
    """The height of a small face of this width."""
    return round(width * 84 / 58)


_loading = threading.Lock()
_atlases: dict[str, dict[str, Image.Image]] = {}


def _atlas(name: str) -> dict[str, Image.Image]:
    """All sprites of an atlas, read once, by one thread; the sheet itself is not kept."""
    with _loading:
        if name not in _atlases:
            file = name.replace("/", "-")
            index: dict[str, list[int]] = json.loads((ASSETS / f"{file}.json").read_text(encoding="ascii"))
            with Image.open(BytesIO((ASSETS / f"{file}.webp").read_bytes())) as sheet:
                _atlases[name] = {key: sheet.crop((x, y, x + w, y + h)) for key, (x, y, w, h) in index.items()}
        return _atlases[name]


def keys(atlas: str) -> frozenset[str]:
    """The keys of all sprites of an atlas, without its name."""
    return frozenset(_atlas(atlas))


def sizes(deck: str) -> list[str]:
    """The sizes at which a deck is drawn."""
    files_of_deck = (path.name for path in ASSETS.iterdir() if path.name.startswith(f"{deck}-"))
    return sorted(name.removeprefix(f"{deck}-").removesuffix(".json") for name in files_of_deck if "json" in name)


def sprite(key: str) -> Image.Image:
    """The sprite of a key such as ``"calidruno/full/R7"``, RGBA; shared, so never to be drawn on.

    Raises:
        KeyError: if there is no such sprite.
    """
    atlas, _, name = key.rpartition("/")
    return _atlas(atlas)[name]


@lru_cache(maxsize=512)
def dimmed(key: str) -> Image.Image:
    """The sprite mixed with the ground of the hand."""
    image = sprite(key)
    ground = Image.new("RGBA", image.size, SLATE)
    dark = Image.blend(ground, image, DIMMED)
    dark.putalpha(image.getchannel("A"))
    return dark


@lru_cache(maxsize=16)
def ground(game: str, height: int = TABLE_HEIGHT) -> Image.Image:
    """The felt of a game's table, RGB; a higher table has more of the middle of the cloth."""
    image = Image.open(BytesIO((ASSETS / f"{game}-felt.png").read_bytes())).convert("RGB")
    middle = TABLE_HEIGHT // 2 // _FELT_PERIOD * _FELT_PERIOD
    more = height - TABLE_HEIGHT
    if not more:
        return image
    felt = Image.new("RGB", (image.width, height))
    felt.paste(image.crop((0, 0, image.width, middle)), (0, 0))
    band = image.crop((0, middle, image.width, middle + _FELT_PERIOD))
    for y in range(middle, middle + more, _FELT_PERIOD):
        felt.paste(band, (0, y))
    felt.paste(image.crop((0, middle, image.width, TABLE_HEIGHT)), (0, middle + more))
    return felt


@cache
def palette(game: str) -> Image.Image:
    """The fixed palette of a game's pictures, in mode P as ``quantize`` wants it."""
    colours = (ASSETS / f"{game}.palette").read_bytes()
    image = Image.new("P", (1, 1))
    image.putpalette(colours)
    return image

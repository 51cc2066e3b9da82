"""Draws all sprites, felts and palettes from their vector sources: ``python -m render.build_atlas``.

Needs the development packages (fonttools). What it writes to ``render/assets`` is committed; a test compares the
digest of the sources and says when this has to be run again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from fontTools.ttLib import TTFont
from PIL import Image

from render import paint, samples, sprites, text
from render.art import calidruno, cards, french, icons, italian
from render.theme import INK, LOOKS, Rgb, ui_colours

ROOT = Path(__file__).parent
ASSETS = ROOT / "assets"
DIGEST = ASSETS / "sources.sha256"
_SOURCES = ("art/*.py", "theme.py", "sprites.py", "build_atlas.py")
_FONTS = ("fontpkg-nunito", "noto-cjk-sans-jp-bold")
_ATLAS_WIDTH = 1400
_FAR = 11
"""Palette entries nearer than this to a UI colour, in levels of the worst channel, are left out."""


def digest() -> str:
    """What the committed assets depend on: vector sources, sizes, colours, and the fonts' versions."""
    sha = hashlib.sha256()
    for pattern in _SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            sha.update(path.read_bytes().replace(b"\r\n", b"\n"))
    for font in _FONTS:
        sha.update(f"{font} {version(font)}".encode())
    return sha.hexdigest()


def atlases() -> dict[str, dict[str, Image.Image]]:
    """Every atlas: its sprites by name."""
    common = icons.icons()
    for game, look in LOOKS.items():
        for size, width in sprites.BACK_WIDTHS.items():
            common[f"back-{game}-{size}"] = cards.back(width, look.back)
    for size, pixels in (("large", 148), ("small", 84)):
        common |= {f"shape-{letter}-{size}": image for letter, image in calidruno.shapes(pixels).items()}
    decks = {
        f"calidruno/{size}": calidruno.kinds(width) | calidruno.played_wilds(width)
        for size, width in sprites.CARD_WIDTHS.items()
    }
    decks |= {f"french/{size}": french.faces(width) for size, width in sprites.CARD_WIDTHS.items()}
    decks |= {f"french/{size}": french.small_faces(width) for size, width in sprites.SMALL_WIDTHS.items()}
    whole = sprites.CARD_WIDTHS | sprites.TRICK_WIDTHS
    decks |= {f"italian/{size}": italian.faces(width) for size, width in whole.items()}
    decks |= {f"italian/{size}": italian.small_faces(width) for size, width in sprites.SMALL_WIDTHS.items()}
    decks |= {f"italian/suit-{size}": italian.emblems(width) for size, width in sprites.EMBLEM_WIDTHS.items()}
    return {"icons": common, **decks, "calidruno/chip": calidruno.chips(sprites.CHIP_WIDTH)}


def _pack(images: Mapping[str, Image.Image]) -> tuple[Image.Image, dict[str, tuple[int, int, int, int]]]:
    """Shelves, the highest sprites first."""
    index: dict[str, tuple[int, int, int, int]] = {}
    x = y = shelf = 0
    for key, image in sorted(images.items(), key=lambda item: (-item[1].height, item[0])):
        if x + image.width > _ATLAS_WIDTH:
            x, y, shelf = 0, y + shelf, 0
        index[key] = (x, y, image.width, image.height)
        x, shelf = x + image.width, max(shelf, image.height)
    sheet = Image.new("RGBA", (_ATLAS_WIDTH, y + shelf))
    for key, image in images.items():
        sheet.paste(image, index[key][:2])
    return sheet, index


def _coverage() -> dict[str, list[list[int]]]:
    """The characters of each font as ranges of code points."""
    result: dict[str, list[list[int]]] = {}
    for name, path in (("nunito", text.NUNITO), ("noto", text.NOTO)):
        points = sorted(cast(Any, TTFont(path)).getBestCmap())
        ranges: list[list[int]] = []
        for point in points:
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
        result[name] = ranges
    return result


def _gap(a: Rgb, b: Rgb) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _palette(game: str) -> bytes:
    """256 colours: the UI colours, then the ones that the game's sample pictures need most."""
    pictures = [paint.paint(scene.layout()) for scene in samples.scenes(game).values()]
    sheet = Image.new("RGB", (max(p.width for p in pictures), sum(p.height for p in pictures)))
    y = 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height
    chosen = ui_colours(game)
    frequent = sorted(cast("list[tuple[int, Rgb]]", sheet.getcolors(1 << 24) or []), reverse=True)
    candidates = [colour for _, colour in frequent[:60]]
    quantised = sheet.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    table = quantised.getpalette() or []
    candidates += [(table[i], table[i + 1], table[i + 2]) for i in range(0, len(table), 3)]
    fixed = list(chosen)
    for colour in candidates:
        if len(chosen) == 256:
            break
        if all(_gap(colour, ui) >= _FAR for ui in fixed) and all(_gap(colour, other) >= 6 for other in chosen):
            chosen.append(colour)
    chosen += [INK] * (256 - len(chosen))
    return bytes(channel for colour in chosen for channel in colour)


def _json_lines(items: Iterable[tuple[str, object]]) -> bytes:
    """A JSON object with one member a line, so that changes can be read."""
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(items))
    return f"{{\n{lines}\n}}\n".encode("ascii")


def _webp(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "WEBP", lossless=True, quality=100, method=4)
    return out.getvalue()


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def build() -> None:
    """Write everything anew. Palettes come last: they are made from pictures painted with the new sprites."""
    ASSETS.mkdir(exist_ok=True)
    files = {"coverage.json": _json_lines(_coverage().items())}
    for name, images in atlases().items():
        sheet, index = _pack(images)
        file = name.replace("/", "-")
        files |= {f"{file}.webp": _webp(sheet), f"{file}.json": _json_lines(index.items())}
    files |= {f"{game}-felt.png": _png(icons.felt(look)) for game, look in LOOKS.items()}
    for file, data in files.items():
        (ASSETS / file).write_bytes(data)
    palettes = {f"{game}.palette": _palette(game) for game in LOOKS}
    for file, data in palettes.items():
        (ASSETS / file).write_bytes(data)
    DIGEST.write_text(digest() + "\n", encoding="ascii")
    for old in {path.name for path in ASSETS.iterdir()} - {*files, *palettes, DIGEST.name}:
        (ASSETS / old).unlink()


if __name__ == "__main__":
    build()

"""Lines of text: which font has which character, how wide a line is, and its mask.

Latin, Greek and Cyrillic come from Nunito, everything else that can be drawn from Noto Sans CJK. Fonts are packages.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

NUNITO = str(files("fontpkg_nunito") / "files" / "Nunito[wght].ttf")
NOTO = str(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf")
COVERAGE = files("render") / "assets" / "coverage.json"
"""The characters of each font as ranges, written by ``render.build_atlas``."""

WEIGHT = 800
_NOTO_SCALE = 0.92  # so that kana and kanji look as large as Nunito's capitals
_ELLIPSIS = "…"
_BUILT = {"⅓": "¹⁄₃", "⅔": "²⁄₃"}
"""Fractions that no font here has, built from figures and a fraction slash."""

_local = threading.local()


class _Coverage(NamedTuple):
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, char: str) -> bool:
        at = bisect_right(self.starts, ord(char)) - 1
        return at >= 0 and ord(char) <= self.ends[at]


@cache
def _coverage(font: str) -> _Coverage:
    ranges: dict[str, list[list[int]]] = json.loads(COVERAGE.read_text(encoding="ascii"))
    return _Coverage(tuple(r[0] for r in ranges[font]), tuple(r[1] for r in ranges[font]))


def drawable(char: str) -> bool:
    """Whether a font here has a glyph for this character."""
    return char in _BUILT or _coverage("nunito").has(char) or _coverage("noto").has(char)


def missing_glyphs(text: str) -> set[str]:
    """The characters of a text that no font here can draw; line breaks do not count."""
    return {char for char in text if not drawable(char) and char != "\n"}


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """One font object for each thread: FreeType faces are not to be shared."""
    fonts: dict[tuple[str, int], ImageFont.FreeTypeFont] | None = getattr(_local, "fonts", None)
    if fonts is None:
        fonts = _local.fonts = {}
    font = fonts.get((name, size))
    if font is None:
        path, px = (NUNITO, size) if name == "nunito" else (NOTO, round(size * _NOTO_SCALE))
        font = ImageFont.truetype(path, px, layout_engine=ImageFont.Layout.BASIC)
        if name == "nunito":
            font.set_variation_by_axes([WEIGHT])
        fonts[name, size] = font
    return font


def _runs(text: str) -> list[tuple[str, str]]:
    """The text cut where the font changes: (font, part). What no font has is left out."""
    latin = _coverage("nunito")
    text = "".join(_BUILT.get(char, char) for char in text if drawable(char))
    return [(name, "".join(chars)) for name, chars in groupby(text, lambda c: "nunito" if latin.has(c) else "noto")]


@lru_cache(maxsize=2048)
def width(text: str, size: int) -> int:
    """How many pixels wide the text is."""
    return round(sum(_font(name, size).getlength(part) for name, part in _runs(text)))


def fit(text: str, size: int, max_width: int) -> str:
    """The text, or as much of it as fits before an ellipsis."""
    if width(text, size) <= max_width:
        return text
    low, high = 0, len(text)
    while low < high:  # the longest beginning that fits
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + _ELLIPSIS, size) <= max_width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


def wrap(text: str, size: int, max_width: int, lines: int) -> list[str]:
    """The text on at most so many lines, broken between words; what has no room ends in an ellipsis."""
    found: list[str] = []
    rest = text.split()
    while rest and len(found) < lines:
        count = 1
        while count < len(rest) and width(" ".join(rest[: count + 1]), size) <= max_width:
            count += 1
        last = len(found) == lines - 1
        line = " ".join(rest if last else rest[:count])
        found.append(fit(line, size, max_width))
        rest = [] if last else rest[count:]
    return found


class TextMask(NamedTuple):
    """A line of text as coverage 0–255; its baseline lies ``baseline`` pixels below the upper edge."""

    image: Image.Image
    width: int
    baseline: int


@lru_cache(maxsize=512)
def mask(text: str, size: int, max_width: int) -> TextMask:
    """The mask of a text, cut with an ellipsis where it is too wide. Never empty, never wider than ``max_width``."""
    text = fit(text, size, max_width)
    baseline, height = round(size * 1.15), round(size * 1.5)
    ink_width = max(1, min(width(text, size), max_width))
    image = Image.new("L", (ink_width, height))
    draw = ImageDraw.Draw(image)
    x = 0.0
    for name, part in _runs(text):
        font = _font(name, size)
        draw.text((x, baseline), part, font=font, fill=255, anchor="ls")
        x += font.getlength(part)
    return TextMask(image, ink_width, baseline)

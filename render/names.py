"""Names that people chose, made fit to be drawn."""

from __future__ import annotations

import unicodedata

from render import text as texts

_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that fonts have but that show nothing."""
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me"}


def clean(name: str, fallback: str) -> str:
    """What can be drawn of a name, on one line; ``fallback`` if nothing is left of it.

    Composes accents, turns half-width kana and fancy alphabets into plain letters where the fonts lack them, and
    leaves out invisible characters, stacked marks, emoji and scripts that no font here has.
    """
    composed = unicodedata.normalize("NFC", _full_width_kana(name))
    kept: list[str] = []
    for char in composed:
        if char.isspace():
            kept.append(" ")
            continue
        plain = char if texts.drawable(char) else unicodedata.normalize("NFKC", char)
        kept += [c for c in plain if _visible(c)]
    return " ".join("".join(kept).split()) or fallback


def fit(name: str, size: int, max_width: int, fallback: str = "?") -> str:
    """The cleaned name, cut with an ellipsis where it is wider than ``max_width`` pixels."""
    return texts.fit(clean(name, fallback), size, max_width)


def _full_width_kana(name: str) -> str:
    # A half-width kana and its voicing mark are two characters, which only NFKC joins.
    return "".join(_kana_run(name))


def _kana_run(name: str) -> list[str]:
    parts: list[str] = []
    run = ""
    for char in name:
        if "\uff61" <= char <= "\uff9f":
            run += char
            continue
        parts += [unicodedata.normalize("NFKC", run), char]
        run = ""
    return [*parts, unicodedata.normalize("NFKC", run)]


def _visible(char: str) -> bool:
    return unicodedata.category(char) not in _DROPPED and char not in _BLANKS and texts.drawable(char)

"""Names of people, which they choose freely, made safe for texts and pictures."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 24
_MAX_MARKS = 2
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
_MARKDOWN = re.compile(r"([\\`*_~|<>@#:\[\]()\-])")


def safe_name(raw: str, fallback: str = "?", most: int = MAX_NAME) -> str:
    """A name on one line, at most ``most`` characters, without control, direction or invisible characters.

    Composed (NFC), at most two combining marks in a row, runs of spaces become one. ``fallback`` if nothing visible
    is left. Not escaped for markdown: pictures and menus take it as it is, message texts need ``markdown``.
    """
    visible_or_space = "".join(c for c in raw if c.isspace() or unicodedata.category(c) not in _DROPPED)
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", visible_or_space):
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if marks <= _MAX_MARKS:
            kept.append(char)
    name = " ".join("".join(kept).split())
    if len(name) > most:
        name = name[: most - 1].rstrip() + "…"
    visible = any(unicodedata.category(char)[0] not in "MZ" and char not in _BLANKS for char in name)
    return name if visible else fallback


def markdown(name: str) -> str:
    """The name for a message's text: markdown, mentions, links, emoji codes and timestamps show as typed."""
    return _MARKDOWN.sub(r"\\\1", name)

"""The rule book as pages."""

from __future__ import annotations

from bot.text.catalog import Text

PAGES = ("short", "setup", "turn", "actions", "word", "catch", "end", "penalties", "options")


def rules_pages(text: Text) -> list[tuple[str, str]]:
    """One screen first, then a chapter a page; each rule with its number."""
    return [(text(f"calidruno.rules.{page}.title"), text(f"calidruno.rules.{page}")) for page in PAGES]

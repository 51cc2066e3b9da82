"""The rule book as pages."""

from __future__ import annotations

from bot.text.catalog import Text

PAGES = ("short", "cards", "auction", "call", "solissimo", "play", "count", "pay", "options")


def rules_pages(text: Text) -> list[tuple[str, str]]:
    """One screen with the order of the cards first, then a chapter a page; each rule with its number."""
    return [(text(f"calabresella.rules.{page}.title"), text(f"calabresella.rules.{page}")) for page in PAGES]

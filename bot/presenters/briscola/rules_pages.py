"""The rule book as pages."""

from __future__ import annotations

from bot.text.catalog import Text

PAGES = ("short", "setup", "auction", "first_trick", "tricks", "result", "options")


def rules_pages(text: Text) -> list[tuple[str, str]]:
    """One screen first, then a chapter a page; each rule with its number."""
    return [(text(f"briscola.rules.{page}.title"), text(f"briscola.rules.{page}")) for page in PAGES]

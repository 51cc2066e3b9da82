"""Names and descriptions of commands, by message id: English here, every other language by the translator."""

from __future__ import annotations

from discord import app_commands

from bot.text.catalog import text_for

ENGLISH = text_for("en")


def words(message_id: str) -> app_commands.locale_str:
    """A text that Discord shows in each reader's language; the English one is what the code and tests call it."""
    return app_commands.locale_str(ENGLISH(message_id), message_id=message_id)

"""Slash commands in each reader's language, from the same catalogues as everything else."""

from __future__ import annotations

from discord import Locale, app_commands

from bot.text.catalog import languages, text_for


class CatalogTranslator(app_commands.Translator):
    """Translates names, descriptions, options and choices that carry a ``message_id`` in their extras.

    English is given explicitly too: without it Discord would show a reader of English some other language's names in
    a few clients.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in this language; None where there is no catalogue for it or the string has no id."""
        del context
        message_id = string.extras.get("message_id")
        if not isinstance(message_id, str) or locale.value.partition("-")[0] not in languages():
            return None
        return text_for(locale.value)(message_id)

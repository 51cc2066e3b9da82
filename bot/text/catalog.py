"""Texts by message id and language, from the .po catalogues in ``locales``.

Message ids are keys such as ``calidruno.event.played``; English has a catalogue of its own like every other language.
Placeholders are named, as in ``str.format``. Ids that begin with ``picture.`` are words drawn into pictures.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES_DIR = Path(__file__).parent / "locales"
FALLBACK = "en"


class MissingMessageWarning(UserWarning):
    """A message id or a placeholder's value is missing. An error in tests; the bot logs it once and goes on."""


class _Catalogue:
    """The messages of one language; compiled in memory at the start, so there are no .mo files to go stale."""

    def __init__(self, locale: str) -> None:
        with (LOCALES_DIR / locale / "messages.po").open("rb") as file:
            catalogue = read_po(file, locale=locale, abort_invalid=True)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        self._translations = GNUTranslations(compiled)
        self.ids = frozenset(
            message.id if isinstance(message.id, str) else message.id[0]
            for message in catalogue
            if message.id and message.string and not message.fuzzy
        )

    def pattern(self, message_id: str, n: int | None) -> str:
        """The pattern of a message, in the plural form for ``n`` if that is given."""
        if n is None:
            return self._translations.gettext(message_id)
        return self._translations.ngettext(message_id, message_id, n)


@lru_cache
def _catalogue(locale: str) -> _Catalogue:
    return _Catalogue(locale)


@lru_cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, English first."""
    found = sorted(path.parent.name for path in LOCALES_DIR.glob("*/messages.po"))
    return (FALLBACK, *(name for name in found if name != FALLBACK))


class Text:
    """Translations into one language. ``text("house.refused.stale")`` is the sentence itself."""

    __slots__ = ("_catalogue", "locale")

    def __init__(self, locale: str) -> None:
        """``locale`` is one of ``languages()``; for whatever Discord reports use ``text_for``."""
        self.locale = locale
        self._catalogue = _catalogue(locale)

    def __call__(self, message_id: str, /, **values: object) -> str:
        """The message with its placeholders filled; in English if this language lacks it, else the id itself.

        Warns with ``MissingMessageWarning`` if a message or a value is missing."""
        return self._format(message_id, None, values)

    def plural(self, message_id: str, n: int, /, **values: object) -> str:
        """The message in the plural form for ``n``, which also fills the placeholder ``{n}``."""
        return self._format(message_id, n, {"n": n, **values})

    def list(self, items: Iterable[str]) -> str:
        """The items joined as this language does: "Anna, Bruno and Carla"."""
        return format_list(list(items), locale=self.locale)

    def has(self, message_id: str) -> bool:
        """Whether this language has the message."""
        return message_id in self._catalogue.ids

    def ids(self) -> frozenset[str]:
        """All message ids of this language."""
        return self._catalogue.ids

    def _format(self, message_id: str, n: int | None, values: dict[str, object]) -> str:
        catalogue = self._catalogue
        if message_id not in catalogue.ids:
            warnings.warn(f"no text {message_id!r} in {self.locale!r}", MissingMessageWarning, stacklevel=3)
            catalogue = _catalogue(FALLBACK)
            if message_id not in catalogue.ids:
                return message_id
        pattern = catalogue.pattern(message_id, n)
        try:
            return pattern.format_map(values)
        except (KeyError, IndexError):
            warnings.warn(f"text {message_id!r} lacks a value", MissingMessageWarning, stacklevel=3)
            return pattern


@lru_cache(maxsize=64)
def text_for(locale: str) -> Text:
    """The texts for a locale as Discord writes it ("it", "en-GB"); English where there is no catalogue for it."""
    language = locale.partition("-")[0].lower()
    return Text(language if language in languages() else FALLBACK)

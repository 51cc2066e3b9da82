"""Slash commands in the reader's language, as Discord accepts them."""

from __future__ import annotations

import re

import pytest
from discord import Locale, app_commands

from bot.text.catalog import Text, languages
from bot.text.translator import CatalogTranslator

NAME = re.compile(r"[-_'\w]{1,32}")
CONTEXT = app_commands.TranslationContext(app_commands.TranslationContextLocation.other, None)


def _ids(ending: str) -> list[str]:
    found = sorted(i for i in Text("en").ids() if i.startswith("command.") and i.endswith(ending))
    assert found
    return found


@pytest.mark.parametrize("language", languages())
def test_names_are_what_discord_takes(language: str) -> None:
    text = Text(language)
    for message in _ids(".name"):
        name = text(message)
        assert NAME.fullmatch(name), message
        assert name == name.lower(), message


@pytest.mark.parametrize("language", languages())
def test_descriptions_are_what_discord_takes(language: str) -> None:
    for message in _ids(".description"):
        assert 1 <= len(Text(language)(message)) <= 100, message


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("command", ["", "table.", "play."])
def test_names_beside_each_other_differ(language: str, command: str) -> None:
    """Commands, subcommands of one command, and options of one command are told apart by their names."""
    pattern = re.compile(rf"command\.{re.escape(command)}[a-z]+\.name")
    names = [Text(language)(message) for message in _ids(".name") if pattern.fullmatch(message)]
    assert len(names) == len(set(names)) > 1


async def _translated(locale: Locale, **extras: str) -> str | None:
    string = app_commands.locale_str("play", **extras)
    return await CatalogTranslator().translate(string, locale, CONTEXT)


async def test_each_reader_gets_their_own_language() -> None:
    assert await _translated(Locale.italian, message_id="command.play.name") == "gioca"
    assert await _translated(Locale.american_english, message_id="command.play.name") == "play"
    assert await _translated(Locale.british_english, message_id="command.play.name") == "play"


async def test_other_languages_and_plain_strings_stay_as_they_are() -> None:
    assert await _translated(Locale.german, message_id="command.play.name") is None
    assert await _translated(Locale.italian) is None

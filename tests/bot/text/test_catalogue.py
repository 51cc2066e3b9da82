"""Every sentence exists in every language, is used, and fits its placeholders."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.presenters.common import CLOCKS
from bot.presenters.house import PAUSES, SAID
from bot.presenters.preferences import DECKS, FACES, HANDS_BY, SORTS
from bot.presenters.refusals import Refusal
from bot.text.catalog import LOCALES_DIR, MissingMessageWarning, Text, languages, text_for
from games.briscola.reasons import BriscolaReason
from games.calabresella.reasons import CalabresellaReason
from games.calidruno.reasons import CalidrunoReason
from games.core import option_fields
from games.core.errors import CoreReason
from games.kalooki.reasons import KalookiReason
from games.registry import GAMES
from render.text import missing_glyphs

BOT = Path(__file__).parents[3] / "bot"
MESSAGE_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
FIRST_PARTS = {"house", "command", "core", "picture", *(game.info.key for game in GAMES)}


def _sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(BOT.rglob("*.py")):
        if "local" not in path.relative_to(BOT).parts:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _constants() -> Iterator[str]:
    """Every string in the bot's code; the open parts of an f-string become ``*``."""
    for _, tree in _sources():
        inside = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for part in ast.iter_child_nodes(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)


@cache
def _used() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The ids that stand whole in the code, and the patterns of those that are put together."""
    whole = {text for text in _constants() if MESSAGE_ID.fullmatch(text) and text.split(".")[0] in FIRST_PARTS}
    made = {text for text in _constants() if "*" in text and MESSAGE_ID.fullmatch(text.replace("*", "x"))}
    return frozenset(whole), tuple(re.compile(re.escape(m).replace(r"\*", "[a-z0-9_]+")) for m in sorted(made))


def _expected() -> set[str]:
    """The ids that the code puts together, spelt out."""
    ids = {f"house.refused.{which}" for which in Refusal}
    ids |= {f"house.said.{key}" for key in SAID} | {f"house.paused.{key}" for key in PAUSES}
    ids |= {f"house.clock.{s}" for s in CLOCKS} | {f"house.clock.{s}.why" for s in CLOCKS}
    for name, values in (("hand_by", HANDS_BY), ("sort_by", SORTS), ("deck", DECKS)):
        ids |= {f"house.set.{name}.{value}{end}" for value in values for end in ("", ".why")}
    ids |= {f"house.set.faces.{faces}" for faces in FACES}
    ids |= {f"core.reason.{reason.key}" for reason in CoreReason}
    ids |= {f"briscola.reason.{reason.key}" for reason in BriscolaReason}
    ids |= {f"calabresella.reason.{reason.key}" for reason in CalabresellaReason}
    ids |= {f"calidruno.reason.{reason.key}" for reason in CalidrunoReason}
    ids |= {f"kalooki.reason.{reason.key}" for reason in KalookiReason}
    for game in GAMES:
        key = game.info.key
        ids |= {f"{key}.preset.{preset}{end}" for preset in game.presets for end in ("", ".why")}
        for field in option_fields(game.options_type):
            ids.add(f"{key}.option.{field.name}")
            ids |= {f"{key}.option.{field.name}.{value}{end}" for value in field.choices for end in ("", ".why")}
    return ids


@pytest.mark.parametrize("language", languages())
def test_no_message_is_missing(language: str) -> None:
    """Complaint G18: an Italian group asked for an Italian version, and the text was hard-coded."""
    whole, _ = _used()
    assert not sorted((whole | _expected()) - Text(language).ids())


@pytest.mark.parametrize("language", languages())
def test_no_message_is_unused(language: str) -> None:
    whole, patterns = _used()
    left = Text(language).ids() - whole - _expected()
    assert not sorted(message for message in left if not any(pattern.fullmatch(message) for pattern in patterns))


FAMILIES = ("house.refused", "house.said", "core.reason", *(f"{game.info.key}.reason" for game in GAMES))


@pytest.mark.parametrize("family", FAMILIES)
def test_no_message_is_left_of_something_that_is_gone(family: str) -> None:
    expected = {message for message in _expected() if message.startswith(family + ".")}
    found = {message for message in Text("en").ids() if message.startswith(family + ".")}
    assert found == expected


def test_every_refusal_and_every_saying_is_used() -> None:
    """A sentence that no code ever says would rot: its member or key stands in the code outside its own list."""
    words: set[str] = set()
    for path, tree in _sources():
        if path.name == "refusals.py":
            continue
        lists = {id(part) for node in tree.body if _names(node) & {"SAID", "PAUSES"} for part in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Refusal":
                words.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in lists:
                words.add(node.value.rpartition(".")[2])
    assert not [which.name for which in Refusal if which.name not in words]
    assert not [key for key in (*SAID, *PAUSES) if key not in words]


def _names(node: ast.stmt) -> set[str]:
    return (
        {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.Assign)
        else set()
    )


def _forms(language: str) -> dict[str, tuple[str, ...]]:
    with (LOCALES_DIR / language / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    forms: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id:
            assert message.string, message.id
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return forms


def _placeholders(form: str) -> set[str]:
    return {part[1] for part in string.Formatter().parse(form) if part[1] is not None}


@pytest.mark.parametrize("language", languages())
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    mine, english = _forms(language), _forms("en")
    assert mine.keys() == english.keys()
    for message, forms in english.items():
        wanted = set[str]().union(*map(_placeholders, forms))
        found = set[str]().union(*map(_placeholders, mine[message]))
        assert found == wanted, message
        assert len(mine[message]) == len(forms), message


@pytest.mark.parametrize("language", languages())
def test_words_in_pictures_can_be_drawn(language: str) -> None:
    text = Text(language)
    for message, forms in _forms(language).items():
        if message.startswith("picture."):
            assert not missing_glyphs("".join(forms).replace("{", "").replace("}", "")), message
    assert text.has("picture.calidruno.turn")


def test_picture_words_are_short() -> None:
    for language in languages():
        for message, forms in _forms(language).items():
            if message.startswith("picture."):
                assert all(len(form) <= 40 for form in forms), message


@pytest.mark.parametrize(
    ("locale", "language"),
    [("it", "it"), ("en-GB", "en"), ("en-US", "en"), ("de", "en"), ("ja", "en"), ("", "en"), ("zh-CN", "en")],
)
def test_a_locale_of_discord_finds_its_language(locale: str, language: str) -> None:
    assert text_for(locale).locale == language


def test_plurals_and_lists_are_those_of_the_language() -> None:
    english, italian = text_for("en-US"), text_for("it")
    assert english.plural("calidruno.event.drew", 1, name="Anna") == "Anna drew a card."
    assert english.plural("calidruno.event.drew", 2, name="Anna") == "Anna drew 2 cards."
    assert italian.plural("calidruno.event.drew", 2, name="Anna") == "Anna ha pescato 2 carte."
    assert italian.list(["Anna", "Bruno", "Carla"]) == "Anna, Bruno e Carla"
    assert english.list(["Anna", "Bruno"]) == "Anna and Bruno"
    assert english.list([]) == ""


def test_a_missing_message_is_loud_in_tests_and_harmless_for_players() -> None:
    text = Text("it")
    with pytest.warns(MissingMessageWarning, match="nowhere"):
        assert text("house.nowhere") == "house.nowhere"
    with pytest.warns(MissingMessageWarning, match="lacks a value"):
        assert "{host}" in text("house.refused.only_host")
    with pytest.raises(MissingMessageWarning):  # warnings are errors in tests
        text("house.nowhere")


def test_braces_in_a_name_stay_as_they_are() -> None:
    assert text_for("en")("house.said.left", name="{0} {name}") == "{0} {name} has left the table."


def test_italian_names_commands_as_an_italian_discord_does() -> None:
    english, italian = text_for("en"), text_for("it")
    names = [text_id for text_id in english.ids() if re.fullmatch(r"command\.[a-z-]+\.name", text_id)]
    foreign = {english(name) for name in names} - {italian(name) for name in names}
    assert "settings" in foreign
    for text_id, forms in _forms("it").items():
        named = set(re.findall(r"(?<![\w/.])/([a-z-]+)", " ".join(forms)))
        assert not named & foreign, text_id

"""A game that is in the registry has moved in everywhere."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from benchmarks.__main__ import parts
from bot.presenters.common import game_name
from bot.presenters.registry import PRESENTERS
from bot.text.catalog import Text, languages
from games.core import Reason, option_fields
from games.registry import BY_KEY, GAMES
from render import samples
from tests.games import golden_files
from tests.games.playouts import AnyGame

ROOT = Path(__file__).parents[2]
ROOMS = ("cards", "moves", "observation", "options", "reasons", "rules", "player")
PAGE_MAX = 1_500

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.info.key) for game in GAMES])
every_language = pytest.mark.parametrize("language", languages())


def reasons_of(game: AnyGame) -> list[Reason]:
    """All reasons for which the game refuses a move."""
    module = importlib.import_module(f"games.{game.info.key}.reasons")
    kinds = [k for k in vars(module).values() if isinstance(k, type) and issubclass(k, Reason) and k is not Reason]
    return [reason for kind in kinds for reason in kind]


def test_nothing_lies_beside_the_registries() -> None:
    folders = {path.parent.name for path in (ROOT / "games").glob("*/rules.py")}
    assert folders == set(BY_KEY) == set(PRESENTERS)


@every_game
def test_its_rules_have_the_agreed_rooms(game: AnyGame) -> None:
    for room in ROOMS:
        importlib.import_module(f"games.{game.info.key}.{room}")
    assert type(game).__module__ == f"games.{game.info.key}.rules"


@every_game
def test_it_has_a_presenter_and_pictures(game: AnyGame) -> None:
    key = game.info.key
    assert type(PRESENTERS[key]).__module__.startswith(f"bot.presenters.{key}.")
    pictures = [scene for scene in samples.scenes(key).values() if type(scene).__module__.startswith(f"render.{key}.")]
    assert len(pictures) > 5


@every_game
@every_language
def test_it_speaks_every_language(game: AnyGame, language: str) -> None:
    key, text = game.info.key, Text(language)
    wanted = {f"{key}.reason.{reason.key}" for reason in reasons_of(game)}
    wanted |= {f"{key}.preset.{preset}" for preset in game.presets}
    for field in option_fields(game.options_type):
        wanted |= {f"{key}.option.{field.name}", *(f"{key}.option.{field.name}.{value}" for value in field.choices)}
    assert len(wanted) > 10
    assert not sorted(wanted - text.ids())
    assert game_name(text, key)


@every_game
@every_language
def test_its_rules_can_be_read(game: AnyGame, language: str) -> None:
    pages = PRESENTERS[game.info.key].rules_pages(Text(language))
    assert len(pages) > 3
    assert all(title and 0 < len(body) <= PAGE_MAX for title, body in pages)
    numbers = {reason.rule.split("-")[0] for reason in reasons_of(game)}
    assert any(re.search(rf"\b{prefix}-\d", body) for prefix in numbers for _, body in pages)


@every_game
def test_it_has_golden_files(game: AnyGame) -> None:
    names = {path.name for path in golden_files.FOLDER.iterdir()}
    key = game.info.key
    assert {f"{key}.perft.txt", *(f"{key}-{preset}.playthrough.txt" for preset in game.presets)} <= names


@every_game
def test_it_has_an_evening(game: AnyGame) -> None:
    assert (ROOT / "tests" / "bot" / "evening" / f"test_{game.info.key}.py").is_file()


@every_game
def test_it_is_measured(game: AnyGame) -> None:
    key = game.info.key
    assert f"render_{key}" in parts()
    rules = [importlib.import_module(f"benchmarks.{part}") for part in parts() if part.startswith("rules_")]
    assert any(m.__name__ == f"benchmarks.rules_{key}" or key in vars(m).get("CONTENDERS", ()) for m in rules)

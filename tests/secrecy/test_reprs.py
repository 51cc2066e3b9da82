"""What Python says of an object may end in a log or an error message: no seed, hand, note or half-made choice is in it.

States and observations are the rules' own plain values and spell themselves out; whatever holds one of them does not.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

import bot
import data
import games
from bot.presenters.presenter import Draft, Notes, Play
from bot.tables.computers import question_to
from bot.tables.live import LiveTable
from data.records import MatchId, MoveRecord
from games.core.player import Strength
from games.registry import GAMES
from tests.secrecy.test_worlds import points_of_play
from tests.support.evenings import spellings
from tests.support.worlds import EN, AnyGame, Viewer, presenter_of, with_match

SECRET = {"seed", "server_seed", "match_seed", "state", "observation", "legal", "notes", "drafts", "draft", "token"}
"""Names of fields that are secret or hold what is."""


def modules() -> Iterator[ModuleType]:
    """All modules of the product; nobody plays for secrets on the local Discord."""
    for package in (bot, data, games):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith("bot.local") and not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def dataclasses_of() -> set[type[Any]]:
    """Every dataclass of the product."""
    return {
        thing
        for module in modules()
        for thing in vars(module).values()
        if isinstance(thing, type) and dataclasses.is_dataclass(thing) and thing.__module__ == module.__name__
    }


def test_no_dataclass_tells_a_secret_field() -> None:
    found = dataclasses_of()
    telling = [
        f"{made.__module__}.{made.__qualname__}.{field.name}"
        for made in found
        for field in dataclasses.fields(made)
        if field.name in SECRET and field.repr
    ]
    assert len(found) > 40
    assert sorted(telling) == []


def _held(live: LiveTable, viewer: Viewer) -> Iterator[Any]:
    """What the bot has in its hands while it works for somebody."""
    match = live.match
    assert match is not None
    view = live.seat_view(viewer.user_id, EN, viewer.settings)
    panel = presenter_of(live).hand_panel(view)
    yield from (live, match, live.match_record, live.table_view(EN), view, panel, Draft(view.observation))
    yield Notes({1: "high"})
    for seat in live.active:
        yield question_to(match, seat, Strength.GOOD)
        for move in match.game.legal_moves(match.state, seat)[:1]:
            yield from (Play(move), MoveRecord(MatchId(1), 1, seat, match.game.encode_move(move), "", 0))


@pytest.mark.parametrize("game", [pytest.param(game, id=game.info.key) for game in GAMES])
def test_nothing_that_holds_a_match_spells_out_more_than_everybody_knows(game: AnyGame) -> None:
    """It is the same in two worlds that even a spectator could not tell apart."""
    compared = 0
    for position in points_of_play(game, matches=2):
        stranger = next(viewer for viewer in position.viewers() if viewer.name == "stranger")
        live = with_match(position.live, position.match, stranger)
        twin = replace(position.twin(stranger), lock=live.lock)
        for viewer in (stranger, next(iter(position.viewers()))):
            for one, two in zip(_held(live, viewer), _held(twin, viewer), strict=True):
                assert repr(one) == repr(two)
                assert not any(secret in repr(one) for secret in spellings(position.match.seed))
                compared += 1
    assert compared > 300

"""The arena, in which the strength of computer players is measured."""

from __future__ import annotations

import random

import pytest

from benchmarks.arena.__main__ import interval, main
from games.calabresella.moves import PlayCard
from games.core.cards import card_from as italian
from games.players import PLAYERS
from games.registry import GAMES
from tests.games.arena import bout


def test_equals_are_equal_in_mirrored_deals(capsys: pytest.CaptureFixture[str]) -> None:
    figures = bout(capsys, "--game", "calabresella", "--b", "good", "--deals", "5")
    assert figures["win_rate"] == figures["low"] == figures["high"] == 0.5
    assert figures.keys() >= {"win_rate", "low", "high", "points", "cpu_ms_a", "cpu_ms_b", "illegal"}


def test_easy_is_between_chance_and_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert bout(capsys, "--game", "calabresella", "--a", "easy", "--deals", "15")["win_rate"] > 0.6
    assert bout(capsys, "--game", "calabresella", "--a", "easy", "--b", "good", "--deals", "15")["win_rate"] < 0.5


def test_an_arena_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "briscola", "--seats", "4"]) == 2
    assert "not for 4" in capsys.readouterr().err


def test_the_interval_holds_the_mean_and_grows_narrow() -> None:
    draws = random.Random(1)
    few, many = ([draws.random() for _ in range(n)] for n in (20, 500))
    for values in (few, many):
        low, high = interval(values)
        assert low < sum(values) / len(values) < high
    assert interval(many)[1] - interval(many)[0] < interval(few)[1] - interval(few)[0]


def test_an_illegal_choice_is_counted_not_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(PLAYERS["calabresella"]), "choose", lambda *_: PlayCard(italian("AC")))
    assert bout(capsys, "--game", "calabresella", "--deals", "1")["illegal"] > 0


def test_every_game_is_played_in_the_arena() -> None:
    assert {game.info.key for game in GAMES} == set(PLAYERS)

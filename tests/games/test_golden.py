"""Matches and counts as they were when last read through, and counts that can be checked by hand."""

from __future__ import annotations

import pytest

from games.core import Match
from games.registry import GAMES
from tests.games.calidruno_scene import GAME, SEED, rules, scene
from tests.games.golden_files import FOLDER, perft, perft_lines, playthrough
from tests.games.playouts import AnyGame, all_settings

HOW = "differs from the golden file; if that is meant: python -m tests.games.golden_files, and read the diff"


@pytest.mark.parametrize(
    ("game", "options"), [pytest.param(g, options, id=name) for name, g, options in all_settings()]
)
def test_playthrough(game: AnyGame, options: object, request: pytest.FixtureRequest) -> None:
    name = f"{request.node.callspec.id}.playthrough.txt"
    assert "\n".join(playthrough(game, options)) + "\n" == (FOLDER / name).read_text(encoding="utf-8"), HOW


@pytest.mark.parametrize("game", [pytest.param(game, id=game.info.key) for game in GAMES])
def test_perft(game: AnyGame) -> None:
    written = (FOLDER / f"{game.info.key}.perft.txt").read_text(encoding="utf-8")
    assert "\n".join(perft_lines(game)) + "\n" == written, HOW


def test_perft_of_calidruno_by_hand() -> None:
    """Top R7; Anna R1 B7, Bruno R2 G5, nothing to draw.

    Ply 1: Anna plays R1 or B7, each with or without the word: 4.
    Ply 2: on R1 Bruno may play R2, with or without the word; on B7 he has nothing, draws the R7 from below (the
    reshuffled discard): 2 + 1 for each of the two ways Anna had, so 6.
    Ply 3: after R1, R2 it is Anna's turn with B7, which does not match R2: she draws (4 lines), after B7, draw Bruno
    may play the R7 he drew, or pass. He holds three cards then, so no word comes with it: 2 lines with 2 each, and in
    none of these may he do anything else: 4 + 4 = 8. But where Anna said nothing and Bruno played, the turn is hers
    and her call is over; where Bruno drew, only Anna's silence may be pointed out, and he is the one to act: he may
    catch her, 1 more for the one line in which she was silent: 9.
    """
    table = scene("R7 | Anna: R1 B7 | Bruno: R2 G5", rules(), rest_in="nowhere")
    match = Match(GAME, rules(), 2, SEED, None, table.state)
    assert [perft(match, depth)[0] for depth in (1, 2, 3)] == [4, 6, 9]

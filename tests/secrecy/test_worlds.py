"""Two worlds that differ only in what a viewer may not know are the same in everything that leaves the bot for that
viewer: all four games, everybody who may look, many points of play."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest

import render
from bot.presenters import house
from games.core import RulesError, Seat
from games.registry import GAMES
from tests.games.playouts import everybody
from tests.support.outgoing import Probes, difference, pauses
from tests.support.png import chunks_of, pixels_of
from tests.support.worlds import (
    EN,
    AnyGame,
    Position,
    lively_plies_of,
    positions_of,
    presenter_of,
    resampled,
    settings_of_game,
)

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.info.key) for game in GAMES])

MATCHES = int(os.environ.get("SECRECY_MATCHES", "5"))
PLIES = 80
STEP = 2
DRAFTS = {"kalooki": 60, "calabresella": 5}
"""Games in which a choice can be half made while others look on, and how often it at least is: in Calabresella only
between the auction and the first trick."""
VIEWERS = 2
"""How many of those who may look are asked at each point; they take turns."""


def points_of_play(game: AnyGame, matches: int = MATCHES, plies: int = PLIES) -> Iterator[Position]:
    """From the deal on, and the end of the match where it is reached."""
    for number, setting in enumerate(settings_of_game(game, matches)):
        for position in positions_of(setting, number, plies):
            if position.number % STEP == 0 or position.match.outcome is not None:
                yield position


@every_game
async def test_complaints_g6_g7_g8_nothing_that_leaves_depends_on_what_its_viewer_may_not_know(game: AnyGame) -> None:
    """Messages in both styles and languages, their scenes, names and alternative texts, ids, values and order of what
    can be pressed, dialogs, answers to honest, stale and forged presses, refusals, and the table's own times."""
    probes, asked, really_other, choosing = Probes(), Counter[str](), 0, 0
    for position in points_of_play(game):
        probes.learn(position.live)
        viewers = list(position.viewers())
        for turn in range(VIEWERS):
            viewer = viewers[(position.number // STEP * VIEWERS + turn) % len(viewers)]
            twin = position.twin(viewer)
            found, pieces = difference(position, twin, viewer, probes)
            assert not found, f"{viewer.name} at {position.number}: {found}"
            assert twin.match is not None
            really_other += twin.match.state != position.match.state
            asked[viewer.name.split()[0]] += pieces
            choosing += any(seat != viewer.seat for seat in position.live.drafts)
    assert set(asked) >= {"seat", "watcher", "stranger", "moderator"}
    assert ("left" in asked) == (game.info.key != "briscola")
    assert sum(asked.values()) > 2_500
    assert really_other > 150
    assert choosing >= DRAFTS.get(game.info.key, 0)


@every_game
async def test_a_picture_is_the_same_to_the_last_byte(game: AnyGame) -> None:
    """Names, sizes, chunks and pixels; and a picture has no chunk but those that make it one."""
    drawn = 0
    for position in points_of_play(game, matches=3, plies=60):
        if position.number % 20 == 0:
            for viewer in list(position.viewers())[position.number // 20 % 2 :: 4]:
                found, _ = difference(position, position.twin(viewer), viewer, Probes(), draw=True)
                assert not found
                drawn += 1
            picture = house.public_panel(position.live.table_view(EN)).picture
            assert picture is not None
            data = render.draw(picture.scene)
            assert set(chunks_of(data)) <= {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
            assert pixels_of(data) == pixels_of(render.draw(picture.scene))
    assert drawn > 8


@every_game
def test_when_a_computer_moves_does_not_depend_on_its_cards(game: AnyGame) -> None:
    """How long it thinks is seen by everybody. A search is cut off by its number of worlds, and played at the time that
    was drawn before it began."""
    compared = 0
    for position in points_of_play(game):
        if position.number % 4 == 2:
            for viewer in position.viewers():
                twin = position.twin(viewer, seed=position.match.seed)
                assert pauses(twin) == pauses(position.live)
                compared += bool(pauses(twin))
    assert compared > 20


@every_game
def test_complaint_g9_events_hold_only_what_everybody_may_know(game: AnyGame) -> None:
    """The same move in a world that a viewer cannot tell from the real one: if nothing shows afterwards either, then
    what is told of the move is the same. All words of the log are made from these events."""
    compared = 0
    for number, setting in enumerate(settings_of_game(game, MATCHES)):
        for ply in lively_plies_of(setting, number, PLIES):
            for viewer in everybody(ply.before):
                for salt in range(3):
                    twin = resampled(ply.before, viewer, salt)
                    try:
                        after, events = twin.play(ply.seat, ply.move)
                    except RulesError:  # here somebody does not hold that card
                        continue
                    if game.observe(after.state, viewer) == game.observe(ply.after.state, viewer):
                        assert events == ply.events
                        compared += 1
                        break
    assert compared > 300


@every_game
def test_whether_a_move_is_refused_tells_nothing_of_other_hands(game: AnyGame) -> None:
    """Whatever a seat tries, it is taken or refused, with the same words, in every world that the seat cannot tell
    from the real one."""
    tried, probes = 0, Probes()
    for position in points_of_play(game, matches=3):
        probes.learn(position.live, most_moves=12)
        _, moves = probes.some(position.number, 8)
        for seat in {Seat(position.number // STEP % position.match.seats), *position.live.active}:
            twin = resampled(position.match, seat, 1)
            for notation in moves:
                said: list[str] = []
                for match in (position.match, twin):
                    try:
                        match.play(seat, game.decode_move(notation))
                        said.append("")
                    except RulesError as error:
                        said.append(presenter_of(position.live).refusal(position.live.table_view(EN), error))
                assert said[0] == said[1], f"{seat} tries {notation}"
                tried += 1
    assert tried > 400

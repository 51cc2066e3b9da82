"""Laws that every game keeps, whatever its rules: over all presets with seeded play, and over any options with
Hypothesis. A new game is under them as soon as it is in the registry."""

from __future__ import annotations

import os
import pickle
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import InvalidMoveError, Match, MatchOverError, PlayedMove, Rng, RulesError
from games.registry import BY_KEY, GAMES
from tests.games.playouts import (
    AnyGame,
    Setting,
    all_settings,
    everybody,
    fewest_seats,
    positions,
    random_plies,
    seed_of,
    settings_of,
    timeout_plies,
)

PLIES = 120
TIMEOUT_LIMIT = 20_000
NOTATION = re.compile(r"[!-9;-~]{1,40}")

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.info.key) for game in GAMES])
every_preset = pytest.mark.parametrize(
    ("game", "options"), [pytest.param(game, options, id=name) for name, game, options in all_settings()]
)
tastes = st.integers(0, 2**16)
lengths = st.integers(0, PLIES)


def seeded(game: AnyGame, options: Any, matches: int) -> list[Setting]:
    """A few settings over all numbers of seats that the options allow."""
    few, many = fewest_seats(game, options), game.info.max_seats
    found: list[Setting] = []
    for number in range(matches):
        setting = Setting(game, options, few + number % (many - few + 1), seed_of(number))
        try:
            setting.start()
        except ValueError:
            setting = setting._replace(seats=few)
        found.append(setting)
    return found


# What must hold in one position. Each returns nothing and asserts.


def cards_are_all_there(match: Match) -> None:
    assert Counter(match.game.cards(match.state)) == Counter(match.game.deck(match.options))


def somebody_can_go_on(match: Match) -> None:
    game, state = match.game, match.state
    active = game.active_seats(state)
    assert (not active) == (match.outcome is not None)
    if active:
        assert all(0 <= seat < match.seats for seat in active)
        assert any(game.legal_moves(state, seat) for seat in active)
        for seat in active:
            assert game.timeout_move(state, seat) in game.legal_moves(state, seat)
    else:
        assert not any(game.legal_moves(state, who) or game.side_moves(state, who) for who in everybody(match))


def outcome_is_well_formed(match: Match) -> None:
    outcome = match.outcome
    if outcome is None:
        return
    assert re.fullmatch(r"[a-z_0-9]+", outcome.reason)
    assert len(outcome.places) in {0, match.seats}
    assert len(outcome.points) in {0, match.seats}
    if outcome.places:
        assert min(outcome.places) == 1
    with pytest.raises(MatchOverError):
        match.play(None, match.game.decode_move(_any_notation(match)))


def _any_notation(match: Match) -> str:
    start = Setting(match.game, match.options, match.seats, match.seed).start()
    seat = min(start.game.active_seats(start.state))
    return start.game.encode_move(start.game.legal_moves(start.state, seat)[0])


def moves_are_written_and_read(match: Match) -> None:
    game = match.game
    for who in everybody(match):
        moves = [*game.legal_moves(match.state, who), *game.side_moves(match.state, who)]
        texts = [game.encode_move(move) for move in moves]
        assert len(set(texts)) == len(texts), "a move is listed twice"
        for move, text in zip(moves, texts, strict=True):
            assert game.decode_move(text) == move
            assert NOTATION.fullmatch(text), text


def due_moves_are_legal(match: Match) -> None:
    for due in match.game.due_moves(match.state):
        assert due.move in match.game.legal_moves(match.state, None)
        assert due.after_s > 0


def unseen_cards_do_not_show(match: Match) -> None:
    """Secrecy: what a viewer sees and may do is a function of what it may know."""
    game, state = match.game, match.state
    for viewer in everybody(match):
        other = game.resample(state, viewer, Rng(seed_of(match.ply), 1))
        assert Counter(game.cards(other)) == Counter(game.cards(state))
        assert game.observe(other, viewer) == game.observe(state, viewer)
        assert list(game.legal_moves(other, viewer)) == list(game.legal_moves(state, viewer))
        assert list(game.side_moves(other, viewer)) == list(game.side_moves(state, viewer))
        assert list(game.legal_moves(other, None)) == list(game.legal_moves(state, None))
        assert game.active_seats(other) == game.active_seats(state)
        assert game.due_moves(other) == game.due_moves(state)


def only_listed_moves_are_played(match: Match, universe: dict[str, Any]) -> None:
    """``apply`` accepts the legal and side moves (and what a listed move stands for) and nothing else, and a refusal
    leaves the state as it was."""
    game, state = match.game, match.state
    kept = pickle.dumps(state)
    for who in everybody(match):
        listed = {game.encode_move(m): m for m in (*game.legal_moves(state, who), *game.side_moves(state, who))}
        for text, move in {**universe, **listed}.items():
            refusal: RulesError | None = None
            try:
                game.apply(state, who, move, Rng(match.seed, match.ply + 1))
            except RulesError as error:
                refusal = error
            assert (refusal is None) == (game.encode_move(game.listed(state, who, move)) in listed), f"{text} by {who}"
            assert refusal is None or refusal.reason.rule
    assert pickle.dumps(state) == kept


POSITION_LAWS = (
    cards_are_all_there,
    somebody_can_go_on,
    outcome_is_well_formed,
    moves_are_written_and_read,
    due_moves_are_legal,
    unseen_cards_do_not_show,
)
every_position_law = pytest.mark.parametrize("law", [pytest.param(law, id=law.__name__) for law in POSITION_LAWS])


@every_position_law
@every_preset
def test_position_law_in_seeded_play(game: AnyGame, options: Any, law: Any) -> None:
    for setting in seeded(game, options, 4):
        for match in positions(setting, 1, PLIES):
            law(match)


@every_game
@given(data=st.data(), taste=tastes, plies=lengths)
def test_position_laws_with_any_options(game: AnyGame, data: st.DataObject, taste: int, plies: int) -> None:
    for match in positions(data.draw(settings_of(game)), taste, plies):
        for law in POSITION_LAWS:
            law(match)


def universe_of(game: AnyGame, options: Any) -> dict[str, Any]:
    """A sample of all moves there are: those listed for anybody in a few matches."""
    found: dict[str, Any] = {}
    for setting in seeded(game, options, 6):
        for match in positions(setting, 2, PLIES):
            for who in everybody(match):
                for move in (*game.legal_moves(match.state, who), *game.side_moves(match.state, who)):
                    found[game.encode_move(move)] = move
    picked = sorted(found)
    return {text: found[text] for text in random.Random(3).sample(picked, min(len(picked), 150))}


@every_preset
def test_apply_accepts_what_is_listed_and_nothing_else(game: AnyGame, options: Any) -> None:
    universe = universe_of(game, options)
    for setting in seeded(game, options, 3):
        for match in list(positions(setting, 4, PLIES))[::9]:
            only_listed_moves_are_played(match, universe)


@every_game
@given(data=st.data(), taste=tastes, plies=st.integers(0, 60))
def test_apply_accepts_what_is_listed_with_any_options(
    game: AnyGame, data: st.DataObject, taste: int, plies: int
) -> None:
    *_, match = positions(data.draw(settings_of(game)), taste, plies)
    only_listed_moves_are_played(match, universe_of_default(game))


_UNIVERSES: dict[str, dict[str, Any]] = {}


def universe_of_default(game: AnyGame) -> dict[str, Any]:
    if game.info.key not in _UNIVERSES:
        _UNIVERSES[game.info.key] = universe_of(game, next(iter(game.presets.values())))
    return _UNIVERSES[game.info.key]


@every_preset
def test_hidden_cards_really_change(game: AnyGame, options: Any) -> None:
    """Without this, a ``resample`` that does nothing would keep the law of secrecy."""
    for setting in seeded(game, options, 3):
        match = setting.start()
        for viewer in everybody(match):
            others = {repr(match.game.resample(match.state, viewer, Rng(seed_of(number), 1))) for number in range(5)}
            assert len(others) == 5


@every_preset
def test_same_seed_and_moves_give_the_same_match(game: AnyGame, options: Any) -> None:
    for setting in seeded(game, options, 3):
        match = setting.start()
        plies = list(random_plies(match, random.Random(5), PLIES))
        record = [PlayedMove(ply.seat, game.encode_move(ply.move)) for ply in plies]
        random.seed(99)  # disturbing Python's own generator must change nothing
        again = Match.replay(game, options, setting.seats, setting.seed, None, record)
        last = plies[-1].after if plies else match
        assert again == last
        assert pickle.loads(pickle.dumps(again.state)) == last.state


@every_preset
def test_another_seed_gives_another_deal(game: AnyGame, options: Any) -> None:
    seats = fewest_seats(game, options)
    assert len({repr(Setting(game, options, seats, seed_of(n)).start().state) for n in range(5)}) == 5


@every_game
@given(data=st.data(), taste=tastes, plies=st.integers(0, 300))
def test_a_deserted_match_ends_by_itself(game: AnyGame, data: st.DataObject, taste: int, plies: int) -> None:
    """From any position, timeout moves alone bring every match to its end."""
    *_, match = positions(data.draw(settings_of(game)), taste, plies)
    for ply in timeout_plies(match, TIMEOUT_LIMIT):
        match = ply.after
    assert match.outcome is not None


@every_preset
def test_observations_can_be_sent_to_another_process(game: AnyGame, options: Any) -> None:
    for setting in seeded(game, options, 2):
        for match in list(positions(setting, 6, PLIES))[::10]:
            for who in everybody(match):
                seen = game.observe(match.state, who)
                assert pickle.loads(pickle.dumps(seen)) == seen


@every_game
@given(text=st.one_of(st.text(max_size=50), st.from_regex(r"[a-zA-Z0-9+=!-]{0,12}", fullmatch=True)))
def test_any_text_is_a_move_or_is_refused(game: AnyGame, text: str) -> None:
    try:
        move = game.decode_move(text)
    except InvalidMoveError:
        return
    assert game.encode_move(move) == text, "a move has one spelling"


@every_game
def test_too_few_and_too_many_seats_are_refused(game: AnyGame) -> None:
    options = next(iter(game.presets.values()))
    for seats in (game.info.min_seats - 1, game.info.max_seats + 1):
        with pytest.raises(ValueError):
            game.setup(options, seats, Rng(seed_of(0)))


@every_game
def test_the_first_preset_is_the_rule_book(game: AnyGame) -> None:
    name, options = next(iter(game.presets.items()))
    assert name == "seed"
    assert options == game.options_type()
    assert BY_KEY[game.info.key] is game


def test_matches_are_the_same_in_every_process() -> None:
    root = Path(__file__).parents[2]
    prints: set[str] = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.games.playouts"],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        prints.add(done.stdout)
    assert len(prints) == 1
    assert len(prints.pop().splitlines()) == len(all_settings())

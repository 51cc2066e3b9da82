"""What players of such games complain of, as far as Calidruno's rules answer it and no other test does."""

from __future__ import annotations

import itertools

import pytest

from games.calidruno.cards import Colour, name_of
from games.core import Rng
from tests.games.calidruno_scene import GAME, SEED, Why, names, rules, scene


@pytest.mark.parametrize("grace_s", [0, 3, 10])
def test_complaint_a2_a_wrong_catch_costs_and_gains_nothing(grace_s: int) -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 | Carla: R6 R8 G1", rules(grace_s=grace_s))
    for who, whom in itertools.permutations(("Anna", "Bruno", "Carla"), 2):
        for _ in range(5):
            assert table.refuses(f"{who}: catch {whom}") is Why.CATCH_NOT_OWED
    assert [table.held(name) for name in ("Anna", "Bruno", "Carla")] == [2, 1, 3]
    assert table.to_act == "Anna"


def test_complaint_a8_the_word_with_two_cards_that_cannot_be_played_is_refused_like_any_other() -> None:
    table = scene("R7 | Anna: G1 G2 | Bruno: R3 R4", stock="B5")
    assert table.refuses("Anna: call") is Why.CALL_BEFORE_PLAY
    table.does("Anna: draw")
    assert table.refuses("Anna: call") is Why.CALL_NOT_OWED
    assert table.held("Anna") == 3


@pytest.mark.parametrize("hand", ["W", "W+4", "W W+4"])
def test_complaint_b12_who_is_gone_with_a_wild_leaves_no_colour_open(hand: str) -> None:
    """The colour is part of the move, so nobody is ever between the wild and its colour."""
    table = scene(f"R7 | Anna: {hand} | Bruno: G1 G2 | Carla: G3 G4", rules(drawn_card="must_play"), stock="W W")
    turns = 0
    while table.to_act == "Anna" and table.winner is None:
        seat = table.seat("Anna")
        assert seat is not None
        table.state = GAME.apply(table.state, seat, GAME.timeout_move(table.state, seat), Rng(SEED, turns)).state
        turns += 1
        assert table.seen("Bruno").colour in set(Colour)
    assert turns


def test_complaint_b13_a_wild_on_a_debt_gives_its_player_no_card() -> None:
    table = scene("R7 | Anna: R+2 R1 | Bruno: W+4 W G3 | Carla: G5", rules(stacking="any_draw_card")).does("Anna: R+2!")
    assert table.refuses("Bruno: W=G") is Why.STACK_OR_TAKE
    table.does("Bruno: W+4=G")
    assert (table.held("Bruno"), table.seen("Carla").debt) == (2, 6)
    assert table.does("Carla: draw").held("Carla") == 7


def test_complaint_b19_with_the_whole_pack_in_the_hands_the_match_comes_to_its_end() -> None:
    pack = [name_of(card) for card in GAME.deck(rules())]
    pack.remove("R7")
    hands = [" ".join(pack[seat::10]) for seat in range(10)]
    table = scene(" | ".join(["R7", *(f"P{seat}: {hand}" for seat, hand in enumerate(hands))]), rest_in="nowhere")
    assert not table.state.stock
    for ply in range(2_000):
        if not (active := GAME.active_seats(table.state)):
            break
        seat = min(active)
        legal = GAME.legal_moves(table.state, seat)
        table.state = GAME.apply(table.state, seat, legal[0], Rng(SEED, ply + 1)).state
        assert len(names(GAME.cards(table.state)).split()) == 112
    assert table.state.frame.outcome is not None

"""What players of such games complain of, as far as Calidruno's rules answer it."""

from __future__ import annotations

import itertools
import random

import pytest

from games.calidruno.cards import Colour, is_number, name_of
from games.calidruno.moves import Drew, HandWon, Play, Reshuffled
from games.calidruno.options import Options
from games.core import InvalidMoveError, Match, Outcome, Rng
from tests.games.calidruno_scene import ANNA, BRUNO, GAME, SEED, Why, names, rules, scene
from tests.games.playouts import random_plies, seed_of


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


def test_complaint_b1_reverse_with_two_players() -> None:
    table = scene("R7 | Anna: R-rev R1 R2 | Bruno: R3 G2").does("Anna: R-rev")
    assert (table.to_act, table.seen("Anna").direction) == ("Bruno", -1)


def test_complaint_b2_no_deadlock_when_the_last_card_may_not_go() -> None:
    table = scene("R7 | Anna: W+4 | Bruno: G1", rules(last_card_must_be_number="yes"), stock="R2")
    assert table.refuses("Anna: W+4") is Why.LAST_MUST_BE_NUMBER
    assert table.legal("Anna") == {"draw"}
    assert table.does("Anna: draw").legal("Anna") == {"R2", "R2!", "pass"}


@pytest.mark.parametrize("last", ["R-rev", "R-stop", "R+2", "R+4", "W", "W+4", "R5"])
def test_complaint_b3_every_kind_of_last_card_ends_the_hand(last: str) -> None:
    for options in (rules(), rules(stacking="any_draw_card"), rules(plus4_ends_turn="no"), rules(accept_uno="yes")):
        table = scene(f"R7 | Anna: {last} | Bruno: G1 G2", options).does(f"Anna: {last}")
        assert table.winner == "Anna"
        assert table.events[-1] == HandWon(ANNA, 0)
        assert not GAME.active_seats(table.state)


@pytest.mark.parametrize("hand", ["W G2", "W+4 G2", "W"])
def test_complaint_b3_time_out_with_only_a_wild_to_play(hand: str) -> None:
    table = scene(f"R7 | Anna: {hand} | Bruno: G1 G3")
    move = GAME.timeout_move(table.state, ANNA)
    GAME.apply(table.state, ANNA, move, Rng(SEED, 1))
    assert isinstance(move, Play)
    assert move.colour is (None if hand == "W" else Colour.RED)


def test_complaint_b4_last_plus_two_counts_where_points_do() -> None:
    table = scene("R4 | Anna: R+2 | Bruno: G1 | Carla: G2", rules(scoring="points_to_500"), stock="B9 W")
    table.does("Anna: R+2")
    assert table.events[:3] == [table.events[0], Drew(BRUNO, 2, True), HandWon(ANNA, 1 + 9 + 50 + 2)]


def test_complaint_b7_the_first_card_is_always_a_number() -> None:
    for number in range(150):
        state = Match.start(GAME, Options(), 2 + number % 9, seed_of(number)).state
        assert is_number(state.discards[0])
        assert sorted(GAME.cards(state)) == list(GAME.deck(Options()))


def test_complaint_b8_a_colour_that_is_none_is_refused() -> None:
    for text in ("W=W", "W=X", "W=", "W=r", "W=RB", "R7=B"):
        with pytest.raises(InvalidMoveError):
            GAME.decode_move(text)


def test_complaint_b9_reshuffling_keeps_the_declared_colour() -> None:
    table = scene("W=B | Anna: R1 R2 R3 | Bruno: B1 B2", rest_in="discards").does("Anna: draw")
    assert isinstance(table.events[0], Reshuffled)
    assert table.seen("Anna").colour is Colour.BLUE
    assert (names(table.state.discards), table.seen("Anna").discards) == ("W", 1)


def test_complaint_b11_no_pass_or_draw_while_a_wild_could_be_played() -> None:
    table = scene("R7 | Anna: W G2 | Bruno: G1")
    assert table.refuses("Anna: pass") is Why.MUST_PLAY
    assert table.refuses("Anna: draw") is Why.MUST_PLAY


def test_complaint_b14_a_draw_card_taken_is_done_with() -> None:
    for options in (rules(), rules(stacking="same_kind")):
        table = scene("R7 | Anna: R+2 R1 | Bruno: G3 G4 | Carla: R-stop R8 R9", options).does("Anna: R+2!")
        if options.stacking != "off":
            table.does("Bruno: draw")
        assert table.does("Carla: R-stop").held("Anna") == 1


def test_complaint_b16_nothing_to_draw_and_a_debt_is_no_deadlock() -> None:
    table = scene("R7 | Anna: R+2 R1 | Bruno: G3 | Carla: G4", rules(stacking="same_kind"), rest_in="nowhere")
    table.does("Anna: R+2!", "Bruno: draw")
    assert table.held("Bruno") == 2  # the one card under the top was all there was
    assert table.to_act == "Carla"


def test_complaint_b17_nothing_to_draw_leaves_passing() -> None:
    table = scene("R7 | Anna: G1 | Bruno: R2 G3", rest_in="nowhere")
    assert table.refuses("Anna: draw") is Why.NOTHING_TO_DRAW
    assert table.does("Anna: pass").allows("Bruno: R2")


def test_complaint_b18_reshuffling_multiplies_no_card() -> None:
    options = rules(drawn_card="draw_until_playable", draw_when_playable="yes", stacking="any_draw_card")
    reshuffles = 0
    for number in range(8):
        for ply in random_plies(Match.start(GAME, options, 6, seed_of(number)), random.Random(number), 250):
            reshuffles += any(isinstance(event, Reshuffled) for event in ply.events)
            assert sorted(GAME.cards(ply.after.state)) == list(GAME.deck(options))
    assert reshuffles


def test_complaint_b22_equal_points_share_a_place() -> None:
    table = scene("R4 | Anna: R7 | Bruno: W W | Carla: W+4 W+4", rules(scoring="points_to_500"))
    frame = table.state.frame._replace(points=(350, 100, 100))
    table.state = table.state._replace(frame=frame)
    table.does("Anna: R7")
    assert table.state.frame.outcome == Outcome("points", (1, 2, 2), (550, 100, 100))

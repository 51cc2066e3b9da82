"""The worked examples of the rule book (2.8), each under its number. A, B, C are Anna, Bruno, Carla."""

from __future__ import annotations

import itertools

import pytest

from games.calidruno.cards import Colour, is_number
from games.calidruno.moves import Caught, Drew
from games.calidruno.options import Options
from games.calidruno.piles import highest, turn_up
from games.calidruno.word import says_calidruno
from games.core import Match, NotYourTurnError, Rng
from tests.games.calidruno_scene import ANNA, CARLA, GAME, SEED, Why, cards, names, rules, scene


def drawn_for_dealer(text: str) -> list[int]:
    return [int(seat) for seat in highest(list(cards(text)))]


def test_e1_cal_3_highest_number_deals() -> None:
    assert drawn_for_dealer("R7 B9 W+4") == [1]


def test_e2_cal_4_only_the_tied_draw_again() -> None:
    assert drawn_for_dealer("R9 Y9 G3 R-stop") == [0, 1]


def test_e3_cal_4_all_zero_all_draw_again() -> None:
    assert drawn_for_dealer("R0 W R-rev") == [0, 1, 2]


def test_e2_a_redraw_leaves_the_others_out() -> None:
    ties = 0
    for number in range(300):
        opening = Match.start(GAME, Options(), 4, number.to_bytes(16, "big")).state.frame.opening
        *rounds, dealt = opening
        for before, after in itertools.pairwise(rounds):
            ties += 1
            again = {seat for seat, card in enumerate(after.cards) if card is not None}
            assert again == set(highest(list(before.cards)))
        assert [dealt.dealer] == highest(list(rounds[-1].cards))
    assert ties > 10


def test_e4_cal_8_action_cards_go_back_not_on_top() -> None:
    for ply in range(50):
        below = cards("B1 B2 B3 B4 B5 B6 B7 B8")
        stock = [*below, *reversed(cards("R-stop W Y5"))]
        first, put_back = turn_up(stock, Rng(SEED, ply))
        # W can only come second because R-stop was not put back on top of it.
        assert names(put_back[:2]) == "R-stop W"
        assert is_number(first)
        assert sorted([*stock, first]) == sorted([*below, *cards("R-stop W Y5")])


def test_e4_cal_7_ninety_cards_are_left_with_three_players() -> None:
    state = Match.start(GAME, Options(), 3, SEED).state
    assert len(state.stock) == 90
    assert len(state.discards) == 1
    assert [len(hand) for hand in state.hands] == [7, 7, 7]


@pytest.mark.parametrize(
    ("top", "hand", "legal"),
    [
        pytest.param("R7", "R2 B7 R-stop B-stop W B2", "R2 B7 R-stop W", id="E5-CAL-10-to-12"),
        pytest.param("R+2", "B+2 R9 B9 R+4 B+4", "B+2 R9 R+4", id="E6-CAL-11"),
        pytest.param("W=B", "B3 R3 B-rev W+4 G+4", "B3 B-rev W+4", id="E7-CAL-13"),
    ],
)
def test_e5_to_e7_what_matches(top: str, hand: str, legal: str) -> None:
    table = scene(f"{top} | Anna: {hand} | Bruno: G1 G2")
    playable = {notation.partition("=")[0] for notation in table.legal("Anna")}
    assert playable == set(legal.split())
    for name in set(hand.split()) - playable:
        assert table.refuses(f"Anna: {name}").rule in {"CAL-10", "CAL-11", "CAL-13"}


@pytest.mark.parametrize("hand", [pytest.param("B7 G2", id="E9"), pytest.param("W G2", id="E10")])
def test_e9_e10_cal_14_no_drawing_with_a_suitable_card(hand: str) -> None:
    assert scene(f"R7 | Anna: {hand} | Bruno: G1").refuses("Anna: draw") is Why.MUST_PLAY


def test_e11_cal_15_only_the_drawn_card_may_be_played() -> None:
    table = scene("R7 | Anna: G2 | Bruno: G1", stock="B7").does("Anna: draw")
    assert table.legal("Anna") == {"B7", "B7!", "pass"}
    assert table.refuses("Anna: G2") is Why.ONLY_THE_DRAWN_CARD


def test_e12_cal_21_no_stacking() -> None:
    table = scene("R7 | Anna: R+2 R1 R2 | Bruno: Y+2 Y1 | Carla: Y+2 G1", stock="G2 G3").does("Anna: R+2")
    assert table.hand("Bruno") == "Y1 Y+2 G2 G3"
    assert table.to_act == "Carla"
    with pytest.raises(NotYourTurnError):
        table.does("Bruno: Y+2")
    assert table.allows("Carla: Y+2")


def test_e13_cal_17_reverse() -> None:
    table = scene("R7 | Bruno: R-rev R1 R2 | Carla: G1 G2 | Anna: G3 G4").does("Bruno: R-rev")
    assert table.to_act == "Anna"


@pytest.mark.parametrize(("how", "then"), [("no_effect", "Bruno"), ("skip", "Anna")])
def test_e14_cal_18_reverse_with_two(how: str, then: str) -> None:
    table = scene("R7 | Anna: R-rev R1 R2 | Bruno: G1 G2", rules(two_player_reverse=how))
    assert table.does("Anna: R-rev").to_act == then


def test_e15_cal_19_stop_with_two() -> None:
    assert scene("R7 | Anna: R-stop R1 R2 | Bruno: G1 G2").does("Anna: R-stop").to_act == "Anna"


def test_e16_cal_25_coloured_plus_four() -> None:
    table = scene("G7 | Anna: G+4 R1 R2 | Bruno: B1 | Carla: Y1").does("Anna: G+4")
    assert table.held("Bruno") == 5
    assert table.to_act == "Carla"
    assert table.state.colour is Colour.GREEN


def test_e17_cal_26_said_in_time() -> None:
    assert says_calidruno("CALIDRUNO!!")
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: G1 G2").does("Anna: R1", "Anna: call", "Bruno: R3")
    assert table.refuses("Carla: catch Anna") is Why.CATCH_CALLED
    assert table.held("Anna") == 1


def test_e18_cal_28_uno_is_silence() -> None:
    assert not says_calidruno("Uno!")
    table = scene("R7 | Anna: R1 R2 | Bruno: G3 G4 | Carla: G1 G2").does("Anna: R1", "Bruno: draw", "Carla: catch Anna")
    assert table.held("Anna") == 3
    assert table.events == [Caught(ANNA, CARLA, 2)]


def test_e19_cal_31_too_early_and_the_call_still_counts() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 | Carla: G1 G2").does("Anna: R1")
    assert table.refuses("Carla: catch Anna") is Why.CATCH_TOO_EARLY
    assert table.does("Anna: call").held("Anna") == 1


def test_e20_cal_31_too_late() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: R6 R8 R9").does("Anna: R1", "Bruno: R3", "Carla: R6")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_TOO_LATE


def test_e21_cal_31_in_time() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: R6 R8").does(
        "Anna: R1", "Bruno: R3", "Carla: catch Anna"
    )
    assert table.held("Anna") == 3
    assert table.to_act == "Carla"


def test_e22_cal_34_last_card_wins_at_once() -> None:
    table = scene("R4 | Anna: R+2 | Bruno: G1 G2").does("Anna: R+2")
    assert table.winner == "Anna"
    assert table.held("Bruno") == 2
    assert not any(isinstance(event, Drew) for event in table.events)


def test_e25_cal_22_a_wild_needs_its_colour() -> None:
    table = scene("R1 | Anna: R7 B7 W | Bruno: G1")
    assert table.refuses("Anna: W") is Why.NAME_A_COLOUR

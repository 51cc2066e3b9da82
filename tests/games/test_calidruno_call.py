"""The word "Calidruno!": windows, head start and refusals (CAL-26 to CAL-33), with the complaints it answers."""

from __future__ import annotations

import pytest

from games.calidruno.moves import Called, Caught, Reshuffled
from games.calidruno.observation import Duty
from games.calidruno.options import Options
from games.calidruno.word import says_calidruno
from games.core import DueMove
from tests.games.calidruno_scene import ANNA, BRUNO, CARLA, GAME, Scene, Why, rules, scene

THREE = "R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: R6 R8 G1"
GRACE = Options()


@pytest.mark.parametrize(
    "text",
    [
        "calidruno",
        "Calidruno!",
        "CALIDRUNO!!",
        "  calidruno ! ",
        "\nCalidruno!\t",
        "ＣＡＬＩＤＲＵＮＯ！",
        "Calidruno‼",
    ],
)
def test_cal_27_these_say_the_word(text: str) -> None:
    assert says_calidruno(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!",
        "uno",
        "UNO!",
        "una",
        "ultima",
        "calidrunò",
        "cali druno",
        "calidruno?",
        "!calidruno",
        "calidruno io",
        "Calidrino",
        "calidrunooo",
        "*calidruno*",
        "calidruno 🎉",
        "calidruno!?",
        "Калидруно",
    ],
)
def test_cal_27_these_do_not(text: str) -> None:
    assert not says_calidruno(text)


def test_cal_28_uno_counts_only_where_the_table_says_so() -> None:
    assert says_calidruno("UNO!", accept_uno=True)
    assert says_calidruno("calidruno", accept_uno=True)
    assert not says_calidruno("una", accept_uno=True)
    assert not says_calidruno("UNO!")


def test_cal_29_the_word_with_the_play() -> None:
    table = scene(THREE).does("Anna: R1!")
    assert Called(ANNA) in table.events
    assert table.seen("Bruno").duties == ()
    assert table.refuses("Carla: catch Anna") is Why.CATCH_CALLED
    assert table.refuses("Anna: call") is Why.ALREADY_CALLED


def test_cal_29_the_word_with_the_play_is_true_also_after_a_silence_before() -> None:
    table = scene("R7 | Anna: R2 G9 | Bruno: R4 R9 R6 R8", stock="R1")
    table.does("Anna: R2", "Bruno: R4", "Anna: draw", "Anna: R1!")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_CALLED
    assert table.refuses("Anna: call") is Why.ALREADY_CALLED


def test_cal_29_the_word_with_the_play_answers_what_was_still_owed() -> None:
    table = scene("R7 | Anna: R-stop B5 | Bruno: G1 G3", GRACE, stock="R9")
    table.does("Anna: R-stop", "Anna: draw", "Anna: R9!")
    assert table.seen("Bruno").duties == ()
    assert GAME.due_moves(table.state) == []
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_CALLED
    table = scene("R7 | Anna: R2 G9 | Bruno: R4 R9 R6 R8", GRACE, stock="R1")
    table.does("Anna: R2", "Bruno: R4", "Anna: draw", "Anna: R1!", "Bruno: R9")
    assert table.does("Anna: G9").winner == "Anna"


@pytest.mark.parametrize("hand", ["R1 R2 R3", "R1"])
def test_cal_29_the_word_only_with_the_play_that_leaves_one(hand: str) -> None:
    assert scene(f"R7 | Anna: {hand} | Bruno: G1").refuses("Anna: R1!") is Why.SAID_TOO_SOON


def test_cal_29_the_call_ends_with_the_next_players_draw() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: G3 G4 | Carla: G1 G2").does("Anna: R1", "Bruno: draw")
    assert table.refuses("Anna: call") is Why.CALL_TOO_LATE


def test_cal_31_a_second_action_of_the_same_turn_does_not_close_the_catch() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: G3 G4 | Carla: G1 G2", stock="R9")
    table.does("Anna: R1", "Bruno: draw", "Bruno: R9")
    assert table.seen("Carla").duties == (Duty(ANNA, False, True, False),)
    table.does("Carla: draw")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_TOO_LATE


def test_cal_32_no_effect_against_oneself_or_without_duty() -> None:
    table = scene(THREE).does("Anna: R1", "Bruno: R3")
    assert table.refuses("Anna: catch Anna") is Why.CATCH_ONESELF
    assert table.refuses("Anna: catch Bruno") is Why.CATCH_NOT_OWED


def two_with_stop(options: Options = rules()) -> Scene:
    """Anna plays Stop against one opponent, goes to one card in silence and is to act again."""
    return scene("R7 | Anna: R-stop R2 | Bruno: G1 G2", options).does("Anna: R-stop")


def test_cal_33_call_and_catch_compete() -> None:
    assert two_with_stop().seen("Bruno").duties == (Duty(ANNA, True, True, False),)
    assert two_with_stop().does("Bruno: catch Anna").held("Anna") == 3
    called = two_with_stop().does("Anna: call")
    assert called.refuses("Bruno: catch Anna") is Why.CATCH_CALLED


def test_cal_33_both_end_with_that_players_next_action() -> None:
    table = scene("R7 | Anna: R-stop G2 | Bruno: G1 G3").does("Anna: R-stop", "Anna: draw")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_TOO_LATE
    assert table.refuses("Anna: call") is Why.CALL_BEFORE_PLAY


def test_cal_30_the_offender_loses_no_turn() -> None:
    table = two_with_stop().does("Bruno: catch Anna")
    assert table.to_act == "Anna"


def test_cal_40_penalty_cards_come_from_a_new_stock_if_need_be() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: R6 R8", rest_in="discards")
    table.does("Anna: R1", "Bruno: R3", "Carla: catch Anna")
    assert isinstance(table.events[0], Reshuffled)
    assert table.events[1] == Caught(ANNA, CARLA, 2)
    assert table.held("Anna") == 3


def test_each_drop_to_one_card_owes_a_new_call() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 R6", stock="G9 R8")
    table.does("Anna: R1", "Anna: call", "Bruno: R3")
    assert table.seen("Anna").duties == ()
    table = scene("R7 | Anna: R1 G2 | Bruno: R3 R4 R5 R6", stock="R8")
    table.does("Anna: R1!", "Bruno: R3", "Anna: draw", "Anna: R8")
    assert table.seen("Bruno").duties == (Duty(ANNA, True, False, False),)


# Head start.


def test_grace_others_actions_do_not_close_the_call() -> None:
    table = scene(THREE, GRACE).does("Anna: R1", "Bruno: R3", "Carla: R6")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_IN_GRACE
    assert table.does("Anna: call").seen("Bruno").duties == ()


def test_grace_ends_by_a_move_of_the_table_after_its_seconds() -> None:
    for seconds in (3, 5, 10):
        table = scene(THREE, rules(grace_s=seconds)).does("Anna: R1")
        (due,) = GAME.due_moves(table.state)
        assert due == DueMove(due.move, seconds)
        assert table.legal("table") == {GAME.encode_move(due.move)}
    assert not GAME.due_moves(scene(THREE).does("Anna: R1").state)


def test_grace_over_and_nobody_acted_goes_on_as_without() -> None:
    table = scene(THREE, GRACE).does("Anna: R1", "table: grace Anna")
    assert table.seen("Bruno").duties == (Duty(ANNA, True, False, False),)
    table.does("Bruno: R3")
    assert table.seen("Bruno").duties == (Duty(ANNA, False, True, False),)


def test_grace_over_after_somebody_acted_opens_the_catch() -> None:
    table = scene(THREE, GRACE).does("Anna: R1", "Bruno: R3", "table: grace Anna")
    assert table.refuses("Anna: call") is Why.CALL_TOO_LATE
    assert table.does("Carla: catch Anna").held("Anna") == 3


def test_grace_over_the_catch_closes_with_the_next_turn() -> None:
    table = scene(THREE, GRACE).does("Anna: R1", "Bruno: R3", "table: grace Anna", "Carla: R6")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_TOO_LATE


def test_grace_over_in_mid_turn_leaves_that_turn_to_catch() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: G3 G4 | Carla: G1 G2", GRACE)
    table.does("Anna: R1", "Bruno: draw", "table: grace Anna", "Bruno: pass")
    assert table.does("Carla: catch Anna").held("Anna") == 3


def test_grace_two_players_the_catch_opens_when_it_ends() -> None:
    table = two_with_stop(GRACE)
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_IN_GRACE
    table.does("table: grace Anna")
    assert table.seen("Bruno").duties == (Duty(ANNA, True, True, False),)


def test_only_the_table_ends_the_grace_and_only_once() -> None:
    table = scene(THREE, GRACE).does("Anna: R1")
    assert table.refuses("Bruno: grace Anna") is Why.ONLY_THE_TABLE
    assert table.does("table: grace Anna").refuses("table: grace Anna") is Why.NO_GRACE


def test_grace_a_new_duty_has_a_head_start_of_its_own() -> None:
    """A late alarm for an answered duty must not end the head start of the next one."""
    table = scene("R7 | Anna: R-stop G2 | Bruno: G1 G3", GRACE, stock="R9").does("Anna: R-stop")
    (old,) = GAME.due_moves(table.state)
    table.does("Anna: draw", "Anna: R9")
    (new,) = GAME.due_moves(table.state)
    assert old.move != new.move
    assert old.move not in GAME.legal_moves(table.state, None)


# Complaints about other bots, section A.


def test_complaint_a1_hammering_the_catch_gains_nothing() -> None:
    table = scene(THREE)
    for _ in range(10):
        assert table.refuses("Carla: catch Anna") is Why.CATCH_NOT_OWED
    assert (table.held("Anna"), table.held("Carla")) == (2, 3)


def test_complaint_a3_a_hammering_catcher_cannot_beat_the_head_start() -> None:
    table = scene(THREE, GRACE)
    hammer = ["Bruno: catch Anna", "Carla: catch Anna"]
    for line in ("Anna: R1", "Bruno: R3", "Carla: R6"):
        assert {table.refuses(blow) for blow in hammer} <= {Why.CATCH_NOT_OWED, Why.CATCH_IN_GRACE}
        table.does(line)
    assert {table.refuses(blow) for blow in hammer} == {Why.CATCH_IN_GRACE}
    assert table.does("Anna: call").held("Anna") == 1


def test_complaint_a4_a_wild_names_its_colour_before_any_window_runs() -> None:
    table = scene("R7 | Anna: W R2 | Bruno: G3 G4")
    assert table.refuses("Anna: W") is Why.NAME_A_COLOUR
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_NOT_OWED
    assert table.does("Anna: W=R!").refuses("Bruno: catch Anna") is Why.CATCH_CALLED


def test_complaint_a6_a_call_before_the_play_is_told_so() -> None:
    table = scene(THREE)
    assert table.refuses("Anna: call") is Why.CALL_BEFORE_PLAY
    assert table.does("Anna: R1").allows("Anna: call")


def test_complaint_a7_a_call_is_not_used_up_by_drawing_again() -> None:
    table = scene("R7 | Anna: R1 G2 | Bruno: R3 R4 R5 R6", stock="R8")
    table.does("Anna: R1", "Anna: call", "Bruno: R3", "Anna: draw", "Anna: R8")
    assert table.does("Anna: call").refuses("Bruno: catch Anna") is Why.CATCH_CALLED


def test_complaint_a9_nobody_slips_out_during_the_head_start() -> None:
    table = two_with_stop(GRACE)
    assert table.refuses("Anna: R2") is Why.SAY_IT_FIRST
    assert table.refuses("Anna: draw") is Why.MUST_PLAY
    assert table.legal("Anna") == {"call"}
    assert two_with_stop(GRACE).does("Anna: call", "Anna: R2").winner == "Anna"
    assert two_with_stop(GRACE).does("table: grace Anna", "Anna: R2").winner == "Anna"


def test_complaint_a12_after_a_draw_card_the_catch_is_still_possible() -> None:
    table = scene("R7 | Anna: R+2 R2 | Bruno: G3 G4 | Carla: R6 R8 | Dario: G5 G6").does("Anna: R+2")
    assert table.to_act == "Carla"
    assert table.seen("Bruno").duties == (Duty(ANNA, True, False, False),)
    assert table.does("Carla: R6", "Bruno: catch Anna").held("Anna") == 3


def test_complaint_a13_safe_once_the_following_turn_is_over() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: G1 G2").does("Anna: R1", "Bruno: R3", "Carla: draw")
    assert table.refuses("Bruno: catch Anna") is Why.CATCH_TOO_LATE


def test_complaint_a14_going_out_without_ever_calling_wins() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5").does("Anna: R1", "Bruno: R3", "Anna: R2")
    assert table.winner == "Anna"


def test_complaint_d2_two_catches_one_penalty() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: R3 R4 R5 | Carla: R6 R8").does(
        "Anna: R1", "Bruno: R3", "Bruno: catch Anna"
    )
    assert table.events == [Caught(ANNA, BRUNO, 2)]
    assert table.refuses("Carla: catch Anna") is Why.CATCH_CAUGHT
    assert table.held("Anna") == 3

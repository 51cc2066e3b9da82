"""Reports of hints in Calidruno, and who decides on them (CAL-39)."""

from __future__ import annotations

import pytest

from games.calidruno.moves import Judged, Reported
from games.core import InvalidMoveError
from tests.games.calidruno_scene import ANNA, BRUNO, CARLA, DARIO, GAME, Why, rules, scene

FOUR = "R7 | Anna: R1 R2 R3 | Bruno: G1 G2 | Carla: B1 B2 | Dario: Y1 Y2"


def test_cal_39_a_majority_of_the_others_decides() -> None:
    table = scene(FOUR).does("Bruno: report Anna Carla")
    assert table.events == [Reported(BRUNO, ANNA, CARLA, (CARLA, DARIO))]
    assert table.refuses("Anna: guilty") is Why.NOT_A_VOTER
    assert table.refuses("Carla: report Anna Bruno") is Why.REPORT_RUNNING
    table.does("Carla: guilty")
    assert table.refuses("Carla: clear") is Why.ALREADY_VOTED
    assert table.held("Anna") == 3
    table.does("Dario: guilty")
    assert table.events == [Judged(ANNA, True, 4)]
    assert (table.held("Anna"), table.held("Carla"), table.to_act) == (7, 2, "Anna")


def test_cal_39_half_is_no_majority() -> None:
    table = scene(FOUR).does("Bruno: report Anna Carla", "Carla: clear")
    assert table.events == [Judged(ANNA, False, 0)]
    assert table.refuses("Dario: guilty") is Why.NO_REPORT


def test_cal_39_the_third_player_decides_and_two_never_do() -> None:
    three = scene("R7 | Anna: R1 R2 | Bruno: G1 | Carla: B1").does("Anna: report Bruno Anna", "Carla: guilty")
    assert three.events == [Judged(BRUNO, True, 4)]
    two = scene("R7 | Anna: R1 R2 | Bruno: G1")
    assert two.refuses("Anna: report Bruno Anna") is Why.REPORT_NEEDS_A_THIRD


def test_cal_39_the_table_closes_the_vote_after_a_minute() -> None:
    table = scene(FOUR).does("Bruno: report Anna Carla", "Carla: guilty")
    (due,) = GAME.due_moves(table.state)
    assert due.after_s == 60
    table.does("table: verdict")
    assert table.events == [Judged(ANNA, False, 0)]


def test_cal_39_one_report_between_two_turns_of_ones_own() -> None:
    table = scene(FOUR).does("Bruno: report Anna Carla", "table: verdict")
    assert table.refuses("Bruno: report Dario Carla") is Why.REPORT_AGAIN
    table.does("Anna: R1", "Bruno: G1!")
    assert table.allows("Bruno: report Dario Carla")


def test_cal_39_nonsense_reports() -> None:
    table = scene(FOUR)
    assert table.refuses("Anna: report Anna Bruno") is Why.REPORT_ONESELF
    assert table.refuses("Anna: report Bruno Bruno") is Why.REPORT_SAME_SEAT
    with pytest.raises(InvalidMoveError):
        table.does("Anna: report 7 Bruno")


def test_cal_39_option_host_judges_through_the_table() -> None:
    table = scene("R7 | Anna: R1 R2 | Bruno: G1", rules(suggestion_penalty="host")).does("Anna: report Bruno Anna")
    assert table.legal("table") == {"verdict", "judge-guilty", "judge-clear"}
    assert table.refuses("Anna: judge-guilty") is Why.ONLY_THE_TABLE
    assert table.refuses("Anna: guilty") is Why.HOST_JUDGES
    assert table.does("table: judge-guilty").events == [Judged(BRUNO, True, 4)]


def test_cal_39_option_off() -> None:
    table = scene(FOUR, rules(suggestion_penalty="off"))
    assert table.refuses("Bruno: report Anna Carla") is Why.REPORTS_OFF
    assert not GAME.side_moves(table.state, BRUNO)

"""Points over several hands of Calidruno, and who deals on (CAL-35, CAL-36)."""

from __future__ import annotations

import pytest

from games.calidruno.moves import Dealt
from games.calidruno.piles import points_for
from games.core import Outcome, Seat
from tests.games.calidruno_scene import ANNA, BRUNO, GAME, Why, cards, rules, scene


def test_cal_35_values() -> None:
    assert [points_for(card) for card in cards("R0 B9 Y-rev G-stop R+2 B+4 W W+4")] == [0, 9, 20, 20, 20, 20, 50, 50]


@pytest.mark.parametrize(("next_dealer", "dealer"), [("rotate_left", ANNA), ("winner", BRUNO)])
def test_cal_36_who_deals_the_next_hand(next_dealer: str, dealer: Seat) -> None:
    table = scene("R4 | Anna: R7 R5 | Bruno: R1 | Carla: G2", rules(scoring="points_to_500", next_dealer=next_dealer))
    table.does("Anna: R7!", "Bruno: R1")
    assert table.to_act is None
    assert GAME.active_seats(table.state) == {dealer}
    assert table.seen("Anna").shown == table.state.hands
    assert table.seen("table").points == (0, 7, 0)
    assert table.refuses("Carla: deal") is Why.NOT_THE_DEALER
    assert table.refuses("Anna: draw") is Why.HAND_OVER
    table.does(f"{table.seats[dealer]}: deal")
    assert isinstance(table.events[-1], Dealt)
    seen = table.seen("Anna")
    assert (seen.hand_number, seen.dealer, seen.shown, seen.counts) == (2, dealer, None, (7, 7, 7))
    assert table.state.to_act == (dealer + 1) % 3


def test_cal_36_a_drawn_dealer_is_announced() -> None:
    table = scene("R4 | Anna: R7 | Bruno: R1 | Carla: G2", rules(scoring="points_to_500")).does("Anna: R7")
    drawn = [event for event in table.events if hasattr(event, "cards")]
    assert drawn
    assert GAME.timeout_move(table.state, min(GAME.active_seats(table.state))) == GAME.decode_move("deal")


@pytest.mark.parametrize(("next_dealer", "expected"), [("draw", None), ("rotate_left", ANNA), ("winner", BRUNO)])
def test_cal_36_who_deals_the_next_match(next_dealer: str, expected: Seat | None) -> None:
    table = scene("R4 | Anna: R7 R5 | Bruno: R1 | Carla: G2", rules(next_dealer=next_dealer))
    assert GAME.next_dealer(table.does("Anna: R7!", "Bruno: R1").state) == expected


def test_wins_show_no_hands_at_the_end() -> None:
    table = scene("R4 | Anna: R7 | Bruno: G1 | Carla: G2").does("Anna: R7")
    assert table.seen("table").shown is None
    assert table.state.frame.outcome == Outcome("went_out", (1, 2, 2))

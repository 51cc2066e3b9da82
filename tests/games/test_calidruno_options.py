"""Every rule option of Calidruno, turn rules at the edge, and what happens when nothing is left to draw."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.calidruno.cards import Card, Colour, is_number
from games.calidruno.moves import Dealt, Drew, HandVoid, Play, Reshuffled, Skipped
from games.calidruno.options import Options
from games.core import InvalidMoveError, Match, Outcome, Rng, Seat, option_fields
from tests.games.calidruno_scene import ANNA, BRUNO, CARLA, GAME, SEED, Why, cards, rules, scene
from tests.games.playouts import random_plies, seed_of


def test_defaults_are_the_rule_books_list() -> None:
    defaults = {field.name: field.default for field in option_fields(Options)}
    assert {name: defaults[name] for name in list(defaults)[:12]} == {
        "plus4_copies_per_colour": 1,
        "plus4_ends_turn": "yes",
        "stacking": "off",
        "draw_when_playable": "no",
        "drawn_card": "may_play",
        "two_player_reverse": "no_effect",
        "wild4_only_without_colour": "no",
        "last_card_must_be_number": "no",
        "accept_uno": "no",
        "scoring": "wins",
        "next_dealer": "draw",
        "suggestion_penalty": "vote",
    }


@pytest.mark.parametrize(("copies", "size"), [(0, 108), (1, 112), (2, 116)])
def test_cal_2_pack(copies: int, size: int) -> None:
    pack = GAME.deck(rules(plus4_copies_per_colour=copies))
    assert len(pack) == size
    assert sum(map(is_number, pack)) == 76
    assert pack.count(Card(13)) == copies


@pytest.mark.parametrize(("seats", "left"), [(2, 97), (3, 90), (4, 83), (5, 76), (6, 69), (10, 41)])
def test_2_6_stock_after_the_deal(seats: int, left: int) -> None:
    assert len(Match.start(GAME, Options(), seats, SEED).state.stock) == left


def test_cal_9_the_dealers_left_begins() -> None:
    state = Match.start(GAME, Options(), 4, SEED, dealer=Seat(3)).state
    assert (state.to_act, state.direction) == (0, 1)
    assert [type(event) for event in state.frame.opening] == [Dealt]


def test_cal_25_option_victim_of_plus_four_plays_on() -> None:
    table = scene("G7 | Anna: G+4 R1 R2 | Bruno: B1 G2 | Carla: Y1", rules(plus4_ends_turn="no")).does("Anna: G+4")
    assert table.held("Bruno") == 6
    assert table.to_act == "Bruno"
    assert not any(isinstance(event, Skipped) for event in table.events)
    wild = scene("G7 | Anna: W+4 R1 R2 | Bruno: B1 | Carla: Y1", rules(plus4_ends_turn="no")).does("Anna: W+4=R")
    assert wild.to_act == "Carla"


def test_cal_21_and_cal_24_a_wild_that_answers_the_debt_is_refused_for_the_colour_held() -> None:
    both = rules(stacking="any_draw_card", wild4_only_without_colour="yes")
    table = scene("R7 | Anna: R+2 B2 | Bruno: W+4 R5 B1", both).does("Anna: R+2!")
    assert table.refuses("Bruno: W+4=B") is Why.HOLDS_THE_COLOUR
    assert table.refuses("Bruno: R5") is Why.STACK_OR_TAKE


def test_cal_21_a_debt_is_refused_with_its_reason_from_any_hand() -> None:
    most = " ".join(f"{colour}{number}" for colour in "RBYG" for number in range(10))
    table = scene(f"R7 | Anna: R+2 B+2 | Bruno: {most}", rules(stacking="any_draw_card")).does("Anna: R+2!")
    assert table.refuses("Bruno: R5") is Why.STACK_OR_TAKE


def test_cal_21_option_same_kind() -> None:
    table = scene("R7 | Anna: R+2 R1 | Bruno: Y+2 W+4 R3 | Carla: R+4 B1", rules(stacking="same_kind"))
    table.does("Anna: R+2!")
    assert table.legal("Bruno") == {"Y+2", "draw"}
    assert table.refuses("Bruno: W+4=R") is Why.STACK_OR_TAKE
    assert table.refuses("Bruno: R3") is Why.STACK_OR_TAKE
    assert table.refuses("Bruno: pass") is Why.MUST_TAKE
    table.does("Bruno: Y+2")
    assert table.seen("Anna").debt == 4
    assert table.legal("Carla") == {"draw"}
    table.does("Carla: draw")
    assert table.events == [Drew(CARLA, 4, True), Skipped(CARLA)]
    assert (table.held("Carla"), table.to_act, table.seen("Anna").debt) == (6, "Anna", 0)


def test_cal_21_option_any_draw_card_that_matches() -> None:
    table = scene("R7 | Anna: R+2 R1 R2 | Bruno: R+4 B+4 W+4", rules(stacking="any_draw_card")).does("Anna: R+2")
    assert table.legal("Bruno") == {"R+4", "W+4=R", "W+4=B", "W+4=Y", "W+4=G", "draw"}
    assert table.refuses("Bruno: B+4") is Why.ACTION_NO_MATCH


def test_cal_14_option_draw_although_one_could_play() -> None:
    table = scene("R7 | Anna: R1 G2 | Bruno: G1", rules(draw_when_playable="yes"), stock="B5")
    assert table.legal("Anna") == {"R1", "R1!", "draw"}
    assert table.does("Anna: draw").legal("Anna") == {"pass"}


@pytest.mark.parametrize(
    ("drawn_card", "playable", "unplayable"),
    [
        ("may_play", {"B7", "B7!", "pass"}, {"pass"}),
        ("must_play", {"B7", "B7!"}, {"pass"}),
        ("may_not_play", {"pass"}, {"pass"}),
        ("draw_until_playable", {"B7", "B7!", "pass"}, {"draw"}),
    ],
)
def test_cal_15_option_drawn_card(drawn_card: str, playable: set[str], unplayable: set[str]) -> None:
    options = rules(drawn_card=drawn_card)
    assert scene("R7 | Anna: G2 | Bruno: G1", options, stock="B7").does("Anna: draw").legal("Anna") == playable
    assert scene("R7 | Anna: G2 | Bruno: G1", options, stock="B5").does("Anna: draw").legal("Anna") == unplayable


def test_cal_15_the_reasons_after_drawing() -> None:
    drawn = scene("R7 | Anna: G2 | Bruno: G1", stock="B7").does("Anna: draw")
    assert drawn.refuses("Anna: draw") is Why.ALREADY_DRAWN
    must = scene("R7 | Anna: G2 | Bruno: G1", rules(drawn_card="must_play"), stock="B7").does("Anna: draw")
    assert must.refuses("Anna: pass") is Why.MUST_PLAY_DRAWN
    keep = scene("R7 | Anna: G2 | Bruno: G1", rules(drawn_card="may_not_play"), stock="B7").does("Anna: draw")
    assert keep.refuses("Anna: B7") is Why.DRAWN_MUST_BE_KEPT
    until = scene("R7 | Anna: G2 | Bruno: G1", rules(drawn_card="draw_until_playable"), stock="B5").does("Anna: draw")
    assert until.refuses("Anna: pass") is Why.MUST_DRAW
    assert scene("R7 | Anna: G2 | Bruno: G1").refuses("Anna: pass") is Why.MUST_DRAW
    assert scene("R7 | Anna: R2 | Bruno: G1", rest_in="nowhere").refuses("Anna: pass") is Why.MUST_PLAY


def test_cal_24_option_wild_four_only_without_the_colour() -> None:
    options = rules(wild4_only_without_colour="yes")
    assert scene("R7 | Anna: W+4 R1 G2 | Bruno: G1", options).refuses("Anna: W+4=G") is Why.HOLDS_THE_COLOUR
    assert scene("R7 | Anna: W+4 G7 G2 | Bruno: G1", options).allows("Anna: W+4=G")
    assert scene("R7 | Anna: W+4 R1 G2 | Bruno: G1").allows("Anna: W+4=G")


def test_cal_18_option_skip_only_concerns_two_players() -> None:
    table = scene("R7 | Anna: R-rev R1 R2 | Bruno: G1 | Carla: G2", rules(two_player_reverse="skip"))
    assert table.does("Anna: R-rev").to_act == "Carla"


def test_actions_and_plays_out_of_place() -> None:
    table = scene("R7 | Anna: R1 G1 B2 | Bruno: R2 R3")
    assert table.refuses("Anna: R9") is Why.NOT_IN_HAND
    assert table.refuses("Bruno: R2").rule == "G-1"
    assert table.refuses("Anna: deal") is Why.HAND_RUNS
    assert table.refuses("Anna: verdict") is Why.ONLY_THE_TABLE
    for odd in (Play(Card(5), Colour.BLUE), Play(Card(99)), Play(Card(-1))):
        with pytest.raises(ValueError):
            GAME.apply(table.state, ANNA, odd, Rng(SEED, 1))
    text: Any = "R1"
    with pytest.raises(InvalidMoveError):
        GAME.apply(table.state, ANNA, text, Rng(SEED, 1))


# Exhaustion.


def test_cal_37_reshuffle_in_mid_draw() -> None:
    table = scene("R1 | Anna: R+4 R2 R3 | Bruno: G1 | Carla: G2", stock="B1 B2", rest_in="discards").does("Anna: R+4")
    assert [type(event) for event in table.events[1:3]] == [Reshuffled, Drew]
    assert table.held("Bruno") == 5
    assert {"B1", "B2"} <= set(table.hand("Bruno").split())


def test_cal_37_what_is_not_there_is_waived() -> None:
    table = scene("R1 | Anna: R+4 R2 R3 | Bruno: G1 | Carla: G2", stock="B1", rest_in="nowhere").does("Anna: R+4")
    assert table.hand("Bruno") == "R1 B1 G1"
    assert Drew(BRUNO, 2, True) in table.events


def test_cal_38_everybody_passed_and_nothing_to_draw() -> None:
    table = scene("R7 | Anna: G1 | Bruno: G2 | Carla: G3", rest_in="nowhere").does("Anna: pass", "Bruno: pass")
    assert table.state.frame.outcome is None
    table.does("Carla: pass")
    assert table.events[-1] == HandVoid()
    assert table.state.frame.outcome == Outcome("void", ())


def test_cal_38_a_play_in_between_starts_the_count_anew() -> None:
    table = scene("R7 | Anna: G1 G8 | Bruno: R2 R3 | Carla: G3", rest_in="nowhere")
    table.does("Anna: pass", "Bruno: R2!", "Carla: draw", "Carla: pass")
    assert table.state.frame.outcome is None
    assert table.state.idle == 0


# Play as a whole.


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 10])
def test_random_play_by_the_rule_book_always_ends(seats: int) -> None:
    for number in range(20):
        *_, last = random_plies(Match.start(GAME, rules(), seats, seed_of(number)), random.Random(number), 5_000)
        assert last.after.outcome is not None


def test_notation_and_details_of_refusals() -> None:
    table = scene("R7 | Anna: G1 G2 | Bruno: G3")
    with pytest.raises(ValueError) as caught:
        table.does("Anna: G1")
    assert vars(caught.value)["details"] == {"card": cards("G1")[0], "top": cards("R7")[0], "colour": Colour.RED}

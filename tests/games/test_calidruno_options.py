"""Every rule option of Calidruno, turn rules at the edge, reports of hints, and points over hands."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.calidruno.cards import Card, Colour, is_number
from games.calidruno.moves import Dealt, Drew, HandVoid, HandWon, Judged, Play, Reported, Reshuffled, Skipped
from games.calidruno.options import Options
from games.calidruno.piles import points_for
from games.core import InvalidMoveError, Match, Outcome, Rng, Seat, option_fields
from tests.games.calidruno_scene import ANNA, BRUNO, CARLA, DARIO, GAME, SEED, Why, cards, names, rules, scene
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


# Complaints about other bots, section B.


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


# Points over several hands (CAL-35, CAL-36).


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


# Reports of hints (CAL-39).

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

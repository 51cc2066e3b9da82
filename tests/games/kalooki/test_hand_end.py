"""How a hand and a match of Kalooki end, what a turn costs that times out, and what is seen (KAL-27 to 35)."""

from __future__ import annotations

import pytest

from games.core import MatchOverError, Seat
from games.kalooki.cards import PACK, kind_from
from games.kalooki.hands import IDLE_TURNS, VOID_HANDS
from games.kalooki.moves import HandClosed, HandVoid
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.reasons import KalookiReason as Why
from tests.games.kalooki.support import DRAW, GAME, cards, legal, names, play, refused, scene, step

# The end of a hand (KAL-27 to 35)


def test_kal_30_unopened_penalty() -> None:
    for penalty, points in (("50", 50), ("hand_value", 7)):
        state = play(scene("2D", "3D 4D", opened=[0], options=Options(unopened_penalty=penalty)), "drop-2D")
        assert state.totals == (0, points)


def test_kal_31_kalooki_doubles() -> None:
    for doubles, points in (("no", (0, 50, 9)), ("yes", (0, 100, 18))):
        options = Options(kalooki_doubles=doubles)
        state = scene("KS KH KD KC 2D", "3D", "9D", opened=[2], options=options)
        after, events = step(state, "lay-KSKHKDKC", "drop-2D")
        assert after.totals == points
        assert HandClosed(Seat(0), 1, doubled=doubles == "yes") in events
        later = scene("KS KH KD KC 2D", "3D", "9D", opened=[0, 2], options=options)
        assert play(later, "lay-KSKHKDKC", "drop-2D").totals == (0, 50, 9)


@pytest.mark.parametrize("target", [150, 50, 100, 200, 300])
def test_kal_32_target(target: int) -> None:
    for total, over in ((target - 50, True), (target - 51, False)):
        state = scene("2D", "3D", opened=[0], totals=(0, total), options=Options(target=target))
        after = play(state, "drop-2D")
        assert (after.outcome is not None) == over
        assert GAME.observe(after, None).target == target


def test_kal_33_equal_lowest_totals_win_together() -> None:
    state = scene("2D", "3D", "4D 5D", opened=[0, 2], totals=(9, 120, 0))
    after = play(state, "drop-2D")
    assert after.outcome is not None
    assert after.outcome.places == (1, 3, 1)
    with pytest.raises(MatchOverError):
        play(after, "cut-30")


def test_the_hand_after_a_close_begins_with_the_next_dealers_cut() -> None:
    state = scene("2D", "3D", "4D 5D", opened=[0, 2], totals=(9, 60, 0), dealer=2, melds=[(0, "9S9H9D")])
    after = play(state, "drop-2D")
    assert (after.phase, after.dealer, after.turn, after.hand_number) == (Phase.CUT, 0, 2, 2)
    assert sorted(after.stock) == list(PACK)
    seen = GAME.observe(after, Seat(1))
    assert (seen.counts, seen.melds, seen.top, seen.stock, seen.hand) == ((0, 0, 0), (), None, 0, ())
    assert seen.totals == (9, 110, 9)
    assert seen.account is not None
    assert [line.total for line in seen.account.lines] == [9, 110, 9]
    again = play(after, "cut-53")
    assert GAME.observe(again, None).account == seen.account
    assert again.opened == (False,) * 3


def test_kal_35_an_exhausted_stock_and_a_last_card() -> None:
    left = scene("2D 3D", "4D 5D", "2H", pozzo="KS", phase=DRAW, opened=[0, 1, 2], totals=(9, 60, 0))
    state = left._replace(stock=(), hands=(left.hands[0], left.hands[1], (*left.hands[2], *left.stock)))
    assert legal(state) == ["pozzo", "decline"]
    assert refused(state, "stock").reason is Why.STOCK_OUT
    assert refused(left, "decline").reason is Why.NOT_EXHAUSTED
    assert names(play(state, "pozzo").hands[0]) == "KS 2D 3D"
    assert GAME.timeout_move(state, Seat(0)) == GAME.decode_move("decline")
    after, events = step(state, "decline")
    assert events == (HandVoid(1, "stock_out"),)
    assert (after.totals, after.phase, after.dealer) == ((9, 60, 0), Phase.CUT, 0)
    assert after.account is not None
    assert after.account.closer is None
    assert [line.points for line in after.account.lines] == [0, 0, 0]


def test_a_hand_in_which_nothing_is_laid_any_more_is_void() -> None:
    state = scene("2D 3D", "4D 5D", opened=[0], idle=IDLE_TURNS - 1)
    laid = play(state._replace(laid=frozenset(cards("KS"))), "drop-2D")
    assert (laid.hand_number, laid.idle) == (1, 0)
    after, events = step(state, "drop-2D")
    assert HandVoid(1, "nothing_laid") in events
    assert (after.hand_number, after.idle) == (2, 0)
    # Who closes with that very discard has closed.
    assert play(scene("2D", "4D", opened=[0], idle=IDLE_TURNS - 1), "drop-2D").totals == (0, 50)


@pytest.mark.parametrize(("totals", "places"), [((0, 0, 0), ()), ((50, 0, 50), (2, 1, 2))])
def test_void_hands_in_a_row_end_the_match(totals: tuple[int, ...], places: tuple[int, ...]) -> None:
    state = scene("2D 3D", "4D", "5D", idle=IDLE_TURNS - 1, voids=VOID_HANDS - 1, totals=totals)
    after = play(state, "drop-2D")
    assert after.outcome is not None
    assert (after.outcome.reason, after.outcome.places) == ("called_off", places)
    closed = scene("2D", "4D", "5D", opened=[0], voids=VOID_HANDS - 1)
    assert play(closed, "drop-2D").voids == 0


# Time-outs


def test_a_turn_that_times_out_throws_the_drawn_card_or_the_dearest_but_no_joker() -> None:
    state = scene("2D KS JK", "4D", stock="5D", phase=DRAW)
    after = play(state, GAME.encode_move(GAME.timeout_move(state, Seat(0))))
    assert GAME.timeout_move(after, Seat(0)) == GAME.decode_move("drop-5D")
    joker = play(scene("2D KS", "4D", stock="JK", phase=DRAW), "stock")
    assert GAME.timeout_move(joker, Seat(0)) == GAME.decode_move("drop-KS")
    only = scene("JK Jk", "4D")
    assert GAME.timeout_move(only, Seat(0)) == GAME.decode_move("drop-JK")


def test_a_turn_that_times_out_after_a_conditional_draw_lays_the_card() -> None:
    options = Options(discard_draw="must_use_in_meld")
    state = scene("5H 6H", "2C", pozzo="KS", phase=DRAW, options=options, opened=[0], melds=[(1, "TSJSQs")])
    assert GAME.timeout_move(play(state, "pozzo"), Seat(0)) == GAME.decode_move("off-KS@0")


# What is seen


def test_an_observation_shows_the_own_hand_and_what_lies_open() -> None:
    state = scene("8D 2C", "3C 4C", "5C", stock="9D", pozzo="KS QS", phase=DRAW, opened=[0], melds=[(0, "5HJK=6H7H")])
    drawn = play(state, "stock")
    mine, other, spectator = (GAME.observe(drawn, seat) for seat in (Seat(0), Seat(1), None))
    assert (names(mine.hand), mine.drawn) == ("8D 9D 2C", cards("9D")[0])
    assert (names(other.hand), other.drawn) == ("3C 4C", None)
    assert (spectator.hand, spectator.drawn, spectator.counts) == ((), None, (3, 2, 1))
    for seen in (mine, other, spectator):
        assert (seen.to_act, seen.phase, seen.pozzo) == (0, Phase.PLAY, 2)
        assert seen.top == cards("QS")[0]
        assert seen.melds[0].joker_as == kind_from("6H")
        assert seen.melds[0].fits == (kind_from("4H"), kind_from("8H"))
        assert seen.stock == len(drawn.stock)


def test_what_was_taken_from_the_pozzo_is_known_until_it_leaves_the_hand() -> None:
    state = scene("8D 2C", "3C 4C", pozzo="KS QS", phase=DRAW)
    after = play(state, "pozzo", "drop-8D")
    assert GAME.observe(after, Seat(1)).taken == (cards("QS"), ())
    later = play(play(after, "stock", "drop-3C"), "stock", "drop-QS")
    assert GAME.observe(later, Seat(1)).taken == ((), ())


def test_new_cards_stay_marked_until_the_next_draw() -> None:
    state = scene("8H 9H 2C", "3C 4C", opened=[0], melds=[(1, "5H6H7H")])
    after = play(state, "off-8H@0", "drop-2C")
    assert names(GAME.observe(after, None).melds[0].new) == "8H"
    assert GAME.observe(play(after, "stock"), None).melds[0].new == ()

"""Bidding and passing (CLB-8 to CLB-13)."""

from __future__ import annotations

import pytest

from games.calabresella.moves import AllPassed, Dealt
from games.calabresella.options import Options
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.state import exchange_of
from games.calabresella.terms import Contract, Phase
from games.core import IllegalMoveError, NotYourTurnError, Rng, Seat
from tests.games.calabresella.tables import GAME, SEED, D, R, X, dealt, events, legal, only, play

ONE_TURN = Options(auction="one_turn_each")


def refused(state, seat, text):
    with pytest.raises(IllegalMoveError) as caught:
        play(state, (seat, text))
    return caught.value.reason


def test_clb_8_the_dealers_right_speaks_first():
    assert only(dealt()) == R
    assert legal(dealt(), R) == {"pass", "chiamo", "solo", "solissimo"}


def test_clb_e3_a_bid_must_be_higher():
    state = play(dealt(), "solo")
    assert refused(state, X, "chiamo") is CalabresellaReason.BID_NOT_HIGHER
    assert refused(state, X, "solo") is CalabresellaReason.BID_NOT_HIGHER
    assert legal(state, X) == {"pass", "solissimo"}


def test_clb_e4_all_pass_and_the_same_dealer_deals_again_once():
    state = play(dealt(), "pass", "pass")
    assert events(state, D, "pass")[-1] == AllPassed(D)
    state = play(state, "pass")
    assert (state.phase, only(state)) == (Phase.BETWEEN, D)
    again = play(state, "deal")
    assert events(state, D, "deal") == (Dealt(D, 1),)
    assert only(again) == R
    assert again.hands != state.hands
    assert again.standing.balances == (0, 0, 0)


def test_clb_12_option_the_next_dealer_deals_after_all_passed():
    state = play(dealt(Options(all_pass_dealer="next")), "pass", "pass", "pass")
    assert only(state) == R
    assert only(play(state, "deal")) == X


def test_clb_e5_the_auction_goes_round_until_two_have_passed():
    state = play(dealt(), "chiamo", "solo", "pass")
    assert only(state) == R
    after = play(state, "solissimo")
    assert (exchange_of(after).bidder, exchange_of(after).contract) == (R, Contract.SOLISSIMO)
    assert exchange_of(play(state, "pass")).bidder == X


def test_clb_e5_option_one_turn_each_ends_it_after_the_third_word():
    state = play(dealt(ONE_TURN), "chiamo", "solo", "pass")
    assert (exchange_of(state).bidder, state.phase) == (X, Phase.LAY_OFF)
    before = play(dealt(ONE_TURN), "chiamo", "solo")
    assert refused(before, R, "solissimo") is CalabresellaReason.HAS_SPOKEN


def test_clb_e6_solissimo_ends_the_auction_at_once():
    state = play(dealt(), "pass", "solissimo")
    assert (exchange_of(state).bidder, only(state), state.phase) == (X, X, Phase.RAISE)


def test_clb_e7_a_pass_is_final():
    state = play(dealt(), "pass", "chiamo")
    assert refused(state, R, "solo") is CalabresellaReason.HAS_PASSED
    state = play(state, "pass")
    assert (exchange_of(state).bidder, state.phase) == (X, Phase.CALL)
    assert refused(state, R, "solo") is CalabresellaReason.AUCTION_OVER


def test_clb_e8_the_last_may_still_bid_and_has_won_at_once():
    state = play(dealt(), "pass", "pass", "chiamo")
    assert (exchange_of(state).bidder, state.phase) == (D, Phase.CALL)


def test_speaking_out_of_turn_names_who_is_to_speak():
    with pytest.raises(NotYourTurnError) as caught:
        play(dealt(), (D, "chiamo"))
    assert caught.value.details["active"] == frozenset({R})


def test_i7_nothing_is_dealt_or_paid_before_the_third_pass():
    first = dealt()
    for state in (play(first, "pass"), play(first, "pass", "pass")):
        assert state.hands == first.hands
        assert state.phase is Phase.AUCTION


def test_clb_3_the_first_dealer_is_drawn_and_a_given_dealer_is_kept():
    drawn = {GAME.setup(Options(), 3, Rng(bytes([i]) * 16)).standing.dealer for i in range(30)}
    assert drawn == {0, 1, 2}
    assert GAME.setup(Options(), 3, Rng(SEED), dealer=Seat(1)).standing.dealer == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_clb_1_three_players_and_no_other_number(seats):
    with pytest.raises(ValueError, match="CLB-1"):
        GAME.setup(Options(), seats, Rng(SEED))

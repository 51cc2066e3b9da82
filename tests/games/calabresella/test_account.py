"""Counting and paying (CLB-29 to CLB-35)."""

from __future__ import annotations

import pytest

from games.calabresella.account import account_of
from games.calabresella.options import Options
from games.calabresella.terms import Contract, Sweep
from tests.games.calabresella.tables import D, R, X, finished

UNDER_ONE = Options(stramazzo="under_one_point")
BIDDER_ONLY = Options(capotto_both_ways="bidder_only")


def chips_of_bidder_x(account):
    """X's chips, and what each opponent got; they must be equal."""
    first, bidder, second = account.chips
    assert first == second
    assert first + bidder + second == 0
    return bidder, first


def test_clb_e17_18_thirds_win_a_chiamo():
    account = account_of(finished(bidder_cards=15))
    assert (account.bidder_thirds, account.won) == (18, True)
    assert chips_of_bidder_x(account) == (2, -1)


def test_clb_e18_17_thirds_lose_a_solo():
    account = account_of(finished(contract=Contract.SOLO, bidder_cards=17, last="others"))
    assert (account.bidder_thirds, account.others_thirds, account.won) == (17, 18, False)
    assert chips_of_bidder_x(account) == (-4, 2)


def test_clb_e19_thirds_are_never_rounded():
    account = account_of(finished(bidder_cards=16))
    assert (account.bidder_thirds, account.others_thirds, account.won) == (19, 16, True)


def test_clb_e20_dividete_is_worth_eight():
    account = account_of(finished(contract=Contract.DIVIDETE, bidder_cards=17))
    assert account.bidder_thirds == 20
    assert chips_of_bidder_x(account) == (16, -8)


def test_clb_e21_a_bidder_without_a_trick_pays_double():
    state = finished(contract=Contract.SCEGLIETE, bidder_cards=0, bidder_tricks=0, last="others")
    account = account_of(state)
    assert (account.sweep, account.factor, account.amount) == (Sweep.CAPOTTO, 2, 16)
    assert chips_of_bidder_x(account) == (-64, 32)


def test_clb_33_option_capotto_for_the_bidder_only():
    lost = finished(BIDDER_ONLY, Contract.SCEGLIETE, bidder_cards=0, bidder_tricks=0, last="others")
    assert account_of(lost).sweep is Sweep.NONE
    assert chips_of_bidder_x(account_of(lost)) == (-32, 16)
    won = finished(BIDDER_ONLY, Contract.SOLO, bidder_cards=32, bidder_tricks=12)
    assert account_of(won).sweep is Sweep.CAPOTTO


def test_clb_e22_all_tricks_are_capotto_and_not_stramazzo():
    account = account_of(finished(contract=Contract.SOLO, bidder_cards=32, bidder_tricks=12))
    assert (account.bidder_thirds, account.sweep) == (35, Sweep.CAPOTTO)
    assert chips_of_bidder_x(account) == (8, -4)


def test_clb_e23_all_points_without_all_tricks_are_stramazzo():
    account = account_of(finished(bidder_cards=32, bidder_tricks=11))
    assert (account.bidder_thirds, account.sweep) == (35, Sweep.STRAMAZZO)
    assert chips_of_bidder_x(account) == (6, -3)


def test_clb_34_stramazzo_against_a_bidder_with_worthless_tricks():
    account = account_of(finished(contract=Contract.SOLO, bidder_cards=0, bidder_tricks=2, last="others"))
    assert (account.won, account.sweep) == (False, Sweep.STRAMAZZO)
    assert chips_of_bidder_x(account) == (-12, 6)


def test_clb_e25_one_jack_saves_from_stramazzo_but_not_with_the_option():
    assert chips_of_bidder_x(account_of(finished(bidder_cards=31, bidder_tricks=11))) == (2, -1)
    account = account_of(finished(UNDER_ONE, bidder_cards=31, bidder_tricks=11))
    assert account.sweep is Sweep.STRAMAZZO
    assert chips_of_bidder_x(account) == (6, -3)


@pytest.mark.parametrize(("bidder_cards", "sweep"), [(30, Sweep.STRAMAZZO), (29, Sweep.NONE)])
def test_clb_34_option_the_losers_have_less_than_one_point(bidder_cards, sweep):
    assert account_of(finished(UNDER_ONE, bidder_cards=bidder_cards, bidder_tricks=10)).sweep is sweep


def test_clb_34_option_the_point_for_the_last_trick_does_not_save_the_losers():
    """The others take the last trick and the monte, with two jacks in all: 2 + 3 thirds."""
    state = finished(UNDER_ONE, bidder_cards=30, bidder_tricks=9, last="others")
    account = account_of(state)
    assert (account.others_thirds, account.sweep) == (5, Sweep.STRAMAZZO)
    strict = state._replace(options=Options())
    assert account_of(strict).sweep is Sweep.NONE


def test_clb_30_exactly_one_side_reaches_18_thirds():
    for last, possible in (("bidder", range(6, 31)), ("others", range(2, 27))):
        for bidder_cards in possible:
            account = account_of(finished(bidder_cards=bidder_cards, last=last))
            assert account.bidder_thirds + account.others_thirds == 35
            assert (account.bidder_thirds >= 18) != (account.others_thirds >= 18)
            assert account.won == (account.bidder_thirds >= 18)
            assert account.bidder_thirds // 3 + account.others_thirds // 3 == 11


def test_i18_the_account_names_everything_line_by_line():
    account = account_of(finished(contract=Contract.SOLO, bidder_cards=20))
    mine = sum(thirds for winner, thirds in account.tricks if winner == account.bidder)
    assert account.last_trick == account.bidder
    assert mine + 3 + account.monte_thirds == account.bidder_thirds
    assert account.balances == account.chips
    assert (account.amount, account.factor) == (2, 1)


def test_i3_payments_follow_the_seat_that_bid():
    for bidder in (R, X, D):
        account = account_of(finished(bidder_cards=20, bidder=bidder))
        assert account.chips[bidder] == 2
        assert sorted(account.chips) == [-1, -1, 2]
    assert (
        account_of(finished(bidder_cards=20, bidder=R)).chips != account_of(finished(bidder_cards=20, bidder=X)).chips
    )

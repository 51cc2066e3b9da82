"""The deal and the blind auction (BRI-1 to BRI-12)."""

from __future__ import annotations

import pytest

from games.briscola.cards import POINTS, RANKS_HIGH_TO_LOW, pack, points_of
from games.briscola.moves import AllLeft, AuctionWon, BidMade, Left
from games.briscola.options import Options
from games.briscola.reasons import BriscolaReason
from games.briscola.terms import Phase
from games.core import IllegalMoveError, MatchOverError, NotYourTurnError, Outcome, Rng
from games.core.cards import RANK_OF, Rank
from tests.games.briscola.tables import (
    GAME,
    S1,
    S2,
    S3,
    S3_CALLS_50,
    S4,
    S5,
    S6,
    SEED,
    dealt,
    events,
    legal,
    play,
    to_act,
)

FIVE_LEAVE = ("leave",) * 5


def refused(state, seat, text):
    with pytest.raises(IllegalMoveError) as caught:
        play(state, (seat, text))
    return caught.value.reason


def test_bri_e1_six_cards_each_of_36_without_a_six_worth_120():
    state = GAME.setup(Options(), 6, Rng(SEED))
    held = [card for hand in state.hands for card in hand]
    assert [len(hand) for hand in state.hands] == [6] * 6
    assert len(set(held)) == 36
    assert Rank.SIX not in {RANK_OF[card] for card in held}
    assert points_of(held) == 120


def test_bri_2_option_the_twos_are_taken_out_instead():
    ranks = {RANK_OF[card] for card in pack(2)}
    assert (len(pack(2)), points_of(pack(2))) == (36, 120)
    assert Rank.SIX in ranks
    assert Rank.TWO not in ranks
    assert sorted(GAME.deck(Options(removed_rank=2))) == sorted(pack(2))


def test_bri_3_order_and_points():
    assert "".join(rank.letter for rank in RANKS_HIGH_TO_LOW) == "A3RCF76542"
    worth = {RANK_OF[card]: POINTS[card] for card in pack()}
    assert [worth[rank] for rank in RANKS_HIGH_TO_LOW if rank != Rank.SIX] == [11, 10, 4, 3, 2, 0, 0, 0, 0]


@pytest.mark.parametrize("seats", [5, 7])
def test_bri_1_six_players_and_no_other_number(seats):
    with pytest.raises(ValueError, match="BRI-1"):
        GAME.setup(Options(), seats, Rng(SEED))


def test_bri_6_the_first_dealer_is_drawn_then_the_left_deals():
    assert {GAME.setup(Options(), 6, Rng(bytes([i]) * 16)).dealer for i in range(60)} == set(range(6))
    assert GAME.setup(Options(), 6, Rng(SEED), dealer=S3).dealer == S3
    over = play(dealt(), *FIVE_LEAVE, "leave")
    assert GAME.next_dealer(over) == S1


def test_bri_7_the_dealers_left_speaks_first():
    assert to_act(dealt()) == S1
    assert to_act(GAME.setup(Options(), 6, Rng(SEED), dealer=S3)) == S4


def test_bri_e2_the_first_number_is_59_or_less():
    assert refused(dealt(), S1, "bid-60") is BriscolaReason.FIRST_BID_TOO_HIGH
    assert events(dealt(), S1, "bid-59") == (BidMade(S1, 59),)
    assert legal(dealt(), S1) == ["leave", *(f"bid-{n}" for n in range(59, 0, -1))]


def test_bri_e3_i4_each_bid_is_strictly_lower():
    state = play(dealt(), "bid-45")
    assert refused(state, S2, "bid-45") is BriscolaReason.BID_NOT_LOWER
    assert refused(state, S2, "bid-46") is BriscolaReason.BID_NOT_LOWER
    assert play(state, "bid-44").number == 44
    assert play(state, "bid-3").number == 3
    assert legal(state, S2)[:2] == ["leave", "bid-44"]


def test_bri_e4_i6_after_a_bid_of_one_the_others_can_only_leave():
    state = play(dealt(), "bid-1")
    assert refused(state, S2, "bid-0") is BriscolaReason.BID_BELOW_ONE
    assert legal(state, S2) == ["leave"]
    assert to_act(play(state, "leave")) == S3


def test_bri_e5_the_last_to_call_wins_when_all_others_have_left():
    state = play(dealt(), *S3_CALLS_50[:-1])
    assert to_act(state) == S1
    assert events(state, S1, "leave") == (Left(S1), AuctionWon(S3, 50))
    state = play(state, "leave")
    assert (state.bidder, state.number, state.phase, to_act(state)) == (S3, 50, Phase.FIRST_TRICK, S3)
    assert refused(state, S3, "bid-40") is BriscolaReason.AUCTION_OVER


def test_bri_e6_who_has_left_does_not_come_back():
    state = play(dealt(), *S3_CALLS_50[:-1])
    assert refused(state, S2, "bid-40") is BriscolaReason.HAS_LEFT
    assert refused(state, S5, "leave") is BriscolaReason.HAS_LEFT


def test_bri_9_the_lowest_is_not_asked_again_until_underbid():
    state = play(dealt(), "bid-59", "leave", "leave", "leave", "leave", "bid-40")
    assert to_act(state) == S1
    with pytest.raises(NotYourTurnError) as caught:
        play(state, (S6, "bid-39"))
    assert caught.value.details["active"] == frozenset({S1})
    state = play(state, "bid-39")
    assert to_act(state) == S6
    assert play(state, "leave").bidder == S1


def test_bri_e7_the_sixth_may_still_call_and_has_won_at_once():
    state = play(dealt(), *FIVE_LEAVE)
    assert legal(state, S6)[0] == "leave"
    called = play(state, "bid-59")
    assert (called.bidder, called.phase, to_act(called)) == (S6, Phase.FIRST_TRICK, S6)


def test_bri_e7_i7_all_leave_and_the_hand_is_void_once():
    state = play(dealt(), *FIVE_LEAVE)
    assert GAME.outcome(state) is None
    assert events(state, S6, "leave") == (Left(S6), AllLeft(S1))
    void = play(state, "leave")
    assert GAME.outcome(void) == Outcome("void", ())
    assert GAME.active_seats(void) == frozenset()
    assert GAME.next_dealer(void) == S1
    assert GAME.observe(void, S1).result is None
    with pytest.raises(MatchOverError):
        play(void, (S1, "bid-59"))


def test_bri_11_option_the_same_dealer_deals_after_a_void_hand():
    void = play(dealt(Options(all_pass="same_dealer")), *FIVE_LEAVE, "leave")
    assert GAME.next_dealer(void) == S6
    played = play(dealt(Options(all_pass="same_dealer")), *FIVE_LEAVE, "bid-59")
    assert GAME.next_dealer(played) == S1


def test_bri_11_option_the_last_must_call_59():
    state = play(dealt(Options(all_pass="last_must_call_59")), *FIVE_LEAVE)
    assert legal(state, S6) == ["bid-59"]
    assert refused(state, S6, "leave") is BriscolaReason.LAST_MUST_CALL
    assert refused(state, S6, "bid-40") is BriscolaReason.LAST_MUST_CALL
    assert GAME.encode_move(GAME.timeout_move(state, S6)) == "bid-59"
    assert play(state, "bid-59").bidder == S6
    earlier = play(dealt(Options(all_pass="last_must_call_59")), *FIVE_LEAVE[:4])
    assert "leave" in legal(earlier, S5)
    called = play(dealt(Options(all_pass="last_must_call_59")), "bid-59", *FIVE_LEAVE[:4])
    assert "leave" in legal(called, S6)


@pytest.mark.parametrize("highest", [55, 50, 45])
def test_bri_8_option_the_highest_first_bid(highest):
    state = dealt(Options(max_first_bid=highest))
    assert legal(state, S1)[1] == f"bid-{highest}"
    assert refused(state, S1, f"bid-{highest + 1}") is BriscolaReason.FIRST_BID_TOO_HIGH
    assert GAME.observe(state, None).next_bid == highest


def test_bri_12_no_suit_is_named_in_the_auction():
    assert refused(dealt(), S1, "trump-coppe") is BriscolaReason.TRUMP_TOO_EARLY


def test_time_leaves_the_auction():
    assert GAME.encode_move(GAME.timeout_move(dealt(), S1)) == "leave"

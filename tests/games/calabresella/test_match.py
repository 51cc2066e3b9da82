"""Rounds, the end of a match, timeouts, notation and whole random matches."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.calabresella.cards import ORDER
from games.calabresella.moves import StopSaid
from games.calabresella.options import PRESETS, Options
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.terms import Phase
from games.core import (
    IllegalMoveError,
    InvalidMoveError,
    MatchOverError,
    NotYourTurnError,
    Outcome,
    Rng,
    Seat,
    decode_options,
    encode_options,
    option_fields,
)
from games.core.card_sets import card_set
from games.core.cards import name_of
from tests.games.calabresella.tables import (
    GAME,
    SEED,
    D,
    R,
    X,
    dealt,
    events,
    finished,
    legal,
    only,
    play,
    random_match,
)

PASSED = ("pass", "pass", "pass")
VARIANTS = (
    Options(),
    PRESETS["classic"],
    Options(follow_suit="required", solo_monte="face_down", capotto_both_ways="bidder_only", rounds="3"),
    Options(target="21", all_pass_dealer="next"),
)


def refused(state, seat, text):
    with pytest.raises(IllegalMoveError) as caught:
        play(state, (seat, text))
    return caught.value.reason


def last_card(options=None, balances=(0, 0, 0), played=0):
    """The last card of a round, with which X, the bidder, wins the last trick and a Chiamo; and its move."""
    state = finished(options, bidder_cards=20)
    *before, last = state.tricks
    leader = Seat((X - ORDER.winner(last.cards)) % 3)
    third = Seat((leader + 2) % 3)
    return state._replace(
        tricks=tuple(before),
        trick=last.cards[:2],
        hands=tuple(card_set(last.cards[2:]) if seat == third else 0 for seat in (R, X, D)),
        leader=leader,
        to_act=frozenset({third}),
        standing=state.standing._replace(balances=balances, played=played),
    ), name_of(last.cards[2])


def after_a_round(options=None, **standing):
    state, text = last_card(options, **standing)
    return play(state, text)


def test_clb_3_the_deal_moves_counterclockwise_and_balances_stay():
    state = after_a_round(balances=(5, 0, -5), played=2)
    assert (state.phase, only(state)) == (Phase.BETWEEN, R)
    assert sum(state.standing.balances) == 0
    dealt_next = play(state, "deal")
    assert only(dealt_next) == X
    assert GAME.observe(dealt_next, None).number == 4
    assert GAME.observe(dealt_next, None).account == state.standing.account


def test_clb_36_only_the_next_dealer_deals():
    state = after_a_round()
    assert refused(state, X, "deal") is CalabresellaReason.DEALER_DEALS
    assert (legal(state, R), legal(state, X), legal(state, D)) == ({"deal", "stop"}, {"stop"}, {"stop"})


def test_clb_36_the_match_ends_when_all_three_say_stop():
    state = after_a_round()
    assert events(state, X, "stop") == (StopSaid(X),)
    state = play(state, (X, "stop"))
    assert only(state) == R
    assert refused(state, X, "stop") is CalabresellaReason.HAS_SAID_STOP
    state = play(state, (R, "stop"))
    assert only(state) == D
    assert legal(state, D) == {"deal", "stop"}
    assert legal(state, R) == set()
    assert refused(state, R, "deal") is CalabresellaReason.HAS_SAID_STOP
    over = play(state, "stop")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert outcome.reason == "stopped"
    assert outcome.points == over.standing.balances
    assert GAME.active_seats(over) == frozenset()


def test_clb_36_one_who_wants_to_play_on_is_enough():
    state = play(after_a_round(), (R, "stop"))
    assert GAME.active_seats(state) == {X, D}
    state = play(state, (D, "deal"))
    assert (state.phase, state.standing.dealer, state.standing.stops) == (Phase.AUCTION, R, frozenset())


def test_clb_36_a_stop_that_nobody_joins_is_forgotten_at_the_deal():
    state = play(after_a_round(), (X, "stop"), (R, "deal"))
    assert state.standing.stops == frozenset()


def test_stop_and_deal_are_for_the_time_between_rounds():
    assert refused(dealt(), R, "stop") is CalabresellaReason.ROUND_GOES_ON
    assert refused(dealt(), R, "deal") is CalabresellaReason.ROUND_GOES_ON
    assert refused(after_a_round(), R, "chiamo") is CalabresellaReason.DEAL_FIRST
    assert refused(after_a_round(), R, "3D") is CalabresellaReason.DEAL_FIRST


@pytest.mark.parametrize("rounds", ["3", "6", "9", "12"])
def test_clb_36_option_so_many_rounds(rounds):
    options = Options(rounds=rounds)
    assert after_a_round(options, played=int(rounds) - 2).phase is Phase.BETWEEN
    over = after_a_round(options, played=int(rounds) - 1, balances=(3, 0, -3))
    assert over.phase is Phase.OVER
    assert GAME.outcome(over) == Outcome("rounds", (1, 1, 3), (2, 2, -4))


def test_clb_36_option_a_deal_that_all_passed_is_no_round():
    state = play(dealt(Options(rounds="3")), *PASSED)
    assert (state.phase, state.standing.played) == (Phase.BETWEEN, 0)


def test_clb_36_option_target_21():
    options = Options(target="21")
    assert after_a_round(options, balances=(0, 18, -18)).phase is Phase.BETWEEN
    over = after_a_round(options, balances=(-10, 19, -9))
    assert over.standing.balances == (-11, 21, -10)
    assert GAME.outcome(over) == Outcome("target", (3, 1, 2), (-11, 21, -10))


def test_equal_chips_share_a_place():
    over = play(after_a_round(), (R, "stop"), (X, "stop"), (D, "stop"))
    assert GAME.outcome(over) == Outcome("stopped", (2, 1, 2), (-1, 2, -1))


def test_a_match_without_a_counted_round_has_no_winner():
    over = play(dealt(), *PASSED, (D, "stop"), (R, "stop"), (X, "stop"))
    assert GAME.outcome(over) == Outcome("stopped", (), (0, 0, 0))
    with pytest.raises(MatchOverError):
        play(over, (R, "deal"))


def test_a_table_that_nobody_attends_to_ends():
    for options in VARIANTS:
        state = GAME.setup(options, 3, Rng(SEED))
        for _ in range(20):
            active = GAME.active_seats(state)
            if not active:
                break
            seat = min(active)
            move = GAME.timeout_move(state, seat)
            assert move in GAME.legal_moves(state, seat)
            state = GAME.apply(state, seat, move, Rng(SEED, 1)).state
        assert state.phase is Phase.OVER


def test_a_card_that_time_plays_is_the_lowest_allowed():
    state = play(dealt(Options(follow_suit="required"), r="3B RB", x="AB 4B 4D"), "pass", "solissimo", "play")
    state = state._replace(leader=R, to_act=frozenset({R}))
    assert GAME.encode_move(GAME.timeout_move(play(state, "RB"), X)) == "4B"


def test_presets_begin_with_the_rule_book():
    assert list(PRESETS) == ["seed", "classic"]
    assert PRESETS["seed"] == Options()
    classic = PRESETS["classic"]
    assert (classic.follow_suit, classic.auction) == ("required", "one_turn_each")
    assert (classic.all_pass_dealer, classic.stramazzo) == ("next", "under_one_point")
    for options in PRESETS.values():
        assert decode_options(Options, encode_options(options)) == options
    assert {field.name: field.default for field in option_fields(Options)} == encode_options(Options())


@pytest.mark.parametrize(
    "text",
    [
        *(
            "chiamo",
            "solo",
            "solissimo",
            "pass",
            "ask-3D",
            "give-7B",
            "lay-4C-5C-6D-7B",
            "play",
            "dividete",
            "scegliete",
        ),
        *("split-none", "split-4C-RD", "accept", "insist", "3D", "deal", "stop"),
    ],
)
def test_notation_is_short_plain_and_reversible(text):
    assert GAME.encode_move(GAME.decode_move(text)) == text


@pytest.mark.parametrize(
    "text", ["", "3X", "ask", "ask-", "lay-", "lay-4C-", "split-", "fly-3D", "3D-", "ask-3D-4D", "-3D"]
)
def test_what_is_no_move_is_refused_as_such(text):
    with pytest.raises(InvalidMoveError):
        GAME.decode_move(text)


def test_the_table_itself_and_strangers_make_no_moves():
    assert GAME.legal_moves(dealt(), None) == ()
    for seat in (None, Seat(3)):
        with pytest.raises(NotYourTurnError):
            GAME.apply(dealt(), seat, GAME.decode_move("pass"), Rng(SEED))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(VARIANTS))
def test_invariants_along_random_matches(seed, options):
    deck = sorted(GAME.deck(options))
    states = list(random_match(options, seed, rounds=2))
    for (state, seat, text), (following, _, _) in pairwise(states):
        assert sorted(GAME.cards(state)) == deck
        assert seat in GAME.active_seats(state)
        assert GAME.outcome(state) is None
        move = GAME.decode_move(text)
        assert move in GAME.legal_moves(state, seat)
        assert sum(state.standing.balances) == 0
        if state.phase is Phase.PLAY:
            assert len(state.monte) == 4
            assert sum(hand.bit_count() for hand in state.hands) + len(state.trick) + 3 * len(state.tricks) == 36
        account = following.standing.account
        if account and account != state.standing.account:
            check_account(account)
    final = states[-1][0]
    assert GAME.outcome(final) is not None


def check_account(account):
    assert account.bidder_thirds + account.others_thirds == 35
    assert sum(account.chips) == 0
    assert abs(account.chips[account.bidder]) == 2 * account.amount * account.factor
    assert account.amount in {1, 2, 4, 8, 16}
    assert account.factor in {1, 2, 3}
    tricks = sum(thirds for _, thirds in account.tricks)
    assert tricks + account.monte_thirds + 3 == 35
    assert len(account.monte) == 4


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_every_move_that_is_not_offered_is_refused_and_changes_nothing(seed):
    universe = [GAME.decode_move(text) for text in _UNIVERSE]
    for state, _, _ in list(random_match(Options(follow_suit="required"), seed, rounds=1))[::3]:
        for seat in (R, X, D):
            offered = GAME.legal_moves(state, seat)
            for move in universe:
                if move in offered:
                    assert GAME.apply(state, seat, move, Rng(SEED, 1)).state != state
                else:
                    with pytest.raises(IllegalMoveError):
                        GAME.apply(state, seat, move, Rng(SEED, 1))


_UNIVERSE = (
    *("chiamo", "solo", "solissimo", "pass", "play", "dividete", "scegliete", "split-none", "split-AC", "accept"),
    *("insist", "deal", "stop", "ask-3D", "ask-4B", "give-3D", "give-RC", "lay-AC-2C", "lay-3D", "lay-4C-5C-6C-7C"),
    *("AC", "2C", "3C", "4D", "5D", "6D", "7D", "FS", "CS", "RS", "AB", "3B"),
)

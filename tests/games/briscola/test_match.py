"""Whole hands: invariants, timeouts, notation, replay."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.briscola.options import PRESETS, Options
from games.briscola.terms import Phase
from games.core import (
    IllegalMoveError,
    InvalidMoveError,
    Match,
    NotYourTurnError,
    PlayedMove,
    Rng,
    Seat,
    decode_options,
    encode_options,
    option_fields,
)
from tests.games.briscola.tables import GAME, S3_CALLS_50, S6, SEATS, SEED, dealt, play, random_hand

VARIANTS = (
    Options(),
    Options(scoring="zero_sum", removed_rank=2, max_first_bid=45),
    Options(all_pass="last_must_call_59", show_running_points="yes", spectators_see="all", memory_aid="on"),
)
UNIVERSE = [
    GAME.decode_move(text)
    for text in (
        *("leave", *(f"bid-{n}" for n in range(62))),
        *(f"slot-{n}" for n in range(1, 7)),
        *("trump-coppe", "trump-denari", "trump-spade", "trump-bastoni"),
    )
]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(VARIANTS))
def test_i17_invariants_along_random_hands(seed, options):
    deck = sorted(GAME.deck(options))
    assert (len(deck), sum(card % 10 == 0 for card in deck)) == (36, 4)
    states = [state for state, _, _ in random_hand(options, seed)]
    for state, following in pairwise(states):
        assert sorted(GAME.cards(state)) == deck
        assert len(GAME.active_seats(state)) == 1
        assert GAME.outcome(state) is None
        assert following.hands == state.hands
        bids = [number for _, number in following.auction.calls if number is not None]
        assert bids == sorted(set(bids), reverse=True)
        assert all(1 <= number <= options.max_first_bid for number in bids)
    final = states[-1]
    result, outcome = GAME.observe(final, None).result, GAME.outcome(final)
    assert outcome is not None
    if result is None:
        assert outcome.reason == "void"
        return
    assert [len(trick.cards) for trick in final.tricks] == [6] * 6
    assert sum(result.taken) == 120
    assert result.kept == (result.side_points < result.number)
    assert sum(outcome.points) == 0
    assert outcome.places.count(1) == len(result.winners)
    assert sorted(GAME.cards(final)) == deck


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(VARIANTS))
def test_every_move_that_is_not_offered_is_refused_and_changes_nothing(seed, options):
    for state, _, _ in list(random_hand(options, seed))[::3]:
        for seat in SEATS:
            offered = GAME.legal_moves(state, seat)
            for move in UNIVERSE:
                if move in offered:
                    assert GAME.apply(state, seat, move, Rng(SEED, 1)).state != state
                else:
                    with pytest.raises(IllegalMoveError):
                        GAME.apply(state, seat, move, Rng(SEED, 1))


def test_a_table_that_nobody_attends_to_ends():
    for options in VARIANTS:
        state, plies = GAME.setup(options, 6, Rng(SEED)), 0
        while state.phase is not Phase.OVER:
            (seat,) = GAME.active_seats(state)
            move = GAME.timeout_move(state, seat)
            assert move in GAME.legal_moves(state, seat)
            state, plies = GAME.apply(state, seat, move, Rng(SEED, 1)).state, plies + 1
        assert plies <= 6 + 6 + 1 + 30


def test_time_plays_the_first_slot_that_holds_a_card():
    state = play(dealt(), *S3_CALLS_50, *("slot-1",) * 6)
    assert GAME.encode_move(GAME.timeout_move(state, Seat(2))) == "trump-coppe"
    state = play(state, "trump-coppe")
    (seat,) = GAME.active_seats(state)
    assert GAME.encode_move(GAME.timeout_move(state, seat)) == "slot-2"


@pytest.mark.parametrize("text", ["bid-45", "bid-1", "bid-60", "leave", "slot-1", "slot-6", "trump-spade"])
def test_notation_is_short_plain_and_reversible(text):
    assert GAME.encode_move(GAME.decode_move(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "bid", "bid-", "bid-045", "bid-1000", "bid--3", "slot-0", "slot-7", "trump-hearts", "leave-1", "3D", "bid-４"],
)
def test_what_is_no_move_is_refused_as_such(text):
    with pytest.raises(InvalidMoveError):
        GAME.decode_move(text)


def test_the_table_itself_and_strangers_make_no_moves():
    assert GAME.legal_moves(dealt(), None) == ()
    for seat in (None, Seat(6)):
        with pytest.raises(NotYourTurnError):
            GAME.apply(dealt(), seat, GAME.decode_move("leave"), Rng(SEED))


def test_options_begin_with_the_rule_book():
    assert {"seed": Options()} == PRESETS
    assert {field.name: field.default for field in option_fields(Options)} == encode_options(Options())
    for options in VARIANTS:
        assert decode_options(Options, encode_options(options)) == options


def test_a_replay_at_every_ply_is_the_same_hand():
    match, moves = Match.start(GAME, Options(), 6, SEED, dealer=S6), []
    for text in (*S3_CALLS_50, *("slot-1",) * 6, "trump-spade", *("slot-3",) * 6):
        moves.append(PlayedMove(next(iter(GAME.active_seats(match.state))), text))
        match, _ = match.play(moves[-1].seat, GAME.decode_move(text))
        assert Match.replay(GAME, Options(), 6, SEED, S6, moves).state == match.state

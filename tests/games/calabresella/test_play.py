"""Cards, deal and tricks (CLB-2 to CLB-7, CLB-24 to CLB-28)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from games.calabresella.cards import ALL_THIRDS, LAST_TRICK_THIRDS, ORDER, RANKS_HIGH_TO_LOW, THIRDS, thirds_of
from games.calabresella.moves import CardPlayed, RoundCounted, TrickTaken
from games.calabresella.options import Options
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.state import NOBODY, Standing, deal
from games.calabresella.terms import Contract, Phase, Sweep, Trick
from games.core import IllegalMoveError, NotYourTurnError, Seat
from games.core.card_sets import card_set
from games.core.cards import PACK, RANK_OF, SUIT_OF, card_from
from tests.games.calabresella.tables import GAME, D, R, X, cards, dealt, events, hand, legal, only, play

REQUIRED = Options(follow_suit="required")


def refused(state, seat, text):
    with pytest.raises(IllegalMoveError) as caught:
        play(state, (seat, text))
    return caught.value.reason


def at_play(options=None, **held):
    """X plays a Solissimo as it is, but R leads."""
    state = play(dealt(options, **held), "pass", "solissimo", "play")
    return state._replace(leader=R, to_act=frozenset({R}))


def test_clb_e1_packets_of_four_from_the_dealers_right():
    state = deal(Options(), Standing(D, 0, (0, 0, 0), None, NOBODY, ""), PACK)
    assert hand(state, R) == (*PACK[0:4], *PACK[12:16], *PACK[24:28])
    assert hand(state, X) == (*PACK[4:8], *PACK[16:20], *PACK[28:32])
    assert hand(state, D) == (*PACK[8:12], *PACK[20:24], *PACK[32:36])
    assert state.monte == PACK[36:40]


def test_clb_e2_the_pack_and_the_last_trick_make_35_thirds():
    assert (len(PACK), len(set(PACK))) == (40, 40)
    assert thirds_of(PACK) + LAST_TRICK_THIRDS == ALL_THIRDS == 35
    assert Counter(THIRDS) == {3: 4, 1: 20, 0: 16}


def test_clb_5_the_order_is_3_2_a_r_c_f_7_6_5_4_in_every_suit():
    assert "".join(rank.letter for rank in RANKS_HIGH_TO_LOW) == "32ARCF7654"
    for suit in range(4):
        own = [card for card in PACK if SUIT_OF[card] == suit]
        high_to_low = sorted(own, key=lambda card: -ORDER.strength[card])
        assert "".join(RANK_OF[card].letter for card in high_to_low) == "32ARCF7654"


def test_clb_e14_the_highest_card_of_the_suit_led_takes_the_trick():
    state = at_play(r="RB", x="3D", d="AB")
    state = play(state, "RB", "3D")
    assert events(state, D, "AB") == (CardPlayed(D, card_from("AB")), TrickTaken(D, 5))
    state = play(state, "AB")
    assert only(state) == D
    assert state.tricks[0].cards == cards("RB 3D AB")


def test_i14_every_trick_of_three_cards_for_every_leader_against_the_obvious_rule():
    def slow(trick):
        led = trick[0] // 10
        high = "32ARCF7654"
        best = min((card for card in trick if card // 10 == led), key=lambda card: high.index("A234567FCR"[card % 10]))
        return trick.index(best)

    count = 0
    for trick in itertools.permutations(PACK, 3):
        assert ORDER.winner(trick) == slow(trick)
        count += 1
    assert count == 59_280


@pytest.mark.parametrize("leader", [R, X, D])
def test_i14_the_winner_is_counted_from_the_leader(leader):
    state = at_play(r="RB", x="3B", d="AB")._replace(leader=leader, to_act=frozenset({leader}))
    held = {R: "RB", X: "3B", D: "AB"}
    for place in range(3):
        state = play(state, held[Seat((leader + place) % 3)])
    assert (state.tricks[0].leader, state.tricks[0].winner, only(state)) == (leader, X, X)


def test_clb_25_any_card_is_led():
    state = at_play()
    assert legal(state, R) == {GAME.encode_move(move) for move in GAME.legal_moves(state, R)}
    assert len(legal(state, R)) == 12


def test_clb_26_nobody_has_to_follow_suit():
    state = play(at_play(r="RB", x="3D 4B"), "RB")
    assert {"3D", "4B"} <= legal(state, X)
    assert len(legal(state, X)) == 12
    assert not GAME.observe(state, X).must_follow


def test_clb_26_option_suit_must_be_followed_by_who_can():
    state = play(at_play(REQUIRED, r="RB", x="3D 4B 7B"), "RB")
    of_suit = {name for name in legal(state, X) if name.endswith("B")}
    assert legal(state, X) == of_suit >= {"4B", "7B"}
    assert refused(state, X, "3D") is CalabresellaReason.MUST_FOLLOW_SUIT
    assert GAME.observe(state, None).must_follow


def test_clb_26_option_who_has_none_of_the_suit_plays_anything():
    state = at_play(REQUIRED, r="RB", x="3D 4D 5D 6D 7D RD CD FD AD 2D 3C 2C")
    assert len(legal(play(state, "RB"), X)) == 12


def test_one_plays_in_turn_and_what_one_holds():
    state = at_play(r="RB", x="3D")
    with pytest.raises(NotYourTurnError):
        play(state, (X, "3D"))
    assert refused(state, R, "3D") is CalabresellaReason.NOT_IN_HAND


def test_i9_a_card_laid_off_is_not_played():
    state = play(dealt(monte="4B 5B AB RB"), "pass", "solo", "pass", "lay-AB-4B-5B-RB")
    state = state._replace(leader=X, to_act=frozenset({X}))
    assert refused(state, X, "AB") is CalabresellaReason.NOT_IN_HAND


def test_clb_e16_the_last_trick_brings_its_point_and_the_monte():
    state = at_play(monte="AD RD 5B 4B")
    others = [card for card in PACK if card not in cards("FB 4C 5C AD RD 5B 4B")]
    before = tuple(trick for trick in (taken_by(R, others[3 * i : 3 * i + 3]) for i in range(11)))
    state = state._replace(
        hands=tuple(card_set(cards(name)) for name in ("4C", "FB", "5C")),
        leader=X,
        to_act=frozenset({X}),
        tricks=before,
    )
    state = play(state, "FB", "5C")
    counted = events(state, R, "4C")[-1]
    assert isinstance(counted, RoundCounted)
    account = counted.account
    assert account.tricks[-1] == (X, 1)
    assert (account.last_trick, account.monte_thirds) == (X, 4)
    assert account.bidder_thirds == 8
    assert account.others_thirds == 27
    assert (account.contract, account.won, account.sweep) == (Contract.SOLISSIMO, False, Sweep.NONE)
    assert account.chips == (4, -8, 4)
    assert play(state, "4C").phase is Phase.BETWEEN


def taken_by(winner, trick):
    return Trick(winner, tuple(trick), winner, thirds_of(trick))

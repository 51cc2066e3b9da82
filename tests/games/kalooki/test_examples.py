"""The worked examples of the rule book (3.7), each under its number. A, B, C are seats 0, 1, 2."""

from __future__ import annotations

import pytest

from games.core import Match, NotYourTurnError, Rng, Seat
from games.kalooki.cards import kind_from
from games.kalooki.moves import HandClosed, MatchEnded, TurnedOver
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.reasons import KalookiReason as Why
from tests.games.kalooki.support import GAME, SEED, cards, legal, names, play, refused, scene, step


@pytest.mark.parametrize(("seats", "stock"), [(2, 79), (3, 66), (4, 53), (5, 40)])
def test_e1_kal_5_kal_6_thirteen_cards_each_and_one_turned_up(seats: int, stock: int) -> None:
    state = play(Match.start(GAME, Options(), seats, SEED).state, "cut-40")
    assert [len(hand) for hand in state.hands] == [13] * seats
    assert (len(state.stock), len(state.pozzo)) == (stock, 1)


def test_e2_kal_4_the_dealers_right_cuts() -> None:
    state = GAME.setup(Options(), 3, Rng(SEED), dealer=Seat(0))
    pack = state.stock
    assert GAME.active_seats(state) == {2}
    for seat in (0, 1):
        refusal = refused(state, "cut-30", seat=seat)
        assert isinstance(refusal, NotYourTurnError)
        assert refusal.reason is Why.NOT_THE_CUTTER
        assert refusal.details["cutter"] == 2
    dealt = play(state, "cut-30", seat=2)
    order = [*pack[30:], *pack[:30]]
    assert [set(hand) for hand in dealt.hands] == [set(order[2:39:3]), set(order[0:39:3]), set(order[1:39:3])]
    assert [*dealt.pozzo, *dealt.stock] == order[39:]


def test_e3_kal_16_kal_17_two_melds_worth_45_open() -> None:
    state = play(scene("KS KH KD 4C 5C 6C 8D", "2C"), "lay-KSKHKD+4C5C6C")
    assert state.opened == (True, False)
    assert [names(owned.meld.cards) for owned in state.melds] == ["KS KH KD", "4C 5C 6C"]


def test_e4_kal_16_39_do_not_open() -> None:
    refusal = refused(scene("JS QS KS 3S 3H 3D 8D", "2C"), "lay-JSQSKS+3S3H3D")
    assert refusal.reason is Why.OPENING_TOO_LOW
    assert refusal.details == {"total": 39, "needed": 40}


def test_e5_kal_10_kal_19_the_ace_counts_eleven_above_the_king() -> None:
    assert play(scene("QH KH AH 3S 3H 3D 8D", "2C"), "lay-QHKHAH+3S3H3D").opened[0]


def test_e6_kal_13_kal_18_the_joker_counts_as_what_it_stands_for() -> None:
    state = scene("QH KH JK 3S 3H 3D 8D", "2C")
    assert play(state, "lay-QHKHJK=AH+3S3H3D").opened[0]
    refusal = refused(state, "lay-QHKHJK=JH+3S3H3D")
    assert (refusal.reason, refusal.details["total"]) == (Why.OPENING_TOO_LOW, 39)


def test_e7_kal_16_one_meld_of_40_opens() -> None:
    assert play(scene("KS KH KD KC 2D", "2C"), "lay-KSKHKDKC").opened[0]


def test_e8_kal_16_kal_19_three_aces_are_33() -> None:
    refusal = refused(scene("AS AH AD 2D", "2C"), "lay-ASAHAD")
    assert (refusal.reason, refusal.details["total"]) == (Why.OPENING_TOO_LOW, 33)


@pytest.mark.parametrize("text", ["9S9s9H", "9S9H9D9C9s"])
def test_e9_kal_9_two_equal_cards_never(text: str) -> None:
    refusal = refused(scene("9S 9s 9H 9D 9C 2D", "2C", opened=[0]), f"lay-{text}")
    assert refusal.reason is Why.SAME_CARD_TWICE
    assert refusal.details == {"kind": kind_from("9S")}


def test_e10_kal_10_the_ace_lies_above_the_king_only() -> None:
    state = scene("AS 2S 3S 4S QS KS 2D", "2C", opened=[0])
    assert refused(state, "lay-AS2S3S").reason is Why.ACE_IS_HIGH
    assert refused(state, "lay-KSAS2S").reason is Why.ACE_IS_HIGH
    assert names(play(state, "lay-2S3S4S").melds[0].meld.cards) == "2S 3S 4S"
    assert names(play(state, "lay-QSKSAS").melds[0].meld.cards) == "QS KS AS"


def test_e11_kal_12_one_joker_in_a_meld() -> None:
    state = scene("7D JK Jk 2C 4C 2D", "2c", opened=[0])
    assert refused(state, "lay-7DJKJk").reason is Why.TWO_JOKERS
    assert play(state, "lay-2CJK=3C4C").melds[0].meld.joker_as == kind_from("3C")


def test_e13_kal_22_kal_23_the_jokers_card_can_only_be_swapped() -> None:
    state = scene("9C 9D 2D 2H 2S", "2C", opened=[0, 1], melds=[(1, "9S9HJK=9D")])
    assert names(play(state, "off-9C@0").melds[0].meld.cards) == "9S 9H JK 9C"
    assert refused(state, "off-9D@0").reason is Why.ONLY_SWAP
    assert names(play(state, "swap-9D@0>2S2HJK=2D").melds[0].meld.cards) == "9S 9H 9D"
    refusal = refused(state, "swap-9C@0>2S2HJK=2D")
    assert refusal.reason is Why.NOT_THE_JOKERS_CARD
    assert refusal.details["wanted"] == (kind_from("9D"),)


def test_e14_kal_23_kal_24_a_freed_joker_does_not_come_into_the_hand() -> None:
    state = scene("9C 9D 2D 2H 2S", "2C", opened=[0, 1], melds=[(1, "9S9HJK=9D")])
    assert refused(state, "swap-9D@0>").reason is Why.REPLAY_JOKER
    assert refused(play(state, "swap-9D@0>2S2HJK=2D"), "drop-JK").reason is Why.NOT_IN_HAND


def test_e15_kal_24_kal_27_swap_lay_the_joker_off_and_close() -> None:
    state = scene("6H 9C", "2C", opened=[0, 1], melds=[(1, "5HJK=6H7H"), (0, "TSJSQS")])
    after, events = step(state, "swap-6H@0>@1=KS", "drop-9C")
    assert HandClosed(Seat(0), 1, doubled=False) in events
    assert after.account is not None
    assert after.account.closer == 0


def test_e17_kal_20_nothing_on_the_table_before_opening() -> None:
    state = scene("8H 6H 2D", "2C", opened=[1], melds=[(1, "5H6h7H"), (1, "8S8CJK=8H")])
    assert refused(state, "off-8H@0").reason is Why.NOT_OPENED
    assert refused(state, "swap-8H@1>@0=4H").reason is Why.NOT_OPENED


def test_e18_kal_15_anybody_may_take_the_pozzo() -> None:
    state = scene("8H 6H 2D", "2C", pozzo="KS", phase=Phase.DRAW)
    after = play(state, "pozzo", "drop-2D")
    assert names(after.hands[0]) == "KS 6H 8H"


def test_e19_kal_26_a_card_must_stay_to_discard() -> None:
    assert refused(scene("7C 8C 9C", "2C", opened=[0]), "lay-7C8C9C").reason is Why.NO_CARD_TO_DISCARD


def test_e20_kal_27_lay_all_but_one_and_close() -> None:
    state = play(scene("7C 8C 9C QD", "2C", opened=[0]), "lay-7C8C9C", "drop-QD")
    assert state.account is not None
    assert state.account.lines[0].points == 0


def test_e21_kal_29_kal_30_hands_are_counted_and_unopened_ones_cost_50() -> None:
    unopened = "2S 3H 2D 3D 4D 5D 6D 7S 8S 9S 4H 5H 7H"
    state = scene("QD", "7C KD JK", unopened, "AS TD", opened=[0, 1, 3])
    state = play(state, "drop-QD")
    assert state.account is not None
    assert [line.points for line in state.account.lines] == [0, 32, 50, 21]
    assert [line.value for line in state.account.lines] == [0, 32, 65, 21]
    assert names(state.account.lines[3].cards) == "AS TD"


def test_e23_kal_32_kal_33_the_match_ends_at_150_and_the_lowest_wins() -> None:
    state = scene("QD 2C", "2S 3S", "9C", opened=[0, 2], turn=2, totals=(138, 60, 97))
    after, events = step(state, "drop-9C")
    assert after.totals == (150, 110, 97)
    assert after.outcome is not None
    assert after.outcome.reason == "target"
    assert after.outcome.places == (3, 2, 1)
    assert after.outcome.points == (150, 110, 97)
    assert MatchEnded("target") in events
    assert GAME.active_seats(after) == frozenset()


def test_e24_kal_32_at_149_it_goes_on() -> None:
    state = play(scene("AD", "2S 3S", "9C", opened=[0, 2], turn=2, totals=(138, 60, 97), dealer=0), "drop-9C")
    assert state.totals == (149, 110, 97)
    assert state.outcome is None
    assert (state.phase, state.hand_number, state.dealer, state.turn) == (Phase.CUT, 2, 1, 0)


def test_e25_kal_34_the_pozzo_below_its_top_becomes_the_stock() -> None:
    twenty = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H 4H 5H 6H 7H 8H"
    state = scene("2D", "3D", pozzo=twenty, phase=Phase.DRAW)
    state = state._replace(stock=(), hands=((*state.hands[0], *state.stock[:40]), (*state.hands[1], *state.stock[40:])))
    after, events = step(state, "stock")
    assert TurnedOver(19) in events
    assert (len(after.stock), names(after.pozzo)) == (18, "8H")
    assert set(after.stock) < set(cards(twenty))
    assert legal(state) == ["stock", "pozzo"]

"""How a choice of cards is read: melds, jokers and where they go (KAL-8 to 13); what players complained of (H, D)."""

from __future__ import annotations

import pytest

from games.core import InvalidMoveError, NotYourTurnError, Rng, Seat
from games.kalooki.cards import kind_from
from games.kalooki.melds import MeldKind, read_meld
from games.kalooki.moves import LayDown
from games.kalooki.reasons import KalookiReason as Why
from tests.games.kalooki.support import DRAW, GAME, SEED, cards, lay, legal, meld, names, play, refused, scene

# Reading a choice of cards (KAL-8 to 13)


@pytest.mark.parametrize(
    ("text", "why", "details"),
    [
        ("9S9H", Why.TOO_FEW_CARDS, {"count": 2}),
        ("JK", Why.TOO_FEW_CARDS, {"count": 1}),
        ("9SJK", Why.TOO_FEW_CARDS, {"count": 2}),
        ("9S9HJKJk", Why.TWO_JOKERS, {}),
        ("9S9s", Why.SAME_CARD_TWICE, {"kind": kind_from("9S")}),
        ("5H6H7H5h", Why.SAME_CARD_TWICE, {"kind": kind_from("5H")}),
        ("9S9HTH", Why.NEITHER_KIND, {"ranks": 2, "suits": 2}),
        ("5H7H", Why.RUN_GAP, {"missing": (kind_from("6H"),)}),
        ("5H8HJK", Why.RUN_GAP, {"missing": (kind_from("6H"), kind_from("7H"))}),
        ("KHAH2H", Why.ACE_IS_HIGH, {}),
        ("9S9H9D9CJK", Why.TRIS_FULL, {"card": cards("JK")[0]}),
        ("2S3S4S5S6S7S8S9STSJSQSKSASJK", Why.RUN_FULL, {"card": cards("JK")[0]}),
        ("QHKHJK=TH", Why.JOKER_CANNOT_BE, {"kind": kind_from("TH"), "choices": (kind_from("JH"), kind_from("AH"))}),
        ("9S9HJK=9S", Why.JOKER_CANNOT_BE, {"kind": kind_from("9S"), "choices": (kind_from("9D"), kind_from("9C"))}),
    ],
)
def test_what_is_no_meld_says_why(text: str, why: Why, details: dict[str, object]) -> None:
    shown = lay(text)
    reading = read_meld(shown.cards, shown.joker_as)
    assert reading.meld is None
    assert reading.points == 0
    assert (reading.reason, dict(reading.details)) == (why, details)


@pytest.mark.parametrize(
    ("text", "kind", "points", "shown"),
    [
        ("9D9S9H", MeldKind.TRIS, 27, "9S 9H 9D"),
        ("7H5H6h", MeldKind.SCALA, 18, "5H 6h 7H"),
        ("JK5H7H", MeldKind.SCALA, 18, "5H JK 7H"),
        ("KHAHJK", MeldKind.SCALA, 31, "JK KH AH"),
        ("2H3HJk", MeldKind.SCALA, 9, "2H 3H Jk"),
        ("9S9HJK9D", MeldKind.TRIS, 36, "9S 9H 9D JK"),
        ("2S3S4S5S6S7S8S9STSJSQSKSAS", MeldKind.SCALA, 95, "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
    ],
)
def test_a_meld_is_read_in_any_order_and_a_forced_joker_needs_no_word(
    text: str, kind: MeldKind, points: int, shown: str
) -> None:
    reading = read_meld(lay(text).cards)
    assert reading.meld is not None
    assert (reading.meld.kind, reading.points, names(reading.meld.cards)) == (kind, points, shown)


def test_kal_13_an_open_choice_of_the_joker_is_asked_for() -> None:
    reading = read_meld(cards("7H 8H JK"))
    assert (reading.reason, reading.choices) == (Why.JOKER_UNSAID, (kind_from("6H"), kind_from("9H")))
    assert reading.kind is MeldKind.SCALA
    assert refused(scene("7H 8H JK 2C", "2c", opened=[0]), "lay-7H8HJK").reason is Why.JOKER_UNSAID


# What players complained of


def test_h1_a_joker_counts_as_its_card_for_the_opening() -> None:
    assert play(scene("TS TH JK 4C 5C 6C 8D", "2C"), "lay-TSTHJK=TD+4C5C6C").opened[0]
    assert refused(scene("TS TH JK 8D", "2C"), "lay-TSTHJK=TD").details["total"] == 30


def test_h2_the_ace_is_high_in_melds_and_in_the_hand() -> None:
    assert refused(scene("AS 2S 3S 8D", "2C", opened=[0]), "lay-AS2S3S").reason is Why.ACE_IS_HIGH
    assert play(scene("2D", "AS", opened=[0, 1]), "drop-2D").totals == (0, 11)
    # A run that ends with the ace cannot be lengthened beyond it, nor one that begins with the two below it.
    state = scene("2S AH 8D", "2C", opened=[0], melds=[(0, "QSKSAS"), (0, "2H3H4H")])
    assert [m for m in legal(state) if m.startswith("off")] == []


def test_h3_a_card_that_fits_two_melds_names_the_one() -> None:
    state = scene("7H 8D", "2C", opened=[0], melds=[(0, "4H5H6H"), (0, "7S7D7C")])
    assert [m for m in legal(state) if m.startswith("off")] == ["off-7H@0", "off-7H@1"]
    assert names(play(state, "off-7H@1").melds[1].meld.cards) == "7S 7H 7D 7C"


def test_h4_a_joker_goes_to_the_end_that_is_named() -> None:
    state = scene("JK 8D", "2C", opened=[0], melds=[(0, "4H5H6H")])
    assert [m for m in legal(state) if m.startswith("off")] == ["off-JK=3H@0", "off-JK=7H@0"]
    assert refused(state, "off-JK@0").reason is Why.JOKER_UNSAID
    assert names(play(state, "off-JK=3H@0").melds[0].meld.cards) == "JK 4H 5H 6H"


def test_h6_h7_two_equal_cards_are_two_cards() -> None:
    state = scene("QD Qd QS QH KS", "2C", opened=[0])
    assert [m for m in legal(state) if m.startswith("drop")] == ["drop-QS", "drop-KS", "drop-QH", "drop-QD"]
    assert names(play(state, "drop-Qd").hands[0]) == "QS KS QH QD"
    after = play(state, "lay-QSQHQd")
    assert names(after.hands[0]) == "KS QD"
    assert refused(after, "drop-Qd").reason is Why.NOT_IN_HAND
    assert refused(state, "lay-QSQHQD+QSQHQD").reason is Why.NOT_IN_HAND


def test_the_same_meld_may_lie_on_the_table_twice() -> None:
    state = scene("KS KH KD Ks Kh Kd 2C", "2c")
    assert "lay-KSKHKD+KsKhKd" in legal(state)
    after = play(state, "lay-KSKHKD+KsKhKd")
    assert [m.meld.kinds for m in after.melds] == [meld("KSKHKD").kinds] * 2


def test_h8_the_same_end_is_lengthened_twice_up_to_the_ace() -> None:
    state = scene("3H 4H QH KH AH 2D", "2C", opened=[0], melds=[(0, "5H6H7H"), (0, "9hThJh")])
    after = play(state, "off-4H@0", "off-3H@0", "off-QH@1", "off-KH@1", "off-AH@1")
    assert names(after.melds[0].meld.cards) == "3H 4H 5H 6H 7H"
    assert names(after.melds[1].meld.cards) == "9h Th Jh QH KH AH"


def test_h9_nobody_else_acts_before_the_discard() -> None:
    state = scene("2C 3C 4C 8D 9D", "2c 5D", opened=[0, 1])
    after = play(state, "lay-2C3C4C")
    assert GAME.active_seats(after) == {0}
    assert isinstance(refused(after, "stock", seat=1), NotYourTurnError)
    assert refused(after, "lay-2C3C4C").reason is Why.NOT_IN_HAND
    assert GAME.active_seats(play(after, "drop-8D")) == {1}


def test_h11_the_card_just_drawn_and_the_very_last_card_may_be_discarded() -> None:
    state = scene("8D", "2C", stock="9D", phase=DRAW, opened=[0])
    drawn = play(state, "stock")
    assert GAME.observe(drawn, Seat(0)).drawn == cards("9D")[0]
    after = play(drawn, "drop-9D")
    assert (names(after.hands[0]), after.turn) == ("8D", 1)
    assert play(scene("8D", "2C", opened=[0]), "drop-8D").account is not None


def test_d3_a_joker_is_swapped_once() -> None:
    melds = [(0, "5HJK=6H7H"), (0, "2S3S4S")]
    state = scene("6H 6h 9D", "6d 2C", opened=[0, 1], melds=melds)
    after = play(state, "swap-6H@0>@1=5S")
    assert refused(after, "swap-6h@0>@1=5S").reason is Why.NO_JOKER_THERE
    assert isinstance(refused(after, "swap-6h@0>@1=5S", seat=1), NotYourTurnError)


def test_d6_an_end_of_a_run_is_taken_once() -> None:
    state = scene("8H 8h 9D", "2C", opened=[0], melds=[(0, "5H6H7H")])
    after = play(state, "off-8H@0")
    assert refused(after, "off-8h@0").reason is Why.DOES_NOT_FIT
    assert [m for m in legal(after) if m.startswith("off")] == []


def test_a_move_of_no_meld_is_no_move() -> None:
    with pytest.raises(InvalidMoveError):
        GAME.apply(scene("2D 3D", "2C"), Seat(0), LayDown(()), Rng(SEED))

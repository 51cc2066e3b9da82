"""Every refusal, every option, and what players of such games complained of (H, D), at the level of the rules."""

from __future__ import annotations

import pytest

from games.core import InvalidMoveError, MatchOverError, NotYourTurnError, Rng, Seat, option_fields
from games.kalooki.cards import PACK, kind_from
from games.kalooki.hands import IDLE_TURNS, VOID_HANDS
from games.kalooki.melds import MeldKind, read_meld
from games.kalooki.moves import HandClosed, HandVoid, LaidOff, LayDown, MeldLaid, Opened, Swapped
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.reasons import KalookiReason as Why
from tests.games.kalooki.support import GAME, SEED, cards, lay, legal, meld, names, play, refused, scene, step

DRAW = Phase.DRAW


def test_the_defaults_are_the_rule_books() -> None:
    assert [(field.name, field.default) for field in option_fields(Options)] == [
        ("discard_draw", "free"),
        ("opening_single_meld", "no"),
        ("opening_min", 40),
        ("joker_in_set", "exact_card"),
        ("swapped_joker", "meld_or_layoff"),
        ("kalooki_doubles", "no"),
        ("target", 150),
        ("unopened_penalty", "50"),
        ("max_players", 5),
        ("suggestions", "off"),
    ]


# Setting up (KAL-1 to 7)


@pytest.mark.parametrize(("seats", "most", "fine"), [(5, 5, True), (6, 5, False), (6, 6, True), (7, 6, False)])
def test_kal_1_max_players(seats: int, most: int, fine: bool) -> None:
    options = Options(max_players=most)
    if fine:
        assert GAME.setup(options, seats, Rng(SEED)).seats == seats
    else:
        with pytest.raises(ValueError, match="KAL-1"):
            GAME.setup(options, seats, Rng(SEED))


def test_kal_3_the_first_dealer_is_drawn_and_the_deal_goes_left() -> None:
    dealers = {GAME.setup(Options(), 3, Rng(bytes([n]) * 16)).dealer for n in range(40)}
    assert dealers == {0, 1, 2}
    state = scene("2S", "9C", "3S", opened=[0, 1, 2], turn=1, dealer=2)
    assert play(state, "drop-9C").dealer == 0
    assert GAME.next_dealer(state) == 0


def test_kal_4_only_a_cut_that_lifts_and_leaves_a_card() -> None:
    state = GAME.setup(Options(), 2, Rng(SEED), dealer=Seat(0))
    assert len(legal(state)) == len(PACK) - 1
    assert refused(state, "cut-106").reason is Why.CUT_HEIGHT
    assert refused(state, "stock").reason is Why.CUT_FIRST
    assert refused(play(state, "cut-1"), "cut-30").reason is Why.NO_CUT_NOW
    assert GAME.timeout_move(state, Seat(1)) == GAME.decode_move("cut-53")


def test_kal_6_the_first_card_of_the_pozzo_may_be_a_joker() -> None:
    state = GAME.setup(Options(), 2, Rng(SEED), dealer=Seat(0))
    pack = [c for c in PACK if c < 104]
    dealt = play(state._replace(stock=(PACK[105], *pack[:26], PACK[104], *pack[26:])), "cut-1")
    assert names(dealt.pozzo) == "JK"
    assert legal(dealt) == ["stock", "pozzo"]


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


# A turn (KAL-14 to 21)


def test_kal_14_draw_once_and_first() -> None:
    state = scene("7C 8C 9C QD", "2C", opened=[0], pozzo="3D", phase=DRAW)
    for move in ("lay-7C8C9C", "drop-QD", "off-QD@0", "swap-QD@0>"):
        assert refused(state, move).reason is Why.DRAW_FIRST
    for move in ("stock", "pozzo", "decline"):
        assert refused(play(state, "stock"), move).reason is Why.ALREADY_DRAWN
    assert isinstance(refused(state, "stock", seat=1), NotYourTurnError)
    with pytest.raises(NotYourTurnError):
        GAME.apply(state, None, GAME.decode_move("stock"), Rng(SEED))
    assert legal(state, seat=1) == []
    assert GAME.legal_moves(state, None) == ()


def test_kal_17_an_opening_is_one_act_of_several_melds() -> None:
    state = scene("KS KH KD 4C 5C 6C 2H 3H 4H 8D", "2C")
    after, events = step(state, "lay-KSKHKD+4C5C6C+2H3H4H")
    assert events[0] == Opened(Seat(0), 54)
    assert [type(event) for event in events[1:]] == [MeldLaid] * 3
    assert len(after.melds) == 3
    # Any of the two small runs completes the 40, so both together are no opening in which no meld can be left out.
    assert [m for m in legal(state) if m.startswith("lay")] == ["lay-KSKHKD+4C5C6C"]


def test_kal_17_opening_single_meld() -> None:
    options = Options(opening_single_meld="yes")
    state = scene("KS KH KD KC 4C 5C 6C 8D", "2C", options=options)
    refusal = refused(state, "lay-KSKHKD+4C5C6C")
    assert (refusal.reason, refusal.details["melds"]) == (Why.OPENING_ONE_MELD, 2)
    assert [m for m in legal(state) if m.startswith("lay")] == ["lay-KSKHKDKC"]
    assert play(state, "lay-KSKHKDKC", "lay-4C5C6C").opened[0]


@pytest.mark.parametrize(("least", "opens"), [(30, True), (40, False), (51, False)])
def test_kal_17_opening_min(least: int, opens: bool) -> None:
    state = scene("KS KH KD 8D", "2C", options=Options(opening_min=least))
    assert ("lay-KSKHKD" in legal(state)) == opens
    assert GAME.observe(state, None).opening_min == least
    if not opens:
        assert refused(state, "lay-KSKHKD").details == {"total": 30, "needed": least}


def test_kal_17_cards_laid_off_do_not_count_for_the_opening() -> None:
    state = scene("KS KH KD AS 8D", "2C", opened=[1], melds=[(1, "JsQsKs")])
    assert refused(state, "off-AS@0").reason is Why.NOT_OPENED
    assert refused(state, "lay-KSKHKD").reason is Why.OPENING_TOO_LOW


def test_kal_21_after_the_opening_anything_in_the_same_turn() -> None:
    state = scene("KS KH KD KC 2C 3C 4C 8H 6D 9D", "2c", opened=[1], melds=[(1, "5H6H7H"), (1, "6S6hJK=6D")])
    after = play(state, "lay-KSKHKDKC", "lay-2C3C4C", "off-8H@0", "swap-6D@1>@0=9H", "drop-9D")
    assert after.account is not None
    assert after.account.closer == 0


def test_kal_21_after_the_opening_melds_come_one_by_one() -> None:
    state = scene("2C 3C 4C 5D 6D 7D 9D", "2c", opened=[0])
    assert refused(state, "lay-2C3C4C+5D6D7D").reason is Why.ONE_BY_ONE
    assert len(play(state, "lay-2C3C4C", "lay-5D6D7D").melds) == 2


def test_kal_28_closing_in_hand_needs_40_points_too() -> None:
    low = "2S 3S 4S 2H 3H 4H 2D 3D 4D 5S 5H 5D 8C"
    refusal = refused(scene(f"{low} 9C", "2C"), "lay-2S3S4S+2H3H4H+2D3D4D")
    assert refusal.reason is Why.OPENING_TOO_LOW


# Laying off and swapping (KAL-22 to 26)


def test_kal_22_lay_off_on_anybodys_melds() -> None:
    state = scene("4H 8H 9C 2D", "2C", opened=[0, 1], melds=[(1, "5H6H7H"), (0, "9S9H9D")])
    after, events = step(state, "off-4H@0", "off-8H@0", "off-9C@1")
    assert names(after.melds[0].meld.cards) == "4H 5H 6H 7H 8H"
    assert after.melds[0].owner == 1
    assert events[0] == LaidOff(Seat(0), cards("4H")[0], 0, None)
    refusal = refused(state, "off-9C@0")
    assert (refusal.reason, refusal.details["fits"]) == (Why.DOES_NOT_FIT, (kind_from("4H"), kind_from("8H")))
    assert refused(state, "off-4H@2").reason is Why.NO_SUCH_MELD


def test_kal_11_a_tris_takes_no_card_of_a_run() -> None:
    state = scene("TD 9s 2D", "2C", opened=[0], melds=[(0, "9S9H9D")])
    assert refused(state, "off-TD@0").reason is Why.DOES_NOT_FIT
    assert refused(state, "off-9s@0").reason is Why.DOES_NOT_FIT


def test_kal_12_no_second_joker_by_laying_off() -> None:
    state = scene("Jk 2D", "2C", opened=[0], melds=[(0, "9S9HJK=9D"), (0, "2S3S4S"), (0, "9s9h9d9c")])
    assert refused(state, "off-Jk=9C@0").reason is Why.TWO_JOKERS
    assert refused(state, "off-Jk=3S@1").reason is Why.JOKER_CANNOT_BE
    assert refused(state, "off-Jk@2").reason is Why.DOES_NOT_FIT
    # A run that begins with the two has one end only: the joker's card is forced.
    assert play(state, "off-Jk@1").melds[1].meld.joker_as == kind_from("5S")
    assert [m for m in legal(state) if m.startswith("off")] == ["off-Jk=5S@1"]


def test_kal_23_either_copy_frees_the_joker() -> None:
    for given in ("9D", "9d"):
        state = scene("9D 9d 4D", "2C", opened=[0], melds=[(0, "9S9HJK=9D"), (0, "2S3S4S")])
        after, events = step(state, f"swap-{given}@0>@1=5S")
        assert names(after.melds[0].meld.cards) == f"9S 9H {given}"
        assert events[0] == Swapped(Seat(0), 0, cards(given), cards("JK")[0])
        assert events[1] == LaidOff(Seat(0), cards("JK")[0], 1, kind_from("5S"))
    assert [m for m in legal(state) if m.startswith("swap")] == ["swap-9D@0>@0=9C", "swap-9D@0>@1=5S"]


def test_kal_24_the_joker_may_go_back_on_the_same_meld() -> None:
    state = scene("6H 4D", "2C", opened=[0], melds=[(0, "5HJK=6H7H")])
    assert names(play(state, "swap-6H@0>@0=4H").melds[0].meld.cards) == "JK 5H 6H 7H"
    assert names(play(state, "swap-6H@0>@0=8H").melds[0].meld.cards) == "5H 6H 7H JK"
    assert refused(state, "swap-6H@0>@0=6H").reason is Why.JOKER_CANNOT_BE
    assert refused(state, "swap-6H@0>@0").reason is Why.JOKER_UNSAID


def test_kal_24_the_freed_joker_must_be_in_the_new_meld() -> None:
    state = scene("6H 9S 9H 9D Jk 4D", "2C", opened=[0], melds=[(0, "5HJK=6H7H")])
    assert refused(state, "swap-6H@0>9S9H9D").reason is Why.REPLAY_JOKER
    assert refused(state, "swap-6H@0>9S9HJk=9D").reason is Why.REPLAY_JOKER
    assert refused(state, "swap-6H@0>9S9HJKJk").reason is Why.TWO_JOKERS
    assert len(play(state, "swap-6H@0>9S9HJK=9C").melds) == 2


def test_kal_24_new_meld_only() -> None:
    options = Options(swapped_joker="new_meld_only")
    state = scene("6H 9S 9H 4D", "2C", opened=[0], melds=[(0, "5HJK=6H7H"), (0, "2S3S4S")], options=options)
    assert refused(state, "swap-6H@0>@1=5S").reason is Why.JOKER_NEW_MELD
    assert [m for m in legal(state) if m.startswith("swap")] == ["swap-6H@0>9S9HJK=9D", "swap-6H@0>9S9HJK=9C"]
    stuck = scene("6H 4D", "2C", opened=[0], melds=[(0, "5HJK=6H7H")], options=options)
    assert not [m for m in legal(stuck) if m.startswith("swap")]


def test_kal_23_joker_in_set_either_missing_suit() -> None:
    options = Options(joker_in_set="either_missing_suit")
    melds = [(1, "9S9HJK=9D"), (1, "2S3S4S")]
    state = scene("9C 9D 5D", "2C", opened=[0], melds=melds, options=options)
    assert names(play(state, "swap-9C@0>@1=5S").melds[0].meld.cards) == "9S 9H 9C"
    assert {m[:7] for m in legal(state) if m.startswith("swap")} == {"swap-9C", "swap-9D"}
    # Laying off what it stands for stays forbidden, and in a set of four only the exact card frees it.
    assert refused(state, "off-9D@0").reason is Why.ONLY_SWAP
    full = scene("9C 9d 5D", "2C", opened=[0], melds=[(1, "9S9H9DJK=9C"), (1, "2S3S4S")], options=options)
    assert refused(full, "swap-9d@0>@1=5S").reason is Why.NOT_THE_JOKERS_CARD
    assert play(full, "swap-9C@0>@1=5S").melds[1].meld.joker_as == kind_from("5S")


def test_kal_23_joker_in_set_both_missing_suits() -> None:
    options = Options(joker_in_set="both_missing_suits")
    melds = [(1, "9S9HJK=9D"), (1, "2S3S4S"), (1, "5HJk=6H7H")]
    state = scene("9C 9D 6H 5D", "2C", opened=[0], melds=melds, options=options)
    refusal = refused(state, "swap-9D@0>@1=5S")
    assert refusal.reason is Why.NOT_THE_JOKERS_CARD
    assert refusal.details == {"card": None, "wanted": (kind_from("9D"), kind_from("9C")), "all": True}
    after = play(state, "swap-9C9D@0>@1=5S")
    assert names(after.melds[0].meld.cards) == "9S 9H 9D 9C"
    # In a run it is the exact card as ever.
    assert play(state, "swap-6H@2>@1=5S").melds[2].meld.joker_as is None
    swaps = [m for m in legal(state) if m.startswith("swap")]
    assert "swap-9D9C@0>@1=5S" in swaps
    assert "swap-6H@2>@2=4H" in swaps


def test_kal_23_only_a_joker_is_freed() -> None:
    state = scene("9C 9D 5D", "2C", opened=[0], melds=[(1, "9S9H9d")])
    assert refused(state, "swap-9D@0>@0=9C").reason is Why.NO_JOKER_THERE


def test_kal_26_every_action_leaves_a_card_to_discard() -> None:
    melds = [(1, "5HJK=6H7H"), (1, "2S3S4S")]
    for hand, moves in [("6H", ("swap-6H@0>@1=5S",)), ("5S", ("off-5S@1",)), ("6H 9S 9H", ("swap-6H@0>9S9HJK=9D",))]:
        state = scene(hand, "2C", opened=[0], melds=melds)
        for move in moves:
            assert refused(state, move).reason is Why.NO_CARD_TO_DISCARD
        assert all(m.startswith(("drop", "swap-6H@0>@")) for m in legal(state)), legal(state)
    assert legal(scene("6H", "2C", opened=[0], melds=melds)) == ["drop-6H"]


def test_kal_26_any_card_may_be_discarded_jokers_too() -> None:
    state = scene("JK 2D", "2C")
    assert legal(state) == ["drop-2D", "drop-JK"]
    assert names(play(state, "drop-JK").pozzo) == "JK"


# The pozzo (KAL-15)


def test_kal_15_free_the_card_may_go_back_at_once() -> None:
    state = scene("8H 6H 2D", "2C", pozzo="KS", phase=DRAW)
    assert names(play(state, "pozzo", "drop-KS").pozzo) == "KS"


def test_kal_15_must_use_in_meld() -> None:
    options = Options(discard_draw="must_use_in_meld")
    hand = "QS AS 5H 6H 7H 2D 3D 4D"
    unopened = scene(hand, "2C", pozzo="KS", phase=DRAW, options=options)
    # 31 and 18 open; the card taken has to be among them.
    assert legal(unopened) == ["stock", "pozzo"]
    taken = play(unopened, "pozzo")
    assert GAME.observe(taken, Seat(1)).must_lay == cards("KS")[0]
    assert legal(taken) == ["lay-QSKSAS+5H6H7H", "lay-QSKSAS+2D3D4D"]
    assert refused(taken, "drop-KS").reason is Why.LAY_POZZO_CARD_FIRST
    assert refused(taken, "drop-2D").reason is Why.LAY_POZZO_CARD_FIRST
    assert legal(play(taken, "lay-QSKSAS+5H6H7H"))[-1] == "drop-4D"
    useless = scene("QS 5H 6H 7H 2D 3D 4D", "2C", pozzo="KS", phase=DRAW, options=options)
    assert legal(useless) == ["stock"]
    assert refused(useless, "pozzo").reason is Why.POZZO_ONLY_TO_MELD
    opened = scene("QS 5H 6H 7H 2D", "2C", pozzo="KS", phase=DRAW, options=options, opened=[0], melds=[(1, "TSJSQs")])
    assert legal(play(opened, "pozzo")) == ["off-KS@0"]
    assert refused(play(opened, "pozzo"), "lay-5H6H7H").reason is Why.LAY_POZZO_CARD_FIRST


def test_kal_15_either_of_two_equal_cards_is_the_one_taken() -> None:
    options = Options(discard_draw="must_use_in_meld")
    state = scene("Ks 5H 6H", "2C", pozzo="KS", phase=DRAW, options=options, opened=[0], melds=[(1, "TSJSQs")])
    assert play(play(state, "pozzo"), "off-Ks@0").must_lay is None


def test_kal_15_only_opened_or_opening() -> None:
    options = Options(discard_draw="only_opened_or_opening")
    assert legal(scene("QS 5H 6H", "2C", pozzo="KS", phase=DRAW, options=options)) == ["stock"]
    opened = scene("QS 5H 6H", "2C", pozzo="KS", phase=DRAW, options=options, opened=[0])
    assert names(play(opened, "pozzo", "drop-5H").hands[0]) == "QS KS 6H"
    opening = scene("QS AS 5H 6H 7H 2D", "2C", pozzo="KS", phase=DRAW, options=options)
    assert legal(play(opening, "pozzo")) == ["lay-QSKSAS+5H6H7H"]


def test_a_joker_taken_from_the_pozzo_must_leave_the_hand_itself() -> None:
    # The joker freed by a swap is not the one that was taken.
    options = Options(discard_draw="must_use_in_meld")
    melds = [(1, "5HJk=6H7H"), (1, "2S3S4S")]
    state = scene("6H 9S 9H", "2C", pozzo="JK", phase=DRAW, options=options, opened=[0], melds=melds)
    taken = play(state, "pozzo")
    moves = legal(taken)
    assert moves
    for move in moves:
        assert cards("JK")[0] not in play(taken, move).hands[0]


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

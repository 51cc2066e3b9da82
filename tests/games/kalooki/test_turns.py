"""Setting up, and the turns of a hand: every refusal and option, at the level of the rules (KAL-1 to 7, 14 to 26)."""

from __future__ import annotations

import pytest

from games.core import NotYourTurnError, Rng, Seat, option_fields
from games.kalooki.cards import PACK, kind_from
from games.kalooki.moves import LaidOff, MeldLaid, Opened, Swapped
from games.kalooki.options import Options
from games.kalooki.reasons import KalookiReason as Why
from tests.games.kalooki.support import DRAW, GAME, SEED, cards, legal, names, play, refused, scene, step


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

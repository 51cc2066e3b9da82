"""Choosing cards in Kalooki's private hand: a live reading of what is chosen, openings, jokers, complaints H."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenters.kalooki.choosing import Choosing
from games.core import IllegalMoveError
from games.kalooki.cards import NAMES, PACK, Card
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from tests.bot.presenters.kalooki_hands import (
    DROP,
    OFF,
    PICK,
    SWAP,
    entries,
    lines,
    opened,
    scene_of,
    table,
)
from tests.bot.presenters.kalooki_positions import (
    Table,
    buttons,
    labels,
    menus,
    offered,
)
from tests.bot.presenters.positions import IT


def test_the_choice_is_read_as_it_grows() -> None:
    at = table("9S 9H 9D 5H 7H JK 2S 3S AS KC Kc")
    for chosen, reading in (
        ("9S", "Chosen: A meld has at least three cards (KAL-8)."),
        ("9S 9H 9D", "Chosen: **tris of 9 = 27**"),
        ("5H 7H", "Chosen: Not a run: 6♥ is missing (KAL-10)."),
        ("5H 7H JK", "Chosen: **run 5♥–7♥ = 18**"),
        ("9S 5H", "Chosen: Neither one rank nor one suit: it is no tris and no run (KAL-11)."),
        ("KC Kc", "Chosen: K♣ is there twice, and identical cards never go together (KAL-9)."),
    ):
        assert reading in at.pick(chosen).panel().lines
        assert scene_of(at).chosen == {card for card in PACK if NAMES[card] in chosen.split()}
    assert "Scelte: **tris di 9 = 27**" in at.pick("9S 9H 9D").panel(text=IT).lines


def test_complaint_h2_the_ace_lies_above_the_king_only() -> None:
    """Complaint H2: A-2-3 is no run here, Q-K-A is one, and the ace counts 11 wherever it is counted."""
    at = table("AS 2S 3S QS KS 9D")
    assert "The ace lies above the king only" in lines(at.pick("AS 2S 3S"))
    assert "**run Q♠–A♠ = 31**" in lines(at.pick("QS KS AS"))
    assert menus(at.panel())[DROP].choices[4].description == "11 points"


def test_opening_grows_meld_by_meld_and_is_laid_in_one_act() -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    assert labels(at.pick("KS KH KD").panel()) == ["Add to opening (30 of 40)", "Undo"]
    at.press("add")
    assert "Opening, **30 of 40**: K♠ K♥ K♦" in at.panel().lines
    assert set(entries(at, PICK).values()) == {"4♣", "5♣", "6♣", "9♦"}
    assert labels(at.panel()) == ["Undo"]
    at.pick("4C 5C 6C")
    assert labels(at.panel()) == ["Add to opening (45 of 40)", "Open with 45", "Undo"]
    assert "move:lay-KSKHKD+4C5C6C" in buttons(at.panel())
    at.play("lay-KSKHKD+4C5C6C")
    assert at.draft is None
    assert labels(at.panel()) == []


@pytest.mark.parametrize("opened", [(), (0,)])
def test_kal_15_only_what_lays_the_card_of_the_pozzo_is_offered(opened: tuple[int, ...]) -> None:
    rule = Options(discard_draw="must_use_in_meld")
    hand = "KS KH KD QS QH QC 9S 9H 2S"
    at = table(hand, phase=Phase.DRAW, pozzo="9D", opened=opened, options=rule).play("pozzo")
    if opened:
        assert labels(at.pick("QS QH QC").panel()) == ["Undo"]
        assert labels(at.pick("9S 9H 9D").panel()) == ["Lay down (27)", "Undo"]
        return
    at.pick("KS KH KD").press("add")
    assert labels(at.pick("QS QH QC").panel()) == ["Add to opening (60 of 40)", "Undo"]
    assert labels(at.pick("9S 9H 9D").panel()) == ["Add to opening (57 of 40)", "Open with 57", "Undo"]


def test_undo_takes_back_the_chosen_cards_then_the_melds_set_aside() -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    at.pick("KS KH KD").press("add")
    at.pick("4C 5C").press("undo")
    assert at.draft == replace(at.draft, chosen=())
    assert len(at.draft.opening) == 1
    at.press("undo")
    assert at.draft == Choosing()
    assert "g:undo" not in buttons(at.panel())


def test_a_restart_loses_an_unconfirmed_choice_and_no_card() -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    at.pick("KS KH KD").press("add")
    after_restart = Table(at.match)
    assert len(entries(after_restart, PICK)) == 7
    # A button on the screen says the whole move, so that it works all the same.
    assert after_restart.play("lay-KSKHKD+4C5C6C").match.state.opened[0]


def test_a_choice_from_another_turn_is_none() -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    at.draft = Choosing(chosen=(Card(0),))
    assert "g:undo" not in buttons(at.panel())
    at.draft = "of another kind"
    assert "g:undo" not in buttons(at.panel())


def test_an_opening_of_one_single_meld_is_not_added_up() -> None:
    at = table("KS KH KD KC 4C 5C 6C 9D", options=Options(opening_single_meld="yes"))
    assert labels(at.pick("4C 5C 6C").panel()) == ["Undo"]
    assert labels(at.pick("KS KH KD KC").panel()) == ["Open with 40", "Undo"]


def test_kal_26_what_leaves_no_card_to_discard_has_no_button_and_says_why() -> None:
    at = opened("7C 8C 9C", [])
    assert "g:undo" in buttons(at.pick("7C 8C 9C").panel())
    assert labels(at.panel()) == ["Undo"]
    assert "Keep a card to discard" in lines(at)
    assert "(KAL-26)" in lines(at)
    at = table("KS KH KD KC")
    assert labels(at.pick("KS KH KD KC").panel()) == ["Add to opening (40 of 40)", "Undo"]


def test_with_a_full_hand_the_turn_ends_with_a_discard_only() -> None:
    at = opened("7C 8C 9C QD", [])
    at.pick("7C 8C 9C")
    assert labels(at.panel()) == ["Lay down (24)", "Undo"]
    at.play("lay-7C8C9C")
    assert offered(at.panel()) == ["drop-QD"]


# Complaints H: games like this one


def test_complaint_h1_a_joker_counts_as_the_card_it_stands_for_towards_the_opening() -> None:
    at = table("TS TH JK 3S 4S 5S 9D")
    at.pick("TS TH JK")
    assert labels(at.panel()) == ["Add, joker 10♦ (30 of 40)", "Add, joker 10♣ (30 of 40)", "Undo"]
    at.press("add:TD")
    at.pick("3S 4S 5S")
    assert "Open with 42" in labels(at.panel())
    assert "move:lay-TSTHJK=TD+3S4S5S" in buttons(at.panel())


def test_complaint_h3_a_card_that_fits_two_melds_is_asked_for() -> None:
    at = opened("7C 2D 3D", [(1, "4C5C6C"), (2, "7S7H7D")])
    assert entries(at, OFF) == {"off-7C@0": "7♣ → run 4♣–6♣, Bruno", "off-7C@1": "7♣ → tris of 7, Carla"}
    described = [choice.description for choice in menus(at.panel())[OFF].choices]
    assert described == ["at the high end of 4♣ 5♣ 6♣", "7♠ 7♥ 7♦"]


def test_complaint_h4_the_player_says_where_the_joker_goes() -> None:
    at = opened("QH KH JK 2D", [(1, "4C5C6C")])
    at.pick("QH KH JK")
    assert "Chosen; what is the joker? **J♥** = 30 / **A♥** = 31" in at.panel().lines
    assert labels(at.panel())[:2] == ["Lay down, joker J♥ (30)", "Lay down, joker A♥ (31)"]
    assert list(buttons(at.panel()))[:2] == ["move:lay-JK=JHQHKH", "move:lay-QHKHJK=AH"]
    assert {"off-JK=3C@0": "Joker (3♣) → run 4♣–6♣, Bruno", "off-JK=7C@0": "Joker (7♣) → run 4♣–6♣, Bruno"}.items() <= (
        entries(at, OFF).items()
    )


def test_complaint_h6_two_identical_cards_are_two_cards() -> None:
    at = table("QD Qd QS QH 5C")
    assert list(entries(at, PICK).values()).count("Q♦") == 2
    at.pick("Qd QS QH").press("add")
    assert [value for value, label in entries(at, PICK).items() if label == "Q♦"] == ["QD"]
    assert "drop-QD" in entries(at, DROP)
    assert len(entries(at, DROP)) == 4


def test_complaint_h7_of_two_identical_cards_one_is_discarded_and_the_other_stays() -> None:
    at = table("QD Qd 5C")
    at.play("drop-QD")
    assert at.match.state.hands[0] == (Card(PACK.index(NAMES.index("Qd"))), Card(NAMES.index("5C")))


def test_complaint_h8_a_run_grows_twice_at_the_same_end_up_to_its_limits() -> None:
    at = opened("3H 2H QS KS AS 9D", [(1, "4H5H6H"), (2, "9STSJS")])
    at.play("off-3H@0", "off-2H@0", "off-QS@1", "off-KS@1", "off-AS@1")
    assert entries(at, OFF) == {}
    assert [NAMES[card] for card in at.match.state.melds[0].meld.cards] == ["2H", "3H", "4H", "5H", "6H"]


def test_complaint_h9_what_was_chosen_before_an_action_plays_no_part_after_it() -> None:
    """Complaint H9: a remembered selection let a player skip the discard."""
    at = opened("7C 8C 9C QD KD AD 2S", [])
    at.pick("QD KD AD").play("lay-7C8C9C")
    assert not any(choice.chosen for choice in menus(at.panel())[PICK].choices)
    with pytest.raises(IllegalMoveError):
        at.play("stock")
    assert at.public().active == {0}


def test_complaint_h11_the_card_just_drawn_and_the_very_last_card_can_be_discarded() -> None:
    at = opened("QD", [(0, "4H5H6H")], phase=Phase.DRAW, stock="KC")
    at.play("stock")
    new = next(choice for choice in menus(at.panel())[DROP].choices if choice.value == "drop-KC")
    assert new.description == "10 points · new"
    at.play("drop-KC")
    last = opened("QD", [(0, "4H5H6H")])
    assert offered(last.panel()) == ["drop-QD"]
    last.play("drop-QD")
    assert last.match.state.account is not None


def test_kal_24_a_swap_says_where_the_joker_goes_and_chosen_cards_narrow_the_menu() -> None:
    at = opened("6H KS KD 9C 2S", [(1, "5HJK=6H7H"), (2, "TSJSQS")])
    swaps = entries(at, SWAP)
    assert {"swap-6H@0>@0=4H", "swap-6H@0>@0=8H", "swap-6H@0>@1=KS", "swap-6H@0>KSJK=KHKD"} <= swaps.keys()
    kinds = ["new" if "@" not in text.split(">")[1] else "onto" for text in swaps]
    assert kinds == sorted(kinds, reverse=True), "what goes onto the table comes first"
    at.pick("KS KD")
    assert set(entries(at, SWAP)) == {"swap-6H@0>KSJK=KHKD", "swap-6H@0>KSKDJK=KC"}
    at.pick("9C")
    assert entries(at, SWAP) == swaps

"""Kalooki's private hand: what matters in one line, a live reading of what is chosen, exactly what may be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.presenters.kalooki.choosing import Choosing
from bot.presenters.kalooki.menus import MENU_SIZE
from bot.presenters.panel import Menu, PrivatePanel
from data.records import PlayerSettings
from games.core import IllegalMoveError
from games.kalooki import moves
from games.kalooki.cards import NAMES, PACK, Card
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from render import Scene
from render.kalooki import HandScene, TableScene
from tests.bot.presenters.kalooki_positions import (
    PRESENTER,
    Table,
    buttons,
    labels,
    menus,
    offered,
    playouts,
)
from tests.bot.presenters.positions import IT
from tests.games.kalooki.support import scene

OTHERS = ("2h 5s", "3d 8s")
PICK, OFF, SWAP, DROP = "Choose cards for a meld…", "Lay off…", "Swap joker…", "Discard…"


def table(hand: str, *others: str, **more: Any) -> Table:
    """Anna has drawn and is to act with these cards."""
    return Table.at(scene(hand, *(others or OTHERS), **more))


def opened(hand: str, melds: list[tuple[int, str]], *others: str, **more: Any) -> Table:
    """The same, everybody having opened."""
    return table(hand, *others, melds=melds, opened=(0, 1, 2), **more)


def entries(at: Table, menu: str) -> dict[str, str]:
    """Values and labels of a menu."""
    found = menus(at.panel()).get(menu)
    return {} if found is None else {choice.value: choice.label for choice in found.choices}


def lines(at: Table) -> str:
    return "\n".join(at.panel().lines)


def scene_of(at: Table, **changes: Any) -> HandScene:
    shown = picture_of(at.panel(**changes))
    assert isinstance(shown, HandScene)
    return shown


def picture_of(panel: PrivatePanel) -> Scene:
    assert panel.picture is not None
    return panel.picture.scene


def every_page(at: Table) -> set[str]:
    """Everything that one tap plays, on any part of menus too long for one."""
    found: set[str] = set()
    while True:
        panel = at.panel()
        before = len(found)
        found |= set(offered(panel))
        if "g:page" not in buttons(panel) or before == len(found):
            return found
        at.press("page")


# What can be done


def test_g3_every_legal_move_but_a_meld_is_one_button_or_one_menu_entry() -> None:
    """Complaint G3: everything in at most two taps, the menu and the entry; melds are built from chosen cards."""
    seen = 0
    for at in playouts():
        if at.match.outcome is not None:
            continue
        view = at.hand()
        wanted = {text for text, move in view.legal.items() if not isinstance(move, (moves.LayDown, moves.Cut))}
        found = every_page(at)
        assert {text for text in found if not text.startswith(("lay-", "cut-"))} == wanted
        assert len(at.panel().rows) <= 5
        seen += len(wanted)
    assert seen > 5_000


def test_every_meld_that_may_be_laid_can_be_built_and_every_opening() -> None:
    built = 0
    for at in playouts(seats=(2, 3), most=150):
        legal = at.hand().legal.items() if at.match.outcome is None else ()
        for text, move in [(text, move) for text, move in legal if isinstance(move, moves.LayDown)][:20]:
            at.draft = None
            for one in move.melds[:-1]:
                at.pick(" ".join(NAMES[card] for card in one.cards))
                at.press("add" if one.joker_as is None else f"add:{NAMES[one.joker_as * 2]}")
            at.pick(" ".join(NAMES[card] for card in move.melds[-1].cards))
            assert text in offered(at.panel()), text
            built += 1
        at.draft = None
    assert built > 100


def test_whoever_is_not_to_act_sees_the_hand_and_nothing_to_press() -> None:
    for at in playouts(seats=(3,), most=40):
        for seat in set(range(3)) - at.public().active:
            assert list(buttons(at.panel(seat))) == ["more"]
            assert not menus(at.panel(seat))


def test_first_one_draws() -> None:
    at = table("9S 9H", phase=Phase.DRAW, pozzo="QD")
    assert labels(at.panel()) == ["Draw from stock", "Take Q♦"]
    assert lines(at).startswith("Your turn: draw from the stock, or take **Q♦**.")
    assert not menus(at.panel())


def test_where_the_pozzo_card_must_be_laid_at_once_it_says_why_it_is_not_offered() -> None:
    at = table("9S 9H", phase=Phase.DRAW, pozzo="QD", options=Options(discard_draw="must_use_in_meld"))
    assert labels(at.panel()) == ["Draw from stock"]
    assert "(KAL-15)" in lines(at)
    at = table(
        "9S 9H 2S 3S", phase=Phase.DRAW, pozzo="9C", opened=(0,), options=Options(discard_draw="must_use_in_meld")
    )
    at.play("pozzo")
    assert "Lay **9♣** before anything else (KAL-15)." in lines(at)
    assert DROP not in menus(at.panel())


def test_kal_35_the_last_card_may_be_left() -> None:
    everything = [NAMES[card] for card in PACK]
    at = table(" ".join(everything[:50]), " ".join(everything[50:105]), phase=Phase.DRAW, stock="", pozzo="Jk")
    assert labels(at.panel()) == ["Take Joker", "Leave it: void hand"]


def test_the_cut_is_a_button_for_the_middle_and_a_box() -> None:
    at = Table.deal(3)
    assert labels(at.panel()) == ["Cut in the middle", "Cut elsewhere…"]
    assert list(buttons(at.panel()))[:2] == ["move:cut-53", "g:cut"]
    assert isinstance(picture_of(at.panel()), TableScene)
    waiting = next(seat for seat in range(3) if seat not in at.public().active)
    assert list(buttons(at.panel(waiting))) == ["more"]


def test_b23_rare_actions_are_named_in_plain_words() -> None:
    """Complaint B23: a user did not understand what a button meant; here each says what it does, or leads on."""
    at = opened("6H 9C KS", [(1, "5HJK=6H7H"), (2, "TSJSQS")])
    assert list(menus(at.panel())) == [PICK, OFF, SWAP, DROP]
    (swap,) = [choice for choice in menus(at.panel())[SWAP].choices if choice.value.endswith("=KS")]
    assert swap.label == "6♥ for the joker, → K♠ on run 10♠–Q♠, Carla"
    assert swap.description == "the joker of run 5♥–7♥, Bruno"


# Choosing


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


# Many cards


def test_f6_a_hand_of_thirty_cards_is_played_in_parts() -> None:
    """Complaint F6: a menu with a 26th entry fails."""
    hand = " ".join(NAMES[card] for card in PACK[0:60:2])
    at = table(hand, "2h 3h 4h", "2c 3c 4c")
    panel = at.panel()
    assert max(len(menu.choices) for menu in menus(panel).values()) == MENU_SIZE
    assert buttons(panel)["g:page"].label == "More choices (1 of 2)"
    at.press("pick:0", "2S", "3S")
    at.press("page")
    assert len(entries(at, PICK)) == len(entries(at, DROP)) == 5
    at.press("pick:1", "4D")
    assert [NAMES[card] for card in at.draft.chosen] == ["2S", "3S", "4D"]
    assert len(every_page(at)) == 30
    at.press("page")
    assert {choice.value for choice in menus(at.panel())[PICK].choices if choice.chosen} <= {"2S", "3S", "4D"}


def test_g17_twenty_cards_on_a_phone_are_numbered_as_in_the_picture() -> None:
    """Complaint G17: many cards on a phone are hard to play."""
    at = table(" ".join(NAMES[card] for card in PACK[0:40:2]), "2h", "2c")
    menu = menus(at.panel())[PICK]
    assert len(menu.choices) == 20
    cards = scene_of(at).cards
    for number, choice in enumerate(menu.choices, 1):
        assert choice.description == f"card {number}"
        assert NAMES[cards[number - 1]] == choice.value


def test_a_table_full_of_melds_and_two_jokers_offer_everything_in_parts() -> None:
    melds = [(i % 3, f"{r}S{r}H{r}D") for i, r in enumerate("23456789TJQK")]
    at = opened("JK Jk AS AH 2C 3C 4C 5C 6C 7C 8C 9C TC JC", melds, "2h", "2c")
    view = at.hand()
    wanted = {text for text, move in view.legal.items() if isinstance(move, (moves.LayOff, moves.Swap))}
    assert wanted <= every_page(at)
    assert len(at.panel().rows) <= 5


# As the player wants it


def test_the_hand_is_sorted_by_suit_or_by_value_jokers_last() -> None:
    at = table("9S 2S 9H JK 3C 9C 9D")
    by_suit = [NAMES[card] for card in scene_of(at).cards]
    assert by_suit == ["2S", "9S", "9H", "3C", "9C", "9D", "JK"]
    mine = PlayerSettings(100, sort_by="number")
    assert [NAMES[card] for card in scene_of(at, settings=mine).cards] == ["2S", "3C", "9S", "9H", "9C", "9D", "JK"]
    assert menus(at.panel(settings=mine))[PICK].choices[1].label == "3♣"


def test_the_card_just_drawn_is_marked_everywhere() -> None:
    at = table("9S 2S 9H", phase=Phase.DRAW, stock="QC")
    at.play("stock")
    assert scene_of(at).fresh == NAMES.index("QC")
    assert lines(at).startswith("You drew **Q♣**. Open with at least 40 points")
    (new,) = [choice for choice in menus(at.panel())[PICK].choices if "new" in choice.description]
    assert new.value == "QC"


def test_suits_have_four_colours_or_two() -> None:
    at = table("9S 2S 9H")
    assert not scene_of(at).two_colours
    assert scene_of(at, settings=PlayerSettings(100, deck="two")).two_colours


def test_cards_set_aside_are_dimmed_in_the_picture() -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    at.pick("KS KH KD").press("add")
    assert {NAMES[card] for card in scene_of(at).set_aside} == {"KS", "KH", "KD"}
    assert "Opening: 30 of 40" in (scene_of(at).words.title)


def test_suggestions_are_one_tap_where_the_table_wants_them() -> None:
    hand = "KS KH KD 4C 5C 6C QD QH QS 2S"
    assert labels(table(hand).panel()) == []
    at = table(hand, options=Options(suggestions="on"))
    found = [action for action in buttons(at.panel()) if action.startswith("move:lay-")]
    assert 1 <= len(found) <= 3
    assert "75: Q♠♥♦+K♠♥♦+4–6♣" in labels(at.panel())
    for action in found:
        trial = Table(at.match).play(action.removeprefix("move:"))
        assert trial.match.state.opened[0]
    assert not [action for action in buttons(at.pick("KS").panel()) if action.startswith("move:lay-")]
    at = opened(hand, [], options=Options(suggestions="on"))
    assert "Lay K♠♥♦" in labels(at.panel())


def test_suggestions_keep_the_condition_of_a_pozzo_card() -> None:
    options = Options(suggestions="on", discard_draw="must_use_in_meld")
    at = table("KS KH 4C 5C 6C QD QH QS 2S", opened=(0,), phase=Phase.DRAW, pozzo="KD", options=options)
    at.play("pozzo")
    assert [label for label in labels(at.panel()) if label.startswith("Lay")] == ["Lay K♠♥♦"]


def test_a_watcher_sees_the_table() -> None:
    at = opened("6H 9C KS", [(1, "5HJK=6H7H"), (2, "TSJSQS")])
    panel = PRESENTER.hand_panel(at.watcher())
    assert isinstance(picture_of(panel), TableScene)
    assert [row for row in panel.rows if isinstance(row, Menu)] == []

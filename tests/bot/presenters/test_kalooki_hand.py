"""Kalooki's private hand: what matters in one line, what may be done, many cards, as the player wants it."""

from __future__ import annotations

from bot.presenters.kalooki.menus import MENU_SIZE
from bot.presenters.panel import Menu
from data.records import PlayerSettings
from games.kalooki import moves
from games.kalooki.cards import NAMES, PACK
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from render.kalooki import TableScene
from tests.bot.presenters.kalooki_hands import (
    DROP,
    OFF,
    PICK,
    SWAP,
    entries,
    every_page,
    lines,
    opened,
    picture_of,
    scene_of,
    table,
)
from tests.bot.presenters.kalooki_positions import (
    PRESENTER,
    Table,
    buttons,
    labels,
    menus,
    offered,
    playouts,
)

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


def test_kal_35_a_last_card_that_could_not_be_laid_is_only_left() -> None:
    everything = [NAMES[card] for card in PACK if NAMES[card] != "KS"]
    rule = Options(discard_draw="must_use_in_meld")
    at = table("2S", " ".join(everything[1:60]), phase=Phase.DRAW, stock="", pozzo="KS", options=rule)
    at = Table.at(at.match.state._replace(pozzo=at.match.state.pozzo[-1:]))
    assert labels(at.panel()) == ["Leave it: void hand"]
    assert "only **K♠** is left, and it could not be laid at once (KAL-15): leave it" in lines(at)


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

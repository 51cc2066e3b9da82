"""The call in two taps, the exchange with undo, and the sharing of the monte, on the private hand."""

from __future__ import annotations

from typing import Any

import pytest

from bot.presenters.panel import PrivatePanel
from bot.presenters.presenter import Draft, Say
from games.core import Seat
from games.core.cards import Suit, card_from
from render.calabresella import HandScene
from tests.bot.presenters.calabresella_positions import (
    GAME,
    PRESENTER,
    D,
    R,
    Table,
    X,
    at,
    buttons,
    menus,
)
from tests.bot.presenters.positions import IT

CHIAMO = ("pass", "chiamo", "pass")
"""Bruno plays Chiamo."""
SCEGLIETE = ("pass", "solissimo", "scegliete")
"""Bruno plays Scegliete; Carla, next after him, shares the monte out, and Anna answers."""


def _hand(table: Table, seat: int | None, **changes: Any) -> PrivatePanel:
    return PRESENTER.hand_panel(table.hand(seat, **changes))


def _scene(panel: PrivatePanel) -> HandScene:
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, HandScene)
    return panel.picture.scene


# The call


def test_clb_14_the_call_is_a_suit_and_then_a_card_that_one_does_not_hold() -> None:
    table = at(None, *CHIAMO, x="3S 2S AS RS CS FS 7S 6S 5S", d="3D")
    panel = _hand(table, X)
    (suits,) = menus(panel)
    assert [(choice.value, choice.label) for choice in suits.choices][:2] == [("S", "spades"), ("C", "hearts")]
    assert suits.choices[0].description == "1 card that you do not hold"
    assert table.press(X, "suit", "S") == Draft(Suit.SPADE)
    _, cards = menus(_hand(table, X))
    assert [(choice.value, choice.label) for choice in cards.choices] == [("ask-4S", "4 of spades")]
    table.press(X, "suit", "D")
    suits, cards = menus(_hand(table, X))
    assert [choice.chosen for choice in suits.choices].count(True) == 1
    assert cards.choices[0].value == "ask-3D"


def test_i2_clb_14_a_suit_held_whole_is_not_offered() -> None:
    """Complaint I2: a caller could name a card he holds."""
    table = at(None, *CHIAMO, x="3S 2S AS RS CS FS 7S 6S 5S 4S")
    (suits,) = menus(_hand(table, X))
    assert [choice.value for choice in suits.choices] == ["C", "B", "D"]


@pytest.mark.parametrize("value", ["", "X", "S C", "ask-3D"])
def test_a_forged_suit_is_answered_with_a_sentence(value: str) -> None:
    assert isinstance(at(None, *CHIAMO).press(X, "suit", value), Say)


# The exchange


def _received(**held: str) -> Table:
    """Bruno called Carla's three of denari and has seen the monte."""
    return at(None, *CHIAMO, "ask-3D", **{"d": "3D", "monte": "4B 5B AB RB", "x": "7C", **held})


def test_i12_a_card_received_is_paid_for_first_and_its_owner_is_named() -> None:
    """Complaint I12: which exchanged card others must see was wrong."""
    table = _received()
    panel = _hand(table, X)
    (menu,) = menus(panel)
    assert menu.placeholder == "Give a card back…"
    assert len(menu.choices) == 17
    assert panel.lines[0] == "Give Carla a card for the one you got, face up (CLB-18)."
    assert buttons(panel)["g:confirm"].disabled
    table.press(X, "pick", "7C")
    panel = _hand(table, X)
    assert panel.lines[1] == "Chosen: ♥ 7"
    assert buttons(panel)["move:give-7C"].label == "Give it"
    assert _scene(panel).chosen == {card_from("7C")}
    table.play("give-7C")
    assert menus(_hand(table, X))[0].max_choices == 4


def test_i9_exactly_four_go_back_and_all_can_be_undone_until_confirmed() -> None:
    """Complaint I9: the discarder could put too many or too few cards away."""
    table = _received().play("give-7C")
    panel = _hand(table, X)
    assert panel.lines[0] == "Lay off 4 cards, face down, for the new monte."
    assert buttons(panel)["g:confirm"].label == "4 cards to go"
    table.press(X, "pick", "4B", "5B", "AB")
    panel = _hand(table, X)
    assert panel.lines[1] == "Chosen 3 of 4: ♣ A 5 4 (worth 1)"
    assert (buttons(panel)["g:confirm"].label, buttons(panel)["g:confirm"].disabled) == ("1 card to go", True)
    assert not [action for action in buttons(panel) if action.startswith("move:")]
    table.press(X, "pick", "4B", "5B", "AB", "RB")
    panel = _hand(table, X)
    assert [choice.value for choice in menus(panel)[0].choices if choice.chosen] == ["AB", "RB", "5B", "4B"]
    assert "move:lay-AB-4B-5B-RB" in buttons(panel)
    assert table.press(X, "undo") == Draft(None)
    panel = _hand(table, X)
    assert "g:confirm" in buttons(panel)
    assert buttons(panel)["g:undo"].disabled
    assert not _scene(panel).chosen


@pytest.mark.parametrize(
    "values", [("4B", "5B", "AB", "RB", "3D"), ("4C", "4S"), ("zz",), ("lay-4B",), ("4B", "4B", "9X")]
)
def test_i9_what_cannot_be_picked_is_answered_with_a_sentence(values: tuple[str, ...]) -> None:
    table = _received(r="4C 4S").play("give-7C")
    assert isinstance(table.press(X, "pick", *values), Say)
    assert X not in table.drafts


def test_a_choice_pressed_too_late_is_answered_with_a_sentence() -> None:
    table = _received().play("give-7C", "lay-AB-4B-5B-RB")
    for action in ("pick", "suit", "undo"):
        answer = table.press(X, action, "4B")
        assert answer == Say("That was an earlier turn, so nothing was played. This is how it stands now.")
    assert isinstance(PRESENTER.answer(table.hand(None), "pick", ["4B"]), Say)
    assert isinstance(PRESENTER.answer(table.hand(X), "pick", {"pick": "4B"}), Say)
    assert isinstance(table.press(X, "nonsense"), Say)


def test_the_laid_off_cards_are_told_to_their_owner_alone() -> None:
    table = _received().play("give-7C", "lay-AB-4B-5B-RB")
    line = "Laid off: ♣ A K 5 4"
    assert [any(line in each for each in _hand(table, seat).lines) for seat in (R, X, D)] == [False, True, False]


def test_new_cards_are_marked_until_the_play_begins() -> None:
    table = _received()
    new = {card_from(name) for name in ("3D", "4B", "5B", "AB", "RB")}
    assert _scene(_hand(table, X)).fresh == new
    table.play("give-7C")
    assert _scene(_hand(table, D)).fresh == {card_from("7C")}
    assert not _scene(_hand(table, R)).fresh
    table.play("lay-AB-4B-5B-RB")
    (leader,) = table.public().active
    table.play(GAME.encode_move(GAME.legal_moves(table.match.state, Seat(leader))[0]))
    assert not _scene(_hand(table, X)).fresh


def test_clb_22_both_opponents_lay_off_two_at_once() -> None:
    table = at(None, "pass", "solissimo", "dividete", monte="4B 5B AB RB")
    for seat, drawn in ((D, "4B 5B"), (R, "AB RB")):
        panel = _hand(table, seat)
        assert menus(panel)[0].placeholder == "Choose 2 cards to lay off…"
        assert len(menus(panel)[0].choices) == 14
        assert _scene(panel).fresh == {card_from(name) for name in drawn.split()}
        assert panel.lines[0] == "Lay off 2 cards, face down, for the new monte."
    assert _hand(table, X).lines[0] == "Still to lay off: Anna and Carla."
    assert _hand(table, X, text=IT).lines[0] == "Manca ancora lo scarto di Anna e Carla."


# Scegliete


def test_clb_23_the_first_opponent_proposes_what_each_takes() -> None:
    table = at(None, *SCEGLIETE, monte="4B 5B AB RB")
    panel = _hand(table, D)
    assert panel.lines[0].startswith("Propose who takes which cards of the monte")
    (menu,) = menus(panel)
    assert (menu.min_choices, menu.max_choices, len(menu.choices)) == (0, 4, 4)
    assert buttons(panel)["move:split-none"].label == "Propose: I take 0"
    table.press(D, "pick", "AB", "4B", "5B")
    panel = _hand(table, D)
    assert "Your choice now: Carla: ♣ A 5 4 – Anna: ♣ K." in panel.lines
    assert buttons(panel)["move:split-AB-4B-5B"].label == "Propose: I take 3"


def test_clb_23_the_other_agrees_or_chooses_for_themselves() -> None:
    table = at(None, *SCEGLIETE, "split-AB-4B-5B", monte="4B 5B AB RB")
    panel = _hand(table, R)
    assert "Carla proposes Carla: ♣ A 5 4 – Anna: ♣ K." in panel.lines
    assert buttons(panel)["move:accept"].label == "Agree"
    table.press(R, "pick", "RB")
    (propose,) = [b for a, b in buttons(_hand(table, R)).items() if a.startswith("move:split")]
    assert propose.disabled, "that is what Carla has proposed already"
    table.press(R, "pick", "AB", "RB")
    panel = _hand(table, R)
    assert buttons(panel)["move:split-4B-5B"].label == "Propose: I take 2"
    table.play("split-4B-5B")
    panel = _hand(table, D)
    assert list(buttons(panel)) == ["move:accept", "move:insist", "more"]
    assert [line for line in panel.lines if " proposes " in line] == [
        "Carla proposes Carla: ♣ A 5 4 – Anna: ♣ K.",
        "Anna proposes Carla: ♣ 5 4 – Anna: ♣ A K.",
    ]

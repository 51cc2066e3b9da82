"""The private hand: bids with a line each, the call in two taps, the exchange with undo, exactly the legal cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.presenters.panel import Button, Menu, PrivatePanel
from bot.presenters.presenter import Draft, Say
from bot.presenters.views import ITALIAN
from data.records import PlayerSettings
from games.calabresella import moves
from games.calabresella.options import PRESETS, Options
from games.calabresella.terms import ANSWER, AUCTION, BETWEEN, CALL, LAY_OFF, PLAY, RETURN, SPLIT
from games.core import Seat
from games.core.cards import Card, Suit, card_from
from render.calabresella import HandScene
from tests.bot.presenters.calabresella_positions import (
    GAME,
    PRESENTER,
    D,
    R,
    Table,
    X,
    actions,
    at,
    buttons,
    menus,
    playouts,
)
from tests.bot.presenters.positions import EN, IT, TEXTS

REQUIRED = Options(follow_suit="required")
CHIAMO = ("pass", "chiamo", "pass")
"""Bruno plays Chiamo."""
VALUES = ("⅓", "⅓", "1", "⅓", "⅓", "⅓", "–", "–", "–", "–")
SCEGLIETE = ("pass", "solissimo", "scegliete")
"""Bruno plays Scegliete; Carla, next after him, shares the monte out, and Anna answers."""


def _hand(table: Table, seat: int | None, **changes: Any) -> PrivatePanel:
    return PRESENTER.hand_panel(table.hand(seat, **changes))


def _scene(panel: PrivatePanel) -> HandScene:
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, HandScene)
    return panel.picture.scene


def _offered(panel: PrivatePanel) -> set[str]:
    """The moves that an enabled button or a menu entry plays."""
    pressed = {action for action, button in buttons(panel).items() if not button.disabled}
    chosen = {choice.value for menu in menus(panel) if menu.action == "move" for choice in menu.choices}
    return chosen | {action.removeprefix("move:") for action in pressed if action.startswith("move:")}


# Everything legal, and nothing else


def _reachable(table: Table, seat: int) -> Iterator[set[str]]:
    """What a seat can reach with one suit or one choice of cards before the last tap."""
    view = table.hand(seat)
    if view.observation.phase is CALL:
        for suit in menus(PRESENTER.hand_panel(view))[0].choices:
            table.press(seat, "suit", suit.value)
            yield _offered(_hand(table, seat))
    elif view.observation.phase in (LAY_OFF, RETURN, SPLIT, ANSWER):
        legal = list(view.legal.values())
        for move in legal[:: max(1, len(legal) // 12)]:
            cards = _picked(move, view.observation.phase is ANSWER, table)
            table.press(seat, "pick", *(GAME.encode_move(moves.PlayCard(card)) for card in cards))
            yield _offered(_hand(table, seat))
    else:
        yield _offered(_hand(table, seat))
    table.drafts.clear()


def _picked(move: object, answers: bool, table: Table) -> tuple[Card, ...]:
    match move:
        case moves.Give(card):
            return (card,)
        case moves.LayOff(cards):
            return cards
        case moves.Split(cards):
            return tuple(set(table.match.state.monte) - set(cards)) if answers else cards
        case _:
            return ()


def test_g3_i13_exactly_the_legal_moves_can_be_made() -> None:
    """Complaints G3 and I13: every legal action in two taps, and nothing is offered that the rules refuse."""
    phases: dict[object, int] = {}
    for table in playouts(4):
        for seat in sorted(table.public().active):
            view = table.hand(seat)
            reached: set[str] = set()
            for offered in _reachable(table, seat):
                assert offered <= set(view.legal)
                reached |= offered
            phase = view.observation.phase
            if phase not in (LAY_OFF, RETURN, SPLIT, ANSWER):
                assert reached == set(view.legal)
            else:
                assert len(reached) >= min(12, len(view.legal)) - 1
            phases[phase] = phases.get(phase, 0) + 1
    assert len(phases) >= 9, phases


def test_nobody_else_is_offered_anything_while_a_round_is_played() -> None:
    for table in playouts(3):
        if GAME.observe(table.match.state, None).phase is not BETWEEN:
            for seat in {0, 1, 2} - table.public().active:
                assert actions(_hand(table, seat)) == ["more"]
        assert actions(_hand(table, None)) == ["more"]


def test_i6_the_button_to_pass_is_there_whatever_the_others_have_bid() -> None:
    """Complaint I6: the Pass button was missing when two bidders remained."""
    seen = 0
    for table in playouts(4):
        if table.match.state.phase is AUCTION:
            (seat,) = table.public().active
            assert "move:pass" in buttons(_hand(table, seat))
            seen += 1
    assert seen > 20


# The auction


def test_bids_are_buttons_with_a_line_each_on_what_they_mean() -> None:
    panel = _hand(at(), R)
    assert list(buttons(panel)) == ["move:pass", "move:chiamo", "move:solo", "move:solissimo", "more"]
    assert [button.label for button in buttons(panel).values()][1:4] == ["Chiamo (1)", "Solo (2)", "Solissimo (4)"]
    assert panel.lines[0] == "Your turn: bid, or pass for good. Here you need not follow suit (CLB-26)."
    assert panel.lines[1] == "**Chiamo** (1): you ask for a card and take the monte."
    assert len(panel.lines) == 5


def test_clb_9_only_higher_bids_are_offered() -> None:
    panel = _hand(at(None, "solo"), X)
    assert list(buttons(panel)) == ["move:pass", "move:solissimo", "more"]
    assert "Anna: **Solo**." in panel.lines


def test_clb_11_who_speaks_once_is_told_so() -> None:
    panel = _hand(at(PRESETS["classic"]), R)
    assert panel.lines[0].startswith("Your turn, your only one: bid or pass. Here you must follow suit")


def test_clb_21_a_raise_says_what_it_gives_away() -> None:
    panel = _hand(at(None, "pass", "solissimo"), X)
    assert list(buttons(panel)) == ["move:play", "move:dividete", "move:scegliete", "more"]
    assert "**Dividete** (8): each opponent draws two cards of the monte and lays two off." in panel.lines


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
    assert menu.placeholder == "Give this card back…"
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
    assert panel.lines[0] == "Lay off 4 cards, face down, for the new monte. Only you know them."
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
    assert _hand(table, X).lines[0] == "Still to lay off: Anna and Carla."


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


# Play


def test_clb_26_the_hand_says_whether_one_must_follow_suit() -> None:
    opening = ("pass", "solissimo", "play")
    for options, first, rule in (
        (Options(), "Any card may be played; only a higher one of that suit takes it.", "No need to follow suit"),
        (REQUIRED, "was led, and you must follow suit.", "You must follow suit"),
    ):
        table = at(options, *opening, "RB", x="RB", d="3B 4B 3D", r="AB")
        panel = _hand(table, D)
        assert panel.lines[0].endswith(first)
        assert rule in _scene(panel).words.title
        assert any("(CLB-26)" in line for line in panel.lines)
        offered = {choice.value for choice in menus(panel)[0].choices}
        assert ("3D" in offered) == (options is not REQUIRED)
        assert _scene(panel).playable == {card_from(name) for name in offered}


def test_clb_26_a_hand_without_the_suit_is_told_that_any_card_goes() -> None:
    table = at(REQUIRED, "pass", "solissimo", "play", x="RB", d="3D 4D 5D 6D 7D AD 2D 3S 4S 5S 6S 7S").play("RB")
    panel = _hand(table, D)
    assert panel.lines[0].endswith("You have none of that suit, so any card goes.")
    assert len(menus(panel)[0].choices) == 12


def test_menu_and_picture_number_the_cards_alike() -> None:
    table = at(None, "pass", "solissimo", "play", x="3B AS 4S RC")
    for sort_by in ("colour", "number"):
        panel = _hand(table, X, settings=PlayerSettings(101, sort_by=sort_by))
        scene, (menu,) = _scene(panel), menus(panel)
        for i, (card, choice) in enumerate(zip(scene.cards, menu.choices, strict=True), 1):
            assert choice.value == GAME.encode_move(moves.PlayCard(card))
            assert choice.label.startswith(f"{i}. ")


def test_clb_5_a_suit_is_held_from_the_three_down_to_the_four() -> None:
    table = at(None, "pass", "solissimo", "play", x="3S 2S AS RS CS FS 7S 6S 5S 4S")
    assert any("♠ 3 2 A K Q J 7 6 5 4" in line for line in _hand(table, X).lines)


def test_g16_every_card_has_a_sign_and_a_word_for_its_suit() -> None:
    """Complaint G16: never colour alone."""
    table = at(None, "pass", "solissimo", "play", x="3S 3C 3D 3B")
    for settings, words in (
        (PlayerSettings(101), ("3 of spades", "3 of hearts", "3 of clubs", "3 of diamonds")),
        (PlayerSettings(101, faces=ITALIAN), ("3 of spade", "3 of coppe", "3 of bastoni", "3 of denari")),
    ):
        panel = _hand(table, X, settings=settings)
        (menu,) = menus(panel)
        labels = {choice.label.partition(". ")[2]: choice.emoji for choice in menu.choices}
        assert set(words) <= set(labels)
        assert len({labels[word] for word in words}) == 4
        assert panel.picture is not None
        assert all(word in panel.picture.alt for word in words)


def test_faces_colours_and_letters_are_each_players_own() -> None:
    table = at()
    french = _scene(_hand(table, R, settings=PlayerSettings(100, deck="two")))
    assert (french.deck, french.two_colours, french.letters) == ("french", True, None)
    italian = _scene(_hand(table, R, text=IT, settings=PlayerSettings(100, faces=ITALIAN, letters=True)))
    assert (italian.deck, italian.letters) == ("italian", ("C", "D", "S", "B"))
    assert "coppe 3 2 A R C F" in _hand(table, R, text=IT, settings=PlayerSettings(100, faces=ITALIAN)).lines[-1]


@pytest.mark.parametrize(("rounds", "shown"), [(0, True), (2, True), (3, False), (40, False)])
def test_order_and_values_stand_on_the_hand_of_a_players_first_three_rounds(rounds: int, shown: bool) -> None:
    for text in TEXTS:
        panel = _hand(at(), R, text=text, rounds_played=rounds)
        guide = _scene(panel).guide
        assert panel.picture is not None
        assert (text("calabresella.alt.guide") in panel.picture.alt) == shown
        assert (guide.values if guide else None) == (VALUES if shown else None)


def test_i16_nothing_offers_to_end_a_round_early() -> None:
    """Complaint I16: offering to stop early leaked what the hidden cards were worth."""
    for table in playouts(3):
        if table.match.state.phase is PLAY:
            for seat in range(3):
                assert {a for a in actions(_hand(table, seat)) if ":" in a} == set()


def test_between_rounds_everybody_sees_the_account_and_may_stop() -> None:
    for table in playouts(2):
        state = table.match.state
        if state.phase is BETWEEN and state.standing.account is not None and state.exchange is not None:
            for seat in range(3):
                panel = _hand(table, seat)
                offered = [action for action in buttons(panel) if action.startswith("move:")]
                assert offered == [f"move:{notation}" for notation in table.hand(seat).legal]
                assert panel.lines == PRESENTER.table_panel(table.public()).lines


def test_a_hand_speaks_its_readers_language() -> None:
    panel = _hand(at(), R, text=IT)
    assert panel.lines[1] == "**Chiamo** (1): chiedi una carta e prendi il monte."
    assert buttons(panel)["move:pass"] == Button("move:pass", "Passo")
    assert isinstance(menus(_hand(at(None, *CHIAMO), X, text=EN))[0], Menu)

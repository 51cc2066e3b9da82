"""The private hand of Calabresella: exactly what is legal, bids with a line each, cards as their owner wants them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.presenters.panel import Button, Menu, PrivatePanel
from bot.presenters.views import ITALIAN
from data.records import PlayerSettings
from games.calabresella import moves
from games.calabresella.options import PRESETS, Options
from games.calabresella.terms import ANSWER, AUCTION, BETWEEN, CALL, LAY_OFF, PLAY, RETURN, SPLIT
from games.core.cards import Card, card_from
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
    assert panel.lines[0] == "Your turn: bid, or pass for good."
    assert panel.lines[1] == "**Chiamo** (1): a called card, and the monte."
    assert len(panel.lines) == 5


def test_an_auction_and_an_exchange_fit_a_phone() -> None:
    """A line on a phone holds about 42 letters; more than seven lines would push the buttons out of sight."""
    exchange = at(None, "pass", "solo", "pass", monte="4B 5B AB RB")
    for text in TEXTS:
        for table, seat in ((at(), R), (at(None, "chiamo"), X), (exchange, X)):
            lines = _hand(table, seat, text=text).lines
            assert sum(-(-len(line.replace("*", "")) // 42) for line in lines) <= 7, lines
            assert not any("CLB-26" in line for line in lines)


def test_clb_9_only_higher_bids_are_offered() -> None:
    panel = _hand(at(None, "solo"), X)
    assert list(buttons(panel)) == ["move:pass", "move:solissimo", "more"]
    assert "Anna: **Solo**." in panel.lines


def test_clb_11_who_speaks_once_is_told_so() -> None:
    panel = _hand(at(PRESETS["classic"]), R)
    assert panel.lines[0].startswith("Your turn, your only one: bid or pass.")


def test_clb_21_a_raise_says_what_it_gives_away() -> None:
    panel = _hand(at(None, "pass", "solissimo"), X)
    assert list(buttons(panel)) == ["move:play", "move:dividete", "move:scegliete", "more"]
    assert "**Dividete** (8): each opponent draws two cards of the monte and lays two off." in panel.lines


# Play


def test_clb_26_the_hand_says_whether_one_must_follow_suit() -> None:
    opening = ("pass", "solissimo", "play")
    for options, first, rule in (
        (Options(), "Any card will do; only a higher one of that suit takes it.", "No need to follow suit"),
        (REQUIRED, "was led, and you must follow suit.", "You must follow suit"),
    ):
        table = at(options, *opening, "RB", x="RB", d="3B 4B 3D", r="AB")
        panel = _hand(table, D)
        assert panel.lines[0].endswith(first)
        assert rule in _scene(panel).words.title
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
    assert panel.lines[1] == "**Chiamo** (1): una carta a scelta e il monte."
    assert buttons(panel)["move:pass"] == Button("move:pass", "Passo")
    assert isinstance(menus(_hand(at(None, *CHIAMO), X, text=EN))[0], Menu)

"""The public table of Calabresella: what happened, refusals, rules, Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.presenters import house
from bot.presenters.options import options_panel
from bot.presenters.panel import Menu, Panel, PrivatePanel, PublicPanel
from bot.presenters.views import FRENCH, ITALIAN
from bot.tables.components import MessageStyle, render_private, render_public
from bot.text.catalog import Text
from data.records import TableStatus
from games.calabresella.options import PRESETS, Options
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.terms import Contract, Phase
from games.core import IllegalMoveError, InvalidMoveError, NotYourTurnError, RulesError, Seat
from games.core.cards import Suit, card_from
from render.calabresella import TableScene
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
    playouts,
)
from tests.bot.presenters.discord_limits import check_limits
from tests.bot.presenters.positions import EN, IT, TEXTS

LONG = ("W" * 24, "_*~|`" * 4, "花子" * 8)


def _lines(table: Table, **changes: Any) -> tuple[str, ...]:
    return house.public_panel(table.public(**changes)).lines


# What happened


def test_clb_26_the_felt_and_the_words_say_whether_one_must_follow_suit_and_which_way_it_goes() -> None:
    for options, words, felt in (
        (Options(), "No need to follow suit (CLB-26)", "No need to follow suit"),
        (PRESETS["classic"], "Follow suit if you can (CLB-26)", "You must follow suit"),
    ):
        for table, playing in ((at(options), False), (at(options, "pass", "solissimo", "play"), True)):
            panel = house.public_panel(table.public())
            assert any("↺" in line for line in panel.lines)
            # During the auction the felt says it, and nobody follows anything yet.
            assert any(words in line for line in panel.lines) == playing
            assert panel.picture is not None
            assert isinstance(panel.picture.scene, TableScene)
            assert panel.picture.scene.words.rule == felt
            assert words in panel.picture.alt
            assert "Play goes counterclockwise." in panel.picture.alt


def test_an_auction_is_told_and_shown_in_bubbles() -> None:
    table = at(None, "chiamo", "pass")
    assert _lines(table)[:3] == (
        "Anna: **Chiamo**.",
        "Bruno passes.",
        "Round 1, Carla dealt ↺.",
    )
    picture = house.public_panel(table.public()).picture
    assert picture is not None
    assert isinstance(picture.scene, TableScene)
    words = picture.scene.words
    assert (words.calls, words.contract, words.bidder) == (("Chiamo", "pass", ""), "Chiamo", "highest bid: Anna")


def test_i7_after_all_have_passed_the_cards_are_dealt_again_once() -> None:
    """Complaint I7: payment fired after every single pass instead of after all passed."""
    table = at(None, "pass", "pass")
    assert "move:deal" not in buttons(house.public_panel(table.public()))
    table.play("pass")
    panel = house.public_panel(table.public())
    assert panel.lines[2] == "Carla passes. All have passed; Carla deals again."
    assert list(buttons(panel))[1:3] == ["move:deal", "move:stop"]
    assert GAME.observe(table.match.state, None).balances == (0, 0, 0)
    assert PRESENTER.hand_panel(table.hand(D)).lines[0].startswith("All have passed. Have the cards dealt again")
    table.play("deal")
    assert _lines(table)[0] == "Round 1, Carla dealt ↺."


def test_the_call_and_the_exchange_in_sentences() -> None:
    table = at(None, "pass", "chiamo", "pass", "ask-3D", monte="4B 5B AB RB", d="3D", x="7C")
    assert _lines(table)[2] == (
        "Bruno calls **3 of diamonds ♦**. Carla hands it over to Bruno. Bruno takes the monte: ♣ A K 5 4."
    )
    table.play("give-7C", "lay-AB-4B-5B-RB")
    assert _lines(table)[1:4] == (
        "Bruno gives Carla **7 of hearts ♥**.",
        "Bruno lays off 4 cards. Anna leads.",
        "Bruno: **Chiamo** (1) against two ↺. No need to follow suit (CLB-26).",
    )


def test_who_won_the_auction_is_said_once() -> None:
    lines = _lines(at(None, "pass", "solo", "pass", monte="4B 5B AB RB"))
    assert lines[2] == "Carla passes. Bruno takes the monte: ♣ A K 5 4."
    assert len([line for line in lines if "**Solo**" in line and "Bruno" in line and "two" in line]) == 1


def test_the_raises_in_sentences() -> None:
    table = at(None, "pass", "solissimo", "scegliete", "split-AB", "split-none", "insist", monte="4B 5B AB RB")
    assert _lines(table)[:3] == (
        "Carla proposes Carla: ♣ A – Anna: ♣ K 5 4.",
        "Anna proposes Carla: nothing – Anna: ♣ A K 5 4.",
        "The first proposal stands: Carla: ♣ A – Anna: ♣ K 5 4.",
    )
    table = at(None, "pass", "solissimo", "dividete")
    assert _lines(table)[2] == "Bruno raises to **Dividete** (8). Anna and Carla draw two cards each from the monte."
    table = at(None, "pass", "solissimo", "play")
    assert _lines(table)[2] == "Bruno plays Solissimo as it is; the monte stays covered. Bruno leads."


def test_i14_clb_e14_a_trick_is_the_highest_of_the_suit_led() -> None:
    """Complaint I14: wrong trick winner. What the table says; the rules' own tests have every trick."""
    table = at(None, "pass", "solo", "pass", r="RB", x="3D", d="AB")
    state = table.match.state
    lay = GAME.encode_move(next(m for m in GAME.legal_moves(state, X) if card_from("3D") not in m.cards))
    table.play(lay, "RB", "3D", "AB")
    assert _lines(table)[:3] == (
        "Anna played **king of clubs ♣**.",
        "Bruno played **3 of diamonds ♦**.",
        "Carla played **ace of clubs ♣**. The trick is Carla’s: 1⅔.",
    )
    assert "Taken: Bruno 0 in 0 tricks · Anna and Carla 1⅔ in 1 trick." in PRESENTER.hand_panel(table.hand(X)).lines


def test_italian_suits_where_the_server_wants_them() -> None:
    table = at(None, "pass", "chiamo", "pass", "ask-3D", monte="4B 5B AB RB", d="3D")
    line = _lines(table, text=IT, faces=ITALIAN)[2]
    assert line == ("Bruno chiama **3 di denari**. Carla la consegna a Bruno. Bruno prende il monte: bastoni A R 5 4.")
    scene = _scene(house.public_panel(table.public(IT, ITALIAN)))
    assert scene.deck == "italian"


def _scene(panel: PublicPanel) -> TableScene:
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, TableScene)
    return panel.picture.scene


# Refusals

DETAILS: dict[CalabresellaReason, dict[str, object]] = {
    CalabresellaReason.BID_NOT_HIGHER: {"highest": Contract.SOLO},
    CalabresellaReason.CALLS_OWN_CARD: {"card": card_from("2D")},
    CalabresellaReason.LAY_OFF_FOUR: {"count": 4, "chosen": 3},
    CalabresellaReason.LAY_OFF_TWO: {"count": 2, "chosen": 1},
    CalabresellaReason.LAY_OFF_AS_TAKEN: {"count": 3, "chosen": 2},
    CalabresellaReason.NOT_IN_HAND: {"card": card_from("RC")},
    CalabresellaReason.MUST_FOLLOW_SUIT: {"suit": Suit.BASTONI},
    CalabresellaReason.DEALER_DEALS: {"dealer": D},
}


@pytest.mark.parametrize("reason", list(CalabresellaReason), ids=lambda reason: reason.key)
def test_every_refusal_is_one_sentence_with_its_rule(reason: CalabresellaReason) -> None:
    for text in TEXTS:
        error = IllegalMoveError(reason, **DETAILS.get(reason, {}))
        sentence = PRESENTER.refusal(at().public(text), error)
        assert sentence.endswith(f"({reason.rule}).")
        assert sentence.count("(") == 1


def _refused(table: Table, seat: Seat, notation: str) -> str:
    with pytest.raises(RulesError) as caught:
        table.match.play(seat, GAME.decode_move(notation))
    return PRESENTER.refusal(table.public(), caught.value)


def test_i4_an_equal_bid_and_a_bid_after_passing_are_refused_in_words() -> None:
    """Complaint I4: equal-strength overbids were accepted."""
    assert _refused(at(None, "solo"), X, "solo") == "A bid must be higher than Solo; otherwise pass (CLB-9)."
    assert _refused(at(None, "pass", "chiamo"), R, "solo") == (
        "You have passed, and a pass is for the whole auction (CLB-11)."
    )


def test_refusals_of_real_moves_name_the_cards_in_the_readers_suits() -> None:
    table = at(None, "pass", "chiamo", "pass", x="2D")
    with pytest.raises(IllegalMoveError) as caught:
        table.match.play(X, GAME.decode_move("ask-2D"))
    assert PRESENTER.refusal(table.public(), caught.value) == (
        "You hold 2 of diamonds ♦ yourself: call a card that you do not hold (CLB-14)."
    )
    assert "2 di denari" in PRESENTER.refusal(table.public(IT, ITALIAN), caught.value)
    required = at(Options(follow_suit="required"), "pass", "solissimo", "play", "RB", x="RB", d="3B 3D")
    assert _refused(required, D, "3D") == "At this table you must follow suit, and you hold clubs ♣ (CLB-26)."


def test_refusals_that_every_game_shares() -> None:
    view = at().public()
    assert PRESENTER.refusal(view, NotYourTurnError(active=frozenset({R}))) == (
        "It is not your turn; to act: Anna (G-1)."
    )
    assert "no move of this game" in PRESENTER.refusal(view, InvalidMoveError())


# Rules, options, limits


def test_rules_pages_tell_every_rule_with_its_number() -> None:
    for text in TEXTS:
        pages = PRESENTER.rules_pages(text)
        assert all(len(body) <= 1500 for _, body in pages)
        whole = "\n".join(body for _, body in pages)
        assert not [n for n in range(1, 37) if f"**CLB-{n}**" not in whole]
        assert "3 2 A K Q J 7 6 5 4" in pages[0][1]
        assert "3 2 A R C F 7 6 5 4" in pages[0][1]


def test_the_classic_terziglio_is_one_choice_in_the_lobby() -> None:
    lobby = at().public(status=TableStatus.LOBBY, observation=None, options=Options())
    (presets, *_) = menus(options_panel(lobby, 0))
    assert [(choice.value, choice.label, choice.chosen) for choice in presets.choices] == [
        ("seed", "By the book", True),
        ("classic", "Classic terziglio", False),
    ]
    seen: set[str] = set()
    for page in range(5):
        seen |= {menu.action for menu in menus(options_panel(lobby, page))}
    assert seen >= {"preset", "clock", *(f"opt:{name}" for name in Options.__dataclass_fields__)}


def _send(panel: Panel, style: MessageStyle) -> None:
    if isinstance(panel, PublicPanel):
        check_limits(render_public(panel, style=style, table_id=2**63, ply=4000, picture=b"\x89PNG"))
    else:
        assert isinstance(panel, PrivatePanel)
        check_limits(render_private(panel, style=style, table_id=2**63, ply=4000, picture=b"\x89PNG"))


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
async def test_matches_are_messages_that_discord_takes(text: Text) -> None:
    """Every panel of every position, with long and awkward names, in either style and either deck."""
    phases: set[Phase] = set()
    for number, table in enumerate(playouts(3)):
        style: MessageStyle = "v2" if number % 2 else "embed"
        view = table.public(text, ITALIAN if number % 3 else FRENCH, LONG)
        public = house.public_panel(view)
        _send(public, style)
        assert len(public.lines) <= 5
        assert all(len(line) <= 260 for line in public.lines), public.lines
        seats = (*table.public().active, number % 3) if number % 5 else (None,)
        for seat in seats:
            mine = replace(table.hand(seat), table=view)
            panel = PRESENTER.hand_panel(mine)
            _send(panel, style)
            assert len(panel.lines) <= 5
            assert panel.picture is not None
            assert len(panel.picture.alt) <= 1024
            for row in panel.rows:
                if not isinstance(row, Menu):
                    assert all(len(button.label) <= 38 for button in row), row
        phases.add(table.match.state.phase)
    assert len(phases) >= 10
    for page in range(len(PRESENTER.rules_pages(EN))):
        _send(house.rules_panel(at().public().text, "calabresella", page), "v2")

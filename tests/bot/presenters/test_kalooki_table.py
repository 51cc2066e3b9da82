"""Kalooki's public message: what it shows, that it shows nothing hidden, and that Discord takes it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.presenters import house
from bot.presenters.options import options_panel
from bot.presenters.panel import Menu, Panel, PrivatePanel, PublicPanel
from bot.tables.components import MessageStyle, render_private, render_public
from bot.text.catalog import Text
from data.records import TableStatus
from games.core import Outcome
from games.kalooki import moves
from games.kalooki.cards import NAMES, PACK
from games.kalooki.options import Options
from render.kalooki import CountScene, TableScene
from tests.bot.presenters.discord_limits import check_limits
from tests.bot.presenters.kalooki_positions import GAME, PRESENTER, Table, buttons, labels, playouts
from tests.bot.presenters.positions import EN, IT, TEXTS
from tests.games.kalooki.support import scene

PNG = b"\x89PNG"


def table(*hands: str, **more: Any) -> Table:
    return Table.at(scene(*hands, **more))


def closing() -> Table:
    """Anna is about to close; Bruno has opened, Carla has not (KAL-E21)."""
    hands = ("QC", "7C KD JK", "2S 3h 4H 5S 6D 7D 8C 9C TC JC QD Kh 2c")
    return table(*hands, melds=[(0, "KSKHKC"), (1, "5H6H7H")], opened=(0, 1), totals=(12, 60, 97))


def send(panel: Panel, style: MessageStyle) -> None:
    if isinstance(panel, PublicPanel):
        check_limits(render_public(panel, style=style, table_id=2**63, ply=4000, picture=PNG))
    else:
        assert isinstance(panel, PrivatePanel)
        check_limits(render_private(panel, style=style, table_id=2**63, ply=4000, picture=PNG))


# What it says


def test_while_it_is_played_it_tells_the_last_moves_and_whose_turn_it_is() -> None:
    at = table("KS KH KD 4C 5C 6C 9C QS", "2h", "3d", melds=[(1, "9S9HJK=9D")], opened=(1,))
    at.play("lay-KSKHKD+4C5C6C", "drop-QS", "stock")
    panel = house.public_panel(at.public())
    assert panel.lines == (
        "Anna opened with **45**: K♠ K♥ K♦ · 4♣ 5♣ 6♣.",
        "Anna discarded **Q♠**.",
        "Bruno drew from the stock.",
        "▶ <@101> · ends <t:1800000000:R>",
    )
    assert list(buttons(panel)) == ["hand", "rules", "more"]
    at.play("drop-2h")
    assert "Bruno drew from the stock." not in house.public_panel(at.public()).lines


def test_the_picture_in_words_tells_melds_piles_cards_and_points() -> None:
    at = table(
        "KS KH", "2h", "3d", melds=[(1, "9S9HJK=9D"), (0, "4C5C6C")], opened=(0, 1), pozzo="QD", totals=(12, 0, 97)
    )
    picture = PRESENTER.table_panel(at.public()).picture
    assert picture is not None
    assert picture.alt == (
        "Anna is to play. Points so far: Anna 12, Bruno 0, Carla 97. Stock: 95 cards. Top of the pozzo: Q♦. "
        "Cards held: Anna 2, Bruno 1, Carla 1. Anna: 4♣ 5♣ 6♣. Bruno: 9♠ 9♥ Joker (9♦)."
    )


def test_after_a_hand_it_shows_the_count_and_who_cuts() -> None:
    at = closing().play("drop-QC")
    panel = house.public_panel(at.public())
    assert panel.lines == (
        "Anna discarded **Q♣**. **Anna** closed hand 1!",
        "Hand 1 cost: Anna 0 · Bruno 32 · Carla 50 (not opened)",
        "Totals: Anna 12 · Bruno 92 · Carla 147",
        "Carla cuts, Anna deals.",
        "▶ <@102> · ends <t:1800000000:R>",
    )
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, CountScene)
    assert "Bruno held K♦ 7♣ Joker: 32 points, total 92." in panel.picture.alt
    assert "Carla never opened and held 2♠" in panel.picture.alt
    assert labels(panel)[1:3] == ["Cut in the middle", "Cut elsewhere…"]
    at.play("cut-53")
    panel = house.public_panel(at.public())
    assert panel.lines[1].startswith("Carla cut the pack at 53 cards. Anna dealt; ")
    assert panel.lines[-2] == "-# Hand 1 cost: Anna 0 · Bruno 32 · Carla 50 (not opened)"
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, TableScene)


def test_at_the_end_the_count_stays_with_the_winner() -> None:
    at = closing()
    at = Table.at(at.match.state._replace(totals=(12, 60, 107))).play("drop-QC")
    panel = house.public_panel(at.public(IT))
    assert panel.lines[0] == "**Vince Anna** con 12 punti: meno sono, meglio è."
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, CountScene)
    assert panel.picture.scene.winners == {0}
    assert {"rematch", "close"} <= buttons(panel).keys()
    assert "g:cut" not in buttons(panel)


def test_kal_33_several_winners_are_named_as_several() -> None:
    at = table("KS KH", "2h", "3d")
    for text, said in ((EN, "Anna and Carla win."), (IT, "Vincono Anna e Carla.")):
        view = at.public(text, outcome=Outcome("target", (1, 3, 1), (20, 90, 20)), status=TableStatus.FINISHED)
        picture = PRESENTER.table_panel(view).picture
        assert picture is not None
        assert picture.alt.startswith(said)


def test_one_card_in_the_stock_is_one_card() -> None:
    everything = [NAMES[card] for card in PACK]
    at = table(" ".join(everything[:50]), " ".join(everything[50:104]), stock=everything[104], pozzo=everything[105])
    for text, said in ((EN, "Stock: 1 card."), (IT, "Tallone: 1 carta.")):
        picture = PRESENTER.table_panel(at.public(text)).picture
        assert picture is not None
        assert said in picture.alt


def test_when_all_others_have_left_the_table_shows_the_winner() -> None:
    at = table("KS KH", "2h", "3d")
    panel = PRESENTER.table_panel(at.public(outcome=Outcome("forfeit", (2, 1, 2)), status=TableStatus.FINISHED))
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, TableScene)
    assert panel.picture.scene.winners == {1}
    assert panel.picture.alt.startswith("Bruno wins.")


def test_kal_1_a_sixth_player_sits_down_only_where_the_table_allows_it() -> None:
    six = Table.deal(6, Options(max_players=6)).public(status=TableStatus.LOBBY, observation=None)
    assert not buttons(house.lobby_panel(six))["start"].disabled
    five = replace(six, options=Options())
    assert buttons(house.lobby_panel(five))["start"].disabled
    assert buttons(house.lobby_panel(replace(five, seats=five.seats[:5])))["sit"].disabled
    assert not buttons(house.lobby_panel(replace(six, seats=six.seats[:5])))["sit"].disabled


# Secrecy


def test_what_somebody_is_choosing_shows_to_nobody_else() -> None:
    at = table("KS KH KD 4C 5C 6C 9C", "2h", "3d")
    before = [house.public_panel(at.public()), at.panel(1)]
    at.pick("KS KH KD").press("add")
    at.pick("4C 5C 6C")
    assert [house.public_panel(at.public()), at.panel(1)] == before


def test_g7_public_ids_and_values_name_no_card() -> None:
    notation = re.compile("|".join(NAMES))
    for at in playouts(seats=(3,), most=120):
        panel = house.public_panel(at.public())
        assert not [row for row in panel.rows if isinstance(row, Menu)]
        assert not [action for action in buttons(panel) if notation.search(action)]


# Discord's limits


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
async def test_a_match_is_messages_that_discord_takes(text: Text) -> None:
    for number, at in enumerate(playouts()):
        if number % 3 != TEXTS.index(text):
            continue
        style: MessageStyle = "v2" if number % 2 else "embed"
        send(house.public_panel(at.public(text)), style)
        if at.match.outcome is None:
            send(at.panel(text=text), style)
        send(PRESENTER.hand_panel(at.watcher(text)), style)
        for answer in (at.press("account"), at.press("page")) if at.match.outcome is None else ():
            if isinstance(answer, Panel):
                send(answer, style)


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
async def test_an_opening_in_the_making_is_messages_that_discord_takes(text: Text) -> None:
    at = table("JK Jk KS KH KD TC JC QC 2H 3H 4H 9C 9D 5S", "2h", "3d")
    for step in ("KH KS Jk", "TC JC QC", "2H 3H 4H", "9C 9D JK"):
        at.pick(step)
        panel = at.panel(text=text)
        for style in ("v2", "embed"):
            send(panel, style)
        assert len(panel.lines) <= 5
        assert len(panel.rows) <= 5
        at.press(next(action for action in buttons(panel) if action.startswith("g:add")).removeprefix("g:"))


def test_the_words_below_a_picture_are_at_most_five_lines_and_buttons_show_whole() -> None:
    for number, at in enumerate(playouts(seats=(2, 5))):
        text = TEXTS[number % 2]
        for panel in (house.public_panel(at.public(text)), at.panel(number % at.match.seats, text)):
            assert len(panel.lines) <= 5, panel.lines
            assert all(len(button.label) <= 38 for button in buttons(panel).values())
        assert all(len(line) <= 200 for line in house.public_panel(at.public(text)).lines)


def test_the_longest_moves_fit_a_button() -> None:
    """An opening of thirteen cards, both jokers with what they stand for."""
    at = table("2H 3H 4H 5H 6H 7H 8H 9H TH JK KS KH Jk 5S", "2h", "3d")
    at.pick("2H 3H 4H 5H 6H 7H 8H 9H TH JK").press("add:JH")
    panel = at.pick("KS KH Jk").panel()
    (action, *_) = [action for action in buttons(panel) if action.startswith("move:lay-")]
    assert isinstance(GAME.decode_move(action.removeprefix("move:")), moves.LayDown)
    send(panel, "v2")


# Rules and options


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
def test_rules_pages_tell_every_rule_with_its_number(text: Text) -> None:
    pages = PRESENTER.rules_pages(text)
    assert all(len(body) <= 1500 for _, body in pages)
    whole = "\n".join(body for _, body in pages)
    assert not [n for n in range(1, 36) if f"**KAL-{n}**" not in whole]
    for page in range(len(pages)):
        send(house.rules_panel(text, "kalooki", page), "v2")


def test_every_option_has_a_menu_somewhere() -> None:
    view = Table.deal(2).public(status=TableStatus.LOBBY, observation=None)
    seen: set[str] = set()
    for page in range(4):
        panel = options_panel(view, page)
        send(panel, "embed")
        seen |= {row.action for row in panel.rows if isinstance(row, Menu)}
    assert seen == {"preset", "clock", "stand_in", *(f"opt:{name}" for name in Options.__dataclass_fields__)}


def test_the_lobby_says_what_is_not_as_in_the_book() -> None:
    view = Table.deal(2, Options(opening_min=51, suggestions="on")).public(EN, TableStatus.LOBBY, observation=None)
    assert "House rules: Points to open: 51 · Suggestions: on" in house.lobby_panel(view).lines

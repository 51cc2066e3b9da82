"""What is shown in public holds nothing hidden (architecture §2, complaints G6 to G9, CAL-30)."""

from __future__ import annotations

import re

import pytest

from bot.presenters import house
from bot.presenters.panel import Menu, Panel
from bot.presenters.registry import PRESENTERS
from bot.tables.components import MessageStyle, render_public
from games.calidruno.cards import NAMES
from games.core import Seat
from tests.bot.presenters.positions import EN, GAME, Table, playouts

PRESENTER = PRESENTERS["calidruno"]


def _actions(panel: Panel) -> list[str]:
    actions: list[str] = []
    for row in panel.rows:
        if isinstance(row, Menu):
            actions += [row.action, *(choice.value for choice in row.choices)]
        else:
            actions += [button.action for button in row]
    return actions


@pytest.mark.parametrize("style", ["v2", "embed"])
async def test_g7_public_ids_values_and_file_names_name_no_card(style: MessageStyle) -> None:
    notation = re.compile("|".join(rf"(?<![\w+]){re.escape(name)}(?![\w+])" for name in NAMES))
    for table in playouts(seats=(3,), most=120):
        panel = house.public_panel(table.public())
        assert not [action for action in _actions(panel) if notation.search(action)]
        message = render_public(panel, style=style, table_id=1, ply=table.match.ply, picture=b"png")
        assert message.file is not None
        assert message.file.filename == f"table-{table.match.ply}.png"


def test_cal_30_the_table_never_points_out_that_somebody_is_silent() -> None:
    """The public message is the same whether the word is owed, said before, too late, or can be pointed out."""
    owed = 0
    for table in playouts(seats=(2, 3)):
        view = table.public()
        if not view.observation.duties:
            continue
        owed += 1
        nothing = table.with_state(duties=())
        assert house.public_panel(view) == house.public_panel(nothing.public())
        for seat in range(table.match.seats):
            if seat not in {duty.seat for duty in view.observation.duties}:
                assert PRESENTER.hand_panel(table.hand(seat)) == PRESENTER.hand_panel(nothing.hand(seat))
    assert owed > 20


def test_cal_30_the_button_to_call_out_is_always_there_while_a_hand_is_played() -> None:
    for table in playouts(seats=(3,)):
        view = table.public()
        shown = "g:callout" in _actions(house.public_panel(view))
        assert shown == (view.observation.to_act is not None)


def test_a_word_just_said_shows_once_and_then_goes() -> None:
    """A lasting mark on those who said it would point at those who did not."""
    table = Table.deal(3)
    hands = table.match.state.hands
    table = table.with_state(hands=((0, 1), *hands[1:]), discards=(2,), colour=0, to_act=0)
    table.play(0, "R0").play(0, "call")
    said = house.public_panel(table.public(EN))
    assert "Calidruno!" in str(said.picture and said.picture.scene)
    assert said.lines[-2] == "Anna: **Calidruno!**"
    table.play(1, GAME.encode_move(GAME.legal_moves(table.match.state, Seat(1))[0]))
    after = house.public_panel(table.public(EN))
    assert "Calidruno!" not in str(after.picture and after.picture.scene)

"""Tests of the tests: a leak planted in each thing that leaves the bot is found by comparing worlds.

What leaks is the top card of the stock, which nobody may know, or the seed of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

import render
from bot.presenters import common, house
from bot.presenters.panel import Button, Menu, Panel, Picture
from bot.presenters.presenter import Say
from bot.presenters.registry import PRESENTERS
from bot.tables import components
from bot.tables.live import LiveTable
from games.calidruno.cards import NAMES
from games.registry import BY_KEY
from tests.secrecy.test_worlds import DRAFTS, points_of_play
from tests.support import outgoing
from tests.support.outgoing import Probes, difference

GAME = BY_KEY["calidruno"]
PRESENTER = PRESENTERS["calidruno"]
Secret = Callable[[], str]


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> Secret:
    """The top card of the stock of the table that was looked at last: what a careless change could get hold of."""
    seen: list[LiveTable] = []
    view = LiveTable.table_view

    def spied(self: LiveTable, *args: Any) -> Any:
        seen[:] = [self]
        return view(self, *args)

    def top() -> str:
        match = seen[0].match
        assert match is not None
        return NAMES[match.state.stock[-1]]

    monkeypatch.setattr(LiveTable, "table_view", spied)
    return top


def found(*, draw: bool = False) -> str:
    """The first difference between worlds that anybody could see; "" if there is none."""
    probes = Probes()
    for position in points_of_play(GAME, matches=1, plies=30):
        probes.learn(position.live, most_moves=20)
        for viewer in position.viewers():
            for salt in range(1 if draw else 3):
                where, _ = difference(position, position.twin(viewer, salt), viewer, probes, draw=draw)
                if where:
                    return where
        if draw and position.number > 1:
            break
    return ""


async def test_without_a_plant_nothing_is_found() -> None:
    assert found() == ""
    assert found(draw=True) == ""


def _panel(monkeypatch: pytest.MonkeyPatch, which: str, change: Callable[[Any], Panel]) -> None:
    """Let the presenter's panel be changed."""
    made = getattr(PRESENTER, which)
    monkeypatch.setattr(PRESENTER, which, lambda view: change(made(view)))


def _alt(panel: Panel, secret: str) -> Panel:
    assert panel.picture is not None
    return replace(panel, picture=Picture(panel.picture.scene, panel.picture.alt + f" Next: {secret}."))


async def test_in_an_alternative_text(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    _panel(monkeypatch, "table_panel", lambda panel: _alt(panel, secret()))
    assert found().startswith("public message")


async def test_in_the_alternative_text_of_a_hand(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    _panel(monkeypatch, "hand_panel", lambda panel: _alt(panel, secret()))
    assert found().startswith("hand")


async def test_in_a_line(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    _panel(monkeypatch, "hand_panel", lambda panel: replace(panel, lines=(*panel.lines, f"({len(secret())})")))
    assert found().startswith("hand")


async def test_in_the_colour_of_the_frame(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    _panel(monkeypatch, "table_panel", lambda panel: replace(panel, accent=NAMES.index(secret())))
    assert found().startswith("public message")


async def test_in_a_component_id(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    def change(panel: Panel) -> Panel:
        return replace(panel, rows=(*panel.rows[:4], (Button(f"g:peek:{secret()}", "?"),)))

    _panel(monkeypatch, "table_panel", change)
    assert found().startswith("public message")


def _menus(panel: Panel, change: Callable[[Menu], Menu]) -> Panel:
    return replace(panel, rows=tuple(change(row) if isinstance(row, Menu) else row for row in panel.rows))


async def test_in_the_value_of_a_choice(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    def change(menu: Menu) -> Menu:
        first, *others = menu.choices
        return replace(menu, choices=(replace(first, value=f"{first.value}.{secret()}"), *others))

    _panel(monkeypatch, "hand_panel", lambda panel: _menus(panel, change))
    assert found().startswith("hand")


async def test_in_the_order_of_choices(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    def change(menu: Menu) -> Menu:
        turn = NAMES.index(secret()) % len(menu.choices)
        return replace(menu, choices=menu.choices[turn:] + menu.choices[:turn])

    _panel(monkeypatch, "hand_panel", lambda panel: _menus(panel, change))
    assert found().startswith("hand")


async def test_in_whether_a_button_can_be_pressed(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    def row(text: Any, hand_label: str) -> tuple[Button, ...]:
        return tuple(replace(button, disabled="+" in secret()) for button in common.house_row(text, hand_label))

    monkeypatch.setattr(house, "house_row", row)
    assert found().startswith("public message")


async def test_in_a_file_name(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    made: Any = components._render  # the one place where names are given

    def named(*args: Any) -> Any:
        return made(*args[:-1], args[-1].replace(".png", f"-{secret()}.png"))

    monkeypatch.setattr(components, "_render", named)
    assert found().startswith("public message")


async def test_in_the_metadata_of_a_picture(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    draw = render.draw

    def labelled(scene: Any) -> bytes:
        note = PngImagePlugin.PngInfo()
        note.add_text("Comment", secret())
        out = BytesIO()
        Image.open(BytesIO(draw(scene))).save(out, "PNG", pnginfo=note)
        return out.getvalue()

    monkeypatch.setattr(outgoing.render, "draw", labelled)
    assert found(draw=True).startswith("public message")


async def test_in_a_single_pixel(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    draw = render.draw

    def dotted(scene: Any) -> bytes:
        image = Image.open(BytesIO(draw(scene)))
        image.putpixel((0, 0), NAMES.index(secret()) % 200)
        out = BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    monkeypatch.setattr(outgoing.render, "draw", dotted)
    assert found(draw=True).startswith("public message")


async def test_in_the_words_of_a_refusal(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    refusal = PRESENTER.refusal
    monkeypatch.setattr(PRESENTER, "refusal", lambda view, error: f"{refusal(view, error)} ({secret()} comes next.)")
    assert found().startswith("tries ")


async def test_in_an_answer_to_a_forged_press(monkeypatch: pytest.MonkeyPatch, secret: Secret) -> None:
    monkeypatch.setattr(PRESENTER, "answer", lambda *_: Say(f"no {secret()}"))
    assert found().startswith("g:")


@pytest.mark.parametrize("key", sorted(DRAFTS))
@pytest.mark.parametrize(("which", "where"), [("table_panel", "public message"), ("hand_panel", "hand")])
async def test_in_a_choice_of_cards_that_is_half_made_by_another(
    monkeypatch: pytest.MonkeyPatch, key: str, which: str, where: str
) -> None:
    """That somebody has picked a card is told to everybody."""
    presenter, seen, made = PRESENTERS[key], list[LiveTable](), getattr(PRESENTERS[key], which)
    view = LiveTable.table_view

    def spied(self: LiveTable, *args: Any) -> Any:
        seen[:] = [self]
        return view(self, *args)

    monkeypatch.setattr(LiveTable, "table_view", spied)
    monkeypatch.setattr(
        presenter, which, lambda view: replace(made(view), lines=(*made(view).lines, f"({len(seen[0].drafts)})"))
    )
    for position in points_of_play(BY_KEY[key]):
        for viewer in position.viewers():
            found, _ = difference(position, position.twin(viewer), viewer, Probes())
            if found:
                assert found.startswith(where)
                return
    pytest.fail("not found")


async def test_in_a_choice_that_is_half_made_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes are of seats: here everybody's lie open."""
    game, presenter = BY_KEY["briscola"], PRESENTERS["briscola"]
    seen: list[LiveTable] = []
    view = LiveTable.seat_view

    def spied(self: LiveTable, *args: Any, **kwargs: Any) -> Any:
        seen[:] = [self]
        return view(self, *args, **kwargs)

    made = presenter.hand_panel
    monkeypatch.setattr(LiveTable, "seat_view", spied)
    monkeypatch.setattr(
        presenter, "hand_panel", lambda view: replace(made(view), lines=(str(sorted(seen[0].notes.items())),))
    )
    for position in points_of_play(game, matches=1):
        for viewer in position.viewers():
            where, _ = difference(position, position.twin(viewer), viewer, Probes())
            if where:
                assert where.startswith("hand")
                return
    pytest.fail("not found")

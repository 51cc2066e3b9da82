"""Kalooki hands as their owners see them: a table by notation, and what its panel says and offers."""

from __future__ import annotations

from typing import Any

from bot.presenters.panel import PrivatePanel
from render import Scene
from render.kalooki import HandScene
from tests.bot.presenters.kalooki_positions import (
    Table,
    buttons,
    menus,
    offered,
)
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

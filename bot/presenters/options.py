"""A table's options: the host's menus, made from the game's Options dataclass, and what differs from the book."""

from __future__ import annotations

from typing import Any

from bot.presenters.common import CLOCKS, clock_label, title_of
from bot.presenters.panel import Button, Choice, Menu, PrivatePanel, Row
from bot.presenters.views import TableView
from bot.text.catalog import Text
from data.records import StandIn
from games.core import OptionField, option_fields
from games.registry import BY_KEY

MENUS_A_PAGE = 4


def differing_options(text: Text, game: str, options: Any) -> list[str]:
    """The options that are not as in the rule book, each as "name: choice"."""
    return [
        choice_label(text, game, field.name, getattr(options, field.name))
        for field in option_fields(options)
        if getattr(options, field.name) != field.default
    ]


def choice_label(text: Text, game: str, name: str, value: str | int) -> str:
    """“Stacking: any draw card”."""
    return f"{text(f'{game}.option.{name}')}: {text(f'{game}.option.{name}.{value}')}"


def preset_name(text: Text, game: str, preset: str) -> str:
    """The name of a named set of options."""
    return text(f"{game}.preset.{preset}")


def options_panel(view: TableView, page: int = 0) -> PrivatePanel:
    """The host's menus: presets, clock and stand-ins first, then every option, four menus a page."""
    text = view.text
    menus = [
        _presets(view),
        _clock(view),
        _stand_in(view),
        *(_menu(view, field) for field in option_fields(view.options)),
    ]
    pages = -(-len(menus) // MENUS_A_PAGE)
    at = min(max(page, 0), pages - 1)
    rows: list[Row] = list(menus[at * MENUS_A_PAGE : (at + 1) * MENUS_A_PAGE])
    if pages > 1:
        rows.append(
            (
                Button(f"options:{at - 1}", text("house.button.previous"), disabled=at == 0),
                Button(f"options:{at + 1}", text("house.button.next"), disabled=at == pages - 1),
            )
        )
    differing = differing_options(text, view.game, view.options)
    line = text("house.lobby.options", options=" · ".join(differing)) if differing else text("house.lobby.book")
    return PrivatePanel(
        title=text("house.options.title", table=title_of(view)),
        lines=(line, text("house.options.page", page=at + 1, pages=pages)),
        rows=tuple(rows),
    )


def page_of(view: TableView, name: str) -> int:
    """The page on which an option's menu stands."""
    names = ["preset", "clock", "stand_in", *(field.name for field in option_fields(view.options))]
    return names.index(name) // MENUS_A_PAGE


def _presets(view: TableView) -> Menu:
    text, presets = view.text, BY_KEY[view.game].presets
    choices = tuple(
        Choice(
            key,
            preset_name(text, view.game, key),
            text(f"{view.game}.preset.{key}.why"),
            chosen=options == view.options,
        )
        for key, options in presets.items()
    )
    return Menu("preset", text("house.menu.preset"), choices)


def _clock(view: TableView) -> Menu:
    text = view.text
    choices = tuple(
        Choice(
            str(seconds),
            text("house.clock.label", clock=clock_label(text, seconds)),
            text(f"house.clock.{seconds}.why"),
            chosen=seconds == view.clock_s,
        )
        for seconds in CLOCKS
    )
    return Menu("clock", text("house.menu.clock"), choices)


def _stand_in(view: TableView) -> Menu:
    text = view.text
    choices = tuple(
        Choice(
            who.value,
            text(f"house.stand_in.{who}"),
            text(f"house.stand_in.{who}.why"),
            chosen=who is view.stand_in,
        )
        for who in StandIn
    )
    return Menu("stand_in", text("house.menu.stand_in"), choices)


def _menu(view: TableView, field: OptionField) -> Menu:
    text, game = view.text, view.game
    current = getattr(view.options, field.name)
    choices = tuple(
        Choice(
            str(value),
            choice_label(text, game, field.name, value),
            text(f"{game}.option.{field.name}.{value}.why"),
            chosen=value == current,
        )
        for value in field.choices
    )
    return Menu(f"opt:{field.name}", text(f"{game}.option.{field.name}"), choices)

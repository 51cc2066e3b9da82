"""The presenter of Calabresella: which panel, and what a press means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.presenters.calabresella import choosing
from bot.presenters.calabresella.account import outcome_lines
from bot.presenters.calabresella.cards import card_words, suit_word
from bot.presenters.calabresella.hand import hand_panel
from bot.presenters.calabresella.rules_pages import rules_pages
from bot.presenters.calabresella.table import table_panel
from bot.presenters.calabresella.words import contract_name, move_lines
from bot.presenters.common import name_of, names_of
from bot.presenters.panel import PrivatePanel, PublicPanel
from bot.presenters.presenter import Answer, Presenter, Say
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from games.calabresella.terms import Contract
from games.core import RulesError
from games.core.cards import Card, Suit


class CalabresellaPresenter(Presenter):
    """See ``Presenter`` for what each method promises."""

    key = "calabresella"

    def table_panel(self, view: TableView) -> PublicPanel:
        return table_panel(view)

    def hand_panel(self, view: SeatView) -> PrivatePanel:
        return hand_panel(view)

    def log_lines(self, view: TableView, events: Sequence[Any]) -> list[str]:
        return move_lines(view, events)

    def outcome_lines(self, view: TableView) -> list[str]:
        return outcome_lines(view)

    def rules_pages(self, text: Text) -> list[tuple[str, str]]:
        return rules_pages(text)

    def refusal(self, view: TableView, error: RulesError) -> str:
        """The reason's text, with the rule's number behind it."""
        prefix = "calabresella" if type(error.reason).__module__.startswith("games.calabresella") else "core"
        values = {name: _detail(view, name, value) for name, value in error.details.items()}
        values["active"] = names_of(view, view.active)
        sentence = view.text(f"{prefix}.reason.{error.reason.key}", **values)
        return view.text("core.refusal", sentence=sentence, rule=error.reason.rule)

    def answer(self, view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
        if view.seat is None:
            return Say(refusal(view.table.text, Refusal.NOT_SEATED))
        return choosing.answer(view, action, values) or super().answer(view, action, values)


def _detail(view: TableView, name: str, value: object) -> object:
    """A detail of a refusal in words."""
    if name == "card" and isinstance(value, int):
        return card_words(view.text, view.faces, Card(value))
    if name == "suit" and isinstance(value, Suit):
        return suit_word(view.text, view.faces, value)
    if name == "highest" and isinstance(value, Contract):
        return contract_name(view.text, value)
    if name == "dealer" and isinstance(value, int):
        return name_of(view, value)
    return value

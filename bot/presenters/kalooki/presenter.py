"""The presenter of Kalooki: which panel, and what a press means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.presenters.common import names_of, title_of
from bot.presenters.kalooki.choosing import choosing_of, may_choose, read
from bot.presenters.kalooki.hand import hand_panel
from bot.presenters.kalooki.log import move_lines
from bot.presenters.kalooki.menus import cards_to_choose, page_of
from bot.presenters.kalooki.pictures import count_picture
from bot.presenters.kalooki.refusals import sentence, with_rule
from bot.presenters.kalooki.rules_pages import rules_pages
from bot.presenters.kalooki.table import ACCENT, MIDDLE, account_lines_of, outcome_lines, table_panel
from bot.presenters.panel import Button, Field, Form, PrivatePanel, PublicPanel
from bot.presenters.presenter import Answer, Draft, Play, Presenter, Say
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from bot.text.names import markdown
from games.core import RulesError
from games.kalooki.cards import KIND_NAMES, NAMES, PACK
from games.kalooki.moves import Cut
from games.kalooki.observation import Observation, Phase
from games.kalooki.reasons import KalookiReason

HIGHEST_CUT = len(PACK) - 1


class KalookiPresenter(Presenter):
    """See ``Presenter`` for what each method promises."""

    key = "kalooki"

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
        reason = error.reason
        if isinstance(reason, KalookiReason):
            words = sentence(view, reason, error.details)
        else:
            words = view.text(f"core.reason.{reason.key}", active=names_of(view, view.active))
        return with_rule(view.text, words, reason)

    def more_buttons(self, view: SeatView) -> tuple[Button, ...]:
        """The count of the hand before, which the table shows only until the next one is dealt."""
        observation: Observation | None = view.observation
        if observation is None or observation.account is None:
            return ()
        return (Button("g:account", view.table.text("kalooki.button.account")),)

    def answer(self, view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
        name, _, argument = action.partition(":")
        match name:
            case "account":
                return _account(view) or super().answer(view, action, values)
            case "cut" if view.seat is not None:
                return _cut(view, values)
            case "pick" | "add" | "undo" | "page" if view.seat is not None:
                if not may_choose(view):
                    # An earlier turn's hand: it is answered with the hand as it is.
                    return Draft(None)
                return _choose(view, name, argument, values)
            case _:
                return super().answer(view, action, values)


def _choose(view: SeatView, name: str, argument: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
    """A change of what is chosen."""
    choosing = choosing_of(view)
    match name:
        case "pick":
            page = int(argument) if argument.isascii() and argument.isdigit() and len(argument) < 9 else 0
            offered = page_of(cards_to_choose(view, choosing), page)
            return Draft(choosing.pick(offered, [card for card in offered if NAMES[card] in values]))
        case "undo":
            return Draft(choosing.undo())
        case "page":
            return Draft(choosing.turn_page())
        case _:
            melds = read(choosing.chosen).melds
            names = ["" if meld.joker_as is None else KIND_NAMES[meld.joker_as] for meld in melds]
            return Draft(choosing.add(melds[names.index(argument)]) if argument in names else choosing)


def _cut(view: SeatView, values: Mapping[str, str] | Sequence[str]) -> Answer:
    """The box for the height, or the height that was typed into it. Who may not cut learns it before typing."""
    text, observation = view.table.text, view.observation
    if observation.phase is not Phase.CUT:
        return _say(view, KalookiReason.NO_CUT_NOW)
    if observation.to_act != view.seat:
        return _say(view, KalookiReason.NOT_THE_CUTTER, cutter=observation.to_act)
    if not isinstance(values, Mapping):
        label = text("kalooki.cut.label", high=HIGHEST_CUT)
        height = Field("height", label, str(MIDDLE), max_length=3)
        return Form("g:cut", text("kalooki.cut.title"), (height,))
    typed = values.get("height", "").strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 3):
        return _say(view, KalookiReason.CUT_HEIGHT, height=markdown(typed), low=1, high=HIGHEST_CUT)
    return Play(Cut(int(typed)))


def _say(view: SeatView, reason: KalookiReason, **details: object) -> Say:
    """A refusal before anything was tried."""
    return Say(with_rule(view.table.text, sentence(view.table, reason, details), reason))


def _account(view: SeatView) -> PrivatePanel | None:
    """The count of the hand before."""
    table, observation = view.table, view.observation
    if observation.account is None:
        return None
    return PrivatePanel(
        title=title_of(table),
        lines=tuple(account_lines_of(table, observation.account)),
        picture=count_picture(table, observation, observation.account),
        accent=ACCENT,
    )

"""The presenter of Calidruno: which panel, and what a press means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.presenters.calidruno.hand import hand_panel
from bot.presenters.calidruno.rules_pages import rules_pages
from bot.presenters.calidruno.table import outcome_lines, table_panel
from bot.presenters.calidruno.words import card_words, colour_words, move_lines
from bot.presenters.common import host_name, name_of, names_of, title_of
from bot.presenters.panel import Button, Choice, Field, Form, Menu, PrivatePanel, PublicPanel, Style
from bot.presenters.presenter import Answer, Play, Presenter, Say
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from bot.text.names import markdown
from games.calidruno import moves
from games.calidruno.cards import Card, Colour
from games.calidruno.observation import Observation
from games.calidruno.word import says_calidruno
from games.core import RulesError, Seat

WORD_MAX = 40


class CalidrunoPresenter(Presenter):
    """See ``Presenter`` for what each method promises."""

    key = "calidruno"

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
        prefix = "calidruno" if type(error.reason).__module__.startswith("games.calidruno") else "core"
        values = {name: _detail(view, name, value) for name, value in error.details.items()}
        values["active"] = names_of(view, view.active)
        sentence = view.text(f"{prefix}.reason.{error.reason.key}", **values)
        return view.text("core.refusal", sentence=sentence, rule=error.reason.rule)

    def spoken(self, view: SeatView, words: str) -> moves.Call | None:
        """The call, if these words are the word and nothing else (CAL-27)."""
        accept_uno = view.table.options.accept_uno == "yes"
        return moves.Call() if view.seat is not None and says_calidruno(words, accept_uno) else None

    def more_buttons(self, view: SeatView) -> tuple[Button, ...]:
        """Reporting a hint, where somebody could decide on it."""
        how = view.table.options.suggestion_penalty
        if view.seat is None or how == "off" or (how == "vote" and len(view.observation.counts) < 3):
            return ()
        return (Button("g:report", view.table.text("calidruno.button.report")),)

    def answer(self, view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
        if view.seat is None:
            return Say(refusal(view.table.text, Refusal.NOT_SEATED))
        name, _, argument = action.partition(":")
        match name:
            case "say":
                return self._say(view, values)
            case "callout":
                return _call_out(view)
            case "report":
                return _report(view, argument, values)
            case "judge" if argument in {"guilty", "clear"}:
                return _judge(view, guilty=argument == "guilty")
            case _:
                return super().answer(view, action, values)

    def _say(self, view: SeatView, values: Mapping[str, str] | Sequence[str]) -> Answer:
        """The box in which the word is typed, or what was typed into it."""
        text = view.table.text
        if not isinstance(values, Mapping):
            word = Field("word", text("calidruno.say.label"), text("calidruno.say.placeholder"), max_length=WORD_MAX)
            return Form("g:say", text("calidruno.say.title"), (word,))
        call = self.spoken(view, values.get("word", ""))
        return Say(text("calidruno.say.wrong")) if call is None else Play(call)


def _call_out(view: SeatView) -> Answer:
    """Point out a silence. Whoever presses must know whom they mean: it acts at once only if there is but one other
    player with one card, which all can see; who has said the word plays no part in what is offered (CAL-30)."""
    table, observation = view.table, _observation(view)
    text = table.text
    if observation.to_act is None:
        return Say(text("calidruno.callout.no_hand"))
    single = [Seat(seat) for seat, held in enumerate(observation.counts) if held == 1 and seat != view.seat]
    if not single:
        return Say(text("calidruno.callout.nobody"))
    if len(single) == 1:
        return Play(moves.Catch(single[0]))
    buttons = tuple(Button(f"move:catch-{seat}", table.seats[seat].name, Style.DANGER) for seat in single)
    rows = tuple(buttons[i : i + 5] for i in range(0, len(buttons), 5))
    return PrivatePanel(title=title_of(table), lines=(text("calidruno.callout.whom"),), rows=rows)


def _report(view: SeatView, argument: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
    """Who told, then whom; the rules say whether the report may be made now."""
    table = view.table
    text = table.text
    others = range(len(_observation(view).counts))
    chosen = _seat_of(next(iter(values), ""), others) if not isinstance(values, Mapping) else None
    if argument:
        accused = _seat_of(argument, others)
        if accused is None or chosen is None:
            return Say(refusal(text, Refusal.UNKNOWN_ACTION))
        return Play(moves.Report(accused, chosen))
    if chosen is None:
        choices = tuple(Choice(str(seat), table.seats[seat].name) for seat in others if seat != view.seat)
        menu = Menu("g:report", text("calidruno.report.who"), choices)
        return PrivatePanel(title=title_of(table), lines=(text("calidruno.report.explain"),), rows=(menu,))
    choices = tuple(Choice(str(seat), table.seats[seat].name) for seat in others if seat != chosen)
    menu = Menu(f"g:report:{chosen}", text("calidruno.report.whom"), choices)
    line = text("calidruno.report.told", name=name_of(table, chosen))
    return PrivatePanel(title=title_of(table), lines=(line,), rows=(menu,))


def _judge(view: SeatView, guilty: bool) -> Answer:
    """The host's word on a report. The rules do not know who the host is, so the table plays it."""
    table = view.table
    if view.settings.user_id != table.host_id:
        return Say(refusal(table.text, Refusal.ONLY_HOST, host=markdown(host_name(table))))
    return Play(moves.Vote(guilty, as_host=True), as_table=True)


def _seat_of(value: str, seats: range) -> Seat | None:
    return Seat(int(value)) if value.isascii() and value.isdigit() and int(value) in seats else None


def _observation(view: SeatView) -> Observation:
    return view.observation


def _detail(view: TableView, name: str, value: object) -> object:
    """A detail of a refusal in words."""
    if name in {"card", "top"} and isinstance(value, int):
        return card_words(view.text, Card(value))
    if name == "colour" and isinstance(value, Colour):
        return colour_words(view.text, value)
    if name == "seat" and isinstance(value, int):
        return name_of(view, value)
    return value

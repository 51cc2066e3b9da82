"""The presenter of blind Briscola: which panel, and what a press means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.presenters.briscola.auction import answer_auction
from bot.presenters.briscola.felt import held_slots, in_tricks
from bot.presenters.briscola.hand import hand_panel
from bot.presenters.briscola.rules_pages import rules_pages
from bot.presenters.briscola.table import outcome_lines, table_panel
from bot.presenters.briscola.words import move_lines
from bot.presenters.common import names_of
from bot.presenters.panel import Field, Form, PrivatePanel, PublicPanel
from bot.presenters.presenter import Answer, Notes, Presenter, Say
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from bot.text.names import safe_name
from games.briscola.observation import Observation
from games.core import RulesError

NOTE_MAX = 40


class BriscolaPresenter(Presenter):
    """See ``Presenter`` for what each method promises."""

    key = "briscola"
    hand_label = "briscola.button.view"

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
        """The reason's text, with the rule's number behind it. Its details are numbers and slots, never a card."""
        prefix = "briscola" if type(error.reason).__module__.startswith("games.briscola") else "core"
        values = {**error.details, "active": names_of(view, view.active)}
        sentence = view.text(f"{prefix}.reason.{error.reason.key}", **values)
        return view.text("core.refusal", sentence=sentence, rule=error.reason.rule)

    def note_places(self, observation: Any) -> frozenset[int]:
        """One's own slots that still hold a card, once there is something to be noted about them."""
        seen: Observation = observation
        if seen.seat is None or not in_tricks(seen):
            return frozenset()
        return frozenset(int(slot) for slot in held_slots(seen, seen.seat))

    def answer(self, view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
        if view.seat is None:
            return Say(refusal(view.table.text, Refusal.NOT_SEATED))
        if action in {"bid", "leave"} or action.startswith("bid-"):
            return answer_auction(view, action, values)
        if action == "notes":
            return self._notes(view, values)
        return super().answer(view, action, values)

    def _notes(self, view: SeatView, values: Mapping[str, str] | Sequence[str]) -> Answer:
        """The box with a line for each of one's backs, or what was written into it.

        There are never more than the five lines that a box may have: before the first trick nothing is known."""
        text, places = view.table.text, sorted(self.note_places(view.observation))
        if not places:
            return Say(text("briscola.notes.not_now"))
        if isinstance(values, Mapping):
            written = {place: safe_name(values.get(str(place), ""), "", NOTE_MAX) for place in places}
            return Notes({place: words for place, words in written.items() if words})
        fields = tuple(
            Field(
                str(place),
                text("briscola.notes.label", slot=place),
                text("briscola.notes.placeholder"),
                default=view.notes.get(place, ""),
                required=False,
                max_length=NOTE_MAX,
            )
            for place in places
        )
        return Form("g:notes", text("briscola.notes.title"), fields)

"""The public message of a running or finished match of Calabresella, made from the spectator's observation."""

from __future__ import annotations

from bot.presenters.calabresella.account import account_lines, counted, outcome_lines
from bot.presenters.calabresella.pictures import table_picture
from bot.presenters.calabresella.words import move_lines, rule_words, status_line
from bot.presenters.common import names_of, title_of, turn_line
from bot.presenters.panel import Button, PublicPanel, Row, Style
from bot.presenters.views import TableView
from data.records import TableStatus
from games.calabresella.moves import Dealt, RoundCounted
from games.calabresella.observation import Observation
from games.calabresella.terms import BETWEEN

_LOG_MOVES = 3
ACCENT = 0x125C62


def table_panel(view: TableView) -> PublicPanel:
    """Picture, the last plays, whose turn; between rounds the account; the result once the match is over."""
    observation: Observation = view.observation
    over = view.outcome is not None or view.status is TableStatus.FINISHED
    return PublicPanel(
        title=title_of(view),
        lines=tuple(outcome_lines(view) if over else table_lines(view)),
        picture=table_picture(view, observation),
        rows=() if over else _rows(view, observation),
        accent=ACCENT,
    )


def log_of(view: TableView, most: int = _LOG_MOVES) -> list[str]:
    """The last moves since the deal, one line each: cards of an earlier round have been shuffled since."""
    deals = [place for place, events in enumerate(view.log) if any(isinstance(event, Dealt) for event in events)]
    told = [" ".join(move_lines(view, events)) for events in view.log[deals[-1] if deals else 0 :]]
    return [line for line in told if line][-most:] if most else []


def table_lines(view: TableView) -> list[str]:
    """What has just happened, how the round stands, and whose turn it is."""
    observation: Observation = view.observation
    account = counted(observation)
    if account is None:
        lines = [*log_of(view), standing_line(view, observation)]
    else:
        lines = [*move_lines(view, [RoundCounted(account)]), *account_lines(view, account)]
        if observation.stops:
            lines[0] = view.text("calabresella.table.stops", names=names_of(view, observation.stops))
    return [line for line in (*lines, turn_line(view)) if line]


def standing_line(view: TableView, observation: Observation) -> str:
    """How the round stands and, once the auction is over, whether one must follow suit."""
    status = status_line(view, observation)
    return status if observation.contract is None else f"{status} {rule_words(view, observation)}."


def _rows(view: TableView, observation: Observation) -> tuple[Row, ...]:
    """Dealing and stopping are open to all; whatever names cards is pressed on one's own hand."""
    if observation.phase is not BETWEEN:
        return ()
    deal = Button("move:deal", view.text("calabresella.button.deal"), Style.SUCCESS)
    return ((deal, Button("move:stop", view.text("calabresella.button.stop"))),)

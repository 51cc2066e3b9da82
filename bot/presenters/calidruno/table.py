"""The public message of a running or finished match of Calidruno.

It is made from the spectator's observation and says nothing about calls that are owed (CAL-30: the table never points
it out): no line, button, picture or alternative text depends on ``duties``, and "Call out…" stands there for as long
as a hand is played, whether or not there is anything to catch.
"""

from __future__ import annotations

from bot.presenters.calidruno.pictures import table_picture
from bot.presenters.calidruno.words import hearing_line, move_lines
from bot.presenters.common import name_of, names_of, title_of, turn_line
from bot.presenters.panel import Button, PublicPanel, Row, Style
from bot.presenters.views import TableView
from data.records import TableStatus
from games.calidruno.observation import Observation

_LOG_MOVES = 3
ACCENTS = (0xC8102E, 0x1757B8, 0xFFC81E, 0x2FB574)


def table_panel(view: TableView) -> PublicPanel:
    """Picture, the last plays, whose turn; the result once the match is over."""
    observation: Observation = view.observation
    over = view.outcome is not None or view.status is TableStatus.FINISHED
    lines = outcome_lines(view) if over else _playing_lines(view, observation)
    return PublicPanel(
        title=title_of(view),
        lines=tuple(lines),
        picture=table_picture(view, observation),
        rows=() if over else _rows(view, observation),
        accent=ACCENTS[observation.colour],
    )


def log_of(view: TableView, most: int = _LOG_MOVES) -> list[str]:
    """The last moves, one line each; right after the first deal of a match how it came about."""
    observation: Observation = view.observation
    opening = (observation.opening,) if observation.hand_number == 1 and len(view.log) < _LOG_MOVES else ()
    told = [" ".join(lines) for events in (*opening, *view.log) if (lines := move_lines(view, events))]
    return told[-most:] if most else []


def _playing_lines(view: TableView, observation: Observation) -> list[str]:
    hearing = hearing_line(view, observation)
    lines = log_of(view, _LOG_MOVES - 1 if hearing else _LOG_MOVES)
    if hearing:
        lines.append("⚖ " + hearing)
    if observation.to_act is None:
        lines.append(view.text("calidruno.table.between", people=names_of(view, view.active)))
    else:
        if observation.debt:
            lines = lines[-(_LOG_MOVES - 1) :]
            lines.append(view.text.plural("calidruno.table.debt", observation.debt))
        lines.append(turn_line(view))
    return [line for line in lines if line]


def _rows(view: TableView, observation: Observation) -> tuple[Row, ...]:
    text = view.text
    row: list[Button] = []
    if observation.to_act is None:
        row.append(Button("move:deal", text("calidruno.button.deal"), Style.SUCCESS))
    else:
        row.append(Button("g:callout", text("calidruno.button.callout"), Style.DANGER))
    if observation.hearing is not None:
        row += vote_buttons(view, as_host=not observation.hearing.voters)
    return (tuple(row),)


def vote_buttons(view: TableView, as_host: bool) -> tuple[Button, Button]:
    """The two answers to a report, by those who decide: the uninvolved, or the host in the table's name."""
    kind = "g:judge:" if as_host else "move:"
    return (
        Button(f"{kind}guilty", view.text("calidruno.button.guilty")),
        Button(f"{kind}clear", view.text("calidruno.button.clear")),
    )


def outcome_lines(view: TableView) -> list[str]:
    """How the match ended: who won and why, what the others hold or the account, and wins at this table."""
    text, outcome, observation = view.text, view.outcome, view.observation
    if outcome is None:
        return [text("calidruno.hand.over")]
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    whose = "house" if outcome.reason == "forfeit" else "calidruno"
    lines = [text(f"{whose}.outcome.{outcome.reason}", names=names_of(view, winners))]
    if outcome.points:
        order = sorted(range(len(outcome.points)), key=lambda seat: -outcome.points[seat])
        account = " · ".join(f"{name_of(view, seat)} {outcome.points[seat]}" for seat in order)
        lines.append(text("calidruno.outcome.account", account=account))
    else:
        left = [seat for seat, count in enumerate(observation.counts) if count]
        held = " · ".join(f"{name_of(view, seat)} {observation.counts[seat]}" for seat in left)
        lines.append(text("calidruno.outcome.left", held=held))
    won = [seat for seat in range(len(view.seats)) if view.seats[seat].wins]
    if won:
        tally = " · ".join(f"{name_of(view, seat)} {view.seats[seat].wins}" for seat in won)
        lines.append(text("calidruno.outcome.wins", tally=tally))
    return lines

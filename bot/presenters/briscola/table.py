"""The public message of a running or finished hand of blind Briscola.

It is made from what lies on the felt and nothing else (``felt``), also where spectators may see all hands.
"""

from __future__ import annotations

from bot.presenters.briscola.auction import auction_row
from bot.presenters.briscola.pictures import table_picture
from bot.presenters.briscola.words import bid_line, left_line, move_lines, promise_line, tricks_line
from bot.presenters.common import name_of, names_of, title_of, turn_line
from bot.presenters.panel import PublicPanel, Row
from bot.presenters.views import TableView
from data.records import TableStatus
from games.briscola.observation import Observation
from games.briscola.terms import Phase, Result

ACCENT = 0x2E7D46
LINES = 5


def table_panel(view: TableView) -> PublicPanel:
    """Picture, the last plays, whose turn; the result once the hand is over."""
    observation: Observation = view.observation
    over = view.outcome is not None or view.status is TableStatus.FINISHED
    lines = outcome_lines(view) if over else _playing_lines(view, observation)
    return PublicPanel(
        title=title_of(view),
        lines=tuple(lines),
        picture=table_picture(view, observation),
        rows=() if over else _rows(view, observation),
        accent=ACCENT,
    )


def log_of(view: TableView, most: int) -> list[str]:
    """The last moves, one line each."""
    told = [" ".join(lines) for events in view.log if (lines := move_lines(view, events))]
    return told[-most:] if most > 0 else []


def _playing_lines(view: TableView, observation: Observation) -> list[str]:
    if observation.phase is Phase.AUCTION:
        below = [left_line(view, observation), bid_line(view, observation)]
    else:
        below = [promise_line(view, observation), tricks_line(view, observation)]
    if observation.phase is Phase.TRUMP:
        below.append(view.text("briscola.table.trump", name=name_of(view, observation.to_act[0])))
    below = [line for line in (*below, turn_line(view)) if line]
    return [*log_of(view, min(3, LINES - len(below))), *below]


def _rows(view: TableView, observation: Observation) -> tuple[Row, ...]:
    """The auction can be held on the table itself: nothing of it is secret."""
    if observation.phase is not Phase.AUCTION:
        return ()
    return (auction_row(view, observation, public=True),)


def outcome_lines(view: TableView) -> list[str]:
    """Who had called what and who the partner was, the points of both sides, and wins at this table."""
    text, outcome = view.text, view.outcome
    observation: Observation = view.observation
    if outcome is None:
        return [text("briscola.hand.over")]
    winners = names_of(view, [seat for seat, place in enumerate(outcome.places) if place == 1])
    if outcome.reason == "forfeit":
        lines = [text("house.outcome.forfeit", names=winners)]
    elif observation.result is None:
        lines = [text("briscola.outcome.void")]
    else:
        lines = _account(view, observation.result, winners)
    won = [seat for seat in range(len(view.seats)) if view.seats[seat].wins]
    if won:
        tally = " · ".join(f"{name_of(view, seat)} {view.seats[seat].wins}" for seat in won)
        lines.append(text("briscola.outcome.wins", tally=tally))
    return lines


def _account(view: TableView, result: Result, winners: str) -> list[str]:
    text, caller = view.text, name_of(view, result.caller)
    lines = [text("briscola.outcome.winners", names=winners)]
    values = {"name": caller, "n": result.number, "points": result.side_points, "others": 120 - result.side_points}
    kept = "kept" if result.kept else "broken"
    if result.partner is None:
        lines.append(text(f"briscola.outcome.alone_{kept}", **values))
    else:
        values["partner"] = name_of(view, result.partner)
        values["sum"] = f"{result.taken[result.caller]} + {result.taken[result.partner]}"
        lines.append(text(f"briscola.outcome.{kept}", **values))
    taken = " · ".join(f"{name_of(view, seat)} {points}" for seat, points in enumerate(result.taken))
    lines.append(text("briscola.outcome.taken", taken=taken))
    if result.stakes:
        stakes = " · ".join(f"{name_of(view, seat)} {stake:+d}" for seat, stake in enumerate(result.stakes))
        lines.append(text("briscola.outcome.stakes", stakes=stakes))
    return lines

"""The public message of a running or finished match of Kalooki, made from the spectator's observation alone.

While the next hand is cut, and at the end, it shows the count of the hand that is over; a small line of it stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.presenters.common import SMALL, name_of, names_of, title_of, turn_line
from bot.presenters.kalooki.log import log_of
from bot.presenters.kalooki.pictures import account_shown, table_picture
from bot.presenters.panel import Button, PublicPanel, Row, Style
from bot.presenters.views import TableView
from bot.text.catalog import Text
from data.records import TableStatus
from games.kalooki.cards import PACK
from games.kalooki.observation import Account, Observation, Phase

ACCENT = 0x78263A
MIDDLE = len(PACK) // 2


def table_panel(view: TableView) -> PublicPanel:
    """Picture, the last moves, whose turn; the result once the match is over."""
    observation: Observation = view.observation
    over = view.outcome is not None or view.status is TableStatus.FINISHED
    lines = outcome_lines(view) if over else _playing_lines(view, observation)
    cut = not over and observation.phase is Phase.CUT
    rows: tuple[Row, ...] = (cut_buttons(view.text),) if cut else ()
    return PublicPanel(
        title=title_of(view),
        lines=tuple(line for line in lines if line),
        picture=table_picture(view, observation),
        rows=rows,
        accent=ACCENT,
    )


def _playing_lines(view: TableView, observation: Observation) -> list[str]:
    if observation.phase is not Phase.CUT or observation.to_act is None:
        # Whoever looked away while the next hand was cut still finds what the last one cost.
        costs = _costs(view, observation.account) if observation.account is not None else ""
        return [*log_of(view), costs and SMALL + costs, turn_line(view)]
    name, dealer = name_of(view, observation.to_act), name_of(view, observation.dealer)
    cut = view.text("kalooki.table.cut", name=name, dealer=dealer)
    return [*log_of(view, 1), *account_lines(view), cut, turn_line(view)]


def cut_buttons(text: Text) -> tuple[Button, Button]:
    """The two ways to cut, for the player whose turn it is; others read who cuts."""
    return (
        Button(f"move:cut-{MIDDLE}", text("kalooki.button.cut_middle"), Style.PRIMARY),
        Button("g:cut", text("kalooki.button.cut")),
    )


def account_lines(view: TableView) -> list[str]:
    """What the hand before cost everybody, and the totals after it; [] if there was none or it does not count now."""
    account = account_shown(view)
    return [] if account is None else account_lines_of(view, account)


def account_lines_of(view: TableView, account: Account) -> list[str]:
    """What a hand cost everybody, and the totals after it."""
    lines = [_costs(view, account), _totals(view, [line.total for line in account.lines])]
    return [line for line in lines if line]


def _costs(view: TableView, account: Account) -> str:
    text = view.text
    if account.void:
        return ""
    parts: list[str] = []
    for seat, line in enumerate(account.lines):
        fixed = not line.opened and seat != account.closer
        message = "kalooki.account.unopened" if fixed else "kalooki.account.line"
        parts.append(text(message, name=name_of(view, seat), n=line.points))
    return text("kalooki.account.hand", n=account.hand_number, costs=" · ".join(parts))


def _totals(view: TableView, totals: Sequence[int]) -> str:
    order = sorted(range(len(totals)), key=lambda seat: totals[seat])
    each = " · ".join(f"{name_of(view, seat)} {totals[seat]}" for seat in order)
    return view.text("kalooki.account.totals", totals=each)


def outcome_lines(view: TableView) -> list[str]:
    """How the match ended: who won and why, what the last hand cost, the totals, and wins at this table."""
    text, outcome = view.text, view.outcome
    if outcome is None:
        return [text("kalooki.hand.over")]
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    lines = [_ending(view, winners)]
    account = account_shown(view)
    if account is not None:
        lines.append(_costs(view, account))
    observation: Observation = view.observation
    lines.append(_totals(view, outcome.points or observation.totals))
    won = [seat for seat in range(len(view.seats)) if view.seats[seat].wins]
    if won:
        tally = " · ".join(f"{name_of(view, seat)} {view.seats[seat].wins}" for seat in won)
        lines.append(text("kalooki.outcome.wins", tally=tally))
    return [line for line in lines if line]


def _ending(view: TableView, winners: Sequence[int]) -> str:
    text, reason = view.text, view.outcome.reason
    if reason == "forfeit":
        return text("house.outcome.forfeit", names=names_of(view, winners))
    if not winners:
        return text("kalooki.outcome.nobody")
    points = view.outcome.points[winners[0]]
    names = names_of(view, winners)
    if len(winners) == 1:
        return text(f"kalooki.outcome.{reason}", name=names, n=points)
    return text(f"kalooki.outcome.{reason}_level", names=names, n=points)

"""Positions of Kalooki and the views that people get of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.presenters.panel import Button, Menu, Panel, PrivatePanel
from bot.presenters.presenter import Answer, Draft
from bot.presenters.registry import PRESENTERS
from bot.presenters.views import SeatInfo, SeatView, TableView
from bot.text.catalog import Text
from data.records import PlayerSettings, Presence, TableStatus
from games.core import Match, Seat
from games.kalooki import moves
from games.kalooki.options import Options
from games.kalooki.state import State
from games.registry import BY_KEY
from tests.bot.presenters.positions import EN, PEOPLE

GAME = BY_KEY["kalooki"]
PRESENTER = PRESENTERS["kalooki"]


@dataclass
class Table:
    """A match with its log and the half-made choice of the seat to act, as the house keeps them, and its views."""

    match: Match
    log: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    draft: Any = None

    @classmethod
    def deal(cls, seats: int = 3, options: Options | None = None, seed: int = 0) -> Table:
        return cls(Match.start(GAME, options or Options(), seats, seed.to_bytes(16, "big"), None))

    @classmethod
    def at(cls, state: State) -> Table:
        """A table in a position of ``tests.games.kalooki.support.scene``."""
        table = cls.deal(state.seats, state.options)
        return cls(replace(table.match, state=state))

    def play(self, *notations: str) -> Table:
        """Moves of whoever is to act; as the house does, what was half chosen is forgotten with each."""
        for notation in notations:
            (seat,) = GAME.active_seats(self.match.state)
            self.match, events = self.match.play(seat, GAME.decode_move(notation))
            self.log = [*self.log, events][-6:]
            self.draft = None
        return self

    def public(self, text: Text = EN, status: TableStatus | None = None, **changes: Any) -> TableView:
        over = self.match.outcome is not None
        view = TableView(
            table_id=7,
            ply=self.match.ply,
            status=status or (TableStatus.FINISHED if over else TableStatus.PLAYING),
            game="kalooki",
            options=self.match.options,
            clock_s=120,
            host_id=100,
            seats=tuple(
                SeatInfo(100 + i, name, Presence.ABSENT if i == 4 else Presence.HERE, wins=i % 3)
                for i, name in enumerate(PEOPLE[: self.match.seats])
            ),
            watchers=1,
            text=text,
            observation=GAME.observe(self.match.state, None),
            active=frozenset(int(seat) for seat in GAME.active_seats(self.match.state)),
            log=tuple(self.log),
            outcome=self.match.outcome,
            deadline=1_800_000_000,
        )
        return replace(view, **changes)

    def hand(
        self, seat: int | None = None, text: Text = EN, settings: PlayerSettings | None = None, **changes: Any
    ) -> SeatView:
        """What a seat sees; by default the one to act."""
        who = Seat(min(GAME.active_seats(self.match.state))) if seat is None else Seat(seat)
        view = SeatView(
            table=self.public(text),
            seat=who,
            observation=GAME.observe(self.match.state, who),
            legal={GAME.encode_move(move): move for move in GAME.legal_moves(self.match.state, who)},
            settings=settings or PlayerSettings(100 + who),
            draft=self.draft,
        )
        return replace(view, **changes)

    def watcher(self, text: Text = EN) -> SeatView:
        """What somebody sees who only looks on."""
        return SeatView(self.public(text), None, GAME.observe(self.match.state, None), {}, PlayerSettings(900))

    def panel(self, seat: int | None = None, text: Text = EN, **changes: Any) -> PrivatePanel:
        return PRESENTER.hand_panel(self.hand(seat, text, **changes))

    def press(self, action: str, *values: str) -> Answer:
        """What the presenter answers the seat to act; a half-made choice is kept, as the house does."""
        answer = PRESENTER.answer(self.hand(), action, values)
        if isinstance(answer, Draft):
            self.draft = answer.value
        return answer

    def pick(self, cards: str) -> Table:
        """Choose these cards in the menu; those already chosen there stay only if they are named."""
        self.press("pick:0", *cards.split())
        return self


def menus(panel: Panel) -> dict[str, Menu]:
    """Menus by placeholder."""
    return {row.placeholder: row for row in panel.rows if isinstance(row, Menu)}


def buttons(panel: Panel) -> dict[str, Button]:
    """Buttons by action."""
    return {button.action: button for row in panel.rows if not isinstance(row, Menu) for button in row}


def labels(panel: Panel) -> list[str]:
    """What the buttons say, but for the house's own."""
    return [button.label for action, button in buttons(panel).items() if action != "more"]


def offered(panel: Panel) -> list[str]:
    """The moves that one button or one menu entry plays."""
    chosen = [choice.value for menu in menus(panel).values() if menu.action == "move" for choice in menu.choices]
    pressed = [action.removeprefix("move:") for action in buttons(panel) if action.startswith("move:")]
    return chosen + pressed


OPTION_SETS = (
    Options(),
    Options(suggestions="on", opening_min=30, joker_in_set="either_missing_suit"),
    Options(discard_draw="must_use_in_meld", kalooki_doubles="yes", target=50),
    Options(opening_single_meld="yes", swapped_joker="new_meld_only", max_players=6, suggestions="on"),
)


def playouts(seats: Sequence[int] = (2, 3, 5), most: int = 90) -> Iterator[Table]:
    """Tables at every ply of matches in which people lay what they can, so that much lies on the table."""
    for number, options in enumerate(OPTION_SETS):
        for count in seats:
            table, rng = Table.deal(count, options, number), random.Random(number)
            yield table
            for _ in range(most):
                if table.match.outcome is not None:
                    break
                table.play(_lively(table, rng))
                yield table


def _lively(table: Table, rng: random.Random) -> str:
    """A random legal move, one that lays something where there is any."""
    (seat,) = GAME.active_seats(table.match.state)
    legal = list(GAME.legal_moves(table.match.state, seat))
    laying = [move for move in legal if isinstance(move, (moves.LayDown, moves.LayOff, moves.Swap))]
    return GAME.encode_move(rng.choice(laying if laying and rng.random() < 0.8 else legal))

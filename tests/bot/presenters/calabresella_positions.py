"""Positions of Calabresella and the views that people get of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.presenters.panel import Button, Menu, Panel
from bot.presenters.presenter import Answer, Draft, Play
from bot.presenters.registry import PRESENTERS
from bot.presenters.views import FRENCH, SeatInfo, SeatView, TableView
from bot.tables.live import LegalMoves
from bot.text.catalog import Text
from data.records import PlayerSettings, Presence, TableStatus
from games.calabresella.options import PRESETS, Options
from games.calabresella.state import State
from games.calabresella.terms import AUCTION, BETWEEN, RAISE
from games.core import Match, Seat
from games.registry import BY_KEY
from tests.bot.presenters.positions import EN
from tests.games.calabresella.tables import dealt

GAME = BY_KEY["calabresella"]
PRESENTER = PRESENTERS["calabresella"]
NAMES = ("Anna", "Bruno", "Carla")
R, X, D = Seat(0), Seat(1), Seat(2)
"""In the positions of ``dealt`` the dealer's right (Anna), the third player (Bruno) and the dealer (Carla)."""


@dataclass
class Table:
    """A match with its log and the half-made choices, as the house keeps them, and the views of it."""

    match: Match
    log: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    drafts: dict[int, Any] = field(default_factory=dict[int, Any])

    @classmethod
    def deal(cls, options: Options | None = None, seed: int = 0) -> Table:
        return cls(Match.start(GAME, options or Options(), 3, seed.to_bytes(16, "big"), None))

    @classmethod
    def at(cls, state: State) -> Table:
        """A table in a position of ``tests.games.calabresella.tables``."""
        table = cls.deal(state.options)
        table.match = replace(table.match, state=state, options=state.options)
        return table

    def play(self, *entries: str | tuple[int, str]) -> Table:
        """Moves, each by the only seat to act unless one is named."""
        for entry in entries:
            active = GAME.active_seats(self.match.state)
            seat, notation = entry if isinstance(entry, tuple) else (min(active), entry)
            assert isinstance(entry, tuple) or len(active) == 1
            self.match, events = self.match.play(Seat(seat), GAME.decode_move(notation))
            self.log = [*self.log, events][-6:]
            self.drafts.clear()
        return self

    def public(self, text: Text = EN, faces: str = FRENCH, names: Sequence[str] = NAMES, **changes: Any) -> TableView:
        over = self.match.outcome is not None
        view = TableView(
            table_id=7,
            ply=self.match.ply,
            status=TableStatus.FINISHED if over else TableStatus.PLAYING,
            game="calabresella",
            options=self.match.options,
            clock_s=120,
            host_id=100,
            seats=tuple(
                SeatInfo(100 + i, name, Presence.ABSENT if i == 2 else Presence.HERE, wins=i)
                for i, name in enumerate(names)
            ),
            watchers=1,
            text=text,
            observation=GAME.observe(self.match.state, None),
            active=frozenset(int(seat) for seat in GAME.active_seats(self.match.state)),
            log=tuple(self.log),
            outcome=self.match.outcome,
            deadline=1_800_000_000,
            faces=faces,
        )
        return replace(view, **changes)

    def hand(
        self, seat: int | None, text: Text = EN, settings: PlayerSettings | None = None, rounds_played: int = 9
    ) -> SeatView:
        """What a seat sees; None is a watcher."""
        who = None if seat is None else Seat(seat)
        legal = () if who is None else GAME.legal_moves(self.match.state, who)
        mine = settings or PlayerSettings(100 + (99 if seat is None else seat))
        return SeatView(
            table=self.public(text, mine.faces),
            seat=seat,
            observation=GAME.observe(self.match.state, who),
            legal=LegalMoves(GAME, legal),
            settings=mine,
            draft=None if seat is None else self.drafts.get(seat),
            rounds_played=rounds_played,
        )

    def press(self, seat: int, action: str, *values: str) -> Answer:
        """An action of the game's own; a draft is kept, a move is played."""
        answer = PRESENTER.answer(self.hand(seat), action.removeprefix("g:"), values)
        if isinstance(answer, Draft):
            self.drafts[seat] = answer.value
        elif isinstance(answer, Play):
            self.play((seat, GAME.encode_move(answer.move)))
        return answer


def at(options: Options | None = None, *moves: str | tuple[int, str], **held: str) -> Table:
    """A round dealt by Carla in which Anna (``r``), Bruno (``x``) and Carla (``d``) hold at least these cards."""
    return Table.at(dealt(options, **held)).play(*moves)


def menus(panel: Panel) -> list[Menu]:
    return [row for row in panel.rows if isinstance(row, Menu)]


def buttons(panel: Panel) -> dict[str, Button]:
    return {button.action: button for row in panel.rows if not isinstance(row, Menu) for button in row}


def actions(panel: Panel) -> list[str]:
    """Every id and value that a panel sends."""
    found = list(buttons(panel))
    for menu in menus(panel):
        found += [menu.action, *(choice.value for choice in menu.choices)]
    return found


OPTION_SETS: Mapping[str, Options] = {**PRESETS, "covered": Options(solo_monte="face_down", rounds="3")}


def playouts(matches: int = 9, rounds: int = 3) -> Iterator[Table]:
    """Tables at every ply of random matches: all contracts and all phases come up, and the last rounds end by stops."""
    for number in range(matches):
        options = list(OPTION_SETS.values())[number % len(OPTION_SETS)]
        table, choices = Table.deal(options, number), random.Random(number)
        yield table
        while active := sorted(GAME.active_seats(table.match.state)):
            state = table.match.state
            seat = choices.choice(active)
            move = choices.choice(GAME.legal_moves(state, seat))
            if state.phase is AUCTION:
                to_pass, *bids = GAME.legal_moves(state, seat)
                move = choices.choice([to_pass, to_pass, to_pass, *bids[:2]])
            elif state.phase is RAISE:
                move = GAME.legal_moves(state, seat)[choices.choice((0, 1, 1, 2, 2))]
            elif state.phase is BETWEEN:
                legal = GAME.legal_moves(state, seat)
                move = legal[-1] if state.standing.played >= rounds else legal[0]
            table.play((seat, GAME.encode_move(move)))
            yield table

"""Positions of Calidruno and the views that people get of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from bot.presenters.views import SeatInfo, SeatView, TableView
from bot.text.catalog import Text
from data.records import PlayerSettings, Presence, TableStatus
from games.calidruno.options import Options
from games.core import Match, Seat
from games.registry import BY_KEY

GAME = BY_KEY["calidruno"]
EN, IT = Text("en"), Text("it")
TEXTS = (EN, IT)
PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "W" * 24, "_*~|`", "花子", "أحمد")
"""Ten names, some of them awkward; user ids are 100 and so on."""


@dataclass
class Table:
    """A match with its log, as the house keeps it, and the views of it."""

    match: Match
    log: list[tuple[Any, ...]] = field(default_factory=list)
    options: Options = field(default_factory=Options)

    @classmethod
    def deal(cls, seats: int = 3, options: Options | None = None, seed: int = 0) -> Table:
        chosen = options or Options()
        return cls(Match.start(GAME, chosen, seats, seed.to_bytes(16, "big"), None), options=chosen)

    def play(self, seat: int | None, notation: str) -> Table:
        self.match, events = self.match.play(None if seat is None else Seat(seat), GAME.decode_move(notation))
        self.log = [*self.log, events][-6:]
        return self

    def with_state(self, **changes: Any) -> Table:
        """The same table with parts of the state set by hand."""
        return replace(self, match=replace(self.match, state=self.match.state._replace(**changes)))

    def public(self, text: Text = EN, status: TableStatus | None = None, **changes: Any) -> TableView:
        over = self.match.outcome is not None
        view = TableView(
            table_id=7,
            ply=self.match.ply,
            status=status or (TableStatus.FINISHED if over else TableStatus.PLAYING),
            game="calidruno",
            options=self.options,
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
        self, seat: int | None, text: Text = EN, settings: PlayerSettings | None = None, **changes: Any
    ) -> SeatView:
        """What a seat sees; None is a watcher."""
        who = None if seat is None else Seat(seat)
        legal = () if who is None else GAME.legal_moves(self.match.state, who)
        view = SeatView(
            table=self.public(text),
            seat=seat,
            observation=GAME.observe(self.match.state, who),
            legal={GAME.encode_move(move): move for move in legal},
            settings=settings or PlayerSettings(100 + (99 if seat is None else seat)),
        )
        return replace(view, **changes)


OPTION_SETS = (
    Options(),
    Options(stacking="any_draw_card", plus4_copies_per_colour=2, call_by="button", grace_s=0, drawn_card="must_play"),
    Options(scoring="points_to_500", suggestion_penalty="host", next_dealer="winner", draw_when_playable="yes"),
    Options(two_player_reverse="skip", drawn_card="draw_until_playable", last_card_must_be_number="yes"),
)


def playouts(seats: tuple[int, ...] = (2, 3, 4, 10), most: int = 60) -> Iterator[Table]:
    """Tables at every ply of random matches, with calls, catches, reports, votes and the table's own moves.

    Each match is played twice: from the deal, and from hands of three cards, where the word is soon owed."""
    for number, (count, options, short) in enumerate(product(seats, OPTION_SETS, (False, True))):
        table, rng = Table.deal(count, options, number), random.Random(number)
        if short:
            hands, stock = table.match.state.hands, table.match.state.stock
            rest = tuple(card for hand in hands for card in hand[3:])
            table = table.with_state(hands=tuple(hand[:3] for hand in hands), stock=rest + stock)
        yield table
        for _ in range(most):
            if table.match.outcome is not None:
                break
            seat, move = _any_move(table, rng)
            table.play(seat, GAME.encode_move(move))
            yield table


def _any_move(table: Table, rng: random.Random) -> tuple[int | None, Any]:
    """Mostly a move of the seat to act, now and then somebody else's or the table's."""
    state = table.match.state
    others: list[tuple[int | None, Any]] = [(None, move) for move in GAME.legal_moves(state, None)]
    for seat in range(table.match.seats):
        others += [(seat, move) for move in GAME.legal_moves(state, Seat(seat)) if seat not in GAME.active_seats(state)]
        others += [(seat, move) for move in GAME.side_moves(state, Seat(seat))[:1]]
    if others and rng.random() < 0.15:
        return rng.choice(others)
    seat = min(GAME.active_seats(state))
    return seat, rng.choice(list(GAME.legal_moves(state, seat)))

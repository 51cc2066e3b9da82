"""Positions of blind Briscola and the views that people get of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.presenters.briscola import BriscolaPresenter
from bot.presenters.italian import card_words
from bot.presenters.panel import Menu, Panel
from bot.presenters.views import SeatInfo, SeatView, TableView
from bot.text.catalog import Text
from data.records import PlayerSettings, Presence, TableStatus
from games.briscola.options import Options
from games.briscola.rules import Briscola
from games.briscola.state import SEATS, State, held_slots
from games.core import Match, Rng, Seat
from games.core.cards import Card
from games.core.cards import name_of as notation

GAME = Briscola()
PRESENTER = BriscolaPresenter()
EN, IT = Text("en"), Text("it")
TEXTS = (EN, IT)
PEOPLE = ("Anna", "Bruno", "Carla", "W" * 24, "_*~|`", "أحمد")
"""Six names, some of them awkward; user ids are 100 and so on."""
SIMPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")

OPTION_SETS = (
    Options(),
    Options(spectators_see="all", show_running_points="yes", scoring="zero_sum", removed_rank=2),
    Options(all_pass="last_must_call_59", max_first_bid=45),
)
AID = Options(memory_aid="on")


@dataclass
class Table:
    """A hand with its log, as the house keeps it, and the views of it."""

    match: Match
    log: list[tuple[Any, ...]] = field(default_factory=list)
    people: tuple[str, ...] = SIMPLE

    @classmethod
    def deal(cls, options: Options | None = None, seed: int = 0, dealer: int | None = None, **changes: Any) -> Table:
        chosen = Seat(dealer) if dealer is not None else None
        return cls(Match.start(GAME, options or Options(), SEATS, seed.to_bytes(16, "big"), chosen), **changes)

    @property
    def state(self) -> State:
        return self.match.state

    def play(self, *moves: str) -> Table:
        """Moves in notation, each by the seat to act."""
        for move in moves:
            (seat,) = GAME.active_seats(self.state)
            self.match, events = self.match.play(seat, GAME.decode_move(move))
            self.log = [*self.log, events][-6:]
        return self

    def with_state(self, **changes: Any) -> Table:
        """The same table with parts of the state set by hand."""
        return replace(self, match=replace(self.match, state=self.state._replace(**changes)))

    def resampled(self, seat: int | None, salt: int) -> Table:
        """The same table with the cards that the seat has not seen lying otherwise."""
        who = None if seat is None else Seat(seat)
        state = GAME.resample(self.state, who, Rng(b"another 16 bytes", salt))
        return replace(self, match=replace(self.match, state=state))

    def public(self, text: Text = EN, status: TableStatus | None = None, **changes: Any) -> TableView:
        over = self.match.outcome is not None
        view = TableView(
            table_id=7,
            ply=self.match.ply,
            status=status or (TableStatus.FINISHED if over else TableStatus.PLAYING),
            game="briscola",
            options=self.match.options,
            clock_s=120,
            host_id=100,
            seats=tuple(
                SeatInfo(100 + i, name, Presence.ABSENT if i == 4 else Presence.HERE, wins=i % 3)
                for i, name in enumerate(self.people)
            ),
            watchers=1,
            text=text,
            observation=GAME.observe(self.state, None),
            active=frozenset(int(seat) for seat in GAME.active_seats(self.state)),
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
        legal = () if who is None else GAME.legal_moves(self.state, who)
        view = SeatView(
            table=self.public(text),
            seat=seat,
            observation=GAME.observe(self.state, who),
            legal={GAME.encode_move(move): move for move in legal},
            settings=settings or PlayerSettings(100 + (99 if seat is None else seat)),
        )
        return replace(view, **changes)

    def unplayed(self, seat: int) -> list[Card]:
        """The cards that a seat holds and may not see."""
        return [self.state.hands[seat][slot - 1] for slot in held_slots(self.state, Seat(seat))]

    def hidden(self, seat: int) -> list[Card]:
        """These, and the seat's card that lies face down in the first trick."""
        if self.state.trump is not None:
            return self.unplayed(seat)
        return list(self.state.hands[seat])


def playouts(many: int = 4, options: tuple[Options, ...] = OPTION_SETS) -> Iterator[Table]:
    """Tables at every ply of random hands, with short auctions and long ones, played with awkward names by turns."""
    for number in range(many):
        for chosen in options:
            rng = random.Random(number)
            table = Table.deal(chosen, seed=number, people=PEOPLE if number % 2 else SIMPLE)
            yield table
            while table.match.outcome is None:
                (seat,) = GAME.active_seats(table.state)
                legal = [GAME.encode_move(move) for move in GAME.legal_moves(table.state, seat)]
                leave = "leave" in legal and rng.random() < 0.6
                table.play("leave" if leave else rng.choice(legal))
                yield replace(table, log=list(table.log))


def names_of_card(card: Card) -> list[str]:
    """All ways in which a card is ever written: in notation and in both languages."""
    return [notation(card), *(card_words(text, card) for text in TEXTS)]


def words_of(panel: Panel) -> str:
    """Everything of a message that can be read, pressed or chosen, but for the pixels."""
    parts: list[str] = [panel.title, panel.notice, *panel.lines]
    if panel.picture is not None:
        parts.append(panel.picture.alt)
    for row in panel.rows:
        if isinstance(row, Menu):
            parts += [row.action, row.placeholder]
            parts += [f"{choice.value} {choice.label} {choice.description}" for choice in row.choices]
        else:
            parts += [f"{button.action} {button.label}" for button in row]
    return "\n".join(parts)

"""What one seat may know of a match of Kalooki (G-5)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.core import Outcome, Seat
from games.kalooki.cards import Card, Kind
from games.kalooki.melds import Meld, MeldKind, fits

__all__ = ["Account", "AccountLine", "Meld", "MeldKind", "Observation", "Phase", "TableMeld"]


class Phase(Enum):
    """What is to be done now."""

    CUT = "cut"
    """The player on the dealer's right cuts (KAL-4)."""
    DRAW = "draw"
    PLAY = "play"
    """The seat to act has drawn: it lays what it likes and discards (KAL-14)."""
    OVER = "over"


class AccountLine(NamedTuple):
    """What a hand cost one seat.

    Attributes:
        cards: what it still held, turned up.
        opened: whether it had opened; if not, ``points`` may be the fixed 50 (KAL-30).
        value: what the cards are worth (KAL-29).
        points: what was scored, doubled where the hand was (KAL-31); 0 in a void hand.
        total: the total after the hand.
    """

    cards: tuple[Card, ...]
    opened: bool
    value: int
    points: int
    total: int


class Account(NamedTuple):
    """The count of a finished hand.

    Attributes:
        hand_number: 1 for the first hand of the match.
        dealer: who dealt it.
        closer: who closed; None for a void hand.
        void: ``""``, or why nobody scored: ``"stock_out"`` (KAL-35) or ``"nothing_laid"``.
        doubled: whether the points were doubled (option ``kalooki_doubles``).
        lines: one for each seat.
    """

    hand_number: int
    dealer: Seat
    closer: Seat | None
    void: str
    doubled: bool
    lines: tuple[AccountLine, ...]


class TableMeld(NamedTuple):
    """A meld on the table, by whoever laid it; ``new`` are the cards that came to it in the latest turn."""

    owner: Seat
    meld: Meld
    new: tuple[Card, ...] = ()

    @property
    def kind(self) -> MeldKind:
        """Tris or scala."""
        return self.meld.kind

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in order, the joker in the place of what it stands for."""
        return self.meld.cards

    @property
    def joker_as(self) -> Kind | None:
        """What the joker stands for; None without one."""
        return self.meld.joker_as

    @property
    def fits(self) -> tuple[Kind, ...]:
        """The faces that may be added."""
        return fits(self.meld)


class Observation(NamedTuple):
    """The table as one seat sees it; ``seat`` None is a spectator.

    Attributes:
        hand: own cards in ascending order; empty for a spectator.
        drawn: the card that this seat drew in this turn and still holds; None otherwise.
        must_lay: the pozzo card that the seat to act has to lay before anything else (option ``discard_draw``).
        counts: cards held by each seat.
        taken: for each seat the cards that everybody saw it take from the pozzo and that it still holds.
        to_act: whose move it is; None at the end.
        melds: what lies on the table, numbered from 0 as in moves. New cards stay marked until the next draw.
        opened: who has opened in this hand.
        stock, pozzo: how many cards lie in the stock and in the pozzo.
        top: the top card of the pozzo; None before the deal.
        totals: points of each seat in the match so far; few are good.
        opening_min, target: points needed to open, and the total at which the match ends.
        dealer: who deals this hand, or the next one while it is cut.
        hand_number: 1 for the first hand of the match.
        account: the count of the hand before this one, at the end that of the last; None in the first hand.
        outcome: how the match ended; None while it goes on.
    """

    seat: Seat | None
    phase: Phase
    hand: tuple[Card, ...]
    drawn: Card | None
    must_lay: Card | None
    counts: tuple[int, ...]
    taken: tuple[tuple[Card, ...], ...]
    to_act: Seat | None
    melds: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    stock: int
    pozzo: int
    top: Card | None
    totals: tuple[int, ...]
    opening_min: int
    target: int
    dealer: Seat
    hand_number: int
    account: Account | None
    outcome: Outcome | None

"""The full state of a match of Kalooki. Only the rules see it."""

from __future__ import annotations

from typing import NamedTuple

from games.core import Outcome, Seat
from games.kalooki.cards import Card, Kind
from games.kalooki.melds import Meld, fits
from games.kalooki.observation import Account, Phase
from games.kalooki.options import Options

HAND_SIZE = 13


class OwnedMeld(NamedTuple):
    """A meld on the table and who laid it; ``fits`` are the faces that may be added, kept because they are asked for
    at every move."""

    owner: Seat
    meld: Meld
    fits: tuple[Kind, ...]


def owned(owner: Seat, meld: Meld) -> OwnedMeld:
    """A meld on the table."""
    return OwnedMeld(owner, meld, fits(meld))


class State(NamedTuple):
    """Everything about a match at one point.

    Attributes:
        turn: the seat to act; in the phase CUT the one who cuts.
        hands: each seat's cards in ascending order.
        stock: the stock, its top first; in the phase CUT the whole pack.
        pozzo: the pozzo, its top last.
        drawn: the card drawn in this turn, while it is held.
        must_lay: the card of the pozzo that has to be laid before anything else (option ``discard_draw``).
        opened_this_turn: whether the seat to act opened in this turn (KAL-31).
        laid: the cards laid since the last draw.
        taken: for each seat the cards it took from the pozzo and still holds.
        idle: turns in a row in which nothing was laid.
        voids: void hands in a row.
    """

    options: Options
    phase: Phase
    dealer: Seat
    turn: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    totals: tuple[int, ...]
    taken: tuple[frozenset[Card], ...]
    opened: tuple[bool, ...]
    hand_number: int = 1
    pozzo: tuple[Card, ...] = ()
    melds: tuple[OwnedMeld, ...] = ()
    drawn: Card | None = None
    must_lay: Card | None = None
    opened_this_turn: bool = False
    laid: frozenset[Card] = frozenset()
    idle: int = 0
    voids: int = 0
    account: Account | None = None
    outcome: Outcome | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat to act."""
        return self.hands[self.turn]

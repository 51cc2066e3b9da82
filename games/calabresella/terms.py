"""The values that the state, the events and the observations of Calabresella share."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

from games.core import Seat
from games.core.cards import Card


class Contract(IntEnum):
    """What the bidder undertakes, from low to high (CLB-9, CLB-21); the value is its amount in chips (CLB-31)."""

    CHIAMO = 1
    SOLO = 2
    SOLISSIMO = 4
    DIVIDETE = 8
    SCEGLIETE = 16


class Phase(Enum):
    """What has to be done now.

    The values are keys for texts. In ``ANSWER`` the second opponent answers the first one's split, in ``REPLY`` the
    first one answers the second one's (CLB-23). ``BETWEEN`` is the time between two deals.
    """

    AUCTION = "auction"
    CALL = "call"
    RETURN = "return"
    RAISE = "raise"
    SPLIT = "split"
    ANSWER = "answer"
    REPLY = "reply"
    LAY_OFF = "lay_off"
    PLAY = "play"
    BETWEEN = "between"
    OVER = "over"


class Sweep(IntEnum):
    """Whether a side took all tricks (CLB-33), or all points without all tricks (CLB-34); the value is the factor that
    the amount is multiplied by (CLB-35)."""

    NONE = 1
    CAPOTTO = 2
    STRAMAZZO = 3


# In Python 3.11 a member is reached quicker by a name of its own than through its Enum, by a tenth of a move each time.
CHIAMO, SOLO, SOLISSIMO, DIVIDETE, SCEGLIETE = Contract
NO_SWEEP, CAPOTTO, STRAMAZZO = Sweep
AUCTION, CALL, RETURN, RAISE, SPLIT, ANSWER, REPLY, LAY_OFF, PLAY, BETWEEN, OVER = Phase


class Call(NamedTuple):
    """What a seat said in the auction; None is a pass."""

    seat: Seat
    contract: Contract | None


class Trick(NamedTuple):
    """A trick that was taken: the cards in the order played, the leader first, and what they are worth in thirds."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    thirds: int


class Account(NamedTuple):
    """How a round was counted and paid; everybody may know all of it.

    Attributes:
        number: which round of the match it was, from 1.
        tricks: each trick's winner and what its cards are worth, in thirds, in the order played.
        last_trick: who took the last trick, and with it 3 thirds and the monte (CLB-7, CLB-28).
        monte, monte_thirds: the cards of the monte and their value.
        bidder_thirds, others_thirds: what each side has; together 35.
        won: whether the bidder has the 18 thirds of the contract (CLB-30).
        chips: for each seat what the round brought; ``amount * factor`` for an opponent, twice that for the bidder.
        balances: for each seat its chips after the round.
    """

    number: int
    dealer: Seat
    bidder: Seat
    contract: Contract
    tricks: tuple[tuple[Seat, int], ...]
    last_trick: Seat
    monte: tuple[Card, ...]
    monte_thirds: int
    bidder_thirds: int
    others_thirds: int
    won: bool
    sweep: Sweep
    chips: tuple[int, ...]
    balances: tuple[int, ...]

    @property
    def amount(self) -> int:
        """What the contract is worth before any factor (CLB-31)."""
        return int(self.contract)

    @property
    def factor(self) -> int:
        """What the sweep multiplies it by (CLB-35)."""
        return int(self.sweep)

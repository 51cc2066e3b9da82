"""The values that the state, the events and the observations of blind Briscola share."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NewType

from games.core import Seat
from games.core.cards import Card

Slot = NewType("Slot", int)
"""A place in a hand, 1 to 6. Cards never change their slot, and slots are never renumbered (BRI-22)."""

SLOTS: tuple[Slot, ...] = tuple(Slot(i) for i in range(1, 7))


class Phase(Enum):
    """What has to be done now; the values are keys for texts."""

    AUCTION = "auction"
    FIRST_TRICK = "first_trick"
    TRUMP = "trump"
    TRICKS = "tricks"
    OVER = "over"


# In Python 3.11 a member is reached quicker by a name of its own than through its Enum, by a tenth of a move each time.
AUCTION, FIRST_TRICK, TRUMP, TRICKS, OVER = Phase


class Call(NamedTuple):
    """What a seat said in the auction: a number of which it promises to take less, or None for leaving."""

    seat: Seat
    number: int | None


class Trick(NamedTuple):
    """A trick that was taken: from which slots, with which cards, in the order played, the leader first."""

    leader: Seat
    slots: tuple[Slot, ...]
    cards: tuple[Card, ...]
    winner: Seat


class Result(NamedTuple):
    """How a hand was counted; everybody may know all of it.

    Attributes:
        partner: who was dealt the ace of trumps; None if that was the caller, who then played alone (BRI-15).
        taken: for each seat the points in its tricks; together 120.
        side_points: what counts against the promise: the caller's points and the partner's (BRI-24).
        kept: whether that is less than the number called (BRI-25).
        stakes: for each seat what the hand brought by the option ``scoring`` zero_sum; else empty (BRI-27).
    """

    caller: Seat
    number: int
    partner: Seat | None
    taken: tuple[int, ...]
    side_points: int
    kept: bool
    stakes: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The members of the side that has won (BRI-26)."""
        side = {self.caller, self.partner}
        return tuple([Seat(seat) for seat in range(len(self.taken)) if (seat in side) == self.kept])

"""The moves of Kalooki and the public facts that a move makes true. ``notation`` writes the moves down."""

from __future__ import annotations

from dataclasses import dataclass

from games.core import Seat
from games.kalooki.cards import Card, Kind
from games.kalooki.melds import Meld


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards shown as one meld, in any order.

    ``joker_as`` says what the joker among them stands for (KAL-13); None is enough where there is none or where its
    place is forced.
    """

    cards: tuple[Card, ...]
    joker_as: Kind | None = None


@dataclass(frozen=True, slots=True)
class Onto:
    """A place on the table's meld of this number, counted from 0 in the order in which melds were laid."""

    meld: int
    joker_as: Kind | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Lift ``height`` cards and put them below the others (KAL-4)."""

    height: int


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class DrawPozzo:
    """Take the top card of the pozzo."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave the last card of the pozzo where the stock is out: the hand is void (KAL-35)."""


@dataclass(frozen=True, slots=True)
class LayDown:
    """Lay melds from the hand. The opening may be several in one act (KAL-16, KAL-17), later there is one in a move."""

    melds: tuple[Lay, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card of the hand to a meld on the table (KAL-22)."""

    card: Card
    onto: Onto


@dataclass(frozen=True, slots=True)
class Swap:
    """Hand over what the joker of a meld stands for and lay the joker elsewhere (KAL-23, KAL-24).

    Attributes:
        meld: number of the meld that holds the joker.
        given: the card handed over; two cards under ``both_missing_suits``.
        to: where the joker goes: a new meld that holds it, or a place on a meld of the table. None is never legal; it
            is what a player asks for who wants the joker in hand.
    """

    meld: int
    given: tuple[Card, ...]
    to: Lay | Onto | None


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card on the pozzo; this ends the turn, and with the last card the hand (KAL-26, KAL-27)."""

    card: Card


Move = Cut | DrawStock | DrawPozzo | Decline | LayDown | LayOff | Swap | Discard


@dataclass(frozen=True, slots=True)
class WasCut:
    """A seat cut the pack at this height."""

    seat: Seat
    height: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt; ``first`` is the card turned up for the pozzo (KAL-6)."""

    hand_number: int
    dealer: Seat
    first: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew: ``card`` is the one it took from the pozzo, None if it drew from the stock."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """The stock was out: this many cards of the pozzo were shuffled to become the new one (KAL-34)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A seat opened with melds worth ``points``; a ``MeldLaid`` follows for each."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """A meld came on the table; ``number`` is its number from 0, ``points`` its worth (KAL-18, KAL-19)."""

    seat: Seat
    number: int
    meld: Meld
    points: int


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A seat added ``card`` to a meld; ``joker_as`` is what it stands for if it is a joker."""

    seat: Seat
    card: Card
    number: int
    joker_as: Kind | None


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat freed the joker of a meld with these cards. A ``MeldLaid`` or ``LaidOff`` follows: where it went."""

    seat: Seat
    number: int
    given: tuple[Card, ...]
    joker: Card


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded and ended its turn."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandClosed:
    """A seat closed; what everybody scored is in the observation's account."""

    seat: Seat
    hand_number: int
    doubled: bool


@dataclass(frozen=True, slots=True)
class HandVoid:
    """The hand ended and nobody scores; ``reason`` is ``"stock_out"`` (KAL-35) or ``"nothing_laid"``."""

    hand_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; ``reason`` is that of its outcome."""

    reason: str


Event = (
    WasCut
    | Dealt
    | Drew
    | TurnedOver
    | Opened
    | MeldLaid
    | LaidOff
    | Swapped
    | Discarded
    | HandClosed
    | HandVoid
    | MatchEnded
)

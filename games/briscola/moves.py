"""The moves of blind Briscola and their notation, and the public facts that a move makes true.

=================  ==============================================================
``bid-45``         promise to take less than 45 points (BRI-7)
``leave``          leave the auction
``slot-3``         play the card in one's third slot, whatever it is (BRI-13, BRI-20)
``trump-coppe``    name the trump: coppe, denari, spade or bastoni (BRI-14)
=================  ==============================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.briscola.terms import Result, Slot
from games.core import InvalidMoveError, Seat
from games.core.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Bid:
    """Promise to take less than this number of points, calling an ace."""

    number: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the auction, for good."""


@dataclass(frozen=True, slots=True)
class PlaySlot:
    """Play the card in this slot."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Name the trump; whoever was dealt its ace is the caller's partner."""

    suit: Suit


Move = Bid | Leave | PlaySlot | NameTrump

_TRUMPS = {suit.name.lower(): NameTrump(suit) for suit in Suit}
_WITH_NUMBER = re.compile(r"(bid|slot)-(0|[1-9][0-9]{0,2})")


def encode(move: Move) -> str:
    """The notation of a move."""
    match move:
        case Bid(number):
            return f"bid-{number}"
        case Leave():
            return "leave"
        case PlaySlot(slot):
            return f"slot-{slot}"
        case NameTrump(suit):
            return f"trump-{suit.name.lower()}"


def decode(text: str) -> Move:
    """The move of a notation.

    Raises:
        InvalidMoveError: if there is none.
    """
    if text == "leave":
        return Leave()
    word, _, rest = text.partition("-")
    if word == "trump" and rest in _TRUMPS:
        return _TRUMPS[rest]
    if (found := _WITH_NUMBER.fullmatch(text)) is None:
        raise InvalidMoveError(text=text[:40])
    number = int(found[2])
    if found[1] == "bid":
        return Bid(number)
    if not 1 <= number <= 6:
        raise InvalidMoveError(text=text[:40])
    return PlaySlot(Slot(number))


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat promised to take less than this number."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AllLeft:
    """Nobody called: the hand is void, and this seat deals next (BRI-11)."""

    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The seat is the caller, and leads; its side must take less than the number."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class CardLaidDown:
    """A seat played a card to the first trick, face down."""

    seat: Seat
    slot: Slot


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The caller named the trump."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class FirstTrickTurnedUp:
    """The six cards of the first trick were turned up, here in the order played, and everybody raised their hand."""

    leader: Seat
    slots: tuple[Slot, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """A seat played a card, seen as it was turned up."""

    seat: Seat
    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class AceShown:
    """The ace of trumps was turned up: the seat is the caller's partner, or as caller plays alone (BRI-16)."""

    seat: Seat
    alone: bool


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat took the trick."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandCounted:
    """The hand was counted."""

    result: Result


Event = (
    BidMade
    | Left
    | AllLeft
    | AuctionWon
    | CardLaidDown
    | TrumpNamed
    | FirstTrickTurnedUp
    | CardTurnedUp
    | AceShown
    | TrickTaken
    | HandCounted
)

"""The moves of Calabresella and the public facts that a move makes true; ``notation`` has their short forms."""

from __future__ import annotations

from dataclasses import dataclass

from games.calabresella.terms import Account, Contract
from games.core import Seat
from games.core.cards import Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid Chiamo, Solo or Solissimo."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass in the auction."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Call a card that one does not hold (CLB-14)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Give:
    """Return a card, face up, for the one received (CLB-18)."""

    card: Card


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay these cards face down as the new monte, or as one's part of it (CLB-19, CLB-22, CLB-23); in
    ascending order.

    A bidder has 1,820 choices of four out of sixteen; ``legal_moves`` makes each only when it is asked for."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Raise:
    """Raise one's Solissimo to Dividete or Scegliete, or with ``SOLISSIMO`` play it as it is (CLB-21)."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class Split:
    """Propose that the first opponent (the one after the bidder) take these cards of the monte, and the other the rest
    (CLB-23); in ascending order."""

    first_takes: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Accept:
    """Agree to the split on the table."""


@dataclass(frozen=True, slots=True)
class Insist:
    """Turn down the other's split; one's own, the first, stands."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card to the trick."""

    card: Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next round, or deal again after all have passed."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Say between rounds that one would end the match; it ends when all three have said so (CLB-36)."""


Move = Bid | Pass | Ask | Give | LayOff | Raise | Split | Accept | Insist | PlayCard | Deal | Stop


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt; ``number`` counts the played rounds, so a deal that all passed has the number of the next."""

    dealer: Seat
    number: int


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid."""

    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AllPassed:
    """Nobody bid; ``dealer`` deals again (CLB-12)."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The auction is over; the seat plays this contract against the other two."""

    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class CardAsked:
    """The bidder called a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardHandedOver:
    """A seat handed the called card over to the bidder, face up (CLB-15)."""

    seat: Seat
    to: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardNotHeld:
    """Neither opponent holds the called card (CLB-16)."""

    card: Card


@dataclass(frozen=True, slots=True)
class MonteTurnedUp:
    """The monte was turned up for all."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MonteTaken:
    """The bidder took the monte into hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardReturned:
    """The bidder returned a card, face up (CLB-18)."""

    seat: Seat
    to: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class SolissimoKept:
    """The bidder plays Solissimo as it is."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SolissimoRaised:
    """The bidder raised Solissimo to this contract."""

    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class MonteDrawn:
    """Each opponent drew two cards of the monte, face down (CLB-22)."""

    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class SplitProposed:
    """A seat proposed who takes which cards of the monte: the first opponent these, the second those."""

    seat: Seat
    first_takes: tuple[Card, ...]
    second_takes: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SplitSettled:
    """The monte was shared out, by agreement or (``agreed`` false) because the first proposal stands."""

    agreed: bool
    first: Seat
    first_takes: tuple[Card, ...]
    second: Seat
    second_takes: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A seat laid off so many cards, face down."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """The cards are ready; the seat leads to the first trick (CLB-24)."""

    leader: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A seat took the trick; its cards are worth so many thirds."""

    seat: Seat
    thirds: int


@dataclass(frozen=True, slots=True)
class RoundCounted:
    """The round was counted and paid."""

    account: Account


@dataclass(frozen=True, slots=True)
class StopSaid:
    """A seat would end the match."""

    seat: Seat


Event = (
    Dealt
    | BidMade
    | Passed
    | AllPassed
    | AuctionWon
    | CardAsked
    | CardHandedOver
    | CardNotHeld
    | MonteTurnedUp
    | MonteTaken
    | CardReturned
    | SolissimoKept
    | SolissimoRaised
    | MonteDrawn
    | SplitProposed
    | SplitSettled
    | LaidOff
    | PlayBegan
    | CardPlayed
    | TrickTaken
    | RoundCounted
    | StopSaid
)

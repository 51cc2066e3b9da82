"""What one seat may know of a hand of blind Briscola (G-5).

Nobody ever sees a card of their own before it is turned up, nobody sees any face before the first trick is, and the
caller's partner is nowhere named before the ace of trumps has shown (BRI-5, BRI-16, BRI-18).
"""

from __future__ import annotations

from typing import NamedTuple

from games.briscola.terms import Call, Phase, Result, Slot, Trick
from games.core import Outcome, Seat
from games.core.cards import Card, Suit


class SlotView(NamedTuple):
    """One slot of a hand: whether its card is still held, and the card's face if this viewer has seen it.

    A card that was played keeps its slot, with ``held`` false; its face is None while it lies face down.
    """

    held: bool
    face: Card | None


class TrickCard(NamedTuple):
    """A card of the trick on the table; None while it lies face down."""

    seat: Seat
    slot: Slot
    card: Card | None


class Observation(NamedTuple):
    """The table as one seat sees it; ``seat`` None is a spectator. Seats follow each other clockwise.

    Attributes:
        to_act: the seats that must act now; one, or none at the end.
        calls: what was said in the auction, in order.
        left: the seats that have left the auction.
        bidder, number: the lowest call so far; the caller and the promise once the auction is over.
        next_bid: the highest number that may be called now; 0 if none can, None after the auction.
        hands: for each seat its six slots, in their fixed order.
        leader: who led to the trick on the table, or will.
        trick: the cards on the table in the order played.
        tricks: the tricks taken, all turned up.
        tricks_taken: how many each seat has.
        ace_shown_by: who turned the ace of trumps up; None until it has shown.
        own_cards: by the option ``memory_aid`` the cards that one's own slots hold, in ascending order, which says
            nothing of the slots; None without the option, for spectators, and before the first trick is turned up.
        points: by the option ``show_running_points`` what each seat has taken; else None.
        result: how the hand was counted; None before, and in a void hand.
        outcome: how the match ended; None while it goes on.
    """

    seat: Seat | None
    phase: Phase
    to_act: tuple[Seat, ...]
    dealer: Seat
    calls: tuple[Call, ...]
    left: tuple[Seat, ...]
    bidder: Seat | None
    number: int | None
    next_bid: int | None
    hands: tuple[tuple[SlotView, ...], ...]
    trump: Suit | None
    leader: Seat
    trick: tuple[TrickCard, ...]
    tricks: tuple[Trick, ...]
    tricks_taken: tuple[int, ...]
    ace_shown_by: Seat | None
    own_cards: tuple[Card, ...] | None
    points: tuple[int, ...] | None
    result: Result | None
    outcome: Outcome | None

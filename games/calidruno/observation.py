"""What one seat may know of a hand of Calidruno (G-5)."""

from __future__ import annotations

from typing import NamedTuple

from games.calidruno.cards import Card, Colour
from games.calidruno.moves import DealerDrawn, Dealt
from games.core.game import Outcome, Seat


class Duty(NamedTuple):
    """A call that is owed: ``seat`` dropped to one card and has not said the word.

    Attributes:
        can_call: the word still counts (CAL-26).
        can_catch: the others may point it out (CAL-30, CAL-33).
        grace: the head start runs; the next player's action does not yet close the call.
    """

    seat: Seat
    can_call: bool
    can_catch: bool
    grace: bool


class Hearing(NamedTuple):
    """A report that ``accused`` told ``advised`` what to play (CAL-39), and the votes so far."""

    reporter: Seat
    accused: Seat
    advised: Seat
    voters: tuple[Seat, ...]
    votes: tuple[tuple[Seat, bool], ...]


class Observation(NamedTuple):
    """The table as one seat sees it; ``seat`` None is a spectator.

    Attributes:
        hand: own cards in ascending order; empty for a spectator.
        drawn: the card just drawn by this seat, which alone it may play now (CAL-15); None otherwise.
        counts: cards held by each seat.
        to_act: whose turn it is; None between hands and at the end.
        has_drawn: whether the seat to act has drawn this turn.
        direction: +1 clockwise (rising seats), -1 after an odd number of reverses.
        top, colour: the card to match and the colour in force.
        stock, discards: how many cards lie in the draw pile and the discard pile.
        debt: cards that the seat to act must take or pass on (option ``stacking``).
        duties: calls that are owed.
        hand_number: 1 for the first hand of the match.
        points: points so far, where ``scoring`` counts them; else empty.
        shown: all hands turned up for counting after a hand; None at any other time.
        outcome: how the match ended; None while it goes on.
        opening: how this hand began, as events: the rounds of the draw for dealer, if there was one, and the deal.
    """

    seat: Seat | None
    hand: tuple[Card, ...]
    drawn: Card | None
    counts: tuple[int, ...]
    to_act: Seat | None
    has_drawn: bool
    direction: int
    top: Card
    colour: Colour
    stock: int
    discards: int
    debt: int
    dealer: Seat
    duties: tuple[Duty, ...]
    hearing: Hearing | None
    hand_number: int
    points: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...] | None
    outcome: Outcome | None
    opening: tuple[DealerDrawn | Dealt, ...] = ()

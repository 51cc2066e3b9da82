"""The whole truth about a match of Calidruno at one point."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple, TypeVar

from games.calidruno.cards import Card, Colour
from games.calidruno.matching import Book
from games.calidruno.moves import DealerDrawn, Dealt
from games.calidruno.observation import Hearing
from games.core.game import Outcome, Seat

TupleT = TypeVar("TupleT", bound=tuple[Any, ...])


def quick(cls: type[TupleT], fields: tuple[Any, ...]) -> TupleT:
    """A NamedTuple from all its fields; its own constructor takes three times as long, and a step makes several."""
    return tuple.__new__(cls, fields)  # pyright: ignore[reportUnknownMemberType] - typeshed gives the iterable's default no type


class Owed(NamedTuple):
    """A call that is owed by ``seat`` since its play in turn ``turn`` left one card (CAL-26).

    Attributes:
        can_call: the word still counts.
        can_catch: the others may point it out.
        grace: the head start runs.
        acted: the latest turn acted in that this duty has noted, 0 for none. It is the turn whose action closed the
            call, or the last one acted in during the head start.
    """

    seat: Seat
    turn: int
    can_call: bool
    can_catch: bool
    grace: bool
    acted: int = 0


class Ending(Enum):
    """How the latest duty of a seat came to its end; it only serves to give the true reason of a refusal."""

    SAID = "said"
    LATE = "late"
    CAUGHT = "caught"


class Frame(NamedTuple):
    """What changes with hands, not with moves.

    Attributes:
        dealer: who dealt this hand.
        number: 1 for the first hand of the match.
        points: points so far; empty where wins are counted.
        opening: the draw for dealer (if there was one) and the deal of this hand, as the events that tell of it.
        next_dealer: who deals on; None while the hand is played, and at the end where the dealer is drawn anew.
        hand_over: nobody is to act: the hand (and perhaps the match) is over.
        outcome: how the match ended.
    """

    dealer: Seat
    number: int
    points: tuple[int, ...]
    opening: tuple[DealerDrawn | Dealt, ...]
    next_dealer: Seat | None = None
    hand_over: bool = False
    outcome: Outcome | None = None


class State(NamedTuple):
    """A match at one point. Piles have their top at the end; hands are in ascending order.

    Attributes:
        book: the options, and what may be played under them.
        colour: the colour in force.
        direction: +1 clockwise (rising seats), -1 counterclockwise.
        to_act: whose turn it is; None when the hand is over.
        drawn: the card that the seat to act has drawn this turn.
        debt: cards that the seat to act must take or pass on (option ``stacking``).
        idle: passes in a row by players who could not draw (CAL-38).
        turn: number of this turn, counted through the match.
        duties: calls that are owed (CAL-26).
        endings: how the latest duty of each seat ended; None for none yet.
        hearing: the report that is being decided (CAL-39).
        barred: seats that have reported and had no turn since.
        frame: what changes with hands only.
    """

    book: Book
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    colour: Colour
    direction: int
    to_act: Seat | None
    drawn: Card | None
    debt: int
    idle: int
    turn: int
    duties: tuple[Owed, ...]
    endings: tuple[Ending | None, ...]
    hearing: Hearing | None
    barred: tuple[Seat, ...]
    frame: Frame

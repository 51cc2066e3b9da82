"""The moves of Calidruno and their notation, and the public facts that a move makes true.

====================  =============================================================
``R7`` ``W=B``        play a card; a wild names its colour (``W+4=R``)
``R7!`` ``W=B!``      the same, saying the word with it (CAL-29)
``draw`` ``pass``     draw one card; pass after drawing
``call``              say "Calidruno!"
``catch-2``           point out that seat 2 has not said it
``report-1-3``        report that seat 1 told seat 3 what to play
``guilty`` ``clear``  vote on the report
``judge-guilty`` ``judge-clear``  the host's word on it (option ``suggestion_penalty`` host)
``grace-2-57``        (table) the head start of seat 2, owing the word since turn 57, is over
``verdict``           (table) the time for votes is over
``deal``              deal the next hand (where points are counted)
====================  =============================================================
"""

from __future__ import annotations

from dataclasses import dataclass

from games.calidruno.cards import Card, Colour
from games.core.game import Seat


@dataclass(frozen=True, slots=True)
class Play:
    """Discard a card; ``colour`` is the colour named with a wild, ``says_it`` whether the word comes with it."""

    card: Card
    colour: Colour | None = None
    says_it: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card, or take the debt where draw cards are stacked."""


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn after drawing."""


@dataclass(frozen=True, slots=True)
class Call:
    """Say "Calidruno!"."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Point out that a seat has not said it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Report:
    """Report that ``accused`` told ``advised`` what to play."""

    accused: Seat
    advised: Seat


@dataclass(frozen=True, slots=True)
class Vote:
    """Vote on a report, or judge it as host."""

    guilty: bool
    as_host: bool = False


@dataclass(frozen=True, slots=True)
class GraceOver:
    """The table's move: the head start that a seat got by its play in this turn of the match is over."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The table's move: the time for votes is over."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next hand."""


Move = Play | Draw | Pass | Call | Catch | Report | Vote | GraceOver | Verdict | Deal


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Each seat's card in one round of the draw for dealer (CAL-3, CAL-4); None for a seat that did not draw."""

    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was dealt: who dealt, the cards put back before (CAL-8) and the first card of the discard pile."""

    dealer: Seat
    put_back: tuple[Card, ...]
    first: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A seat discarded a card; ``colour`` is the colour in force now."""

    seat: Seat
    card: Card
    colour: Colour


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took cards: of its own accord, or ``forced`` by a draw card."""

    seat: Seat
    cards: int
    forced: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat ended its turn without a card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat missed its turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reversed:
    """The direction changed to this (+1 clockwise, -1 counterclockwise)."""

    direction: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat said "Calidruno!" in time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat was caught silent by another and drew ``cards`` cards."""

    seat: Seat
    by: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the draw pile (CAL-37)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Reported:
    """A report was made; ``voters`` will decide."""

    reporter: Seat
    accused: Seat
    advised: Seat
    voters: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The report was decided; ``cards`` cards were drawn by the accused if guilty."""

    accused: Seat
    guilty: bool
    cards: int


@dataclass(frozen=True, slots=True)
class HandWon:
    """A seat went out; ``points`` are what the hand earned it (0 where no points are counted)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class HandVoid:
    """Nobody could draw or play any more (CAL-38)."""


Event = (
    DealerDrawn
    | Dealt
    | Played
    | Drew
    | Passed
    | Skipped
    | Reversed
    | Called
    | Caught
    | Reshuffled
    | Reported
    | Judged
    | HandWon
    | HandVoid
)

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
``grace-2``           (table) the head start of seat 2 is over
``verdict``           (table) the time for votes is over
``deal``              deal the next hand (where points are counted)
====================  =============================================================
"""

from __future__ import annotations

from typing import NamedTuple

from games.calidruno.cards import Card, Colour
from games.core.game import Seat


class Play(NamedTuple):
    """Discard a card; ``colour`` is the colour named with a wild, ``says_it`` whether the word comes with it."""

    card: Card
    colour: Colour | None = None
    says_it: bool = False


class Draw(NamedTuple):
    """Draw one card, or take the debt where draw cards are stacked."""


class Pass(NamedTuple):
    """End the turn after drawing."""


class Call(NamedTuple):
    """Say "Calidruno!"."""


class Catch(NamedTuple):
    """Point out that a seat has not said it."""

    seat: Seat


class Report(NamedTuple):
    """Report that ``accused`` told ``advised`` what to play."""

    accused: Seat
    advised: Seat


class Vote(NamedTuple):
    """Vote on a report, or judge it as host."""

    guilty: bool
    as_host: bool = False


class GraceOver(NamedTuple):
    """The table's move: the head start of a seat is over."""

    seat: Seat


class Verdict(NamedTuple):
    """The table's move: the time for votes is over."""


class Deal(NamedTuple):
    """Deal the next hand."""


Move = Play | Draw | Pass | Call | Catch | Report | Vote | GraceOver | Verdict | Deal


class DealerDrawn(NamedTuple):
    """Each seat's card in one round of the draw for dealer (CAL-3, CAL-4); None for a seat that did not draw."""

    cards: tuple[Card | None, ...]


class Dealt(NamedTuple):
    """A hand was dealt: who dealt, the cards put back before (CAL-8) and the first card of the discard pile."""

    dealer: Seat
    put_back: tuple[Card, ...]
    first: Card


class Played(NamedTuple):
    """A seat discarded a card; ``colour`` is the colour in force now."""

    seat: Seat
    card: Card
    colour: Colour


class Drew(NamedTuple):
    """A seat took cards: of its own accord, or ``forced`` by a draw card."""

    seat: Seat
    count: int
    forced: bool


class Passed(NamedTuple):
    """A seat ended its turn without a card."""

    seat: Seat


class Skipped(NamedTuple):
    """A seat missed its turn."""

    seat: Seat


class Reversed(NamedTuple):
    """The direction changed to this (+1 clockwise, -1 counterclockwise)."""

    direction: int


class Called(NamedTuple):
    """A seat said "Calidruno!" in time."""

    seat: Seat


class Caught(NamedTuple):
    """A seat was caught silent by another and drew ``count`` cards."""

    seat: Seat
    by: Seat
    count: int


class Reshuffled(NamedTuple):
    """The discards became the draw pile (CAL-37)."""

    count: int


class Reported(NamedTuple):
    """A report was made; ``voters`` will decide."""

    reporter: Seat
    accused: Seat
    advised: Seat
    voters: tuple[Seat, ...]


class Judged(NamedTuple):
    """The report was decided; ``count`` cards were drawn by the accused if guilty."""

    accused: Seat
    guilty: bool
    count: int


class HandWon(NamedTuple):
    """A seat went out; ``points`` are what the hand earned it (0 where no points are counted)."""

    seat: Seat
    points: int


class HandVoid(NamedTuple):
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

"""The full state of a hand of blind Briscola, hidden cards included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.briscola.options import Options
from games.briscola.terms import SLOTS, Call, Phase, Slot, Trick
from games.core import Seat
from games.core.cards import Card, Suit

SEATS = 6
ALONE: tuple[frozenset[Seat], ...] = tuple(frozenset({Seat(i)}) for i in range(SEATS))
"""For each seat the set that holds only it."""
NEXT: tuple[Seat, ...] = tuple(Seat((i + 1) % SEATS) for i in range(SEATS))
"""For each seat the next one clockwise."""
NOBODY: frozenset[Seat] = frozenset()
ALL_HELD = (1 << SEATS * len(SLOTS)) - 1

SLOTS_OF: tuple[tuple[Slot, ...], ...] = tuple(
    tuple(slot for slot in SLOTS if pattern >> (slot - 1) & 1) for pattern in range(1 << len(SLOTS))
)
"""For each pattern of six bits the slots that are set in it."""


class Auction(NamedTuple):
    """The auction as it stands, or as it ended.

    Attributes:
        calls: what was said, in order.
        left: the seats that have left.
        bidder, number: the lowest call, in the end the caller's; None before any.
    """

    calls: tuple[Call, ...]
    left: frozenset[Seat]
    bidder: Seat | None
    number: int | None


class State(NamedTuple):
    """One hand at one point.

    Attributes:
        to_act: the one seat to act; empty at the end.
        hands: the six cards dealt to each seat, by slot; they stay here when they are played.
        held: a bit for each card still held, ``6 * seat + slot - 1``.
        trump: None until the caller has named it, that is until the first trick is turned up.
        leader, slots, trick: who led to the trick on the table, from which slots it was played, and its cards.
    """

    options: Options
    phase: Phase
    to_act: frozenset[Seat]
    dealer: Seat
    auction: Auction
    hands: tuple[tuple[Card, ...], ...]
    held: int
    trump: Suit | None
    leader: Seat
    slots: tuple[Slot, ...]
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]

    @property
    def bidder(self) -> Seat | None:
        """Who has called lowest; the caller once the auction is over."""
        return self.auction.bidder

    @property
    def number(self) -> int | None:
        """The lowest call."""
        return self.auction.number


def after(seat: Seat, places: int = 1) -> Seat:
    """The seat so many places further clockwise."""
    return Seat((seat + places) % SEATS)


def held_slots(state: State, seat: Seat) -> tuple[Slot, ...]:
    """The slots from which the seat has not played."""
    return SLOTS_OF[state.held >> 6 * seat & 63]


def held_places(state: State) -> Iterator[tuple[Seat, Slot]]:
    """All cards still held, as seat and slot."""
    for seat in range(SEATS):
        for slot in held_slots(state, Seat(seat)):
            yield Seat(seat), slot


def deal(options: Options, dealer: Seat, deck: tuple[Card, ...]) -> State:
    """A hand dealt from this deck, six cards to each seat from the dealer's left (BRI-4)."""
    hands: list[tuple[Card, ...]] = [()] * SEATS
    for place in range(SEATS):
        hands[after(dealer, 1 + place)] = deck[6 * place : 6 * place + 6]
    first = after(dealer)
    return State(
        options=options,
        phase=Phase.AUCTION,
        to_act=ALONE[first],
        dealer=dealer,
        auction=Auction((), NOBODY, None, None),
        hands=tuple(hands),
        held=ALL_HELD,
        trump=None,
        leader=first,
        slots=(),
        trick=(),
        tricks=(),
    )

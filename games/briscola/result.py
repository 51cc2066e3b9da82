"""Counting a hand (BRI-24 to BRI-27)."""

from __future__ import annotations

from games.briscola.cards import POINTS
from games.briscola.state import SEATS, State
from games.briscola.terms import Result
from games.core import Seat
from games.core.cards import Rank, card_of

_CALLER_STAKE = 3
_PARTNER_STAKE = 1
_LONE_STAKE = 5


def taken_points(state: State) -> tuple[int, ...]:
    """For each seat the points in the tricks that it has taken."""
    taken = [0] * SEATS
    for _, _, cards, winner in state.tricks:
        for card in cards:
            taken[winner] += POINTS[card]
    return tuple(taken)


def ace_holder(state: State) -> Seat:
    """Who was dealt the ace of trumps, wherever it lies now (BRI-15)."""
    if state.trump is None:
        raise ValueError("there is no ace of trumps before the trump is named")
    ace = card_of(state.trump, Rank.ACE)
    return next(Seat(seat) for seat, hand in enumerate(state.hands) if ace in hand)


def result_of(state: State) -> Result:
    """The result of a hand whose six tricks were played."""
    caller, number = state.bidder, state.number
    if caller is None or number is None:
        raise ValueError("a void hand has no result")
    holder = ace_holder(state)
    partner = None if holder == caller else holder
    taken = taken_points(state)
    side_points = taken[caller] + (0 if partner is None else taken[partner])
    kept = side_points < number
    stakes = zero_sum_stakes(caller, partner, kept=kept) if state.options.scoring == "zero_sum" else ()
    return Result(caller, number, partner, taken, side_points, kept, stakes)


def zero_sum_stakes(caller: Seat, partner: Seat | None, *, kept: bool) -> tuple[int, ...]:
    """What each seat wins or loses by the option ``scoring`` zero_sum (BRI-27)."""
    sign = 1 if kept else -1
    stakes = [-sign] * SEATS
    stakes[caller] = sign * (_LONE_STAKE if partner is None else _CALLER_STAKE)
    if partner is not None:
        stakes[partner] = sign * _PARTNER_STAKE
    return tuple(stakes)

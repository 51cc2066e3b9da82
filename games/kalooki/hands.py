"""A hand from the cut to the count (KAL-3 to 7, 27 to 35)."""

from __future__ import annotations

from games.core import Outcome, Rng, Seat
from games.kalooki.cards import PACK, points_of
from games.kalooki.moves import Dealt, Event, HandClosed, HandVoid, MatchEnded
from games.kalooki.observation import Account, AccountLine, Phase
from games.kalooki.options import Options
from games.kalooki.state import HAND_SIZE, State

UNOPENED_POINTS = 50

IDLE_TURNS = 160
"""So many turns in a row without a card laid make a hand void: two players have then gone twice through the stock.

The stock is renewed for ever (KAL-34), so the rules alone would let a hand of people who only draw and discard go on
for ever; players would throw it in."""

VOID_HANDS = 3
"""So many void hands in a row end the match as it stands, for the same reason."""


def before_cut(options: Options, seats: int, dealer: Seat, rng: Rng) -> State:
    """The pack is shuffled and lies before the player on the dealer's right (KAL-4)."""
    return State(
        options=options,
        phase=Phase.CUT,
        dealer=dealer,
        turn=Seat((dealer - 1) % seats),
        hands=((),) * seats,
        stock=tuple(rng.shuffled(PACK)),
        totals=(0,) * seats,
        taken=(frozenset(),) * seats,
        opened=(False,) * seats,
    )


def deal(state: State, height: int) -> tuple[State, Dealt]:
    """Cut at the height, deal card by card from the dealer's left, turn up the first of the pozzo (KAL-4 to 7)."""
    pack = state.stock[height:] + state.stock[:height]
    seats = state.seats
    dealt = HAND_SIZE * seats
    first = (state.dealer + 1) % seats
    hands = tuple(tuple(sorted(pack[(seat - first) % seats : dealt : seats])) for seat in range(seats))
    state = state._replace(
        phase=Phase.DRAW, turn=Seat(first), hands=hands, pozzo=(pack[dealt],), stock=pack[dealt + 1 :]
    )
    return state, Dealt(state.hand_number, state.dealer, pack[dealt])


def close(state: State, closer: Seat, in_one_turn: bool, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """The closer has no card left, perhaps having laid all in one turn: everybody else counts (KAL-27 to 33)."""
    doubled = in_one_turn and state.options.kalooki_doubles == "yes"
    lines: list[AccountLine] = []
    for cards, opened, total in zip(state.hands, state.opened, state.totals, strict=True):
        value = points_of(cards)
        fixed = not opened and state.options.unopened_penalty == "50"
        points = (UNOPENED_POINTS if fixed else value) * (1 + doubled)
        lines.append(AccountLine(cards, opened, value, points, total + points))
    account = Account(state.hand_number, state.dealer, closer, "", doubled, tuple(lines))
    totals = tuple(line.total for line in lines)
    state = state._replace(account=account, totals=totals, voids=0)
    closed = HandClosed(closer, state.hand_number, doubled)
    if max(totals) >= state.options.target:
        return _end(state, "target", (closed,))
    return _next_hand(state, rng), (closed,)


def void(state: State, reason: str, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """The hand ends and nobody scores (KAL-35)."""
    lines = tuple(
        AccountLine(cards, opened, points_of(cards), 0, total)
        for cards, opened, total in zip(state.hands, state.opened, state.totals, strict=True)
    )
    account = Account(state.hand_number, state.dealer, None, reason, doubled=False, lines=lines)
    state = state._replace(account=account, voids=state.voids + 1)
    voided = HandVoid(state.hand_number, reason)
    if state.voids == VOID_HANDS:
        return _end(state, "called_off", (voided,))
    return _next_hand(state, rng), (voided,)


def _next_hand(state: State, rng: Rng) -> State:
    """The deal passes to the left (KAL-3)."""
    fresh = before_cut(state.options, state.seats, Seat((state.dealer + 1) % state.seats), rng)
    return fresh._replace(
        totals=state.totals, hand_number=state.hand_number + 1, voids=state.voids, account=state.account
    )


def _end(state: State, reason: str, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """The cards stay as they lie. Lowest total wins, equal totals share a place (KAL-33); a match that is called off
    before anybody scored has no places."""
    totals = state.totals
    places = tuple(1 + sum(other < total for other in totals) for total in totals) if any(totals) else ()
    outcome = Outcome(reason, places, totals)
    return state._replace(phase=Phase.OVER, outcome=outcome, drawn=None), (*events, MatchEnded(reason))

"""The auction of Calabresella (CLB-8 to CLB-13)."""

from __future__ import annotations

from games.calabresella.exchange import begin_contract
from games.calabresella.moves import AllPassed, AuctionWon, Bid, BidMade, Event, Move, Pass, Passed
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.state import ALONE, NEXT, CalabresellaStep, State, after
from games.calabresella.terms import BETWEEN, CHIAMO, SOLISSIMO, SOLO, Call, Contract
from games.core import IllegalMoveError, InvalidMoveError, NotYourTurnError, Rng, Seat, Step

_PASS = Pass()
BIDS = (CHIAMO, SOLO, SOLISSIMO)
_LEGAL: dict[Contract | None, tuple[Move, ...]] = {
    highest: (_PASS, *(Bid(contract) for contract in BIDS if highest is None or contract > highest))
    for highest in (None, *BIDS)
}


def highest_call(calls: tuple[Call, ...]) -> Call | None:
    """The last bid, which is the highest; None if all have passed so far."""
    for call in reversed(calls):
        if call.contract is not None:
            return call
    return None


def legal_calls(state: State) -> tuple[Move, ...]:
    """Pass and every higher bid (CLB-9)."""
    highest = highest_call(state.calls)
    return _LEGAL[highest.contract if highest else None]


def make_bid(state: State, seat: Seat, move: Bid, rng: Rng) -> CalabresellaStep:
    """Bid; Solissimo ends the auction at once (CLB-10)."""
    del rng
    _check_speaker(state, seat)
    if move.contract not in BIDS:
        raise InvalidMoveError
    highest = highest_call(state.calls)
    if highest and highest.contract and move.contract <= highest.contract:
        raise IllegalMoveError(CalabresellaReason.BID_NOT_HIGHER, highest=highest.contract)
    return _next_speaker(state, Call(seat, move.contract), BidMade(seat, move.contract))


def make_pass(state: State, seat: Seat, move: Pass, rng: Rng) -> CalabresellaStep:
    """Pass, for good (CLB-11)."""
    del move, rng
    _check_speaker(state, seat)
    return _next_speaker(state, Call(seat, None), Passed(seat))


def _silent(state: State, calls: tuple[Call, ...]) -> set[Seat]:
    """The seats that may not speak any more."""
    once = state.options.auction == "one_turn_each"
    return {call.seat for call in calls if once or call.contract is None}


def _check_speaker(state: State, seat: Seat) -> None:
    if seat in state.to_act:
        return
    if seat in _silent(state, state.calls):
        once = state.options.auction == "one_turn_each"
        raise IllegalMoveError(CalabresellaReason.HAS_SPOKEN if once else CalabresellaReason.HAS_PASSED)
    raise NotYourTurnError(active=state.to_act)


def _next_speaker(state: State, call: Call, event: Event) -> CalabresellaStep:
    calls = (*state.calls, call)
    silent = _silent(state, calls)
    highest = highest_call(calls)
    # Whoever has called highest is not asked again until somebody goes higher.
    waiting = [
        seat
        for seat in (NEXT[call.seat], NEXT[NEXT[call.seat]])
        if seat not in silent and (highest is None or seat != highest.seat)
    ]
    if highest is None or highest.contract is None:
        if waiting:
            return Step(state._replace(calls=calls, to_act=ALONE[waiting[0]]), (event,))
        return _all_passed(state._replace(calls=calls), event)
    if waiting and highest.contract < SOLISSIMO:
        return Step(state._replace(calls=calls, to_act=ALONE[waiting[0]]), (event,))
    won = AuctionWon(highest.seat, highest.contract)
    after_auction, events = begin_contract(state._replace(calls=calls), highest.seat, highest.contract)
    return Step(after_auction, (event, won, *events))


def _all_passed(state: State, event: Event) -> CalabresellaStep:
    """The cards are collected, and the dealer of CLB-12 deals again; the round that all passed does not count."""
    dealer = state.standing.dealer
    if state.options.all_pass_dealer == "next":
        dealer = after(dealer)
    standing = state.standing._replace(dealer=dealer, stops=frozenset())
    collected = state._replace(phase=BETWEEN, to_act=ALONE[dealer], standing=standing)
    return Step(collected, (event, AllPassed(dealer)))

"""The blind auction (BRI-7 to BRI-12)."""

from __future__ import annotations

from games.briscola.moves import AllLeft, AuctionWon, Bid, BidMade, Event, Leave, Left, Move
from games.briscola.reasons import BriscolaReason
from games.briscola.state import ALONE, NEXT, NOBODY, SEATS, Auction, State, after
from games.briscola.terms import AUCTION, FIRST_TRICK, OVER, Call
from games.core import IllegalMoveError, NotYourTurnError, Seat, Step

_LEAVE = Leave()
_BIDS: tuple[Move, ...] = tuple(Bid(number) for number in range(60))
_LEGAL: tuple[tuple[Move, ...], ...] = tuple((_LEAVE, *_BIDS[highest:0:-1]) for highest in range(60))


def highest_bid(state: State) -> int:
    """The highest number that may be called now; 0 after a call of 1 (BRI-8)."""
    return state.options.max_first_bid if state.number is None else state.number - 1


def must_call(state: State) -> bool:
    """Whether the seat to act is the last of six, nobody has called, and by option it may not leave (BRI-11)."""
    option = state.options.all_pass == "last_must_call_59"
    return option and state.number is None and len(state.auction.calls) == SEATS - 1


def legal_calls(state: State) -> tuple[Move, ...]:
    """Leaving and every lower number, the highest first; the last who must call does so at the highest number."""
    highest = highest_bid(state)
    return (_BIDS[highest],) if must_call(state) else _LEGAL[highest]


def make_bid(state: State, seat: Seat, move: Bid) -> Step[State]:
    """Promise to take less than a number lower than any before."""
    _check_speaker(state, seat)
    number, highest = move.number, highest_bid(state)
    if number < 1:
        raise IllegalMoveError(BriscolaReason.BID_BELOW_ONE)
    if number > highest:
        reason = BriscolaReason.FIRST_BID_TOO_HIGH if state.number is None else BriscolaReason.BID_NOT_LOWER
        raise IllegalMoveError(reason, highest=highest)
    if number < highest and must_call(state):
        raise IllegalMoveError(BriscolaReason.LAST_MUST_CALL, number=highest)
    return _next_speaker(state, Call(seat, number), BidMade(seat, number))


def leave(state: State, seat: Seat, move: Leave) -> Step[State]:
    """Leave for good (BRI-9)."""
    del move
    _check_speaker(state, seat)
    if must_call(state):
        raise IllegalMoveError(BriscolaReason.LAST_MUST_CALL, number=highest_bid(state))
    return _next_speaker(state, Call(seat, None), Left(seat))


def _check_speaker(state: State, seat: Seat) -> None:
    if state.phase is not AUCTION:
        raise IllegalMoveError(BriscolaReason.AUCTION_OVER)
    if seat in state.to_act:
        return
    if seat in state.auction.left:
        raise IllegalMoveError(BriscolaReason.HAS_LEFT)
    raise NotYourTurnError(active=state.to_act)


def _next_speaker(state: State, call: Call, event: Event) -> Step[State]:
    options, phase, _, dealer, (calls, left, bidder, number), hands, held, _, leader, *_ = state
    if call.number is None:
        left |= ALONE[call.seat]
    else:
        bidder, number = call
    speaker = NEXT[call.seat]
    # Whoever has called lowest is not asked again until underbid.
    while speaker != call.seat and (speaker in left or speaker == bidder):
        speaker = NEXT[speaker]
    if speaker != call.seat:
        to_act, events = ALONE[speaker], (event,)
    elif bidder is not None and number is not None:
        phase, to_act, leader = FIRST_TRICK, ALONE[bidder], bidder
        events = (event, AuctionWon(bidder, number))
    else:
        phase, to_act = OVER, NOBODY
        events = (event, AllLeft(next_dealer(state)))
    auction = Auction((*calls, call), left, bidder, number)
    return Step(State(options, phase, to_act, dealer, auction, hands, held, None, leader, (), (), ()), events)


def next_dealer(state: State) -> Seat:
    """The next on the left (BRI-6); after a void hand by option the same dealer again (BRI-11)."""
    void_again = state.number is None and state.options.all_pass == "same_dealer"
    return state.dealer if void_again else after(state.dealer)

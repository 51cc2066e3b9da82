"""The six tricks, and the trump named between the first six cards and their reveal (BRI-13 to BRI-23)."""

from __future__ import annotations

from functools import cache

from games.briscola.cards import ORDER
from games.briscola.moves import (
    AceShown,
    CardLaidDown,
    CardTurnedUp,
    Event,
    FirstTrickTurnedUp,
    HandCounted,
    Move,
    NameTrump,
    PlaySlot,
    TrickTaken,
    TrumpNamed,
)
from games.briscola.reasons import BriscolaReason
from games.briscola.result import result_of
from games.briscola.state import ALONE, NEXT, NOBODY, SEATS, SLOTS_OF, State, after, held_slots
from games.briscola.terms import AUCTION, FIRST_TRICK, OVER, SLOTS, TRICKS, TRUMP, Slot, Trick
from games.core import IllegalMoveError, InvalidMoveError, NotYourTurnError, Seat, Step
from games.core.cards import Card, Rank, Suit, card_of

_TRUMPS: tuple[Move, ...] = tuple(NameTrump(suit) for suit in Suit)
_ACES = tuple(card_of(suit, Rank.ACE) for suit in Suit)
# Moves and events are made once; a dataclass takes longer to make than a move to play.
_PLAYS: dict[tuple[Slot, ...], tuple[Move, ...]] = {
    slots: tuple([PlaySlot(slot) for slot in slots]) for slots in SLOTS_OF
}
_LAID_DOWN = tuple(tuple((CardLaidDown(seat, slot),) for slot in SLOTS) for seat in sorted(NEXT))
_TAKEN = tuple((TrickTaken(seat),) for seat in sorted(NEXT))


@cache
def _turned_up(seat: Seat, slot: Slot, card: Card) -> tuple[Event, ...]:
    return (CardTurnedUp(seat, slot, card),)


def legal_plays(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every slot that still holds a card; there is no duty to follow suit (BRI-21)."""
    return _PLAYS[held_slots(state, seat)]


def legal_trumps() -> tuple[Move, ...]:
    """The four suits."""
    return _TRUMPS


def play_slot(state: State, seat: Seat, move: PlaySlot) -> Step[State]:
    """Play the card in a slot: to the first trick face down, later turned up at once for all."""
    options, phase, to_act, dealer, auction, hands, held, trump, leader, slots, trick, tricks = state
    if phase is AUCTION:
        raise IllegalMoveError(BriscolaReason.AUCTION_FIRST)
    if phase is TRUMP:
        raise IllegalMoveError(BriscolaReason.TRUMP_FIRST)
    if seat not in to_act:
        raise NotYourTurnError(active=to_act)
    slot = move.slot
    if slot not in SLOTS:
        raise InvalidMoveError
    bit = 1 << 6 * seat + slot - 1
    if not held & bit:
        raise IllegalMoveError(BriscolaReason.SLOT_IS_EMPTY, slot=slot)
    card, held = hands[seat][slot - 1], held ^ bit
    slots, trick, to_act = (*slots, slot), (*trick, card), ALONE[NEXT[seat]]
    if trump is None:
        events = _LAID_DOWN[seat][slot - 1]
        if len(trick) == SEATS:
            phase, to_act = TRUMP, ALONE[leader]
    else:
        events = _turned_up(seat, slot, card)
        if card == _ACES[trump]:
            events += (AceShown(seat, alone=seat == auction.bidder),)
    state = State(options, phase, to_act, dealer, auction, hands, held, trump, leader, slots, trick, tricks)
    if trump is None or len(trick) < SEATS:
        return Step(state, events)
    return _take(state, trump, events)


def name_trump(state: State, seat: Seat, move: NameTrump) -> Step[State]:
    """The caller names the trump, the six cards are turned up and somebody takes them (BRI-14, BRI-17)."""
    if state.phase is AUCTION:
        raise IllegalMoveError(BriscolaReason.TRUMP_TOO_EARLY)
    if seat != state.bidder:
        raise IllegalMoveError(BriscolaReason.CALLER_NAMES_TRUMP)
    if state.phase is not TRUMP:
        early = state.phase is FIRST_TRICK
        raise IllegalMoveError(BriscolaReason.TRUMP_TOO_EARLY if early else BriscolaReason.TRUMP_IS_NAMED)
    trump = move.suit
    turned_up = FirstTrickTurnedUp(state.leader, state.slots, state.trick)
    events: tuple[Event, ...] = (TrumpNamed(seat, trump), turned_up)
    if _ACES[trump] in state.trick:
        holder = after(state.leader, state.trick.index(_ACES[trump]))
        events += (AceShown(holder, alone=holder == seat),)
    return _take(state._replace(trump=trump), trump, events)


def _take(state: State, trump: Suit, events: tuple[Event, ...]) -> Step[State]:
    """A full trick goes to its winner, who leads to the next; the sixth ends the hand."""
    options, _, _, dealer, auction, hands, held, _, leader, slots, trick, tricks = state
    winner = after(leader, ORDER.winner(trick, trump))
    tricks = (*tricks, Trick(leader, slots, trick, winner))
    phase, to_act = (TRICKS, ALONE[winner]) if held else (OVER, NOBODY)
    state = State(options, phase, to_act, dealer, auction, hands, held, trump, winner, (), (), tricks)
    events += _TAKEN[winner]
    return Step(state, events if held else (*events, HandCounted(result_of(state))))

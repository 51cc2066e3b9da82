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
from games.briscola.state import ALONE, NOBODY, SEATS, State, after, held_slots
from games.briscola.terms import SLOTS, Phase, Slot, Trick
from games.core import IllegalMoveError, InvalidMoveError, NotYourTurnError, Seat, Step
from games.core.cards import Rank, Suit, card_of

_TRUMPS: tuple[Move, ...] = tuple(NameTrump(suit) for suit in Suit)
_card_laid_down = cache(CardLaidDown)
_card_turned_up = cache(CardTurnedUp)
_trick_taken = cache(TrickTaken)


@cache
def _plays(slots: tuple[Slot, ...]) -> tuple[Move, ...]:
    return tuple([PlaySlot(slot) for slot in slots])


def legal_plays(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every slot that still holds a card; there is no duty to follow suit (BRI-21)."""
    return _plays(held_slots(state, seat))


def legal_trumps() -> tuple[Move, ...]:
    """The four suits."""
    return _TRUMPS


def play_slot(state: State, seat: Seat, move: PlaySlot) -> Step[State]:
    """Play the card in a slot: to the first trick face down, later turned up at once for all."""
    options, phase, to_act, dealer, calls, bidder, number, hands, held, trump, leader, slots, trick, tricks = state
    if phase is Phase.AUCTION:
        raise IllegalMoveError(BriscolaReason.AUCTION_FIRST)
    if phase is Phase.TRUMP:
        raise IllegalMoveError(BriscolaReason.TRUMP_FIRST)
    if seat not in to_act:
        raise NotYourTurnError(active=to_act)
    slot = move.slot
    if slot not in SLOTS:
        raise InvalidMoveError
    bit = 1 << 6 * seat + slot - 1
    if not held & bit:
        raise IllegalMoveError(BriscolaReason.SLOT_IS_EMPTY, slot=slot)
    card = hands[seat][slot - 1]
    slots, trick, to_act = (*slots, slot), (*trick, card), ALONE[after(seat)]
    if len(trick) == SEATS and trump is None:
        phase, to_act = Phase.TRUMP, ALONE[leader]
    after_card = State(
        options, phase, to_act, dealer, calls, bidder, number, hands, held ^ bit, trump, leader, slots, trick, tricks
    )
    if trump is None:
        return Step(after_card, (_card_laid_down(seat, slot),))
    turned_up = _card_turned_up(seat, slot, card)
    shown = (AceShown(seat, alone=seat == bidder),) if card == card_of(trump, Rank.ACE) else ()
    if len(trick) < SEATS:
        return Step(after_card, (turned_up, *shown))
    taken, events = _take(after_card, trump)
    return Step(taken, (turned_up, *shown, *events))


def name_trump(state: State, seat: Seat, move: NameTrump) -> Step[State]:
    """The caller names the trump, the six cards are turned up and somebody takes them (BRI-14, BRI-17)."""
    if seat != state.bidder or state.phase is Phase.AUCTION:
        auction = state.phase is Phase.AUCTION
        raise IllegalMoveError(BriscolaReason.TRUMP_TOO_EARLY if auction else BriscolaReason.CALLER_NAMES_TRUMP)
    if state.phase is not Phase.TRUMP:
        early = state.phase is Phase.FIRST_TRICK
        raise IllegalMoveError(BriscolaReason.TRUMP_TOO_EARLY if early else BriscolaReason.TRUMP_IS_NAMED)
    trump = move.suit
    turned_up = FirstTrickTurnedUp(state.leader, state.slots, state.trick)
    ace = card_of(trump, Rank.ACE)
    shown: tuple[Event, ...] = ()
    if ace in state.trick:
        holder = after(state.leader, state.trick.index(ace))
        shown = (AceShown(holder, alone=holder == seat),)
    taken, events = _take(state._replace(phase=Phase.TRICKS, trump=trump), trump)
    return Step(taken, (TrumpNamed(seat, trump), turned_up, *shown, *events))


def _take(state: State, trump: Suit) -> tuple[State, tuple[Event, ...]]:
    """A full trick goes to its winner, who leads to the next; the sixth ends the hand."""
    options, phase, to_act, dealer, calls, bidder, number, hands, held, _, leader, slots, trick, tricks = state
    winner = after(leader, ORDER.winner(trick, trump))
    tricks = (*tricks, Trick(leader, slots, trick, winner))
    phase, to_act = (Phase.TRICKS, ALONE[winner]) if held else (Phase.OVER, NOBODY)
    state = State(options, phase, to_act, dealer, calls, bidder, number, hands, held, trump, winner, (), (), tricks)
    taken = _trick_taken(winner)
    if held:
        return state, (taken,)
    return state, (taken, HandCounted(result_of(state)))

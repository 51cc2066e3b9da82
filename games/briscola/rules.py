"""The rules of blind, reversed Briscola chiamata (rule book BRI). A match is one hand; then the dealer's left deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.briscola import auction, moves, play, worlds
from games.briscola.cards import pack
from games.briscola.moves import Bid, Leave, Move, NameTrump, PlaySlot
from games.briscola.observation import Observation, SlotView, TrickCard
from games.briscola.options import PRESETS, Options
from games.briscola.result import ace_holder, result_of, taken_points
from games.briscola.state import SEATS, State, after, deal, held_places, held_slots
from games.briscola.terms import AUCTION, OVER, SLOTS, TRUMP
from games.core import (
    Game,
    GameInfo,
    InvalidMoveError,
    MatchOverError,
    NotYourTurnError,
    Outcome,
    Rng,
    Seat,
    Step,
)
from games.core.cards import Card, Rank, Suit, card_of

_SEATS = frozenset(Seat(i) for i in range(SEATS))
_HANDLERS: dict[type[Any], Callable[[State, Seat, Any], Step[State]]] = {
    Bid: auction.make_bid,
    Leave: auction.leave,
    PlaySlot: play.play_slot,
    NameTrump: play.name_trump,
}


class Briscola(Game[Options, State, Move, Observation]):
    """Six seats, counted clockwise."""

    info = GameInfo("briscola", rules_version=1, min_seats=SEATS, max_seats=SEATS)
    options_type = Options
    presets = PRESETS

    def setup(self, options: Options, seats: int, rng: Rng, dealer: Seat | None = None) -> State:
        """Deal a hand; where no dealer is given it is drawn (BRI-6)."""
        if seats != SEATS:
            raise ValueError(f"Briscola is for six players, not {seats} (BRI-1)")
        if dealer is None:
            dealer = Seat(rng.below(SEATS))
        return deal(options, dealer, tuple(rng.shuffled(pack(options.removed_rank))))

    def active_seats(self, state: State) -> frozenset[Seat]:
        return state.to_act

    def legal_moves(self, state: State, seat: Seat | None) -> Sequence[Move]:
        if seat not in state.to_act or seat is None:
            return ()
        if state.phase is AUCTION:
            return auction.legal_calls(state)
        if state.phase is TRUMP:
            return play.legal_trumps()
        return play.legal_plays(state, seat)

    def apply(self, state: State, seat: Seat | None, move: Move, rng: Rng) -> Step[State]:
        del rng
        if state.phase is OVER:
            raise MatchOverError
        handler = _HANDLERS.get(type(move))
        if handler is None:
            raise InvalidMoveError
        if seat not in _SEATS or seat is None:
            raise NotYourTurnError(active=state.to_act)
        return handler(state, seat, move)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        over = state.phase is OVER
        counted = over and state.trump is not None
        return Observation(
            seat=seat,
            phase=state.phase,
            to_act=tuple(state.to_act),
            dealer=state.dealer,
            calls=state.auction.calls,
            left=tuple(sorted(state.auction.left)),
            bidder=state.bidder,
            number=state.number,
            next_bid=auction.highest_bid(state) if state.phase is AUCTION else None,
            hands=tuple([_view_hand(state, seat, Seat(owner)) for owner in range(SEATS)]),
            trump=state.trump,
            leader=state.leader,
            trick=tuple(
                [
                    TrickCard(after(state.leader, place), slot, None if state.trump is None else card)
                    for place, (slot, card) in enumerate(zip(state.slots, state.trick, strict=True))
                ]
            ),
            tricks=state.tricks,
            tricks_taken=tuple([sum(trick.winner == taker for trick in state.tricks) for taker in range(SEATS)]),
            ace_shown_by=_ace_shown_by(state),
            own_cards=_own_cards(state, seat),
            points=taken_points(state)
            if state.options.show_running_points == "yes" and state.trump is not None
            else None,
            result=result_of(state) if counted else None,
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Void if nobody called; else the winners share the first place and the losers the next (BRI-26)."""
        if state.phase is not OVER:
            return None
        if state.trump is None:
            return Outcome("void", ())
        result = result_of(state)
        winners = result.winners
        places = tuple([1 if seat in winners else 1 + len(winners) for seat in range(SEATS)])
        return Outcome("kept" if result.kept else "broken", places, result.stakes)

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """Leave, unless one must call; the first slot that holds a card; the first suit. No choice says anything."""
        if state.phase is AUCTION:
            return Bid(auction.highest_bid(state)) if auction.must_call(state) else Leave()
        if state.phase is TRUMP:
            return NameTrump(Suit.COPPE)
        return PlaySlot(held_slots(state, seat)[0])

    def next_dealer(self, state: State) -> Seat | None:
        """The dealer's left, or by option the same dealer after a void hand (BRI-6, BRI-11)."""
        return auction.next_dealer(state)

    def encode_move(self, move: Move) -> str:
        return moves.encode(move)

    def decode_move(self, text: str) -> Move:
        return moves.decode(text)

    def deck(self, options: Options) -> Sequence[Card]:
        return pack(options.removed_rank)

    def cards(self, state: State) -> Sequence[Card]:
        held = [state.hands[seat][slot - 1] for seat, slot in held_places(state)]
        return [*held, *state.trick, *(card for trick in state.tricks for card in trick.cards)]

    def resample(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return worlds.resample(state, seat, rng)


def _view_hand(state: State, viewer: Seat | None, owner: Seat) -> tuple[SlotView, ...]:
    """A hand by slot: a played card shows once it is turned up, a held one only to others than its owner (BRI-18)."""
    turned_up = state.trump is not None
    hand, held = state.hands[owner], held_slots(state, owner)
    sees_held = turned_up and worlds.sees_hand(state.options, viewer, owner)
    return tuple(
        [
            SlotView(slot in held, card if (sees_held if slot in held else turned_up) else None)
            for slot, card in zip(SLOTS, hand, strict=True)
        ]
    )


def _ace_shown_by(state: State) -> Seat | None:
    """Who has turned the ace of trumps up (BRI-16)."""
    if state.trump is None:
        return None
    holder = ace_holder(state)
    slot = SLOTS[state.hands[holder].index(card_of(state.trump, Rank.ACE))]
    return None if slot in held_slots(state, holder) else holder


def _own_cards(state: State, seat: Seat | None) -> tuple[Card, ...] | None:
    """The set of cards that the seat's slots must hold, as it follows from all that the seat sees."""
    if seat is None or state.trump is None or state.options.memory_aid == "off":
        return None
    return tuple(sorted(state.hands[seat][slot - 1] for slot in held_slots(state, seat)))

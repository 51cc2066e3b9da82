"""The rules of Kalooki (KAL-1 to 35): two to six people, 106 cards, to 150; few points are good points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.core import (
    Game,
    GameInfo,
    IllegalMoveError,
    InvalidMoveError,
    MatchOverError,
    NotYourTurnError,
    Outcome,
    Rng,
    Seat,
    Step,
)
from games.kalooki import hands, turn
from games.kalooki.cards import CARD_POINTS, PACK, Card, is_joker
from games.kalooki.legal import CUTS, can_take_pozzo, draw_moves, lay_moves, play_moves
from games.kalooki.listed import listed
from games.kalooki.moves import (
    Cut,
    Decline,
    Discard,
    DrawPozzo,
    DrawStock,
    Drew,
    Event,
    LayDown,
    LayOff,
    Move,
    Swap,
    WasCut,
)
from games.kalooki.notation import decode_move, encode_move
from games.kalooki.observation import Observation, Phase, TableMeld
from games.kalooki.options import Options
from games.kalooki.reasons import KalookiReason as Why
from games.kalooki.state import State
from games.kalooki.turn import Result


class Kalooki(Game[Options, State, Move, Observation]):
    """Kalooki as the rule book has it. The match goes on from hand to hand by itself; each begins with a cut."""

    info: ClassVar[GameInfo] = GameInfo("kalooki", rules_version=1, min_seats=2, max_seats=6)
    options_type = Options
    presets: Mapping[str, Options] = {"seed": Options()}

    def most_seats(self, options: Options) -> int:
        """As the table has agreed (KAL-1)."""
        return options.max_players

    def setup(self, options: Options, seats: int, rng: Rng, dealer: Seat | None = None) -> State:
        """The first pack, shuffled and to be cut; the first dealer is drawn (KAL-3)."""
        if not self.info.min_seats <= seats <= options.max_players:
            raise ValueError(f"kalooki is for 2 to {options.max_players} players (KAL-1)")
        return hands.before_cut(options, seats, Seat(rng.below(seats)) if dealer is None else dealer, rng)

    def active_seats(self, state: State) -> frozenset[Seat]:
        """The one seat to act."""
        return frozenset() if state.phase is Phase.OVER else frozenset((state.turn,))

    def legal_moves(self, state: State, seat: Seat | None) -> Sequence[Move]:
        """What the seat may do now; see ``legal`` for what is listed where much is possible."""
        if seat != state.turn or state.phase is Phase.OVER:
            return ()
        if state.phase is Phase.CUT:
            return CUTS
        return draw_moves(state) if state.phase is Phase.DRAW else play_moves(state)

    def listed(self, state: State, seat: Seat | None, move: Move) -> Move:
        """The move of ``legal`` that stands for this one."""
        playing = seat == state.turn and state.phase is Phase.PLAY
        return listed(state, move) if playing else move

    def apply(self, state: State, seat: Seat | None, move: Move, rng: Rng) -> Step[State]:
        """Play the move."""
        if state.phase is Phase.OVER:
            raise MatchOverError
        if seat != state.turn:
            active = self.active_seats(state)
            if state.phase is Phase.CUT and isinstance(move, Cut):
                raise NotYourTurnError(Why.NOT_THE_CUTTER, cutter=state.turn, active=active)
            raise NotYourTurnError(active=active)
        if state.phase is Phase.CUT:
            return Step(*_cut(state, move))
        if isinstance(move, Cut):
            raise IllegalMoveError(Why.NO_CUT_NOW)
        return Step(*(_draw(state, move, rng) if state.phase is Phase.DRAW else _play(state, move, rng)))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """What the seat may know (G-5)."""
        mine = seat is not None and seat == state.turn
        over = state.phase is Phase.OVER
        return Observation(
            seat=seat,
            phase=state.phase,
            hand=() if seat is None else state.hands[seat],
            drawn=state.drawn if mine else None,
            must_lay=state.must_lay,
            counts=tuple(map(len, state.hands)),
            taken=tuple(tuple(sorted(cards)) for cards in state.taken),
            to_act=None if over else state.turn,
            melds=tuple(
                TableMeld(owner, meld, tuple(c for c in meld.cards if c in state.laid))
                for owner, meld, _ in state.melds
            ),
            opened=state.opened,
            stock=0 if state.phase is Phase.CUT else len(state.stock),
            pozzo=len(state.pozzo),
            top=state.pozzo[-1] if state.pozzo else None,
            totals=state.totals,
            opening_min=state.options.opening_min,
            target=state.options.target,
            dealer=state.dealer,
            hand_number=state.hand_number,
            account=state.account,
            outcome=state.outcome,
        )

    def outcome(self, state: State) -> Outcome | None:
        """``"target"`` when somebody reached it (KAL-32), ``"called_off"`` after void hands in a row."""
        return state.outcome

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """Cut in the middle; draw from the stock; discard the card drawn, or the dearest one that is no joker."""
        del seat
        if state.phase is Phase.CUT:
            return Cut(len(PACK) // 2)
        if state.phase is Phase.DRAW:
            return DrawStock() if turn.can_draw_stock(state) else Decline()
        if state.must_lay is not None:
            return next(lay_moves(state))
        card = state.drawn
        if card is None or is_joker(card):
            card = max(state.hand, key=lambda c: (not is_joker(c), CARD_POINTS[c], c))
        return listed(state, Discard(card))

    def next_dealer(self, state: State) -> Seat | None:
        """The deal passes to the left after each hand (KAL-3), from match to match as well."""
        return Seat((state.dealer + 1) % state.seats)

    def encode_move(self, move: Move) -> str:
        """The notation of ``games.kalooki.notation``."""
        return encode_move(move)

    def decode_move(self, text: str) -> Move:
        """The move of a notation."""
        return decode_move(text)

    def deck(self, options: Options) -> Sequence[Card]:
        """All 106 cards."""
        del options
        return PACK

    def cards(self, state: State) -> Sequence[Card]:
        """All cards wherever they lie."""
        return (
            *(card for hand in state.hands for card in hand),
            *state.stock,
            *state.pozzo,
            *(card for meld in state.melds for card in meld.meld.cards),
        )

    def resample(self, state: State, seat: Seat | None, rng: Rng) -> State:
        """The stock and the others' cards lie otherwise, but for cards that everybody saw them take from the pozzo.

        The pozzo was seen card by card and stays as it is. What lay in it before it became the stock counts as
        forgotten. When the match is over all hands have been turned up.
        """
        known = [
            set(hand) if at == seat or state.phase is Phase.OVER else set(state.taken[at])
            for at, hand in enumerate(state.hands)
        ]
        hidden = [c for hand, seen in zip(state.hands, known, strict=True) for c in hand if c not in seen]
        pool = rng.shuffled((*hidden, *state.stock))
        dealt: list[tuple[Card, ...]] = []
        fresh: list[tuple[Card, ...]] = []
        for hand, seen in zip(state.hands, known, strict=True):
            new, pool = pool[: len(hand) - len(seen)], pool[len(hand) - len(seen) :]
            fresh.append(tuple(new))
            dealt.append(tuple(sorted((*seen, *new))))
        drawn = state.drawn
        if drawn is not None and drawn not in dealt[state.turn]:
            drawn = fresh[state.turn][0]
        return state._replace(hands=tuple(dealt), stock=tuple(pool), drawn=drawn)


def _cut(state: State, move: Move) -> Result:
    if not isinstance(move, Cut):
        raise IllegalMoveError(Why.CUT_FIRST)
    if not 1 <= move.height < len(PACK):
        raise IllegalMoveError(Why.CUT_HEIGHT, height=move.height, low=1, high=len(PACK) - 1)
    cutter = state.turn
    state, dealt = hands.deal(state, move.height)
    return state, (WasCut(cutter, move.height), dealt)


def _draw(state: State, move: Move, rng: Rng) -> Result:
    """The first step of a turn (KAL-14, 15, 34, 35)."""
    match move:
        case DrawStock():
            return turn.draw_stock(state, rng)
        case DrawPozzo():
            if not state.pozzo:
                raise InvalidMoveError
            card = state.pozzo[-1]
            if not can_take_pozzo(state):
                raise IllegalMoveError(Why.POZZO_ONLY_TO_MELD, card=card)
            return turn.take_pozzo(state), (Drew(state.turn, card),)
        case Decline():
            if turn.can_draw_stock(state):
                raise IllegalMoveError(Why.NOT_EXHAUSTED)
            return hands.void(state, "stock_out", rng)
        case _:
            raise IllegalMoveError(Why.DRAW_FIRST)


def _play(state: State, move: Move, rng: Rng) -> Result:
    """A step after the draw (KAL-16 to 27)."""
    match move:
        case LayDown():
            return turn.lay_down(state, move)
        case LayOff():
            return turn.lay_off(state, move)
        case Swap():
            return turn.swap(state, move)
        case Discard():
            after, events = turn.discard(state, move)
            after, more = _after_turn(after, state, rng)
            return after, (*events, *more)
        case _:
            raise IllegalMoveError(Why.ALREADY_DRAWN)


def _after_turn(state: State, before: State, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """The hand is closed, or void because nothing is laid any more, or goes on."""
    if not state.hands[before.turn]:
        return hands.close(state, before.turn, before.opened_this_turn, rng)
    if state.idle == hands.IDLE_TURNS:
        return hands.void(state, "nothing_laid", rng)
    return state, ()

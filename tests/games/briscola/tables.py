"""Tables of blind Briscola for tests: fixed hands, moves in notation, whole random hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.briscola.cards import pack
from games.briscola.options import Options
from games.briscola.rules import Briscola
from games.briscola.state import State, deal
from games.briscola.terms import Phase
from games.core import Rng, Seat
from games.core.cards import Card, Suit, card_from

GAME = Briscola()
SEED = bytes(range(16))
S1, S2, S3, S4, S5, S6 = SEATS = tuple(Seat(i) for i in range(6))
"""Clockwise; S6 is the dealer unless a test says otherwise."""
S3_CALLS_50 = ("bid-59", "leave", "bid-50", "leave", "leave", "leave", "leave")


def cards(text: str) -> tuple[Card, ...]:
    """Cards in notation, separated by spaces."""
    return tuple(card_from(name) for name in text.split())


def dealt(options: Options | None = None, first_slots: dict[Seat, str] | None = None) -> State:
    """A hand dealt by S6 in which the first slots of some seats hold the cards named."""
    options = options or Options()
    fixed = {seat: cards(text) for seat, text in (first_slots or {}).items()}
    taken = {card for some in fixed.values() for card in some}
    rest = iter([card for card in pack(options.removed_rank) if card not in taken])
    deck: list[Card] = []
    for seat in SEATS:
        own = fixed.get(seat, ())
        deck += [*own, *(next(rest) for _ in range(6 - len(own)))]
    return deal(options, S6, tuple(deck))


def play(state: State, *moves: str | tuple[Seat, str]) -> State:
    """The state after these moves, each by the seat to act unless one is named."""
    for entry in moves:
        seat, text = entry if isinstance(entry, tuple) else (to_act(state), entry)
        state = GAME.apply(state, seat, GAME.decode_move(text), Rng(SEED, 1)).state
    return state


def events(state: State, seat: Seat, text: str) -> tuple[object, ...]:
    return GAME.apply(state, seat, GAME.decode_move(text), Rng(SEED, 1)).events


def to_act(state: State) -> Seat:
    (seat,) = GAME.active_seats(state)
    return seat


def legal(state: State, seat: Seat) -> list[str]:
    """What the seat may do now, in notation."""
    return [GAME.encode_move(move) for move in GAME.legal_moves(state, seat)]


def second_trick(
    trump: str = "coppe", options: Options | None = None, first_slots: dict[Seat, str] | None = None
) -> State:
    """S3 has called 50, all have played their first slot, the trump is named and the first trick taken."""
    return play(dealt(options, first_slots), *S3_CALLS_50, *("slot-1",) * 6, f"trump-{trump}")


def led(trump: Suit, first_slots: dict[Seat, str], options: Options | None = None) -> State:
    """A second trick to which S1 leads, and in which the cards named lie in slot 2 and further."""
    state = second_trick(trump.name.lower(), options, first_slots)
    return state._replace(leader=S1, to_act=frozenset({S1}))


def random_hand(options: Options, seed: int) -> Iterator[tuple[State, Seat, str]]:
    """Each state of a random hand, with the seat to act and its move; the last state alone has no move."""
    choices = random.Random(seed)
    state = GAME.setup(options, 6, Rng(choices.randbytes(16)))
    while state.phase is not Phase.OVER:
        seat = to_act(state)
        move = choices.choice(GAME.legal_moves(state, seat))
        yield state, seat, GAME.encode_move(move)
        state = GAME.apply(state, seat, move, Rng(SEED, 1)).state
    yield state, S1, ""

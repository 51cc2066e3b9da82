"""Positions of Kalooki for tests, written down in the notation of the moves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.core import Rng, RulesError, Seat, Step
from games.kalooki.cards import NAMES, PACK, Card, card_from
from games.kalooki.melds import Meld, read_meld
from games.kalooki.moves import Lay, LayDown
from games.kalooki.notation import decode_move
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.rules import Kalooki
from games.kalooki.state import State, owned

GAME = Kalooki()
SEED = b"kalooki for test"
DRAW = Phase.DRAW


def cards(text: str) -> tuple[Card, ...]:
    """``KS 9h JK`` as cards; spaces are optional."""
    text = text.replace(" ", "")
    return tuple(card_from(text[i : i + 2]) for i in range(0, len(text), 2))


def names(some: Sequence[Card]) -> str:
    return " ".join(NAMES[c] for c in some)


def lay(text: str) -> Lay:
    move = decode_move(f"lay-{text}")
    assert isinstance(move, LayDown)
    return move.melds[0]


def meld(text: str) -> Meld:
    """``9S9HJK=9D`` as a meld."""
    shown = lay(text)
    reading = read_meld(shown.cards, shown.joker_as)
    assert reading.meld is not None, reading
    return reading.meld


def scene(
    *hands: str,
    melds: Sequence[tuple[int, str]] = (),
    opened: Sequence[int] = (),
    pozzo: str = "",
    stock: str | None = None,
    turn: int = 0,
    phase: Phase = Phase.PLAY,
    totals: Sequence[int] | None = None,
    dealer: int | None = None,
    options: Options | None = None,
    **more: object,
) -> State:
    """A position: hands as text, ``melds`` as owner and text, the seats that have opened.

    All other cards are the stock, below those that ``stock`` names as its top; with ``stock=""`` they lie at the
    bottom of the pozzo and the stock is empty. The last card of ``pozzo`` is its top.
    """
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    laid = tuple(owned(Seat(owner), meld(text)) for owner, text in melds)
    used = [*(c for h in held for c in h), *(c for m in laid for c in m.meld.cards), *cards(pozzo), *cards(stock or "")]
    assert len(set(used)) == len(used), "a card lies in two places"
    rest = tuple(c for c in PACK if c not in used)
    seats = len(hands)
    state = State(
        options=options or Options(),
        phase=phase,
        dealer=Seat((seats - 1) if dealer is None else dealer),
        turn=Seat(turn),
        hands=held,
        stock=() if stock == "" else (*cards(stock or ""), *rest),
        pozzo=(*(rest if stock == "" else ()), *cards(pozzo)),
        totals=tuple(totals or (0,) * seats),
        taken=(frozenset(),) * seats,
        opened=tuple(seat in opened for seat in range(seats)),
        melds=laid,
    )
    return state._replace(**more)


def play(state: State, *moves: str, seat: int | None = None) -> State:
    """The state after moves of the seat to act, or of the seat given."""
    return step(state, *moves, seat=seat).state


def step(state: State, *moves: str, seat: int | None = None) -> Step[State]:
    """As ``play``, with the events of all the moves."""
    events: list[object] = []
    for text in moves:
        mover = state.turn if seat is None else Seat(seat)
        done = GAME.apply(state, mover, GAME.decode_move(text), Rng(SEED, len(events)))
        state = done.state
        events += done.events
    return Step(state, tuple(events))


def refused(state: State, move: str, seat: int | None = None) -> RulesError:
    """The refusal of a move."""
    with pytest.raises(RulesError) as caught:
        play(state, move, seat=seat)
    return caught.value


def legal(state: State, seat: int | None = None) -> list[str]:
    """The legal moves of the seat to act, or of the seat given, in notation."""
    mover = state.turn if seat is None else Seat(seat)
    return [GAME.encode_move(move) for move in GAME.legal_moves(state, mover)]

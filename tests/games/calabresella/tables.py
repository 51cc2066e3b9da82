"""Tables of Calabresella for tests: fixed hands, moves in notation, whole random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.calabresella.options import Options
from games.calabresella.rules import Calabresella
from games.calabresella.state import NOBODY, Exchange, Standing, State, deal
from games.calabresella.terms import Contract, Phase, Trick
from games.core import Rng, Seat
from games.core.card_sets import CARDS
from games.core.cards import PACK, Card, card_from, name_of

GAME = Calabresella()
SEED = bytes(range(16))
R, X, D = Seat(0), Seat(1), Seat(2)
"""The dealer's right, the third player and the dealer, in playing order."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards in notation, separated by spaces."""
    return tuple(card_from(name) for name in text.split())


def names(some: tuple[Card, ...]) -> str:
    return " ".join(name_of(card) for card in some)


def dealt(options: Options | None = None, *, monte: str = "", **held: str) -> State:
    """A round just dealt by D, in which R, X and D hold at least the cards named, and the monte begins with those."""
    named = {R: cards(held.get("r", "")), X: cards(held.get("x", "")), D: cards(held.get("d", ""))}
    fixed = cards(monte)
    taken = {card for some in (*named.values(), fixed) for card in some}
    rest = iter([card for card in PACK if card not in taken])
    hands = [sorted([*named[seat], *(next(rest) for _ in range(12 - len(named[seat])))]) for seat in (R, X, D)]
    middle = [*fixed, *(next(rest) for _ in range(4 - len(fixed)))]
    deck = [card for packet in range(3) for seat in (R, X, D) for card in hands[seat][4 * packet : 4 * packet + 4]]
    return deal(options or Options(), Standing(D, 0, (0, 0, 0), None, NOBODY, ""), (*deck, *middle))


def play(state: State, *moves: str | tuple[Seat, str]) -> State:
    """The state after these moves, each by the only seat to act unless one is named."""
    for entry in moves:
        seat, text = entry if isinstance(entry, tuple) else (only(state), entry)
        state = GAME.apply(state, seat, GAME.decode_move(text), Rng(SEED, 1)).state
    return state


def events(state: State, seat: Seat, text: str) -> tuple[object, ...]:
    return GAME.apply(state, seat, GAME.decode_move(text), Rng(SEED, 1)).events


def hand(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that the seat holds, in ascending order."""
    return CARDS.of(state.hands[seat])


def only(state: State) -> Seat:
    (seat,) = GAME.active_seats(state)
    return seat


def legal(state: State, seat: Seat) -> set[str]:
    """What the seat may do now, in notation."""
    return {GAME.encode_move(move) for move in GAME.legal_moves(state, seat)}


def finished(
    options: Options | None = None,
    contract: Contract = Contract.CHIAMO,
    *,
    bidder_cards: int,
    bidder_tricks: int = 6,
    last: str = "bidder",
    bidder: Seat = X,
) -> State:
    """A round before its count: the bidder took so many tricks, whose cards are worth ``bidder_cards`` thirds with the
    monte if the last trick is the bidder's."""
    count = 3 * bidder_tricks + (4 if last == "bidder" else 0)
    ours = _worth(bidder_cards, count)
    others = [card for card in PACK if card not in ours]
    monte = tuple((ours if last == "bidder" else others)[-4:])
    piles = {True: [c for c in ours if c not in monte], False: [c for c in others if c not in monte]}
    winners = [True] * bidder_tricks + [False] * (12 - bidder_tricks)
    if last == "bidder":
        winners.reverse()
    other = Seat((bidder + 1) % 3)
    tricks: list[Trick] = []
    for mine in winners:
        trick, piles[mine] = tuple(piles[mine][:3]), piles[mine][3:]
        winner = bidder if mine else other
        tricks.append(Trick(R, trick, winner, sum(_thirds(card) for card in trick)))
    return dealt(options)._replace(
        phase=Phase.PLAY,
        exchange=Exchange(contract, bidder),
        hands=(0, 0, 0),
        monte=monte,
        tricks=tuple(tricks),
    )


def _thirds(card: Card) -> int:
    name = name_of(card)[0]
    return 3 if name == "A" else 1 if name in "32RCF" else 0


def _worth(thirds: int, count: int) -> list[Card]:
    """So many cards that are together worth so many thirds."""
    by_worth = {worth: [card for card in PACK if _thirds(card) == worth] for worth in (0, 1, 3)}
    for aces in range(5):
        ones = thirds - 3 * aces
        zeros = count - aces - ones
        if 0 <= ones <= 20 and 0 <= zeros <= 16:
            return by_worth[3][:aces] + by_worth[1][:ones] + by_worth[0][:zeros]
    raise ValueError("no such cards")


def random_match(options: Options, seed: int, rounds: int = 3) -> Iterator[tuple[State, Seat, str]]:
    """Each state of a random match, with the seat that acts next and its move; the last state alone has no move."""
    choices = random.Random(seed)
    state = GAME.setup(options, 3, Rng(choices.randbytes(16)))
    ply = 0
    while active := sorted(GAME.active_seats(state)):
        seat = choices.choice(active)
        moves = GAME.legal_moves(state, seat)
        move = choices.choice(moves)
        if state.phase is Phase.RAISE:
            move = choices.choice(moves[1:])
        elif state.phase is Phase.BETWEEN:
            move = moves[1] if state.standing.played >= rounds and len(moves) > 1 else moves[0]
        yield state, seat, GAME.encode_move(move)
        ply += 1
        state = GAME.apply(state, seat, move, Rng(choices.randbytes(16), ply)).state
    yield state, Seat(0), ""

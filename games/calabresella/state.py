"""The full state of a match of Calabresella, hidden cards included."""

from __future__ import annotations

from typing import NamedTuple

from games.calabresella.options import Options
from games.calabresella.terms import Account, Call, Contract, Phase, Trick
from games.core import Rng, Seat, Step
from games.core.card_sets import CardSet, card_set
from games.core.cards import PACK, Card

SEATS = 3
ALONE: tuple[frozenset[Seat], ...] = tuple(frozenset({Seat(i)}) for i in range(SEATS))
"""For each seat the set that holds only it."""
NEXT: tuple[Seat, ...] = tuple(Seat((i + 1) % SEATS) for i in range(SEATS))
"""For each seat the next one in playing order."""
EVERYBODY: frozenset[Seat] = frozenset(Seat(i) for i in range(SEATS))
NOBODY: frozenset[Seat] = frozenset()


class Standing(NamedTuple):
    """What lasts from round to round.

    Attributes:
        dealer: of the present round; between rounds, of the next.
        played: rounds that were counted.
        stops: the seats that would end the match.
        ended: why the match is over, as a key; "" while it goes on.
    """

    dealer: Seat
    played: int
    balances: tuple[int, ...]
    account: Account | None
    stops: frozenset[Seat]
    ended: str


class Exchange(NamedTuple):
    """The contract, and what became of the monte.

    Attributes:
        turned: the cards of the monte that everybody has seen.
        called, giver, returned: the called card, who handed it over (None: nobody), and what was given for it.
        offers: the proposal and the counter-proposal of CLB-23, as what the first opponent takes.
        took: for each seat what it took from the monte into hand.
        layers: for each card of the new monte who laid it off; empty while the dealt monte lies there.
    """

    contract: Contract
    bidder: Seat
    turned: tuple[Card, ...] = ()
    called: Card | None = None
    giver: Seat | None = None
    returned: Card | None = None
    offers: tuple[tuple[Card, ...], ...] = ()
    took: tuple[tuple[Card, ...], ...] = ((), (), ())
    layers: tuple[Seat, ...] = ()

    @property
    def first(self) -> Seat:
        """The opponent next in turn after the bidder."""
        return after(self.bidder)

    @property
    def second(self) -> Seat:
        """The other opponent."""
        return after(self.bidder, 2)


class State(NamedTuple):
    """The match at one point.

    Attributes:
        calls: the auction of this round.
        exchange: None until the auction is over.
        hands: for each seat the set of its cards.
        monte: the cards in the middle, in the order dealt or laid off.
        leader, trick: who led to the trick on the table, and its cards in the order played.
    """

    options: Options
    phase: Phase
    to_act: frozenset[Seat]
    standing: Standing
    calls: tuple[Call, ...]
    exchange: Exchange | None
    hands: tuple[CardSet, ...]
    monte: tuple[Card, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]


CalabresellaStep = Step[State]


def after(seat: Seat, places: int = 1) -> Seat:
    """The seat so many places further in playing order (counterclockwise)."""
    return Seat((seat + places) % SEATS)


def exchange_of(state: State) -> Exchange:
    """The contract of a state after the auction."""
    if state.exchange is None:
        raise ValueError("there is no contract before the auction is over")
    return state.exchange


def deal(options: Options, standing: Standing, deck: tuple[Card, ...]) -> State:
    """A round dealt from this deck: packets of four, from the dealer's right, the last four the monte (CLB-4)."""
    hands = [0] * SEATS
    for place in range(SEATS):
        packets = deck[4 * place : 4 * place + 4] + deck[4 * place + 12 : 4 * place + 16] + deck[4 * place + 24 :][:4]
        hands[after(standing.dealer, 1 + place)] = card_set(packets)
    speaker = after(standing.dealer)
    return State(
        options=options,
        phase=Phase.AUCTION,
        to_act=ALONE[speaker],
        standing=standing,
        calls=(),
        exchange=None,
        hands=tuple(hands),
        monte=deck[36:],
        leader=speaker,
        trick=(),
        tricks=(),
    )


def shuffled_pack(rng: Rng) -> tuple[Card, ...]:
    """The forty cards in random order."""
    return tuple(rng.shuffled(PACK))

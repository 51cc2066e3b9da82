"""How a strong computer plays Calidruno against one other: what it could play is tried out in imagined hands.

With more than two players, and while draw cards are stacked, it plays by reasons: there search has not been seen to win
more. Nothing is known of the other's cards but their number; those it has seen played it does not remember.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from games.calidruno.cards import Card
from games.calidruno.matching import Book
from games.calidruno.moves import Move, Pass, Play
from games.calidruno.observation import Observation
from games.calidruno.options import Options
from games.calidruno.playouts import Start, played_out
from games.core.rng import Rng
from games.core.search import Search

WORLDS = 300
"""About thirty CPU milliseconds for a decision; with a tenth of them it plays worse than by reasons."""

_DEPTH = 40
"""How much of the stock a playout may need."""
_LEAD, _MOST_LEAD = 0.05, 9
"""What each card fewer than the other's is worth in a hand that was broken off, where winning it is worth one."""


class World(NamedTuple):
    """What the seat cannot see: the other's cards, and the stock with its top at the end."""

    other: tuple[Card, ...]
    stock: tuple[Card, ...]
    options: Options


class CalidrunoSearch(Search[Options, World, Move, Observation]):
    """Flat Monte Carlo over the cards to play, or to keep after drawing."""

    most_seats: ClassVar[int | None] = 2

    def worlds(self, options: Options) -> int:
        del options
        return WORLDS

    def candidates(
        self, observation: Observation, legal: Sequence[Move], options: Options, good: Move
    ) -> Sequence[Move]:
        del options
        if not isinstance(good, Play) or len(observation.counts) != 2 or observation.debt:
            return (good,)
        # Whether the word comes with the card is no question for a search.
        plays = [move for move in legal if isinstance(move, Play) and move.says_it == good.says_it and move != good]
        return (good, *plays, *(move for move in legal if isinstance(move, Pass)))

    def sample(self, observation: Observation, options: Options, rng: Rng) -> World:
        unseen = list(Book.of(options).pack)
        for card in (*observation.hand, observation.top):
            unseen.remove(card)
        others = sum(observation.counts) - len(observation.hand)
        cards = rng.sample(unseen, others + min(observation.stock, _DEPTH))
        return World(tuple(cards[:others]), tuple(cards[others:]), options)

    def value(self, world: World, move: Move, observation: Observation) -> float:
        start = Start(
            (list(observation.hand), list(world.other)), list(world.stock), observation.top, observation.colour
        )
        if isinstance(move, Play):
            ending = played_out(start, 0, (move.card, move.colour), world.options)
        else:
            ending = played_out(start, 1, None, world.options)
        if ending.winner is not None:
            return 1.0 if ending.winner == 0 else 0.0
        lead = ending.left[1] - ending.left[0]
        return 0.5 + _LEAD * max(-_MOST_LEAD, min(_MOST_LEAD, lead))

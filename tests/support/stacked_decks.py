"""Two decks that look the same to some viewers of a match: pairs of cards that they never get to see change places."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest.mock import patch

from games.core import Match, PlayedMove, Rng, RulesError, Seat
from games.core.match import AnyGame
from tests.games.playouts import seed_of

Swap = tuple[int, int]
TRIED_SWAPS = 700


@contextmanager
def dealt(deck: int, swaps: Iterable[Swap], cards: int, *, alike: int = 0) -> Generator[None]:
    """While it lasts, matches are dealt from one deck whatever their seed, with the cards at some pairs of places in
    the first shuffled pack exchanged, but for the first so many matches (``alike``), whose seeds are their numbers."""
    exchanged = tuple(swaps)

    class Stacked(Rng):
        __slots__ = ("_first",)

        def __init__(self, seed: bytes, ply: int = 0) -> None:
            super().__init__(seed_of(deck), ply)
            self._first = ply == 0 and int.from_bytes(seed, "big") > alike

        def shuffled(self, items: Iterable[Any]) -> list[Any]:
            pack = super().shuffled(items)
            if self._first and len(pack) == cards:
                self._first = False
                for one, two in exchanged:
                    pack[one], pack[two] = pack[two], pack[one]
            return pack

    with patch("games.core.match.Rng", Stacked):
        yield


class Played(NamedTuple):
    """A match as it was played, by which another deck for it is found."""

    game: AnyGame
    options: Any
    seats: int
    moves: tuple[PlayedMove, ...]
    dealer: Seat | None = None

    def plies(self, deck: int, swaps: Iterable[Swap]) -> Generator[Match]:
        """The match at each ply with this deck.

        Raises:
            RulesError: these moves cannot be played with it.
        """
        with dealt(deck, swaps, len(self.game.deck(self.options))):
            match = Match.start(self.game, self.options, self.seats, seed_of(1), self.dealer)
            yield match
            for played in self.moves:
                match, _ = match.play(played.seat, self.game.decode_move(played.text))
                yield match

    def _looks(self, match: Match, viewers: Sequence[Seat | None]) -> Any:
        game, state = match.game, match.state
        return game.active_seats(state), [game.observe(state, viewer) for viewer in viewers]

    def other_deck(self, deck: int, viewers: Sequence[Seat | None]) -> tuple[Swap, ...]:
        """Exchanges of cards that none of the viewers could notice in this match, though each leaves somebody with
        another hand at its end; as many as are found."""
        taste, cards = random.Random(deck), len(self.game.deck(self.options))
        original = list(self.plies(deck, ()))
        expected = [self._looks(match, viewers) for match in original]
        hands, swaps = original[-1].state.hands, tuple[Swap, ...]()
        pairs = list(combinations(range(cards), 2))
        for pair in taste.sample(pairs, min(len(pairs), TRIED_SWAPS)):
            held = self._held(deck, (*swaps, pair), viewers, expected)
            if held is not None and held != hands:
                hands, swaps = held, (*swaps, pair)
        return swaps

    def _held(
        self, deck: int, swaps: Iterable[Swap], viewers: Sequence[Seat | None], expected: Sequence[Any]
    ) -> Any | None:
        """What everybody holds at the end with this deck; None if a viewer would notice that it is another one."""
        hands: Any = None
        try:
            for match, known in zip(self.plies(deck, swaps), expected, strict=True):
                if self._looks(match, viewers) != known:
                    return None
                hands = match.state.hands
        except RulesError:
            return None
        return hands

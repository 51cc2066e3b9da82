"""A match is its options, seed and moves; the state is what a replay of them gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core.game import Game, Outcome, Seat
from games.core.rng import Rng

AnyGame = Game[Any, Any, Any, Any]


class PlayedMove(NamedTuple):
    """One move as it is stored: who made it (None: the table) and its notation."""

    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
class Match:
    """One match at one point. Playing a move gives a new Match and leaves this one as it is.

    Attributes:
        seed: at least 16 secret bytes; with options, seats, dealer and moves they fix everything. Neither they nor the
            state, which knows every hand, are part of what ``repr`` tells: that may end in a log.
        ply: how many moves were played. The deal uses randomness of ply 0, the first move that of ply 1.
    """

    game: AnyGame
    options: Any
    seats: int
    seed: bytes = field(repr=False)
    dealer: Seat | None
    state: Any = field(repr=False)
    ply: int = 0

    @classmethod
    def start(cls, game: AnyGame, options: Any, seats: int, seed: bytes, dealer: Seat | None = None) -> Match:
        """Deal a new match.

        Raises:
            ValueError: if so many seats cannot play, or the seed is too short.
        """
        if not game.info.min_seats <= seats <= game.info.max_seats:
            raise ValueError(f"{game.info.key} is not for {seats} players")
        if len(seed) < 16:
            raise ValueError("a seed has at least 16 bytes")
        return cls(game, options, seats, seed, dealer, game.setup(options, seats, Rng(seed, 0), dealer))

    @classmethod
    def replay(
        cls,
        game: AnyGame,
        options: Any,
        seats: int,
        seed: bytes,
        dealer: Seat | None,
        moves: Iterable[PlayedMove],
    ) -> Match:
        """The match after all of the moves.

        Raises:
            RulesError: if a stored move is not legal, that is if the record or the rules are not those it was made by.
        """
        match = cls.start(game, options, seats, seed, dealer)
        for played in moves:
            match, _ = match.play(played.seat, game.decode_move(played.text))
        return match

    def play(self, seat: Seat | None, move: Any) -> tuple[Match, tuple[Any, ...]]:
        """The match after this move, and the public events.

        Raises:
            RulesError: if the move is not legal; this match is untouched.
        """
        step = self.game.apply(self.state, seat, move, Rng(self.seed, self.ply + 1))
        after = Match(self.game, self.options, self.seats, self.seed, self.dealer, step.state, self.ply + 1)
        return after, step.events

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self.game.outcome(self.state)

"""Search for strong players: moves are played out in the same sampled worlds, and the best on average is chosen.

This is flat Monte Carlo over determinizations, by halves: after each third of the worlds the worse half of the moves is
given up, so that most of the time goes to those that are hard to tell apart. It sees what the player sees: a world is
sampled from the observation, by the game's own knowledge of what a seat may infer. It is bounded by its number of
worlds, never by time, so that the same observation and seed give the same move on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from games.core.rng import Rng

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ObservationT = TypeVar("ObservationT")

_ROUNDS = 3


class Search(ABC, Generic[OptionsT, StateT, MoveT, ObservationT]):
    """What a game gives, so that its moves can be searched."""

    most_seats: ClassVar[int | None] = None
    """With more seats than this a search does not help; None if it always does."""

    @abstractmethod
    def worlds(self, options: OptionsT) -> int:
        """How many worlds a decision looks at, for the moves that stay in to the end."""

    @abstractmethod
    def candidates(
        self, observation: ObservationT, legal: Sequence[MoveT], options: OptionsT, good: MoveT
    ) -> Sequence[MoveT]:
        """The moves worth comparing, ``good`` (the move by reasons) first; it alone where search does not help."""

    @abstractmethod
    def sample(self, observation: ObservationT, options: OptionsT, rng: Rng) -> StateT:
        """A state that the observation's seat cannot tell from the real one, the likelier ones more often."""

    @abstractmethod
    def value(self, world: StateT, move: MoveT, observation: ObservationT) -> float:
        """What comes of it for the observation's seat if this is played now and everybody plays on by reasons."""

    def best(
        self, observation: ObservationT, legal: Sequence[MoveT], options: OptionsT, good: MoveT, rng: Rng
    ) -> MoveT:
        """The move that does best on average; ``good`` if no other does better."""
        moves = self.candidates(observation, legal, options, good)
        if len(moves) < 2:
            return good
        totals, left = [0.0] * len(moves), list(range(len(moves)))
        for _ in range(_ROUNDS):
            for _ in range(self.worlds(options) // _ROUNDS):
                world = self.sample(observation, options, rng)
                for place in left:
                    totals[place] += self.value(world, moves[place], observation)
            # Equals keep their order, so that the move by reasons is not given up for one that is no better.
            left = sorted(left, key=lambda place: -totals[place])[: max(2, (len(left) + 1) // 2)]
        return moves[left[0]]


AnySearch = Search[Any, Any, Any, Any]

"""Who plays in the arena: the computer players by strength, and one that plays at random, as a yardstick."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from games.core import Rng
from games.core.player import Strength, Wish
from games.players import PLAYERS, think

RANDOM = "random"
NAMES = (*(strength.value for strength in Strength), RANDOM)


class Contestant(ABC):
    """One player and what it cost: decisions made, CPU time in them, moves that were not legal."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.player = PLAYERS[game]
        self.decisions = 0
        self.cpu_s = 0.0
        self.illegal = 0

    @abstractmethod
    def think(self, observation: Any, legal: Sequence[Any], options: Any, seed: bytes) -> Any:
        """A move."""

    @abstractmethod
    def wishes(self, observation: Any, legal: Sequence[Any], options: Any) -> Sequence[Wish[Any]]:
        """What it would do out of turn."""

    def choose(self, observation: Any, legal: Sequence[Any], options: Any, seed: bytes) -> Any:
        """A move, with its cost noted; the first legal one in place of one that is not legal."""
        start = time.process_time()
        move = self.think(observation, legal, options, seed)
        self.cpu_s += time.process_time() - start
        self.decisions += 1
        if move in legal:
            return move
        self.illegal += 1
        return legal[0]

    @property
    def cpu_ms(self) -> float:
        """CPU milliseconds for a decision."""
        return 1000 * self.cpu_s / max(1, self.decisions)


class ByStrength(Contestant):
    """A computer player as people meet it."""

    def __init__(self, game: str, strength: Strength) -> None:
        super().__init__(game)
        self.strength = strength

    def think(self, observation: Any, legal: Sequence[Any], options: Any, seed: bytes) -> Any:
        return think(self.game, self.strength, observation, legal, options, seed)

    def wishes(self, observation: Any, legal: Sequence[Any], options: Any) -> Sequence[Wish[Any]]:
        return self.player.wishes(observation, legal, options, self.strength)


class AtRandom(Contestant):
    """Any legal move, each with the same chance; out of turn it does what a good player would, half of the time."""

    def think(self, observation: Any, legal: Sequence[Any], options: Any, seed: bytes) -> Any:
        return legal[Rng(seed).below(len(legal))]

    def wishes(self, observation: Any, legal: Sequence[Any], options: Any) -> Sequence[Wish[Any]]:
        wishes = self.player.wishes(observation, legal, options, Strength.GOOD)
        return [wish._replace(chance=0.5) for wish in wishes]


def contestant(name: str, game: str) -> Contestant:
    """The contestant of this name at a game."""
    return AtRandom(game) if name == RANDOM else ByStrength(game, Strength(name))

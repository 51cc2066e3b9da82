"""Computer players: what one is asked, and how strong it plays.

A player is given what its seat may know (the observation), what it may do (the legal moves) and a source of
randomness, never a state: it cannot cheat, because it has nothing to cheat with. An import contract keeps it so. The
same observation, seed and strength give the same move.

Time is data here. A player says how long it pauses before its move, and what it would do out of turn and when; whoever
runs the match has the clock.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from games.core.game import Seat
from games.core.rng import Rng

OptionsT = TypeVar("OptionsT")
MoveT = TypeVar("MoveT")
ObservationT = TypeVar("ObservationT")

SLIPS_PERCENT = 20
"""How often an easy player makes any plausible move instead of a good one."""

_PERMILLE = 1000


class Strength(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    """The good player with slips: now and then it does what comes to mind, and forgets to speak."""
    GOOD = "good"
    """A short list of reasons for each game."""
    STRONG = "strong"
    """Playing on in worlds that fit what the seat knows, in the games where that helps; else as ``GOOD``."""


class Wish(NamedTuple, Generic[MoveT]):
    """A move out of turn that a player would make: with this probability, so many seconds after it came to be possible.

    Whether and when is drawn once for as long as the wish lasts.
    """

    move: MoveT
    chance: float
    soonest_s: float
    latest_s: float


class Pause(NamedTuple):
    """How long a player takes before it moves, from ``soonest_s`` to ``latest_s``: people want to see what happens."""

    soonest_s: float
    latest_s: float


NATURAL = Pause(0.8, 1.5)
LOOKING = Pause(6.0, 8.0)
"""Before a new deal: people look at the account of the one before."""


class Player(ABC, Generic[OptionsT, MoveT, ObservationT]):
    """How computers play one game. It holds no state of its own."""

    @abstractmethod
    def choose(self, observation: ObservationT, legal: Sequence[MoveT], options: OptionsT, rng: Rng) -> MoveT:
        """A good move for the observation's seat, which must act: one of ``legal``, which is not empty."""

    def slips(self, observation: ObservationT, legal: Sequence[MoveT], options: OptionsT) -> Sequence[MoveT]:
        """What may come to the mind of somebody who does not think: some or all of ``legal``, at least one."""
        del observation, options
        return legal

    def wishes(
        self, observation: ObservationT, legal: Sequence[MoveT], options: OptionsT, strength: Strength
    ) -> Sequence[Wish[MoveT]]:
        """What the seat would do beside the turn: some of ``legal``."""
        del observation, legal, options, strength
        return ()

    def pause(self, observation: ObservationT, options: OptionsT) -> Pause:
        """How long the seat, which must act, takes before it moves."""
        del observation, options
        return NATURAL


AnyPlayer = Player[Any, Any, Any]


def decide(
    player: Player[OptionsT, MoveT, ObservationT],
    strength: Strength,
    observation: ObservationT,
    legal: Sequence[MoveT],
    options: OptionsT,
    seed: bytes,
) -> MoveT:
    """The move of a seat that must act, by reasons alone: a strong player's when it has no time to search."""
    rng = Rng(seed)
    if strength is Strength.EASY and rng.below(100) < SLIPS_PERCENT:
        slips = player.slips(observation, legal, options)
        return slips[rng.below(len(slips))]
    return player.choose(observation, legal, options, rng)


def thought_seed(match_seed: bytes, ply: int, seat: Seat, about: str = "") -> bytes:
    """The seed of what a seat thinks at a ply (about something, if it thinks of several things). A bug report repeats
    it; nothing about the match's own randomness follows from it."""
    words = b"calidruno thought 1" + match_seed + ply.to_bytes(8, "big") + int(seat).to_bytes(2, "big")
    return hashlib.sha256(words + about.encode()).digest()


def drawn_delay(wish: Wish[Any], rng: Rng) -> float | None:
    """When a wish comes true, in seconds; None if it does not."""
    if rng.below(_PERMILLE) >= wish.chance * _PERMILLE:
        return None
    return between(wish.soonest_s, wish.latest_s, rng)


def between(soonest_s: float, latest_s: float, rng: Rng) -> float:
    """A time in this range."""
    return soonest_s + (latest_s - soonest_s) * rng.below(_PERMILLE) / _PERMILLE

"""Kalooki's melds done slowly and plainly: every subset of a hand, every face for the joker. No code of the game's own
search or reading is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

JOKER_KIND = 52
POINTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]


class SlowMeld(NamedTuple):
    """Cards and the face of the joker among them (None without one)."""

    cards: frozenset[int]
    joker_as: int | None

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(
            sorted(self.joker_as if c // 2 == JOKER_KIND and self.joker_as is not None else c // 2 for c in self.cards)
        )

    @property
    def points(self) -> int:
        return sum(POINTS[face % 13] for face in self.faces)

    @property
    def key(self) -> tuple[tuple[int, ...], int | None]:
        """The meld without the identity of its cards."""
        return self.faces, self.joker_as


def is_meld(faces: Sequence[int]) -> bool:
    """KAL-8 to 10, over faces with the joker's among them."""
    if len(faces) < 3 or len(set(faces)) < len(faces):
        return False
    ranks, suits = sorted(face % 13 for face in faces), {face // 13 for face in faces}
    same_rank = len(set(ranks)) == 1
    in_a_row = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return same_rank or in_a_row


def melds_of(hand: Sequence[int]) -> Iterator[SlowMeld]:
    """Every meld that some cards of the hand make."""
    for size in range(3, len(hand) + 1):
        for some in combinations(hand, size):
            jokers = sum(c // 2 == JOKER_KIND for c in some)
            for face in range(52) if jokers == 1 else (None,) if jokers == 0 else ():
                meld = SlowMeld(frozenset(some), face)
                if is_meld(meld.faces):
                    yield meld


def laydowns_of(hand: Sequence[int]) -> Iterator[tuple[SlowMeld, ...]]:
    """Every set of one or more melds without a common card that leaves a card in hand."""
    melds = list(melds_of(hand))

    def extend(taken: tuple[SlowMeld, ...], used: frozenset[int], start: int) -> Iterator[tuple[SlowMeld, ...]]:
        for at in range(start, len(melds)):
            meld = melds[at]
            if not meld.cards & used and len(used) + len(meld.cards) < len(hand):
                yield (*taken, meld)
                yield from extend((*taken, meld), used | meld.cards, at + 1)

    yield from extend((), frozenset(), 0)


def cost(cards: Sequence[int] | frozenset[int]) -> int:
    """KAL-29."""
    return sum(15 if c // 2 == JOKER_KIND else POINTS[c // 2 % 13] for c in cards)

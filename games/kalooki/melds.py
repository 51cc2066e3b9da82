"""Melds: what is a tris, what is a scala, what they are worth, and what may be added to them (KAL-8 to 13, 22).

``read_meld`` reads any choice of cards and says what it is or why it is nothing. A ``Meld`` is always valid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import Any, NamedTuple

from games.core import Reason
from games.kalooki.cards import (
    ACE,
    JOKER,
    KIND_POINTS,
    RANKS,
    SUITS,
    Card,
    Kind,
    Suit,
    is_joker,
    kind,
    rank_of,
    suit_of,
)
from games.kalooki.reasons import KalookiReason

_RUN_OF_ALL = len(RANKS)


class MeldKind(Enum):
    """The two kinds of meld, which never mix (KAL-11)."""

    TRIS = "tris"
    SCALA = "scala"


class Meld(NamedTuple):
    """A valid meld.

    Attributes:
        kind: fixed when the meld is laid, and limits what may be added.
        cards: a tris by suit, a scala from low to high; the joker stands in the place of what it represents.
        joker_as: the face that the joker stands for; None without a joker.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    joker_as: Kind | None = None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The faces of the meld in order, the joker as the one it stands for."""
        return tuple(self.joker_as if self.joker_as is not None and is_joker(c) else Kind(c // 2) for c in self.cards)

    @property
    def joker(self) -> Card | None:
        """The joker in the meld."""
        return None if self.joker_as is None else next(c for c in self.cards if is_joker(c))

    @property
    def points(self) -> int:
        """What the meld is worth in an opening: the joker counts as what it stands for (KAL-18)."""
        return sum(KIND_POINTS[k] for k in self.kinds)


class Reading(NamedTuple):
    """What a choice of cards is.

    Attributes:
        meld: the meld; None if it is none, or not yet because the joker's card has to be said.
        choices: the faces that the joker may stand for, in ascending order; empty without a joker.
        reason, details: why it is no meld; None and empty if it is one.
        kind: tris or scala as far as the natural cards tell, also where the meld is not complete.
    """

    meld: Meld | None
    choices: tuple[Kind, ...]
    reason: Reason | None
    details: Mapping[str, Any]
    kind: MeldKind | None

    @property
    def points(self) -> int:
        """What the meld is worth in an opening; 0 if it is none."""
        return 0 if self.meld is None else self.meld.points


def read_meld(cards: Sequence[Card], joker_as: Kind | None = None) -> Reading:
    """Read cards, in any order, as a meld; ``joker_as`` is what the joker is said to stand for (KAL-13).

    The faults that no further card could mend are named before the lack of cards, so that the reading of a growing
    choice is of use.
    """
    naturals = sorted(c for c in cards if not is_joker(c))
    jokers = [c for c in cards if is_joker(c)]
    if len(jokers) > 1:
        return _refuse(KalookiReason.TWO_JOKERS)
    if not naturals:
        return _refuse(KalookiReason.TOO_FEW_CARDS, count=len(cards))
    kinds = [Kind(c // 2) for c in naturals]
    for lower, higher in pairwise(kinds):
        if lower == higher:
            return _refuse(KalookiReason.SAME_CARD_TWICE, kind=lower)
    ranks = {rank_of(k) for k in kinds}
    suits = {suit_of(k) for k in kinds}
    if len(ranks) > 1 and len(suits) > 1:
        return _refuse(KalookiReason.NEITHER_KIND, ranks=len(ranks), suits=len(suits))
    if len(kinds) == 1:
        return _refuse(KalookiReason.TOO_FEW_CARDS, count=len(cards))
    choices = _tris_places(kinds) if len(ranks) == 1 else _scala_places(kinds)
    meld_kind = MeldKind.TRIS if len(ranks) == 1 else MeldKind.SCALA
    if isinstance(choices, Reading):
        return choices
    return _complete(meld_kind, naturals, jokers, choices, joker_as)


def _tris_places(kinds: list[Kind]) -> tuple[Kind, ...]:
    """The suits that a tris still lacks."""
    rank = rank_of(kinds[0])
    return tuple(k for k in (kind(suit, rank) for suit in Suit) if k not in kinds)


def _scala_places(kinds: list[Kind]) -> tuple[Kind, ...] | Reading:
    """The faces that one more card could have in this run, which may have one gap; or why it can be no run."""
    lowest, highest = kinds[0], kinds[-1]
    missing = tuple(Kind(k) for k in range(lowest, highest) if k not in kinds)
    if not missing:
        return run_ends(lowest, highest)
    if len(missing) > 1:
        if rank_of(lowest) == 0 and rank_of(highest) == ACE:
            return _refuse(KalookiReason.ACE_IS_HIGH, MeldKind.SCALA)
        return _refuse(KalookiReason.RUN_GAP, MeldKind.SCALA, missing=missing)
    return missing


def _complete(
    meld_kind: MeldKind, naturals: list[Card], jokers: list[Card], places: tuple[Kind, ...], joker_as: Kind | None
) -> Reading:
    """The reading of cards that fit together, given the faces that one more of them could have."""
    gap = meld_kind is MeldKind.SCALA and naturals[-1] // 2 - naturals[0] // 2 >= len(naturals)
    if not jokers:
        if gap:
            return _refuse(KalookiReason.RUN_GAP, meld_kind, missing=places)
        if len(naturals) < 3:
            return _refuse(KalookiReason.TOO_FEW_CARDS, meld_kind, count=len(naturals))
        return Reading(Meld(meld_kind, tuple(naturals)), (), None, {}, meld_kind)
    if not places:
        full = meld_kind is MeldKind.SCALA
        return _refuse(KalookiReason.RUN_FULL if full else KalookiReason.TRIS_FULL, meld_kind, card=jokers[0])
    if joker_as is None:
        if len(places) != 1:
            return Reading(None, places, KalookiReason.JOKER_UNSAID, {"choices": places}, meld_kind)
        (joker_as,) = places
    elif joker_as not in places:
        details = {"kind": joker_as, "choices": places}
        return Reading(None, places, KalookiReason.JOKER_CANNOT_BE, details, meld_kind)
    return Reading(with_card(Meld(meld_kind, tuple(naturals)), jokers[0], joker_as), places, None, {}, meld_kind)


def _refuse(reason: KalookiReason, meld_kind: MeldKind | None = None, **details: Any) -> Reading:
    return Reading(None, (), reason, details, meld_kind)


def run_ends(lowest: Kind, highest: Kind) -> tuple[Kind, ...]:
    """The faces that lengthen a run from ``lowest`` to ``highest`` at either end (KAL-10)."""
    low = () if rank_of(lowest) == 0 else (Kind(lowest - 1),)
    return low if rank_of(highest) == ACE else (*low, Kind(highest + 1))


def fits(meld: Meld) -> tuple[Kind, ...]:
    """The faces that may be added to a meld, in ascending order (KAL-22)."""
    kinds = meld.kinds
    if meld.kind is MeldKind.SCALA:
        return run_ends(kinds[0], kinds[-1])
    return () if len(kinds) == SUITS else _tris_places(list(kinds))


def with_card(meld: Meld, card: Card, joker_as: Kind | None = None) -> Meld:
    """The meld with one more card, which must fit; ``joker_as`` is given if and only if it is a joker."""
    face = card // 2 if joker_as is None else joker_as
    at = sum(k < face for k in meld.kinds)
    stands_for = meld.joker_as if joker_as is None else joker_as
    return Meld(meld.kind, (*meld.cards[:at], card, *meld.cards[at:]), stands_for)


def frees_joker(meld: Meld, joker_in_set: str) -> tuple[tuple[Kind, ...], ...]:
    """What has to be handed over for the joker of a meld, as alternatives (KAL-23); () without a joker.

    In a scala it is always the exact card. So it is in a tris of four, where no other suit is missing.
    """
    if meld.joker_as is None:
        return ()
    if meld.kind is MeldKind.SCALA or joker_in_set == "exact_card":
        return ((meld.joker_as,),)
    others = _tris_places([k for k in meld.kinds if k != meld.joker_as])
    return (others,) if joker_in_set == "both_missing_suits" else tuple((k,) for k in others)


def without_joker(meld: Meld, given: Sequence[Card]) -> Meld:
    """The meld after its joker was freed with these cards."""
    return Meld(meld.kind, tuple(sorted([*(c for c in meld.cards if c // 2 != JOKER), *given])))

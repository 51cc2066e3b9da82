"""Finds melds and openings in a hand: all of them, by a search over sets and runs, jokers included.

A hand is held as bit sets over the 52 kinds, so that one addition to a set stands for a card of any copy: ``once`` has
the kinds held at least once, ``twice`` those held twice. What is found are *shapes*: melds without the identity of
their cards. ``Holding.lay`` turns shapes into cards; of two equal cards it takes the lower one first, since it makes no
difference which of them is laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from games.kalooki.cards import JOKER, KIND_POINTS, PACK, RANKS, SUITS, Card, Kind
from games.kalooki.moves import Lay

_RANKS = len(RANKS)
_WORD = (1 << _RANKS) - 1
_NATURALS = (1 << JOKER) - 1
_BITS = tuple(1 << c // 2 for c in PACK)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A meld by its faces. Shapes are compared by identity, which makes them cheap keys; the search makes each once.

    Attributes:
        bits: the natural cards as a bit set of kinds.
        faces: all faces in the order of the meld, the joker as what it stands for.
        joker_as: what the joker stands for; None without one.
        points: worth in an opening.
        size: how many cards it takes.
    """

    bits: int
    faces: tuple[Kind, ...]
    joker_as: Kind | None
    points: int
    size: int


class Holding:
    """A hand in the form that the search works on.

    Attributes:
        once, twice: bit sets of the kinds held at least once, and twice.
        jokers: the jokers held.
        size: how many cards there are.
    """

    __slots__ = ("_hand", "_lays", "jokers", "once", "size", "twice")

    def __init__(self, hand: Sequence[Card]) -> None:
        once = twice = 0
        for card in hand:
            bit = _BITS[card]
            twice |= once & bit
            once |= bit
        self.once = once & _NATURALS
        self.twice = twice & _NATURALS
        self.jokers = () if once == self.once else tuple(c for c in hand if c // 2 == JOKER)
        self.size = len(hand)
        self._hand = hand
        self._lays: dict[tuple[Shape, Card | None], Lay] = {}

    def has(self, kind: Kind) -> bool:
        """Whether a natural card of this kind is held."""
        return bool(self.once >> kind & 1)

    def card(self, kind: Kind) -> Card:
        """The card of a kind that is held, the lower one of two."""
        lower = Card(kind * 2)
        return lower if lower in self._hand else Card(lower + 1)

    def shapes(self, with_joker: bool | None = None) -> list[Shape]:
        """Every meld that the cards allow, of whatever size; ``with_joker`` as if a joker were (not) held."""
        return all_shapes(self.once, bool(self.jokers) if with_joker is None else with_joker)

    def lay(self, shapes: Sequence[Shape], joker: Card | None = None) -> tuple[Lay, ...]:
        """These shapes, which must not need more cards than are held, as cards; ``joker`` is one to use instead of
        those of the hand."""
        jokers = iter(self.jokers if joker is None else (joker,))
        used = 0
        laid: list[Lay] = []
        for at, shape in enumerate(shapes):
            its_joker = None if shape.joker_as is None else next(jokers)
            if used & shape.bits:
                laid.append(self._lay(shape, its_joker, shapes[:at]))
            else:
                key = (shape, its_joker)
                if key not in self._lays:
                    self._lays[key] = self._lay(shape, its_joker, ())
                laid.append(self._lays[key])
            used |= shape.bits
        return tuple(laid)

    def _lay(self, shape: Shape, joker: Card | None, before: Sequence[Shape]) -> Lay:
        """One shape as cards, the second ones where a shape before it uses the first."""
        used = 0
        for other in before:
            used |= other.bits
        return Lay(
            tuple(
                joker
                if face == shape.joker_as and joker is not None
                else Card(face * 2 + 1)
                if used >> face & 1
                else self.card(face)
                for face in shape.faces
            ),
            shape.joker_as,
        )


def all_shapes(once: int, joker: bool) -> list[Shape]:
    """Every meld of the kinds in ``once``: runs by suit, then sets by rank, without and with one joker."""
    found: list[Shape] = []
    words = [once >> _RANKS * suit & _WORD for suit in range(SUITS)]
    for suit, word in enumerate(words):
        close = word & word >> 1
        if (close | word & word >> 2) if joker else close & word >> 2:
            found += _runs(suit, word, joker)
    a, b, c, d = words
    several = a & b | c & d | (a | b) & (c | d) if joker else a & b & (c | d) | c & d & (a | b)
    while several:
        rank = (several & -several).bit_length() - 1
        several &= several - 1
        found += _sets(
            rank, (a >> rank & 1) | (b >> rank & 1) << 1 | (c >> rank & 1) << 2 | (d >> rank & 1) << 3, joker
        )
    return found


def _shape(faces: Sequence[int], joker_as: int | None) -> Shape:
    kinds = tuple(Kind(k) for k in faces)
    bits = sum(1 << k for k in kinds if k != joker_as)
    points = sum(KIND_POINTS[k] for k in kinds)
    return Shape(bits, kinds, None if joker_as is None else Kind(joker_as), points, len(kinds))


@lru_cache(maxsize=8192)
def _runs(suit: int, word: int, joker: bool) -> tuple[Shape, ...]:
    """The runs of one suit whose ranks are the bits of ``word`` (KAL-10); the joker may also stand for a card that is
    held itself."""
    base = suit * _RANKS
    found: list[Shape] = []
    for low in range(_RANKS - 2):
        for high in range(low + 2, _RANKS):
            missing = [r for r in range(low, high + 1) if not word >> r & 1]
            if len(missing) > joker:
                break
            faces = range(base + low, base + high + 1)
            if not missing:
                found.append(_shape(faces, None))
            if joker:
                found += [_shape(faces, base + r) for r in (missing or range(low, high + 1))]
    return tuple(found)


@cache
def _sets(rank: int, suits: int, joker: bool) -> tuple[Shape, ...]:
    """The sets of one rank whose suits are the bits of ``suits`` (KAL-9)."""
    found: list[Shape] = []
    for chosen in range(1, 1 << SUITS):
        if chosen.bit_count() < 3:
            continue
        faces = [suit * _RANKS + rank for suit in range(SUITS) if chosen >> suit & 1]
        if not chosen & ~suits:
            found.append(_shape(faces, None))
        if joker:
            found += [_shape(faces, k) for k in faces if not chosen & ~(1 << k // _RANKS) & ~suits]
    return tuple(found)


def openings(
    holding: Holding, needed: int, one_meld: bool = False, must: Kind | None = None
) -> Iterator[tuple[Shape, ...]]:
    """The openings worth ``needed`` in which no meld can be left out and which leave a card to discard.

    Each is in the order of falling worth, and so they are found: as soon as the total is reached the last meld taken
    is the smallest, and without it the total was not reached, so no other can be left out either.

    With ``must`` a card of this kind has to be among them, and the meld that has it is needed for that.
    """
    shapes = sorted(holding.shapes(), key=lambda s: -s.points)
    left = _Left(holding.once, holding.twice, len(holding.jokers), holding.size - 1)
    if must is not None:
        return _openings_with(must, needed, one_meld, left, shapes)
    if one_meld:
        return ((s,) for s in shapes if s.points >= needed and s.size < holding.size)
    if sum(shape.points for shape in shapes) * (2 if holding.twice else 1) < needed:
        return iter(())
    return _extend((), needed, left, shapes)


def _openings_with(
    must: Kind, needed: int, one_meld: bool, left: _Left, shapes: list[Shape]
) -> Iterator[tuple[Shape, ...]]:
    order = {shape: at for at, shape in enumerate(shapes)}
    found: set[tuple[Shape, ...]] = set()
    for shape in shapes:
        if must not in (JOKER if k == shape.joker_as else k for k in shape.faces) or shape.size > left.cards:
            continue
        missing = needed - shape.points
        rest = ((),) if missing <= 0 else () if one_meld else _extend((), missing, left.after(shape), shapes)
        for others in rest:
            opening = tuple(sorted((shape, *others), key=order.__getitem__))
            # Where two of the melds have such a card, the opening is found from either.
            if opening not in found:
                found.add(opening)
                yield opening


class _Left(NamedTuple):
    """What is left of a hand while melds are taken from it."""

    once: int
    twice: int
    jokers: int
    cards: int

    def after(self, shape: Shape) -> _Left:
        return _Left(
            self.once & ~(shape.bits & ~self.twice),
            self.twice & ~shape.bits,
            self.jokers - (shape.joker_as is not None),
            self.cards - shape.size,
        )


def _extend(taken: tuple[Shape, ...], missing: int, left: _Left, shapes: list[Shape]) -> Iterator[tuple[Shape, ...]]:
    """The openings that begin with ``taken`` and go on with ``shapes``, which are in order of falling worth."""
    once, _, jokers, cards = left
    melds = cards // 3
    if not melds:
        return
    floor = missing if melds == 1 else 0
    gone = ~once
    shapes = [
        s
        for s in shapes
        if s.points >= floor and not s.bits & gone and s.size <= cards and (jokers or s.joker_as is None)
    ]
    for i, shape in enumerate(shapes):
        if shape.points >= missing:
            yield (*taken, shape)
        elif shape.points * melds < missing:
            return
        else:
            yield from _extend((*taken, shape), missing - shape.points, left.after(shape), shapes[i:])

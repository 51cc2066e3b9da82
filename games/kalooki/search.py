"""Finds melds and openings in a hand: all of them, by a search over sets and runs, jokers included.

A hand is held as bit sets over the 52 kinds, so that one addition to a set stands for a card of any copy: ``once`` has
the kinds held at least once, ``twice`` those held twice. What is found are *shapes*: melds without the identity of
their cards. ``Holding.lay`` turns shapes into cards; of two equal cards it takes the lower one first, since it makes no
difference which of them is laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.kalooki.cards import JOKER, KIND_POINTS, RANKS, SUITS, Card, Kind
from games.kalooki.moves import Lay

_RANKS = len(RANKS)
_WORD = (1 << _RANKS) - 1


class Shape(NamedTuple):
    """A meld by its faces.

    Attributes:
        bits: the natural cards as a bit set of kinds.
        faces: all faces in the order of the meld, the joker as what it stands for.
        joker_as: what the joker stands for; None without one.
        points: worth in an opening.
    """

    bits: int
    faces: tuple[Kind, ...]
    joker_as: Kind | None
    points: int


class Holding:
    """A hand in the form that the search works on.

    Attributes:
        once, twice: bit sets of the kinds held at least once, and twice.
        jokers: the jokers held.
        size: how many cards there are.
    """

    __slots__ = ("_cards", "jokers", "once", "size", "twice")

    def __init__(self, hand: Sequence[Card]) -> None:
        once = twice = 0
        cards: dict[int, tuple[Card, ...]] = {}
        for card in hand:
            kind = card >> 1
            bit = 1 << kind
            if once & bit:
                twice |= bit
                first = cards[kind][0]
                cards[kind] = (first, card) if first < card else (card, first)
            else:
                once |= bit
                cards[kind] = (card,)
        joker = 1 << JOKER
        self.once = once & ~joker
        self.twice = twice & ~joker
        self.jokers = cards.get(JOKER, ())
        self.size = len(hand)
        self._cards = cards

    def has(self, kind: Kind) -> bool:
        """Whether a natural card of this kind is held."""
        return bool(self.once >> kind & 1)

    def card(self, kind: Kind) -> Card:
        """The card of a kind that is held, the lower one of two."""
        return self._cards[kind][0]

    def kinds(self) -> Iterable[Kind]:
        """The kinds held, in the order of the hand, the joker last."""
        return (Kind(k) for k in sorted(self._cards))

    def shapes(self, with_joker: bool | None = None) -> list[Shape]:
        """Every meld that the cards allow, of whatever size; ``with_joker`` as if a joker were (not) held."""
        return all_shapes(self.once, bool(self.jokers) if with_joker is None else with_joker)

    def lay(self, *shapes: Shape, joker: Card | None = None) -> tuple[Lay, ...]:
        """These shapes, which must not need more cards than are held, as cards; ``joker`` is one to use instead of
        those of the hand."""
        laid: list[Lay] = []
        used: dict[int, int] = {}
        for shape in shapes:
            cards: list[Card] = []
            for face in shape.faces:
                kind = JOKER if face == shape.joker_as else face
                if kind == JOKER and joker is not None:
                    cards.append(joker)
                    continue
                at = used.get(kind, 0)
                used[kind] = at + 1
                cards.append(self._cards[kind][at])
            laid.append(Lay(tuple(cards), shape.joker_as))
        return tuple(laid)


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
    return Shape(bits, kinds, None if joker_as is None else Kind(joker_as), sum(KIND_POINTS[k] for k in kinds))


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


class _Left(NamedTuple):
    """What is left of a hand while melds are taken from it."""

    once: int
    twice: int
    jokers: int
    cards: int

    def takes(self, shape: Shape) -> bool:
        return (
            not shape.bits & ~self.once
            and (shape.joker_as is None or self.jokers > 0)
            and len(shape.faces) <= self.cards
        )

    def after(self, shape: Shape) -> _Left:
        return _Left(
            self.once & ~(shape.bits & ~self.twice),
            self.twice & ~shape.bits,
            self.jokers - (shape.joker_as is not None),
            self.cards - len(shape.faces),
        )


def openings(holding: Holding, needed: int, one_meld: bool) -> Iterator[tuple[Shape, ...]]:
    """The openings worth ``needed`` in which no meld can be left out and which leave a card to discard.

    They are found in the order of falling worth of their melds: as soon as the total is reached the last meld taken is
    the smallest, and without it the total was not reached, so no other can be left out either.
    """
    shapes = sorted(holding.shapes(), key=lambda s: -s.points)
    left = _Left(holding.once, holding.twice, len(holding.jokers), holding.size - 1)
    if one_meld:
        yield from ((s,) for s in shapes if s.points >= needed and left.takes(s))
        return
    yield from _extend((), needed, left, shapes)


def _extend(taken: tuple[Shape, ...], missing: int, left: _Left, shapes: list[Shape]) -> Iterator[tuple[Shape, ...]]:
    """The openings that begin with ``taken`` and go on with ``shapes``, which are in order of falling worth."""
    shapes = [s for s in shapes if left.takes(s)]
    for i, shape in enumerate(shapes):
        if shape.points * (left.cards // 3) < missing:
            break
        if shape.points >= missing:
            yield (*taken, shape)
        else:
            yield from _extend((*taken, shape), missing - shape.points, left.after(shape), shapes[i:])

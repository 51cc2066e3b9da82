"""Randomness that anybody can repeat: a stream of bits fixed by a match's seed and the ply it serves."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

_FIRST_WORDS = 128
_WORDS = 1 << 32


def _words(seed: bytes, ply: int) -> Iterator[int]:
    """The endless stream of words that ``Rng`` describes."""
    done, count = 0, _FIRST_WORDS
    while True:
        # An extendable-output function has no position: asking for twice as much repeats what was read so far.
        stream = hashlib.shake_256(b"calidruno rng 1" + seed + ply.to_bytes(8, "big")).digest(count * 4)
        yield from struct.unpack(f">{count}I", stream)[done:]
        done, count = count, count * 2


class Rng:
    """A reproducible source of randomness for one ply.

    The stream is SHAKE-256 over ``b"calidruno rng 1" + seed + ply as 8 bytes, big-endian``, read as big-endian 32-bit
    words. It depends on nothing but these two values, so that a deal can be repeated in any language and on any
    version of Python (which promises the sequence of ``random()``, but not that of ``shuffle()``).
    """

    __slots__ = ("_stream",)

    def __init__(self, seed: bytes, ply: int = 0) -> None:
        self._stream = _words(seed, ply)

    def below(self, n: int) -> int:
        """A uniform integer in ``range(n)``; words that would favour small results are skipped."""
        if not 0 < n <= _WORDS:
            raise ValueError(f"no integer below {n}")
        limit = _WORDS - _WORDS % n
        while (word := next(self._stream)) >= limit:
            pass
        return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list with the items in random order (Fisher-Yates from the last place to the first)."""
        result = list(items)
        stream = self._stream
        for n in range(len(result), 1, -1):  # as ``below`` does it, 111 times a deal
            limit = _WORDS - _WORDS % n
            while (word := next(stream)) >= limit:
                pass
            j = word % n
            result[n - 1], result[j] = result[j], result[n - 1]
        return result

    def sample(self, items: tuple[T, ...] | list[T], count: int) -> list[T]:
        """``count`` of the items, each place in the sequence at most once, in random order."""
        pool = list(items)
        if not 0 <= count <= len(pool):
            raise ValueError(f"no {count} of {len(pool)} items")
        drawn: list[T] = []
        for _ in range(count):
            at = self.below(len(pool))
            pool[at], pool[-1] = pool[-1], pool[at]
            drawn.append(pool.pop())
        return drawn

    def choice(self, items: tuple[T, ...] | list[T]) -> T:
        """One of the items, each with the same chance."""
        return items[self.below(len(items))]

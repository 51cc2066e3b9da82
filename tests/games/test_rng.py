"""The stream of randomness: fixed for ever by seed and ply, and fair."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from games.core import Rng

SEED = bytes(range(16))

# Written down once; if one of them changes, no stored match can be replayed any more.
GOLDEN_BELOW = [620627, 584720, 887265, 377980]
GOLDEN_SHUFFLE = [4, 9, 8, 7, 0, 2, 6, 1, 3, 5, 10, 11]
GOLDEN_LETTERS = ["l", "a", "c", "n", "i", "u", "d", "o", "r"]
GOLDEN_SAMPLE = [20, 73, 61, 24, 75, 16]


def words(seed: bytes, ply: int, count: int) -> list[int]:
    """The stream as the docstring of Rng describes it, computed anew."""
    stream = hashlib.shake_256(b"calidruno rng 1" + seed + ply.to_bytes(8, "big")).digest(4 * count)
    return [int.from_bytes(stream[i : i + 4], "big") for i in range(0, 4 * count, 4)]


def test_stream_is_as_documented_over_refills() -> None:
    rng = Rng(SEED, 3)
    assert [rng.below(1 << 32) for _ in range(600)] == words(SEED, 3, 600)


def test_golden_vectors() -> None:
    assert [Rng(SEED, ply).below(1_000_000) for ply in (0, 1, 2, 1_000_000)] == GOLDEN_BELOW
    assert Rng(SEED, 0).shuffled(range(12)) == GOLDEN_SHUFFLE
    assert Rng(b"another seed here", 5).shuffled("calidruno") == GOLDEN_LETTERS
    assert Rng(SEED, 1).sample(list(range(100)), 6) == GOLDEN_SAMPLE


def test_words_that_would_favour_small_results_are_skipped() -> None:
    n = 3 << 30  # a quarter of all words lies above the last multiple
    kept = [word for word in words(SEED, 9, 400) if word < n]
    rng = Rng(SEED, 9)
    assert [rng.below(n) for _ in range(len(kept))] == kept


@pytest.mark.parametrize("n", [0, -1, (1 << 32) + 1])
def test_impossible_ranges_are_refused(n: int) -> None:
    with pytest.raises(ValueError):
        Rng(SEED).below(n)


@pytest.mark.parametrize("count", [-1, 4])
def test_impossible_samples_are_refused(count: int) -> None:
    with pytest.raises(ValueError):
        Rng(SEED).sample([1, 2, 3], count)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_every_card_comes_to_every_place_equally_often() -> None:
    size, deals = 12, 6_000
    places: Counter[tuple[int, int]] = Counter()
    for ply in range(deals):
        places.update(enumerate(Rng(SEED, ply).shuffled(range(size))))
    # 121 degrees of freedom; 190 is beyond the 99.99th percentile, and the seed is fixed.
    assert chi_square([places[place, card] for place in range(size) for card in range(size)]) < 190


def test_every_order_is_equally_likely() -> None:
    orders = Counter(tuple(Rng(SEED, ply).shuffled(range(4))) for ply in range(12_000))
    assert len(orders) == 24
    assert chi_square(list(orders.values())) < 55  # 23 degrees of freedom


def test_every_sample_is_equally_likely() -> None:
    samples = Counter(tuple(Rng(SEED, ply).sample([0, 1, 2, 3], 2)) for ply in range(6_000))
    assert len(samples) == 12
    assert chi_square(list(samples.values())) < 40  # 11 degrees of freedom

"""The stream of randomness: fixed for ever by seed and ply, and fair."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from games.core import Rng
from games.core.fairness import DealTerms, match_seed

SEED = bytes(range(16))
SERVER_SEED = bytes(range(32))

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


Shuffle = Callable[[Rng, int], Sequence[int]]


def shuffled(rng: Rng, size: int) -> Sequence[int]:
    """As every game shuffles."""
    return rng.shuffled(range(size))


def swapped_with_any(rng: Rng, size: int) -> Sequence[int]:
    """The classic mistake: each card changes places with any card, not with one of those left."""
    cards = list(range(size))
    for i in range(size):
        j = rng.below(size)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def never_left_in_place(rng: Rng, size: int) -> Sequence[int]:
    """Off by one: no card may stay where it is."""
    cards = list(range(size))
    for i in range(size - 1, 0, -1):
        j = rng.below(i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def remainder_of_a_byte(rng: Rng, size: int) -> Sequence[int]:
    """A byte's remainder, of which small ones are likelier."""
    cards = list(range(size))
    for i in range(size - 1, 0, -1):
        j = rng.below(256) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def bottom_card_left_out(rng: Rng, size: int) -> Sequence[int]:
    """The last card is not shuffled one time in twenty."""
    stays = rng.below(20) == 0
    return [*rng.shuffled(range(size - stays)), *range(size - stays, size)]


def unevenness(shuffle: Shuffle, size: int, deals: int) -> float:
    """How many standard deviations the chi-square of places × cards lies above its mean, over deals whose seeds are
    made as those of matches are: a fair shuffle stays within four."""
    places: Counter[tuple[int, int]] = Counter()
    for number in range(deals):
        terms = DealTerms(1, number, "calidruno", 1, {}, None, (0,), 0)
        places.update(enumerate(shuffle(Rng(match_seed(SERVER_SEED, terms)), size)))
    freedom = (size - 1) ** 2
    found = chi_square([places[place, card] for place in range(size) for card in range(size)])
    return (found - freedom) / math.sqrt(2 * freedom)


@pytest.mark.parametrize(("size", "deals"), [(12, 6_000), (40, 4_000), (112, 1_500)])
def test_every_card_comes_to_every_place_equally_often(size: int, deals: int) -> None:
    assert abs(unevenness(shuffled, size, deals)) < 4


@pytest.mark.parametrize(
    ("shuffle", "size", "deals"),
    [
        (swapped_with_any, 40, 4_000),
        (never_left_in_place, 40, 4_000),
        (remainder_of_a_byte, 112, 1_500),
        (bottom_card_left_out, 40, 4_000),
    ],
)
def test_an_unfair_shuffle_would_be_found(shuffle: Shuffle, size: int, deals: int) -> None:
    assert unevenness(shuffle, size, deals) > 6


def test_every_order_is_equally_likely() -> None:
    orders = Counter(tuple(Rng(SEED, ply).shuffled(range(4))) for ply in range(12_000))
    assert len(orders) == 24
    assert chi_square(list(orders.values())) < 55  # 23 degrees of freedom


def test_every_sample_is_equally_likely() -> None:
    samples = Counter(tuple(Rng(SEED, ply).sample([0, 1, 2, 3], 2)) for ply in range(6_000))
    assert len(samples) == 12
    assert chi_square(list(samples.values())) < 40  # 11 degrees of freedom

"""The search for melds against plain enumeration of everything, on small hands full of neighbours."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from games.core import Rng, RulesError, Seat
from games.kalooki.cards import JOKERS, KINDS, Card, Kind, is_joker
from games.kalooki.melds import read_meld
from games.kalooki.moves import Discard, Lay, LayDown, LayOff, Move, Onto, Swap
from games.kalooki.notation import encode_move
from games.kalooki.options import Options
from games.kalooki.search import Holding, Shape, openings
from games.kalooki.state import State
from games.kalooki.suggest import best_laydowns, best_openings
from tests.games.kalooki import brute
from tests.games.kalooki.support import GAME, SEED, cards, legal, names, play, scene

NEEDED = 40


def small_hand(
    taste: random.Random, size: int, jokers: int, suits: int = 4, low: int = 0, high: int = 12
) -> tuple[Card, ...]:
    """A hand from a few suits and ranks, so that it has many melds; either copy of a card, or both."""
    bottom = taste.randint(low, high - 4)
    pool = [
        Card(2 * (13 * suit + rank) + copy)
        for suit in range(suits)
        for rank in range(bottom, bottom + 5)
        for copy in (0, 1)
    ]
    return tuple(sorted([*taste.sample(pool, size - jokers), *taste.sample(JOKERS, jokers)]))


def hands(number: int, size: int) -> Iterator[tuple[Card, ...]]:
    taste = random.Random(size)
    for at in range(number):
        yield small_hand(taste, size, at % 3, taste.choice((2, 3, 4)))


def key(shape: Shape) -> tuple[tuple[int, ...], int | None]:
    return tuple(sorted(shape.faces)), shape.joker_as


@pytest.mark.parametrize("size", [5, 8, 9])
def test_every_meld_of_a_hand_is_found_once(size: int) -> None:
    most = 0
    for hand in hands(24, size):
        found = [key(shape) for shape in Holding(hand).shapes()]
        assert len(set(found)) == len(found)
        assert set(found) == {meld.key for meld in brute.melds_of(hand)}, names(hand)
        most = max(most, len(found))
    assert most >= size


def test_every_choice_of_cards_is_read_as_the_brute_force_reads_it() -> None:
    for hand in hands(30, 6):
        slow = {(meld.cards, meld.joker_as) for meld in brute.melds_of(hand)}
        for size in range(1, 7):
            for some in combinations(hand, size):
                faces = KINDS if sum(map(is_joker, some)) == 1 else (None,)
                good = [face for face in faces if (frozenset(some), face) in slow]
                for face in faces:
                    assert (read_meld(some, face).meld is not None) == (face in good)
                reading = read_meld(some)
                # Unsaid, a forced joker is fine, and what may be chosen is exactly what would be accepted.
                assert (reading.meld is not None) == (len(good) == 1)
                if len(good) > 1:
                    assert list(reading.choices) == good


@pytest.mark.parametrize("size", [7, 9])
def test_the_openings_listed_are_those_in_which_no_meld_can_be_left_out(size: int) -> None:
    several = 0
    for hand in hands(36, size):
        found = [Counter(map(key, shapes)) for shapes in openings(Holding(hand), NEEDED)]
        slow: list[Counter[tuple[tuple[int, ...], int | None]]] = []
        for melds in brute.laydowns_of(hand):
            total = sum(meld.points for meld in melds)
            if total >= NEEDED > total - min(meld.points for meld in melds):
                slow.append(Counter(meld.key for meld in melds))
        assert {frozenset(c.items()) for c in found} == {frozenset(c.items()) for c in slow}, names(hand)
        assert len({frozenset(c.items()) for c in found}) == len(found)
        several += sum(sum(c.values()) > 1 for c in found)
    assert several > 20


def test_openings_that_must_have_a_card_need_the_meld_with_it() -> None:
    for hand in hands(24, 9):
        must = hand[0] // 2
        found = {frozenset(Counter(map(key, s)).items()) for s in openings(Holding(hand), NEEDED, must=Kind(must))}
        slow: set[frozenset[tuple[tuple[tuple[int, ...], int | None], int]]] = set()
        for melds in brute.laydowns_of(hand):
            total = sum(meld.points for meld in melds)
            for kept in melds:
                others = [meld.points for meld in melds if meld is not kept]
                if (
                    any(c // 2 == must for c in kept.cards)
                    and total >= NEEDED
                    and not any(total - points >= NEEDED for points in others)
                ):
                    slow.add(frozenset(Counter(meld.key for meld in melds).items()))
        assert found == slow, names(hand)


def test_apply_accepts_every_opening_worth_enough_listed_or_not() -> None:
    unlisted = 0
    for hand in hands(18, 8):
        state = scene(names(hand), "", "")
        texts = set(legal(state))
        for melds in brute.laydowns_of(hand):
            move = LayDown(tuple(Lay(tuple(Card(c) for c in m.cards), _face(m.joker_as)) for m in melds))
            enough = sum(meld.points for meld in melds) >= NEEDED
            try:
                GAME.apply(state, Seat(0), move, Rng(SEED))
            except RulesError:
                assert not enough
            else:
                assert enough
                unlisted += encode_move(move) not in texts
                assert encode_move(GAME.listed(state, Seat(0), move)) in texts
    assert unlisted > 20


def _face(face: int | None) -> Kind | None:
    return None if face is None else Kind(face)


# All moves there could be, on tiny hands: what apply accepts is what is listed.

FACES = (None, *(Kind(13 * suit + rank) for suit in range(4) for rank in range(2, 9)))


def lays(pool: tuple[Card, ...], within: Card | None = None) -> Iterator[Lay]:
    for size in range(3, len(pool) + 1):
        for some in combinations(pool, size):
            if within is None or within in some:
                for face in FACES if any(map(is_joker, some)) else (None,):
                    yield Lay(some, face)


def every_move(state: State) -> Iterator[Move]:
    hand = state.hand
    yield from map(Discard, hand)
    yield from (LayDown((lay,)) for lay in lays(hand))
    for number, owned in enumerate(state.melds):
        for card in hand:
            yield from (LayOff(card, Onto(number, face)) for face in (FACES if is_joker(card) else (None,)))
        for given in (*combinations(hand, 1), *combinations(hand, 2)):
            yield Swap(number, given, None)
            yield from (Swap(number, given, Onto(m, face)) for m, face in product(range(len(state.melds)), FACES))
            if owned.meld.joker is not None:
                rest = tuple(c for c in hand if c not in given)
                yield from (Swap(number, given, lay) for lay in lays((*rest, owned.meld.joker), owned.meld.joker))


@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(joker_in_set="either_missing_suit", swapped_joker="new_meld_only", opening_min=30),
        Options(joker_in_set="both_missing_suits", opening_single_meld="yes"),
        Options(discard_draw="must_use_in_meld", opening_min=30),
    ],
    ids=["book", "either", "both", "bound"],
)
def test_what_apply_accepts_is_what_is_listed(options: Options, opened: bool) -> None:
    taste = random.Random(9)
    kinds: Counter[str] = Counter()
    for number in range(5):
        melds = [(1, "5SJK=6S7S"), (0, "6H6DJk=6C")] if number % 2 else [(1, "5S6S7S"), (1, "6H6DJK=6C")]
        used = set(cards("5S6S7S6H6DJK")) | (set(JOKERS) if number % 2 else set())
        pool = [Card(c) for s in range(4) for r in range(3, 8) for c in (26 * s + 2 * r, 26 * s + 2 * r + 1)]
        free = [c for c in (*pool, *JOKERS) if c not in used]
        frees = cards("6s 6C") if number % 2 == 0 else ()
        hand = (*frees, *taste.sample([c for c in free if c not in frees], 5 - len(frees)))
        state = scene(names(hand), "", melds=melds, opened=[0] if opened else [], options=options)
        if options.discard_draw != "free":
            state = state._replace(must_lay=taste.choice(frees or hand))
        listed = set(GAME.legal_moves(state, Seat(0)))
        reached: set[Move] = set()
        for move in every_move(state):
            try:
                GAME.apply(state, Seat(0), move, Rng(SEED))
            except RulesError:
                assert GAME.listed(state, Seat(0), move) not in listed, encode_move(move)
            else:
                assert GAME.listed(state, Seat(0), move) in listed, encode_move(move)
                reached.add(GAME.listed(state, Seat(0), move))
        single = {move for move in listed if not isinstance(move, LayDown) or len(move.melds) == 1}
        assert reached == single
        kinds.update(type(move).__name__ for move in reached)
    if opened:
        assert min(kinds[name] for name in ("LayDown", "LayOff", "Swap")) > 0


def test_renaming_the_suits_changes_nothing() -> None:
    turned = [39, 26, 0, 13]
    for hand in hands(20, 10):
        other = tuple(sorted(c if is_joker(c) else Card(2 * (turned[c // 26] + c // 2 % 13) + c % 2) for c in hand))
        for needed in (30, 40, 51):
            counts = [sorted(sum(s.points for s in o) for o in openings(Holding(h), needed)) for h in (hand, other)]
            assert counts[0] == counts[1]


# Suggestions


@pytest.mark.parametrize("needed", [0, NEEDED])
def test_the_best_plan_leaves_as_little_as_any(needed: int) -> None:
    some = 0
    for hand in hands(40, 8):
        slow = [
            brute.cost(hand) - sum(brute.cost(meld.cards) for meld in melds)
            for melds in brute.laydowns_of(hand)
            if sum(meld.points for meld in melds) >= needed
        ]
        plans = best_laydowns(hand, needed)
        assert bool(plans) == bool(slow), names(hand)
        if plans:
            assert plans[0].left == min(slow), names(hand)
            assert all(plan.points >= needed for plan in plans)
            some += 1
    assert some > 10


def test_suggested_openings_are_legal_and_differ() -> None:
    for hand in hands(20, 11):
        plans = best_openings(hand, NEEDED)
        state = scene(names(hand), "", "")
        for plan in plans:
            after = play(state, encode_move(LayDown(plan.lays)))
            assert brute.cost(after.hands[0]) == plan.left
        assert len({frozenset(plan.lays) for plan in plans}) == len(plans)
        assert bool(plans) == any(text.startswith("lay") for text in legal(state))


def test_a_plan_keeps_a_card_to_discard() -> None:
    (plan, *_) = best_laydowns(cards("7C 8C 9C TC"))
    assert (len(plan.lays[0].cards), plan.left) == (3, 7)
    assert best_laydowns(cards("7C 8C 9C")) == []
    assert best_openings(cards("TS TH TD TC"), 40) == []


def test_suggestions_under_opening_single_meld() -> None:
    hand = cards("KS KH KD KC QS QH QD 2C")
    assert [names(plan.lays[0].cards) for plan in best_openings(hand, 40, one_meld=True)] == ["KS KH KD KC"]
    assert len(best_openings(hand, 40)[0].lays) == 2

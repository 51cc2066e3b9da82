"""Whole matches: what stays true from the first cut to the last count, and that they end."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Match, Seat, decode_options, option_fields
from games.kalooki.cards import CARD_POINTS, PACK, is_joker
from games.kalooki.hands import IDLE_TURNS, VOID_HANDS
from games.kalooki.moves import Cut, Decline, Discard, DrawPozzo, DrawStock
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.state import HAND_SIZE, State
from tests.games.kalooki import brute
from tests.games.kalooki.support import GAME

WHOLE_MATCH = 20_000


def match_of(seed: int, seats: int, options: Options | None = None) -> Match:
    return Match.start(GAME, options or Options(max_players=6), seats, seed.to_bytes(16, "big"))


def played(match: Match, taste: random.Random, limit: int = WHOLE_MATCH) -> Iterator[tuple[State, State]]:
    """The states before and after each move of random play that likes to lay down."""
    for _ in range(limit):
        before = match.state
        if match.outcome is not None:
            return
        moves = GAME.legal_moves(before, before.turn)
        laying = [m for m in moves if not isinstance(m, Cut | DrawStock | DrawPozzo | Decline | Discard)]
        chosen = taste.choice(laying if laying and taste.random() < 0.8 else moves)
        match, _ = match.play(before.turn, chosen)
        yield before, match.state


def check(before: State, after: State) -> None:
    """Invariants of 3.5."""
    assert sorted(GAME.cards(after)) == list(PACK)
    assert sum(CARD_POINTS[c] for c in GAME.cards(after)) == 790
    for _, meld, places in after.melds:
        assert brute.is_meld(meld.kinds)
        assert sum(map(is_joker, meld.cards)) <= 1
        assert (meld.joker is None) == (meld.joker_as is None)
        assert all(brute.is_meld((*meld.kinds, face)) for face in places)
    if after.hand_number == before.hand_number and after.phase is not Phase.OVER:
        # Melds stay; only a joker ever leaves one, for the card it stands for.
        for (owner, meld, _), (still, later, _) in zip(before.melds, after.melds, strict=False):
            assert (still, later.kind) == (owner, meld.kind)
            assert {c for c in meld.cards if not is_joker(c)} <= set(later.cards)
            if before.options.joker_in_set != "either_missing_suit":
                assert set(meld.kinds) <= set(later.kinds)
        assert len(after.melds) >= len(before.melds)
    if after.phase is Phase.DRAW:
        for seat in range(after.seats):
            held = len(after.hands[seat])
            assert held >= 1 if after.opened[seat] else held == HAND_SIZE
            assert after.taken[seat] <= set(after.hands[seat])


def check_count(before: State, after: State) -> None:
    """Of a hand that was closed one seat scores 0, the others 50 or what they hold; a void one costs nothing."""
    account = after.account
    assert account is not None
    assert account.hand_number == before.hand_number
    for seat, line in enumerate(account.lines):
        assert line.total == before.totals[seat] + line.points == after.totals[seat]
        assert line.value == brute.cost(line.cards)
        if account.closer is None:
            assert line.points == 0
        else:
            assert line.points == (line.value if line.opened else 50)
            assert (line.points == 0) == (seat == account.closer)


@given(st.integers(0, 2**32), st.integers(2, 6), st.integers(1, 400))
def test_invariants_along_random_play(seed: int, seats: int, plies: int) -> None:
    for before, after in played(match_of(seed, seats), random.Random(seed), plies):
        check(before, after)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_whole_random_match_is_counted_and_ends(seats: int) -> None:
    dealer = match_of(seats, seats).state.dealer
    last = None
    for before, after in played(match_of(seats, seats), random.Random(seats)):
        if after.account is not before.account:
            check(before, after)
            check_count(before, after)
            assert before.dealer == (dealer + before.hand_number - 1) % seats
        last = after
    assert last is not None
    assert last.outcome is not None
    assert last.outcome.reason == "target"
    assert max(last.totals) >= 150
    winners = {seat for seat, place in enumerate(last.outcome.places) if place == 1}
    assert winners == {seat for seat, total in enumerate(last.totals) if total == min(last.totals)}


@given(st.data(), st.integers(0, 2**32))
def test_a_match_under_any_options_can_always_go_on(data: st.DataObject, seed: int) -> None:
    chosen = {field.name: data.draw(st.sampled_from(field.choices)) for field in option_fields(Options)}
    options = decode_options(Options, chosen)
    for before, after in played(match_of(seed, 3, options), random.Random(seed), 150):
        check(before, after)
        assert after.phase is Phase.OVER or GAME.legal_moves(after, after.turn)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_deserted_match_is_called_off_after_three_void_hands(seats: int) -> None:
    match = match_of(7, seats)
    plies = 0
    while match.outcome is None:
        seat = match.state.turn
        match, _ = match.play(seat, GAME.timeout_move(match.state, seat))
        plies += 1
    assert match.outcome.reason == "called_off"
    assert match.outcome.places == ()
    assert plies == VOID_HANDS * (1 + 2 * IDLE_TURNS)
    seen = GAME.observe(match.state, Seat(0))
    assert seen.account is not None
    assert seen.account.void == "nothing_laid"

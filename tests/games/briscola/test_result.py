"""The count of a hand (BRI-24 to BRI-27)."""

from __future__ import annotations

import itertools

import pytest

from games.briscola.cards import POINTS, pack, points_of
from games.briscola.moves import HandCounted
from games.briscola.options import Options
from games.briscola.result import result_of, zero_sum_stakes
from games.briscola.state import Auction
from games.briscola.terms import SLOTS, Phase, Trick
from games.core import Outcome, Seat
from games.core.cards import Suit
from tests.games.briscola.tables import GAME, S1, S3, S5, SEATS, dealt, events, legal, play, second_trick, to_act

ZERO_SUM = Options(scoring="zero_sum")


def worth(points, tricks):
    """Cards of so many tricks, worth so many points together."""
    by_worth = {value: [card for card in pack() if POINTS[card] == value] for value in (11, 10, 4, 3, 2, 0)}
    for aces, threes, kings, knights, jacks in itertools.product(range(5), repeat=5):
        counts = {11: aces, 10: threes, 4: kings, 3: knights, 2: jacks}
        zeros = 6 * tricks - sum(counts.values())
        if sum(value * n for value, n in counts.items()) == points and 0 <= zeros <= 16:
            return [card for value, n in {**counts, 0: zeros}.items() for card in by_worth[value][:n]]
    raise ValueError("no such cards")


def counted(number, caller_points, partner_points, *, partner=S5, options=None):
    """S3 called the number; it took one trick and the partner one, worth these points; S1 took the others.

    Spade is the trump, whose ace was dealt to the partner."""
    both = worth(caller_points + partner_points, 2)
    mine = next(list(some) for some in itertools.combinations(both, 6) if points_of(some) == caller_points)
    theirs = [card for card in both if card not in mine]
    rest = [card for card in pack() if card not in both]
    piles = [(S3, mine), (partner, theirs), *((S1, rest[6 * i : 6 * i + 6]) for i in range(4))]
    tricks = tuple(Trick(S1, (SLOTS[0],) * 6, tuple(pile), winner) for winner, pile in piles)
    state = dealt(options, {partner: "AS"})
    return state._replace(
        phase=Phase.OVER, auction=Auction((), frozenset(), S3, number), trump=Suit.SPADE, tricks=tricks, held=0
    )


def test_bri_e17_as_many_points_as_called_lose():
    result = result_of(counted(45, 20, 25))
    assert (result.side_points, result.kept) == (45, False)
    assert set(result.winners) == set(SEATS) - {S3, S5}


def test_bri_e18_fewer_points_win():
    result = result_of(counted(45, 20, 24))
    assert (result.side_points, result.kept, sum(result.taken) - result.side_points) == (44, True, 76)
    assert result.winners == (S3, S5)


@pytest.mark.parametrize(("points", "kept"), [(0, True), (2, False)])
def test_bri_e19_a_call_of_one_is_kept_without_any_point(points, kept):
    assert result_of(counted(1, points, 0)).kept is kept


def test_bri_26_places_are_shared_by_the_side_that_has_won():
    assert GAME.outcome(counted(45, 20, 24)) == Outcome("kept", (3, 3, 1, 3, 1, 3))
    assert GAME.outcome(counted(45, 20, 25)) == Outcome("broken", (1, 1, 5, 1, 5, 1))


def test_bri_15_a_caller_who_was_dealt_the_ace_is_alone_against_five():
    state = counted(45, 20, 30, partner=S5)
    alone = state._replace(hands=dealt(None, {S3: "AS"}).hands)
    result = result_of(alone)
    assert (result.partner, result.side_points, result.kept) == (None, 20, True)
    assert GAME.outcome(alone) == Outcome("kept", (2, 2, 1, 2, 2, 2))


def test_bri_e21_option_zero_sum():
    with_partner = zero_sum_stakes(S3, S5, kept=False)
    assert (with_partner[S3], with_partner[S5], with_partner.count(1)) == (-3, -1, 4)
    alone = zero_sum_stakes(S3, None, kept=True)
    assert (alone[S3], alone.count(-1)) == (5, 5)
    for caller, partner, kept in itertools.product(SEATS, (*SEATS, None), (True, False)):
        if caller != partner:
            assert sum(zero_sum_stakes(caller, partner, kept=kept)) == 0
    assert GAME.outcome(counted(45, 20, 24, options=ZERO_SUM)) == Outcome(
        "kept", (3, 3, 1, 3, 1, 3), (-1, -1, 3, -1, 1, -1)
    )


def test_i18_the_result_is_told_line_by_line_at_the_end_and_not_before():
    state = second_trick()
    while True:
        seat, slot = to_act(state), legal(state, to_act(state))[0]
        last = GAME.observe(state, None)
        assert (last.result, last.outcome) == (None, None)
        happened = events(state, seat, slot)
        state = play(state, slot)
        if state.phase is Phase.OVER:
            break
        assert not [event for event in happened if isinstance(event, HandCounted)]
    result = GAME.observe(state, None).result
    assert result is not None
    assert happened[-1] == HandCounted(result)
    assert sum(result.taken) == 120
    assert (result.caller, result.number) == (S3, 50)
    assert result.side_points == result.taken[S3] + (0 if result.partner is None else result.taken[result.partner])
    assert GAME.next_dealer(state) == Seat(0)

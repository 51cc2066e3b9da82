"""The worlds that a strong player imagines: its seat could not tell them from the real one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.calabresella.cards import THIRDS
from games.calabresella.moves import PlayCard
from games.calabresella.rules import Calabresella
from games.calabresella.search import CalabresellaSearch, sample
from games.calabresella.terms import PLAY
from games.core import Match, Rng, decode_options
from games.core.player import Strength
from games.players import searches, think
from tests.games.playouts import random_plies, seed_of

GAME = Calabresella()


def playing(follow_suit: str, number: int) -> list[Match]:
    """Positions of a random match in which cards are played."""
    options = decode_options(GAME.options_type, {"follow_suit": follow_suit})
    match = Match.start(GAME, options, 3, seed_of(number))
    found = [ply.after for ply in random_plies(match, random.Random(number), 400)]
    return [match for match in found if match.state.phase is PLAY]


@pytest.mark.parametrize("follow_suit", ["free", "required"])
def test_a_sampled_world_looks_like_the_real_one(follow_suit: str) -> None:
    contracts = Counter[str]()
    for number in range(12):
        for match in playing(follow_suit, number)[::2]:
            (seat,) = GAME.active_seats(match.state)
            seen = GAME.observe(match.state, seat)
            world = sample(seen, match.options, Rng(seed_of(match.ply)))
            assert GAME.observe(world, seat) == seen
            assert sorted(GAME.cards(world)) == sorted(GAME.deck(match.options))
            assert GAME.legal_moves(world, seat) == GAME.legal_moves(match.state, seat)
            contracts[seen.contract.name if seen.contract else ""] += 1
    assert len(contracts) > 2


def test_worlds_differ_and_what_is_laid_off_is_likelier_low() -> None:
    monti: list[int] = []
    hands: set[tuple[int, ...]] = set()
    for number in range(40):
        for match in playing("free", number)[:1]:
            (seat,) = GAME.active_seats(match.state)
            seen = GAME.observe(match.state, seat)
            if not seen.laid_counts[seen.bidder or 0] or seen.bidder == seat:
                continue
            for again in range(20):
                world = sample(seen, match.options, Rng(seed_of(again)))
                hands.add(world.hands)
                monti.append(sum(THIRDS[card] for card in world.monte))
    assert len(hands) == len(monti) > 50
    assert sum(monti) / len(monti) < 4 * 32 / 40


def test_a_strong_player_takes_what_is_there_to_be_taken() -> None:
    """With two tricks to go every world is nearly the real one: the search never does worse than any other card."""
    search = CalabresellaSearch()
    for number in range(6):
        late = [m for m in playing("free", number) if len(m.state.tricks) == 11 and not m.state.trick]
        for match in late[:2]:
            (seat,) = GAME.active_seats(match.state)
            seen, legal = GAME.observe(match.state, seat), GAME.legal_moves(match.state, seat)
            move = think("calabresella", Strength.STRONG, seen, legal, match.options, seed_of(1))
            assert isinstance(move, PlayCard)
            values = [search.value(match.state, other, seen) for other in legal]
            assert search.value(match.state, move, seen) == max(values)


def test_it_is_said_where_strong_players_search() -> None:
    assert searches("calabresella", Strength.STRONG)
    assert not searches("calabresella", Strength.GOOD)
    assert not searches("briscola", Strength.STRONG)

"""What strong players imagine: worlds that fit what their seat knows, and moves that are legal, the same twice, and
blind to hidden cards. How well they play is measured by hand in the arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.calabresella import search as calabresella_search
from games.calabresella.moves import PlayCard
from games.calabresella.search import CalabresellaSearch
from games.calabresella.terms import Phase
from games.calidruno import playouts
from games.calidruno.cards import Card, card_from
from games.calidruno.matching import Book
from games.calidruno.moves import Pass, Play
from games.calidruno.options import Options as CalidrunoOptions
from games.calidruno.playouts import Start, played_out
from games.calidruno.search import CalidrunoSearch
from games.core import Match, Rng, Seat
from games.core.cards import SUIT_OF, Suit
from games.core.cards import card_from as italian
from games.core.player import Strength, decide, thought_seed
from games.core.search import Search
from games.players import PLAYERS, SEARCHES, searches, think
from games.registry import BY_KEY
from tests.games.playouts import seed_of


def evening(game: str, options: Any, seats: int, number: int, limit: int = 400) -> Iterator[tuple[Match, Seat]]:
    """Good players' moves, each position with the seat that is about to move."""
    match = Match.start(BY_KEY[game], options, seats, seed_of(number))
    for _ in range(limit):
        active = match.game.active_seats(match.state)
        if not active:
            return
        seat = min(active)
        yield match, seat
        seen, legal = match.game.observe(match.state, seat), match.game.legal_moves(match.state, seat)
        seed = thought_seed(match.seed, match.ply, seat)
        match, _ = match.play(seat, decide(PLAYERS[game], Strength.GOOD, seen, legal, options, seed))


SETTINGS = [
    ("calabresella", {"rounds": "3"}, 3),
    ("calabresella", {"rounds": "3", "follow_suit": "required", "solo_monte": "face_down"}, 3),
    ("calidruno", {"grace_s": 0}, 2),
    ("calidruno", {"grace_s": 0, "drawn_card": "draw_until_playable", "last_card_must_be_number": "yes"}, 2),
    ("calidruno", {"grace_s": 0, "stacking": "any_draw_card"}, 2),
    ("calidruno", {"grace_s": 0}, 4),
]
every_setting = pytest.mark.parametrize(("game", "changes", "seats"), SETTINGS)


@every_setting
def test_strong_moves_are_legal_the_same_twice_and_blind_to_hidden_cards(
    monkeypatch: pytest.MonkeyPatch, game: str, changes: dict[str, Any], seats: int
) -> None:
    monkeypatch.setattr(type(SEARCHES[game]), "worlds", lambda *_: 6)
    options = BY_KEY[game].options_type(**changes)
    differs = 0
    for match, seat in list(evening(game, options, seats, 1))[::4]:
        rules, seed = match.game, thought_seed(match.seed, match.ply, seat)
        seen, legal = rules.observe(match.state, seat), rules.legal_moves(match.state, seat)
        move = think(game, Strength.STRONG, seen, legal, options, seed)
        assert move in legal
        other = rules.resample(match.state, seat, Rng(seed_of(match.ply), 1))
        assert think(game, Strength.STRONG, rules.observe(other, seat), legal, options, seed) == move
        differs += move != think(game, Strength.GOOD, seen, legal, options, seed)
    assert differs or seats == 4 or changes.get("stacking")


@pytest.mark.parametrize("follow", ["free", "required"])
def test_a_world_of_calabresella_looks_to_the_seat_as_the_real_one_does(follow: str) -> None:
    options = BY_KEY["calabresella"].options_type(rounds="3", follow_suit=follow)
    search, worlds, others = CalabresellaSearch(), 0, 0
    for match, seat in evening("calabresella", options, 3, 2):
        seen = match.game.observe(match.state, seat)
        if seen.phase not in (Phase.AUCTION, Phase.PLAY):
            continue
        for number in range(3):
            world = search.sample(seen, options, Rng(seed_of(number), match.ply))
            assert match.game.observe(world, seat) == seen
            assert sorted(match.game.cards(world)) == sorted(match.game.cards(match.state))
            worlds += 1
            others += world.hands != match.state.hands
    assert worlds > 100
    assert others > worlds / 2


def test_cards_that_come_to_the_same_are_tried_out_once() -> None:
    game = BY_KEY["calabresella"]
    options = game.options_type(rounds="3")
    search = CalabresellaSearch()

    def suits(moves: Sequence[Any]) -> set[Suit]:
        return {SUIT_OF[move.card] for move in moves}

    for match, seat in evening("calabresella", options, 3, 3):
        seen, legal = game.observe(match.state, seat), game.legal_moves(match.state, seat)
        if seen.phase is not Phase.PLAY:
            continue
        good = think("calabresella", Strength.GOOD, seen, legal, options, bytes(16))
        tried = search.candidates(seen, legal, options, good)
        assert tried[0] == good
        assert set(tried) <= set(legal)
        assert suits(tried) == suits(legal)
    held = [PlayCard(italian(name)) for name in ("7C", "6C", "4C", "RC", "AC")]
    rivals = 1 << italian("5C")
    assert [move.card for move in calabresella_search.different(held, rivals)] == [
        italian(name) for name in ("7C", "4C", "RC", "AC")
    ]


class Guess(Search[None, int, str, None]):
    """Moves whose value in a world is known."""

    def __init__(self, **values: list[float]) -> None:
        self.values = values
        self.tried = Counter[str]()

    def worlds(self, options: None) -> int:
        return 9

    def candidates(self, observation: None, legal: Any, options: None, good: str) -> Any:
        return (good, *(move for move in legal if move != good))

    def sample(self, observation: None, options: None, rng: Rng) -> int:
        return rng.below(3)

    def value(self, world: int, move: str, observation: None) -> float:
        self.tried[move] += 1
        return self.values[move][world]


def test_the_best_on_average_is_chosen_and_the_worse_half_is_not_tried_to_the_end() -> None:
    guess = Guess(a=[1, 1, 1], b=[0, 0, 0], c=[3, 3, 3], d=[2, 2, 2], e=[0, 0, 1])
    assert guess.best(None, list("abcde"), None, "a", Rng(bytes(16))) == "c"
    assert guess.tried == {"a": 6, "b": 3, "c": 9, "d": 9, "e": 3}


def test_the_move_by_reasons_is_kept_if_no_other_is_better() -> None:
    guess = Guess(a=[1, 1, 1], b=[1, 1, 1], c=[1, 1, 1])
    for good in "abc":
        assert guess.best(None, list("abc"), None, good, Rng(bytes(16))) == good


# Calidruno


def test_calidruno_is_searched_against_one_other_only() -> None:
    assert searches("calidruno", Strength.STRONG)
    options = CalidrunoOptions(grace_s=0)
    search, compared = CalidrunoSearch(), 0
    for seats in (2, 3):
        for match, seat in evening("calidruno", options, seats, 4):
            seen, legal = match.game.observe(match.state, seat), match.game.legal_moves(match.state, seat)
            good = think("calidruno", Strength.GOOD, seen, legal, options, bytes(16))
            tried = search.candidates(seen, legal, options, good)
            assert tried[0] == good
            assert len(set(tried)) == len(tried)
            assert set(tried) <= set(legal)
            assert seats == 2 or len(tried) == 1
            compared += len(tried) > 1
            if isinstance(good, Play) and seen.drawn is not None and seats == 2:
                assert any(isinstance(move, Pass) for move in tried), "a card just drawn may be kept"
    assert compared > 5


def test_a_world_of_calidruno_holds_every_card_once() -> None:
    options = CalidrunoOptions(grace_s=0)
    search = CalidrunoSearch()
    for match, seat in evening("calidruno", options, 2, 5):
        seen = match.game.observe(match.state, seat)
        if seen.to_act is None:
            continue
        world = search.sample(seen, options, Rng(seed_of(1), match.ply))
        assert len(world.other) == seen.counts[1 - seat]
        assert len(world.stock) <= seen.stock
        held = Counter[Card]((*seen.hand, seen.top, *world.other, *world.stock))
        assert held <= Counter(Book.of(options).pack)


@pytest.mark.parametrize(
    "changes", [{}, {"two_player_reverse": "skip"}, {"plus4_ends_turn": "no"}, {"drawn_card": "may_not_play"}]
)
def test_a_playout_takes_its_first_steps_as_the_rules_do(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    """After a play both hold as many cards as by the rules."""
    options = CalidrunoOptions(grace_s=0, **changes)
    compared = 0
    for number in range(6):
        for match, seat in evening("calidruno", options, 2, number):
            state, rules = match.state, match.game
            for move in rules.legal_moves(state, seat):
                if not isinstance(move, Play) or len(state.hands[seat]) < 3:
                    continue
                after = rules.apply(state, seat, move, Rng(bytes(16))).state
                hands = (list(state.hands[seat]), list(state.hands[1 - seat]))
                start = Start(hands, list(state.stock), state.discards[-1], state.colour)
                monkeypatch.setattr(playouts, "LONGEST", 1)
                ending = played_out(start, 0, (move.card, move.colour), options)
                if len(state.stock) >= 4:
                    assert ending.left == (len(after.hands[seat]), len(after.hands[1 - seat]))
                    compared += 1
    assert compared > 100


def test_in_a_playout_the_turn_passes_as_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moves second has but one card, which fits: they go out with it."""
    monkeypatch.setattr(playouts, "LONGEST", 2)

    def second(card: str, **changes: Any) -> int | None:
        hands = ([card_from(card), card_from("R1")], [card_from("R2")])
        start = Start(hands, [card_from("B9")] * 8, card_from("R9"), playouts.Colour.RED)
        return played_out(start, 0, (card_from(card), None), CalidrunoOptions(**changes)).winner

    assert second("R5") == 1
    assert second("R-stop") == 0
    assert second("R-rev") == 1
    assert second("R-rev", two_player_reverse="skip") == 0
    assert second("R+2") == 0
    assert second("R+4") == 0
    assert second("R+4", plus4_ends_turn="no") is None

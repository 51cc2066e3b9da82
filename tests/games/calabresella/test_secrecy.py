"""Who may know which card (G-5, CLB-15 to CLB-23): paired worlds for every seat and phase."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.calabresella.options import PRESETS, Options
from games.calabresella.terms import Phase
from games.core import Rng
from games.core.card_sets import CARDS, card_set
from tests.games.calabresella.tables import GAME, SEED, D, R, X, cards, dealt, hand, play, random_match

VIEWERS = (R, X, D, None)
VARIANTS = (Options(), PRESETS["classic"], Options(solo_monte="face_down"))


def rename(value: Any, swap: dict[int, int]) -> Any:
    """A copy of a state in which two cards have changed places, wherever they are named."""
    if isinstance(value, tuple):
        renamed = [rename(item, swap) for item in value]
        fields = getattr(value, "_fields", None)
        if fields:
            keep = {
                "number",
                "bidder_thirds",
                "others_thirds",
                "thirds",
                "standing",
                "calls",
                "leader",
                "seat",
                "bidder",
            }
            keep |= {"giver", "layers", "winner", "options", "phase", "to_act", "contract"}
            pairs = zip(fields, value, renamed, strict=True)
            return type(value)(*(old if name in keep else new for name, old, new in pairs))
        return tuple(renamed)
    return swap.get(value, value) if type(value) is int else value


def world_with(state, one, other):
    """The world in which two cards have changed places."""
    listed = state._replace(hands=tuple(map(CARDS.of, state.hands)))
    renamed = rename(listed, {one: other, other: one})
    return renamed._replace(hands=tuple(map(card_set, renamed.hands)))


def named(seen):
    """All cards that an observation names."""
    found = {*seen.hand, *seen.turned, *seen.laid, *seen.trick, *(card for took in seen.took for card in took)}
    found |= {card for trick in seen.tricks for card in trick.cards}
    found |= {card for card in (seen.called, seen.returned) if card is not None}
    if seen.account is not None:
        found |= set(seen.account.monte)
    return found | {card for offer in seen.offers for card in (*offer.first_takes, *offer.second_takes)}


def positions(seed, options):
    return [state for state, _, _ in random_match(options, seed, rounds=2)]


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_cards_that_a_seat_has_not_seen_may_lie_anywhere_without_its_knowing(seed, options):
    choices = random.Random(seed)
    phases = Counter()
    for state in positions(seed, options):
        for viewer in VIEWERS:
            seen = GAME.observe(state, viewer)
            # Cards of an earlier round's monte are in its account, which stays on show.
            unnamed = sorted(set(range(40)) - named(seen))
            if len(unnamed) < 2:
                continue
            one, other = choices.sample(unnamed, 2)
            world = world_with(state, one, other)
            assert GAME.observe(world, viewer) == seen
            assert list(GAME.legal_moves(world, viewer)) == list(GAME.legal_moves(state, viewer))
            if viewer is not None and viewer in state.to_act:
                assert GAME.timeout_move(world, viewer) == GAME.timeout_move(state, viewer)
            phases[state.phase] += 1
    assert phases[Phase.AUCTION]
    assert phases[Phase.PLAY]


def test_the_paired_worlds_reach_every_phase():
    phases = {state.phase for seed in range(40) for state in positions(seed, Options())}
    assert phases == set(Phase)


@pytest.mark.parametrize("seed", range(10))
def test_an_observation_names_no_card_that_lies_hidden_unless_everybody_saw_it(seed):
    for state in positions(seed, VARIANTS[seed % 3]):
        public = GAME.observe(state, None)
        for viewer in (R, X, D):
            seen = GAME.observe(state, viewer)
            others = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in CARDS.of(hand)}
            own = {*seen.hand, *seen.laid, *seen.took[viewer]}
            assert (named(seen) - own) & others <= named(public)
            assert set(seen.hand) == set(hand(state, viewer))


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_resampled_worlds_look_the_same_and_are_whole_packs(seed, options):
    rng = Rng(SEED, seed)
    deck = sorted(GAME.deck(options))
    for state in positions(seed, options)[::2]:
        for viewer in VIEWERS:
            world = GAME.resample(state, viewer, rng)
            assert GAME.observe(world, viewer) == GAME.observe(state, viewer)
            assert sorted(GAME.cards(world)) == deck
            if viewer is not None:
                assert list(GAME.legal_moves(world, viewer)) == list(GAME.legal_moves(state, viewer))


def test_resampling_deals_every_unseen_card_everywhere():
    state = dealt()
    where = Counter()
    for i in range(400):
        world = GAME.resample(state, R, Rng(SEED, i))
        for place, pile in (("x", hand(world, X)), ("d", hand(world, D)), ("monte", world.monte)):
            where.update((card, place) for card in pile)
    unseen = set(range(40)) - set(hand(state, R))
    for card in unseen:
        assert 110 < where[card, "x"] < 235  # fair: 171
        assert 110 < where[card, "d"] < 235
        assert 25 < where[card, "monte"] < 95  # fair: 57


def after_exchange():
    """X called the three of spade from D, returned the five of bastoni, laid the four of bastoni and three others."""
    opening = ("pass", "chiamo", "pass", "ask-3S", "give-5B", "lay-AC-2C-3S-4B")
    return play(dealt(d="3S", x="AC 2C", monte="4B 5B AB RB"), *opening)


def test_resampling_keeps_what_everybody_saw():
    seen_going_to_x = set(cards("AB RB 3S 4B"))
    moved = Counter()
    for i in range(60):
        world = GAME.resample(after_exchange(), R, Rng(SEED, i))
        assert cards("5B")[0] in hand(world, D)
        assert seen_going_to_x <= {*hand(world, X), *world.monte}
        moved.update(set(world.monte) & seen_going_to_x)
        assert GAME.resample(after_exchange(), X, Rng(SEED, i)).monte == after_exchange().monte
    assert set(moved) == seen_going_to_x  # from outside any of them may be the ones laid off


def test_resampling_knows_who_cannot_hold_a_suit():
    options = Options(follow_suit="required")
    state = play(dealt(options, r="RB", x="3D 4D 5D 6D 7D RD CD FD AD 2D 3C 2C"), "pass", "solissimo", "play")
    state = play(state._replace(leader=R, to_act=frozenset({R})), "RB", "3D")
    for i in range(30):
        world = GAME.resample(state, R, Rng(SEED, i))
        assert not [card for card in hand(world, X) if card // 10 == 3]


def test_clb_22_dividete_each_side_of_the_monte_is_its_owners_secret():
    state = play(dealt(monte="4B 5B AB RB"), "pass", "solissimo", "dividete", (D, "lay-4B-5B"), (R, "lay-AB-RB"))
    for i in range(20):
        for viewer, own in ((D, "4B 5B"), (R, "AB RB")):
            world = GAME.resample(state, viewer, Rng(SEED, i))
            assert set(cards(own)) <= set(world.monte)
    montes = {GAME.resample(state, X, Rng(SEED, i)).monte for i in range(20)}
    assert len(montes) > 10


@pytest.mark.parametrize("seed", range(12))
def test_g9_no_event_names_a_card_that_a_spectator_may_not_know(seed):
    for state, seat, text in random_match(VARIANTS[seed % 3], seed, rounds=2):
        if not text:
            continue
        step = GAME.apply(state, seat, GAME.decode_move(text), Rng(SEED, 1))
        public = named(GAME.observe(step.state, None))
        for event in step.events:
            for field in ("card", "cards", "first_takes", "second_takes"):
                value = getattr(event, field, ())
                if field == "cards" and isinstance(value, int):
                    continue
                assert ({value} if isinstance(value, int) else set(value)) <= public

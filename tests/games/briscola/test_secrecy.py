"""Nobody ever sees their own cards (BRI-5, BRI-16, BRI-18): paired worlds in both directions, and the options."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from itertools import pairwise

import pytest

from games.briscola.moves import CardLaidDown
from games.briscola.options import Options
from games.briscola.result import ace_holder
from games.briscola.terms import Phase, Slot
from games.core import Rng, RulesError
from games.core.cards import Suit
from tests.games.briscola.tables import (
    GAME,
    S1,
    S2,
    S3,
    S3_CALLS_50,
    S4,
    S5,
    S6,
    SEATS,
    SEED,
    cards,
    dealt,
    events,
    led,
    play,
    random_hand,
    second_trick,
)

VARIANTS = (
    Options(),
    Options(memory_aid="on", show_running_points="yes"),
    Options(removed_rank=2, scoring="zero_sum", spectators_see="all"),
)
VIEWERS = (*SEATS, None)


def own_held(state, seat):
    """The slots of a seat that still hold a card, and those cards."""
    held = GAME.observe(state, seat).hands[seat]
    return {number: state.hands[seat][number] for number, slot in enumerate(held) if slot.held}


def swapped(state, one, other):
    """The world in which two places (seat, index) have exchanged their cards, on the table too."""
    hands = [list(hand) for hand in state.hands]
    (a, i), (b, j) = one, other
    hands[a][i], hands[b][j] = hands[b][j], hands[a][i]
    trick = tuple(hands[(state.leader + place) % 6][slot - 1] for place, slot in enumerate(state.slots))
    return state._replace(hands=tuple(map(tuple, hands)), trick=trick)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_own_unseen_cards_in_other_slots_change_nothing_that_one_gets(seed, options):
    phases = set()
    for state, seat, text in random_hand(options, seed):
        for viewer in SEATS:
            slots = [(viewer, number) for number in own_held(state, viewer)]
            seen, offered = GAME.observe(state, viewer), GAME.legal_moves(state, viewer)
            for one, other in pairwise(slots):
                world = swapped(state, one, other)
                assert GAME.observe(world, viewer) == seen
                assert GAME.legal_moves(world, viewer) == offered
                if viewer != seat and text:
                    move = GAME.decode_move(text)
                    happened = GAME.apply(state, seat, move, Rng(SEED, 1)).events
                    assert GAME.apply(world, seat, move, Rng(SEED, 1)).events == happened
        phases.add(state.phase)
    assert phases == set(Phase)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_before_the_reveal_no_card_anywhere_changes_what_anybody_gets(seed, options):
    choices = random.Random(seed)
    places = [(seat, number) for seat in SEATS for number in range(6)]
    for state, seat, text in random_hand(options, seed):
        if state.trump is not None:
            break
        for viewer in VIEWERS:
            world = swapped(state, *choices.sample(places, 2))
            assert GAME.observe(world, viewer) == GAME.observe(state, viewer)
            if state.phase is not Phase.TRUMP:
                move = GAME.decode_move(text)
                happened = GAME.apply(state, seat, move, Rng(SEED, 1)).events
                assert GAME.apply(world, seat, move, Rng(SEED, 1)).events == happened


@pytest.mark.parametrize("seed", range(5))
def test_from_the_reveal_on_everybody_sees_every_card_of_the_others(seed):
    """The other direction: each change of another's cards shows."""
    for state, _, _ in random_hand(VARIANTS[seed % 3], seed):
        if state.phase is not Phase.TRICKS:
            continue
        for viewer in SEATS:
            for owner in set(SEATS) - {viewer}:
                held = list(own_held(state, owner))
                if len(held) > 1:
                    world = swapped(state, (owner, held[0]), (owner, held[1]))
                    assert GAME.observe(world, viewer) != GAME.observe(state, viewer)
                    assert GAME.observe(world, owner) == GAME.observe(state, owner)


@pytest.mark.parametrize("seed", range(8))
def test_faces_in_view_are_counted(seed):
    for state, _, _ in random_hand(Options(), seed):
        for viewer in SEATS:
            seen = GAME.observe(state, viewer)
            held = {owner: [slot.face for slot in seen.hands[owner] if slot.held] for owner in SEATS}
            assert set(held.pop(viewer)) <= {None}
            if state.trump is None:
                assert {slot.face for hand in seen.hands for slot in hand} == {None}
            else:
                assert None not in {face for faces in held.values() for face in faces}


@pytest.mark.parametrize("options", VARIANTS)
def test_a_spectator_sees_what_lies_on_the_felt_or_all_by_option(options):
    for state, _, _ in random_hand(options, 3):
        seen = GAME.observe(state, None)
        faces = {slot.face for hand in seen.hands for slot in hand if slot.held}
        open_hands = state.trump is not None and options.spectators_see == "all"
        assert (None in faces) == (not open_hands and bool(faces))
        if not open_hands:
            assert faces <= {None}
        assert seen.own_cards is None


BASTONI_FIRST = {S1: "AB", S2: "3B", S3: "RB 7D", S4: "CB AC", S5: "FB AD", S6: "7B AS"}


def test_bri_16_who_the_partner_is_changes_nothing_that_anybody_gets():
    """The first trick is all bastoni, so that the trump changes nothing but who the partner is: S4, S5 or S6."""
    asked = play(dealt(first_slots=BASTONI_FIRST), *S3_CALLS_50, *("slot-1",) * 6)
    named = {trump: play(asked, f"trump-{trump}") for trump in ("coppe", "denari", "spade")}
    assert [ace_holder(state) for state in named.values()] == [S4, S5, S6]
    for viewer in VIEWERS:
        views = {GAME.observe(state, viewer)._replace(trump=None) for state in named.values()}
        assert len(views) == 1
    said = {events(asked, S3, f"trump-{trump}")[1:] for trump in named}
    assert len(said) == 1
    going_on = {events(state, S1, "slot-2") for state in named.values()}
    assert len(going_on) == 1


def test_bri_15_a_caller_alone_gets_what_a_caller_with_a_partner_gets():
    lone = BASTONI_FIRST | {S3: "RB AC", S4: "CB 7D"}
    for viewer in (S3, None):
        views = [GAME.observe(second_trick("coppe", first_slots=first), viewer) for first in (BASTONI_FIRST, lone)]
        hidden = [view._replace(hands=(), own_cards=None) for view in views]
        assert hidden[0] == hidden[1]


def test_bri_18_option_memory_aid_gives_the_set_and_never_the_slots():
    aid = Options(memory_aid="on")
    assert GAME.observe(dealt(aid), S1).own_cards is None
    assert GAME.observe(play(dealt(aid), *S3_CALLS_50, *("slot-1",) * 6), S1).own_cards is None
    state = second_trick(options=aid, first_slots={S1: "2S RB 4C AD 3S 2D"})
    assert GAME.observe(state, S1).own_cards == tuple(sorted(cards("RB 4C AD 3S 2D")))
    assert GAME.observe(second_trick(), S1).own_cards is None
    by_elimination = set(GAME.deck(aid)) - {
        slot.face for hand in GAME.observe(state, S1).hands for slot in hand if slot.face is not None
    }
    assert set(GAME.observe(state, S1).own_cards or ()) == by_elimination


def test_g6_no_error_names_a_card():
    state = led(Suit.COPPE, {S1: "2S AC 4D"})
    for seat, text in ((S1, "slot-1"), (S2, "slot-2"), (S1, "bid-3"), (S1, "trump-coppe"), (S3, "trump-coppe")):
        with pytest.raises(RulesError) as caught:
            play(state, (seat, text))
        assert set(caught.value.details) <= {"slot", "active"}


def test_g7_moves_and_events_of_hidden_cards_name_slots_only():
    state = play(dealt(), *S3_CALLS_50)
    assert [GAME.encode_move(move) for move in GAME.legal_moves(state, S3)] == [f"slot-{n}" for n in range(1, 7)]
    assert events(state, S3, "slot-2") == (CardLaidDown(S3, Slot(2)),)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_resampled_worlds_look_the_same_and_are_whole_packs(seed, options):
    rng = Rng(SEED, seed)
    for state, _, _ in random_hand(options, seed):
        for viewer in VIEWERS:
            world = GAME.resample(state, viewer, rng)
            assert GAME.observe(world, viewer) == GAME.observe(state, viewer)
            assert sorted(GAME.cards(world)) == sorted(GAME.deck(options))
            assert viewer is None or GAME.legal_moves(world, viewer) == GAME.legal_moves(state, viewer)


def test_resampling_puts_every_own_card_in_every_own_slot():
    state = second_trick()
    where = Counter()
    for i in range(500):
        where.update(enumerate(GAME.resample(state, S1, Rng(SEED, i)).hands[S1]))
    held = own_held(state, S1)
    for number, card in itertools.product(held, held.values()):
        assert 60 < where[number, card] < 145  # fair: 100
    before = {GAME.resample(dealt(), S1, Rng(SEED, i)).hands[S2][0] for i in range(300)}
    assert before == set(GAME.deck(Options()))

"""The blind first trick, the trump and the five tricks by slot (BRI-13 to BRI-23)."""

from __future__ import annotations

import itertools

import pytest

from games.briscola.cards import ORDER, points_of
from games.briscola.moves import AceShown, CardLaidDown, CardTurnedUp, FirstTrickTurnedUp, TrickTaken, TrumpNamed
from games.briscola.options import Options
from games.briscola.reasons import BriscolaReason
from games.briscola.terms import Phase, Slot
from games.core import IllegalMoveError, NotYourTurnError
from games.core.cards import PACK, Suit, card_from
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
    cards,
    dealt,
    events,
    led,
    legal,
    play,
    second_trick,
    to_act,
)


def refused(state, seat, text):
    with pytest.raises(IllegalMoveError) as caught:
        play(state, (seat, text))
    return caught.value.reason


def test_bri_e8_the_caller_begins_and_no_view_shows_a_face():
    state = play(dealt(), *S3_CALLS_50)
    for seat in (S3, S4, S5, S6, S1, S2):
        assert to_act(state) == seat
        assert events(state, seat, "slot-4") == (CardLaidDown(seat, Slot(4)),)
        state = play(state, "slot-4")
        for viewer in (*SEATS, None):
            seen = GAME.observe(state, viewer)
            assert {slot.face for hand in seen.hands for slot in hand} == {None}
            assert {card for _, _, card in seen.trick} == {None}
            assert seen.hands[seat][3].held is False
    assert (state.phase, to_act(state)) == (Phase.TRUMP, S3)


def test_bri_e9_only_the_caller_names_the_trump_and_only_after_the_sixth_card():
    state = play(dealt(), *S3_CALLS_50, *("slot-1",) * 5)
    assert refused(state, S3, "trump-coppe") is BriscolaReason.TRUMP_TOO_EARLY
    assert refused(state, S1, "trump-coppe") is BriscolaReason.CALLER_NAMES_TRUMP
    state = play(state, "slot-1")
    assert refused(state, S1, "trump-coppe") is BriscolaReason.CALLER_NAMES_TRUMP
    assert refused(state, S3, "slot-2") is BriscolaReason.TRUMP_FIRST
    assert legal(state, S3) == ["trump-coppe", "trump-denari", "trump-spade", "trump-bastoni"]
    state = play(state, "trump-denari")
    assert refused(state, S3, "trump-spade") is BriscolaReason.TRUMP_IS_NAMED
    assert refused(state, S1, "trump-spade") is BriscolaReason.CALLER_NAMES_TRUMP


def test_the_reveal_turns_all_six_up_at_once():
    first = {S3: "5S", S4: "RS", S5: "AD", S6: "3S", S1: "2C", S2: "7B"}
    state = play(dealt(first_slots=first), *S3_CALLS_50, *("slot-1",) * 6)
    assert events(state, S3, "trump-coppe") == (
        TrumpNamed(S3, Suit.COPPE),
        FirstTrickTurnedUp(S3, (Slot(1),) * 6, cards("5S RS AD 3S 2C 7B")),
        TrickTaken(S1),
    )


def test_bri_e10_one_trump_takes_the_trick():
    first = {S3: "5S", S4: "RS", S5: "AD", S6: "3S", S1: "2C", S2: "7B"}
    state = second_trick("coppe", first_slots=first)
    assert (state.tricks[0].winner, points_of(state.tricks[0].cards)) == (S1, 25)


def test_bri_e12_the_highest_trump_takes_the_trick():
    first = {S3: "7C", S4: "AC", S5: "2S", S6: "4S", S1: "3C", S2: "AD"}
    state = second_trick("spade", first_slots=first)
    assert (state.tricks[0].winner, points_of(state.tricks[0].cards)) == (S6, 32)


def test_bri_17_without_a_trump_the_highest_of_the_suit_led():
    first = {S3: "7C", S4: "AS", S5: "3C", S6: "RC", S1: "2C", S2: "AD"}
    assert second_trick("bastoni", first_slots=first).tricks[0].winner == S5


def test_i14_every_trick_of_three_cards_against_the_obvious_rule():
    def slow(trick, trump):
        suits = [card // 10 for card in trick]
        wanted = trump if trump in suits else suits[0]
        high = "A3RCF76542"
        best = min((card for card in trick if card // 10 == wanted), key=lambda c: high.index("A234567FCR"[c % 10]))
        return trick.index(best)

    count = 0
    for number, trick in enumerate(itertools.permutations(PACK, 3)):
        for trump in (None, Suit(number % 4)):
            assert ORDER.winner(trick, trump) == slow(trick, trump)
        count += 1
    assert count == 59_280


@pytest.mark.parametrize("leader", SEATS)
def test_i14_the_winner_is_counted_from_the_leader(leader):
    state = led(Suit.BASTONI, {S1: "2C 4D", S2: "4C 5D", S3: "5C RD", S4: "7C AD", S5: "FC 3D", S6: "CC 7D"})
    state = state._replace(leader=leader, to_act=frozenset({leader}))
    assert play(state, *("slot-2",) * 6).tricks[1].winner == S4


def test_bri_e13_the_partner_is_who_was_dealt_the_ace_even_if_it_lies_on_the_table():
    state = play(dealt(first_slots={S5: "AC"}), *S3_CALLS_50, *("slot-1",) * 6)
    assert AceShown(S5, alone=False) in events(state, S3, "trump-coppe")
    assert not [event for event in events(state, S3, "trump-spade") if isinstance(event, AceShown)]
    seen = GAME.observe(play(state, "trump-coppe"), S1)
    assert seen.ace_shown_by == S5


def test_bri_15_i2_a_caller_with_the_ace_plays_alone_and_nobody_is_told_before_it_shows():
    state = led(Suit.COPPE, {S3: "2S AC"})
    assert all(GAME.observe(state, viewer).ace_shown_by is None for viewer in (*SEATS, None))
    state = play(state, "slot-2", "slot-2")
    assert events(state, S3, "slot-2") == (CardTurnedUp(S3, Slot(2), card_from("AC")), AceShown(S3, alone=True))


def test_bri_16_i1_the_partner_shows_when_that_very_ace_does():
    state = play(led(Suit.COPPE, {S4: "2S AC 3C AD"}), "slot-2", "slot-2", "slot-2")
    for slot, shown in (("slot-3", False), ("slot-4", False), ("slot-2", True)):
        happened = events(state, S4, slot)
        assert (AceShown(S4, alone=False) in happened) == shown
        seen = GAME.observe(play(state, slot), S1)
        assert seen.ace_shown_by == (S4 if shown else None)
        assert seen.result is None


def test_bri_e15_the_second_trick_begins_with_25_faces_and_five_backs():
    for options in (Options(), Options(show_running_points="yes")):
        state = second_trick(options=options, first_slots={S4: "2S AC"})
        for viewer in SEATS:
            seen = GAME.observe(state, viewer)
            faces = [
                slot
                for owner in SEATS
                if owner != viewer
                for slot in seen.hands[owner]
                if slot.held and slot.face is not None
            ]
            assert len(faces) == 25
            own = seen.hands[viewer]
            assert [slot.held for slot in own] == [False] + [True] * 5
            assert [slot.face for slot in own[1:]] == [None] * 5
            assert seen.ace_shown_by is None


def test_bri_e16_no_duty_to_follow_suit():
    state = play(
        led(Suit.BASTONI, {S1: "2C 4S", S2: "4C 5D", S3: "5C RD", S4: "7C AD 7S"}), "slot-2", "slot-2", "slot-2"
    )
    assert legal(state, S4) == [f"slot-{n}" for n in range(2, 7)]
    assert events(state, S4, "slot-2")[0] == CardTurnedUp(S4, Slot(2), card_from("AD"))


def test_bri_19_e20_the_winner_leads_the_next_trick():
    first = {S2: "AB", S3: "4B", S4: "5B", S5: "7B", S6: "2B", S1: "FB"}
    state = second_trick("bastoni", first_slots=first)
    for seat in (S2, S3, S4, S5, S6, S1):
        assert to_act(state) == seat
        state = play(state, "slot-6")


def test_bri_20_later_players_see_the_cards_before_theirs():
    state = play(led(Suit.COPPE, {S1: "2S 4S"}), "slot-2")
    assert GAME.observe(state, S2).trick == ((S1, 2, card_from("4S")),)
    assert GAME.observe(state, S1).hands[S1][1] == (False, card_from("4S"))


def test_bri_22_slots_are_never_renumbered_and_never_sorted():
    state = led(Suit.BASTONI, {S1: "2C RS 4C AD 3S 2D"})
    state = play(state, "slot-4")
    assert [slot.held for slot in GAME.observe(state, S2).hands[S1]] == [False, True, True, False, True, True]
    faces = [slot.face for slot in GAME.observe(state, S2).hands[S1]]
    assert faces == list(cards("2C RS 4C AD 3S 2D"))
    state = state._replace(to_act=frozenset({S1}), slots=(), trick=())
    assert legal(state, S1) == ["slot-2", "slot-3", "slot-5", "slot-6"]
    assert refused(state, S1, "slot-4") is BriscolaReason.SLOT_IS_EMPTY


def test_g11_the_last_card_is_played_by_its_slot():
    state = second_trick()
    while len(state.tricks) < 5:
        state = play(state, legal(state, to_act(state))[0])
    for _ in range(6):
        assert legal(state, to_act(state)) == ["slot-6"]
        state = play(state, "slot-6")
    assert state.phase is Phase.OVER


def test_nobody_plays_out_of_turn_or_before_the_auction_is_over():
    assert refused(dealt(), S1, "slot-1") is BriscolaReason.AUCTION_FIRST
    with pytest.raises(NotYourTurnError) as caught:
        play(play(dealt(), *S3_CALLS_50), (S4, "slot-1"))
    assert caught.value.details["active"] == frozenset({S3})


def test_bri_23_points_are_counted_for_all_to_see_only_by_option():
    hidden = second_trick()
    assert GAME.observe(hidden, S1).points is None
    shown = second_trick(options=Options(show_running_points="yes"))
    seen = GAME.observe(shown, S1)
    assert seen.points is not None
    assert sum(seen.points) == points_of(shown.tricks[0].cards)
    assert seen.points[shown.tricks[0].winner] == sum(seen.points)
    assert GAME.observe(dealt(Options(show_running_points="yes")), S1).points is None
    assert seen.tricks_taken.count(1) == 1

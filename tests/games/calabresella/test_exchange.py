"""The call, the monte and the raises of Solissimo (CLB-14 to CLB-24)."""

from __future__ import annotations

import itertools

import pytest

from games.calabresella.moves import (
    CardAsked,
    CardHandedOver,
    CardNotHeld,
    CardReturned,
    LaidOff,
    LayOff,
    MonteDrawn,
    MonteTaken,
    MonteTurnedUp,
    PlayBegan,
    SolissimoKept,
    SolissimoRaised,
    SplitProposed,
    SplitSettled,
)
from games.calabresella.options import Options
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.terms import Contract, Phase
from games.core import IllegalMoveError, InvalidMoveError, Match, NotYourTurnError, PlayedMove, Rng, RulesError, Seat
from tests.games.calabresella.tables import GAME, SEED, D, R, X, cards, dealt, events, hand, legal, names, only, play

MONTE = "4B 5B AB RB"


def refused(state, seat, text):
    with pytest.raises(IllegalMoveError) as caught:
        play(state, (seat, text))
    return caught.value.reason


def lowest(state, seat, count):
    return "lay-" + names(hand(state, seat)[:count]).replace(" ", "-")


def called(card="3S"):
    """X plays Chiamo; D holds the three of spade."""
    return play(dealt(d="3S", monte=MONTE), "pass", "chiamo", "pass", f"ask-{card}")


def test_clb_e9_the_called_card_comes_face_up_and_the_monte_after_it():
    state = play(dealt(d="3S", monte=MONTE), "pass", "chiamo", "pass")
    three = cards("3S")[0]
    assert events(state, X, "ask-3S") == (
        CardAsked(X, three),
        CardHandedOver(D, X, three),
        MonteTurnedUp(cards(MONTE)),
        MonteTaken(X),
    )
    state = play(state, "ask-3S")
    assert (len(hand(state, X)), len(hand(state, D))) == (17, 11)
    assert (state.phase, only(state)) == (Phase.RETURN, X)
    assert events(state, X, "give-5B") == (CardReturned(X, D, cards("5B")[0]),)
    state = play(state, "give-5B")
    assert cards("5B")[0] in hand(state, D)
    assert (len(hand(state, X)), state.phase) == (16, Phase.LAY_OFF)
    state = play(state, "lay-3S-AB-4B-RB")
    assert [hand.bit_count() for hand in state.hands] == [12, 12, 12]
    assert set(state.monte) == set(cards("4B AB RB 3S"))
    assert (state.phase, only(state)) == (Phase.PLAY, R)


def test_clb_16_a_call_for_a_card_in_the_monte_gets_nothing_and_no_second_call():
    state = play(dealt(monte=MONTE), "pass", "chiamo", "pass")
    assert CardNotHeld(cards("AB")[0]) in events(state, X, "ask-AB")
    state = play(state, "ask-AB")
    assert (state.phase, len(hand(state, X))) == (Phase.LAY_OFF, 16)
    assert refused(state, X, "ask-3S") is CalabresellaReason.NO_CALL_NOW
    assert refused(state, X, "give-4B") is CalabresellaReason.NOTHING_TO_RETURN


def test_clb_e11_one_does_not_call_a_card_that_one_holds():
    state = play(dealt(x="2D"), "pass", "chiamo", "pass")
    assert refused(state, X, "ask-2D") is CalabresellaReason.CALLS_OWN_CARD
    assert "ask-2D" not in legal(state, X)
    assert len(legal(state, X)) == 28


@pytest.mark.parametrize("bid", ["solo", "solissimo"])
def test_clb_e12_no_call_but_in_chiamo(bid):
    moves = ["pass", bid] if bid == "solissimo" else ["pass", bid, "pass"]
    assert refused(play(dealt(d="3S"), *moves), X, "ask-3S") is CalabresellaReason.NO_CALL_NOW


def test_clb_18_any_card_may_be_returned_even_the_called_one():
    state = called()
    assert len(legal(state, X)) == 17
    assert cards("3S")[0] in hand(play(state, "give-3S"), D)


def test_clb_17_solo_turns_the_monte_up():
    state = play(dealt(monte=MONTE), "pass", "solo")
    assert events(state, D, "pass")[-2:] == (MonteTurnedUp(cards(MONTE)), MonteTaken(X))
    seen = GAME.observe(play(state, "pass"), R)
    assert (seen.turned, seen.monte_up) == (cards(MONTE), True)


def test_clb_17_option_solo_may_be_taken_face_down():
    state = play(dealt(Options(solo_monte="face_down"), monte=MONTE), "pass", "solo")
    assert events(state, D, "pass")[-1] == MonteTaken(X)
    state = play(state, "pass")
    assert GAME.observe(state, R).turned == ()
    assert GAME.observe(state, R).took == ((), (), ())
    assert GAME.observe(state, X).took[X] == cards(MONTE)


def test_clb_17_option_face_down_changes_nothing_for_chiamo():
    state = play(dealt(Options(solo_monte="face_down"), monte=MONTE), "pass", "chiamo", "pass", "ask-4B")
    assert GAME.observe(state, R).turned == cards(MONTE)


@pytest.mark.parametrize("lay", ["lay-AB-4B-5B", "lay-3S-AB-4B-5B-RB"])
def test_i9_exactly_four_cards_go_back(lay):
    state = play(called(), "give-3S")
    assert refused(state, X, lay) is CalabresellaReason.LAY_OFF_FOUR


def test_i9_four_cards_are_four_and_named_in_one_way():
    state = play(dealt(monte=MONTE), "pass", "solo", "pass")
    for text in ("lay-4B-4B-4B-4B", "lay-5B-4B-AB-RB"):
        with pytest.raises(InvalidMoveError):
            GAME.decode_move(text)
    for some in ("4B 4B 4B 4B", "5B 4B AB RB"):
        with pytest.raises(InvalidMoveError):
            GAME.apply(state, X, LayOff(cards(some)), Rng(SEED))


def test_clb_19_one_lays_off_what_one_holds_and_aces_too():
    state = play(dealt(r="AC", monte=MONTE), "pass", "solo", "pass")
    assert refused(state, X, "lay-AC-4B-5B-RB") is CalabresellaReason.NOT_IN_HAND
    assert "lay-AB-4B-5B-RB" in legal(state, X)


def test_clb_19_every_choice_of_four_is_offered_once():
    state = play(dealt(), "pass", "solo", "pass")
    offered = list(GAME.legal_moves(state, X))
    assert offered == [LayOff(four) for four in itertools.combinations(hand(state, X), 4)]
    assert all(move in GAME.legal_moves(state, X) for move in offered[::97])
    assert GAME.legal_moves(state, X)[3:5] == offered[3:5]


def test_i12_who_sees_what_after_the_exchange():
    state = play(called(), "give-5B", "lay-3S-AB-4B-RB")
    for seat in (R, D, None):
        seen = GAME.observe(state, seat)
        assert (seen.turned, seen.called, seen.returned) == (cards(MONTE), cards("3S")[0], cards("5B")[0])
        assert (seen.laid, seen.laid_counts, seen.monte_up) == ((), (0, 4, 0), False)
    assert set(GAME.observe(state, X).laid) == set(cards("4B AB RB 3S"))


def solissimo(**held):
    return play(dealt(monte=MONTE, **held), "pass", "solissimo")


def test_clb_e13_who_leads():
    solo = play(dealt(monte=MONTE), "pass", "solo", "pass")
    assert only(play(solo, lowest(solo, X, 4))) == R
    assert events(solissimo(), X, "play") == (SolissimoKept(X), PlayBegan(X))
    dividete = play(solissimo(), "dividete")
    for seat in (D, R):
        dividete = play(dividete, (seat, lowest(dividete, seat, 2)))
    assert (only(dividete), dividete.phase) == (X, Phase.PLAY)


def test_clb_20_solissimo_leaves_the_monte_unseen():
    state = play(solissimo(), "play")
    assert state.monte == cards(MONTE)
    for seat in (R, X, D, None):
        seen = GAME.observe(state, seat)
        assert (seen.turned, seen.laid, seen.monte_count) == ((), (), 4)


@pytest.mark.parametrize("bid", ["chiamo", "solo"])
def test_clb_21_only_solissimo_is_raised(bid):
    state = play(dealt(), "pass", bid, "pass")
    assert refused(state, X, "dividete") is CalabresellaReason.NO_RAISE_NOW


def test_clb_21_the_raise_is_said_once_and_by_the_bidder():
    with pytest.raises(NotYourTurnError):
        play(solissimo(), (R, "dividete"))
    assert refused(play(solissimo(), "play"), X, "scegliete") is CalabresellaReason.NO_RAISE_NOW
    assert refused(play(solissimo(), "dividete"), X, "scegliete") is CalabresellaReason.NO_RAISE_NOW


def test_clb_22_each_opponent_draws_two_and_sees_only_their_own():
    assert events(solissimo(), X, "dividete") == (SolissimoRaised(X, Contract.DIVIDETE), MonteDrawn(D, R))
    state = play(solissimo(), "dividete")
    assert GAME.observe(state, D).took == ((), (), cards("4B 5B"))
    assert GAME.observe(state, R).took == (cards("AB RB"), (), ())
    assert GAME.observe(state, X).took == ((), (), ())
    assert [hand.bit_count() for hand in state.hands] == [14, 12, 14]
    assert GAME.active_seats(state) == {R, D}


def test_clb_e27_exactly_two_are_laid_off_and_the_drawn_ones_may_be_among_them():
    state = play(solissimo(), "dividete")
    assert refused(state, D, "lay-4B") is CalabresellaReason.LAY_OFF_TWO
    state = play(state, (R, "lay-AB-RB"))
    assert (state.phase, only(state)) == (Phase.LAY_OFF, D)
    assert events(state, D, "lay-4B-5B") == (LaidOff(D, 2), PlayBegan(X))
    state = play(state, "lay-4B-5B")
    assert set(state.monte) == set(cards(MONTE))
    assert set(GAME.observe(state, D).laid) == set(cards("4B 5B"))
    assert set(GAME.observe(state, R).laid) == set(cards("AB RB"))
    assert GAME.observe(state, X).laid == ()


def scegliete(**held):
    return play(solissimo(**held), "scegliete")


def test_clb_23_the_monte_is_turned_up_and_the_first_opponent_proposes():
    assert events(solissimo(), X, "scegliete")[-1] == MonteTurnedUp(cards(MONTE))
    state = scegliete()
    assert only(state) == D
    assert len(legal(state, D)) == 16
    assert GAME.observe(state, None).turned == cards(MONTE)
    assert refused(state, D, "accept") is CalabresellaReason.SPLIT_FIRST
    assert refused(state, D, "split-3C") is CalabresellaReason.NOT_IN_MONTE


def test_clb_23_agreement_at_once():
    state = play(scegliete(), "split-AB-4B-5B")
    offer = GAME.observe(state, R).offers[0]
    assert (offer.seat, offer.first_takes, offer.second_takes) == (D, cards("AB 4B 5B"), cards("RB"))
    assert only(state) == R
    state = play(state, "accept")
    assert GAME.active_seats(state) == {D, R}
    assert (len(hand(state, D)), len(hand(state, R))) == (15, 13)


def test_clb_23_a_counter_proposal_is_accepted_or_the_first_one_stands():
    state = play(scegliete(), "split-AB-4B-5B")
    assert refused(state, R, "split-AB-4B-5B") is CalabresellaReason.SAME_SPLIT
    assert "split-AB-4B-5B" not in legal(state, R)
    assert events(state, R, "split-none") == (SplitProposed(R, (), cards("AB 4B 5B RB")),)
    state = play(state, "split-none")
    assert (only(state), legal(state, D)) == (D, {"accept", "insist"})
    assert events(state, D, "accept") == (SplitSettled(True, D, (), R, cards("AB 4B 5B RB")),)
    assert events(state, D, "insist") == (SplitSettled(False, D, cards("AB 4B 5B"), R, cards("RB")),)
    assert GAME.active_seats(play(state, "accept")) == {R}
    assert GAME.active_seats(play(state, "insist")) == {D, R}


def test_clb_23_nobody_insists_before_there_is_something_to_turn_down():
    assert refused(scegliete(), D, "insist") is CalabresellaReason.SPLIT_FIRST
    assert refused(play(scegliete(), "split-none"), R, "insist") is CalabresellaReason.SPLIT_FIRST
    reply = play(scegliete(), "split-none", "split-AB")
    assert refused(reply, D, "split-RB") is CalabresellaReason.NO_SPLIT_NOW


def test_clb_e26_each_lays_off_as_many_as_taken():
    state = play(scegliete(), "split-AB-4B-5B", "accept")
    assert refused(state, D, lowest(state, D, 2)) is CalabresellaReason.LAY_OFF_AS_TAKEN
    assert refused(state, R, lowest(state, R, 2)) is CalabresellaReason.LAY_OFF_AS_TAKEN
    state = play(state, (R, lowest(state, R, 1)), (D, lowest(state, D, 3)))
    assert [hand.bit_count() for hand in state.hands] == [12, 12, 12]
    assert (len(state.monte), only(state)) == (4, X)


def test_the_bidder_has_no_part_in_the_split():
    for text in ("split-none", "accept", "insist"):
        with pytest.raises(NotYourTurnError):
            play(scegliete(), (X, text))


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ((), CalabresellaReason.AUCTION_FIRST),
        (("pass", "chiamo", "pass"), CalabresellaReason.CALL_FIRST),
        (("pass", "chiamo", "pass", "ask-3S"), CalabresellaReason.RETURN_FIRST),
        (("pass", "solo", "pass"), CalabresellaReason.LAY_OFF_FIRST),
        (("pass", "solissimo"), CalabresellaReason.RAISE_FIRST),
        (("pass", "solissimo", "scegliete"), CalabresellaReason.SPLIT_FIRST),
    ],
)
def test_a_card_played_too_early_is_refused_with_what_comes_first(moves, reason):
    state = play(dealt(d="3S"), *moves)
    assert refused(state, only(state), "RD") is reason


def test_i11_a_replay_in_the_middle_of_every_exchange_resumes_exactly():
    for contract in ("chiamo", "solo", "dividete", "scegliete"):
        match = Match.start(GAME, Options(), 3, SEED, dealer=Seat(2))
        opening = {"dividete": ["solissimo", "dividete"], "scegliete": ["solissimo", "scegliete"]}
        moves: list[PlayedMove] = []
        for text in opening.get(contract, [contract, "pass", "pass"]):
            moves.append(PlayedMove(min(GAME.active_seats(match.state)), text))
            match, _ = match.play(moves[-1].seat, GAME.decode_move(text))
        while match.state.phase is not Phase.PLAY:
            seat = max(GAME.active_seats(match.state))
            move = GAME.timeout_move(match.state, seat)
            moves.append(PlayedMove(seat, GAME.encode_move(move)))
            match, _ = match.play(seat, move)
            resumed = Match.replay(GAME, Options(), 3, SEED, Seat(2), moves)
            assert resumed.state == match.state
            for viewer in (R, X, D, None):
                assert GAME.observe(resumed.state, viewer) == GAME.observe(match.state, viewer)


@pytest.mark.parametrize("text", ["3S", "lay-AB-4B-5B-RB", "give-3S", "pass", "split-4B"])
def test_a_refused_move_says_nothing_of_cards_that_the_mover_does_not_see(text):
    state = play(dealt(d="3S", monte=MONTE), "pass", "chiamo", "pass")
    with pytest.raises(RulesError) as caught:
        play(state, (X, text))
    assert caught.value.details == {}

"""The reasons of Kalooki's computer players, each in a position of its own."""

from __future__ import annotations

import pytest

from games.core import Rng, Seat
from games.core.player import Strength, decide
from games.kalooki.cards import PACK, card_from, kind_of
from games.kalooki.endgame import best_ending
from games.kalooki.notation import encode_move
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.player import KalookiPlayer
from games.kalooki.state import State
from tests.games.kalooki.support import GAME, SEED, scene


def chosen(state: State) -> str:
    """What a good player does there; a choice among equals may fall either way, so several seeds must agree."""
    seen, legal = GAME.observe(state, state.turn), GAME.legal_moves(state, state.turn)
    moves = {
        encode_move(decide(KalookiPlayer(), Strength.GOOD, seen, legal, state.options, SEED + bytes([n])))
        for n in range(8)
    }
    assert len(moves) == 1, moves
    return moves.pop()


def others(*, opened: bool = False) -> str:
    """A hand for the other seat, which nobody looks at."""
    return "3c 6c 9c Qc 3d" if opened else "3c 6c 9c Qc 3d 6d 9d Qd 3h 6h 9h Qh 3s"


UNOPENED = "2S 2H 4S 5S 9H TH JC JD 7C 7D QH KH 6D 3C"
"""No meld; all but the three go with something, the king the least of the dear cards."""


def test_before_opening_hope_counts_and_after_it_points() -> None:
    """Who has not opened pays 50 for any hand, so a dear card costs nothing then (KAL-30)."""
    assert chosen(scene(UNOPENED, others())) == "drop-3C"
    assert chosen(scene("KH 3C 4C 9D 9S", others(opened=True), melds=[(0, "7S7H7D")], opened=[0])) == "drop-KH"


def test_where_a_hand_that_never_opened_costs_what_it_holds_the_dearest_hopeless_card_goes() -> None:
    hand = "2S 2H 4S 5S 9H TH JC JD 7C 7D 8C 6D KS 3C"
    by_value = Options(unopened_penalty="hand_value")
    assert chosen(scene(hand, others(), options=by_value)) == "drop-KS"


def test_hope_is_counted_in_cards_that_nobody_has_shown() -> None:
    """Of the eights that would make a tris one is left, of the jacks and kings all: an eight goes, though it is not
    dear; not the one that the seven would join to the six."""
    melds = [(1, "6S7S8S"), (1, "6s7s8s"), (1, "6C7C8C")]
    hand = "6H 8H 8d JS JD KS KD"
    assert chosen(scene(hand, others(opened=True), melds=melds, opened=[0, 1])) == "drop-8d"


@pytest.mark.parametrize(("held", "dropped"), [("3S QD", "drop-QD"), ("2H KD", "drop-KD"), ("AS 9D", "drop-AS")])
def test_of_last_cards_with_equal_hope_the_cheap_one_is_kept(held: str, dropped: str) -> None:
    state = scene(held, others(opened=True), melds=[(0, "6S6H6D"), (1, "TCJCQC")], opened=[0, 1])
    assert chosen(state) == dropped


def test_a_pair_and_a_third_card_wait_for_the_meld_that_closes() -> None:
    """Two cards could never be laid as a meld, because one has to be discarded (KAL-26)."""
    state = scene("8S 8H QC 3S", others(opened=True), melds=[(0, "6S6H6D")], opened=[0, 1])
    assert chosen(state) == "drop-QC"


def test_the_card_that_the_opening_lacks_is_taken_from_the_pozzo_and_no_other() -> None:
    """One meld has to be worth 40 there, so 30 and 15 are no opening (KAL-17)."""
    single = Options(opening_single_meld="yes")
    hand = "KS KH KD 4H 5H 6H 2D 8D TC 2S 9S JC 7C"
    for top in ("3D", "QD", "5S"):
        assert chosen(scene(hand, others(), pozzo=top, phase=Phase.DRAW, options=single)) == "stock"
        assert chosen(scene(hand, others(), pozzo=top, phase=Phase.DRAW)) == "stock"
    lacking = "KS KH KD 4H 2H 8D 2D 9D TC 2C 9S JC 7C"
    assert chosen(scene(lacking, others(), pozzo="KC", phase=Phase.DRAW, options=single)) == "pozzo"


def test_a_card_that_closes_is_taken_from_the_pozzo() -> None:
    state = scene("KH", others(opened=True), melds=[(0, "6S6H6D")], opened=[0, 1], pozzo="6C", phase=Phase.DRAW)
    assert chosen(state) == "pozzo"
    after = GAME.apply(state, Seat(0), GAME.decode_move("pozzo"), Rng(SEED)).state
    assert chosen(after) == "off-6C@0"


def test_the_last_cards_keep_what_closes_and_no_joker_that_has_no_place() -> None:
    unseen = dict.fromkeys(map(kind_of, PACK), 2)
    nine, ten, two = card_from("9S"), card_from("TS"), card_from("2H")
    joker = PACK[-1]
    assert best_ending((nine, two), frozenset({kind_of(nine)}), unseen) == (nine, two)
    assert best_ending((two, nine, ten), frozenset({kind_of(two)}), unseen).lay_off == two
    no_place = best_ending((joker, two), frozenset({kind_of(two)}), unseen)
    assert no_place == (two, joker), "the joker goes, and the hand is closed"

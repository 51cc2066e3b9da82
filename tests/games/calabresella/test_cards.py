"""The Italian pack, its notation and its sets of cards, which Briscola shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.card_sets import CARDS, OF_SUIT, card_set
from games.core.cards import PACK, RANK_OF, SUIT_OF, Rank, Suit, card_from, card_of, join_names, name_of, split_names
from games.core.tricks import TrickOrder


def test_forty_cards_of_four_suits_and_ten_ranks_each_with_one_name():
    assert [card_of(suit, rank) for suit in Suit for rank in Rank] == list(PACK)
    assert [(SUIT_OF[card], RANK_OF[card]) for card in PACK] == [(suit, rank) for suit in Suit for rank in Rank]
    assert len({name_of(card) for card in PACK}) == 40
    assert [card_from(name_of(card)) for card in PACK] == list(PACK)
    assert [name_of(card) for card in PACK[:10]] == ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "FC", "CC", "RC"]


@pytest.mark.parametrize("name", ["", "A", "8C", "AX", "ac", "10C"])
def test_what_is_no_card_is_refused(name):
    with pytest.raises(ValueError, match="no card"):
        card_from(name)


def test_several_cards_have_one_spelling():
    some = (card_from("3D"), card_from("RB"))
    assert split_names(join_names(some)) == some
    for text in ("RB-3D", "3D-3D", "3D-", ""):
        with pytest.raises(ValueError):
            split_names(text)


@given(st.sets(st.sampled_from(PACK)))
def test_a_set_gives_its_cards_back_in_order(cards):
    assert CARDS.of(card_set(cards)) == tuple(sorted(cards))
    for suit in Suit:
        assert CARDS.of(card_set(cards) & OF_SUIT[suit]) == tuple(sorted(c for c in cards if SUIT_OF[c] is suit))


@pytest.mark.parametrize("ranks", [list(Rank)[1:], [*list(Rank)[1:], Rank.TWO]])
def test_an_order_names_every_rank_once(ranks):
    with pytest.raises(ValueError, match="ten ranks"):
        TrickOrder(ranks)

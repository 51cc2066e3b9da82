"""A public picture is the same whatever the cards are that not everybody may see."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import render
from games.calidruno.cards import KINDS, Card
from games.calidruno.observation import Duty
from games.core.game import Seat
from render import samples
from render.calidruno import HandWords, TableWords, hand_scene, table_scene
from render.layout import Stamp

WORDS = TableWords("Bruno's turn", "Hand 2", "to draw", "points")
cards = st.integers(0, KINDS - 1).map(Card)


@given(st.lists(cards, max_size=20), st.none() | cards, st.none() | st.integers(0, 3), st.booleans())
def test_the_table_does_not_depend_on_anybodys_hand(
    hand: list[Card], drawn: Card | None, seat: int | None, owes: bool
) -> None:
    public = samples.observation(4, hand=0)
    private = public._replace(
        seat=None if seat is None else Seat(seat),
        hand=tuple(hand),
        drawn=drawn,
        duties=(Duty(Seat(1), can_call=True, can_catch=False, grace=True),) if owes else (),
    )
    seats = samples.labels(4)
    assert table_scene(private, seats, WORDS) == table_scene(public, seats, WORDS)


def test_a_public_layout_names_no_card_but_those_on_the_table() -> None:
    view = samples.observation(6, hand=12, seat=2, top="G5")
    marks = table_scene(view, samples.labels(6), WORDS).layout().marks
    faces = [mark.sprite for mark in marks if isinstance(mark, Stamp) and mark.sprite.startswith("calidruno/")]
    assert faces == ["calidruno/full/G5"]


def test_a_hand_shows_its_own_cards_and_nobody_elses() -> None:
    mine = samples.observation(4, hand=7, seed=3, seat=1)
    other = samples.observation(4, hand=7, seed=4, seat=1)
    assert mine.hand != other.hand
    one, two = (hand_scene(view, frozenset(), HandWords("Your turn")) for view in (mine, other))
    assert one != two
    assert render.draw(one) != render.draw(two)

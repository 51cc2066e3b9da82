"""The pictures of blind Briscola: nobody sees a card of their own, slots keep their places, the felt tells all."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import render
from games.briscola.cards import ORDER
from games.briscola.observation import Observation, SlotView
from games.briscola.options import Options
from games.briscola.rules import Briscola
from games.briscola.terms import SLOTS, Phase
from games.core import Match, Rng, Seat
from games.core.cards import NAMES, PACK, Card, Suit
from render import decks, sprites
from render import samples_briscola as samples
from render.briscola import TableWords, ViewWords, table_scene, view_scene
from render.briscola.table import PLACES, SPOTS
from render.layout import Box, Label, Layout, Stamp
from render.sample_seats import NAMES as PEOPLE
from render.sample_seats import labels
from render.seats import PLATE_HEIGHT
from render.theme import CREAM, NOW
from tests.games.playouts import Setting, positions, seed_of

GAME = Briscola()
SEATS = 6
TABLE = TableWords("Bruno's turn", "Trick 3 of 6", "to beat", "left", "pts", "The promise is kept")
VIEW = ViewWords("Your turn", "Choose one", "to beat", "yours:")
DECKS = {"italian/trick", "italian/small", "italian/medium", "italian/large", "italian/full"}


def faces(layout: Layout) -> list[Card]:
    """Every card whose face is anywhere in a picture."""
    shown = [m.sprite.rpartition("/") for m in layout.marks if isinstance(m, Stamp)]
    return [Card(NAMES.index(name)) for atlas, _, name in shown if atlas in DECKS]


def words(layout: Layout) -> list[str]:
    return [mark.text for mark in layout.marks if isinstance(mark, Label)]


def matches(number: int, **options: Any) -> Iterator[Match]:
    """Every position of a random match."""
    setting = Setting(GAME, Options(**options), SEATS, seed_of(number))
    return positions(setting, number, 120)


def view_of(match: Match, seat: int | None) -> Observation:
    return GAME.observe(match.state, None if seat is None else Seat(seat))


def held_cards(match: Match, seat: int) -> set[Card]:
    """What a seat really holds and nobody has turned up."""
    hand, view = match.state.hands[seat], view_of(match, seat)
    turned = {card for trick in view.tricks for card in trick.cards}
    turned |= {played.card for played in view.trick if played.card is not None}
    return set(hand) - turned


@pytest.mark.parametrize("number", range(4))
def test_no_picture_of_a_seat_ever_shows_a_card_of_its_own(number: int) -> None:
    """In real matches, at every point, with the memory aid off: neither in its view nor on the table."""
    for match in matches(number):
        for seat in range(SEATS):
            view = view_of(match, seat)
            scene = view_scene(view, labels(SEATS), VIEW, samples.LETTERS, ("a", "", "b", "", "", "c"))
            own = held_cards(match, seat)
            assert own.isdisjoint(faces(scene.layout()))
            assert own.isdisjoint(faces(table_scene(view, labels(SEATS), TABLE).layout()))


@pytest.mark.parametrize("number", range(4))
def test_other_own_cards_give_the_very_same_picture(number: int) -> None:
    """Paired observations: a world in which my unseen cards lie otherwise draws the same view and the same bytes."""
    told_apart = 0
    for ply, match in enumerate(matches(number)):
        for seat in (*range(SEATS), None):
            viewer = None if seat is None else Seat(seat)
            other_state = GAME.resample(match.state, viewer, Rng(seed_of(ply), 1))
            told_apart += other_state != match.state
            one, two = view_of(match, seat), GAME.observe(other_state, viewer)
            scenes = [view_scene(view, labels(SEATS), VIEW) for view in (one, two)]
            assert scenes[0] == scenes[1]
            tables = [table_scene(view, labels(SEATS), TABLE) for view in (one, two)]
            assert tables[0] == tables[1]
            if ply % 17 == 0 and seat == ply % SEATS:
                assert render.draw(scenes[0]) == render.draw(scenes[1])
    assert told_apart > 100


def test_a_view_takes_no_face_of_its_viewer_even_from_an_observation_that_has_them() -> None:
    hand = samples.Hand(10).play(14)
    view = hand.observation(2)
    leaking = view._replace(
        hands=tuple(
            tuple(SlotView(slot.held, hand.cards[2][i]) for i, slot in enumerate(slots)) if seat == 2 else slots
            for seat, slots in enumerate(view.hands)
        )
    )
    assert leaking != view
    assert view_scene(leaking, labels(SEATS), VIEW) == view_scene(view, labels(SEATS), VIEW)


@pytest.mark.parametrize("number", range(3))
def test_the_table_is_the_same_for_all_and_for_who_may_see_everything(number: int) -> None:
    for match in matches(number, spectators_see="all"):
        tables = {table_scene(view_of(match, seat), labels(SEATS), TABLE) for seat in (None, *range(SEATS))}
        assert len(tables) == 1


def test_nobody_sees_any_face_before_the_first_trick_is_turned_up() -> None:
    for match in matches(3):
        view = view_of(match, None)
        if view.phase in (Phase.AUCTION, Phase.FIRST_TRICK, Phase.TRUMP):
            for seat in (None, *range(SEATS)):
                assert not faces(view_scene(view_of(match, seat), labels(SEATS), VIEW).layout())
            assert not faces(table_scene(view, labels(SEATS), TABLE).layout())


@pytest.mark.parametrize("cards", [6, 13, 20, 27, 34])
def test_a_view_shows_exactly_the_cards_of_the_other_five(cards: int) -> None:
    hand = samples.Hand(cards).play(cards)
    trick = [card for _, card in hand.trick] or list(hand.tricks[-1].cards)
    for me in range(SEATS):
        shown = faces(view_scene(hand.observation(me), labels(SEATS), VIEW).layout())
        others = [hand.cards[s][slot - 1] for s in range(SEATS) for slot in hand.slots[s] if s != me]
        assert sorted(shown) == sorted([*others, *trick])


def test_a_fan_keeps_its_slots_and_their_numbers() -> None:
    """Cards never move: each lies over its own number, and the number of a played card stays."""
    early, late = samples.Hand(5).play(6), samples.Hand(5).play(30)
    for hand in (early, late):
        layout = view_scene(hand.observation(0), labels(SEATS), VIEW).layout()
        numbers = [m for m in layout.marks if isinstance(m, Label) and m.text in set("123456")]
        fans = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite.startswith("italian/medium/")]
        for seat in range(1, SEATS):
            for slot in hand.slots[seat]:
                face = decks.face("italian", hand.cards[seat][slot - 1], "medium")
                at = next(m for m in fans if m.sprite == face)
                below = [n for n in numbers if n.text == str(slot) and 0 < n.x - at.x < 60 and 0 < n.y - at.y < 170]
                assert below
        assert [n.text for n in numbers if n.y > layout.height - 80] == [str(slot) for slot in SLOTS]


def test_the_memory_aid_says_which_cards_but_not_where() -> None:
    hand = samples.Hand(10).play(14)
    me = 3
    view = hand.observation(me, own_cards=hand.own(me))
    plain = view_scene(hand.observation(me), labels(SEATS), VIEW)
    aided = view_scene(view, labels(SEATS), VIEW)
    assert set(hand.own(me)).isdisjoint(faces(plain.layout()))
    shown = [m for m in aided.layout().marks if isinstance(m, Stamp) and m.sprite.startswith("italian/small/")]
    assert [NAMES.index(m.sprite[-2:]) for m in shown] == sorted(hand.own(me))
    assert max(m.y for m in shown) < 100  # in the header, far from the slots
    mixed = view_scene(view._replace(own_cards=tuple(reversed(hand.own(me)))), labels(SEATS), VIEW)
    assert faces(mixed.layout()) == faces(aided.layout())


def test_notes_are_the_viewers_own_and_lie_on_their_slots() -> None:
    hand = samples.Hand(10).play(14)
    notes = tuple(f"note{slot}" for slot in SLOTS)
    layout = view_scene(hand.observation(3), labels(SEATS), VIEW, notes=notes).layout()
    written = [mark for mark in layout.marks if isinstance(mark, Label) and mark.text.startswith("note")]
    assert [mark.text for mark in written] == [f"note{slot}" for slot in sorted(hand.slots[3])]
    badges = {m.text: m.x for m in layout.marks if isinstance(m, Label) and m.y > layout.height - 80}
    assert all(mark.x == badges[mark.text[-1]] for mark in written)
    watching = view_scene(hand.observation(None), labels(SEATS), VIEW, notes=notes)
    assert not any(word.startswith("note") for word in words(watching.layout()))


def test_who_watches_sees_what_the_option_allows() -> None:
    hand = samples.Hand(10).play(14)
    everything = faces(view_scene(hand.observation(None), labels(SEATS), VIEW).layout())
    felt = faces(view_scene(hand.observation(None, sees=False), labels(SEATS), VIEW).layout())
    assert len(everything) == 36 - 12
    assert sorted(felt) == sorted(card for _, card in hand.trick)


@pytest.mark.parametrize("seat", range(SEATS))
def test_each_card_of_the_trick_lies_towards_its_player(seat: int) -> None:
    spot, places = SPOTS[seat], PLACES
    distances = [math.dist(spot.middle, (p.x + p.width / 2, p.y + PLATE_HEIGHT / 2)) for p in places]
    assert distances.index(min(distances)) == seat


def test_seats_are_fixed_and_follow_each_other_clockwise() -> None:
    around = [(p.x + p.width / 2 - 550, p.y + PLATE_HEIGHT / 2 - 379) for p in PLACES]
    for (ax, ay), (bx, by) in zip(around, around[1:] + around[:1], strict=True):
        assert ax * by - ay * bx > 0  # with y downwards: clockwise


@pytest.mark.parametrize("cards", range(7, 36))
def test_the_winning_card_has_rim_and_crown_and_the_next_place_the_accent(cards: int) -> None:
    hand = samples.Hand(cards, Suit(cards % 4)).play(cards)
    view = hand.observation()
    layout = table_scene(view, labels(SEATS), TABLE).layout()
    rims = [m for m in layout.marks if isinstance(m, Box) and m.fill == NOW and m.height > 100]
    crowns = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite == "icons/crown"]
    nexts = [m for m in layout.marks if isinstance(m, Box) and m.outline == NOW and m.dash]
    played = [card for _, card in hand.trick]
    leader, complete = hand.leader, not played
    if complete:
        played, leader = list(hand.tricks[-1].cards), hand.tricks[-1].leader
    winner = SPOTS[(leader + ORDER.winner(played, hand.trump)) % SEATS]
    assert [(m.x + 7, m.y + 7) for m in rims] == [(winner.x, winner.y)]
    assert len(crowns) == 1
    expected = [] if complete else [SPOTS[view.to_act[0]]]
    assert [(m.x, m.y) for m in nexts] == [(spot.x, spot.y) for spot in expected]


def test_the_first_trick_lies_face_down_and_its_reveal_shows_everything_at_once() -> None:
    down = samples.Hand(3).play(4)
    layout = table_scene(down.observation(), labels(SEATS), TABLE).layout()
    backs = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite == "icons/back-briscola-trick"]
    assert len(backs) == 4
    assert not any(m.sprite.startswith("italian/suit") for m in layout.marks if isinstance(m, Stamp))
    reveal = samples.Hand(3, Suit.SPADE).play(6)
    layout = table_scene(reveal.observation(), labels(SEATS), TABLE).layout()
    stamps = [m.sprite for m in layout.marks if isinstance(m, Stamp)]
    assert sorted(faces(layout)) == sorted(reveal.tricks[0].cards)
    assert decks.emblem(Suit.SPADE, "large") in stamps
    assert stamps.count("icons/crown") == 1
    led = [m for m in layout.marks if isinstance(m, Label) and m.text == "1" and m.colour == CREAM and m.size == 34]
    spot = SPOTS[reveal.tricks[0].leader]
    assert any(spot.x < m.x < spot.x + spot.width and spot.y < m.y < spot.y + spot.height for m in led)


def test_the_auction_shows_each_bid_who_has_left_and_the_number_to_beat() -> None:
    written = words(table_scene(samples.auction(), labels(SEATS), TABLE).layout())
    assert written.count("left") == 2
    assert [written.count(number) for number in ("59", "50", "45")] == [1, 1, 2]  # the best also large in the middle
    first = samples.auction(calls=(), left=(), bidder=None, number=None, next_bid=59)
    assert "≤ 59" in words(table_scene(first, labels(SEATS), TABLE).layout())


def test_trump_and_promise_stand_on_the_table_once_they_are_known() -> None:
    before = table_scene(samples.Hand(3).play(3).observation(), labels(SEATS), TABLE).layout()
    assert {"Carla", "< 44"} <= set(words(before))
    assert not any(m.sprite.startswith("italian/suit") for m in before.marks if isinstance(m, Stamp))
    for suit in Suit:
        view = samples.Hand(3, suit).play(9).observation()
        lettered = table_scene(view, labels(SEATS), TABLE, samples.LETTERS).layout()
        assert decks.emblem(suit, "large") in {m.sprite for m in lettered.marks if isinstance(m, Stamp)}
        assert samples.LETTERS[suit] in words(lettered)


def test_tricks_taken_are_shown_for_each_seat_and_points_only_if_the_table_counts_them() -> None:
    hand = samples.Hand(12).play(20)
    plain = table_scene(hand.observation(), labels(SEATS), TABLE).layout()
    assert sum(m.sprite.startswith("icons/trick") for m in plain.marks if isinstance(m, Stamp)) == SEATS
    assert not any("pts" in word for word in words(plain))
    counted = hand.observation(points=(27, 0, 33, 4, 11, 0))
    assert "33 pts" in words(table_scene(counted, labels(SEATS), TABLE).layout())


@pytest.mark.parametrize(
    ("seed", "number", "sign", "alone"), [(10, 60, "<", False), (2, 12, "≥", False), (0, 59, "<", True)]
)
def test_the_result_sets_the_sides_points_against_the_promise(seed: int, number: int, sign: str, alone: bool) -> None:
    hand = samples.Hand(seed, Suit.COPPE, 0, number).play(36)
    result = hand.result()
    assert (result.kept, result.partner is None) == (sign == "<", alone)
    view = hand.observation(phase=Phase.OVER, to_act=(), result=result)
    layout = table_scene(view, labels(SEATS), TABLE).layout()
    assert f"{result.side_points} {sign} {number}" in words(layout)
    assert "The promise is kept" in words(layout)
    crowns = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite == "icons/crown"]
    assert len(crowns) == len(result.winners)
    partners = [word for word in words(layout) if word.startswith("+ ")]
    assert partners == ([] if result.partner is None else [f"+ {PEOPLE[result.partner]}"])


def test_no_view_names_a_partner_before_the_hand_is_counted() -> None:
    """A seat's view and the table hold no role but the caller's, in any position of a match."""
    for match in matches(5):
        view = view_of(match, None)
        if view.result is None:
            said = words(table_scene(view, labels(SEATS), TABLE).layout())
            assert not any(word.startswith("+ ") for word in said)
            for seat in range(SEATS):
                marks = view_scene(view_of(match, seat), labels(SEATS), VIEW).layout().marks
                plates = [m for m in marks if isinstance(m, Label) and m.text in PEOPLE]
                assert len(plates) == SEATS - 1


def test_six_private_views_drawn_in_parallel_are_those_drawn_alone() -> None:
    hand = samples.Hand(7).play(12)
    scenes = [view_scene(hand.observation(seat), labels(SEATS), VIEW) for seat in range(SEATS)]
    alone = [render.draw(scene) for scene in scenes]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(render.draw, scenes)) == alone
    assert len(set(alone)) == SEATS
    assert max(map(len, alone)) <= 90 * 1024


def test_letters_of_the_suits_stand_at_every_card_of_the_fans_on_demand() -> None:
    hand = samples.Hand(7).play(12)
    plain = words(view_scene(hand.observation(2), labels(SEATS), VIEW).layout())
    lettered = words(view_scene(hand.observation(2), labels(SEATS), VIEW, samples.LETTERS).layout())
    assert not set(plain) & set(samples.LETTERS)
    assert sum(word in samples.LETTERS for word in lettered) == 5 * 4 + 1  # and one for the trump


def test_random_hands_of_any_length_fit_their_picture() -> None:
    rng = random.Random(1)
    for _ in range(12):
        hand = samples.Hand(rng.randrange(1000), Suit(rng.randrange(4))).play(rng.randrange(36))
        seat = rng.choice([None, *range(SEATS)])
        scene = view_scene(hand.observation(seat), labels(SEATS), VIEW, samples.LETTERS)
        width, height = render.size(scene)
        assert width == 1100
        assert height < 960
        for mark in scene.layout().marks:
            if isinstance(mark, Stamp):
                image = sprites.sprite(mark.sprite)
                assert mark.x + (mark.width or image.width) <= width
                assert mark.y + (mark.height or image.height) <= height
    assert len(PACK) == 40

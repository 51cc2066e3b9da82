"""The pictures of Kalooki: what the table, the hand and the count show, where it lies, and what it never shows."""

from __future__ import annotations

import random
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import render
from games.core import Rng, Seat
from games.kalooki.cards import PACK, Card, card_from
from games.kalooki.moves import Discard
from games.kalooki.options import Options
from games.kalooki.rules import Kalooki
from render import samples_kalooki as samples
from render import sprites, theme
from render.kalooki import (
    HandWords,
    TableScene,
    TableWords,
    count_scene,
    hand_scene,
    table_scene,
)
from render.kalooki.faces import face, small_face
from render.layout import Box, Label, Stamp
from render.sample_seats import NAMES, labels
from render.scene import SeatLabel
from tests.render.kalooki_pictures import SCENES, colour, faces, near, stamps, words

TABLES = {name: scene for name, scene in SCENES.items() if isinstance(scene, TableScene)}


Rect = tuple[int, int, int, int]


def rect(stamp: Stamp) -> Rect:
    """The card itself, without the room for its shadow."""
    width, height = sprites.sprite(stamp.sprite).size
    m = sprites.MARGIN
    return stamp.x + m, stamp.y + m, stamp.x + width - m, stamp.y + height - m


def overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def pixels(scene: render.Scene) -> Image.Image:
    return Image.open(BytesIO(render.draw(scene))).convert("RGB")


# The table


@pytest.mark.parametrize("name", TABLES)
def test_the_table_shows_every_meld_of_every_seat_in_order(name: str) -> None:
    scene = TABLES[name]
    layout = scene.layout()
    expected = [
        small_face("any", card.card, card.joker_as).rpartition("/")[2]
        for fans in scene.melds
        for fan in fans
        for card in fan
    ]
    assert [stamp.sprite.rpartition("/")[2] for stamp in faces(layout)] == expected
    assert len({stamp.sprite.split("/")[1] for stamp in faces(layout)}) <= 1  # all of one size


@pytest.mark.parametrize("name", TABLES)
def test_cards_of_a_meld_overlap_tightly_and_leave_their_index_free(name: str) -> None:
    scene = TABLES[name]
    found = [rect(stamp) for stamp in faces(scene.layout())]
    at = 0
    fans: list[Rect] = []
    for fan in (fan for seat in scene.melds for fan in seat):
        shown = found[at : at + len(fan)]
        at += len(fan)
        for one, two in pairwise(shown):
            assert 44 <= two[0] - one[0] < one[2] - one[0]
            assert abs(one[1] - two[1]) <= 8
        fans.append((shown[0][0], min(box[1] for box in shown), shown[-1][2], max(box[3] for box in shown)))
    for one, two in combinations(fans, 2):
        assert not overlap(one, two), (one, two)


@pytest.mark.parametrize("name", [name for name, scene in TABLES.items() if not scene.cut])
def test_melds_lie_beside_their_owners_plate_and_touch_no_pile(name: str) -> None:
    scene = TABLES[name]
    layout = scene.layout()
    plates = [m for m in layout.marks if isinstance(m, Box) and m.height == 92 and m.width == 226]
    trays = [m for m in layout.marks if isinstance(m, Box) and m.fill == theme.TRAY]
    assert len(plates) == len(trays) == len(scene.seats)
    piles = [rect(s) for s in layout.marks if isinstance(s, Stamp) and ("/full/" in s.sprite or "-stock" in s.sprite)]
    found = iter([rect(stamp) for stamp in faces(layout)])
    for seat, (plate, tray) in enumerate(zip(plates, trays, strict=True)):
        assert tray.y <= plate.y
        assert plate.y + plate.height <= tray.y + tray.height
        for _ in (card for fan in scene.melds[seat] for card in fan):
            card = next(found)
            assert card[0] > plate.x + plate.width
            assert card[2] <= tray.x + tray.width
            assert card[1] >= tray.y - 3
            assert card[3] <= tray.y + tray.height
            assert not any(overlap(card, pile) for pile in piles)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_never_upright_and_small_enough(name: str) -> None:
    width, height = render.size(TABLES[name])
    assert width == 1100
    assert height <= 960
    assert len(render.draw(TABLES[name])) <= 120 * 1024


def test_five_players_and_twelve_melds_need_no_more_than_the_usual_picture() -> None:
    assert render.size(TABLES["kalooki-table-5-12"]) == (1100, 700)
    assert {s.sprite.split("/")[1] for s in faces(TABLES["kalooki-table-2-02"].layout())} == {"large"}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", [0, 3, 12, 18, 22])
def test_however_much_is_laid_nothing_leaves_the_picture(seats: int, count: int) -> None:
    for owners in (1, seats):
        view = samples.observation(seats, laid=samples.melds(owners, count))
        layout = table_scene(view, labels(seats), TableWords()).layout()
        for stamp in faces(layout):
            x0, y0, x1, y1 = rect(stamp)
            assert x0 >= 0
            assert y0 >= 84
            assert x1 <= 900
            assert y1 <= layout.height - 18
        assert layout.height >= 700


def test_new_cards_are_rimmed_in_yellow_and_only_they() -> None:
    laid = (samples.meld("5H 6H 7H 8H", 0, "8H"), samples.meld("9S 9C 9D", 1))
    view = samples.observation(2, laid=laid)
    scene = table_scene(view, labels(2), TableWords())
    layout = scene.layout()
    picture = pixels(scene)
    rimmed = [m for m in layout.marks if isinstance(m, Box) and m.fill == theme.NOW]
    assert len(rimmed) == 1
    for stamp in faces(layout):
        x0, y0, x1, _ = rect(stamp)
        above = colour(picture, (x0 + x1) // 2, y0 - 2)
        assert near(above, theme.NOW) == stamp.sprite.endswith("/8H")


def test_who_has_opened_is_ticked_and_who_has_not_is_told() -> None:
    view = samples.observation(4, laid=samples.melds(2, 2))
    layout = table_scene(view, labels(4), TableWords(unopened="not opened yet")).layout()
    assert view.opened == (True, True, False, False)
    assert len(stamps(layout, "icons/opened")) == 2
    assert words(layout).count("not opened yet") == 2


def test_counts_totals_piles_and_turn_are_on_the_table() -> None:
    view = samples.observation(
        3, laid=samples.melds(3, 4), counts=(7, 12, 3), totals=(11, 149, 0), stock=39, pozzo=21, to_act=2
    )
    scene = table_scene(view, labels(3), TableWords("Carla's turn", "Hand 3 · to 150"))
    layout = scene.layout()
    found = words(layout)
    assert {"7", "12", "3", "11", "149", "0", "×39", "×21", "Carla's turn", "Hand 3 · to 150"} <= set(found)
    assert view.top is not None
    assert [s.sprite for s in stamps(layout, "/full/")] == [face(view.top)]
    now = [m for m in layout.marks if isinstance(m, Box) and m.outline == theme.NOW]
    assert len(now) == 1
    name = next(m for m in layout.marks if isinstance(m, Label) and m.text == "Carla")
    assert now[0].y < name.y < now[0].y + now[0].height
    assert any(now[0].y < s.y < now[0].y + 60 for s in stamps(layout, "icons/turn-small"))


def test_the_pack_that_is_to_be_cut_has_a_mark_at_its_edge_and_no_card_shows() -> None:
    scene = TABLES["kalooki-table-cut-5"]
    layout = scene.layout()
    assert not stamps(layout, "french/")
    backs = stamps(layout, "back-kalooki-full")
    assert len(backs) > 10
    (mark,) = [m for m in layout.marks if isinstance(m, Box) and m.fill == theme.NOW]
    assert backs[-1].y + 238 < mark.y < backs[0].y + 238
    assert near(colour(pixels(scene), mark.x + mark.width // 2, mark.y + 3), theme.NOW)
    assert "1 to 105 cards" in words(layout)


def test_empty_piles_are_dashed() -> None:
    view = samples.observation(3, stock=0, pozzo=0, top=None)
    layout = table_scene(view, labels(3), TableWords()).layout()
    assert not stamps(layout, "/full/")
    assert not stamps(layout, "-stock")
    assert sum(isinstance(m, Box) and bool(m.dash) for m in layout.marks) == 2


def test_at_the_end_the_lowest_total_is_crowned() -> None:
    scene = TABLES["kalooki-table-over"]
    layout = scene.layout()
    (crown,) = stamps(layout, "icons/crown")
    name = next(m for m in layout.marks if isinstance(m, Label) and m.text == "Bruno")
    assert abs(crown.y - name.y) < 40
    assert not stamps(layout, "icons/turn")


# Secrecy

hidden = st.lists(st.sampled_from(PACK), max_size=14, unique=True).map(lambda found: tuple(sorted(found)))


@given(hidden, st.none() | st.sampled_from(PACK), st.none() | st.integers(0, 3), st.booleans())
def test_public_pictures_do_not_depend_on_anybodys_hand(
    hand: tuple[Card, ...], drawn: Card | None, seat: int | None, knows: bool
) -> None:
    account = samples.account(4)
    public = samples.observation(4, laid=samples.melds(4, 6), account=account)
    private = public._replace(
        seat=None if seat is None else Seat(seat),
        hand=hand,
        drawn=drawn,
        must_lay=drawn,
        taken=((), (), hand, ()) if knows else public.taken,
    )
    assert table_scene(private, labels(4), samples.WORDS) == table_scene(public, labels(4), samples.WORDS)
    assert count_scene(private, labels(4), samples.COUNT_WORDS) == count_scene(public, labels(4), samples.COUNT_WORDS)


def test_a_public_layout_names_no_card_but_those_on_the_table() -> None:
    laid = (samples.meld("5H 6H 7H", 0),)
    view = samples.observation(3, laid=laid, hand=13, seat=1, top=card_from("KC"))
    layout = table_scene(view, labels(3), samples.WORDS).layout()
    names = [s.sprite.rpartition("/")[2] for s in stamps(layout, "french/")]
    assert sorted(names) == ["5H", "6H", "7H", "KC"]


def test_other_cards_give_another_hand_and_other_order_another_picture() -> None:
    view = samples.observation(3, hand=13, seat=1)
    one = hand_scene(view, view.hand, HandWords())
    assert one != hand_scene(view, tuple(reversed(view.hand)), HandWords())
    assert hash(one) == hash(hand_scene(view, view.hand, HandWords()))


# A real match


@pytest.mark.parametrize("seats", [2, 5])
def test_every_position_of_a_real_match_can_be_drawn(seats: int) -> None:
    """People who lay whatever they can, for three hands or 700 moves."""
    game, rng, chance = Kalooki(), Rng(b"pictures of kalooki"), random.Random(seats)
    state = game.setup(Options(), seats, rng)
    people = tuple(SeatLabel(name) for name in NAMES[:seats])
    counted = melds = 0
    for ply in range(700):
        if counted == 3:
            break
        (seat,) = game.active_seats(state)
        own, public = game.observe(state, seat), game.observe(state, None)
        scene = table_scene(own, people, samples.WORDS)
        assert scene == table_scene(public, people, samples.WORDS)
        assert len(faces(scene.layout())) == sum(len(laid.cards) for laid in own.melds)
        hand = hand_scene(own, own.hand, HandWords("Your turn", "", "new"), fresh=own.drawn)
        assert len(stamps(hand.layout(), "/full/")) == len(own.hand) + (own.top is not None)
        if ply % 40 == 0:
            assert pixels(scene).size == render.size(scene)
            assert pixels(hand).size == render.size(hand)
        if own.account is not None and own.account.hand_number > counted:
            counted = own.account.hand_number
            assert pixels(count_scene(public, people, samples.COUNT_WORDS)).size == (1100, 700)
        melds = max(melds, len(own.melds))
        moves = game.legal_moves(state, seat)
        lays = [move for move in moves if not isinstance(move, Discard)]
        state = game.apply(state, seat, chance.choice(lays or moves), rng).state
    assert melds >= 3
    assert counted == 3

"""The pictures of Kalooki: what the table, the hand and the count show, where it lies, and what it never shows."""

from __future__ import annotations

import random
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

import render
from games.core import Outcome, Rng, Seat
from games.kalooki.cards import JOKERS, KIND_NAMES, PACK, Card, card_from, is_joker, kind_of, points_of
from games.kalooki.moves import Discard
from games.kalooki.observation import Account, AccountLine, Observation, Phase
from games.kalooki.options import Options
from games.kalooki.rules import Kalooki
from render import samples_kalooki as samples
from render import sprites, theme
from render.contact_sheet import DICHROMACIES, simulate
from render.kalooki import (
    CountScene,
    CountWords,
    HandScene,
    HandWords,
    TableScene,
    TableWords,
    count_scene,
    hand_scene,
    table_scene,
)
from render.kalooki.faces import face, small_face
from render.kalooki.rows import SIZES
from render.layout import Box, Label, Layout, Stamp
from render.sample_seats import NAMES, labels
from render.scene import SeatLabel
from tests.render.colour_science import ciede2000, contrast

SCENES = samples.kalooki()
TABLES = {name: scene for name, scene in SCENES.items() if isinstance(scene, TableScene)}
COUNTS = {name: scene for name, scene in SCENES.items() if isinstance(scene, CountScene)}
HANDS = {name: scene for name, scene in SCENES.items() if isinstance(scene, HandScene)}

Rect = tuple[int, int, int, int]


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(card_from(name) for name in names)


def stamps(layout: Layout, part: str) -> list[Stamp]:
    return [mark for mark in layout.marks if isinstance(mark, Stamp) and part in mark.sprite]


def words(layout: Layout) -> list[str]:
    return [mark.text for mark in layout.marks if isinstance(mark, Label)]


def faces(layout: Layout) -> list[Stamp]:
    """The small faces, in the order in which they are painted."""
    return [mark for mark in stamps(layout, "french/") if "/full/" not in mark.sprite]


def rect(stamp: Stamp) -> Rect:
    """The card itself, without the room for its shadow."""
    width, height = sprites.sprite(stamp.sprite).size
    m = sprites.MARGIN
    return stamp.x + m, stamp.y + m, stamp.x + width - m, stamp.y + height - m


def overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def pixels(scene: render.Scene) -> Image.Image:
    return Image.open(BytesIO(render.draw(scene))).convert("RGB")


def colour(picture: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]


def near(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, two, strict=True)) <= 3


# The deck


def test_every_face_is_there_at_every_size_and_in_two_colours() -> None:
    other = {f"{name}:2" for name in KIND_NAMES if name[1] in "DC"}
    assert len(KIND_NAMES) == 53
    assert len(other) == 26
    assert sprites.keys("french/full") == {*KIND_NAMES, *other}
    stands_for = {f"JK:{name}" for name in KIND_NAMES if name != "JK"}
    for size in sprites.SMALL_WIDTHS:
        assert sprites.keys(f"french/{size}") == {*KIND_NAMES, *stands_for}
    assert "back-kalooki-full" in sprites.keys("icons")


@pytest.mark.parametrize("size", ["full", *sprites.SMALL_WIDTHS])
def test_no_two_faces_look_alike_even_without_colour(size: str) -> None:
    """Rank and shape tell all 53 faces apart; both jokers look the same, as do the two copies of every card."""
    grey: dict[str, Image.Image] = {}
    for name in KIND_NAMES:
        image = sprites.sprite(f"french/{size}/{name}")
        flat = Image.new("RGBA", image.size, (255, 255, 255, 255))
        flat.alpha_composite(image)
        grey[name] = flat.convert("L").point([255 * (level > 150) for level in range(256)])
    for one, two in combinations(grey, 2):
        assert ImageStat.Stat(ImageChops.difference(grey[one], grey[two])).mean[0] > 1.0, (one, two)


def _amount(name: str, wanted: tuple[int, int, int]) -> int:
    """How many pixels of a whole face have this colour, index alone: the left third."""
    image = sprites.sprite(f"french/full/{name}").convert("RGB").crop((0, 0, 60, 120))
    counted = image.getcolors(1 << 20) or []
    return sum(count for count, pixel in counted if isinstance(pixel, tuple) and near(pixel, wanted))


@pytest.mark.parametrize(("suit", "four", "two"), list(zip("SHDC", theme.FOUR_SUITS, theme.TWO_SUITS, strict=True)))
def test_suits_have_four_colours_or_two(suit: str, four: tuple[int, int, int], two: tuple[int, int, int]) -> None:
    for rank in "2TJA":
        assert _amount(f"{rank}{suit}", four) > 400
        if four != two:
            assert _amount(f"{rank}{suit}:2", two) > 400
            assert _amount(f"{rank}{suit}:2", four) < 40


@pytest.mark.parametrize("sight", ["normal", *DICHROMACIES])
def test_suits_stay_apart_and_legible_for_everybody(sight: str) -> None:
    """Shapes tell them apart without colour; colour helps where it can."""
    seen = [c if sight == "normal" else simulate(c, DICHROMACIES[sight]) for c in theme.FOUR_SUITS]
    assert min(ciede2000(a, b) for a, b in combinations(seen, 2)) >= 12
    assert min(contrast(ink, theme.CREAM) for ink in theme.FOUR_SUITS) >= 4.5
    assert contrast(theme.JOKER_BODY, theme.CREAM) >= 7
    assert contrast(theme.LOOKS["kalooki"].quiet, theme.TRAY) >= 7
    assert contrast(theme.NOW, theme.TRAY) >= 7


def test_a_joker_in_a_meld_shows_what_it_stands_for() -> None:
    joker = JOKERS[0]
    assert small_face("small", joker) == "french/small/JK"
    nine = card_from("9D")
    shown = sprites.sprite(small_face("small", joker, kind_of(nine)))
    natural = sprites.sprite(small_face("small", nine))
    body = colour(shown.convert("RGB"), shown.width // 2, shown.height - 12)
    assert near(body, theme.JOKER_BODY)
    cream = colour(natural.convert("RGB"), natural.width // 2, natural.height - 12)
    assert near(cream, theme.CREAM)
    assert len({sprites.sprite(f"french/small/JK:{name}").tobytes() for name in KIND_NAMES if name != "JK"}) == 52


@pytest.mark.parametrize("name", KIND_NAMES)
def test_the_index_of_a_small_face_is_large_enough_on_a_phone(name: str) -> None:
    """Rank and sign together are at least 22 pixels high at 393 pixels' width, and lie in the strip that stays free."""
    image = sprites.sprite(f"french/small/{name}")
    size = next(size for size in SIZES if size.name == "small")
    assert size.step >= 44
    m = sprites.MARGIN
    edge = 7 if name == "JK" else 4  # the joker has a frame
    inner = image.convert("RGB").crop((m + edge, m + edge, m + size.width - edge, m + size.height - edge))
    cream = Image.new("RGB", inner.size, theme.CREAM)
    ink = ImageChops.difference(inner, cream).convert("L").point([255 * (level > 60) for level in range(256)])
    box = ink.getbbox()
    assert box is not None
    assert (box[3] - box[1]) * 393 / 1100 >= 22
    assert box[2] + edge <= size.step


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


# The hand

ORDER = tuple(sorted(cards("2S", "9s", "TH", "Jh", "QD", "QC", "KC", "AD", "4C", "5C", "6C", "7d", "8H", "JK")))


@pytest.mark.parametrize("count", range(1, 30))
def test_every_card_of_a_hand_shows_its_index_and_its_number(count: int) -> None:
    view = samples.observation(3, hand=count, seed=count, seat=1)
    order = tuple(reversed(view.hand))
    layout = hand_scene(view, order, HandWords("Your turn", "a tris", "new"), fresh=order[0]).layout()
    found = stamps(layout, "/full/")[1:]  # the first is in the header
    assert [stamp.sprite for stamp in found] == [face(card) for card in order]
    numbers = {m.text: m for m in layout.marks if isinstance(m, Label) and m.text.isdigit()}
    racks = [m for m in layout.marks if isinstance(m, Box) and m.width > 1000 and m.y > 100]
    assert len(racks) == (1 if count <= 14 else 2 if count <= 28 else 3)
    for number, stamp in enumerate(found, 1):
        later = [other for other in found[number:] if abs(other.y - stamp.y) < 60]
        assert not later or later[0].x - stamp.x >= 44
        rack = min(box.y for box in racks if box.y > stamp.y)
        assert rack - stamp.y >= 106  # rank and suit stand above the rack
        badge = numbers[str(number)]
        assert stamp.x < badge.x < stamp.x + 60
        assert rack < badge.y < rack + 60


def test_chosen_cards_stand_higher_and_cards_set_aside_are_dim() -> None:
    view = samples.observation(3, hand=0, seat=1)._replace(hand=ORDER)
    chosen, aside = frozenset(ORDER[2:4]), frozenset(ORDER[6:9])
    layout = hand_scene(view, ORDER, HandWords("Your turn"), chosen=chosen, set_aside=aside).layout()
    found = stamps(layout, "/full/")[1:]
    low = max(stamp.y for stamp in found)
    for card, stamp in zip(ORDER, found, strict=True):
        assert (stamp.y < low) == (card in chosen)
        assert stamp.dim == (card in aside)


def test_two_equal_cards_are_two_cards() -> None:
    pair = cards("9S", "9s")
    view = samples.observation(2, hand=0, seat=0)._replace(hand=pair)
    layout = hand_scene(view, pair, HandWords(fresh="new"), chosen=frozenset(pair[:1]), fresh=pair[1]).layout()
    one, two = stamps(layout, "/full/")[1:]
    assert one.sprite == two.sprite
    assert one.y < two.y
    (sign,) = stamps(layout, "icons/fresh")
    assert two.x < sign.x < two.x + 60


def test_two_colours_reach_every_card_of_the_hand_and_the_pozzo() -> None:
    view = samples.observation(3, hand=0, seat=1, top=card_from("9D"))._replace(hand=ORDER)
    four, two = (hand_scene(view, ORDER, HandWords(), two_colours=flag) for flag in (False, True))
    changed = [s.sprite.endswith(":2") for s in stamps(two.layout(), "/full/")]
    assert changed == [True, *(not is_joker(card) and card // 26 >= 2 for card in ORDER)]
    assert not any(s.sprite.endswith(":2") for s in stamps(four.layout(), "/full/"))
    assert render.draw(four) != render.draw(two)


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_small(name: str) -> None:
    limit = 45 if len(HANDS[name].cards) <= 14 else 80
    assert len(render.draw(HANDS[name])) <= limit * 1024


def test_before_the_deal_the_hand_has_no_card_in_its_header() -> None:
    view = samples.observation(2, seat=0, top=None)
    layout = hand_scene(view, (), HandWords("Bruno cuts", empty="no cards")).layout()
    assert not stamps(layout, "french/")
    assert {"Bruno cuts", "no cards"} <= set(words(layout))


# The count


def _counted(*hands: str, closer: int | None = 0, opened: tuple[bool, ...] = (), doubled: bool = False) -> Observation:
    lines: list[AccountLine] = []
    for seat, text in enumerate(hands):
        held = cards(*text.split())
        has = opened[seat] if opened else True
        points = (points_of(held) if has else 50) * (1 + doubled)
        lines.append(AccountLine(held, has, points_of(held), points, 40 * seat + points))
    found = Account(1, Seat(0), None if closer is None else Seat(closer), "", doubled, tuple(lines))
    return samples.observation(len(hands), account=found, phase=Phase.CUT)


@pytest.mark.parametrize("name", COUNTS)
def test_the_count_shows_every_card_what_it_cost_and_the_totals(name: str) -> None:
    scene = COUNTS[name]
    layout = scene.layout()
    assert len(faces(layout)) == sum(len(line.cards) for line in scene.lines)
    found = words(layout)
    for line in scene.lines:
        assert str(line.total) in found
        assert ("–" if scene.void else str(line.points)) in found
    for one, two in pairwise(faces(layout)):
        if two.y == one.y:
            assert two.x - one.x >= 44
    assert len(render.draw(scene)) <= 120 * 1024


def test_the_fixed_fifty_strikes_out_what_the_cards_are_worth() -> None:
    """KAL-E21: A 32, B 50 with cards worth 65, C 21."""
    view = _counted("", "2S 3H TH Th TD Td TC Tc", "AS TD", opened=(True, False, True))
    layout = count_scene(view, labels(3), CountWords(closed="closed", unopened="not opened")).layout()
    (worth,) = [m for m in layout.marks if isinstance(m, Label) and m.text == "65"]
    strikes = [m for m in layout.marks if isinstance(m, Box) and m.height == 4]
    assert len(strikes) == 1
    assert strikes[0].y <= worth.y <= strikes[0].y + 4
    assert {"50", "21", "0", "closed", "not opened"} <= set(words(layout))


def test_a_doubled_hand_says_so_in_every_line() -> None:
    view = _counted("", "TS 2H", "KD", closer=0, opened=(True, True, False), doubled=True)
    found = words(count_scene(view, labels(3), CountWords()).layout())
    assert {"12×2", "24", "10", "100"} <= set(found)


def test_a_hand_value_that_is_scored_is_not_struck_out() -> None:
    """Option unopened_penalty: who never opened scores what is held."""
    view = _counted("", "TS 2H", opened=(True, True))
    assert not [
        m for m in count_scene(view, labels(2), CountWords()).layout().marks if isinstance(m, Box) and m.height == 4
    ]


def test_the_winner_of_the_match_is_crowned_in_the_count() -> None:
    view = _counted("", "TS 2H", "KD")._replace(phase=Phase.OVER, outcome=Outcome("target", (2, 1, 3), (0, 52, 90)))
    layout = count_scene(view, labels(3), CountWords("Bruno wins")).layout()
    (crown,) = stamps(layout, "icons/crown")
    name = next(m for m in layout.marks if isinstance(m, Label) and m.text == "Bruno")
    assert abs(crown.y + 20 - name.y) < 24
    assert not stamps(layout, "icons/turn")


def test_there_is_no_count_before_the_first_hand_has_ended() -> None:
    with pytest.raises(ValueError, match="no hand"):
        count_scene(samples.observation(2), labels(2), CountWords())


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

"""Where things lie: nothing overlaps, nothing leaves its box, everything can be read."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.calidruno.cards import name_of
from render import names, samples, sprites, text
from render.calidruno import HandWords, TableWords, hand_scene, table_scene
from render.calidruno.table import TableScene
from render.layout import Box, Label, Layout, Stamp
from render.lobby import lobby_scene
from render.rack import Letters
from render.scene import Scene, SeatLabel
from render.seats import PLATE_HEIGHT, ring
from render.theme import LOOKS, TEXT_SMALL

Rect = tuple[int, int, int, int]

WIDE = tuple(SeatLabel("永" * 32, mark, "Calidruno!") for mark in ("absent", "left", "computer", "host", "") * 2)
LONG = "Tocca a " + "永" * 32
CROWDED: dict[str, Scene] = {
    f"crowded-{n}": table_scene(
        samples.observation(n, counts=(40,) * n, points=(1995,) * n, debt=120, to_act=n - 1, top="W", stock=112),
        WIDE[:n],
        TableWords(LONG, "Mano 100 di una partita lunghissima", "da pescare o passare", "punti"),
    )
    for n in range(2, 11)
}
LOBBIES = {f"lobby-{n}": lobby_scene("kalooki", LONG, WIDE[: n - 1], 2, n, "posto libero") for n in range(2, 11)}
SAMPLES: dict[str, Scene] = {name: scene for game in LOOKS for name, scene in samples.scenes(game).items()}
SCENES: dict[str, Scene] = SAMPLES | CROWDED | LOBBIES


def ink(label: Label) -> Rect:
    """About where the ink of a label lies: its width, and from capitals' height to the baseline."""
    width = text.mask(label.text, label.size, label.max_width).width
    left = label.x - {"left": 0, "middle": width // 2, "right": width}[label.align]
    half = round(label.size * 0.36)
    return left, label.y - half, left + width, label.y + half


def rect(mark: Box | Stamp) -> Rect:
    if isinstance(mark, Box):
        return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
    image = sprites.sprite(mark.sprite)
    return mark.x, mark.y, mark.x + (mark.width or image.width), mark.y + (mark.height or image.height)


def overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def inside(inner: Rect, outer: Rect) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def labels(layout: Layout) -> list[Label]:
    return [mark for mark in layout.marks if isinstance(mark, Label)]


@pytest.mark.parametrize("name", SCENES)
def test_everything_lies_inside_the_picture(name: str) -> None:
    layout = SCENES[name].layout()
    whole = (0, 0, layout.width, layout.height)
    for mark in layout.marks:
        assert inside(ink(mark) if isinstance(mark, Label) else rect(mark), whole), mark


@pytest.mark.parametrize("name", SCENES)
def test_no_words_overlap_and_none_is_too_small(name: str) -> None:
    found = labels(SCENES[name].layout())
    for label in found:
        assert label.size >= TEXT_SMALL, label
        assert label.text, label
    for one, two in combinations(found, 2):
        assert not overlap(ink(one), ink(two)), (one, two)


@pytest.mark.parametrize("name", SCENES)
def test_words_stay_on_their_plate(name: str) -> None:
    """A label that begins on a box ends on it; a line that strikes a number out is no box."""
    layout = SCENES[name].layout()
    boxes = [rect(mark) for mark in layout.marks if isinstance(mark, Box) and mark.height > 4]
    for label in labels(layout):
        area = ink(label)
        for box in boxes:
            if overlap(area, box):
                assert inside(area, box), (label, box)


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_have_fixed_places_clockwise_round_the_table(seats: int) -> None:
    places = ring(seats)
    assert len(places) == seats
    rects = [(p.x, p.y, p.x + p.width, p.y + PLATE_HEIGHT) for p in places]
    for one, two in combinations(rects, 2):
        assert not overlap(one, two)
    around = [(p.x + p.width / 2 - 550, p.y + PLATE_HEIGHT / 2 - 379) for p in places]
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in zip(around, around[1:] + around[:1], strict=True)]
    assert all(turn > -1e-6 for turn in turns)  # with y downwards a positive cross product is clockwise


@pytest.mark.parametrize("name", [name for name in SCENES if name.startswith(("table", "crowded"))])
def test_the_middle_of_the_table_is_free_of_plates(name: str) -> None:
    layout = SCENES[name].layout()
    plates = [rect(m) for m in layout.marks if isinstance(m, Box) and m.height == PLATE_HEIGHT and m.width >= 250]
    middle = [
        rect(m)
        for m in layout.marks
        if isinstance(m, Stamp)
        and (
            "/full/" in m.sprite
            or "stock" in m.sprite
            or "shape" in m.sprite
            or "-above" in m.sprite
            or "-below" in m.sprite
        )
    ]
    assert len(middle) >= 4
    for plate in plates:
        for thing in middle:
            assert not overlap(plate, thing)


@pytest.mark.parametrize("count", range(1, 41))
@pytest.mark.parametrize("letters", [None, samples.LETTERS])
def test_every_card_of_a_hand_shows_its_index_and_its_number(count: int, letters: Letters | None) -> None:
    view = samples.observation(4, hand=count, seed=count, seat=1)
    playable = samples.playable(view.hand, view.top, view.colour)
    layout = hand_scene(view, playable, HandWords("Your turn", "Match red", "new"), letters, view.hand[0]).layout()
    cards = [m for m in layout.marks if isinstance(m, Stamp) and "/full/" in m.sprite][1:]  # the first is in the header
    assert [m.sprite.rpartition("/")[2] for m in cards] == [name_of(card) for card in view.hand]
    racks = [m for m in layout.marks if isinstance(m, Box) and m.width > 1000 and m.y > 100]
    numbers = {label.text: label for label in labels(layout) if label.text.isdigit()}
    for number, (card, mark) in enumerate(zip(view.hand, cards, strict=True), 1):
        later = [m for m in cards[number:] if abs(m.y - mark.y) < 60]
        if later:
            assert later[0].x - mark.x >= 44
        rack = min(box.y for box in racks if box.y > mark.y)
        assert rack - mark.y >= 106  # value and shape stand above the rack
        assert mark.dim == (card not in playable)
        badge = numbers[str(number)]
        assert mark.x < badge.x < mark.x + 60
        assert rack < badge.y < rack + 60
    raised = {m.y for m in cards if not m.dim}
    assert raised.isdisjoint(m.y for m in cards if m.dim)


def test_whose_turn_it_is_shows_by_frame_arrow_and_word() -> None:
    layout = samples.calidruno()["table-06"].layout()
    framed = [m for m in layout.marks if isinstance(m, Box) and m.outline == (255, 200, 30)]
    arrows = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite.startswith("icons/turn")]
    assert len(framed) == 1
    assert any(inside(rect(arrow), rect(framed[0])) for arrow in arrows)
    assert any(label.text == "Dario's turn" for label in labels(layout))


def test_the_direction_turns_with_a_reverse() -> None:
    def arrows(direction: int) -> set[str]:
        scene = table_scene(samples.observation(4, direction=direction), samples.labels(4), TableWords())
        stamps = [m.sprite for m in scene.layout().marks if isinstance(m, Stamp)]
        return {key for key in stamps if key.endswith(("above", "below"))}

    assert arrows(1) == {"icons/clockwise-above", "icons/clockwise-below"}
    assert arrows(-1) == {"icons/counter-above", "icons/counter-below"}


def test_a_name_without_any_letter_is_its_seat_number() -> None:
    scene = table_scene(samples.observation(3), (SeatLabel("🎲"), SeatLabel("Anna"), SeatLabel("")), TableWords("🎲"))
    words = {label.text for label in labels(scene.layout())}
    assert {"#1", "Anna", "#3"} <= words


def test_the_count_tells_all_cards_of_ordinary_hands_and_how_many_are_left_out_of_huge_ones() -> None:
    for name, scene in samples.calidruno().items():
        if not name.startswith("count"):
            continue
        assert isinstance(scene, TableScene)
        assert scene.shown is not None
        layout = scene.layout()
        chips = sum(isinstance(m, Stamp) and "/chip/" in m.sprite for m in layout.marks)
        rest = sum(int(label.text) for label in labels(layout) if label.text.startswith("+"))
        assert chips + rest == sum(len(hand) for hand in scene.shown)
        assert rest == 0 or max(len(hand) for hand in scene.shown) > 10


def test_clean_words_reach_the_header() -> None:
    scene = table_scene(samples.observation(2), samples.labels(2), TableWords(turn="Tocca a 🎲 Bruno"))
    assert names.clean("Tocca a 🎲 Bruno", "") in {label.text for label in labels(scene.layout())}

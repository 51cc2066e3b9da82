"""Kalooki's cards: every face at every size, told apart by everybody."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from games.kalooki.cards import JOKERS, KIND_NAMES, card_from, kind_of
from render import sprites, theme
from render.contact_sheet import DICHROMACIES, simulate
from render.kalooki.faces import small_face
from render.kalooki.rows import SIZES
from tests.render.colour_science import ciede2000, contrast
from tests.render.kalooki_pictures import colour, near


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

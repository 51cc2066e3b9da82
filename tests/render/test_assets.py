"""The committed sprites: complete, and made from the sources that lie beside them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from games.calidruno.cards import KINDS, NAMES, WILD, Card, card_from, is_wild, name_of
from render import build_atlas, sprites
from render.art import calidruno as art
from render.theme import LOOKS


def test_assets_are_built_from_the_present_sources() -> None:
    assert build_atlas.DIGEST.read_text(encoding="ascii").strip() == build_atlas.digest(), (
        "sources of the sprites have changed: run python -m render.build_atlas and commit render/assets"
    )


def test_every_kind_of_card_is_there_at_every_size() -> None:
    wilds = [name for name in NAMES if is_wild(card_from(name))]
    played = {f"{name}:{colour}" for name in wilds for colour in "RBYG"}
    assert len(NAMES) == KINDS
    for size in sprites.CARD_WIDTHS:
        assert sprites.keys(f"calidruno/{size}") == {*NAMES, *played}
    assert sprites.keys("calidruno/chip") == set(NAMES)


def test_every_game_has_backs_felt_and_palette() -> None:
    for game in LOOKS:
        assert {f"back-{game}-{size}" for size in sprites.BACK_WIDTHS} <= sprites.keys("icons")
        assert sprites.ground(game).size == (1100, 700)
        assert len(sprites.palette(game).getpalette() or []) == 3 * 256


@pytest.mark.parametrize("name", ["R7", "B-rev", "Y-stop", "G+4", "W", "W+4"])
def test_a_sprite_drawn_now_looks_like_the_committed_one(name: str) -> None:
    width = sprites.CARD_WIDTHS["full"]
    fresh, kept = art.kind(width, card_from(name)), sprites.sprite(f"calidruno/full/{name}")
    assert fresh.size == kept.size == (width + 2 * sprites.MARGIN, sprites.card_height(width) + 2 * sprites.MARGIN)
    ground = Image.new("RGBA", fresh.size, (30, 60, 90, 255))
    difference = ImageChops.difference(Image.alpha_composite(ground, fresh), Image.alpha_composite(ground, kept))
    assert max(ImageStat.Stat(difference.convert("RGB")).mean) < 0.5


@pytest.mark.parametrize("size", [*sprites.CARD_WIDTHS, "chip"])
def test_no_two_kinds_look_alike_even_without_colour(size: str) -> None:
    """Value and shape alone tell all cards apart."""
    grey = {}
    for i in range(KINDS):
        image = sprites.sprite(f"calidruno/{size}/{name_of(Card(i))}")
        flat = Image.new("RGBA", image.size, (0, 0, 0, 255))
        flat.alpha_composite(image)
        grey[i] = flat.convert("L").point([255 * (level > 200) for level in range(256)])
    for a in grey:
        for b in range(a):
            differing = ImageStat.Stat(ImageChops.difference(grey[a], grey[b])).mean[0]
            assert differing > 1, (name_of(Card(a)), name_of(Card(b)))


def test_a_played_wild_differs_for_each_colour() -> None:
    plain = sprites.sprite(f"calidruno/full/{name_of(WILD)}").tobytes()
    played = {sprites.sprite(f"calidruno/full/{name_of(WILD)}:{c}").tobytes() for c in "RBYG"}
    assert len(played | {plain}) == 5


def test_an_unknown_sprite_is_an_error() -> None:
    with pytest.raises(KeyError):
        sprites.sprite("calidruno/full/X9")

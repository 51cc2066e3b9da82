"""The Italian deck: complete, told apart without colour, pips that can be counted on a phone."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from games.core.cards import NAMES, PACK, RANK_OF, SUIT_OF, Card, Rank, Suit, card_from, card_of
from render import decks, sprites
from render.art import italian as art
from render.decks import Deck
from render.scaling import scaled

WIDTHS = sprites.CARD_WIDTHS | sprites.TRICK_WIDTHS
PIPS = {Rank.TWO: 2, Rank.THREE: 3, Rank.FOUR: 4, Rank.FIVE: 5, Rank.SIX: 6, Rank.SEVEN: 7}
PHONE = 393 / 1100


def on_cream(sprite: str) -> Image.Image:
    """The sprite on a card's own colour, so that its shadow and corners do not count."""
    image = sprites.sprite(sprite)
    flat = Image.new("RGBA", image.size, (255, 253, 244, 255))
    flat.alpha_composite(image)
    return flat.convert("RGB")


def islands(mask: Image.Image) -> int:
    """How many connected patches of at least six pixels are set; neighbours at the corner belong together."""
    width, height = mask.size
    unseen = {i for i, level in enumerate(mask.tobytes()) if level}
    count = 0
    while unseen:
        edge, size = [unseen.pop()], 0
        while edge:
            x, y = edge[-1] % width, edge.pop() // width
            size += 1
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    near = (y + dy) * width + x + dx
                    if 0 <= x + dx < width and 0 <= y + dy < height and near in unseen:
                        unseen.remove(near)
                        edge.append(near)
        count += size >= 6
    return count


def test_every_card_is_there_at_every_size_and_every_suit_alone() -> None:
    for size in (*WIDTHS, *sprites.SMALL_WIDTHS):
        assert sprites.keys(f"italian/{size}") == set(NAMES)
    for size, width in sprites.EMBLEM_WIDTHS.items():
        for suit in Suit:
            assert sprites.sprite(decks.emblem(suit, size)).size == (width, width)


@pytest.mark.parametrize("deck", ["italian", "french"])
def test_each_deck_has_a_face_of_its_own_for_each_of_the_forty_cards(deck: Deck) -> None:
    for size in ("full", *sprites.SMALL_WIDTHS):
        faces = [decks.face(deck, card, size) for card in PACK]
        assert len(set(faces)) == 40
        assert all(sprites.sprite(face) for face in faces)


def test_the_french_deck_has_no_eight_nine_or_ten_and_its_own_names_of_ranks() -> None:
    faces = {decks.face("french", card).rpartition("/")[2] for card in PACK}
    assert {name[0] for name in faces} == set("A234567JQK")
    assert decks.face("french", card_from("FC")) == "french/full/JH"
    assert decks.face("french", card_from("CD")) == "french/full/QD"
    assert decks.face("french", card_from("RS")) == "french/full/KS"
    assert decks.face("french", card_from("7B"), two_colours=True) == "french/full/7C:2"
    assert "".join(decks.rank_sign("french", rank) for rank in Rank) == "A234567JQK"
    assert "".join(decks.rank_sign("italian", rank) for rank in Rank) == "A234567FCR"
    for card in PACK:
        assert sprites.sprite(decks.face("french", card, two_colours=True))


@pytest.mark.parametrize("name", ["AC", "7D", "3S", "5B", "FC", "CD", "RS"])
def test_a_sprite_drawn_now_looks_like_the_committed_one(name: str) -> None:
    width = WIDTHS["trick"]
    fresh, kept = art.face(width, card_from(name)), sprites.sprite(f"italian/trick/{name}")
    assert fresh.size == kept.size == (width + 2 * sprites.MARGIN, sprites.card_height(width) + 2 * sprites.MARGIN)
    ground = Image.new("RGBA", fresh.size, (30, 60, 90, 255))
    difference = ImageChops.difference(Image.alpha_composite(ground, fresh), Image.alpha_composite(ground, kept))
    assert max(ImageStat.Stat(difference.convert("RGB")).mean) < 0.5


@pytest.mark.parametrize("size", [*WIDTHS, "small", "medium", "large"])
def test_no_two_cards_look_alike_even_without_colour(size: str) -> None:
    grey = [
        on_cream(f"italian/{size}/{name}").convert("L").point([255 * (level > 200) for level in range(256)])
        for name in NAMES
    ]
    for a, b in combinations(PACK, 2):
        assert ImageStat.Stat(ImageChops.difference(grey[a], grey[b])).mean[0] > 2, (NAMES[a], NAMES[b])


@pytest.mark.parametrize("card", [card for card in PACK if RANK_OF[card] in PIPS], ids=lambda card: NAMES[card])
def test_pips_stay_apart_and_can_be_counted_on_a_phone(card: Card) -> None:
    face = on_cream(f"italian/full/{NAMES[card]}")
    face = scaled(face, (round(face.width * PHONE), round(face.height * PHONE)))
    area = face.crop((round(face.width * 0.365), 3, face.width - 3, face.height - 3))  # right of the index
    paint = ImageChops.difference(area, Image.new("RGB", area.size, (255, 253, 244))).convert("L")
    assert islands(paint.point([255 * (level > 60) for level in range(256)])) == PIPS[RANK_OF[card]]


def test_the_signs_of_the_suits_differ_in_outline_alone() -> None:
    """Their black silhouettes, at the size of an index on a phone."""
    outlines: list[Image.Image] = []
    for suit in Suit:
        image = on_cream(decks.emblem(suit, "large"))
        inner = image.crop((22, 12, image.width - 22, image.height - 12))
        ink = ImageChops.difference(inner, Image.new("RGB", inner.size, (255, 253, 244))).convert("L")
        outlines.append(scaled(ink.point([255 * (level > 24) for level in range(256)]), (16, 20)))
    for a, b in combinations(outlines, 2):
        assert ImageStat.Stat(ImageChops.difference(a, b)).mean[0] > 40


@pytest.mark.parametrize("suit", Suit)
def test_the_courts_of_a_suit_differ_in_silhouette_at_forty_pixels(suit: Suit) -> None:
    """Feather, horse and throne: figures against their ground, a card forty pixels wide."""
    figures: list[Image.Image] = []
    for rank in (Rank.FANTE, Rank.CAVALLO, Rank.RE):
        face = on_cream(f"italian/full/{NAMES[card_of(suit, rank)]}")
        panel = face.crop((64, 20, 158, 204))
        ground = panel.getpixel((4, 90))
        assert isinstance(ground, tuple)
        figure = ImageChops.difference(panel, Image.new("RGB", panel.size, ground)).convert("L")
        figures.append(scaled(figure.point([255 * (level > 24) for level in range(256)]), (23, 45)))
    for a, b in combinations(figures, 2):
        assert ImageStat.Stat(ImageChops.difference(a, b)).mean[0] > 50


def test_every_index_names_rank_and_suit_alone() -> None:
    """What shows of a card in a tight fan is enough: the left 44 pixels differ between any two cards."""
    strips = [on_cream(f"italian/full/{name}").crop((5, 5, 49, 115)).convert("L") for name in NAMES]
    for a, b in combinations(PACK, 2):
        assert ImageStat.Stat(ImageChops.difference(strips[a], strips[b])).mean[0] > 3, (NAMES[a], NAMES[b])
    assert {SUIT_OF[card] for card in PACK} == set(Suit)

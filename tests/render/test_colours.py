"""Colours: exact in the palette, far enough apart for everybody, legible."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from render import encode, theme
from render.contact_sheet import DICHROMACIES, simulate
from render.sprites import DIMMED
from render.theme import LOOKS, mix, ui_colours
from tests.render.colour_science import ciede2000, ciede2000_lab, contrast


@pytest.mark.parametrize("game", LOOKS)
def test_every_ui_colour_survives_the_palette_within_two_levels(game: str) -> None:
    for colour in ui_colours(game):
        data = encode.encode(Image.new("RGB", (8, 8), colour), game)
        pixel = Image.open(BytesIO(data)).convert("RGB").getpixel((4, 4))
        assert isinstance(pixel, tuple)
        assert max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) <= 2, (colour, pixel)


def test_the_measure_agrees_with_published_pairs() -> None:
    """Three of the pairs that Sharma, Wu and Dalal published for checking implementations."""
    assert ciede2000_lab((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000_lab((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000_lab((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)


@pytest.mark.parametrize(("sight", "least"), [("normal", 39), ("protan", 17), ("deutan", 18), ("tritan", 26)])
def test_the_four_colours_stay_apart_for_colour_blind_players(sight: str, least: float) -> None:
    seen = [c if sight == "normal" else simulate(c, DICHROMACIES[sight]) for c in theme.COLOURS]
    assert min(ciede2000(a, b) for a, b in combinations(seen, 2)) >= least - 0.5  # the table of render.md is rounded


@pytest.mark.parametrize("game", LOOKS)
def test_words_are_legible_on_every_ground(game: str) -> None:
    look = LOOKS[game]
    for ground in (look.felt, look.edge, look.plate):
        assert contrast(theme.CREAM, ground) >= 7
        assert contrast(look.quiet, ground) >= 4
    for ground in (look.felt, look.edge):
        assert contrast(theme.NOW, ground) >= 4.5
    assert contrast(look.plate, look.edge) > 1.2  # a plate is darker than the felt


def test_values_and_numbers_are_legible() -> None:
    for ink in (*theme.DARK_INKS, theme.INK):
        assert contrast(ink, theme.CREAM) >= 8
        dimmed = mix(ink, theme.SLATE, DIMMED), mix(theme.CREAM, theme.SLATE, DIMMED)
        assert contrast(*dimmed) >= 4
    assert contrast(theme.MUTED, theme.RACK) >= 4.5
    assert contrast(theme.NOW, theme.RACK) >= 7


def test_the_rim_parts_every_card_from_its_ground() -> None:
    for ground in (theme.SLATE, *(look.felt for look in LOOKS.values())):
        assert contrast(theme.CREAM, ground) >= 7

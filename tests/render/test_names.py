"""Names and words that people may type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import names, text


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("Anna", "Anna"),
        ("  Anna \n\t Maria ", "Anna Maria"),
        ("Ame\u0301lie", "Amélie"),
        ("山田 花子", "山田 花子"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Bruno 🎉🔥", "Bruno"),
        ("👩‍👩‍👧 Carla", "Carla"),
        ("D\u200ba\u202erio\u2066", "Dario"),
        ("Z̷̢̛a̴̧l̸g̶o̵", "Zalgo"),
        ("Łukasz Žižka", "Łukasz Žižka"),
        ("Юлия", "Юлия"),
        ("\u3164\u2800", "Player 3"),
        ("🎲", "Player 3"),
        ("", "Player 3"),
        ("\ufdfd", "Player 3"),
    ],
)
def test_a_name_is_cleaned_for_the_fonts(typed: str, drawn: str) -> None:
    assert names.clean(typed, "Player 3") == drawn


@given(st.text(max_size=40))
def test_any_name_can_be_drawn_on_one_line_within_its_box(typed: str) -> None:
    name = names.fit(typed, 36, 200, "#1")
    assert name
    assert not text.missing_glyphs(name)
    assert "\n" not in name
    assert text.width(name, 36) <= 200
    mask = text.mask(name, 36, 200)
    assert mask.width <= 200
    assert mask.image.getbbox() is not None


@pytest.mark.parametrize("wide", ["W" * 32, "Ｗ" * 32, "永" * 32, "m" * 200])
def test_a_long_name_ends_in_an_ellipsis(wide: str) -> None:
    name = names.fit(wide, 36, 180)
    assert name.endswith("…")
    assert len(name) >= 3
    assert text.width(name, 36) <= 180


def test_ink_of_a_line_stays_in_its_mask() -> None:
    """Accents above and tails below, in both fonts, are not cut."""
    for line in ("ÅÊÛŽ", "gjpqyç,;", "鬱黌ぱ。", "Ǻģ"):
        mask = text.mask(line, 40, 600)
        box = mask.image.getbbox()
        assert box is not None
        assert box[1] > 0, line
        assert box[3] < mask.image.height, line


def test_missing_glyphs_names_what_cannot_be_drawn() -> None:
    assert text.missing_glyphs("Tocca a Élise: +4 × 7 … „“ – ▲●★■ あなたの番\n") == set()
    assert text.missing_glyphs("Anna 🎉 שלום") == set("🎉שלום")

"""Names of people cannot break a message or a picture (complaint F16)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.names import MAX_NAME, markdown, safe_name

ANY_TEXT = st.text(alphabet=st.characters(), max_size=80) | st.text(
    alphabet="ab \u0301\u0300\u0323\u202e\u200b\u2066\n\t\u2028\x00*_~|`<@>#👩\u200d🚀\ufe0f\u3164", max_size=80
)


@given(ANY_TEXT)
def test_f16_a_name_is_one_short_visible_line(raw: str) -> None:
    name = safe_name(raw, "Player 1")
    assert 1 <= len(name) <= MAX_NAME
    assert name == name.strip()
    assert "  " not in name
    categories = [unicodedata.category(char) for char in name]
    assert not {"Cc", "Cf", "Cs", "Zl", "Zp"} & set(categories)
    assert "MMM" not in "".join(category[0] for category in categories)
    assert unicodedata.is_normalized("NFC", name)


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    once = safe_name(raw, "Player 1")
    assert safe_name(once, "Player 1") == once


@pytest.mark.parametrize("raw", ["", "   ", "\u200b\u200d", "\u202e", "\u0301", "\u3164\u3164", "\u2800", "\x00\n"])
def test_a_name_of_nothing_visible_becomes_the_fallback(raw: str) -> None:
    assert safe_name(raw, "Player 1") == "Player 1"


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Anna", "Anna"),
        ("Anna\u202e\u2066annA", "AnnaannA"),
        ("  Anna \n Bruno\t", "Anna Bruno"),
        ("e\u0301", "é"),
        ("a\u0323\u0301\u0300\u0302\u0303", "ạ\u0301\u0300"),
        ("W" * 32, "W" * 23 + "…"),
        ("أحمد", "أحمد"),
    ],
)
def test_names_as_people_choose_them(raw: str, name: str) -> None:
    assert safe_name(raw) == name


@given(ANY_TEXT)
def test_f16_an_escaped_name_shows_as_typed(raw: str) -> None:
    """Complaint F16: underscores in names became italics. A backslash before every sign that means something to
    Discord leaves nothing to be read as markdown, a mention, a link, an emoji or a time."""
    name = safe_name(raw)
    escaped = markdown(name)
    shown = ""
    chars = iter(escaped)
    for char in chars:
        if char == "\\":
            shown += next(chars)
        else:
            assert char not in "*_~|`<>@#:[]()-\\", escaped
            shown += char
    assert shown == name

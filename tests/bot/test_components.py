"""From panels to messages: ids, attachments, mentions, limits, and that nothing private is shown in public."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presenters.panel import Button, Choice, Field, Form, Menu, Picture, PrivatePanel, PublicPanel, Style
from bot.tables.components import (
    Address,
    MessageStyle,
    Rendered,
    custom_id,
    form_modal,
    form_values,
    parse_custom_id,
    render_private,
    render_public,
    shorten,
)
from render.lobby import lobby_scene
from render.scene import SeatLabel
from tests.bot.presenters.discord_limits import check_limits, components

PNG = b"\x89PNG picture"
PICTURE = Picture(lobby_scene("calidruno", "Anna's table", (SeatLabel("Anna"),), 2, 10, "free"), "Anna sits here.")
STYLES: tuple[MessageStyle, ...] = ("v2", "embed")


def _public(panel: PublicPanel, style: MessageStyle, picture: bytes | discord.Attachment | None = None) -> Rendered:
    return render_public(panel, style=style, table_id=7, ply=12, picture=picture)


# Ids


@pytest.mark.parametrize(
    ("action", "address"),
    [
        ("hand", Address(7, 12, "hand", "")),
        ("move:draw", Address(7, 12, "move", "draw")),
        ("move:W+4=R", Address(7, 12, "move", "W+4=R")),
        ("g:report:3", Address(7, 12, "g", "report:3")),
        ("rules:calidruno:-1", Address(7, 12, "rules", "calidruno:-1")),
        ("hand_by:dm", Address(7, 12, "hand_by", "dm")),
    ],
)
def test_an_id_says_table_ply_and_action(action: str, address: Address) -> None:
    assert parse_custom_id(custom_id(7, 12, action)) == address
    assert parse_custom_id(custom_id(7, 12, action, copy=3)) == address


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "cg1",
        "cg1:7:12",
        "cg1:7:12:",
        "cg1:7:12:MOVE",
        "cg1:07:12:move",
        "cg1:-7:12:move",
        "cg1:7:12:move:",
        "cg1:7:12:move:a b",
        "cg1:7:12:move:draw#1",
        "cg1:7:12:move:draw\n",
        "cg1:٧:12:move",
        "cg2:7:12:move",
        "cg1:7:12:move:" + "x" * 100,
        "cg1:" + "9" * 40 + ":1:move",
    ],
)
def test_b8_a_forged_or_stale_id_is_nothing(forged: str) -> None:
    """Complaint B8: an out-of-list value through a forged component id stuck the game."""
    assert parse_custom_id(forged) is None


@given(st.text(max_size=110))
def test_reading_an_id_never_fails(text: str) -> None:
    address = parse_custom_id(text)
    assert address is None or address.table_id >= 0


@pytest.mark.parametrize("action", ["", "Move", "move:ü", "move:a b", "x" * 30, "move:" + "x" * 90])
def test_an_action_that_could_not_be_read_back_is_an_error(action: str) -> None:
    with pytest.raises(ValueError, match="no component id"):
        custom_id(1, 1, action)


# Messages


PANEL = PublicPanel(
    title="Calidruno · Anna’s table",
    lines=("Bruno played **7 green ■**.", "▶ <@102>"),
    picture=PICTURE,
    rows=((Button("hand", "My hand", Style.PRIMARY), Button("more", "More")),),
)


@pytest.mark.parametrize("style", STYLES)
async def test_a_message_holds_title_picture_lines_and_buttons(style: MessageStyle) -> None:
    message = _public(PANEL, style, PNG)
    check_limits(message)
    parts = list(components(message.view.to_components()))
    assert [part["custom_id"] for part in parts if part["type"] == 2] == ["cg1:7:0:hand", "cg1:7:0:more"]
    if message.embed is None:
        texts = "\n".join(part["content"] for part in parts if part["type"] == 10)
        media = next(part for part in parts if part["type"] == 12)["items"][0]
        assert (media["media"]["url"], media["description"]) == ("attachment://table-12.png", "Anna sits here.")
    else:
        texts = f"{message.embed.title}\n{message.embed.description}"
        assert message.embed.image.url == "attachment://table-12.png"
    assert "Calidruno · Anna’s table" in texts
    assert "Bruno played **7 green ■**.\n▶ <@102>" in texts


@pytest.mark.parametrize("style", STYLES)
async def test_nothing_of_a_message_is_stored_by_the_library(style: MessageStyle) -> None:
    """A view that is finished before it is sent is sent and forgotten; presses are routed by their ids."""
    assert _public(PANEL, style).view.is_finished()
    assert form_modal(Form("g:say", "Say it", (Field("word", "Say it"),)), table_id=1, ply=2).is_finished()


@pytest.mark.parametrize("style", STYLES)
async def test_an_edit_names_all_attachments(style: MessageStyle) -> None:
    kept = Mock(spec=discord.Attachment)
    kept.filename = "table-9.png"
    new, same, none = _public(PANEL, style, PNG), _public(PANEL, style, kept), _public(PANEL, style)
    assert [file.filename for file in new.to_edit()["attachments"]] == ["table-12.png"]
    assert same.to_edit()["attachments"] == [kept]
    assert none.to_edit()["attachments"] == []
    assert "attachment://table-9.png" in str(same.view.to_components()) + str(same.embed and same.embed.to_dict())
    assert new.to_send()["file"].description == "Anna sits here."
    assert "file" not in none.to_send()


@pytest.mark.parametrize("style", STYLES)
async def test_the_file_of_a_hand_has_a_name_that_says_nothing(style: MessageStyle) -> None:
    panel = PrivatePanel(title="Hand", picture=PICTURE)
    message = render_private(panel, style=style, table_id=7, ply=12, picture=PNG)
    assert message.to_send()["file"].filename == "hand.png"


@pytest.mark.parametrize("style", STYLES)
async def test_only_the_one_ping_notifies(style: MessageStyle) -> None:
    quiet, ping = _public(PANEL, style), _public(PublicPanel("", lines=("<@102>, your turn",), pings=(102,)), style)
    assert quiet.to_send()["allowed_mentions"].to_dict() == {"parse": [], "users": []}
    assert ping.to_send()["allowed_mentions"].to_dict() == {"parse": [], "users": [102]}
    where = ping.content if style == "embed" else str(ping.view.to_components())
    assert where is not None
    assert "<@102>" in where


@pytest.mark.parametrize("style", STYLES)
async def test_g6_a_hand_cannot_be_posted_in_a_channel(style: MessageStyle) -> None:
    """Complaint G6, the kind of it: what one person may see must not reach everybody, whatever a caller mixes up."""
    hand: Any = PrivatePanel(title="Hand")
    with pytest.raises(TypeError, match="only a public panel"):
        render_public(hand, style=style, table_id=1, ply=1, picture=None)


async def test_a_classic_edit_clears_the_old_notice_and_a_new_style_sends_no_content() -> None:
    with_notice = PublicPanel("T", ("line",), notice="Saved.")
    assert _public(with_notice, "embed").to_edit()["content"] == "Saved."
    assert _public(PublicPanel("T", ("line",)), "embed").to_edit()["content"] is None
    assert not {"content", "embed"} & _public(with_notice, "v2").to_edit().keys()
    assert not {"content", "embed"} & _public(with_notice, "v2").to_send().keys()


@pytest.mark.parametrize("style", STYLES)
async def test_f6_whatever_is_too_long_is_cut_and_not_refused(style: MessageStyle) -> None:
    """Complaint F6: a menu with a 26th option fails. Presenters split; what they forget is cut here."""
    long = "x" * 9000
    choices = tuple(Choice(f"v{i}", long, long) for i in range(40))
    panel = PublicPanel(
        title=long,
        lines=(long, long),
        picture=Picture(PICTURE.scene, long),
        notice=long,
        rows=(
            tuple(Button(f"b{chr(97 + i)}", long) for i in range(9)),
            *(Menu("move", long, choices, max_choices=40) for _ in range(8)),
        ),
    )
    message = _public(panel, style, PNG)
    check_limits(message)


@pytest.mark.parametrize("style", STYLES)
async def test_an_action_in_two_menus_keeps_ids_apart(style: MessageStyle) -> None:
    menus = tuple(Menu("move", "Play", (Choice("R7", "7"),)) for _ in range(3))
    message = _public(PublicPanel("T", rows=menus), style)
    ids = [part["custom_id"] for part in components(message.view.to_components()) if part["type"] == 3]
    assert ids == ["cg1:7:0:move", "cg1:7:0:move#2", "cg1:7:0:move#3"]
    assert {parse_custom_id(found) for found in ids} == {Address(7, 0, "move", "")}


@pytest.mark.parametrize("style", STYLES)
async def test_an_empty_row_is_left_out(style: MessageStyle) -> None:
    message = _public(PublicPanel("T", rows=((), (Button("hand", "Hand"),))), style)
    check_limits(message)


# Forms


async def test_a_form_is_a_dialog_of_labelled_inputs() -> None:
    fields = (
        Field("word", "Say it", "the word, exactly", max_length=40),
        Field("who", "Who", choices=(Choice("1", "Anna"), Choice("2", "Bruno")), required=False),
    )
    payload = form_modal(Form("g:say", "One card left", fields), table_id=7, ply=12).to_dict()
    assert parse_custom_id(payload["custom_id"]) == Address(7, 12, "g", "say")
    word, who = (label["component"] for label in payload["components"])
    assert (word["type"], word["custom_id"], word["max_length"]) == (4, "word", 40)
    assert (who["type"], who["custom_id"], [o["value"] for o in who["options"]]) == (3, "who", ["1", "2"])
    assert [label["label"] for label in payload["components"]] == ["Say it", "Who"]


async def test_a_form_stays_within_the_limits() -> None:
    long = "x" * 500
    fields = tuple(Field(f"f{i}", long, long, max_length=9999) for i in range(8))
    payload = form_modal(Form("g:say", long, fields), table_id=7, ply=12).to_dict()
    assert len(payload["title"]) <= 45
    assert len(payload["components"]) == 5
    assert all(len(label["label"]) <= 45 for label in payload["components"])
    assert all(label["component"]["max_length"] <= 4000 for label in payload["components"])


def test_submitted_values_are_read_by_key() -> None:
    data = {
        "components": [
            {"type": 18, "component": {"type": 4, "custom_id": "word", "value": "Calidruno!"}},
            {"type": 18, "component": {"type": 3, "custom_id": "who", "values": ["2"]}},
            {"type": 18, "component": {"type": 3, "custom_id": "nobody", "values": []}},
            {"type": 1, "components": [{"type": 4, "custom_id": "old", "value": "x"}]},
            {"type": 10, "content": "words"},
        ]
    }
    assert form_values(data) == {"word": "Calidruno!", "who": "2", "nobody": "", "old": "x"}
    assert form_values({}) == {}


def test_shortening() -> None:
    assert shorten("abc", 3) == "abc"
    assert shorten("abcd", 3) == "ab…"
    assert shorten("abcd", 0) == ""

"""Panels become Discord messages, in two styles, and component ids become addresses again.

A component's id is ``cg1:<table>:<ply>:<action>``, the ply counted on through all matches of the table; where one panel
holds an action twice (a long menu in parts), the later ones end in ``#2``, ``#3``, … Nothing else is in an id, so a
public one never tells a card.

Views and modals are stopped before they are sent: discord.py then sends them and stores nothing, and every press is
routed by its id, also after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any, Literal, NamedTuple

import discord
from discord import ui

from bot.presenters.panel import Button, Document, Field, Form, Menu, Panel, PrivatePanel, PublicPanel, Row, Style

MessageStyle = Literal["v2", "embed"]

CONTENT_MAX = 2_000
EMBED_TITLE_MAX = 256
EMBED_TEXT_MAX = 4_096
V2_TEXT_MAX = 4_000
ALT_MAX = 1_024
BUTTON_LABEL_MAX = 80
OPTION_TEXT_MAX = 100
PLACEHOLDER_MAX = 150
MENU_MAX = 25
ROWS_MAX = 5
ROW_BUTTONS_MAX = 5
FORM_TITLE_MAX = 45
FORM_LABEL_MAX = 45
FORM_TEXT_MAX = 4_000
FORM_FIELDS_MAX = 5
CUSTOM_ID_MAX = 100
HAND_PICTURE = "hand.png"

_CUSTOM_ID = re.compile(
    r"cg1:(0|[1-9]\d{0,19}):(0|[1-9]\d{0,9}):([a-z_]{1,20})(?::([!$-~]{1,60}))?(?:#([2-9]))?", re.ASCII
)
_BUTTON_STYLES = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}


class Address(NamedTuple):
    """What a component id says: ``move:draw`` has action ``move`` and argument ``draw``. Table 0 is no table."""

    table_id: int
    ply: int
    action: str
    argument: str


def custom_id(table_id: int, ply: int, action: str, copy: int = 1) -> str:
    """The id of a component; ValueError if it could not be read back."""
    result = f"cg1:{table_id}:{ply}:{action}" + (f"#{copy}" if copy > 1 else "")
    if len(result) > CUSTOM_ID_MAX or not _CUSTOM_ID.fullmatch(result):
        # What follows the first part may name cards, and this may end in a log.
        name = action.partition(":")[0]
        raise ValueError(f"no component id can be made of {name!r} and {len(action) - len(name)} more characters")
    return result


def parse_custom_id(text: str) -> Address | None:
    """The address that a component id says; None if it is none of ours or was tampered with."""
    found = _CUSTOM_ID.fullmatch(text)
    if found is None or len(text) > CUSTOM_ID_MAX:
        return None
    table_id, ply, action, argument, _ = found.groups()
    return Address(int(table_id), int(ply), action, argument or "")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message ready for discord.py.

    Attributes:
        content: plain text above an embed; None in a Components V2 message, which has none.
        embed: None in a Components V2 message, and where there is nothing but a notice.
        file: a new picture, or a document, to upload.
        kept: the picture that the message has already.
        mentions: who may be notified.
    """

    view: ui.LayoutView | ui.View
    content: str | None
    embed: discord.Embed | None
    file: discord.File | None
    kept: discord.Attachment | None
    mentions: discord.AllowedMentions

    def to_send(self) -> dict[str, Any]:
        """Keyword arguments for sending a message (channel, interaction or follow-up)."""
        result: dict[str, Any] = {"view": self.view, "allowed_mentions": self.mentions}
        if self.file is not None:
            result["file"] = self.file
        if self.embed is not None:
            result["embed"] = self.embed
        if self.content:
            result["content"] = self.content
        return result

    def to_edit(self) -> dict[str, Any]:
        """Keyword arguments for editing a message. The list of attachments is always complete: what is not in it
        goes."""
        attachments: list[discord.File | discord.Attachment] = [a for a in (self.file, self.kept) if a is not None]
        result: dict[str, Any] = {
            "view": self.view,
            "allowed_mentions": self.mentions,
            "attachments": attachments,
        }
        if not isinstance(self.view, ui.LayoutView):
            result |= {"content": self.content, "embed": self.embed}
        return result


def render_public(
    panel: PublicPanel, *, style: MessageStyle, table_id: int, ply: int, picture: bytes | discord.Attachment | None
) -> Rendered:
    """A message for everybody. ``picture`` is a new PNG, the message's attachment to keep, or None for no picture.

    Raises:
        TypeError: for a panel that is not public.
    """
    if not isinstance(panel, PublicPanel):  # pyright: ignore[reportUnnecessaryIsInstance] - the last line of defence
        raise TypeError("only a public panel may be shown to everybody")
    # Public buttons mean the same at every ply: one pressed while the message is being edited still works.
    return _render(panel, style, table_id, 0, picture, f"table-{ply}.png")


def render_private(
    panel: PrivatePanel | PublicPanel,
    *,
    style: MessageStyle,
    table_id: int,
    ply: int,
    picture: bytes | discord.Attachment | None,
) -> Rendered:
    """A message for one person: an ephemeral answer or a direct message."""
    return _render(panel, style, table_id, ply, picture, HAND_PICTURE)


def _render(
    panel: Panel, style: MessageStyle, table_id: int, ply: int, picture: bytes | discord.Attachment | None, name: str
) -> Rendered:
    alt = shorten(panel.picture.alt, ALT_MAX) if panel.picture else ""
    document = panel.document if isinstance(panel, PrivatePanel) and picture is None else None
    file: discord.File | None = None
    if isinstance(picture, bytes):
        file = discord.File(BytesIO(picture), filename=name, description=alt or None)
    elif document is not None:
        file = discord.File(BytesIO(document.content.encode()), filename=document.name)
    kept = picture if isinstance(picture, discord.Attachment) else None
    source = f"attachment://{kept.filename if kept else name}" if picture is not None else None
    rows = _components(panel.rows, table_id, ply)
    users = [discord.Object(user_id) for user_id in panel.pings]
    mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
    if style == "v2":
        view = _layout(panel, rows, source, alt, document)
        view.stop()
        return Rendered(view, None, None, file, kept, mentions)
    classic = ui.View(timeout=None)
    for index, row in enumerate(rows):
        for item in row:
            item.row = index
            classic.add_item(item)
    classic.stop()
    return Rendered(classic, _embed_content(panel), _embed(panel, source), file, kept, mentions)


def _layout(
    panel: Panel, rows: Sequence[Sequence[ui.Item[Any]]], source: str | None, alt: str, document: Document | None
) -> ui.LayoutView:
    # The title and the notice come first: on a phone they are seen beside the picture without scrolling.
    head = "\n".join(part for part in (panel.notice, f"### {panel.title}" if panel.title else "") if part)
    body = "\n".join(panel.lines)
    head = shorten(head, V2_TEXT_MAX)
    body = shorten(body, V2_TEXT_MAX - len(head))
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=discord.Colour(panel.accent))
    if head:
        container.add_item(ui.TextDisplay(head))
    if source:
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem(source, description=alt or None)))
    if body:
        container.add_item(ui.TextDisplay(body))
    if document is not None:
        container.add_item(ui.File(f"attachment://{document.name}"))
    for row in rows:
        container.add_item(ui.ActionRow(*row))
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    return view


def _embed(panel: Panel, source: str | None) -> discord.Embed | None:
    if not (panel.title or panel.lines or source):
        return None
    embed = discord.Embed(
        title=shorten(panel.title, EMBED_TITLE_MAX) or None,
        description=shorten("\n".join(panel.lines), EMBED_TEXT_MAX) or None,
        colour=discord.Colour(panel.accent),
    )
    if source:
        embed.set_image(url=source)
    return embed


def _embed_content(panel: Panel) -> str | None:
    # A mention inside an embed notifies nobody, so pings stand above it.
    parts = (" ".join(f"<@{user_id}>" for user_id in panel.pings), panel.notice)
    return shorten("\n".join(part for part in parts if part), CONTENT_MAX) or None


def _components(rows: Sequence[Row], table_id: int, ply: int) -> list[list[ui.Item[Any]]]:
    used: dict[str, int] = {}

    def address(action: str) -> str:
        used[action] = used.get(action, 0) + 1
        return custom_id(table_id, ply, action, used[action])

    return [
        [_menu(row, address(row.action))]
        if isinstance(row, Menu)
        else [_button(button, address(button.action)) for button in islice(row, ROW_BUTTONS_MAX)]
        for row in islice(rows, ROWS_MAX)
        if not (isinstance(row, tuple) and not row)
    ]


def _button(button: Button, address: str) -> ui.Button[Any]:
    return ui.Button(
        style=_BUTTON_STYLES[button.style],
        label=shorten(button.label, BUTTON_LABEL_MAX),
        custom_id=address,
        disabled=button.disabled,
        emoji=button.emoji or None,
    )


def _menu(menu: Menu, address: str) -> ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=shorten(choice.label, OPTION_TEXT_MAX),
            value=choice.value,
            description=shorten(choice.description, OPTION_TEXT_MAX) or None,
            emoji=choice.emoji or None,
            default=choice.chosen,
        )
        for choice in menu.choices[:MENU_MAX]
    ]
    return ui.Select(
        custom_id=address,
        placeholder=shorten(menu.placeholder, PLACEHOLDER_MAX),
        min_values=min(menu.min_choices, len(options)),
        max_values=min(menu.max_choices, len(options)),
        options=options,
        disabled=menu.disabled,
    )


def form_modal(form: Form, *, table_id: int, ply: int) -> ui.Modal:
    """The dialog of a form; what is submitted is read by ``form_values``."""
    modal = ui.Modal(title=shorten(form.title, FORM_TITLE_MAX), custom_id=custom_id(table_id, ply, form.action))
    for field in form.fields[:FORM_FIELDS_MAX]:
        modal.add_item(ui.Label(text=shorten(field.label, FORM_LABEL_MAX), component=_input(field)))
    modal.stop()
    return modal


def _input(field: Field) -> ui.TextInput[Any] | ui.Select[Any]:
    if field.choices:
        select = _menu(Menu(field.key, field.placeholder, field.choices), field.key)
        select.required = field.required
        return select
    return ui.TextInput(
        custom_id=field.key,
        placeholder=shorten(field.placeholder, OPTION_TEXT_MAX) or None,
        default=field.default or None,
        required=field.required,
        max_length=min(field.max_length, FORM_TEXT_MAX),
    )


def form_values(data: Mapping[str, Any]) -> dict[str, str]:
    """The values of a submitted form by field key, from an interaction's ``data``; for a menu the first choice."""
    result: dict[str, str] = {}
    for part in data.get("components", ()):
        for component in (part["component"],) if "component" in part else part.get("components", ()):
            key = component.get("custom_id")
            if key is not None:
                values = component.get("values")
                result[key] = str(component.get("value") or "") if values is None else str(next(iter(values), ""))
    return result


def shorten(text: str, limit: int) -> str:
    """The text, cut with an ellipsis if it is longer than Discord takes."""
    return text if len(text) <= limit else text[: limit - 1] + "…" if limit > 0 else ""

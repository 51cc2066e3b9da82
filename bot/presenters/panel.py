"""A message as plain data: what it says, its picture and what can be pressed. No Discord here.

An *action* is the last part of a component's id, for instance ``hand``, ``move:draw`` or ``g:callout``; the part
before it (table and ply) is added where panels become Discord components. An action never says a hidden card in a
public panel.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from render.scene import Scene


class Style(Enum):
    """How a button looks."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


@dataclass(frozen=True, slots=True)
class Button:
    """A button; ``label`` has at most 38 characters that show on a phone."""

    action: str
    label: str
    style: Style = Style.SECONDARY
    disabled: bool = False
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a menu; ``value`` is an action's argument, for instance a move's notation."""

    value: str
    label: str
    description: str = ""
    emoji: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1 to 25 choices; a presenter splits longer lists into several menus."""

    action: str
    placeholder: str
    choices: tuple[Choice, ...]
    min_choices: int = 1
    max_choices: int = 1
    disabled: bool = False


Row = tuple[Button, ...] | Menu


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be drawn from a scene, and the words for those who cannot see it (at most 1,024 characters)."""

    scene: Scene
    alt: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One message. It is either a ``PublicPanel`` or a ``PrivatePanel``, and only a public one can be rendered for a
    channel (``bot.tables.components.render_public``): a hand cannot be posted by mistake.

    Attributes:
        title: one line.
        lines: markdown text below the picture, at most five short lines.
        rows: up to five rows of up to five buttons, or one menu each.
        accent: colour of the frame, 0xRRGGBB.
        pings: the users whom this message may notify.
        notice: a line above everything, for the answer to what was just pressed.
    """

    title: str
    lines: tuple[str, ...] = ()
    picture: Picture | None = None
    rows: tuple[Row, ...] = ()
    accent: int = 0x1757B8
    pings: tuple[int, ...] = ()
    notice: str = ""


@dataclass(frozen=True, slots=True)
class PublicPanel(Panel):
    """A message for everybody, made from a ``TableView`` alone."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file of text to be kept by its reader."""

    name: str
    content: str


@dataclass(frozen=True, slots=True, repr=False)
class PrivatePanel(Panel):
    """A message for one person: an ephemeral answer or a direct message. It may bring a document instead of a
    picture. Python spells it out without what it says: that may end in a log."""

    document: Document | None = None

    def __repr__(self) -> str:
        return f"PrivatePanel(title={self.title!r})"


@dataclass(frozen=True, slots=True)
class Field:
    """One input of a form. With ``choices`` it is a menu, else a line of text."""

    key: str
    label: str
    placeholder: str = ""
    default: str = ""
    required: bool = True
    max_length: int = 100
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog of 1 to 5 fields; submitting it sends ``action`` with the fields' values by key."""

    action: str
    title: str
    fields: tuple[Field, ...]

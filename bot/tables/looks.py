"""What a table's message looks like, and how it gets plainer where Discord does not take it as it is."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from bot.tables.components import MessageStyle
from bot.tables.faults import Fault


class PictureSize(Enum):
    """How large the picture is."""

    FULL = auto()
    SMALL = auto()
    NONE = auto()


class Looks(NamedTuple):
    """With which components, which picture, and whether people's names stand in the text."""

    style: MessageStyle
    picture: PictureSize = PictureSize.FULL
    names: bool = True


def plainer(looks: Looks, fault: Fault) -> Looks | None:
    """The looks to try after a fault; None if no others would help.

    A picture that is too large gets smaller, then goes; words that may not pass go without the names, which people
    choose themselves; and should Discord refuse the newer components, the classic message says the same.
    """
    if fault is Fault.MODERATED and looks.names:
        return looks._replace(names=False)
    if fault is Fault.TOO_LARGE and looks.picture is PictureSize.FULL:
        return looks._replace(picture=PictureSize.SMALL)
    if fault is Fault.BAD_FORM and looks.style == "v2":
        return looks._replace(style="embed")
    if fault in {Fault.TOO_LARGE, Fault.BAD_FORM} and looks.picture is not PictureSize.NONE:
        return looks._replace(picture=PictureSize.NONE)
    return None

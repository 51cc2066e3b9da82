"""A picture before it is painted: plain, immutable, hashable data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from render.layout import Layout

SeatMark = Literal["", "absent", "left", "computer", "host"]


@runtime_checkable
class Scene(Protocol):
    """What any module of ``render`` can paint. Two equal scenes give the same picture, so a scene is a cache key.

    A scene holds what is drawn and nothing else: a public one never holds a hidden card.
    """

    def __hash__(self) -> int: ...

    def layout(self) -> Layout:
        """Where everything lies; a pure function of the scene."""
        ...


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """What is written at a seat.

    Attributes:
        name: the player's name; characters that no font here has are left out, and so is what does not fit.
        mark: an icon before the name: who is away, has left, is a computer, or is the table's host.
        badge: a word in a speech bubble on the plate's edge, such as "Calidruno!".
        note: a short word at the end of the plate's second line.
    """

    name: str
    mark: SeatMark = ""
    badge: str = ""
    note: str = ""

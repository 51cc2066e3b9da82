"""A trick on the felt: cards towards their players, the winning one rimmed and crowned, a place for who is to play."""

from __future__ import annotations

from typing import NamedTuple

from render import sprites
from render.layout import Box, Label, Mark, Stamp
from render.theme import CREAM, INK, LOOKS, NOW, TEXT_SMALL

_RIM = 7
_WHOLE = 110
"""Cards at least so wide show whole faces."""


class Spot(NamedTuple):
    """Where a card of the trick lies: its upper left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """The point in its middle."""
        return self.x + self.width // 2, self.y + self.height // 2


def card(spot: Spot, sprite: str, *, taking: bool = False, led: bool = False) -> list[Mark]:
    """A card of the trick; ``taking`` is the one that takes it so far, ``led`` the one that was played first."""
    marks: list[Mark] = []
    if taking:
        box = (spot.x - _RIM, spot.y - _RIM, spot.width + 2 * _RIM, spot.height + 2 * _RIM)
        marks.append(Box(*box, round(spot.width * 0.1) + _RIM, NOW))
    marks.append(Stamp(sprite, spot.x - sprites.MARGIN, spot.y - sprites.MARGIN))
    if taking:
        marks.append(Stamp("icons/crown", spot.x + spot.width - 38, spot.y - 20))
    if led:
        # Below the index of a whole face, where no card has a pip; a small face has room at its right.
        whole = spot.width >= _WHOLE
        x = spot.x + round(spot.width * 0.185) if whole else spot.x + spot.width - 10
        y = spot.y + (spot.height - 28 if whole else round(spot.height * 0.6))
        marks.append(Box(x - 18, y - 21, 36, 42, 13, INK, CREAM, 2))
        marks.append(Label("1", x, y, TEXT_SMALL, CREAM, 30, "middle"))
    return marks


def place(game: str, spot: Spot, *, now: bool) -> list[Mark]:
    """Where a card will come to lie; the one for who is to play now is yellow with an arrow."""
    look = LOOKS[game]
    radius = round(spot.width * 0.1)
    if not now:
        return [Box(spot.x, spot.y, spot.width, spot.height, radius, None, look.line, 2, 10)]
    x, y = spot.middle
    return [
        Box(spot.x, spot.y, spot.width, spot.height, radius, look.plate, NOW, 5, 14),
        Stamp("icons/turn", x - 22, y - 24),
    ]

"""A trick on the felt: cards towards their players, the winning one rimmed and crowned, a place for who is to play."""

from __future__ import annotations

from typing import NamedTuple

from render import sprites, text
from render.layout import Box, Label, Mark, Stamp
from render.theme import CREAM, INK, LOOKS, NOW, TEXT_SMALL

_RIM = 7


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


def card(spot: Spot, sprite: str, *, taking: bool = False, led: str = "") -> list[Mark]:
    """A card of the trick; ``taking`` is the one that takes it so far, ``led`` a word on the card that was led."""
    marks: list[Mark] = []
    if taking:
        box = (spot.x - _RIM, spot.y - _RIM, spot.width + 2 * _RIM, spot.height + 2 * _RIM)
        marks.append(Box(*box, round(spot.width * 0.1) + _RIM, NOW))
    marks.append(Stamp(sprite, spot.x - sprites.MARGIN, spot.y - sprites.MARGIN))
    if taking:
        marks.append(Stamp("icons/crown", spot.x + spot.width - 40, spot.y - 18))
    if led:
        wide = min(text.width(led, TEXT_SMALL), spot.width - 20)
        x, y = spot.x + spot.width // 2, spot.y + spot.height - 26
        marks.append(Box(x - wide // 2 - 10, y - 21, wide + 20, 42, 14, CREAM, INK, 2))
        marks.append(Label(led, x, y, TEXT_SMALL, INK, wide, "middle"))
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

"""The table before the game: who sits, which seats are free. For every game."""

from __future__ import annotations

from dataclasses import dataclass

from render import sprites
from render.layout import Layout, Mark, Stamp
from render.scene import SeatLabel
from render.seats import PlateState, free_plate, header, plate, ring
from render.theme import TABLE_HEIGHT, WIDTH


@dataclass(frozen=True, slots=True)
class LobbyScene:
    """The felt of a game with taken and free seats."""

    game: str
    title: str
    seats: tuple[SeatLabel, ...]
    min_seats: int
    places: int
    free: str
    optional: str

    def layout(self) -> Layout:
        """Seats in the order in which people sat down; a fan of backs in the middle."""
        marks: list[Mark] = header(self.game, self.title, f"{len(self.seats)}/{self.places}", now=False)
        for index, place in enumerate(ring(self.places)):
            if index < len(self.seats):
                marks += plate(self.game, index, place, self.seats[index], PlateState())
            else:
                needed = index < self.min_seats
                marks += free_plate(self.game, place, self.free if needed else self.optional, needed)
        marks += _backs(self.game)
        return Layout(WIDTH, TABLE_HEIGHT, self.game, "felt", tuple(marks))


def _backs(game: str) -> list[Mark]:
    width = sprites.BACK_WIDTHS["full"]
    height = sprites.card_height(width)
    x, y = (WIDTH - width) // 2, (92 + 574 + 92 - height) // 2
    key = f"icons/back-{game}-full"
    return [Stamp(key, x + dx - sprites.MARGIN, y + dy - sprites.MARGIN) for dx, dy in ((-56, 10), (56, 10), (0, -8))]


def lobby_scene(
    game: str,
    title: str,
    seats: tuple[SeatLabel, ...],
    min_seats: int,
    max_seats: int,
    free: str,
    optional: str = "",
) -> LobbyScene:
    """The lobby of any game in ``theme.LOOKS``, 2 to 10 seats.

    ``free`` is the word on free seats that the game needs to start, ``optional`` on the others (``free`` if empty).
    """
    return LobbyScene(game, title, seats, min_seats, max(max_seats, len(seats), 2), free, optional or free)

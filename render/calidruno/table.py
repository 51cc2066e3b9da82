"""The public table: whose turn, the card to match, the colour in force, who holds how many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.calidruno.cards import Card, Colour
from games.calidruno.observation import Observation
from render import sprites
from render.calidruno.account import account
from render.calidruno.faces import face
from render.layout import Box, Label, Layout, Mark, Stamp
from render.piles import stock
from render.scene import SeatLabel
from render.seats import PlateState, header, plate, ring
from render.theme import CREAM, INK, TABLE_HEIGHT, TEXT_LARGE, TEXT_SMALL, WIDTH

_MIDDLE = (WIDTH // 2, 379)


class TableWords(NamedTuple):
    """The words on the table, already in the reader's language; an empty one is left out.

    Attributes:
        turn: whose turn it is, or how the hand or match ended.
        title: at the upper right, such as "Hand 2".
        debt: what the debt's number means, such as "to draw".
        points: the unit of points.
    """

    turn: str = ""
    title: str = ""
    debt: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything drawn on the public table, and nothing that not everybody may know."""

    seats: tuple[SeatLabel, ...]
    counts: tuple[int, ...]
    to_act: int | None
    direction: int
    top: Card
    colour: Colour
    stock: int
    debt: int
    points: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...] | None
    winners: frozenset[int]
    words: TableWords

    def layout(self) -> Layout:
        """The table in play, or everybody's cards while they are counted."""
        marks: list[Mark] = header("calidruno", self.words.turn, self.words.title, now=self.to_act is not None)
        if self.shown is not None:
            marks += account(self.seats, self.shown, self.points, self.words.points, self.winners)
        else:
            for index, place in enumerate(ring(len(self.seats))):
                marks += plate("calidruno", index, place, self.seats[index], self._plate(index))
            marks += self._middle()
        return Layout(WIDTH, TABLE_HEIGHT, "calidruno", "felt", tuple(marks))

    def _plate(self, seat: int) -> PlateState:
        return PlateState(
            cards=self.counts[seat],
            points=self.points[seat] if self.points else None,
            unit=self.words.points,
            now=seat == self.to_act,
            winner=seat in self.winners,
            alone=self.counts[seat] == 1,
        )

    def _middle(self) -> list[Mark]:
        x, y = _MIDDLE
        width = sprites.CARD_WIDTHS["full"]
        height = sprites.card_height(width)
        top = Stamp(
            face("full", self.top, self.colour), x - width // 2 - sprites.MARGIN, y - height // 2 - sprites.MARGIN
        )
        way = "clockwise" if self.direction > 0 else "counter"
        arrows: list[Mark] = [
            Stamp(f"icons/{way}-above", x - 210, y - height // 2 - 33),
            Stamp(f"icons/{way}-below", x - 210, y + height // 2 + 4),
        ]
        return [*arrows, *stock("calidruno", x - 176, y, self.stock), top, *self._force(x + 176, y)]

    def _force(self, x: int, y: int) -> list[Mark]:
        """The colour in force as a large shape, and what the seat to act owes."""
        if not self.debt:
            return [Stamp(f"icons/shape-{self.colour.letter}-large", x - 74, y - 74)]
        marks: list[Mark] = [Stamp(f"icons/shape-{self.colour.letter}-large", x - 74, y - 132)]
        marks.append(Box(x - 58, y + 20, 116, 62, 20, CREAM, INK, 3))
        marks.append(Label(f"+{self.debt}", x, y + 51, TEXT_LARGE, INK, 100, "middle"))
        if self.words.debt:
            marks.append(Label(self.words.debt, x, y + 104, TEXT_SMALL, CREAM, 176, "middle"))
        return marks


def table_scene(observation: Observation, seats: tuple[SeatLabel, ...], words: TableWords) -> TableScene:
    """The public table of an observation. The viewer's own hand is not looked at: the scene is the same for all."""
    outcome = observation.outcome
    places = outcome.places if outcome is not None else ()
    return TableScene(
        seats=seats,
        counts=observation.counts,
        to_act=observation.to_act if outcome is None else None,
        direction=observation.direction,
        top=observation.top,
        colour=observation.colour,
        stock=observation.stock,
        debt=observation.debt,
        points=observation.points,
        shown=observation.shown,
        winners=frozenset(seat for seat, place in enumerate(places) if place == 1),
        words=words,
    )

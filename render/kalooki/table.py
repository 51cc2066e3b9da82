"""The public table: a row for each seat with its melds, and the two piles at the right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from games.kalooki.cards import Card
from games.kalooki.observation import Observation, Phase, TableMeld
from render import sprites
from render.kalooki.faces import face
from render.kalooki.rows import (
    LEFT,
    MELDS_LEFT,
    PLATE_WIDTH,
    FaceUp,
    Fan,
    Rows,
    arrange,
    meld_marks,
    tray,
)
from render.layout import Box, Label, Layout, Mark, Stamp
from render.piles import pill, stock
from render.scene import SeatLabel
from render.seats import PLATE_HEIGHT, Place, PlateState, header, plate
from render.theme import CREAM, LOOKS, NOW, TABLE_HEIGHT, TEXT, TEXT_SMALL, WIDTH

_PILES_X = WIDTH - 28 - 82
"""The middle of the piles."""
_ROOM = _PILES_X - 82 - 22 - MELDS_LEFT
"""The width of a line of melds."""
_STOCK_Y, _POZZO_Y = 212, 486
_LAYERS, _LAYER = 14, 13
"""How many backs of the pack that is to be cut lie below the upper one, and how far one juts out."""


class TableWords(NamedTuple):
    """The words on the table, already in the reader's language; an empty one is left out.

    Attributes:
        turn: whose turn it is, who cuts, or how the match ended.
        title: at the upper right, such as "Hand 2 · to 150".
        unopened: in the row of a seat that has not opened, such as "not opened yet".
        cut: beside the pack that is to be cut, such as "1 to 105 cards".
    """

    turn: str = ""
    title: str = ""
    unopened: str = ""
    cut: str = ""


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything drawn on the public table, and nothing that not everybody may know."""

    seats: tuple[SeatLabel, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    opened: tuple[bool, ...]
    melds: tuple[tuple[Fan, ...], ...]
    to_act: int | None
    stock: int
    pozzo: int
    top: Card | None
    cut: bool
    winners: frozenset[int]
    words: TableWords

    def layout(self) -> Layout:
        """The header, a row for each seat, and the piles; or the pack that is to be cut."""
        marks = header("kalooki", self.words.turn, self.words.title, now=self.to_act is not None)
        rows = arrange(self.melds, _ROOM)
        for seat in range(len(self.seats)):
            marks += self._row(seat, rows)
        marks += self._pack() if self.cut else self._piles(rows.growth // 2)
        return Layout(WIDTH, TABLE_HEIGHT + rows.growth, "kalooki", "felt", tuple(marks))

    def _row(self, seat: int, rows: Rows) -> list[Mark]:
        """A seat's plate and melds, or the word that it has not opened."""
        row = rows.rows[seat]
        place = Place(LEFT, row.y + (row.height - PLATE_HEIGHT) // 2, PLATE_WIDTH, True)
        # There is no room for a speech bubble between two rows: the word stands in the second line.
        label = self.seats[seat]
        marks = plate(
            "kalooki", seat, place, replace(label, note=label.badge or label.note, badge=""), self._plate(seat)
        )
        if self.cut:
            return marks
        marks.insert(0, tray(row, _ROOM))
        if not row.lines and self.words.unopened:
            y = row.y + row.height // 2
            quiet = LOOKS["kalooki"].quiet
            marks.append(Label(self.words.unopened, MELDS_LEFT + 12, y, TEXT_SMALL, quiet, _ROOM - 24))
        return [*marks, *meld_marks(row, rows.size)]

    def _plate(self, seat: int) -> PlateState:
        return PlateState(
            cards=None if self.cut else self.counts[seat],
            points=self.totals[seat],
            now=seat == self.to_act,
            winner=seat in self.winners,
            alone=not self.cut and self.counts[seat] == 1,
            sign="opened" if self.opened[seat] else "",
        )

    def _piles(self, down: int) -> list[Mark]:
        """The stock above, the pozzo with its top card below."""
        width = sprites.CARD_WIDTHS["full"]
        height = sprites.card_height(width)
        y = _POZZO_Y + down
        left, top = _PILES_X - width // 2, y - height // 2
        marks = stock("kalooki", _PILES_X, _STOCK_Y + down, self.stock)
        if self.top is None:
            marks.append(Box(left, top, width, height, 14, None, CREAM, 3, 12))
        else:
            marks.append(Stamp(face(self.top), left - sprites.MARGIN, top - sprites.MARGIN))
        return [*marks, *pill(_PILES_X, y + height // 2 + 30, f"×{self.pozzo}")]

    def _pack(self) -> list[Mark]:
        """The pack of which so many cards may be lifted as the player likes, and a mark at the edge of the cards."""
        width = sprites.BACK_WIDTHS["full"]
        height = sprites.card_height(width)
        x, y = (MELDS_LEFT + WIDTH - 28 - width) // 2, 116
        foot = y + _LAYERS * _LAYER
        key = "icons/back-kalooki-full"
        marks: list[Mark] = [
            Stamp(key, x - sprites.MARGIN, foot - i * _LAYER - sprites.MARGIN) for i in range(_LAYERS + 1)
        ]
        mark_y = foot + height - _LAYERS * _LAYER // 2
        marks.append(Box(x - 34, mark_y - 3, width + 68, 6, 3, NOW))
        marks.append(Stamp("icons/turn", x - 92, mark_y - 24))
        if self.words.cut:
            marks.append(Label(self.words.cut, x + width // 2, 622, TEXT, CREAM, 760, "middle"))
        return marks


def fan(laid: TableMeld) -> Fan:
    """A meld of the table as it is drawn."""
    jokers = laid.meld.joker
    return tuple(FaceUp(c, laid.joker_as if c == jokers else None, c in laid.new) for c in laid.cards)


def table_scene(observation: Observation, seats: tuple[SeatLabel, ...], words: TableWords) -> TableScene:
    """The public table of an observation. The viewer's own hand is not looked at: the scene is the same for all."""
    outcome = observation.outcome
    places = outcome.places if outcome is not None else ()
    numbers = range(len(observation.counts))
    return TableScene(
        seats=seats,
        counts=observation.counts,
        totals=observation.totals,
        opened=observation.opened,
        melds=tuple(tuple(fan(m) for m in observation.melds if m.owner == seat) for seat in numbers),
        to_act=observation.to_act if outcome is None else None,
        stock=observation.stock,
        pozzo=observation.pozzo,
        top=observation.top,
        cut=observation.phase is Phase.CUT,
        winners=frozenset(seat for seat, place in enumerate(places) if place == 1),
        words=words,
    )

"""The count after a hand: line by line what everybody held, what it cost, and the totals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.kalooki.cards import Card
from games.kalooki.observation import Account, AccountLine, Observation
from render import names, sprites, text
from render.kalooki.faces import small_face
from render.layout import Box, Label, Layout, Mark, Stamp
from render.scene import SeatLabel
from render.seats import header
from render.theme import CREAM, INK, LOOKS, NOW, TABLE_HEIGHT, TEXT, TEXT_LARGE, TEXT_SMALL, WIDTH, Rgb

_LEFT, _RIGHT = 28, WIDTH - 28
_HEADINGS_Y, _TOP, _BOTTOM = 106, 130, 674
_GAP, _PAD = 8, 16
_NAME_WIDTH = 200
_CARDS_LEFT = _LEFT + _PAD + _NAME_WIDTH + 12
_TOTAL_RIGHT = _RIGHT - _PAD
_COST_RIGHT = _TOTAL_RIGHT - 113
_COST_WIDTH = 96
_CARDS_RIGHT = _COST_RIGHT - _COST_WIDTH + 2


class CountWords(NamedTuple):
    """The words on the count, already in the reader's language; an empty one is left out.

    Attributes:
        turn: who closed, who cuts next, or how the match ended.
        title: at the upper right, such as "Hand 2 · to 150".
        cost: above what the hand cost, such as "points".
        total: above the totals.
        closed: where the cards of who closed would be, such as "closed".
        unopened: below the name of a seat that never opened.
    """

    turn: str = ""
    title: str = ""
    cost: str = ""
    total: str = ""
    closed: str = ""
    unopened: str = ""


@dataclass(frozen=True, slots=True)
class CountScene:
    """Everything drawn while a hand is counted; its cards lie open for everybody."""

    seats: tuple[SeatLabel, ...]
    lines: tuple[AccountLine, ...]
    closer: int | None
    void: bool
    doubled: bool
    now: bool
    winners: frozenset[int]
    words: CountWords

    def layout(self) -> Layout:
        """Headings, then one row for each seat."""
        look = LOOKS["kalooki"]
        marks = header("kalooki", self.words.turn, self.words.title, now=self.now)
        for word, right, wide in ((self.words.cost, _COST_RIGHT, 200), (self.words.total, _TOTAL_RIGHT, 98)):
            if word:
                marks.append(Label(word, right, _HEADINGS_Y, TEXT_SMALL, look.quiet, wide, "right"))
        rows = len(self.seats)
        gap = _GAP if rows < 6 else _GAP // 2
        height = min(124, (_BOTTOM - _TOP - (rows - 1) * gap) // rows)
        first = _TOP + (_BOTTOM - _TOP - rows * height - (rows - 1) * gap) // 3
        for seat in range(rows):
            marks += self._row(seat, first + seat * (height + gap), height)
        return Layout(WIDTH, TABLE_HEIGHT, "kalooki", "felt", tuple(marks))

    def _row(self, seat: int, y: int, height: int) -> list[Mark]:
        look = LOOKS["kalooki"]
        line = self.lines[seat]
        bright = seat in self.winners if self.winners else seat == self.closer
        ink = INK if bright else CREAM
        ground = (CREAM, NOW, 6) if bright else (look.plate, look.line, 2)
        middle = y + height // 2
        marks: list[Mark] = [Box(_LEFT, y, _RIGHT - _LEFT, height, 18, *ground)]
        marks += self._name(seat, middle, ink)
        if seat == self.closer and self.words.closed:
            room = _CARDS_RIGHT - _CARDS_LEFT
            marks.append(Label(self.words.closed, _CARDS_LEFT, middle, TEXT, ink, room))
        marks += self._cards(line.cards, middle, height)
        marks += self._cost(line, middle, ink)
        marks.append(Label(str(line.total), _TOTAL_RIGHT, middle, TEXT_LARGE, ink, 98, "right"))
        return marks

    def _cost(self, line: AccountLine, middle: int, ink: Rgb) -> list[Mark]:
        """What the hand cost; above it, struck out, the value of the cards where something else was scored."""
        quiet = INK if ink == INK else LOOKS["kalooki"].quiet
        if self.void:
            return [Label("–", _COST_RIGHT, middle, TEXT_LARGE, quiet, _COST_WIDTH, "right")]
        times = 2 if self.doubled else 1
        fixed = line.points != line.value * times
        small = str(line.value) if fixed else f"{line.value}×2" if self.doubled and line.value else ""
        y = middle + 20 if small else middle
        marks: list[Mark] = [Label(str(line.points), _COST_RIGHT, y, TEXT_LARGE, ink, _COST_WIDTH, "right")]
        if small:
            wide = min(text.width(small, TEXT_SMALL), _COST_WIDTH)
            marks.append(Label(small, _COST_RIGHT, middle - 22, TEXT_SMALL, quiet, wide, "right"))
            if fixed:
                marks.append(Box(_COST_RIGHT - wide - 6, middle - 23, wide + 12, 4, 2, quiet))
        return marks

    def _name(self, seat: int, middle: int, ink: Rgb) -> list[Mark]:
        note = "" if self.lines[seat].opened else self.words.unopened
        x, y = _LEFT + _PAD, middle - 20 if note else middle
        marks: list[Mark] = []
        room = _NAME_WIDTH
        if seat in self.winners:
            marks.append(Stamp("icons/crown", x, y - 23))
            x, room = x + 58, room - 58
        name = names.clean(self.seats[seat].name, f"#{seat + 1}")
        marks.append(Label(name, x, y, TEXT, ink, room))
        if note:
            quiet = INK if ink == INK else LOOKS["kalooki"].quiet
            marks.append(Label(note, _LEFT + _PAD, middle + 22, TEXT_SMALL, quiet, _NAME_WIDTH))
        return marks

    def _cards(self, cards: tuple[Card, ...], middle: int, height: int) -> list[Mark]:
        width = sprites.SMALL_WIDTHS["small"]
        full = sprites.small_height(width)
        step = min(45, (_CARDS_RIGHT - _CARDS_LEFT - width) // max(1, len(cards) - 1))
        shown = min(full, height - 4)
        top = middle - shown // 2 - sprites.MARGIN
        cut = 0 if shown == full else shown + sprites.MARGIN
        return [
            Stamp(small_face("small", card), _CARDS_LEFT + i * step - sprites.MARGIN, top, 0, cut)
            for i, card in enumerate(sorted(cards))
        ]


def count_scene(observation: Observation, seats: tuple[SeatLabel, ...], words: CountWords) -> CountScene:
    """The count of the hand that ended last: ``observation.account``; at the end of the match also who has won.

    Raises:
        ValueError: if no hand has ended yet.
    """
    account: Account | None = observation.account
    if account is None:
        raise ValueError("no hand has been counted yet")
    outcome = observation.outcome
    places = outcome.places if outcome is not None else ()
    return CountScene(
        seats=seats,
        lines=account.lines,
        closer=account.closer,
        void=bool(account.void),
        doubled=account.doubled,
        now=outcome is None,
        winners=frozenset(seat for seat, place in enumerate(places) if place == 1),
        words=words,
    )

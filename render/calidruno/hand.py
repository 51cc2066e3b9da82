"""A player's hand: sorted, numbered, playable cards raised and bright, with what is to be matched above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.calidruno.cards import Card, Colour, colour_of, is_wild
from games.calidruno.observation import Observation
from render import names, sprites, text
from render.calidruno.faces import face
from render.layout import Box, Label, Layout, Mark, Stamp
from render.theme import CREAM, INK, MUTED, NOW, RACK, RACK_EDGE, TEXT, TEXT_SMALL, WIDTH

Letters = tuple[str, str, str, str]
"""A letter for each colour in the order of the rule book."""

_MARGIN = 24
_HEADER = 118
_ABOVE = 40
"""Room above a row: for raised cards and the sign of a new one."""
_RAISE = 24
_RACK = 58
_ROW_LIMITS = (13, 26)
_VISIBLE = {1: 214, 2: 160, 3: 136}
_VISIBLE_LETTERS = 170
"""How much of a raised card stands above the rack, by number of rows."""
_CHIP = 40
_INDEX = 30
"""From a card's left edge to the middle of its index."""


class HandWords(NamedTuple):
    """The words on the hand, already in the reader's language; an empty one is left out.

    Attributes:
        turn: what matters now: "Your turn", or who is to act.
        title: a second line, such as "Match 7 or red".
        fresh: "new", beside the mark of a card just drawn.
        empty: what is written when no cards are held.
    """

    turn: str = ""
    title: str = ""
    fresh: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class HandScene:
    """Everything drawn in one player's hand."""

    cards: tuple[Card, ...]
    playable: frozenset[Card]
    fresh: Card | None
    top: Card
    colour: Colour
    my_turn: bool
    letters: Letters | None
    words: HandWords

    def layout(self) -> Layout:
        """The header, then one row of cards, two beyond 13, three beyond 26."""
        count = len(self.cards)
        rows = 1 + sum(count > limit for limit in _ROW_LIMITS) if count <= 42 else -(-count // 14)
        visible = max(_VISIBLE[min(rows, 3)], _VISIBLE_LETTERS if self.letters else 0)
        pitch = _ABOVE + visible + _RACK
        marks = self._header()
        per_row = max(1, -(-count // rows))
        for row in range(rows):
            first = row * per_row
            cards = self.cards[first : first + per_row]
            marks += self._row(cards, first, _HEADER + row * pitch + _ABOVE, visible)
        if not count and self.words.empty:
            middle = _HEADER + _ABOVE + visible // 2
            marks.append(Label(self.words.empty, WIDTH // 2, middle, TEXT, MUTED, WIDTH - 2 * _MARGIN, "middle"))
        return Layout(WIDTH, _HEADER + rows * pitch + 14, "calidruno", "slate", tuple(marks))

    def _header(self) -> list[Mark]:
        marks: list[Mark] = [
            Box(0, 0, WIDTH, _HEADER - 6, 0, RACK),
            Stamp(face("hand", self.top, self.colour), _MARGIN - sprites.MARGIN, 12 - sprites.MARGIN, 0, _HEADER - 13),
            Stamp(f"icons/shape-{self.colour.letter}-small", 200, 14),
        ]
        x = 308
        if self.letters:
            marks += _chip(self.letters[self.colour], x - 10, 36)
            x += 46
        lines = [word for word in (names.clean(self.words.turn, ""), names.clean(self.words.title, "")) if word]
        for line, word in enumerate(lines):
            y = 56 if len(lines) == 1 else (34, 82)[line]
            first = line == 0
            left = x
            if first and self.my_turn:
                marks.append(Stamp("icons/turn", x - 4, y - 24))
                left += 52
            colour = NOW if first and self.my_turn else CREAM
            marks.append(Label(word, left, y, 42 if first else TEXT, colour, WIDTH - _MARGIN - left))
        return marks

    def _row(self, cards: Sequence[Card], first: int, top: int, visible: int) -> list[Mark]:
        """Cards in their rack, and below each the number by which menus call it."""
        width = sprites.CARD_WIDTHS["hand"]
        step = min(width + 8, (WIDTH - 2 * _MARGIN - width) // max(1, len(cards) - 1))
        left = (WIDTH - (len(cards) - 1) * step - width) // 2
        edge = top + visible
        marks: list[Mark] = []
        badges: list[Mark] = [
            Box(8, edge, WIDTH - 16, _RACK, 16, RACK, RACK_EDGE, 2),
        ]
        for i, card in enumerate(cards):
            x = left + i * step
            playable = card in self.playable
            y = top + (0 if playable else _RAISE)
            last = i == len(cards) - 1
            # Of a card that the next one covers only the strip up to that one's rounded corner is painted.
            covered = not last and step < width and (not playable or cards[i + 1] in self.playable)
            shown = sprites.MARGIN + step + 16 if covered else 0
            height = edge + 10 - y + sprites.MARGIN
            sprite = face("hand", card)
            marks.append(
                Stamp(sprite, x - sprites.MARGIN, y - sprites.MARGIN, shown, height, dim=self.my_turn and not playable)
            )
            if self.letters and not is_wild(card):
                marks += _chip(self.letters[colour_of(card)], x + _INDEX - _CHIP // 2, y + 102)
            badges += _badge(first + i + 1, x + _INDEX, edge + _RACK // 2, playable)
        return [*marks, *badges, *self._fresh_marks(cards, left, step, top)]

    def _fresh_marks(self, cards: Sequence[Card], left: int, step: int, top: int) -> list[Mark]:
        if self.fresh is None or self.fresh not in cards:
            return []
        x = left + max(i for i, card in enumerate(cards) if card == self.fresh) * step
        y = top - 20
        marks: list[Mark] = [Stamp("icons/fresh", x + _INDEX - 20, y - 14)]
        if self.words.fresh:
            wide = min(text.width(self.words.fresh, TEXT_SMALL), WIDTH - x - 80)
            marks.append(Label(self.words.fresh, x + _INDEX + 26, y, TEXT_SMALL, CREAM, wide))
        return marks


def _badge(number: int, x: int, y: int, playable: bool) -> list[Mark]:
    word = str(number)
    fill, ink = (CREAM, INK) if playable else (RACK, MUTED)
    box = Box(x - 27, y - 21, 54, 42, 14, fill, CREAM if playable else RACK_EDGE, 2)
    return [box, Label(word, x, y, TEXT_SMALL, ink, 50, "middle")]


def _chip(letter: str, x: int, y: int) -> list[Mark]:
    box = Box(x, y, _CHIP, _CHIP, 11, CREAM, INK, 2)
    return [box, Label(letter, x + _CHIP // 2, y + _CHIP // 2, TEXT_SMALL, INK, _CHIP - 2, "middle")]


def hand_scene(
    observation: Observation,
    playable: frozenset[Card],
    words: HandWords,
    letters: Letters | None = None,
    fresh: Card | None = None,
) -> HandScene:
    """The hand of the observation's own seat.

    Numbers under the cards follow ``observation.hand``: sorted, from 1. ``fresh`` is a card to be marked as new.
    """
    return HandScene(
        cards=tuple(sorted(observation.hand)),
        playable=playable,
        fresh=fresh,
        top=observation.top,
        colour=observation.colour,
        my_turn=observation.to_act is not None and observation.to_act == observation.seat,
        letters=letters,
        words=words,
    )

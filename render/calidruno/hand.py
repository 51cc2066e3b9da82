"""A player's hand: sorted, numbered, playable cards raised and bright, with what is to be matched above."""

from __future__ import annotations

from dataclasses import dataclass

from games.calidruno.cards import Card, Colour, colour_of, is_wild
from games.calidruno.observation import Observation
from render.calidruno.faces import face
from render.layout import Layout, Mark, Stamp
from render.rack import VISIBLE, HandWords, Held, Letters, header_card, header_lines, letter_chip, racks
from render.theme import WIDTH

_ROW_LIMITS = (13, 26)
_VISIBLE_LETTERS = 176
"""So much of a card that its letter shows too."""


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
        visible = max(VISIBLE[min(rows, 3)], _VISIBLE_LETTERS if self.letters else 0)
        marks, height = racks([self._held(i) for i in range(count)], rows, visible, self.words)
        return Layout(WIDTH, height, "calidruno", "slate", (*self._header(), *marks))

    def _header(self) -> list[Mark]:
        marks = header_card(face("full", self.top, self.colour))
        marks.append(Stamp(f"icons/shape-{self.colour.letter}-small", 200, 14))
        x = 308
        if self.letters:
            marks += letter_chip(self.letters[self.colour], x - 10, 36)
            x += 46
        return [*marks, *header_lines(self.words, x, self.my_turn)]

    def _held(self, index: int) -> Held:
        card = self.cards[index]
        playable = card in self.playable
        return Held(
            face("full", card),
            raised=playable,
            bright=playable,
            dim=self.my_turn and not playable,
            fresh=card == self.fresh and card not in self.cards[index + 1 :],
            letter=self.letters[colour_of(card)] if self.letters and not is_wild(card) else "",
        )


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

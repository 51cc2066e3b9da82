"""A player's hand: in the player's own order, numbered, chosen cards raised, cards of the opening set aside."""

from __future__ import annotations

from dataclasses import dataclass

from games.kalooki.cards import Card
from games.kalooki.observation import Observation, Phase
from render.kalooki.faces import face
from render.layout import Layout
from render.rack import VISIBLE, HandWords, Held, header_card, header_lines, racks
from render.theme import WIDTH

_ROW_LIMITS = (14, 28)
"""A hand of thirteen keeps its one row when a card is drawn."""
_TITLE_X = 216


@dataclass(frozen=True, slots=True)
class HandScene:
    """Everything drawn in one player's hand."""

    cards: tuple[Card, ...]
    chosen: frozenset[Card]
    set_aside: frozenset[Card]
    fresh: Card | None
    top: Card | None
    my_turn: bool
    two_colours: bool
    words: HandWords

    def layout(self) -> Layout:
        """The header with the top of the pozzo, then one row of cards, two beyond 14, three beyond 28."""
        count = len(self.cards)
        rows = 1 + sum(count > limit for limit in _ROW_LIMITS) if count <= 42 else -(-count // 14)
        marks, height = racks([self._held(card) for card in self.cards], rows, VISIBLE[min(rows, 3)], self.words)
        top = None if self.top is None else face(self.top, two_colours=self.two_colours)
        header = [*header_card(top), *header_lines(self.words, _TITLE_X if top else 40, self.my_turn)]
        return Layout(WIDTH, height, "kalooki", "slate", (*header, *marks))

    def _held(self, card: Card) -> Held:
        return Held(
            face(card, two_colours=self.two_colours),
            raised=card in self.chosen,
            bright=card not in self.set_aside,
            dim=card in self.set_aside,
            fresh=card == self.fresh,
        )


def hand_scene(
    observation: Observation,
    order: tuple[Card, ...],
    words: HandWords,
    two_colours: bool = False,
    chosen: frozenset[Card] = frozenset(),
    set_aside: frozenset[Card] = frozenset(),
    fresh: Card | None = None,
) -> HandScene:
    """The hand of the observation's own seat.

    Numbers under the cards follow ``order``, which holds ``observation.hand`` as its owner wants it sorted. ``chosen``
    cards are raised, those ``set_aside`` for an opening in the making are dimmed, ``fresh`` is marked as new.
    """
    return HandScene(
        cards=order,
        chosen=chosen,
        set_aside=set_aside,
        fresh=fresh,
        top=observation.top,
        my_turn=observation.phase is not Phase.OVER
        and observation.seat is not None
        and observation.to_act == observation.seat,
        two_colours=two_colours,
        words=words,
    )

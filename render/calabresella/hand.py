"""A player's hand of up to seventeen cards: numbered, playable ones bright, chosen ones raised."""

from __future__ import annotations

from dataclasses import dataclass

from games.calabresella.observation import Observation
from games.calabresella.terms import Phase
from games.core.cards import SUIT_OF, Card
from render import decks
from render.calabresella import guide as guides
from render.calabresella.guide import Guide
from render.layout import Layout
from render.rack import VISIBLE, HandWords, Held, Letters, header_card, header_lines, racks
from render.theme import WIDTH

_ROW = 13
"""More cards than this lie in two rows."""
_VISIBLE = {1: 196, 2: VISIBLE[2]}
"""How much of a raised card stands above its rack, by number of rows: all but the foot."""
_VISIBLE_LETTERS = 176
_TITLE_X = 216


@dataclass(frozen=True, slots=True)
class HandScene:
    """Everything drawn in one player's hand."""

    cards: tuple[Card, ...]
    playable: frozenset[Card] | None
    chosen: frozenset[Card]
    fresh: frozenset[Card]
    led: Card | None
    my_turn: bool
    deck: decks.Deck
    two_colours: bool
    letters: Letters | None
    guide: Guide | None
    words: HandWords

    def layout(self) -> Layout:
        """The header with the card that was led, one or two rows of cards, and the newcomer's strip."""
        rows = 1 if len(self.cards) <= _ROW else 2
        visible = max(_VISIBLE[rows], _VISIBLE_LETTERS if self.letters else 0)
        marks, height = racks([self._held(card) for card in self.cards], rows, visible, self.words)
        led = None if self.led is None else self._face(self.led)
        header = [*header_card(led), *header_lines(self.words, _TITLE_X if led else 40, self.my_turn)]
        if self.guide is not None:
            marks += guides.strip(self.guide, self.deck, height)
            height += guides.HEIGHT
        return Layout(WIDTH, height, "calabresella", "slate", (*header, *marks))

    def _face(self, card: Card) -> str:
        return decks.face(self.deck, card, two_colours=self.two_colours)

    def _held(self, card: Card) -> Held:
        allowed = self.playable is None or card in self.playable
        marked = card in (self.chosen or self.playable or ())
        return Held(
            self._face(card),
            raised=marked,
            bright=self.my_turn and (marked or (allowed and not self.chosen)),
            dim=self.my_turn and not allowed,
            fresh=card in self.fresh,
            letter=self.letters[SUIT_OF[card]] if self.letters else "",
        )


def hand_scene(
    observation: Observation,
    order: tuple[Card, ...],
    words: HandWords,
    *,
    deck: decks.Deck = "italian",
    playable: frozenset[Card] | None = None,
    chosen: frozenset[Card] = frozenset(),
    fresh: frozenset[Card] = frozenset(),
    two_colours: bool = False,
    letters: Letters | None = None,
    guide: Guide | None = None,
) -> HandScene:
    """The hand of the observation's own seat, which may hold up to seventeen cards.

    Numbers under the cards follow ``order``, which holds ``observation.hand`` as its owner wants it sorted. In one's
    own turn the ``playable`` cards are raised and the others dimmed; None is for all of them. Once cards are
    ``chosen``, as when four are laid off, these are raised. ``fresh`` cards are marked as new. ``guide`` is the strip
    for newcomers.
    """
    return HandScene(
        cards=order,
        playable=playable,
        chosen=chosen,
        fresh=fresh,
        led=observation.trick[0] if observation.phase is Phase.PLAY and observation.trick else None,
        my_turn=observation.seat is not None and observation.seat in observation.to_act,
        deck=deck,
        two_colours=two_colours,
        letters=letters,
        guide=guide,
        words=words,
    )

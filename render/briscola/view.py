""" "My view": the other five hands open, one's own as numbered backs, the trick in the middle.

The viewer sits at the bottom and the others follow clockwise. A scene never holds a card of its viewer that has not
been turned up, but for the unordered set that the memory aid offers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.briscola.observation import Observation
from games.briscola.terms import Phase
from games.core.cards import Card, Suit
from render import decks, names, sprites, tricks
from render.briscola.fans import FAN_WIDTH, OWN_HEIGHT, Slot, certain, fan, fan_height, own
from render.briscola.felt import SEATS, Felt, felt_of
from render.layout import Box, Label, Layout, Mark, Stamp
from render.rack import HEADER, Letters, header_card, header_lines, letter_chip
from render.rack import HandWords as _Lines
from render.scene import SeatLabel
from render.theme import CREAM, LOOKS, TEXT, WIDTH

_GAME = "briscola"
_LEFT, _MIDDLE, _RIGHT = 18, (WIDTH - FAN_WIDTH) // 2, WIDTH - 18 - FAN_WIDTH
_CARD = sprites.SMALL_WIDTHS["large"]
_HIGH = sprites.small_height(_CARD)
_ACROSS, _DOWN = _CARD + 14, _HIGH + 14
_PAD = 16
_FELT_HEIGHT = _DOWN + _HIGH + 2 * _PAD
_GAP = 10
_CELLS = ((1, 1), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1))
"""Column and row in the trick for the viewer and for those who follow clockwise."""


class ViewWords(NamedTuple):
    """The words on a view, already in the reader's language; an empty one is left out.

    Attributes:
        turn: what matters now: "Your turn", or who is to act.
        title: a second line, such as "Carla promised less than 44".
        bid: below the number of the auction, such as "to beat".
        certain: before the cards that one's backs are together, where the memory aid shows them.
    """

    turn: str = ""
    title: str = ""
    bid: str = ""
    certain: str = ""


@dataclass(frozen=True, slots=True)
class ViewScene:
    """Everything drawn in one player's view, or in that of who watches (``viewer`` None)."""

    viewer: int | None
    seats: tuple[SeatLabel, ...]
    hands: tuple[tuple[Slot, ...], ...]
    taken: tuple[int, ...]
    to_act: int | None
    bid: int | None
    trump: Suit | None
    felt: Felt
    playing: bool
    certain: tuple[Card, ...] | None
    notes: tuple[str, ...]
    letters: Letters | None
    words: ViewWords

    def layout(self) -> Layout:
        """The header, three fans, two fans beside the trick, and at the bottom one's own backs."""
        first = self.viewer or 0
        high = fan_height(self.letters)
        upper = HEADER + 2
        felt_y = upper + high + _GAP
        side = felt_y + max(0, _FELT_HEIGHT - high) // 2
        middle = max(_FELT_HEIGHT, high)
        marks = self._header()
        places = {1: (_LEFT, side), 2: (_LEFT, upper), 3: (_MIDDLE, upper), 4: (_RIGHT, upper), 5: (_RIGHT, side)}
        for after, (x, y) in places.items():
            marks += self._fan((first + after) % SEATS, x, y)
        marks += self._trick(first, felt_y + (middle - _FELT_HEIGHT) // 2)
        y = felt_y + middle + _GAP
        if self.viewer is None:
            marks += self._fan(first, _MIDDLE, y)
            return Layout(WIDTH, y + high + _GAP, _GAME, "slate", tuple(marks))
        held = [slot.held for slot in self.hands[self.viewer]]
        marks += own(y, held, self.notes, my_turn=self.playing and self.to_act == self.viewer)
        return Layout(WIDTH, y + OWN_HEIGHT, _GAME, "slate", tuple(marks))

    def _header(self) -> list[Mark]:
        marks = header_card(None)
        x = 40
        if self.trump is not None:
            marks.append(Stamp(decks.emblem(self.trump, "small"), 24, 14))
            x = 130
            if self.letters:
                marks += letter_chip(self.letters[self.trump], 116, 36)
                x = 176
        my_turn = self.viewer is not None and self.to_act == self.viewer
        right = WIDTH - 24
        if self.certain is not None:
            own_cards, right = certain(self.certain, self.words.certain)
            marks += own_cards
        return [*marks, *header_lines(_Lines(self.words.turn, self.words.title), x, my_turn, right)]

    def _fan(self, seat: int, x: int, y: int) -> list[Mark]:
        name = names.clean(self.seats[seat].name, f"#{seat + 1}")
        taken = self.taken[seat] if self.trump is not None else None
        return fan(x, y, name, taken, self.hands[seat], self.letters, now=seat == self.to_act)

    def _trick(self, first: int, top: int) -> list[Mark]:
        """The felt in the middle: the auction's number, or the cards, each on its player's side."""
        look = LOOKS[_GAME]
        marks: list[Mark] = [Box(_MIDDLE, top, FAN_WIDTH, _FELT_HEIGHT, 24, look.felt, look.line, 2)]
        if self.bid is not None:
            y = top + _FELT_HEIGHT // 2
            marks.append(Label(str(self.bid), WIDTH // 2, y - 16, 110, CREAM, FAN_WIDTH - 40, "middle"))
            if self.words.bid:
                marks.append(Label(self.words.bid, WIDTH // 2, y + 64, TEXT, look.quiet, FAN_WIDTH - 40, "middle"))
            return marks
        left = (WIDTH - 2 * _ACROSS - _CARD) // 2
        cards = {card.seat: card for card in self.felt.cards}
        for after, (column, row) in enumerate(_CELLS):
            seat = (first + after) % SEATS
            spot = tricks.Spot(left + column * _ACROSS, top + _PAD + row * _DOWN, _CARD, _HIGH)
            played = cards.get(seat)
            if played is not None:
                back = f"icons/back-{_GAME}-large"
                sprite = back if played.card is None else decks.face("italian", played.card, "large")
                marks += tricks.card(spot, sprite, taking=played.taking, led=played.led)
            else:
                marks += tricks.place(_GAME, spot, now=seat == self.felt.next)
        return marks


def view_scene(
    observation: Observation,
    seats: tuple[SeatLabel, ...],
    words: ViewWords,
    letters: Letters | None = None,
    notes: tuple[str, ...] = (),
) -> ViewScene:
    """What the observation's own seat sees, or with seat None who watches: fans as far as they see them.

    ``notes`` are the viewer's own words on their six slots. Faces of the viewer's own slots are never taken from the
    observation, even were they there.
    """
    me = observation.seat
    hands = tuple(
        tuple(Slot(slot.held, slot.face if slot.held and seat != me else None) for slot in hand)
        for seat, hand in enumerate(observation.hands)
    )
    auction = observation.phase is Phase.AUCTION
    return ViewScene(
        viewer=None if me is None else int(me),
        seats=seats,
        hands=hands,
        taken=observation.tricks_taken,
        to_act=int(observation.to_act[0]) if observation.to_act and observation.outcome is None else None,
        bid=(observation.number or observation.next_bid) if auction else None,
        trump=observation.trump,
        felt=felt_of(observation),
        playing=observation.phase in (Phase.FIRST_TRICK, Phase.TRICKS),
        certain=observation.own_cards if me is not None else None,
        notes=notes if me is not None else (),
        letters=letters,
        words=words,
    )

"""The public table: six seats, the auction or the trick, the trump and the promise, tricks taken, the result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from games.briscola.observation import Observation
from games.briscola.terms import Phase
from games.core.cards import Card, Rank, Suit, card_of
from render import decks, names, sprites, text, tricks
from render.briscola.felt import SEATS, Felt, felt_of
from render.layout import Box, Label, Layout, Mark, Stamp
from render.rack import Letters, letter_chip
from render.scene import SeatLabel
from render.seats import PlateState, header, plate, ring
from render.theme import CREAM, LOOKS, NOW, TABLE_HEIGHT, TEXT, TEXT_LARGE, TEXT_SMALL, WIDTH

_GAME = "briscola"
_WIDTH = sprites.TRICK_WIDTHS["trick"]
_HEIGHT = sprites.card_height(_WIDTH)
_CORNERS = ((558, 390), (422, 390), (286, 293), (422, 196), (558, 196), (694, 293))
SPOTS = tuple(tricks.Spot(x, y, _WIDTH, _HEIGHT) for x, y in _CORNERS)
"""Where each seat's card lies, in the order of the seats."""
_TOKENS = ((618, 530), (482, 530), (346, 380), (482, 228), (618, 228), (754, 380))
"""The middle of each seat's bid."""
_MIDDLE = (WIDTH // 2, 380)
_PLATE = 250
PLACES = tuple(place._replace(x=place.x + (place.width - _PLATE) // 2, width=_PLATE) for place in ring(SEATS))
"""Where the seats sit, clockwise from the lower right: narrower plates leave room for trump and promise."""
_PANEL = (428, 244)
"""Left edge and width of the panels between the upper and between the lower plates."""
_TRUMP_Y, _PROMISE_Y = 84, 574
_RESULT = (290, 212, 520, 330)


class TableWords(NamedTuple):
    """The words on the table, already in the reader's language; an empty one is left out.

    Attributes:
        turn: whose turn it is, who took the trick, or how the hand ended.
        title: at the upper right, such as "Trick 3 of 6".
        bid: below the number of the auction, such as "to beat".
        left: where a seat has left the auction.
        points: the unit of points.
        result: below the sum of the result, such as "the promise is kept".
    """

    turn: str = ""
    title: str = ""
    bid: str = ""
    left: str = ""
    points: str = ""
    result: str = ""


class Sum(NamedTuple):
    """The result in figures: the caller and the partner, if there was one, against the promise."""

    side: tuple[int, ...]
    points: int
    number: int
    kept: bool
    ace: Card


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything drawn on the public table, and nothing that not everybody may know."""

    seats: tuple[SeatLabel, ...]
    phase: Phase
    to_act: int | None
    held: tuple[int, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]
    bids: tuple[int | None, ...]
    left: frozenset[int]
    bidder: int | None
    number: int | None
    next_bid: int | None
    trump: Suit | None
    felt: Felt
    sum: Sum | None
    stakes: tuple[int, ...]
    winners: frozenset[int]
    letters: Letters | None
    words: TableWords

    def layout(self) -> Layout:
        """The seats round the auction, the trick or the result."""
        marks = header(_GAME, self.words.turn, self.words.title, now=self.to_act is not None)
        middle = self._auction() if self.phase is Phase.AUCTION else self._result() if self.sum else self._trick()
        for seat, place in enumerate(PLACES):
            marks += plate(_GAME, seat, place, self._label(seat), self._plate(seat))
        marks += self._trump()
        if self.phase is not Phase.AUCTION and self.sum is None:
            marks += self._promise()
        return Layout(WIDTH, TABLE_HEIGHT, _GAME, "felt", (*marks, *middle))

    def _label(self, seat: int) -> SeatLabel:
        """What the hand brought the seat, where the table plays for a stake."""
        label = self.seats[seat]
        return replace(label, note=f"{self.stakes[seat]:+d} ·".replace("-", "−")) if self.stakes else label

    def _plate(self, seat: int) -> PlateState:
        counted = self.trump is not None
        return PlateState(
            cards=None if counted else self.held[seat],
            tricks=self.taken[seat] if counted else None,
            points=self.points[seat] if self.points else None,
            unit=self.words.points,
            now=seat == self.to_act,
            winner=seat in self.winners,
        )

    def _auction(self) -> list[Mark]:
        """What each seat has called, and in the middle what has to be undercut."""
        x, y = _MIDDLE
        number = str(self.number) if self.number is not None else f"≤ {self.next_bid}"
        marks: list[Mark] = [Label(number, x, y - 12, 110, CREAM, 300, "middle")]
        if self.words.bid:
            marks.append(Label(self.words.bid, x, y + 62, TEXT, LOOKS[_GAME].quiet, 270, "middle"))
        for seat, at in enumerate(_TOKENS):
            marks += self._token(seat, *at)
        return marks

    def _token(self, seat: int, x: int, y: int) -> list[Mark]:
        look, bid = LOOKS[_GAME], self.bids[seat]
        if seat in self.left:
            return [Label(self.words.left, x, y, TEXT_SMALL, look.quiet, 130, "middle")] if self.words.left else []
        if bid is None:
            return []
        best = seat == self.bidder
        box = Box(
            x - 48, y - 30, 96, 60, 30, CREAM if best else look.plate, NOW if best else look.line, 5 if best else 2
        )
        crown: list[Mark] = [Stamp("icons/crown", x + 20, y - 52)] if best else []
        return [box, Label(str(bid), x, y, TEXT_LARGE, look.plate if best else CREAM, 84, "middle"), *crown]

    def _trick(self) -> list[Mark]:
        cards = {card.seat: card for card in self.felt.cards}
        marks: list[Mark] = []
        for seat, spot in enumerate(SPOTS):
            played = cards.get(seat)
            if played is not None:
                sprite = (
                    f"icons/back-{_GAME}-trick" if played.card is None else decks.face("italian", played.card, "trick")
                )
                marks += tricks.card(spot, sprite, taking=played.taking, led=played.led)
            elif self.phase is not Phase.OVER:
                marks += tricks.place(_GAME, spot, now=seat == self.felt.next)
        return marks

    def _trump(self) -> list[Mark]:
        if self.trump is None:
            return []
        x, wide = _PANEL
        marks: list[Mark] = [
            Stamp(decks.emblem(self.trump, "large"), x + (wide - sprites.EMBLEM_WIDTHS["large"]) // 2, _TRUMP_Y)
        ]
        if self.letters:
            marks += letter_chip(self.letters[self.trump], x + wide // 2 + 40, _TRUMP_Y + 64)
        return marks

    def _promise(self) -> list[Mark]:
        """Who called, and under which number they promise to stay."""
        if self.bidder is None or self.number is None:
            return []
        x, wide = _PANEL
        look = LOOKS[_GAME]
        name = names.clean(self.seats[self.bidder].name, f"#{self.bidder + 1}")
        return [
            Box(x, _PROMISE_Y, wide, 92, 18, look.plate, CREAM, 3),
            Label(name, x + wide // 2, _PROMISE_Y + 27, TEXT_SMALL, look.quiet, wide - 30, "middle"),
            Label(f"< {self.number}", x + wide // 2, _PROMISE_Y + 64, TEXT_LARGE, CREAM, wide - 30, "middle"),
        ]

    def _result(self) -> list[Mark]:
        """The caller's side, its points against the promise, and the ace that made the partner."""
        total = self.sum
        if total is None:
            return []
        x, y, wide, high = _RESULT
        look = LOOKS[_GAME]
        middle = x + wide // 2
        left = x + _WIDTH + 56
        room = x + wide - 24 - left
        marks: list[Mark] = [Box(x, y, wide, high, 24, look.plate, NOW, 4)]
        spot = tricks.Spot(x + 28, y + 28, _WIDTH, _HEIGHT)
        marks += tricks.card(spot, decks.face("italian", total.ace, "trick"))
        for line, seat in enumerate(total.side):
            name = names.clean(self.seats[seat].name, f"#{seat + 1}")
            marks.append(Label(f"+ {name}" if line else name, left, y + 48 + 48 * line, TEXT, CREAM, room))
        sign = "<" if total.kept else "≥"
        marks.append(Label(f"{total.points} {sign} {total.number}", left, y + 166, 84, NOW, room))
        lines = text.wrap(self.words.result, TEXT, wide - 48, 2)
        first = y + high - 62 - 24 * (len(lines) - 1)
        for i, line in enumerate(lines):
            marks.append(Label(line, middle, first + 48 * i, TEXT, CREAM, wide - 48, "middle"))
        return marks


def _last_bids(observation: Observation) -> tuple[int | None, ...]:
    bids: list[int | None] = [None] * SEATS
    for call in observation.calls:
        if call.number is not None:
            bids[call.seat] = call.number
    return tuple(bids)


def _sum(observation: Observation) -> Sum | None:
    result, trump = observation.result, observation.trump
    if result is None or trump is None:
        return None
    side = (int(result.caller),) if result.partner is None else (int(result.caller), int(result.partner))
    return Sum(side, result.side_points, result.number, result.kept, card_of(trump, Rank.ACE))


def table_scene(
    observation: Observation, seats: tuple[SeatLabel, ...], words: TableWords, letters: Letters | None = None
) -> TableScene:
    """The public table of an observation. No hand's faces are looked at, not even those a spectator may see.

    Between two tricks the one just taken stays on the felt, so the reveal of the first trick is such a picture.
    """
    over = observation.outcome is not None
    result = observation.result
    points = result.taken if result else observation.points or ()
    return TableScene(
        seats=seats,
        phase=observation.phase,
        to_act=int(observation.to_act[0]) if observation.to_act and not over else None,
        held=tuple(sum(slot.held for slot in hand) for hand in observation.hands),
        taken=observation.tricks_taken,
        points=points,
        bids=_last_bids(observation) if observation.phase is Phase.AUCTION else (),
        left=frozenset(map(int, observation.left)),
        bidder=observation.bidder,
        number=observation.number,
        next_bid=observation.next_bid,
        trump=observation.trump,
        felt=felt_of(observation),
        sum=_sum(observation),
        stakes=result.stakes if result else (),
        winners=frozenset(map(int, result.winners)) if result else frozenset(),
        letters=letters,
        words=words,
    )

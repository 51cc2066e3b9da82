"""The public table: three seats counterclockwise, the contract, the monte, the called card, the trick, the chips."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from games.calabresella.cards import ORDER
from games.calabresella.observation import Observation
from games.calabresella.terms import Phase
from games.core.cards import Card
from render import decks, names, sprites, text, tricks
from render.layout import Label, Layout, Mark, Stamp
from render.piles import pill
from render.scene import SeatLabel
from render.seats import Place, PlateState, bubble, header, plate
from render.theme import CREAM, LOOKS, TABLE_HEIGHT, TEXT, TEXT_LARGE, TEXT_SMALL, WIDTH

_GAME = "calabresella"
SEATS = 3
_PLATE = 300
PLACES = (
    Place((WIDTH - _PLATE) // 2, 580, _PLATE, True),
    Place(WIDTH - 28 - _PLATE, 92, _PLATE, False),
    Place(28, 92, _PLATE, False),
)
"""Where the seats sit, counterclockwise on the picture: below, upper right, upper left."""
_WIDTH = sprites.CARD_WIDTHS["full"]
_HEIGHT = sprites.card_height(_WIDTH)
_CORNERS = ((468, 336), (664, 226), (272, 226))
SPOTS = tuple(tricks.Spot(x, y, _WIDTH, _HEIGHT) for x, y in _CORNERS)
"""Where each seat's card lies."""
_SMALL = sprites.SMALL_WIDTHS["large"]
_SMALL_HIGH = sprites.small_height(_SMALL)
_MONTE = (140, 336)
_ASIDE_X, _ASIDE_ROOM = WIDTH - 114, 172
_WAY_Y = 186
_TOP_ROOM = WIDTH - 2 * (28 + _PLATE) - 24
_WAITING = (Phase.BETWEEN, Phase.OVER)
_RULE_ROOM = (WIDTH - _PLATE) // 2 - 28 - 40


class TableWords(NamedTuple):
    """The words on the table, already in the reader's language; an empty one is left out.

    Attributes:
        turn: whose turn it is, who took the trick, or how the match ended.
        title: at the upper right, such as "Round 3".
        contract: between the upper plates, such as "Solo", and in the auction the highest bid.
        bidder: below it, who plays it, such as "Bruno against two".
        rule: written on the felt: whether one must follow suit at this table.
        calls: for each seat what it last said in the auction, in a bubble at its plate.
        monte: above the four cards in the middle.
        called: above the card that was called.
        returned: above the card given for it.
        chips: the unit of the balances.
    """

    turn: str = ""
    title: str = ""
    contract: str = ""
    bidder: str = ""
    rule: str = ""
    calls: tuple[str, str, str] = ("", "", "")
    monte: str = ""
    called: str = ""
    returned: str = ""
    chips: str = ""


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything drawn on the public table, and nothing that not everybody may know."""

    seats: tuple[SeatLabel, ...]
    to_act: frozenset[int]
    auction: bool
    counts: tuple[int, ...]
    taken: tuple[int, ...] | None
    balances: tuple[int, ...]
    winners: frozenset[int]
    monte: int
    monte_up: tuple[Card, ...]
    split: tuple[tuple[int, tuple[Card, ...]], ...]
    called: Card | None
    returned: Card | None
    trick: tuple[tuple[int, Card], ...]
    winner: int | None
    next: int | None
    deck: decks.Deck
    words: TableWords

    def layout(self) -> Layout:
        """Seats, contract and rule; then the monte, or the trick with what lies beside it."""
        marks = header(_GAME, self.words.turn, self.words.title, now=bool(self.to_act))
        for seat, place in enumerate(PLACES):
            label = self._label(seat)
            if seat == 0 and label.badge:
                # Above the lower plate lies the trick, so its bubble hangs at the right.
                beside = Place(place.x + place.width - 12, place.y + 62, text.width(label.badge, TEXT_SMALL) + 44, True)
                marks += bubble(beside, label.badge)
                label = replace(label, badge="")
            marks += plate(_GAME, seat, place, label, self._plate(seat))
        marks += [*self._contract(), *self._rule()]
        if self.monte_up:
            marks += self._open_monte()
        else:
            marks += [*self._pile(), *self._trick()]
        marks += self._aside()
        return Layout(WIDTH, TABLE_HEIGHT, _GAME, "felt", tuple(marks))

    def _label(self, seat: int) -> SeatLabel:
        label, call = self.seats[seat], self.words.calls[seat]
        return replace(label, badge=label.badge or call)

    def _plate(self, seat: int) -> PlateState:
        return PlateState(
            cards=self.counts[seat] if self.taken is None else None,
            tricks=None if self.taken is None else self.taken[seat],
            points=self.balances[seat],
            unit=self.words.chips,
            now=seat in self.to_act,
            winner=seat in self.winners,
        )

    def _contract(self) -> list[Mark]:
        """Between the upper plates; in the auction, where nothing else lies there, large in the middle."""
        look = LOOKS[_GAME]
        sizes, ys = ((84, TEXT), (350, 424)) if self.auction else ((TEXT_LARGE, TEXT_SMALL), (114, 158))
        marks: list[Mark] = [Stamp("icons/counter-above", WIDTH // 2 - 210, _WAY_Y)]
        for word, size, y, colour in zip(
            (self.words.contract, self.words.bidder), sizes, ys, (CREAM, look.quiet), strict=True
        ):
            if word:
                marks.append(Label(names.clean(word, ""), WIDTH // 2, y, size, colour, _TOP_ROOM, "middle"))
        return marks

    def _rule(self) -> list[Mark]:
        """The rule of following suit, on the felt at the lower left."""
        lines = text.wrap(self.words.rule, TEXT_SMALL, _RULE_ROOM, 3)
        x, first = 48, 626 - 22 * (len(lines) - 1)
        return [Label(line, x, first + 44 * i, TEXT_SMALL, CREAM, _RULE_ROOM) for i, line in enumerate(lines)]

    def _open_monte(self) -> list[Mark]:
        """The four cards face up; where a split is proposed, each with the seat that would take it."""
        step = _WIDTH + 12
        left, top = (WIDTH - 3 * step - _WIDTH) // 2 - 40, 280
        takers = {card: seat for seat, cards in self.split for card in cards}
        marks: list[Mark] = []
        if self.words.monte:
            marks.append(Label(self.words.monte, left + 4, top - 36, TEXT, CREAM, 600))
        for i, card in enumerate(self.monte_up):
            x = left + i * step
            marks.append(Stamp(decks.face(self.deck, card), x - sprites.MARGIN, top - sprites.MARGIN))
            if card in takers:
                seat = takers[card]
                name = names.fit(self.seats[seat].name, TEXT, _WIDTH - 30, f"#{seat + 1}")
                marks += pill(x + _WIDTH // 2, top + _HEIGHT + 10, name)
        return marks

    def _pile(self) -> list[Mark]:
        """The monte face down."""
        if not self.monte:
            return []
        x, y = _MONTE
        width = sprites.BACK_WIDTHS["trick"]
        left, top = x - width // 2 - sprites.MARGIN, y - sprites.card_height(width) // 2 - sprites.MARGIN
        key = f"icons/back-{_GAME}-trick"
        marks: list[Mark] = [Stamp(key, left - 9 + 6 * i, top - 6 + 4 * i) for i in range(self.monte)]
        if self.words.monte:
            marks.append(Label(self.words.monte, x, y + 124, TEXT_SMALL, LOOKS[_GAME].quiet, 230, "middle"))
        return marks

    def _trick(self) -> list[Mark]:
        cards = dict(self.trick)
        marks: list[Mark] = []
        for seat, spot in enumerate(SPOTS):
            if seat in cards:
                led = seat == self.trick[0][0]
                marks += tricks.card(spot, decks.face(self.deck, cards[seat]), taking=seat == self.winner, led=led)
            elif self.taken is not None:
                marks += tricks.place(_GAME, spot, now=seat == self.next)
        return marks

    def _aside(self) -> list[Mark]:
        """The called card and the one given for it, at the right."""
        marks: list[Mark] = []
        y = 236
        for card, word in ((self.called, self.words.called), (self.returned, self.words.returned)):
            if card is None:
                continue
            if word:
                marks.append(Label(word, _ASIDE_X, y, TEXT_SMALL, LOOKS[_GAME].quiet, _ASIDE_ROOM, "middle"))
            top = y + 26
            sprite = decks.face(self.deck, card, "large")
            marks.append(Stamp(sprite, _ASIDE_X - _SMALL // 2 - sprites.MARGIN, top - sprites.MARGIN))
            y = top + _SMALL_HIGH + 34
        return marks


def table_scene(
    observation: Observation, seats: tuple[SeatLabel, ...], words: TableWords, deck: decks.Deck = "italian"
) -> TableScene:
    """The public table of an observation. The viewer's own cards are not looked at: the scene is the same for all.

    Between two tricks the one just taken stays on the felt.
    """
    playing = observation.phase is Phase.PLAY
    trick, winner = _trick(observation)
    outcome = observation.outcome
    places = outcome.places if outcome is not None else ()
    taken = tuple(sum(t.winner == seat for t in observation.tricks) for seat in range(SEATS))
    return TableScene(
        seats=seats,
        to_act=frozenset() if observation.phase in _WAITING else frozenset(map(int, observation.to_act)),
        auction=observation.phase is Phase.AUCTION,
        counts=observation.counts,
        taken=taken if playing else None,
        balances=observation.balances,
        winners=frozenset(seat for seat, place in enumerate(places) if place == 1),
        monte=observation.monte_count,
        monte_up=observation.turned if observation.monte_up else (),
        split=_split(observation),
        called=observation.called,
        returned=observation.returned,
        trick=trick,
        winner=winner,
        next=int(observation.to_act[0]) if playing and observation.to_act else None,
        deck=deck,
        words=words,
    )


def _trick(observation: Observation) -> tuple[tuple[tuple[int, Card], ...], int | None]:
    """The cards of the trick on the table, or of the one taken last, by seat; and who takes it."""
    if observation.phase is not Phase.PLAY:
        return (), None
    if observation.trick:
        leader, cards = int(observation.leader), observation.trick
    elif observation.tricks:
        leader, cards = int(observation.tricks[-1].leader), observation.tricks[-1].cards
    else:
        return (), None
    played = tuple(((leader + i) % SEATS, card) for i, card in enumerate(cards))
    return played, played[ORDER.winner(cards)][0]


def _split(observation: Observation) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """What each opponent would take by the latest proposal."""
    if not observation.offers or observation.first is None or observation.second is None:
        return ()
    offer = observation.offers[-1]
    return ((int(observation.first), offer.first_takes), (int(observation.second), offer.second_takes))

"""The account of a round: what each trick was worth and who took it, last trick, monte, sum, chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.calabresella.observation import Observation
from games.calabresella.terms import Account
from render import decks, names, sprites, text
from render.layout import Box, Label, Layout, Mark, Stamp
from render.scene import SeatLabel
from render.seats import header
from render.theme import CREAM, INK, LOOKS, NOW, TABLE_HEIGHT, TEXT, TEXT_LARGE, TEXT_SMALL, WIDTH

_GAME = "calabresella"
SEATS = 3
_LEFT, _RIGHT = 34, WIDTH - 34
_CELL = 64
_FIRST = _RIGHT - 12 - 12 * _CELL
_GRID_Y, _ROW = 120, 62
_MONTE_Y, _CHIPS_Y = 330, 566


class AccountWords(NamedTuple):
    """The words on an account, already in the reader's language; an empty one is left out.

    Attributes:
        turn: how the round ended, such as "Bruno wins Solo".
        title: at the upper right, such as "Round 3".
        others: the name of the bidder's opponents together.
        thirds: what each trick's cards are worth, such as "1⅔", in the order of the tricks.
        last_trick: before the value of the last trick.
        last_worth: that value, such as "1".
        monte: before the cards of the monte.
        monte_worth: their value, such as "1⅓".
        bidder_sum, others_sum: what each side has, such as "6⅔".
        stakes: below the sums: amount and factor, such as "Solo 2 × capotto 2".
        chips: the unit of the chips.
    """

    turn: str = ""
    title: str = ""
    others: str = ""
    thirds: tuple[str, ...] = ()
    last_trick: str = ""
    last_worth: str = ""
    monte: str = ""
    monte_worth: str = ""
    bidder_sum: str = ""
    others_sum: str = ""
    stakes: str = ""
    chips: str = ""


@dataclass(frozen=True, slots=True)
class AccountScene:
    """Everything drawn while a round is counted; all of it is public."""

    seats: tuple[SeatLabel, ...]
    account: Account
    deck: decks.Deck
    words: AccountWords

    def layout(self) -> Layout:
        """The tricks, then last trick and monte beside the sums, then each seat's chips."""
        marks = header(_GAME, self.words.turn, self.words.title, now=False)
        marks += [*self._grid(), *self._extras(), *self._sums(), *self._chips()]
        return Layout(WIDTH, TABLE_HEIGHT, _GAME, "felt", tuple(marks))

    def _name(self, seat: int) -> str:
        return names.clean(self.seats[seat].name, f"#{seat + 1}")

    def _grid(self) -> list[Mark]:
        """A column for each trick, its value in the row of the side that took it."""
        look = LOOKS[_GAME]
        marks: list[Mark] = []
        rows = (self._name(self.account.bidder), self.words.others)
        for row, name in enumerate(rows):
            y = _GRID_Y + 20 + row * (_ROW + 8)
            marks.append(Box(_LEFT, y, _RIGHT - _LEFT, _ROW, 16, look.plate, look.line, 2))
            marks.append(Label(name, _LEFT + 16, y + _ROW // 2, TEXT, CREAM, _FIRST - _LEFT - 26))
        for i, (winner, _) in enumerate(self.account.tricks):
            x = _FIRST + i * _CELL + _CELL // 2
            marks.append(Label(str(i + 1), x, _GRID_Y, TEXT_SMALL, look.quiet, _CELL - 4, "middle"))
            y = _GRID_Y + 20 + (0 if winner == self.account.bidder else _ROW + 8)
            word = self.words.thirds[i] if i < len(self.words.thirds) else ""
            if word:
                marks.append(Box(x - 29, y + 7, 58, _ROW - 14, 12, CREAM))
                marks.append(Label(word, x, y + _ROW // 2, TEXT_SMALL, INK, 54, "middle"))
        return marks

    def _side(self, seat: int) -> str:
        return self._name(self.account.bidder) if seat == self.account.bidder else self.words.others

    def _extras(self) -> list[Mark]:
        """The last trick and the monte, with who got them."""
        look = LOOKS[_GAME]
        to = self._side(self.account.last_trick)
        width = sprites.SMALL_WIDTHS["large"]
        marks: list[Mark] = []
        y = _MONTE_Y
        for word, worth in ((self.words.last_trick, self.words.last_worth), (self.words.monte, self.words.monte_worth)):
            if word:
                wide = min(text.width(word, TEXT), 250)
                marks.append(Label(word, _LEFT + 8, y, TEXT, look.quiet, wide))
                marks.append(Label(f"{worth} → {to}" if worth else to, _LEFT + 24 + wide, y, TEXT, CREAM, 540 - wide))
            y += 54
        for i, card in enumerate(self.account.monte):
            sprite = decks.face(self.deck, card, "large")
            marks.append(Stamp(sprite, _LEFT + 8 + i * (width + 10) - sprites.MARGIN, y - 22 - sprites.MARGIN))
        return marks

    def _sums(self) -> list[Mark]:
        """What each side has, the winning side's in yellow."""
        look, won = LOOKS[_GAME], self.account.won
        x, y, wide = 620, _MONTE_Y - 24, _RIGHT - 620
        marks: list[Mark] = [Box(x, y, wide, 224, 20, look.plate, NOW, 4)]
        sides = (
            (self._name(self.account.bidder), self.words.bidder_sum, won),
            (self.words.others, self.words.others_sum, not won),
        )
        for i, (name, total, best) in enumerate(sides):
            at = y + 44 + i * 64
            marks.append(Label(name, x + 22, at, TEXT, CREAM, 240))
            marks.append(Label(total, x + wide - 22, at, 56, NOW if best else CREAM, 150, "right"))
        if self.words.stakes:
            marks.append(Label(self.words.stakes, x + wide // 2, y + 186, TEXT_SMALL, look.quiet, wide - 36, "middle"))
        return marks

    def _chips(self) -> list[Mark]:
        """What the round brought each seat, and its balance."""
        look = LOOKS[_GAME]
        wide = (_RIGHT - _LEFT - 2 * 12) // SEATS
        marks: list[Mark] = []
        for seat in range(SEATS):
            x = _LEFT + seat * (wide + 12)
            gained = self.account.chips[seat]
            bright = gained > 0
            ink = INK if bright else CREAM
            marks.append(Box(x, _CHIPS_Y, wide, 100, 18, *((CREAM, NOW, 6) if bright else (look.plate, look.line, 2))))
            marks.append(Label(self._name(seat), x + 18, _CHIPS_Y + 30, TEXT, ink, wide - 150))
            marks.append(
                Label(f"{gained:+d}".replace("-", "−"), x + wide - 18, _CHIPS_Y + 32, TEXT_LARGE, ink, 120, "right")
            )
            balance = f"{self.account.balances[seat]} {self.words.chips}".replace("-", "−").strip()
            marks.append(Label(balance, x + 18, _CHIPS_Y + 72, TEXT_SMALL, ink if bright else look.quiet, wide - 36))
        return marks


def account_scene(
    observation: Observation, seats: tuple[SeatLabel, ...], words: AccountWords, deck: decks.Deck = "italian"
) -> AccountScene:
    """The account of the round that was counted last.

    Raises:
        ValueError: if no round has been counted yet.
    """
    if observation.account is None:
        raise ValueError("no round has been counted yet")
    return AccountScene(seats, observation.account, deck, words)

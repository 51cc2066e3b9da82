"""Which card may be played on which (CAL-10 to CAL-13, CAL-21, CAL-22, CAL-24, CAL-29, CAL-34).

The rules of matching are the three small functions at the top. Since a match asks them thousands of times, a ``Book``
holds their answers: for each card to match, colour in force and size of hand, a *row* that gives for each kind of card
the plays that it allows (none if it may not be played).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from games.calidruno.cards import KINDS, SYMBOLS, WILD, WILD4, Card, Colour, Symbol, is_number, pack
from games.calidruno.moves import Play
from games.calidruno.options import Options

Row = tuple[tuple[Play, ...], ...]
_Table = tuple[tuple[Row, ...], ...]  # [card to match][colour in force]

CARDS = tuple(Card(kind) for kind in range(KINDS))


def matches(top: Card, colour: Colour, card: Card) -> bool:
    """Whether the card may lie on the top card while this colour is in force (CAL-10 to CAL-13)."""
    if card >= WILD or card // SYMBOLS == colour:
        return True
    return top < WILD and card % SYMBOLS == top % SYMBOLS


def drawn_for(card: Card) -> int:
    """How many cards it makes the next player draw (CAL-20, CAL-23, CAL-25)."""
    if card >= WILD:
        return 4 if card == WILD4 else 0
    return {Symbol.DRAW2: 2, Symbol.DRAW4: 4}.get(Symbol(card % SYMBOLS), 0)


def answers(stacking: str, top: Card, card: Card) -> bool:
    """Whether a matching card answers the draw card on top (option ``stacking``)."""
    if stacking == "same_kind":
        return card == top == WILD4 or (card < WILD and top < WILD and card % SYMBOLS == top % SYMBOLS)
    return drawn_for(card) > 0


def _plays(card: Card, held: int) -> tuple[Play, ...]:
    """All ways to play a card from a hand of so many: a wild names its colour unless it is the last card (CAL-22,
    CAL-34), and the word may come with a play that leaves one card (CAL-29)."""
    colours = tuple(Colour) if card >= WILD and held > 1 else (None,)
    spoken = (False, True) if held == 2 else (False,)
    return tuple(Play(card, colour, says_it) for says_it in spoken for colour in colours)


@dataclass(frozen=True, slots=True)
class Book:
    """Options, and the tables of what may be played under them; two books of the same options are equal.

    Attributes:
        open_rows, debt_rows: tables by number of cards held, without and with a debt of draw cards (CAL-21).
        limits_wild4: W+4 needs a hand without the colour in force (CAL-24).
        keeps_drawn: one may always pass after drawing (CAL-15).
    """

    options: Options
    pack: tuple[Card, ...] = field(compare=False, repr=False)
    open_rows: tuple[_Table, ...] = field(compare=False, repr=False)
    debt_rows: tuple[_Table, ...] = field(compare=False, repr=False)
    limits_wild4: bool = field(compare=False, repr=False)
    keeps_drawn: bool = field(compare=False, repr=False)

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, options: Options) -> Book:
        """The book of these options."""
        cards = pack(options.plus4_copies_per_colour)
        return cls(
            options,
            cards,
            _tables(options, len(cards), in_debt=False),
            _tables(options, len(cards), in_debt=True) if options.stacking != "off" else (),
            limits_wild4=options.wild4_only_without_colour == "yes",
            keeps_drawn=options.drawn_card in {"may_play", "may_not_play"},
        )

    def __reduce__(self) -> tuple[object, tuple[Options]]:
        return Book.of, (self.options,)

    def row(self, top: Card, colour: Colour, hand: tuple[Card, ...], debt: int) -> Row:
        """For each kind of card the plays that it allows from this hand; a play is legal if it is in its card's entry
        and the card is one that may be played from now."""
        row = (self.debt_rows if debt else self.open_rows)[len(hand)][top][colour]
        if self.limits_wild4 and holds_colour(hand, colour):
            return (*row[:WILD4], ())
        return row


def holds_colour(hand: tuple[Card, ...], colour: Colour) -> bool:
    """Whether a coloured card of this colour is in the hand (CAL-24)."""
    return any(card < WILD and card // SYMBOLS == colour for card in hand)


def _tables(options: Options, most: int, in_debt: bool) -> tuple[_Table, ...]:
    """The tables by number of cards held, 0 (empty) to ``most``; from three on they are the same."""
    one, two, more = (_table(options, held, in_debt) for held in (1, 2, 3))
    return ((), one, two, *(more,) * (most - 2))


def _table(options: Options, held: int, in_debt: bool) -> _Table:
    """The rows for hands of ``held`` cards (3 stands for more)."""
    plays = tuple(_plays(card, held) for card in CARDS)
    numbers_only = held == 1 and options.last_card_must_be_number == "yes"

    def row(top: Card, colour: Colour) -> Row:
        return tuple(
            plays[card]
            if matches(top, colour, card)
            and (not in_debt or answers(options.stacking, top, card))
            and (not numbers_only or is_number(card))
            else ()
            for card in CARDS
        )

    # The colour in force is that of a coloured top card, so only wilds need a row for each colour.
    coloured_tops = tuple((row(top, Colour(top // SYMBOLS)),) * 4 for top in CARDS[:WILD])
    return (*coloured_tops, *(tuple(row(top, colour) for colour in Colour) for top in (WILD, WILD4)))

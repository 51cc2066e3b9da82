"""A hand of two players played out quickly, by reasons, from hands and a stock that somebody imagines.

This is a model for searches, not the rules: nobody owes a word, draw cards are not stacked, and a hand that lasts long
is broken off. It takes a tenth of the time that the rules would, so that a search can look at ten times as many hands.
"""

from __future__ import annotations

from typing import NamedTuple

from games.calidruno.cards import KINDS, SYMBOLS, WILD, WILD4, Card, Colour, Symbol, is_number
from games.calidruno.matching import drawn_for
from games.calidruno.options import Options

LONGEST = 60
"""Plies after which a hand is broken off."""

_COLOURLESS = 4
_CARDS = [Card(kind) for kind in range(KINDS)]
_COLOUR = [card // SYMBOLS if card < WILD else _COLOURLESS for card in _CARDS]
_SYMBOL = [card % SYMBOLS if card < WILD else -1 - card for card in _CARDS]
"""Of wilds one that no card of a colour has."""
_DRAWS = [drawn_for(card) for card in _CARDS]
_STOPS = [card < WILD and card % SYMBOLS == Symbol.STOP for card in _CARDS]
_REVERSES = [card < WILD and card % SYMBOLS == Symbol.REVERSE for card in _CARDS]
_HINDERS = [bool(draws) or stops for draws, stops in zip(_DRAWS, _STOPS, strict=True)]
_NUMBERS = [is_number(card) for card in _CARDS]

_FEW = 2


class Start(NamedTuple):
    """Where a playout begins: the cards of both players, the stock with its top at the end, and the card to match."""

    hands: tuple[list[Card], list[Card]]
    stock: list[Card]
    top: Card
    colour: Colour


class Ending(NamedTuple):
    """How it ended: who went out (None: it was broken off), and how many cards each player holds."""

    winner: int | None
    left: tuple[int, int]


def played_out(start: Start, mover: int, first: tuple[Card, Colour | None] | None, options: Options) -> Ending:
    """How a hand ends; ``first`` is what the mover plays now, None for what it would by reasons. The lists of the start
    are used up."""
    hands, stock, top, colour = start
    strict = options.last_card_must_be_number == "yes"
    for _ in range(LONGEST):
        hand, other = hands[mover], hands[1 - mover]
        card, named = first or (_best(hand, len(other), top, colour, strict), None)
        first = None
        if card is None:
            if not stock:
                break
            card = stock.pop()
            hand.append(card)
            if options.drawn_card == "may_not_play" or not (_COLOUR[card] in (colour, _COLOURLESS) or _same(card, top)):
                mover = mover if options.drawn_card == "draw_until_playable" else 1 - mover
                continue
        hand.remove(card)
        if not hand:
            return Ending(mover, (len(hands[0]), len(hands[1])))
        top = card
        colour = Colour(_COLOUR[card]) if card < WILD else _named(hand, colour) if named is None else named
        if draws := _DRAWS[card]:
            other += stock[-draws:]
            del stock[-draws:]
            if draws == 4 and card < WILD and options.plus4_ends_turn == "no":
                mover = 1 - mover
        elif not (_STOPS[card] or (_REVERSES[card] and options.two_player_reverse == "skip")):
            mover = 1 - mover
    return Ending(None, (len(hands[0]), len(hands[1])))


def _same(card: Card, top: Card) -> bool:
    return _SYMBOL[card] == _SYMBOL[top]


def _best(hand: list[Card], others: int, top: Card, colour: Colour, strict: bool) -> Card | None:
    """The card that ``player`` would play from its reasons, in short; None if there is none to play."""
    if strict and len(hand) == 1 and not _NUMBERS[hand[0]]:
        return None
    held = [0, 0, 0, 0, 0]
    for card in hand:
        held[_COLOUR[card]] += 1
    symbol, close = _SYMBOL[top], others <= _FEW
    best, most = None, -100
    for card in hand:
        of = _COLOUR[card]
        if of == _COLOURLESS:
            worth = (37 if close else -23) if card == WILD4 else -20
        elif of == colour or _SYMBOL[card] == symbol:
            worth = 2 * held[of]
            if close and _HINDERS[card]:
                worth += 30
            elif _DRAWS[card]:
                worth += 2
        else:
            continue
        if worth > most:
            best, most = card, worth
    return best


def _named(hand: list[Card], colour: Colour) -> Colour:
    """The colour for a wild: the one held most, and not the one in force if another is as good."""
    held = [0, 0, 0, 0, 0]
    for card in hand:
        held[_COLOUR[card]] += 2
    held[colour] -= 1
    return Colour(max(range(_COLOURLESS), key=held.__getitem__))

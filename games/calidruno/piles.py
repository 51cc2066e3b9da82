"""Taking cards, and the deal (CAL-3 to CAL-9, CAL-37, CAL-40)."""

from __future__ import annotations

from typing import NamedTuple

from games.calidruno.cards import SYMBOLS, WILD, Card, Symbol, is_number
from games.calidruno.moves import DealerDrawn, Dealt
from games.core.game import Seat
from games.core.rng import Rng

HAND_SIZE = 7
Pile = tuple[Card, ...]
Hands = tuple[Pile, ...]


Taken = tuple[Pile, Pile, Pile, int]
"""Cards taken, stock and discards after it, and how many discards were made the new stock on the way (0: none)."""


def take(stock: Pile, discards: Pile, count: int, rng: Rng) -> Taken:
    """Take cards from the stock; when it is empty and a card is needed, all discards but the top one are shuffled into
    a new stock. If that is not enough, the rest is waived (CAL-37)."""
    if len(stock) >= count:
        return stock[-count:], stock[:-count], discards, 0
    first, reshuffled = stock, len(discards) - 1
    stock, discards = tuple(rng.shuffled(discards[:-1])), discards[-1:]
    rest = min(count - len(first), reshuffled)
    at = reshuffled - rest
    return first + stock[at:], stock[:at], discards, reshuffled


def with_hand(hands: Hands, seat: Seat, hand: Pile) -> Hands:
    """The hands after one of them changed."""
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)


def with_cards(hand: Pile, cards: Pile) -> Pile:
    """The hand with more cards, in order."""
    return tuple(sorted(hand + cards))


def dealer_value(card: Card) -> int:
    """What a card counts in the draw for dealer: action cards 0 (CAL-3)."""
    return card % SYMBOLS if is_number(card) else 0


def draw_for_dealer(pack: Pile, seats: int, rng: Rng) -> tuple[Seat, tuple[DealerDrawn, ...]]:
    """Who deals: the highest card; those who tie draw again, each round from the whole pack (CAL-3, CAL-4)."""
    tied = [Seat(seat) for seat in range(seats)]
    rounds: list[DealerDrawn] = []
    while len(tied) > 1:
        drawn: list[Card | None] = [None] * seats
        for seat, card in zip(tied, rng.sample(pack, len(tied)), strict=True):
            drawn[seat] = card
        rounds.append(DealerDrawn(tuple(drawn)))
        tied = highest(drawn)
    return tied[0], tuple(rounds)


def highest(drawn: list[Card | None]) -> list[Seat]:
    """The seats with the highest card of a round."""
    values = {Seat(seat): dealer_value(card) for seat, card in enumerate(drawn) if card is not None}
    best = max(values.values())
    return [seat for seat, value in values.items() if value == best]


class Deal(NamedTuple):
    """A dealt hand of the game and the event that tells of it."""

    hands: Hands
    stock: Pile
    discards: Pile
    event: Dealt


def deal(shuffled: list[Card], seats: int, dealer: Seat, rng: Rng) -> Deal:
    """Seven cards each, one at a time from the dealer's left, then the first discard (CAL-5 to CAL-8); the pile's top
    card is the last of the list."""
    dealt = shuffled[: -HAND_SIZE * seats - 1 : -1]
    stock = shuffled[: -HAND_SIZE * seats]
    hands = tuple(tuple(sorted(dealt[(seat - dealer - 1) % seats :: seats])) for seat in range(seats))
    first, put_back = turn_up(stock, rng)
    return Deal(hands, tuple(stock), (first,), Dealt(dealer, put_back, first))


def turn_up(stock: list[Card], rng: Rng) -> tuple[Card, Pile]:
    """Take the first number card from the top of the stock; each action card before it goes back at a random place,
    but not on top, where it would only be turned up again (CAL-8). Returns the card and those put back, in order."""
    put_back: list[Card] = []
    while not is_number(card := stock.pop()):
        stock.insert(rng.below(len(stock)), card)
        put_back.append(card)
    return card, tuple(put_back)


def points_for(card: Card) -> int:
    """What a card left in a hand counts (CAL-35, option ``scoring``): face value, 20 for coloured actions, 50 for
    wilds."""
    if card >= WILD:
        return 50
    return card % SYMBOLS if card % SYMBOLS <= Symbol.N9 else 20

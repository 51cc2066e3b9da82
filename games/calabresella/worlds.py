"""Other states that a seat of Calabresella cannot tell from the real one."""

from __future__ import annotations

from typing import NamedTuple

from games.calabresella.state import State
from games.calabresella.terms import ANSWER, REPLY, SPLIT
from games.core import Rng, Seat
from games.core.card_sets import CARDS, card_set
from games.core.cards import SUIT_OF, Card, Suit

_ROUNDS_OF_SWAPS = 3


class _Place(NamedTuple):
    """Where an unseen card lies: in the hand of a seat, or in the monte, laid off by it (None: by nobody)."""

    in_hand: bool
    seat: Seat | None


def resample(state: State, seat: Seat | None, rng: Rng) -> State:
    """The cards that the seat has not seen are exchanged among their places, as far as what it knows allows.

    It starts from the real world and makes random swaps that keep every fact: a card that was seen going into a hand is
    in that hand or was laid off from it, a returned card is where it went, and where suit must be followed, nobody
    holds a suit that they did not follow.
    """
    cards, places = _unseen(state, seat)
    homes, voids = _homes(state), _voids(state)

    def fits(card: Card, place: _Place) -> bool:
        if card in homes and homes[card] != place.seat:
            return False
        return not (place.in_hand and place.seat is not None and SUIT_OF[card] in voids[place.seat])

    other = list(cards)
    for _ in range(_ROUNDS_OF_SWAPS if homes or any(voids) else 1):
        for i in range(len(other) - 1, 0, -1):
            j = rng.below(i + 1)
            if fits(other[i], places[j]) and fits(other[j], places[i]):
                other[i], other[j] = other[j], other[i]
    return _renamed(state, seat, dict(zip(cards, other, strict=True)))


def _unseen(state: State, seat: Seat | None) -> tuple[list[Card], list[_Place]]:
    exchange = state.exchange
    cards: list[Card] = []
    places: list[_Place] = []
    returned = exchange.returned if exchange else None
    for holder, hand in enumerate(state.hands):
        if holder == seat:
            continue
        for card in CARDS.of(hand):
            # A card given back face up stays known for as long as it is held.
            if exchange is None or card != returned or holder != exchange.giver:
                cards.append(card)
                places.append(_Place(True, Seat(holder)))
    if monte_is_known(state):
        return cards, places
    layers = exchange.layers if exchange and exchange.layers else (None,) * len(state.monte)
    for card, layer in zip(state.monte, layers, strict=True):
        if layer is None or layer != seat:
            cards.append(card)
            places.append(_Place(False, layer))
    return cards, places


def monte_is_known(state: State) -> bool:
    """Whether the cards in the middle lie open: on the table to be shared, or turned up for counting."""
    return state.phase in (SPLIT, ANSWER, REPLY) or len(state.tricks) == 12


def _homes(state: State) -> dict[Card, Seat]:
    """The cards that everybody saw going into a hand, and whose: they are there or were laid off from there."""
    exchange = state.exchange
    if exchange is None:
        return {}
    homes = {card: Seat(taker) for taker, took in enumerate(exchange.took) for card in took if card in exchange.turned}
    if exchange.called is not None and exchange.giver is not None:
        homes[exchange.called] = exchange.bidder
    if exchange.returned is not None and exchange.giver is not None:
        homes[exchange.returned] = exchange.giver
    return homes


def _voids(state: State) -> list[set[Suit]]:
    """For each seat the suits that it cannot hold, because it did not follow them where one must."""
    voids: list[set[Suit]] = [set() for _ in state.hands]
    if state.options.follow_suit != "required":
        return voids
    for leader, cards in ((trick.leader, trick.cards) for trick in state.tricks):
        _note_voids(voids, leader, cards)
    if state.trick:
        _note_voids(voids, state.leader, state.trick)
    return voids


def _note_voids(voids: list[set[Suit]], leader: Seat, cards: tuple[Card, ...]) -> None:
    led = SUIT_OF[cards[0]]
    for place, card in enumerate(cards):
        if SUIT_OF[card] is not led:
            voids[(leader + place) % len(voids)].add(led)


def _renamed(state: State, seat: Seat | None, new: dict[Card, Card]) -> State:
    """The state with each unseen card replaced by the one that lies in its place now."""

    def rename(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple([new.get(card, card) for card in cards])

    exchange = state.exchange
    if exchange is not None:
        took = tuple(
            [
                cards if holder == seat else _hidden(cards, exchange.turned, new)
                for holder, cards in enumerate(exchange.took)
            ]
        )
        exchange = exchange._replace(took=took)
    return state._replace(
        hands=tuple(
            [hand if holder == seat else card_set(rename(CARDS.of(hand))) for holder, hand in enumerate(state.hands)]
        ),
        monte=rename(state.monte),
        exchange=exchange,
    )


def _hidden(took: tuple[Card, ...], turned: tuple[Card, ...], new: dict[Card, Card]) -> tuple[Card, ...]:
    """What a seat took from the monte; cards that were turned up are what they are."""
    return tuple([card if card in turned else new.get(card, card) for card in took])

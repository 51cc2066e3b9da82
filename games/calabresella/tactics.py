"""Which card of Calabresella to play, by reasons. It works on sets of cards alone, so that playouts are quick.

A *master* is a card that no unseen card beats. The reasons, in order:

1. *Leading:* masters keep. While the others can throw what is worth nothing on them they bring little, and what is led
   against them later brings more. So first goes the cheapest other card, of the longest suit; masters of the longest
   suit, dear ones first, once there are enough of them to stay in the lead (``RUN_AT``).
2. *A trick that the partner is sure to take* gets the dearest card that is no master.
3. *Last to play:* take the trick with an ace, else with the lowest card that does it, if there is something to gain.
4. *Not the last:* take it only for sure, with the cheapest master.
5. Else the cheapest and lowest card.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from games.calabresella.cards import ORDER, THIRDS, thirds_of
from games.core.card_sets import CARDS, OF_SUIT, CardSet, card_set
from games.core.cards import PACK, RANK_OF, SUIT_OF, Card, Rank

STRENGTH = ORDER.strength
HIGHER: tuple[CardSet, ...] = tuple(
    card_set(other for other in PACK if SUIT_OF[other] == SUIT_OF[card] and STRENGTH[other] > STRENGTH[card])
    for card in PACK
)
"""For each card those of its suit that beat it."""
CONTROLS = card_set(card for card in PACK if RANK_OF[card] in {Rank.THREE, Rank.TWO})
"""The threes and twos, which are too good for a trick without points."""

_CHEAPEST = sorted(PACK, key=lambda card: (THIRDS[card], STRENGTH[card]))
_CHEAPNESS = {card: place for place, card in enumerate(_CHEAPEST)}
_COST: tuple[int, ...] = tuple(_CHEAPNESS[card] for card in PACK)
"""The place of each card among all, from what is given away first to what is given away last."""

RUN_AT: dict[tuple[bool, bool], float] = {
    (True, False): math.inf,
    (False, False): 1.0,
    (True, True): 1.0,
    (False, True): 0.0,
}
"""How many masters for each other card are enough to lead them: for who plays alone or as one of the pair, and where
one need not or must follow suit. Found by trying them out against each other."""


class Trick(NamedTuple):
    """The trick on the table as the seat to play sees it.

    Attributes:
        cards: in the order played.
        partner: the place of the partner's card among them; None if it is not there, or the seat has no partner.
        unseen: the cards that others may still hold.
        alone: whether the seat plays the contract alone.
        must_follow: whether one must follow suit if one can.
    """

    cards: tuple[Card, ...]
    partner: int | None
    unseen: CardSet
    alone: bool
    must_follow: bool


def card_to_play(playable: CardSet, hand: CardSet, trick: Trick) -> Card:
    """The card to play from those that may be played, which are some or all of the hand."""
    if not trick.cards:
        return _lead(hand, trick)
    best = trick.cards[0]
    ahead = 0
    if len(trick.cards) == 2 and HIGHER[best] >> trick.cards[1] & 1:
        best, ahead = trick.cards[1], 1
    last = len(trick.cards) == 2
    if trick.partner == ahead and (last or not HIGHER[best] & trick.unseen):
        return _load(playable, trick.unseen)
    winners = CARDS.of(playable & HIGHER[best])
    if not last:
        winners = tuple([card for card in winners if not HIGHER[card] & trick.unseen])
    if winners:
        taker = max(winners, key=lambda card: (THIRDS[card], -STRENGTH[card]))
        gain = thirds_of(trick.cards) + THIRDS[taker]
        if gain > 1 or not CONTROLS >> taker & 1:
            return taker
    return _cheapest(playable)


def _lead(hand: CardSet, trick: Trick) -> Card:
    masters: list[Card] = []
    others: list[Card] = []
    for card in CARDS.of(hand):
        (others if HIGHER[card] & trick.unseen else masters).append(card)
    if not others or (masters and len(masters) >= RUN_AT[trick.alone, trick.must_follow] * len(others)):
        return max(masters, key=lambda card: (_length(hand, card), THIRDS[card], card))
    return min(others, key=lambda card: (THIRDS[card], -_length(hand, card), STRENGTH[card]))


def _length(hand: CardSet, card: Card) -> int:
    return (hand & OF_SUIT[SUIT_OF[card]]).bit_count()


def _load(playable: CardSet, unseen: CardSet) -> Card:
    spare = [card for card in CARDS.of(playable) if HIGHER[card] & unseen]
    if not spare:
        return _cheapest(playable)
    return max(spare, key=lambda card: (THIRDS[card], -STRENGTH[card]))


def _cheapest(playable: CardSet) -> Card:
    return min(CARDS.of(playable), key=_COST.__getitem__)

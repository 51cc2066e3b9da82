"""The forty cards in words, with French suits or Italian ones, and thirds of a point as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from bot.presenters import italian
from bot.presenters.views import FRENCH, ITALIAN
from bot.text.catalog import Text
from games.calabresella.cards import ORDER
from games.core.cards import RANK_OF, SUIT_OF, Card, Rank, Suit
from render.decks import Deck, rank_sign

SUITS_AS_HELD: Final = (Suit.SPADE, Suit.COPPE, Suit.BASTONI, Suit.DENARI)
"""The order of suits in a hand: black and red by turns where they are French."""
_SIGNS: Final = "♥♦♠♣"
_EMOJI: Final = {FRENCH: ("♥️", "♦️", "♠️", "♣️"), ITALIAN: italian.SUIT_EMOJI}
_FRENCH_KEYS: Final = {Rank.ACE: "ace", Rank.FANTE: "jack", Rank.CAVALLO: "queen", Rank.RE: "king"}
_FRENCH_SUITS: Final = ("hearts", "diamonds", "spades", "clubs")
_FRACTIONS: Final = ("", "⅓", "⅔")


def thirds_words(thirds: int) -> str:
    """Thirds of a point as a mixed number: 20 is “6⅔”. Nothing is rounded (CLB-30)."""
    whole, rest = divmod(thirds, 3)
    return (str(whole) if whole or not rest else "") + _FRACTIONS[rest]


def deck_of(faces: str) -> Deck:
    """The deck that pictures are drawn with."""
    return "italian" if faces == ITALIAN else "french"


def suit_word(text: Text, faces: str, suit: Suit, sign: bool = True) -> str:
    """“spades ♠” or “coppe”; without the sign where an emoji stands before it."""
    if faces == ITALIAN:
        return italian.suit_word(text, suit)
    word = text(f"calabresella.suit.{_FRENCH_SUITS[suit]}")
    return f"{word} {_SIGNS[suit]}" if sign else word


def card_words(text: Text, faces: str, card: Card, sign: bool = True) -> str:
    """“queen of hearts ♥” or “cavallo of coppe”; without the sign where an emoji stands before it."""
    if faces == ITALIAN:
        return italian.card_words(text, card)
    rank = RANK_OF[card]
    word = text(f"calabresella.rank.{_FRENCH_KEYS[rank]}") if rank in _FRENCH_KEYS else rank.letter
    return text("core.card", rank=word, suit=suit_word(text, faces, SUIT_OF[card], sign))


def suit_emoji(faces: str, suit: Suit) -> str:
    """The sign of a suit before a menu entry."""
    return _EMOJI[faces][suit]


def cards_words(text: Text, faces: str, cards: Iterable[Card]) -> str:
    """Several cards as a list in words, in the order of a sorted hand."""
    return text.list(card_words(text, faces, card) for card in sorted_cards(cards))


def cards_by_suit(text: Text, faces: str, cards: Iterable[Card]) -> str:
    """Many cards in little room: “♠ 3 A K 7 · ♥ 2 4”, or with the names of the suits."""
    parts: list[str] = []
    for suit, group in groupby(sorted_cards(cards), lambda card: SUIT_OF[card]):
        name = italian.suit_word(text, suit) if faces == ITALIAN else _SIGNS[suit]
        parts.append(" ".join((name, *(rank_sign(deck_of(faces), RANK_OF[card]) for card in group))))
    return " · ".join(parts)


def sorted_cards(cards: Iterable[Card], sort_by: str = "colour") -> tuple[Card, ...]:
    """The cards by suit, the strongest first (CLB-5); or by strength first, as some people hold them."""

    def by_suit(card: Card) -> tuple[int, int]:
        return SUITS_AS_HELD.index(SUIT_OF[card]), -ORDER.strength[card]

    def by_strength(card: Card) -> tuple[int, int]:
        return -ORDER.strength[card], SUITS_AS_HELD.index(SUIT_OF[card])

    return tuple(sorted(cards, key=by_strength if sort_by == "number" else by_suit))

"""The forty Italian cards in words, for every game that is played with them."""

from __future__ import annotations

from bot.text.catalog import Text
from games.core.cards import RANK_OF, SUIT_OF, Card, Rank, Suit

SUIT_EMOJI = ("🏆", "🪙", "⚔️", "🪵")
"""A sign for each suit, told apart by shape."""


def suit_word(text: Text, suit: Suit) -> str:
    """“coppe”."""
    return text(f"core.suit.{suit.name.lower()}")


def rank_word(text: Text, rank: Rank) -> str:
    """“ace”, “7”, “re”: the pips, or the name of a card without."""
    if rank in _NAMED:
        return text(f"core.rank.{rank.name.lower()}")
    return rank.letter


def card_words(text: Text, card: Card) -> str:
    """“7 of coppe”."""
    return text("core.card", rank=rank_word(text, RANK_OF[card]), suit=suit_word(text, SUIT_OF[card]))


_NAMED = (Rank.ACE, Rank.FANTE, Rank.CAVALLO, Rank.RE)

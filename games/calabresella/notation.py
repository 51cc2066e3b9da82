"""The short forms of Calabresella's moves.

============================  ==================================================================
``chiamo solo solissimo``     bid (CLB-9)
``pass``                      pass
``ask-3D``                    call a card (CLB-14)
``give-7B``                   return a card for the one received (CLB-18)
``lay-4C-5C-6D-7B``           lay off cards, named in ascending order (CLB-19, CLB-22, CLB-23)
``play dividete scegliete``   leave a Solissimo as it is, or raise it (CLB-21)
``split-4C-RD split-none``    propose a split: what the first opponent takes, the other takes the rest (CLB-23)
``accept insist``             agree to the split on the table; stay with one's own, which then stands
``3D``                        play a card
``deal stop``                 between rounds: deal; say that one would end the match (CLB-36)
============================  ==================================================================
"""

from __future__ import annotations

from collections.abc import Callable

from games.calabresella.moves import (
    Accept,
    Ask,
    Bid,
    Deal,
    Give,
    Insist,
    LayOff,
    Move,
    Pass,
    PlayCard,
    Raise,
    Split,
    Stop,
)
from games.calabresella.terms import Contract
from games.core import InvalidMoveError
from games.core.cards import card_from, join_names, name_of, split_names

_WORDS: dict[str, Move] = {
    "chiamo": Bid(Contract.CHIAMO),
    "solo": Bid(Contract.SOLO),
    "solissimo": Bid(Contract.SOLISSIMO),
    "pass": Pass(),
    "play": Raise(Contract.SOLISSIMO),
    "dividete": Raise(Contract.DIVIDETE),
    "scegliete": Raise(Contract.SCEGLIETE),
    "split-none": Split(()),
    "accept": Accept(),
    "insist": Insist(),
    "deal": Deal(),
    "stop": Stop(),
}
_WORD_OF = {move: word for word, move in _WORDS.items()}
_WITH_CARDS: dict[str, Callable[[str], Move]] = {
    "ask": lambda text: Ask(card_from(text)),
    "give": lambda text: Give(card_from(text)),
    "lay": lambda text: LayOff(split_names(text)),
    "split": lambda text: Split(split_names(text)),
}


def encode(move: Move) -> str:
    """The notation of a move."""
    match move:
        case PlayCard(card):
            return name_of(card)
        case Ask(card):
            return f"ask-{name_of(card)}"
        case Give(card):
            return f"give-{name_of(card)}"
        case LayOff(cards):
            return f"lay-{join_names(cards)}"
        case Split(cards) if cards:
            return f"split-{join_names(cards)}"
        case _:
            return _WORD_OF[move]


def decode(text: str) -> Move:
    """The move of a notation.

    Raises:
        InvalidMoveError: if there is none.
    """
    if text in _WORDS:
        return _WORDS[text]
    word, dash, rest = text.partition("-")
    try:
        return _WITH_CARDS[word](rest) if dash else PlayCard(card_from(text))
    except (KeyError, ValueError):
        raise InvalidMoveError(text=text[:40]) from None

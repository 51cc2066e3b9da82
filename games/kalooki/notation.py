"""The notation of Kalooki's moves.

=======================  ==============================================================
``cut-30``               lift 30 cards
``stock`` ``pozzo``      draw from the stock, take the top of the pozzo
``decline``              leave the last card of an exhausted pozzo (KAL-35)
``lay-7C8C9C``           lay a meld; ``lay-KSKHKD+4C5C6C`` lays several in one act
``lay-QHKHJK=AH``        the joker stands for the ace
``off-9C@2``             lay off on meld 2; a joker as ``off-JK=KS@2``
``swap-6H@0>@1=KS``      give 6H to meld 0, its joker goes onto meld 1 as KS
``swap-6H@0>KSKHJK=KD``  the same, the joker goes into a new meld
``swap-6H@0>``           the same, the joker goes nowhere (never legal, KAL-23)
``drop-9C``              discard
=======================  ==============================================================

Melds are numbered from 0 in the order in which they were laid. A joker's face is left out where none was said. The
longest notation that a hand allows, a swap whose joker goes into a run of 13, has 40 characters.
"""

from __future__ import annotations

import re

from games.core import InvalidMoveError
from games.kalooki.cards import KIND_NAMES, NAMES, Card, Kind, card_from, is_joker, kind_from
from games.kalooki.moves import (
    Cut,
    Decline,
    Discard,
    DrawPozzo,
    DrawStock,
    Lay,
    LayDown,
    LayOff,
    Move,
    Onto,
    Swap,
)

_PLAIN: dict[str, Move] = {"stock": DrawStock(), "pozzo": DrawPozzo(), "decline": Decline()}
_CARD = "(?:[2-9TJQKA][SHDCshdc]|J[Kk])"
_FACE = "=[2-9TJQKA][SHDC]"
_NUMBER = r"(?:0|[1-9]\d?)"
_CUT = re.compile(r"cut-([1-9]\d{0,2})")
_DROP = re.compile(f"drop-({_CARD})")
_LAY = re.compile(rf"lay-((?:{_CARD}|{_FACE}|\+)+)")
_OFF = re.compile(f"off-({_CARD})({_FACE})?@({_NUMBER})")
_SWAP = re.compile(f"swap-((?:{_CARD})+)@({_NUMBER})>(?:@({_NUMBER})({_FACE})?|((?:{_CARD}|{_FACE})+))?")
_TOKEN = re.compile(f"{_FACE}|{_CARD}")


def encode_move(move: Move) -> str:
    """The move in notation."""
    match move:
        case Cut(height):
            return f"cut-{height}"
        case DrawStock():
            return "stock"
        case DrawPozzo():
            return "pozzo"
        case Decline():
            return "decline"
        case LayDown(melds):
            return "lay-" + "+".join(map(_lay_text, melds))
        case LayOff(card, onto):
            return f"off-{NAMES[card]}{_face_text(onto.joker_as) if is_joker(card) else ''}@{onto.meld}"
        case Swap(meld, given, to):
            return f"swap-{''.join(NAMES[c] for c in given)}@{meld}>{_goal_text(to)}"
        case Discard(card):
            return f"drop-{NAMES[card]}"


def decode_move(text: str) -> Move:
    """The move of a notation.

    Raises:
        InvalidMoveError: if the text is no move of this game.
    """
    try:
        return _decode(text)
    except ValueError:
        raise InvalidMoveError(text=text[:40]) from None


def _decode(text: str) -> Move:
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _CUT.fullmatch(text):
        return Cut(int(found[1]))
    if found := _DROP.fullmatch(text):
        return Discard(card_from(found[1]))
    if found := _LAY.fullmatch(text):
        return LayDown(tuple(_lay(part) for part in found[1].split("+")))
    if found := _OFF.fullmatch(text):
        card = card_from(found[1])
        if found[2] and not is_joker(card):
            raise ValueError("only a joker stands for something")
        return LayOff(card, Onto(int(found[3]), _face(found[2])))
    if found := _SWAP.fullmatch(text):
        given = tuple(card_from(name) for name in _TOKEN.findall(found[1]))
        to = Onto(int(found[3]), _face(found[4])) if found[3] else _lay(found[5]) if found[5] else None
        return Swap(int(found[2]), given, to)
    raise ValueError(f"no move {text[:40]!r}")


def _face_text(face: Kind | None) -> str:
    return "" if face is None else f"={KIND_NAMES[face]}"


def _face(text: str | None) -> Kind | None:
    return kind_from(text[1:]) if text else None


def _lay_text(lay: Lay) -> str:
    # What a joker stands for follows the first one; a meld has no second (KAL-12).
    face = _face_text(lay.joker_as)
    text = ""
    for card in lay.cards:
        text += NAMES[card]
        if is_joker(card):
            text += face
            face = ""
    return text


def _lay(text: str) -> Lay:
    cards: list[Card] = []
    face: Kind | None = None
    for token in _TOKEN.findall(text):
        if not token.startswith("="):
            cards.append(card_from(token))
        elif face is None and cards and is_joker(cards[-1]) and sum(map(is_joker, cards)) == 1:
            face = kind_from(token[1:])
        else:
            raise ValueError("only a meld's joker stands for something")
    if not cards:
        raise ValueError("a meld without cards")
    return Lay(tuple(cards), face)


def _goal_text(to: Lay | Onto | None) -> str:
    match to:
        case None:
            return ""
        case Lay():
            return _lay_text(to)
        case Onto(meld, joker_as):
            return f"@{meld}{_face_text(joker_as)}"

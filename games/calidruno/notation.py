"""The short notation of moves; ``games.calidruno.moves`` lists it."""

from __future__ import annotations

import re

from games.calidruno.cards import KINDS, Card, Colour, is_wild, name_of
from games.calidruno.moves import Call, Catch, Deal, Draw, GraceOver, Move, Pass, Play, Report, Verdict, Vote
from games.core.errors import InvalidMoveError
from games.core.game import Seat


def _text_of_play(play: Play) -> str:
    named = "" if play.colour is None else f"={play.colour.letter}"
    return f"{name_of(play.card)}{named}{'!' if play.says_it else ''}"


def _all_plays() -> list[Play]:
    cards = [Card(kind) for kind in range(KINDS)]
    named = [(card, colour) for card in cards for colour in (None, *(Colour if is_wild(card) else ()))]
    return [Play(card, colour, says_it) for card, colour in named for says_it in (False, True)]


_FIXED: dict[str, Move] = {
    **{_text_of_play(play): play for play in _all_plays()},
    "draw": Draw(),
    "pass": Pass(),
    "call": Call(),
    "guilty": Vote(guilty=True),
    "clear": Vote(guilty=False),
    "judge-guilty": Vote(guilty=True, as_host=True),
    "judge-clear": Vote(guilty=False, as_host=True),
    "verdict": Verdict(),
    "deal": Deal(),
}
_TEXTS = {move: text for text, move in _FIXED.items()}

# Seats are one digit (CAL-1 allows ten), and no number begins with a nought: each move has one spelling.
_CATCH = re.compile(r"catch-(\d)", re.ASCII)
_REPORT = re.compile(r"report-(\d)-(\d)", re.ASCII)
_GRACE = re.compile(r"grace-(\d)-([1-9]\d{0,8})", re.ASCII)


def encode_move(move: Move) -> str:
    """The notation of a move.

    Raises:
        InvalidMoveError: if it is no move that has one, such as a coloured card that names a colour.
    """
    match move:
        case Catch(seat):
            return f"catch-{seat}"
        case Report(accused, advised):
            return f"report-{accused}-{advised}"
        case GraceOver(seat, turn):
            return f"grace-{seat}-{turn}"
        case _:
            if move not in _TEXTS:
                raise InvalidMoveError
            return _TEXTS[move]


def decode_move(text: str) -> Move:
    """The move of a notation.

    Raises:
        InvalidMoveError: if there is none.
    """
    if (move := _FIXED.get(text)) is not None:
        return move
    if found := _CATCH.fullmatch(text):
        return Catch(Seat(int(found[1])))
    if found := _REPORT.fullmatch(text):
        return Report(Seat(int(found[1])), Seat(int(found[2])))
    if found := _GRACE.fullmatch(text):
        return GraceOver(Seat(int(found[1])), int(found[2]))
    raise InvalidMoveError

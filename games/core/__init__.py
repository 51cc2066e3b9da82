"""What every game shares: the interface, matches, randomness, errors."""

from games.core.errors import (
    IllegalMoveError,
    InvalidMoveError,
    MatchOverError,
    NotYourTurnError,
    Reason,
    RulesError,
)
from games.core.game import DueMove, Game, GameInfo, Outcome, Seat, Step
from games.core.match import Match, PlayedMove
from games.core.options import OptionField, decode_options, encode_options, option, option_fields
from games.core.rng import Rng

__all__ = [
    "DueMove",
    "Game",
    "GameInfo",
    "IllegalMoveError",
    "InvalidMoveError",
    "Match",
    "MatchOverError",
    "NotYourTurnError",
    "OptionField",
    "Outcome",
    "PlayedMove",
    "Reason",
    "Rng",
    "RulesError",
    "Seat",
    "Step",
    "decode_options",
    "encode_options",
    "option",
    "option_fields",
]

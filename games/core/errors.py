"""Why a move is refused."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Base of each game's refusal reasons.

    A member is written ``MUST_PLAY = ("must_play", "CAL-14")``: its key, from which the message id of the text is
    made, and the rule number that the player is shown.
    """

    def __init__(self, key: str, rule: str) -> None:
        self.key = key
        self.rule = rule


class CoreReason(Reason):
    """Reasons that mean the same in every game."""

    NOT_A_MOVE = ("not_a_move", "G-4")
    NOT_YOUR_TURN = ("not_your_turn", "G-1")
    MATCH_OVER = ("match_over", "G-4")


class RulesError(ValueError):
    """A move that was not played; the state is as it was (G-4).

    Attributes:
        reason: which rule forbids it.
        details: values for the text, such as ``card=…`` or ``seat=…`` (never something the mover may not know).
    """

    def __init__(self, reason: Reason, **details: object) -> None:
        super().__init__(f"{reason.name} ({reason.rule})")
        self.reason = reason
        self.details = details


class InvalidMoveError(RulesError):
    """The text or value is no move of this game at all."""

    def __init__(self, reason: Reason = CoreReason.NOT_A_MOVE, **details: object) -> None:
        super().__init__(reason, **details)


class IllegalMoveError(RulesError):
    """A move of this game that the rules forbid now."""


class NotYourTurnError(IllegalMoveError):
    """A move that only the seat to act may make; ``details["active"]`` is the frozenset of seats to act."""

    def __init__(self, reason: Reason = CoreReason.NOT_YOUR_TURN, **details: object) -> None:
        super().__init__(reason, **details)


class MatchOverError(IllegalMoveError):
    """A move in a match that has ended."""

    def __init__(self, reason: Reason = CoreReason.MATCH_OVER, **details: object) -> None:
        super().__init__(reason, **details)

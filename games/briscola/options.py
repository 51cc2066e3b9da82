"""The options of blind Briscola, each with the rule book's own choice first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.core import option


@dataclass(frozen=True, slots=True)
class Options:
    """How a table plays.

    Attributes:
        all_pass: what happens when nobody calls: the hand is void and the next or the same dealer deals, or the last
            of the six must call at the highest number (BRI-11).
        show_running_points: whether the table counts the points as they are taken, or only at the end (BRI-23).
        scoring: whether a hand is won and lost, or also brings points that sum to zero (BRI-27).
        removed_rank: which rank is taken out of the forty cards (BRI-2).
        max_first_bid: the highest number that may be called (BRI-8).
        spectators_see: whether who watches sees what lies on the felt, or from the first reveal on all six hands.
        memory_aid: whether a player is shown which cards, in whatever order, their own hand must hold (BRI-18).
    """

    all_pass: Literal["void_next_dealer", "same_dealer", "last_must_call_59"] = option(
        "void_next_dealer", "same_dealer", "last_must_call_59"
    )
    show_running_points: Literal["no", "yes"] = option("no", "yes")
    scoring: Literal["wins", "zero_sum"] = option("wins", "zero_sum")
    removed_rank: Literal[6, 2] = option(6, 2)
    max_first_bid: Literal[59, 55, 50, 45] = option(59, 55, 50, 45)
    spectators_see: Literal["felt", "all"] = option("felt", "all")
    memory_aid: Literal["off", "on"] = option("off", "on")


PRESETS = {"seed": Options()}
"""The rule book's game."""

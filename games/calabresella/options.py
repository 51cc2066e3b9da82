"""The options of Calabresella, each with the rule book's own choice first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.core import option


@dataclass(frozen=True, slots=True)
class Options:
    """How a table plays.

    Attributes:
        follow_suit: whether one must follow the suit led if one can (CLB-26).
        auction: whether the auction goes round until two have passed, or each seat speaks once (CLB-11).
        all_pass_dealer: who deals again after all have passed (CLB-12).
        stramazzo: whether it needs all 35 thirds, or only that the losers' cards make less than one point (CLB-34).
        capotto_both_ways: whether a bidder without a single trick pays double too (CLB-33).
        solo_monte: whether a Solo bidder shows the monte before taking it (CLB-17).
        rounds: after how many played rounds the match ends; open: when the players say so (CLB-36).
        target: the chips at which somebody has won the match (CLB-36).
    """

    follow_suit: Literal["free", "required"] = option("free", "required")
    auction: Literal["until_two_pass", "one_turn_each"] = option("until_two_pass", "one_turn_each")
    all_pass_dealer: Literal["same", "next"] = option("same", "next")
    stramazzo: Literal["strict", "under_one_point"] = option("strict", "under_one_point")
    capotto_both_ways: Literal["yes", "bidder_only"] = option("yes", "bidder_only")
    solo_monte: Literal["face_up", "face_down"] = option("face_up", "face_down")
    rounds: Literal["open", "3", "6", "9", "12"] = option("open", "3", "6", "9", "12")
    target: Literal["none", "21"] = option("none", "21")


PRESETS = {
    "seed": Options(),
    "classic": Options(
        follow_suit="required", auction="one_turn_each", all_pass_dealer="next", stramazzo="under_one_point"
    ),
}
"""The rule book's game, and the classic terziglio."""

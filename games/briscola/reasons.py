"""Why a move is refused in blind Briscola."""

from __future__ import annotations

from games.core import Reason


class BriscolaReason(Reason):
    """Each with its key and the rule that the player is shown."""

    FIRST_BID_TOO_HIGH = ("first_bid_too_high", "BRI-8")
    BID_NOT_LOWER = ("bid_not_lower", "BRI-8")
    BID_BELOW_ONE = ("bid_below_one", "BRI-8")
    HAS_LEFT = ("has_left", "BRI-9")
    AUCTION_OVER = ("auction_over", "BRI-10")
    LAST_MUST_CALL = ("last_must_call", "BRI-11")
    AUCTION_FIRST = ("auction_first", "BRI-13")
    CALLER_NAMES_TRUMP = ("caller_names_trump", "BRI-14")
    TRUMP_TOO_EARLY = ("trump_too_early", "BRI-14")
    TRUMP_FIRST = ("trump_first", "BRI-14")
    TRUMP_IS_NAMED = ("trump_is_named", "BRI-14")
    SLOT_IS_EMPTY = ("slot_is_empty", "BRI-22")

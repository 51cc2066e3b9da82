"""Why a move is refused in Calabresella."""

from __future__ import annotations

from games.core import Reason


class CalabresellaReason(Reason):
    """Each with its key and the rule that the player is shown."""

    BID_NOT_HIGHER = ("bid_not_higher", "CLB-9")
    HAS_PASSED = ("has_passed", "CLB-11")
    HAS_SPOKEN = ("has_spoken", "CLB-11")
    AUCTION_OVER = ("auction_over", "CLB-11")
    AUCTION_FIRST = ("auction_first", "CLB-8")
    NO_CALL_NOW = ("no_call_now", "CLB-14")
    CALLS_OWN_CARD = ("calls_own_card", "CLB-14")
    CALL_FIRST = ("call_first", "CLB-14")
    NOTHING_TO_RETURN = ("nothing_to_return", "CLB-18")
    RETURN_FIRST = ("return_first", "CLB-18")
    NO_LAYING_OFF_NOW = ("no_laying_off_now", "CLB-19")
    LAY_OFF_FOUR = ("lay_off_four", "CLB-19")
    LAY_OFF_TWO = ("lay_off_two", "CLB-22")
    LAY_OFF_AS_TAKEN = ("lay_off_as_taken", "CLB-23")
    LAY_OFF_FIRST = ("lay_off_first", "CLB-19")
    NO_RAISE_NOW = ("no_raise_now", "CLB-21")
    RAISE_FIRST = ("raise_first", "CLB-21")
    NO_SPLIT_NOW = ("no_split_now", "CLB-23")
    NOT_IN_MONTE = ("not_in_monte", "CLB-23")
    SAME_SPLIT = ("same_split", "CLB-23")
    SPLIT_FIRST = ("split_first", "CLB-23")
    NOT_IN_HAND = ("not_in_hand", "CLB-25")
    MUST_FOLLOW_SUIT = ("must_follow_suit", "CLB-26")
    ROUND_GOES_ON = ("round_goes_on", "CLB-36")
    DEAL_FIRST = ("deal_first", "CLB-3")
    DEALER_DEALS = ("dealer_deals", "CLB-3")
    HAS_SAID_STOP = ("has_said_stop", "CLB-36")

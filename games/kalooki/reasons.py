"""Why Kalooki refuses a move, with the details that each reason carries for its text.

Cards in details are ``Card``, faces are ``Kind``, both as numbers of ``games.kalooki.cards``.
"""

from __future__ import annotations

from games.core import Reason


class KalookiReason(Reason):
    """The reasons, in the order of the rule book."""

    NOT_THE_CUTTER = ("not_the_cutter", "KAL-4")
    """``cutter``: the seat that cuts."""
    CUT_FIRST = ("cut_first", "KAL-4")
    NO_CUT_NOW = ("no_cut_now", "KAL-4")
    CUT_HEIGHT = ("cut_height", "KAL-4")
    """``height``, ``low``, ``high``."""

    TOO_FEW_CARDS = ("too_few_cards", "KAL-8")
    """``count``."""
    SAME_CARD_TWICE = ("same_card_twice", "KAL-9")
    """``kind``: the face that is there twice."""
    TRIS_FULL = ("tris_full", "KAL-9")
    """Four suits are there; ``card`` has no place."""
    ACE_IS_HIGH = ("ace_is_high", "KAL-10")
    RUN_GAP = ("run_gap", "KAL-10")
    """``missing``: the faces between lowest and highest that neither a card nor the joker fills."""
    RUN_FULL = ("run_full", "KAL-10")
    """The run goes from two to ace; the joker has no place."""
    NEITHER_KIND = ("neither_kind", "KAL-11")
    """The cards are of several ranks and several suits: ``ranks`` and ``suits`` count them."""
    TWO_JOKERS = ("two_jokers", "KAL-12")
    JOKER_UNSAID = ("joker_unsaid", "KAL-13")
    """``choices``: the faces that the joker may stand for."""
    JOKER_CANNOT_BE = ("joker_cannot_be", "KAL-13")
    """``kind`` was said; ``choices`` are possible."""

    DRAW_FIRST = ("draw_first", "KAL-14")
    ALREADY_DRAWN = ("already_drawn", "KAL-14")
    POZZO_ONLY_TO_MELD = ("pozzo_only_to_meld", "KAL-15")
    """``card`` can be laid nowhere at once."""
    LAY_POZZO_CARD_FIRST = ("lay_pozzo_card_first", "KAL-15")
    """``card`` was taken on the condition that it is laid at once."""
    OPENING_TOO_LOW = ("opening_too_low", "KAL-16")
    """``total`` of ``needed``."""
    OPENING_ONE_MELD = ("opening_one_meld", "KAL-17")
    """``melds``: how many were shown."""
    ONE_BY_ONE = ("one_by_one", "KAL-21")
    """Only the opening lays several melds in one act; later ones come one by one."""
    NOT_OPENED = ("not_opened", "KAL-20")
    """``needed``: what an opening must be worth."""

    DOES_NOT_FIT = ("does_not_fit", "KAL-22")
    """``card`` does not go with the meld; ``fits`` are the faces that do."""
    ONLY_SWAP = ("only_swap", "KAL-22")
    """``card`` is what the meld's joker stands for: it can only be swapped for it."""
    NO_JOKER_THERE = ("no_joker_there", "KAL-23")
    NOT_THE_JOKERS_CARD = ("not_the_jokers_card", "KAL-23")
    """``card`` does not free the joker; ``wanted`` are the faces that do (all of them if ``all`` is true)."""
    REPLAY_JOKER = ("replay_joker", "KAL-23")
    """The freed joker has to be laid in the same move."""
    JOKER_NEW_MELD = ("joker_new_meld", "KAL-24")
    """The option allows it into a new meld only."""
    NO_CARD_TO_DISCARD = ("no_card_to_discard", "KAL-26")

    STOCK_OUT = ("stock_out", "KAL-35")
    """Nothing can be drawn from the stock and the pozzo has no cards to give it."""
    NOT_EXHAUSTED = ("not_exhausted", "KAL-35")
    """The hand can be declined only when the stock cannot be renewed."""

    NOT_IN_HAND = ("not_in_hand", "G-3")
    """``card``."""
    NO_SUCH_MELD = ("no_such_meld", "G-3")
    """``meld``: its number, from 0."""

"""The options of Kalooki (rule book 3.6); every default is the rule book's own."""

from __future__ import annotations

from dataclasses import dataclass

from games.core import option


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may agree on before the first hand.

    Attributes:
        discard_draw: who may take the top of the pozzo (KAL-15): anybody; only to lay it down at once; only who has
            opened, or opens with it.
        opening_single_meld: whether the opening must be one meld (KAL-17).
        opening_min: points that the opening must be worth (KAL-16).
        joker_in_set: what frees the joker of a three-card tris (KAL-23): the exact card it stands for; a card of
            either missing suit; both of them together.
        swapped_joker: where a freed joker may go (KAL-24): anywhere on the table, or only into a new meld.
        kalooki_doubles: whether laying everything in one turn doubles what the others score (KAL-31).
        target: the total at which the match ends (KAL-32).
        unopened_penalty: what a hand costs that never opened (KAL-30): 50, or what it holds.
        max_players: how many may sit down (KAL-1).
        suggestions: whether the table shows each player in private what might be laid; no rule, but people agree on it.
    """

    discard_draw: str = option("free", "must_use_in_meld", "only_opened_or_opening")
    opening_single_meld: str = option("no", "yes")
    opening_min: int = option(40, 51, 30)
    joker_in_set: str = option("exact_card", "either_missing_suit", "both_missing_suits")
    swapped_joker: str = option("meld_or_layoff", "new_meld_only")
    kalooki_doubles: str = option("no", "yes")
    target: int = option(150, 50, 100, 200, 300)
    unopened_penalty: str = option("50", "hand_value")
    max_players: int = option(5, 6)
    suggestions: str = option("off", "on")

"""The rule options of Calidruno (rule book 2.7), each with the seed's own rule first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from games.core.options import option

YesNo = Literal["no", "yes"]


@dataclass(frozen=True, slots=True)
class Options:
    """How a table plays where the rule book leaves a choice.

    Attributes:
        plus4_copies_per_colour: coloured Carta +4 in the pack, per colour (CAL-2).
        plus4_ends_turn: whether the victim of a coloured Carta +4 also misses the turn (CAL-25).
        stacking: whether a draw card may be answered by another, and by which (CAL-21). A coloured one must still
            match (CAL-11).
        draw_when_playable: whether one may draw although a card could be played (CAL-14).
        drawn_card: what may be done with a card just drawn (CAL-15).
        two_player_reverse: what Cambia giro does with two players (CAL-18).
        wild4_only_without_colour: whether W+4 needs a hand without the colour in force (CAL-24).
        last_card_must_be_number: whether one may only go out with a number card (CAL-34).
        accept_uno: whether "UNO!" counts as the word (CAL-28).
        scoring: a match is one hand, or hands are played until somebody has 500 points (CAL-35).
        next_dealer: who deals the next hand or match (CAL-36).
        suggestion_penalty: who decides on a report of a hint (CAL-39).
        grace_s: head start for the call in seconds, 0 for none. Not in the seed: it makes up for slow hands and nets.
        call_by: how the word is said at this table. The rules do not look at it.
    """

    plus4_copies_per_colour: Literal[1, 0, 2] = option(1, 0, 2)
    plus4_ends_turn: YesNo = option("yes", "no")
    stacking: Literal["off", "same_kind", "any_draw_card"] = option("off", "same_kind", "any_draw_card")
    draw_when_playable: YesNo = option("no", "yes")
    drawn_card: Literal["may_play", "must_play", "may_not_play", "draw_until_playable"] = option(
        "may_play", "must_play", "may_not_play", "draw_until_playable"
    )
    two_player_reverse: Literal["no_effect", "skip"] = option("no_effect", "skip")
    wild4_only_without_colour: YesNo = option("no", "yes")
    last_card_must_be_number: YesNo = option("no", "yes")
    accept_uno: YesNo = option("no", "yes")
    scoring: Literal["wins", "points_to_500"] = option("wins", "points_to_500")
    next_dealer: Literal["draw", "rotate_left", "winner"] = option("draw", "rotate_left", "winner")
    suggestion_penalty: Literal["vote", "host", "off"] = option("vote", "host", "off")
    grace_s: Literal[3, 0, 5, 10] = option(3, 0, 5, 10)
    call_by: Literal["word", "button"] = option("word", "button")


SEED = Options()
CLASSIC = Options(
    plus4_copies_per_colour=0,
    draw_when_playable="yes",
    two_player_reverse="skip",
    wild4_only_without_colour="yes",
    accept_uno="yes",
    scoring="points_to_500",
    next_dealer="rotate_left",
    suggestion_penalty="off",
)

PRESETS: Mapping[str, Options] = MappingProxyType({"seed": SEED, "classic": CLASSIC})
"""The seed's own rules, and those of the shop-bought relative of the game."""

"""What a player has chosen and not yet laid: the half-made choice that the house keeps for a seat.

It is a value; each change makes a new one. Nothing here is on the table: laying is a move, and losing this (a restart,
the end of the turn) loses no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.presenters.views import SeatView
from games.core import Reason
from games.kalooki.cards import Card
from games.kalooki.melds import read_meld
from games.kalooki.moves import Lay
from games.kalooki.observation import Meld, Observation, Phase
from games.kalooki.reasons import KalookiReason


@dataclass(frozen=True, slots=True)
class Choosing:
    """A half-made choice.

    Attributes:
        chosen: the cards picked for a meld.
        opening: the melds set aside for the opening, jokers with what they stand for.
        page: which part of menus too long for one is shown.
    """

    chosen: tuple[Card, ...] = ()
    opening: tuple[Meld, ...] = ()
    page: int = 0

    @property
    def set_aside(self) -> frozenset[Card]:
        """The cards of the opening in the making."""
        return frozenset(card for meld in self.opening for card in meld.cards)

    @property
    def points(self) -> int:
        """What the opening in the making is worth so far."""
        return sum(meld.points for meld in self.opening)

    def pick(self, offered: Iterable[Card], picked: Iterable[Card]) -> Choosing:
        """Of the cards offered these are picked and no others; cards that were not offered stay as they are."""
        kept = set(self.chosen).difference(offered)
        return replace(self, chosen=tuple(sorted(kept.union(picked))))

    def add(self, meld: Meld) -> Choosing:
        """The chosen cards are set aside for the opening as this meld."""
        return replace(self, chosen=(), opening=(*self.opening, meld))

    def turn_page(self) -> Choosing:
        """Show the next part of long menus."""
        return replace(self, page=self.page + 1)

    def undo(self) -> Choosing:
        """Put the chosen cards back, else the meld set aside last."""
        return replace(self, chosen=()) if self.chosen else replace(self, opening=self.opening[:-1])


class Reading(NamedTuple):
    """What the chosen cards are: one meld, two where the joker could stand for two cards (KAL-13), or none for a
    reason."""

    melds: tuple[Meld, ...]
    reason: Reason | None
    details: dict[str, object]


def read(cards: Sequence[Card]) -> Reading:
    """Read a choice of cards."""
    found = read_meld(cards)
    if found.meld is not None:
        return Reading((found.meld,), None, {})
    if found.reason is KalookiReason.JOKER_UNSAID:
        each = (read_meld(cards, face).meld for face in found.choices)
        return Reading(tuple(meld for meld in each if meld is not None), None, {})
    return Reading((), found.reason, dict(found.details))


def lay(meld: Meld) -> Lay:
    """A meld as the move shows it."""
    return Lay(meld.cards, meld.joker_as)


def may_choose(view: SeatView) -> bool:
    """Whether this seat has drawn and may lay now."""
    observation: Observation = view.observation
    return view.seat is not None and observation.to_act == view.seat and observation.phase is Phase.PLAY


def choosing_of(view: SeatView) -> Choosing:
    """The seat's half-made choice; an empty one if there is none or it speaks of cards that are not held any more."""
    draft, observation = view.draft, view.observation
    if not isinstance(draft, Choosing) or not may_choose(view):
        return Choosing()
    gone = draft.set_aside.union(draft.chosen).difference(observation.hand)
    return Choosing() if gone else draft

"""What everybody may see of a hand of blind Briscola, whatever the table lets its spectators see."""

from __future__ import annotations

from games.briscola.observation import Observation, SlotView
from games.briscola.terms import SLOTS, Phase, Slot


def felt(observation: Observation) -> Observation:
    """The observation without any card that is still held.

    Where spectators see all, the observation of seat None holds the six hands; the table's public message is read by
    those who play, too, and must never hold them (BRI-5, BRI-18).
    """
    return observation._replace(
        seat=None,
        own_cards=None,
        hands=tuple(
            tuple(SlotView(slot.held, None if slot.held else slot.face) for slot in hand) for hand in observation.hands
        ),
    )


def held_slots(observation: Observation, seat: int) -> tuple[Slot, ...]:
    """The slots of a seat that still hold a card."""
    return tuple(slot for slot, view in zip(SLOTS, observation.hands[seat], strict=True) if view.held)


def trick_number(observation: Observation) -> int:
    """Which of the six tricks is played, from 1; between two tricks the one to come."""
    return min(len(observation.tricks) + 1, len(SLOTS))


def in_tricks(observation: Observation) -> bool:
    """Whether the first trick is turned up, so that hands are seen, and the hand goes on."""
    return observation.phase is Phase.TRICKS

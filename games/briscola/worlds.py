"""Other states that a seat of blind Briscola cannot tell from the real one."""

from __future__ import annotations

from games.briscola.options import Options
from games.briscola.state import State, held_places
from games.briscola.terms import SLOTS, Slot
from games.core import Rng, Seat


def sees_hand(options: Options, viewer: Seat | None, owner: Seat) -> bool:
    """Whether from the first reveal on the viewer sees the cards that the owner holds: all but their own; spectators
    by option (BRI-18)."""
    return options.spectators_see == "all" if viewer is None else viewer != owner


def resample(state: State, seat: Seat | None, rng: Rng) -> State:
    """Before the first reveal all 36 cards lie anywhere; later the seat's own cards change slots, and a spectator who
    sees only the felt cannot tell any of the held cards from each other."""
    places: list[tuple[Seat, Slot]]
    if state.trump is None:
        places = [(Seat(owner), slot) for owner in range(len(state.hands)) for slot in SLOTS]
    else:
        places = [(owner, slot) for owner, slot in held_places(state) if not sees_hand(state.options, seat, owner)]
    hands = [list(hand) for hand in state.hands]
    cards = rng.shuffled([hands[owner][slot - 1] for owner, slot in places])
    for (owner, slot), card in zip(places, cards, strict=True):
        hands[owner][slot - 1] = card
    trick = tuple([hands[(state.leader + place) % len(hands)][slot - 1] for place, slot in enumerate(state.slots)])
    return state._replace(hands=tuple(map(tuple, hands)), trick=trick)

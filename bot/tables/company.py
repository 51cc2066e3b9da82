"""Computer players as company: who they are, and at which seats they play.

A computer that sits at a table is a person with a negative id, from which its name and its strength follow. A computer
also stands in for people who are away or have left, if the table wants that.
"""

from __future__ import annotations

from typing import NamedTuple

from data.records import Presence, SeatRecord, StandIn, TableRecord, is_computer
from games.core.player import Strength

NAMES = (
    "Gino",
    "Lucia",
    "Marco",
    "Rosa",
    "Piero",
    "Nadia",
    "Ugo",
    "Teresa",
    "Sandro",
    "Ines",
    "Livio",
    "Marta",
    "Renzo",
    "Silvia",
    "Tullio",
    "Vera",
)
"""What computers are called. Ids are made from places in this list: names may be added at its end, never moved."""

STRENGTHS = tuple(Strength)
STANDS_IN = Strength.GOOD
"""How well a computer plays for somebody who is away."""

SOLO_SEATS = 4
"""How many play at a table of one person and computers, if the game does not need more or allow fewer."""


class Computer(NamedTuple):
    """A computer player that can sit at tables."""

    name: str
    strength: Strength

    @property
    def user_id(self) -> int:
        """Its id, negative and the same for ever."""
        return -(1 + len(STRENGTHS) * NAMES.index(self.name) + STRENGTHS.index(self.strength))


def computer_of(user_id: int) -> Computer | None:
    """The computer player of an id; None for people."""
    if not is_computer(user_id):
        return None
    name, strength = divmod(-user_id - 1, len(STRENGTHS))
    return Computer(NAMES[name % len(NAMES)], STRENGTHS[strength])


def newcomer(record: TableRecord, strength: Strength) -> SeatRecord:
    """A computer of this strength that is not at the table yet. Not every table begins with the same name."""
    taken = {seat.name for seat in record.seats}
    names = [NAMES[(record.id + place) % len(NAMES)] for place in range(len(NAMES))]
    name = next(name for name in names if name not in taken)
    return SeatRecord(Computer(name, strength).user_id, name)


def plays_at(record: TableRecord, seat: int) -> Strength | None:
    """How well the computer plays that acts for a seat now; None where its owner acts, or the table."""
    held = record.seats[seat]
    if computer := computer_of(held.user_id):
        return computer.strength
    away = held.presence is not Presence.HERE
    return STANDS_IN if away and record.stand_in is StandIn.COMPUTER else None

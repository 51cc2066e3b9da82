"""What a presenter is given: everything one viewer may know, and nothing else. What of it is not for everybody does not
show when Python spells a view out, which may end in a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.text.catalog import Text
from data.records import PlayerSettings, Presence, StandIn, TableStatus, is_computer

FRENCH, ITALIAN = "french", "italian"
"""The suits that the forty cards may have."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody sees it. ``name`` is cleaned but not escaped; ``wins`` counts matches won at this table;
    ``computer`` is the strength of the computer that plays here now, for itself or for somebody who is away."""

    user_id: int
    name: str
    presence: Presence = Presence.HERE
    wins: int = 0
    computer: str = ""

    @property
    def is_person(self) -> bool:
        """Whether the seat belongs to a person, whoever plays there now."""
        return not is_computer(self.user_id)


@dataclass(frozen=True, slots=True)
class TableView:
    """What everybody may see of a table.

    Attributes:
        text: translations in the language of whoever reads this (the server's for the public message).
        observation: the game's observation for seat None; None in a lobby.
        log: the public events of the last moves, oldest first, one tuple a move.
        deadline: Unix time in seconds at which the turn ends; None without a clock.
        paused: why nothing goes on, as a message id; "" while the table is in play.
        stand_in: who plays for people who are away.
        faces: which suits the forty cards have for whoever reads this, ``FRENCH`` or ``ITALIAN``.
        seal, match_seal: the commitments to the next deal and to the one that is played or shown; "" for none.
    """

    table_id: int
    ply: int
    status: TableStatus
    game: str
    options: Any
    clock_s: int
    host_id: int
    seats: tuple[SeatInfo, ...]
    watchers: int
    text: Text
    observation: Any = field(default=None, repr=False)
    active: frozenset[int] = frozenset()
    log: tuple[tuple[Any, ...], ...] = ()
    outcome: Any = None
    deadline: int | None = None
    paused: str = ""
    faces: str = FRENCH
    stand_in: StandIn = StandIn.COMPUTER
    seal: str = ""
    match_seal: str = ""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seated player (or, with seat None, one watcher) may see.

    Attributes:
        table: the same table with ``text`` in this reader's language.
        observation: the game's observation for this seat.
        legal: notation → move of everything this seat may do now.
        notice: a sentence to show above the hand: what was just refused or done.
        notes: what this player has noted for nobody else, by place (see ``Presenter.note_places``).
        draft: the presenter's own half-made choice (cards picked for a meld); None at the start of each turn.
        watching: whether this reader watches the table without a seat.
        rounds_played: how many rounds of this game the person has played, at any table; known where a hand is shown.
    """

    table: TableView
    seat: int | None
    observation: Any = field(repr=False)
    legal: Mapping[str, Any] = field(repr=False)
    settings: PlayerSettings
    notice: str = ""
    draft: Any = field(default=None, repr=False)
    notes: Mapping[int, str] = field(default_factory=dict[int, str], repr=False)
    rounds_played: int = 0
    watching: bool = False

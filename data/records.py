"""What is stored, as plain immutable values. Times are UTC milliseconds; ids are Discord's snowflakes as integers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

TableId = NewType("TableId", int)
MatchId = NewType("MatchId", int)

Value = str | int
"""What an option or a setting may hold."""


class TableStatus(StrEnum):
    """Where a table is in its life. Only a closed table leaves its channel free."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Presence(StrEnum):
    """Who acts for a seat: its owner, or the table because the owner is away or has left."""

    HERE = "here"
    ABSENT = "absent"
    LEFT = "left"


class StandIn(StrEnum):
    """Who plays for people who are away or have left: a computer, or the table with moves that do no harm."""

    COMPUTER = "computer"
    TIMEOUT = "timeout"


def is_computer(user_id: int) -> bool:
    """Whether this id is a computer player's. Discord's ids are positive; computers have negative ones, so that a
    record of who played, sat or won needs to know no more."""
    return user_id < 0


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat, in playing order. ``name`` is the display name at the time of sitting down, for the pictures; it goes
    with the table. ``join_id`` is Discord's id of the press by which its person sat down, 0 if there was none."""

    user_id: int
    name: str
    presence: Presence = Presence.HERE
    timeouts: int = 0
    join_id: int = 0


@dataclass(frozen=True, slots=True)
class Pact:
    """The secret that one match is dealt from, and the hash of it that everybody may see beforehand."""

    commitment: str
    server_seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table with its seats.

    Attributes:
        version: counts the writes; a write with an older version is refused.
        options: the rule options by name, as ``games.core.encode_options`` gives them.
        clock_s: seconds a player has for a turn; 0 means no clock.
        match_id: the match being played or last played.
        wins: user id → matches won at this table.
        watchers: user ids of people who watch.
        message_id, message_channel_id, posted_at: the public message; None while there is none.
        deadline_at: when the turn times out; None without a clock.
        next_dealer: user id of who deals the next match, where the rules carry that over.
        stand_in: who plays for people who are away.
        commitment: what is shown of the next match's pact; "" if there is none.
    """

    id: TableId
    guild_id: int
    channel_id: int
    host_id: int
    game: str
    status: TableStatus
    options: Mapping[str, Value]
    clock_s: int
    seats: tuple[SeatRecord, ...]
    created_at: int
    touched_at: int
    version: int = 0
    parent_channel_id: int | None = None
    match_id: MatchId | None = None
    wins: Mapping[int, int] = field(default_factory=dict[int, int])
    watchers: tuple[int, ...] = ()
    message_id: int | None = None
    message_channel_id: int | None = None
    posted_at: int | None = None
    deadline_at: int | None = None
    next_dealer: int | None = None
    stand_in: StandIn = StandIn.COMPUTER
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The fixed part of a match. With its moves it is everything that is needed to play it over.

    Attributes:
        number: which match at its table, counted from 1.
        commitment: what was shown of its pact before it began; "" for a match without one.
        joins: for each player the ``join_id`` of the seat.
        start_id: Discord's id of the press that started it.
    """

    id: MatchId
    table_id: TableId
    game: str
    rules_version: int
    options: Mapping[str, Value]
    players: tuple[int, ...]
    seed: bytes = field(repr=False)
    dealer: int | None
    started_at: int
    finished_at: int | None = None
    outcome: str | None = None
    number: int = 1
    commitment: str = ""
    joins: tuple[int, ...] = ()
    start_id: int = 0


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list: enough to name it."""

    id: MatchId
    table_id: TableId
    number: int
    game: str
    started_at: int
    finished_at: int | None


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One line of the journal. ``ply`` counts from 1; ``seat`` is None for the table's own moves. A move may name cards
    that only its player knows, so it is not part of what ``repr`` tells."""

    match_id: MatchId
    ply: int
    seat: int | None
    move: str = field(repr=False)
    idem: str
    at: int


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What one person has chosen. ``locale`` "" means: as Discord reports it; ``deck`` is how many colours the suits of
    French cards have, "four" or "two"; ``faces`` are the suits of the forty cards, "french" or "italian"."""

    user_id: int
    locale: str = ""
    hand_by: str = "here"
    sort_by: str = "colour"
    letters: bool = False
    pings: bool = True
    dm_closed: bool = False
    deck: str = "four"
    faces: str = "french"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's managers have chosen. ``channels`` empty means: tables may be opened anywhere; ``faces`` are the
    suits of the forty cards on public pictures, "french" or "italian"."""

    guild_id: int
    locale: str = ""
    channels: tuple[int, ...] = ()
    table_limit: int = 25
    clock_s: int = 120
    pings: bool = True
    message_content: bool = False
    faces: str = "french"

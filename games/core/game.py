"""The interface of a game.

Terms as elsewhere in the field: a *seat* is a place at the table in playing order (never a Discord id), a *ply* is one
move by anybody, an *observation* is what one seat may know, seat ``None`` is the spectator in ``observe`` and the table
itself in ``legal_moves`` and ``apply``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, NewType, TypeVar

from games.core.rng import Rng

Seat = NewType("Seat", int)

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ObservationT = TypeVar("ObservationT")


class GameInfo(NamedTuple):
    """What is known of a game before a match: its key, the version of its rules, and how many can play."""

    key: str
    rules_version: int
    min_seats: int
    max_seats: int


class Step(NamedTuple, Generic[StateT]):
    """The result of a move: the new state, and the public facts that it made true, in order.

    Events hold only what everybody at the table may know.
    """

    state: StateT
    events: tuple[Any, ...]


class Outcome(NamedTuple):
    """How a match ended.

    Attributes:
        reason: a key such as ``"went_out"``; texts are made from it.
        places: for each seat its place, 1 for the best; equal places are shared. Empty if nobody won (a void match).
        points: for each seat its points in the game's own unit; empty where the game counts none.
    """

    reason: str
    places: tuple[int, ...]
    points: tuple[int, ...] = ()


class DueMove(NamedTuple, Generic[MoveT]):
    """A move that the table itself (seat ``None``) plays ``after_s`` seconds after it first became legal."""

    move: MoveT
    after_s: int


class Game(ABC, Generic[OptionsT, StateT, MoveT, ObservationT]):
    """The rules of one game. It holds no state of its own; states, moves, events and observations are immutable.

    Where a method is given a state, it is one that this game made. ``apply`` is the authority on legality.
    """

    info: ClassVar[GameInfo]
    options_type: type[OptionsT]
    presets: Mapping[str, OptionsT]
    """Named sets of options; the first one is "seed", the rule book's own."""

    def most_seats(self, options: OptionsT) -> int:
        """How many can play by these options; never more than ``info.max_seats``."""
        del options
        return self.info.max_seats

    @abstractmethod
    def setup(self, options: OptionsT, seats: int, rng: Rng, dealer: Seat | None = None) -> StateT:
        """The state before the first move. ``dealer`` is who deals if an earlier match of the same people says so.

        Raises:
            ValueError: if the options do not allow so many seats.
        """

    @abstractmethod
    def active_seats(self, state: StateT) -> frozenset[Seat]:
        """The seats that must act now; empty if and only if the match is over."""

    @abstractmethod
    def legal_moves(self, state: StateT, seat: Seat | None) -> Sequence[MoveT]:
        """What the seat may do now, in a stable order; what the table may do now if seat is None.

        It may be non-empty for a seat that need not act (a call, an accusation, a vote).
        """

    def side_moves(self, state: StateT, seat: Seat | None) -> Sequence[MoveT]:
        """What the seat may do beside the play of the cards, such as a report against another player.

        These are kept apart because they are many and no answer to a position: players, searches and random playouts
        look at ``legal_moves`` only. ``apply`` accepts exactly the legal moves and the side moves. Usually none."""
        del state, seat
        return ()

    def listed(self, state: StateT, seat: Seat | None, move: MoveT) -> MoveT:
        """The legal or side move that stands for this one: ``apply`` accepts a move if and only if that is listed.

        Usually it is the move itself. A game in which moves differ where it makes no difference (which of two equal
        cards, in which order cards are named) lists one of them for all, and says here which."""
        del state, seat
        return move

    @abstractmethod
    def apply(self, state: StateT, seat: Seat | None, move: MoveT, rng: Rng) -> Step[StateT]:
        """Play the move; the given state is untouched.

        Raises:
            RulesError: if the seat may not make this move now, with the reason.
        """

    @abstractmethod
    def observe(self, state: StateT, seat: Seat | None) -> ObservationT:
        """What the seat (or a spectator) may know. A function of that alone: cards it has not seen do not change it."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the match ended; None while it goes on."""

    @abstractmethod
    def timeout_move(self, state: StateT, seat: Seat) -> MoveT:
        """The move that the table makes for an active seat whose time is over: legal, harmless, quick to an end."""

    def due_moves(self, state: StateT) -> Sequence[DueMove[MoveT]]:
        """The table's own moves that time will bring; each is legal for seat None now. Usually none."""
        del state
        return ()

    def rounds(self, state: StateT) -> int:
        """How many rounds of this match have been played to their count. A game that shows newcomers more than others
        counts them, and the house keeps the sum for each person."""
        del state
        return 0

    def next_dealer(self, state: StateT) -> Seat | None:
        """Who deals a further match of the same people; None if the rules draw a dealer anew."""
        del state
        return None

    @abstractmethod
    def encode_move(self, move: MoveT) -> str:
        """The move in the game's short notation: printable ASCII without spaces or colons, at most 40 characters
        where a move is offered as a button or menu entry. It is stored, replayed and put into component ids."""

    @abstractmethod
    def decode_move(self, text: str) -> MoveT:
        """The move of a notation; the inverse of ``encode_move``.

        Raises:
            InvalidMoveError: if the text is no move of this game.
        """

    # What the laws in tests/games and the search players need to know of the cards.

    @abstractmethod
    def deck(self, options: OptionsT) -> Sequence[Any]:
        """All cards of the pack, in a fixed order; equal cards occur as often as the pack has them."""

    @abstractmethod
    def cards(self, state: StateT) -> Sequence[Any]:
        """All cards wherever they lie, in any order: always the deck, nothing more or less (G-3)."""

    @abstractmethod
    def resample(self, state: StateT, seat: Seat | None, rng: Rng) -> StateT:
        """A state that the seat (None: a spectator) cannot tell from this one: the cards that it has not seen lie
        otherwise, all that it knows is the same."""

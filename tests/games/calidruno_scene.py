"""Positions of Calidruno in a notation that reads like a table, and moves by name.

``scene("R7 | Anna: B7 G2 | Bruno: Y+2 R1")`` is a table with R7 on the discard pile, Anna to act. ``W=B`` on top is a
wild with blue declared. The stock holds the rest of the pack in order, under the cards that ``stock`` names (the first
of them is drawn first).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.calidruno.cards import Card, Colour, card_from, colour_of, is_wild, name_of
from games.calidruno.matching import Book
from games.calidruno.options import Options
from games.calidruno.reasons import CalidrunoReason
from games.calidruno.rules import Calidruno
from games.calidruno.state import Frame, State
from games.core import Reason, Rng, RulesError, Seat, decode_options

GAME = Calidruno()
SEED = bytes(range(16))
NO_GRACE = Options(grace_s=0)
ANNA, BRUNO, CARLA, DARIO = map(Seat, range(4))


def rules(**values: str | int) -> Options:
    """The seed's options but for these, and without a head start unless one is named."""
    return decode_options(Options, {"grace_s": 0, **values})


def cards(text: str) -> list[Card]:
    """The cards of a text such as ``R7 W+4``."""
    return [card_from(name) for name in text.split()]


def names(hand: Any) -> str:
    """The inverse of ``cards``."""
    return " ".join(map(name_of, hand))


@dataclass
class Scene:
    """A table in play. Moves are written ``Anna: R7``, ``Carla: catch Anna``, ``table: grace Anna``."""

    seats: list[str]
    state: State
    plies: int = 0
    events: list[Any] = field(default_factory=list[Any])

    def does(self, *lines: str) -> Scene:
        """Play the moves; ``events`` then holds those of the last one."""
        for line in lines:
            who, move = self._read(line)
            self.plies += 1
            self.state, happened = GAME.apply(self.state, who, move, Rng(SEED, self.plies))
            self.events = list(happened)
        return self

    def refuses(self, line: str) -> Reason:
        """Why the move is refused; the state must be as it was, and the move must not be listed as legal."""
        who, move = self._read(line)
        before = self.state
        try:
            GAME.apply(self.state, who, move, Rng(SEED, self.plies + 1))
        except RulesError as error:
            assert self.state == before
            assert move not in GAME.legal_moves(self.state, who)
            return error.reason
        raise AssertionError(f"{line!r} was played")

    def allows(self, line: str) -> bool:
        """Whether the move is listed as legal."""
        who, move = self._read(line)
        return move in GAME.legal_moves(self.state, who) or move in GAME.side_moves(self.state, who)

    def legal(self, name: str) -> set[str]:
        """The notations of all legal moves of a player, or of the table."""
        return {GAME.encode_move(move) for move in GAME.legal_moves(self.state, self.seat(name))}

    def hand(self, name: str) -> str:
        """A player's cards."""
        seat = self.seat(name)
        assert seat is not None
        return names(self.state.hands[seat])

    def held(self, name: str) -> int:
        """How many cards a player holds."""
        return len(self.hand(name).split())

    def seen(self, name: str) -> Any:
        """A player's observation."""
        return GAME.observe(self.state, self.seat(name))

    @property
    def to_act(self) -> str | None:
        """Whose turn it is."""
        return None if self.state.to_act is None else self.seats[self.state.to_act]

    @property
    def winner(self) -> str | None:
        """Who won the match; None while it goes on or if nobody did."""
        outcome = self.state.frame.outcome
        return self.seats[outcome.places.index(1)] if outcome and outcome.places else None

    def seat(self, name: str) -> Seat | None:
        """The seat of a player; None for the table."""
        return None if name == "table" else Seat(self.seats.index(name))

    def _read(self, line: str) -> tuple[Seat | None, Any]:
        name, text = line.split(": ")
        words = [str(self.seats.index(word)) if word in self.seats else word for word in text.split()]
        if words[0] == "grace":
            owed = [duty for duty in self.state.duties if str(duty.seat) == words[1]]
            words.append(str(owed[0].turn if owed else 1))
        return self.seat(name), GAME.decode_move("-".join(words))


def scene(
    table: str,
    options: Options = NO_GRACE,
    *,
    stock: str = "",
    rest_in: str = "stock",
    direction: int = 1,
    **state: Any,
) -> Scene:
    """A table from its description; ``rest_in`` says where the cards lie that it does not name: in the ``stock``, in
    the ``discards`` below the top one, or ``nowhere``. Further arguments are fields of the State."""
    top_text, *players = (part.strip() for part in table.split("|"))
    top_name, _, colour_letter = top_text.partition("=")
    top = card_from(top_name)
    colour = Colour("RBYG".index(colour_letter)) if is_wild(top) else colour_of(top)
    seats, hands = [], []
    for player in players:
        name, _, held = player.partition(":")
        seats.append(name.strip())
        hands.append(tuple(sorted(cards(held))))
    upper = cards(stock)
    rest = list(Book.of(options).pack)
    for card in [top, *upper, *(card for hand in hands for card in hand)]:
        rest.remove(card)
    pile = tuple(reversed(upper))
    fields: dict[str, Any] = {
        "book": Book.of(options),
        "hands": tuple(hands),
        "stock": (*rest, *pile) if rest_in == "stock" else pile,
        "discards": (*rest, top) if rest_in == "discards" else (top,),
        "colour": colour,
        "direction": direction,
        "to_act": Seat(0),
        "drawn": None,
        "debt": 0,
        "idle": 0,
        "turn": 1,
        "duties": (),
        "endings": (None,) * len(hands),
        "hearing": None,
        "barred": (),
        "frame": Frame(Seat(len(hands) - 1), 1, (0,) * len(hands) if options.scoring == "points_to_500" else (), ()),
    }
    return Scene(seats, State(**{**fields, **state}))


Why = CalidrunoReason

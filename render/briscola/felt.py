"""What lies on the felt for everybody, in the table's picture and in each player's view."""

from __future__ import annotations

from typing import NamedTuple

from games.briscola.cards import ORDER
from games.briscola.observation import Observation
from games.briscola.terms import Phase
from games.core.cards import Card, Suit

SEATS = 6


class FeltCard(NamedTuple):
    """A card of the trick: whose, its face (None while it lies face down), whether it was led, whether it takes."""

    seat: int
    card: Card | None
    led: bool
    taking: bool


class Felt(NamedTuple):
    """The trick that is played or was taken last, and who is to add to it.

    Attributes:
        next: the seat to play to the trick now; None if none is.
        taken: the trick is complete and turned up: it lies there until the next one is led.
    """

    cards: tuple[FeltCard, ...]
    next: int | None
    taken: bool


def felt_of(observation: Observation) -> Felt:
    """The trick on the table; between two tricks the one just taken, so that everybody sees how it ended."""
    playing = observation.phase in (Phase.FIRST_TRICK, Phase.TRICKS)
    to_play = int(observation.to_act[0]) if playing and observation.to_act else None
    if observation.trick:
        return Felt(_cards([(int(c.seat), c.card) for c in observation.trick], observation.trump), to_play, False)
    if observation.tricks:
        last = observation.tricks[-1]
        seats = [(last.leader + i) % SEATS for i in range(SEATS)]
        return Felt(_cards(list(zip(seats, last.cards, strict=True)), observation.trump), to_play, True)
    return Felt((), to_play, False)


def _cards(played: list[tuple[int, Card | None]], trump: Suit | None) -> tuple[FeltCard, ...]:
    faces = [card for _, card in played if card is not None]
    winner = ORDER.winner(faces, trump) if faces and len(faces) == len(played) else None
    return tuple(FeltCard(seat, card, i == 0, i == winner) for i, (seat, card) in enumerate(played))

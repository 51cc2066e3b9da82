"""What one seat may know of a match of Calabresella (G-5)."""

from __future__ import annotations

from typing import NamedTuple

from games.calabresella.terms import Account, Call, Contract, Phase, Trick
from games.core import Outcome, Seat
from games.core.cards import Card


class SplitOffer(NamedTuple):
    """A split of the monte on the table: who proposed it, and what each opponent would take (CLB-23)."""

    seat: Seat
    first_takes: tuple[Card, ...]
    second_takes: tuple[Card, ...]


class Observation(NamedTuple):
    """The table as one seat sees it; ``seat`` None is a spectator. Seats follow each other counterclockwise.

    Attributes:
        to_act: the seats that must act now, in playing order; two where both opponents lay off.
        number: the round being played, from 1; a deal that all passed does not count.
        balances: chips of each seat.
        stops: the seats that would end the match, between rounds.
        calls: what was said in this round's auction, in order.
        highest: the highest call so far, None before any; its seat is the bidder once the auction is over.
        contract: the contract in play, raised or not; None until the auction is over.
        bidder: who plays it; None until the auction is over.
        first, second: the opponents in playing order after the bidder; None until the auction is over.
        hand: own cards in ascending order; empty for a spectator.
        counts: cards in each hand.
        monte_count: cards lying in the middle.
        monte_up: whether everybody may look at the turned-up four: from the turning up, on the table and then in the
            hands of those who took them, until the first card is laid off.
        turned: the four cards that were turned up in this round; () if none were. They stay public knowledge.
        called: the card that the bidder called; handed_over_by: who had it, None if nobody.
        returned: the card that the bidder gave for it.
        offers: the splits on the table, the first proposal first.
        took: for each seat the cards it took from the monte as far as this seat may know: turned-up ones, and own ones.
        laid: own cards in the new monte, by which alone one knows them (CLB-19).
        laid_counts: how many cards each seat has laid off.
        leader, trick: the trick on the table: who led, and the cards in the order played.
        tricks: the tricks taken in this round.
        must_follow: whether at this table one must follow suit if one can (CLB-26).
        account: the last round that was counted.
        outcome: how the match ended; None while it goes on.
    """

    seat: Seat | None
    phase: Phase
    to_act: tuple[Seat, ...]
    dealer: Seat
    number: int
    balances: tuple[int, ...]
    stops: tuple[Seat, ...]
    calls: tuple[Call, ...]
    highest: Call | None
    contract: Contract | None
    bidder: Seat | None
    first: Seat | None
    second: Seat | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    monte_count: int
    monte_up: bool
    turned: tuple[Card, ...]
    called: Card | None
    handed_over_by: Seat | None
    returned: Card | None
    offers: tuple[SplitOffer, ...]
    took: tuple[tuple[Card, ...], ...]
    laid: tuple[Card, ...]
    laid_counts: tuple[int, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    must_follow: bool
    account: Account | None
    outcome: Outcome | None

"""How computers play blind Briscola. There is little to decide, and this is all of it:

1. *Auction.* A side that promises to take less than N points does so in a share of deals that depends on N alone, since
   nobody has seen a card (``KEPT``, from 300,000 deals). Whoever leaves wins with whichever side they turn out to be
   on. The two are equal at about 55; above it one underbids, now and then by more than one, below it one leaves.
2. *Trump.* No face has been seen: all suits are alike.
3. *Slots.* One knows which cards one holds but not where they lie, and every order of them is as likely as any other:
   all slots are alike, at every moment.

So a search has nothing to find here: a strong player is the good one.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.briscola.moves import Bid, Leave, Move
from games.briscola.observation import Observation
from games.briscola.options import Options
from games.core.player import Player
from games.core.rng import Rng

KEPT = {59: 0.552, 55: 0.491, 52: 0.444, 50: 0.413, 48: 0.382, 45: 0.336, 40: 0.263, 35: 0.195, 30: 0.138, 25: 0.079}
"""How often the caller's side takes less than so many points."""

LOWEST_BID = 55
"""The lowest number worth calling. Where points are paid (option ``scoring`` zero_sum) it is the same: the caller who
turns out to be alone keeps the promise more often and is paid more, which makes up for the other losses to here."""

LEAP = 3
"""Bids lower the number by one to this many."""

_HASTE = 8


class BriscolaPlayer(Player[Options, Move, Observation]):
    """A table for the auction; chance for the rest."""

    def choose(self, observation: Observation, legal: Sequence[Move], options: Options, rng: Rng) -> Move:
        del options
        if observation.next_bid is None:
            return legal[rng.below(len(legal))]
        lowest = max(LOWEST_BID, observation.next_bid - LEAP + 1)
        bids = [move for move in legal if isinstance(move, Bid) and move.number >= lowest]
        if bids:
            return rng.choice(bids)
        return next((move for move in legal if isinstance(move, Leave)), legal[0])

    def slips(self, observation: Observation, legal: Sequence[Move], options: Options) -> Sequence[Move]:
        """A careless bid is a little too low, not absurdly so."""
        del options
        if observation.next_bid is None:
            return legal
        lowest = observation.next_bid - _HASTE
        return [move for move in legal if isinstance(move, Leave) or (isinstance(move, Bid) and move.number >= lowest)]

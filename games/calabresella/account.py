"""Counting a round in thirds, and paying it in chips (CLB-28 to CLB-35)."""

from __future__ import annotations

from games.calabresella.cards import ALL_THIRDS, LAST_TRICK_THIRDS, THIRDS_TO_WIN, thirds_of
from games.calabresella.options import Options
from games.calabresella.state import SEATS, State, exchange_of
from games.calabresella.terms import CAPOTTO, NO_SWEEP, STRAMAZZO, Account, Sweep
from games.core import Seat

_ONE_POINT = 3


def sweep_of(options: Options, bidder_tricks: int, others_tricks: int, losers_cards: int, losers_thirds: int) -> Sweep:
    """Whether one side swept the round.

    Args:
        losers_cards: thirds of the cards that the losing side won, without the point for the last trick.
        losers_thirds: all thirds of the losing side.
    """
    if not others_tricks:
        return CAPOTTO
    if not bidder_tricks:
        return CAPOTTO if options.capotto_both_ways == "yes" else NO_SWEEP
    if losers_thirds == 0 or (options.stramazzo == "under_one_point" and losers_cards < _ONE_POINT):
        return STRAMAZZO
    return NO_SWEEP


def account_of(state: State) -> Account:
    """The account of a round whose twelve tricks were played."""
    exchange, standing, tricks = exchange_of(state), state.standing, state.tricks
    bidder, last = exchange.bidder, state.tricks[-1].winner
    monte_thirds = thirds_of(state.monte)
    won_by_bidder = [thirds for _, _, winner, thirds in tricks if winner == bidder]
    bidder_cards = sum(won_by_bidder) + (monte_thirds if last == bidder else 0)
    bidder_thirds = bidder_cards + (LAST_TRICK_THIRDS if last == bidder else 0)
    others_thirds = ALL_THIRDS - bidder_thirds
    others_cards = ALL_THIRDS - LAST_TRICK_THIRDS - bidder_cards
    won = bidder_thirds >= THIRDS_TO_WIN
    bidder_tricks = len(won_by_bidder)
    sweep = sweep_of(
        state.options,
        bidder_tricks,
        len(tricks) - bidder_tricks,
        others_cards if won else bidder_cards,
        others_thirds if won else bidder_thirds,
    )
    pay = exchange.contract * sweep * (1 if won else -1)
    chips = tuple([2 * pay if seat == bidder else -pay for seat in range(SEATS)])
    return Account(
        number=standing.played + 1,
        dealer=standing.dealer,
        bidder=bidder,
        contract=exchange.contract,
        tricks=tuple([(winner, thirds) for _, _, winner, thirds in tricks]),
        last_trick=Seat(last),
        monte=tuple(sorted(state.monte)),
        monte_thirds=monte_thirds,
        bidder_thirds=bidder_thirds,
        others_thirds=others_thirds,
        won=won,
        sweep=sweep,
        chips=chips,
        balances=tuple([had + got for had, got in zip(standing.balances, chips, strict=True)]),
    )

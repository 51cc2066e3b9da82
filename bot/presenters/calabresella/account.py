"""The account of a round line by line, and how a match ended (CLB-28 to CLB-36). Thirds are never rounded."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presenters.calabresella.cards import thirds_words
from bot.presenters.calabresella.words import contract_name, others_of, people
from bot.presenters.common import name_of, names_of
from bot.presenters.views import TableView
from bot.text.catalog import Text
from games.calabresella.cards import LAST_TRICK_THIRDS
from games.calabresella.observation import Observation
from games.calabresella.terms import BETWEEN, OVER, Account


def counted(observation: Observation) -> Account | None:
    """The account of the round just counted; None while one is played, and after a deal that all passed."""
    is_counted = observation.contract is not None and observation.phase in (BETWEEN, OVER)
    return observation.account if is_counted else None


def account_lines(view: TableView, account: Account, plain: bool = False) -> list[str]:
    """Each side's thirds trick by trick, with last trick and monte; then contract, factor and everybody's chips."""
    text, bidder = view.text, int(account.bidder)
    lines: list[str] = []
    for seats, total in (((bidder,), account.bidder_thirds), (others_of(bidder), account.others_thirds)):
        terms = [thirds_words(thirds) for winner, thirds in account.tricks if winner in seats]
        if account.last_trick in seats:
            terms.append(text("calabresella.account.last_trick", points=thirds_words(LAST_TRICK_THIRDS)))
            terms.append(text("calabresella.account.monte", points=thirds_words(account.monte_thirds)))
        total_words, names = thirds_words(total), people(view, seats, plain)
        terms_words = " + ".join(terms) or text("calabresella.account.no_trick")
        lines.append(text("calabresella.account.side", names=names, terms=terms_words, total=total_words))
    chips = " · ".join(
        f"{people(view, (seat,), plain)} **{signed(account.chips[seat])}** ({number(account.balances[seat])})"
        for seat in range(len(account.chips))
    )
    lines.append(text("calabresella.account.chips", stakes=stakes(text, account), chips=chips))
    return [line.replace("**", "") for line in lines] if plain else lines


def stakes(text: Text, account: Account) -> str:
    """“Solo 2 × 2 (capotto)”: what each opponent pays or gets."""
    sweep = account.sweep.name.lower()
    contract = contract_name(text, account.contract)
    return text(f"calabresella.account.stakes.{sweep}", contract=contract, amount=account.amount)


def signed(chips: int) -> str:
    """“+4”, “−2”, “0”."""
    return f"+{chips}" if chips > 0 else number(chips)


def number(chips: int) -> str:
    """Chips with a minus sign that is not a hyphen."""
    return str(chips).replace("-", "−")


def balances(view: TableView, chips: Sequence[int]) -> str:
    """Everybody's chips, the richest first."""
    order = sorted(range(len(chips)), key=lambda seat: -chips[seat])
    return " · ".join(f"{name_of(view, seat)} {number(chips[seat])}" for seat in order)


def outcome_lines(view: TableView) -> list[str]:
    """Who has most chips and why it is over; the account of a round that ended the match, else the balances."""
    text, outcome = view.text, view.outcome
    observation: Observation = view.observation
    if outcome is None:
        return [text("calabresella.hand.over")]
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    if not winners:
        return [text("calabresella.outcome.unplayed")]
    whose = "house" if outcome.reason == "forfeit" else "calabresella"
    lines = [text(f"{whose}.outcome.{outcome.reason}", names=names_of(view, winners))]
    account = counted(observation)
    if account is not None and outcome.reason in {"rounds", "target"}:
        lines += account_lines(view, account)
    else:
        lines.append(text("calabresella.outcome.chips", chips=balances(view, observation.balances)))
    won = [seat for seat in range(len(view.seats)) if view.seats[seat].wins]
    if won:
        tally = " · ".join(f"{name_of(view, seat)} {view.seats[seat].wins}" for seat in won)
        lines.append(text("calabresella.outcome.wins", tally=tally))
    return lines

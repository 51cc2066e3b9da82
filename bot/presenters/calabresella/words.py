"""Calabresella's contracts and events in words. Everything here is public: events hold what everybody may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from bot.presenters.calabresella.cards import card_words, cards_by_suit, thirds_words
from bot.presenters.common import name_of, names_of
from bot.presenters.views import TableView
from bot.text.catalog import Text
from games.calabresella import moves
from games.calabresella.observation import Observation
from games.calabresella.terms import BETWEEN, Contract
from games.core.cards import Card

SEATS = 3


def contract_name(text: Text, contract: Contract) -> str:
    """“Solo”: the names are Italian everywhere."""
    return text(f"calabresella.contract.{contract.name.lower()}")


def rule_words(view: TableView, observation: Observation) -> str:
    """Whether one must follow suit at this table (CLB-26): what bites a newcomer most."""
    return view.text("calabresella.must_follow" if observation.must_follow else "calabresella.need_not_follow")


def status_line(view: TableView, observation: Observation) -> str:
    """The contract and who plays it, before that the round and its dealer; "" when all have passed."""
    if observation.phase is BETWEEN and observation.contract is None:
        return ""
    if observation.contract is None or observation.bidder is None:
        dealer = name_of(view, observation.dealer)
        return view.text("calabresella.status.auction", n=observation.number, dealer=dealer)
    return view.text(
        "calabresella.status.contract",
        name=name_of(view, observation.bidder),
        contract=contract_name(view.text, observation.contract),
        amount=observation.contract.value,
    )


def others_of(bidder: int) -> tuple[int, ...]:
    """The seats of the bidder's opponents."""
    return tuple(seat for seat in range(SEATS) if seat != bidder)


def people(view: TableView, seats: Iterable[int], plain: bool) -> str:
    """The names at several seats as a list; ``plain`` where markdown means nothing."""
    return view.text.list(view.seats[seat].name for seat in sorted(seats)) if plain else names_of(view, seats)


def taken_line(view: TableView, observation: Observation, plain: bool = False) -> str:
    """What each side has taken so far, without the last trick and the monte; "" before the first trick is taken."""
    bidder = observation.bidder
    if bidder is None or not observation.tricks:
        return ""
    parts: list[str] = []
    for seats in ((int(bidder),), others_of(bidder)):
        tricks = [trick for trick in observation.tricks if trick.winner in seats]
        points = thirds_words(sum(trick.thirds for trick in tricks))
        parts.append(
            view.text.plural("calabresella.taken.side", len(tricks), names=people(view, seats, plain), points=points)
        )
    return view.text("calabresella.taken", sides=" · ".join(parts))


def move_lines(view: TableView, events: Sequence[Any]) -> list[str]:
    """The sentences of one move's events, in order. Two facts that are one moment to the eye are one sentence."""
    lines: list[str] = []
    for number, event in enumerate(events):
        before = events[number - 1] if number else None
        if isinstance(event, moves.MonteTaken) and isinstance(before, moves.MonteTurnedUp):
            continue
        if isinstance(event, moves.MonteTurnedUp) and _next(events, number, moves.MonteTaken) is not None:
            taken = _next(events, number, moves.MonteTaken)
            name, cards = name_of(view, taken.seat), _cards(view, event.cards)
            lines.append(view.text("calabresella.event.monte_shown_and_taken", name=name, cards=cards))
        else:
            lines.append(_line(event, view))
    return [line for line in lines if line]


def _next(events: Sequence[Any], number: int, kind: type) -> Any:
    """The event after this one, if it is of a kind."""
    after = events[number + 1] if number + 1 < len(events) else None
    return after if isinstance(after, kind) else None


def _card(view: TableView, card: Card) -> str:
    return card_words(view.text, view.faces, card)


def _cards(view: TableView, cards: Iterable[Card]) -> str:
    return cards_by_suit(view.text, view.faces, cards) or view.text("calabresella.nothing")


@singledispatch
def _line(event: Any, view: TableView) -> str:
    raise TypeError(f"no words for {type(event).__name__}")


@_line.register
def _(event: moves.Dealt, view: TableView) -> str:
    # The status line says who dealt which round.
    del event, view
    return ""


@_line.register
def _(event: moves.BidMade, view: TableView) -> str:
    contract = contract_name(view.text, event.contract)
    return view.text("calabresella.event.bid", name=name_of(view, event.seat), contract=contract)


@_line.register
def _(event: moves.Passed, view: TableView) -> str:
    return view.text("calabresella.event.passed", name=name_of(view, event.seat))


@_line.register
def _(event: moves.AllPassed, view: TableView) -> str:
    return view.text("calabresella.event.all_passed", name=name_of(view, event.dealer))


@_line.register
def _(event: moves.AuctionWon, view: TableView) -> str:
    # Who plays what stands in the status line from now on.
    del event, view
    return ""


@_line.register
def _(event: moves.CardAsked, view: TableView) -> str:
    return view.text("calabresella.event.asked", name=name_of(view, event.seat), card=_card(view, event.card))


@_line.register
def _(event: moves.CardHandedOver, view: TableView) -> str:
    name, to = name_of(view, event.seat), name_of(view, event.to)
    return view.text("calabresella.event.handed_over", name=name, to=to)


@_line.register
def _(event: moves.CardNotHeld, view: TableView) -> str:
    del event
    return view.text("calabresella.event.not_held")


@_line.register
def _(event: moves.MonteTurnedUp, view: TableView) -> str:
    return view.text("calabresella.event.monte_shown", cards=_cards(view, event.cards))


@_line.register
def _(event: moves.MonteTaken, view: TableView) -> str:
    return view.text("calabresella.event.monte_taken", name=name_of(view, event.seat))


@_line.register
def _(event: moves.CardReturned, view: TableView) -> str:
    name, to = name_of(view, event.seat), name_of(view, event.to)
    return view.text("calabresella.event.returned", name=name, to=to, card=_card(view, event.card))


@_line.register
def _(event: moves.SolissimoKept, view: TableView) -> str:
    return view.text("calabresella.event.kept", name=name_of(view, event.seat))


@_line.register
def _(event: moves.SolissimoRaised, view: TableView) -> str:
    contract = contract_name(view.text, event.contract)
    name = name_of(view, event.seat)
    return view.text("calabresella.event.raised", name=name, contract=contract, amount=event.contract.value)


@_line.register
def _(event: moves.MonteDrawn, view: TableView) -> str:
    return view.text("calabresella.event.monte_drawn", names=names_of(view, (event.first, event.second)))


@_line.register
def _(event: moves.SplitProposed, view: TableView) -> str:
    observation: Observation = view.observation
    return view.text(
        "calabresella.event.split_proposed",
        name=name_of(view, event.seat),
        split=split_words(view, observation, event.first_takes, event.second_takes),
    )


@_line.register
def _(event: moves.SplitSettled, view: TableView) -> str:
    key = "agreed" if event.agreed else "insisted"
    split = _takes(view, ((event.first, event.first_takes), (event.second, event.second_takes)))
    return view.text(f"calabresella.event.split_{key}", split=split)


@_line.register
def _(event: moves.LaidOff, view: TableView) -> str:
    return view.text.plural("calabresella.event.laid_off", event.cards, name=name_of(view, event.seat))


@_line.register
def _(event: moves.PlayBegan, view: TableView) -> str:
    return view.text("calabresella.event.play_began", name=name_of(view, event.leader))


@_line.register
def _(event: moves.CardPlayed, view: TableView) -> str:
    return view.text("calabresella.event.played", name=name_of(view, event.seat), card=_card(view, event.card))


@_line.register
def _(event: moves.TrickTaken, view: TableView) -> str:
    points = thirds_words(event.thirds)
    return view.text("calabresella.event.trick_taken", name=name_of(view, event.seat), points=points)


@_line.register
def _(event: moves.RoundCounted, view: TableView) -> str:
    account = event.account
    return view.text(
        f"calabresella.event.round_{'won' if account.won else 'lost'}",
        n=account.number,
        name=name_of(view, account.bidder),
        contract=contract_name(view.text, account.contract),
        points=thirds_words(account.bidder_thirds),
        others=thirds_words(account.others_thirds),
    )


@_line.register
def _(event: moves.StopSaid, view: TableView) -> str:
    return view.text("calabresella.event.stop_said", name=name_of(view, event.seat))


def split_words(
    view: TableView,
    observation: Observation,
    first_takes: Iterable[Card],
    second_takes: Iterable[Card],
    plain: bool = False,
) -> str:
    """“Bruno: ♣ 3 A – Carla: ♥ 4 5”: who would take which cards of the monte (CLB-23)."""
    assert observation.first is not None
    assert observation.second is not None
    return _takes(view, ((observation.first, first_takes), (observation.second, second_takes)), plain)


def _takes(view: TableView, sides: Iterable[tuple[int, Iterable[Card]]], plain: bool = False) -> str:
    return " – ".join(f"{people(view, (seat,), plain)}: {_cards(view, cards)}" for seat, cards in sides)


def offer_lines(view: TableView, observation: Observation, plain: bool = False) -> list[str]:
    """The splits on the table, each with who proposed it."""
    return [
        view.text(
            "calabresella.event.split_proposed",
            name=people(view, (offer.seat,), plain),
            split=split_words(view, observation, offer.first_takes, offer.second_takes, plain),
        )
        for offer in observation.offers
    ]

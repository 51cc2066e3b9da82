"""Blind Briscola's events, promise, tricks and cards in words. No unplayed card is ever named in what all may read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from bot.presenters.common import name_of, names_of
from bot.presenters.italian import card_words, suit_word
from bot.presenters.views import TableView
from games.briscola import moves
from games.briscola.observation import Observation
from games.core.cards import Card

_SEATS = 6


def move_lines(view: TableView, events: Sequence[Any]) -> list[str]:
    """The sentences of one move's events, in order. Naming the trump, the reveal and who took it are one moment."""
    turned_up = next((event for event in events if isinstance(event, moves.FirstTrickTurnedUp)), None)
    lines: list[str] = []
    for event in events:
        if turned_up is not None and isinstance(event, moves.TrickTaken):
            card = turned_up.cards[(event.seat - turned_up.leader) % _SEATS]
            line = view.text(
                "briscola.event.reveal_taken", name=name_of(view, event.seat), card=card_words(view.text, card)
            )
        else:
            line = _line(event, view)
        lines.append(line)
    return [line for line in lines if line]


@singledispatch
def _line(event: Any, view: TableView) -> str:
    raise TypeError(f"no words for {type(event).__name__}")


@_line.register
def _(event: moves.BidMade, view: TableView) -> str:
    return view.text("briscola.event.bid", name=name_of(view, event.seat), n=event.number)


@_line.register
def _(event: moves.Left, view: TableView) -> str:
    return view.text("briscola.event.left", name=name_of(view, event.seat))


@_line.register
def _(event: moves.AllLeft, view: TableView) -> str:
    return view.text("briscola.event.all_left", name=name_of(view, event.next_dealer))


@_line.register
def _(event: moves.AuctionWon, view: TableView) -> str:
    return view.text("briscola.event.auction_won", name=name_of(view, event.seat), n=event.number)


@_line.register
def _(event: moves.CardLaidDown, view: TableView) -> str:
    return view.text("briscola.event.laid_down", name=name_of(view, event.seat), slot=event.slot)


@_line.register
def _(event: moves.TrumpNamed, view: TableView) -> str:
    suit = suit_word(view.text, event.suit)
    return view.text("briscola.event.trump", name=name_of(view, event.seat), suit=suit)


@_line.register
def _(event: moves.FirstTrickTurnedUp, view: TableView) -> str:
    # The six cards are in the picture, and in its words; here they would fill a phone.
    return view.text("briscola.event.reveal", name=name_of(view, event.leader))


@_line.register
def _(event: moves.CardTurnedUp, view: TableView) -> str:
    card = card_words(view.text, event.card)
    return view.text("briscola.event.turned_up", name=name_of(view, event.seat), slot=event.slot, card=card)


@_line.register
def _(event: moves.AceShown, view: TableView) -> str:
    message = "briscola.event.ace_alone" if event.alone else "briscola.event.ace_partner"
    return view.text(message, name=name_of(view, event.seat))


@_line.register
def _(event: moves.TrickTaken, view: TableView) -> str:
    return view.text("briscola.event.taken", name=name_of(view, event.seat))


@_line.register
def _(event: moves.HandCounted, view: TableView) -> str:
    del event, view
    return ""  # the result is told by the outcome


def bid_line(view: TableView, observation: Observation) -> str:
    """The number to beat and whose it is; before any call the highest that may be called."""
    if observation.bidder is None:
        return view.text("briscola.auction.open", n=observation.next_bid)
    return view.text("briscola.auction.to_beat", n=observation.number, name=name_of(view, observation.bidder))


def left_line(view: TableView, observation: Observation) -> str:
    """Who has left the auction; "" if nobody has."""
    if not observation.left:
        return ""
    return view.text("briscola.auction.left", names=names_of(view, observation.left))


def promise_line(view: TableView, observation: Observation) -> str:
    """Who promised what, the trump, and the partner once the ace has shown (BRI-16)."""
    text, caller = view.text, observation.bidder
    if caller is None:
        return ""
    values = {"name": name_of(view, caller), "n": observation.number}
    if observation.trump is None:
        return text("briscola.promise", **values)
    values["suit"] = suit_word(text, observation.trump)
    shown = observation.ace_shown_by
    if shown is None:
        return text("briscola.promise.trump", **values)
    if shown == caller:
        return text("briscola.promise.alone", **values)
    return text("briscola.promise.partner", partner=name_of(view, shown), **values)


def tricks_line(view: TableView, observation: Observation) -> str:
    """Who has taken how many tricks, with the points where the table counts them (BRI-23)."""
    points = observation.points
    parts: list[str] = []
    for seat, taken in enumerate(observation.tricks_taken):
        if taken:
            name = name_of(view, seat)
            parts.append(f"{name} {taken}" if points is None else f"{name} {taken} ({points[seat]})")
    if not parts:
        return ""
    message = "briscola.tricks" if points is None else "briscola.tricks.points"
    return view.text(message, tricks=" · ".join(parts))


def trick_line(view: TableView, observation: Observation, names: Sequence[str]) -> str:
    """What lies on the table, in the order played, or the trick just taken; "" if there is nothing."""
    text = view.text
    if observation.trick:
        cards = [
            f"{names[card.seat]} {text('briscola.face_down') if card.card is None else card_words(text, card.card)}"
            for card in observation.trick
        ]
        return text("briscola.trick", cards=", ".join(cards))
    if not observation.tricks:
        return ""
    last = observation.tricks[-1]
    cards = [
        f"{names[(last.leader + place) % _SEATS]} {card_words(text, card)}" for place, card in enumerate(last.cards)
    ]
    return text("briscola.trick.taken", name=names[last.winner], cards=", ".join(cards))


def cards_list(view: TableView, cards: Iterable[Card]) -> str:
    """“ace of coppe, 7 of spade”."""
    return ", ".join(card_words(view.text, card) for card in cards)

"""Calidruno's cards and events in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from bot.presenters.common import name_of, names_of
from bot.presenters.views import TableView
from bot.text.catalog import Text
from games.calidruno import cards, moves
from games.calidruno.cards import Card, Colour, Symbol

COLOUR_KEYS = ("red", "blue", "yellow", "green")
SIGNS = "▲●★■"
EMOJI = ("🔺", "🔵", "⭐", "🟩")
WILD_EMOJI = "🌈"
_ACTION_KEYS = {Symbol.REVERSE: "reverse", Symbol.STOP: "stop", Symbol.DRAW2: "draw2", Symbol.DRAW4: "draw4"}


def colour_word(text: Text, colour: Colour) -> str:
    """“red”."""
    return text(f"calidruno.colour.{COLOUR_KEYS[colour]}")


def colour_words(text: Text, colour: Colour) -> str:
    """“red ▲”: never the colour alone."""
    return f"{colour_word(text, colour)} {SIGNS[colour]}"


def card_key(card: Card) -> str:
    """The last part of the message ids about a kind of action card; "number" for a number card."""
    if cards.is_wild(card):
        return "wild4" if card == cards.WILD4 else "wild"
    return _ACTION_KEYS.get(cards.symbol_of(card), "number")


def card_words(text: Text, card: Card, sign: bool = True) -> str:
    """“7 red ▲”, “Stop blue ●”, “Wild +4”; without the sign where an emoji already stands before it."""
    if cards.is_wild(card):
        return symbol_word(text, card)
    colour = (colour_words if sign else colour_word)(text, cards.colour_of(card))
    return text("calidruno.card", symbol=symbol_word(text, card), colour=colour)


def symbol_word(text: Text, card: Card) -> str:
    """“7”, “Stop”, “Wild +4”: a card without its colour."""
    return str(int(cards.symbol_of(card))) if cards.is_number(card) else text(f"calidruno.card.{card_key(card)}")


def sorted_hand(hand: tuple[Card, ...], sort_by: str) -> tuple[Card, ...]:
    """The hand as its owner wants it: by colour (as it comes), or by number first. Wilds stand last."""
    if sort_by != "number":
        return hand
    return tuple(sorted(hand, key=lambda card: (card >= cards.WILD, card % cards.SYMBOLS, card)))


def top_words(text: Text, card: Card, colour: Colour) -> str:
    """The top of the discard pile with the colour in force: “7 red ▲”, “Wild, colour blue ●”."""
    if cards.is_wild(card):
        return text("calidruno.card.wild_as", card=card_words(text, card), colour=colour_words(text, colour))
    return card_words(text, card)


def move_lines(view: TableView, events: Sequence[Any]) -> list[str]:
    """The sentences of one move's events, in order. Drawing by force and missing the turn is one sentence."""
    lines: list[str] = []
    before: Any = None
    for event in events:
        if isinstance(event, moves.Skipped) and isinstance(before, moves.Drew) and before.seat == event.seat:
            lines[-1] = view.text.plural(
                "calidruno.event.drew_and_skipped", before.cards, name=name_of(view, event.seat)
            )
        else:
            lines.append(_line(event, view))
        before = event
    return lines


@singledispatch
def _line(event: Any, view: TableView) -> str:
    raise TypeError(f"no words for {type(event).__name__}")


@_line.register
def _(event: moves.DealerDrawn, view: TableView) -> str:
    # Ten drawn cards would fill a phone: who drew the highest is what matters.
    values = {seat: _deal_value(card) for seat, card in enumerate(event.cards) if card is not None}
    highest = [seat for seat, value in values.items() if value == max(values.values())]
    if len(highest) > 1:
        return view.text("calidruno.event.dealer_level", names=names_of(view, highest))
    card = event.cards[highest[0]]
    assert card is not None
    return view.text("calidruno.event.dealer_drawn", name=name_of(view, highest[0]), card=card_words(view.text, card))


def _deal_value(card: Card) -> int:
    """What a card counts in the draw for dealer (CAL-3)."""
    return int(cards.symbol_of(card)) if cards.is_number(card) else 0


@_line.register
def _(event: moves.Dealt, view: TableView) -> str:
    text = view.text
    line = text("calidruno.event.dealt", name=name_of(view, event.dealer), card=card_words(text, event.first))
    if not event.put_back:
        return line
    back = text.list(card_words(text, card) for card in event.put_back)
    return line + " " + text.plural("calidruno.event.put_back", len(event.put_back), cards=back)


@_line.register
def _(event: moves.Played, view: TableView) -> str:
    text = view.text
    name, card = name_of(view, event.seat), card_words(text, event.card)
    if not cards.is_wild(event.card):
        return text("calidruno.event.played", name=name, card=card)
    return text("calidruno.event.played_wild", name=name, card=card, colour=colour_words(text, event.colour))


@_line.register
def _(event: moves.Drew, view: TableView) -> str:
    message = "calidruno.event.drew_forced" if event.forced else "calidruno.event.drew"
    return view.text.plural(message, event.cards, name=name_of(view, event.seat))


@_line.register
def _(event: moves.Passed, view: TableView) -> str:
    return view.text("calidruno.event.passed", name=name_of(view, event.seat))


@_line.register
def _(event: moves.Skipped, view: TableView) -> str:
    return view.text("calidruno.event.skipped", name=name_of(view, event.seat))


@_line.register
def _(event: moves.Reversed, view: TableView) -> str:
    return view.text("calidruno.event.reversed", direction=direction_word(view.text, event.direction))


@_line.register
def _(event: moves.Called, view: TableView) -> str:
    return view.text("calidruno.event.called", name=name_of(view, event.seat))


@_line.register
def _(event: moves.Caught, view: TableView) -> str:
    by, name = name_of(view, event.by), name_of(view, event.seat)
    return view.text.plural("calidruno.event.caught", event.cards, by=by, name=name)


@_line.register
def _(event: moves.Reshuffled, view: TableView) -> str:
    return view.text.plural("calidruno.event.reshuffled", event.cards)


@_line.register
def _(event: moves.Reported, view: TableView) -> str:
    return view.text(
        "calidruno.event.reported",
        reporter=name_of(view, event.reporter),
        accused=name_of(view, event.accused),
        advised=name_of(view, event.advised),
    )


@_line.register
def _(event: moves.Judged, view: TableView) -> str:
    name = name_of(view, event.accused)
    if not event.guilty:
        return view.text("calidruno.event.cleared", name=name)
    return view.text.plural("calidruno.event.judged", event.cards, name=name)


@_line.register
def _(event: moves.HandWon, view: TableView) -> str:
    name = name_of(view, event.seat)
    if not event.points:
        return view.text("calidruno.event.hand_won", name=name)
    return view.text.plural("calidruno.event.hand_won_points", event.points, name=name)


@_line.register
def _(event: moves.HandVoid, view: TableView) -> str:
    del event
    return view.text("calidruno.event.hand_void")


def direction_word(text: Text, direction: int) -> str:
    """“clockwise” or “counterclockwise”."""
    return text("calidruno.clockwise" if direction > 0 else "calidruno.counterclockwise")


def counts_line(view: TableView, counts: Sequence[int], to_act: int | None, bold: bool = True) -> str:
    """How many cards everybody holds, in playing order, the seat to act in bold."""
    parts: list[str] = []
    for seat, count in enumerate(counts):
        part = f"{name_of(view, seat)} {count}"
        parts.append(f"**{part}**" if bold and seat == to_act else part)
    return " · ".join(parts)


def hearing_line(view: TableView, observation: Any) -> str:
    """Who is said to have given a hint, and who decides; "" if nothing is being heard."""
    hearing = observation.hearing
    if hearing is None:
        return ""
    names = {
        "reporter": name_of(view, hearing.reporter),
        "accused": name_of(view, hearing.accused),
        "advised": name_of(view, hearing.advised),
    }
    if not hearing.voters:
        return view.text("calidruno.hearing.host", **names)
    waiting = [seat for seat in hearing.voters if seat not in dict(hearing.votes)]
    return view.text("calidruno.hearing.vote", voters=names_of(view, waiting or hearing.voters), **names)

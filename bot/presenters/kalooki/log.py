"""What happened at the table, in sentences."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from bot.presenters.common import name_of
from bot.presenters.kalooki.words import card_words, cards_words, kind_words, meld_cards, meld_of, meld_words
from bot.presenters.views import TableView
from games.kalooki import moves

LOG_MOVES = 3


def move_lines(view: TableView, events: Sequence[Any]) -> list[str]:
    """The sentences of one move's events. An opening with its melds is one sentence, so is a swap with its end."""
    lines: list[str] = []
    left = deque(events)
    while left:
        event = left.popleft()
        if isinstance(event, moves.Opened):
            laid: list[moves.MeldLaid] = []
            while left and isinstance(left[0], moves.MeldLaid):
                laid.append(left.popleft())
            lines.append(_opened(view, event, laid))
        elif isinstance(event, moves.Swapped) and left:
            lines.append(_swapped(view, event, left.popleft()))
        else:
            lines.append(_line(event, view))
    return [line for line in lines if line]


def log_of(view: TableView, most: int = LOG_MOVES) -> list[str]:
    """The last moves, one line each. A card drawn from the stock is told until its drawer goes on, and what came
    before the end of a hand is not told after it."""
    told: list[str] = []
    for at, events in enumerate(view.log):
        if any(isinstance(event, (moves.HandClosed, moves.HandVoid)) for event in events):
            told.clear()
        drew = all(isinstance(event, moves.Drew) and event.card is None for event in events)
        if not drew or at == len(view.log) - 1:
            told.append(" ".join(move_lines(view, events)))
    return [line for line in told if line][-most:]


def _opened(view: TableView, event: moves.Opened, laid: Sequence[moves.MeldLaid]) -> str:
    melds = " · ".join(meld_cards(view.text, each.meld) for each in laid)
    return view.text("kalooki.event.opened", name=name_of(view, event.seat), n=event.points, melds=melds)


def _swapped(view: TableView, event: moves.Swapped, then: Any) -> str:
    text = view.text
    name, cards = name_of(view, event.seat), cards_words(text, event.given)
    if isinstance(then, moves.MeldLaid):
        return text("kalooki.event.swapped_new", name=name, cards=cards, meld=meld_cards(text, then.meld))
    assert isinstance(then, moves.LaidOff)
    assert then.joker_as is not None
    return text(
        "kalooki.event.swapped_onto",
        name=name,
        cards=cards,
        card=kind_words(text, then.joker_as),
        meld=meld_of(view, then.number),
    )


@singledispatch
def _line(event: Any, view: TableView) -> str:
    raise TypeError(f"no words for {type(event).__name__}")


@_line.register
def _(event: moves.WasCut, view: TableView) -> str:
    return view.text.plural("kalooki.event.cut", event.height, name=name_of(view, event.seat))


@_line.register
def _(event: moves.Dealt, view: TableView) -> str:
    name, card = name_of(view, event.dealer), card_words(view.text, event.first)
    return view.text("kalooki.event.dealt", name=name, card=card)


@_line.register
def _(event: moves.Drew, view: TableView) -> str:
    name = name_of(view, event.seat)
    if event.card is None:
        return view.text("kalooki.event.drew", name=name)
    return view.text("kalooki.event.took", name=name, card=card_words(view.text, event.card))


@_line.register
def _(event: moves.TurnedOver, view: TableView) -> str:
    return view.text.plural("kalooki.event.turned_over", event.cards)


@_line.register
def _(event: moves.MeldLaid, view: TableView) -> str:
    text = view.text
    name, cards = name_of(view, event.seat), meld_cards(text, event.meld)
    return text("kalooki.event.laid", name=name, meld=meld_words(text, event.meld), cards=cards)


@_line.register
def _(event: moves.LaidOff, view: TableView) -> str:
    text = view.text
    name, meld = name_of(view, event.seat), meld_of(view, event.number)
    if event.joker_as is None:
        return text("kalooki.event.laid_off", name=name, card=card_words(text, event.card), meld=meld)
    return text("kalooki.event.laid_off_joker", name=name, card=kind_words(text, event.joker_as), meld=meld)


@_line.register
def _(event: moves.Discarded, view: TableView) -> str:
    return view.text("kalooki.event.discarded", name=name_of(view, event.seat), card=card_words(view.text, event.card))


@_line.register
def _(event: moves.HandClosed, view: TableView) -> str:
    message = "kalooki.event.closed_double" if event.doubled else "kalooki.event.closed"
    return view.text(message, name=name_of(view, event.seat), n=event.hand_number)


@_line.register
def _(event: moves.HandVoid, view: TableView) -> str:
    return view.text(f"kalooki.event.void.{event.reason}", n=event.hand_number)


@_line.register
def _(event: moves.MatchEnded, view: TableView) -> str:
    # How it ended stands below the table's picture.
    del event, view
    return ""

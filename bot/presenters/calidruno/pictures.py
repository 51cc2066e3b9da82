"""What Calidruno's pictures show, and the same in words for those who cannot see them."""

from __future__ import annotations

from dataclasses import replace

from bot.presenters.calidruno.words import (
    card_words,
    colour_word,
    direction_word,
    sorted_hand,
    symbol_word,
    top_words,
)
from bot.presenters.common import seat_labels
from bot.presenters.panel import Picture
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from data.records import TableStatus
from games.calidruno import cards, moves
from games.calidruno.observation import Observation
from render.calidruno import HandWords, TableWords, hand_scene, table_scene


def table_picture(view: TableView, observation: Observation) -> Picture:
    """The public table. Duties are taken out before anything is drawn or told (CAL-30)."""
    text = view.text
    public = observation._replace(duties=(), outcome=view.outcome or observation.outcome)
    turn = _table_turn(view, public)
    words = TableWords(
        turn=turn,
        title=text("picture.calidruno.hand", n=public.hand_number) if public.points else "",
        debt=text("picture.calidruno.debt") if public.debt else "",
        points=text("picture.calidruno.points") if public.points else "",
    )
    said = _just_said(view)
    labels = tuple(
        replace(label, badge=text("picture.calidruno.word")) if seat in said else label
        for seat, label in enumerate(seat_labels(view, len(public.counts)))
    )
    return Picture(table_scene(public, labels, words), _table_alt(view, public, turn))


def _just_said(view: TableView) -> frozenset[int]:
    """Who said the word with the last move. A bubble does not stay: who has kept silent would stand out by it."""
    last = view.log[-1] if view.log else ()
    return frozenset(int(event.seat) for event in last if isinstance(event, moves.Called))


def _table_turn(view: TableView, observation: Observation) -> str:
    text, outcome = view.text, observation.outcome
    if outcome is not None:
        winners = [view.seats[seat].name for seat, place in enumerate(outcome.places) if place == 1]
        if not winners:
            return text("picture.calidruno.void")
        return text("picture.calidruno.wins", name=text.list(winners))
    if observation.to_act is None or view.status is TableStatus.FINISHED:
        return text("picture.calidruno.between")
    return text("picture.calidruno.turn", name=view.seats[observation.to_act].name)


def _table_alt(view: TableView, observation: Observation, turn: str) -> str:
    text = view.text
    names = [seat.name for seat in view.seats]
    parts = [
        f"{turn}.",
        text(
            "calidruno.alt.table",
            top=top_words(text, observation.top, observation.colour),
            direction=direction_word(text, observation.direction),
            stock=observation.stock,
        ),
        text("calidruno.alt.counts", counts=_each(names, observation.counts)),
    ]
    if observation.debt:
        parts.append(text.plural("calidruno.table.debt", observation.debt))
    if observation.points:
        parts.append(text("calidruno.alt.points", points=_each(names, observation.points)))
    for name, hand in zip(names, observation.shown or (), strict=False):
        parts.append(f"{name}: {', '.join(card_words(text, card) for card in hand) or '–'}.")
    return " ".join(parts)


def _each(names: list[str], numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=False))


def hand_picture(view: SeatView, observation: Observation) -> Picture:
    """The cards of one seat, as its owner wants them sorted."""
    text = view.table.text
    hand = sorted_hand(observation.hand, view.settings.sort_by)
    playable = frozenset(move.card for move in view.legal.values() if isinstance(move, moves.Play))
    words = HandWords(
        turn=_hand_turn(view, observation),
        title=_to_match(text, observation),
        fresh=text("picture.calidruno.fresh"),
        empty=text("picture.calidruno.empty"),
    )
    red, blue, yellow, green = text("picture.calidruno.letters").split()
    letters = (red, blue, yellow, green) if view.settings.letters else None
    scene = hand_scene(observation, playable, words, letters, observation.drawn)
    numbered = ", ".join(f"{i}: {card_words(text, card)}" for i, card in enumerate(hand, 1))
    headline = ". ".join(filter(None, (words.turn, words.title)))
    alt = text("calidruno.alt.hand", headline=headline, cards=numbered or words.empty)
    return Picture(replace(scene, cards=hand), alt)


def _hand_turn(view: SeatView, observation: Observation) -> str:
    text = view.table.text
    if observation.outcome is not None or observation.to_act is None:
        return _table_turn(view.table, observation)
    if observation.to_act == view.seat:
        return text("picture.calidruno.your_turn")
    return text("picture.calidruno.turn", name=view.table.seats[observation.to_act].name)


def _to_match(text: Text, observation: Observation) -> str:
    if observation.to_act is None or observation.debt:  # nobody has to match it now
        return ""
    colour = colour_word(text, observation.colour)
    if cards.is_wild(observation.top):
        return text("picture.calidruno.match_colour", colour=colour)
    return text("picture.calidruno.match", symbol=symbol_word(text, observation.top), colour=colour)

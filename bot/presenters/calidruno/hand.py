"""The private message of a seat: its cards, one line that says what matters, exactly the moves that are legal now."""

from __future__ import annotations

from bot.presenters.calidruno.pictures import hand_picture, table_picture
from bot.presenters.calidruno.table import ACCENTS, log_of, vote_buttons
from bot.presenters.calidruno.words import (
    EMOJI,
    WILD_EMOJI,
    card_key,
    card_words,
    colour_word,
    colour_words,
    counts_line,
    hearing_line,
    sorted_hand,
    top_words,
)
from bot.presenters.common import name_of, names_of, title_of
from bot.presenters.panel import Button, Choice, Menu, PrivatePanel, Row, Style
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from games.calidruno import cards, moves
from games.calidruno.cards import Card
from games.calidruno.matching import Book
from games.calidruno.observation import Observation

MENU_SIZE = 25


def hand_panel(view: SeatView) -> PrivatePanel:
    """What one player sees. A watcher sees the table instead."""
    table = view.table
    observation: Observation = view.observation
    if table.outcome is not None:  # others have left, and the rules do not know of it
        observation = observation._replace(outcome=table.outcome, to_act=None, hearing=None)
    if view.seat is None:
        return _watcher_panel(view, observation)
    hearing = hearing_line(table, observation)
    lines = [
        *_what_matters(view, observation),
        *([f"⚖ {hearing}"] if hearing else log_of(table, 1)),
        _numbered(table.text, sorted_hand(observation.hand, view.settings.sort_by)),
        counts_line(table, observation.counts, observation.to_act),
    ]
    return PrivatePanel(
        title=title_of(table),
        lines=tuple(line for line in lines if line),
        picture=hand_picture(view, observation),
        rows=_rows(view, observation),
        accent=ACCENTS[observation.colour],
        notice=view.notice,
    )


def _watcher_panel(view: SeatView, observation: Observation) -> PrivatePanel:
    table, text = view.table, view.table.text
    lines = (
        text("calidruno.hand.watching"),
        *log_of(table),
        counts_line(table, observation.counts, observation.to_act),
    )
    return PrivatePanel(
        title=title_of(table),
        lines=lines,
        picture=table_picture(table, observation),
        rows=((Button("more", text("house.button.more")),),),
        accent=ACCENTS[observation.colour],
        notice=view.notice,
    )


def _what_matters(view: SeatView, observation: Observation) -> list[str]:
    """One line, and a second one before it if the word is to be said now."""
    text = view.table.text
    lines: list[str] = []
    if _may(view, moves.Call):
        lines.append(text("calidruno.hand.say_it"))
    lines.append(_turn_line(view, observation))
    return lines


def _turn_line(view: SeatView, observation: Observation) -> str:
    table, text = view.table, view.table.text
    top = top_words(text, observation.top, observation.colour)
    if observation.outcome is not None:
        return text("calidruno.hand.over")
    if observation.to_act is None:
        return text("calidruno.hand.between", people=names_of(table, table.active))
    if observation.to_act != view.seat:
        return text("calidruno.hand.waiting", name=name_of(table, observation.to_act), card=top)
    fits = _may(view, moves.Play)
    if observation.debt:
        return text.plural("calidruno.hand.debt_pass_on" if fits else "calidruno.hand.debt", observation.debt)
    if observation.drawn is not None:
        return text(f"calidruno.hand.{_drew_key(view, fits)}", card=card_words(text, observation.drawn))
    if fits:
        return _to_match(text, observation)
    if _held_back(table, observation):
        return text("calidruno.hand.held_back")
    return text("calidruno.hand.draw" if _may(view, moves.Draw) else "calidruno.hand.pass", card=top)


def _drew_key(view: SeatView, fits: bool) -> str:
    if view.table.options.drawn_card == "may_not_play":
        return "drew_kept"
    if fits:
        return "drew_fits" if _may(view, moves.Pass) else "drew_must"
    return "drew"


def _held_back(table: TableView, observation: Observation) -> bool:
    """Whether the only card fits, but must wait for the word or for the end of the head start."""
    if not any(duty.grace and duty.seat == observation.seat for duty in observation.duties):
        return False
    row = Book.of(table.options).row(observation.top, observation.colour, observation.hand, observation.debt)
    return any(row[card] for card in observation.hand)


def _to_match(text: Text, observation: Observation) -> str:
    if cards.is_wild(observation.top):
        return text("calidruno.hand.match_colour", colour=colour_words(text, observation.colour))
    kind = "number" if cards.is_number(observation.top) else "kind"
    return text(f"calidruno.hand.match_{kind}", card=card_words(text, observation.top))


def _may(view: SeatView, kind: type) -> bool:
    return any(isinstance(move, kind) for move in view.legal.values())


def _numbered(text: Text, hand: tuple[Card, ...]) -> str:
    return " · ".join(f"`{i}` {card_words(text, card)}" for i, card in enumerate(hand, 1))


def _rows(view: SeatView, observation: Observation) -> tuple[Row, ...]:
    text, options = view.table.text, view.table.options
    buttons: list[Button] = []
    if _may(view, moves.Call):
        by_button = options.call_by == "button"
        buttons.append(Button("move:call" if by_button else "g:say", text("calidruno.button.say"), Style.SUCCESS))
    for kind, action, message in (
        (moves.Draw, "move:draw", "calidruno.button.take" if observation.debt else "calidruno.button.draw"),
        (moves.Pass, "move:pass", "calidruno.button.pass"),
        (moves.Deal, "move:deal", "calidruno.button.deal"),
    ):
        if _may(view, kind):
            buttons.append(Button(action, text(message), Style.PRIMARY))
    if observation.to_act is not None:
        buttons.append(Button("g:callout", text("calidruno.button.callout")))
    buttons.append(Button("more", text("house.button.more")))
    rows: list[Row] = [*_play_menus(view, observation), tuple(buttons)]
    hearing = observation.hearing
    if _may(view, moves.Vote):
        rows.append(vote_buttons(view.table, as_host=False))
    elif hearing is not None and not hearing.voters and view.settings.user_id == view.table.host_id:
        rows.append(vote_buttons(view.table, as_host=True))
    return tuple(rows)


def _play_menus(view: SeatView, observation: Observation) -> list[Menu]:
    """The legal cards; more than 25 entries become several menus."""
    choices = _play_choices(view, observation)
    parts = [choices[i : i + MENU_SIZE] for i in range(0, len(choices), MENU_SIZE)]
    text = view.table.text
    if len(parts) == 1:
        return [Menu("move", text("calidruno.menu.play"), tuple(parts[0]))]
    return [
        Menu("move", text("calidruno.menu.play_part", part=i, parts=len(parts)), tuple(part))
        for i, part in enumerate(parts, 1)
    ]


def _play_choices(view: SeatView, observation: Observation) -> list[Choice]:
    """One entry a legal play, in the order of the hand: a wild has four. The word with the play is offered only where
    a button may stand for it; else it has to be typed."""
    by_button = view.table.options.call_by == "button"
    plays = [
        (notation, move)
        for notation, move in view.legal.items()
        if isinstance(move, moves.Play) and (by_button or not move.says_it)
    ]
    place = {card: i for i, card in enumerate(sorted_hand(observation.hand, view.settings.sort_by))}
    plays.sort(key=lambda play: (place.get(play[1].card, 0), play[1].colour or 0, play[1].says_it))
    return [_choice(view.table.text, notation, move, observation) for notation, move in plays]


def _choice(text: Text, notation: str, move: moves.Play, observation: Observation) -> Choice:
    label = card_words(text, move.card, sign=False)
    emoji = WILD_EMOJI
    if move.colour is not None:
        label = text("calidruno.menu.wild", card=label, colour=colour_word(text, move.colour))
        emoji = EMOJI[move.colour]
    elif not cards.is_wild(move.card):
        emoji = EMOJI[cards.colour_of(move.card)]
    if move.says_it:
        label = text("calidruno.menu.and_say", card=label)
    return Choice(notation, label, _description(text, move.card, observation), emoji)


def _description(text: Text, card: Card, observation: Observation) -> str:
    key = card_key(card)
    does = "" if key == "number" else text(f"calidruno.does.{key}")
    held = observation.hand.count(card)
    twice = text.plural("calidruno.menu.held", held) if held > 1 else ""
    return " · ".join(part for part in (does, twice) if part)

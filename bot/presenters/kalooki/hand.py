"""The private message of a seat: its cards, what matters now, what was chosen, and exactly what can be done."""

from __future__ import annotations

from dataclasses import replace

from bot.presenters.common import name_of, title_of
from bot.presenters.kalooki.choosing import Choosing, Reading, choosing_of, read
from bot.presenters.kalooki.log import log_of
from bot.presenters.kalooki.menus import (
    discard_entries,
    lay_buttons,
    lay_off_entries,
    page_of,
    pages_of,
    pick_menu,
    suggestion_buttons,
    swap_entries,
)
from bot.presenters.kalooki.pictures import hand_picture, table_picture
from bot.presenters.kalooki.refusals import sentence, with_rule
from bot.presenters.kalooki.table import ACCENT, account_lines, cut_buttons
from bot.presenters.kalooki.words import card_words, counts_line, kind_words, meld_cards, meld_words, sorted_hand
from bot.presenters.panel import Button, Menu, PrivatePanel, Row, Style
from bot.presenters.views import SeatView
from games.kalooki import moves
from games.kalooki.observation import Observation, Phase
from games.kalooki.reasons import KalookiReason

ROW_BUTTONS = 5


def hand_panel(view: SeatView) -> PrivatePanel:
    """What one player sees. A watcher sees the table instead."""
    table, observation = view.table, view.observation
    if table.outcome is not None:  # others have left, and the rules do not know of it
        observation = observation._replace(outcome=table.outcome, to_act=None)
        view = replace(view, observation=observation)
    if view.seat is None:
        return _watcher_panel(view, observation)
    choosing = choosing_of(view)
    reading = read(choosing.chosen)
    lines = [
        _what_matters(view, observation),
        *(_choice_lines(view, choosing, reading) or log_of(table, 1)),
        *(account_lines(table) if observation.phase in {Phase.CUT, Phase.OVER} else _cards_lines(view, observation)),
    ]
    return PrivatePanel(
        title=title_of(table),
        lines=tuple(line for line in lines if line),
        picture=hand_picture(view, choosing, reading),
        rows=_rows(view, observation, choosing, reading),
        accent=ACCENT,
        notice=view.notice,
    )


def _watcher_panel(view: SeatView, observation: Observation) -> PrivatePanel:
    table, text = view.table, view.table.text
    return PrivatePanel(
        title=title_of(table),
        lines=(text("kalooki.hand.watching"), *log_of(table), counts_line(table, observation)),
        picture=table_picture(table, observation),
        rows=((Button("more", text("house.button.more")),),),
        accent=ACCENT,
        notice=view.notice,
    )


def _cards_lines(view: SeatView, observation: Observation) -> list[str]:
    """My cards by number, and how many everybody holds."""
    text = view.table.text
    hand = sorted_hand(observation.hand, view.settings.sort_by)
    numbered = " · ".join(f"`{i}` {card_words(text, card)}" for i, card in enumerate(hand, 1))
    return [numbered, counts_line(view.table, observation)]


def _what_matters(view: SeatView, observation: Observation) -> str:
    table, text = view.table, view.table.text
    if observation.phase is Phase.OVER or observation.to_act is None:
        return text("kalooki.hand.over")
    name, mine = name_of(table, observation.to_act), observation.to_act == view.seat
    if observation.phase is Phase.CUT:
        if mine:
            return text("kalooki.hand.cut")
        return text("kalooki.table.cut", name=name, dealer=name_of(table, observation.dealer))
    top = text("kalooki.nothing") if observation.top is None else card_words(text, observation.top)
    if not mine:
        return text("kalooki.hand.waiting", name=name, card=top)
    if observation.phase is Phase.DRAW:
        return text(f"kalooki.hand.{_draw_key(view)}", card=top)
    drew = "" if observation.drawn is None else text("kalooki.hand.drew", card=card_words(text, observation.drawn))
    return f"{drew} {_play_line(view, observation)}".strip()


def _draw_key(view: SeatView) -> str:
    legal = view.legal.values()
    if moves.Decline() in legal:
        return "last_card" if moves.DrawPozzo() in legal else "last_card_no_use"
    return "draw" if moves.DrawPozzo() in legal else "draw_stock"


def _play_line(view: SeatView, observation: Observation) -> str:
    text = view.table.text
    assert view.seat is not None
    if observation.must_lay is not None:
        return text("kalooki.hand.must_lay", card=card_words(text, observation.must_lay))
    if not observation.opened[view.seat]:
        return text("kalooki.hand.open", n=observation.opening_min)
    return text("kalooki.hand.play")


def _choice_lines(view: SeatView, choosing: Choosing, reading: Reading) -> list[str]:
    """The opening in the making, and what the chosen cards are or why they are nothing."""
    text, lines = view.table.text, list[str]()
    if choosing.opening:
        melds = " · ".join(meld_cards(text, meld) for meld in choosing.opening)
        needed = view.observation.opening_min
        lines.append(text("kalooki.reading.opening", n=choosing.points, needed=needed, melds=melds))
    if choosing.chosen:
        lines.append(_reading_line(view, choosing, reading))
    return lines


def _reading_line(view: SeatView, choosing: Choosing, reading: Reading) -> str:
    text, table = view.table.text, view.table
    if reading.reason is not None:
        why = sentence(table, reading.reason, reading.details)
        return text("kalooki.reading.none", why=with_rule(text, why, reading.reason))
    left = len(view.observation.hand) - len(choosing.chosen) - len(choosing.set_aside)
    if not left:
        reason = KalookiReason.NO_CARD_TO_DISCARD
        return text("kalooki.reading.none", why=with_rule(text, sentence(table, reason, {}), reason))
    one, *others = reading.melds
    if not others:
        return text("kalooki.reading.meld", meld=meld_words(text, one), n=one.points)
    choices = " / ".join(
        text("kalooki.reading.as", card=kind_words(text, meld.joker_as), n=meld.points)
        for meld in reading.melds
        if meld.joker_as is not None
    )
    return text("kalooki.reading.joker", choices=choices)


def _rows(view: SeatView, observation: Observation, choosing: Choosing, reading: Reading) -> tuple[Row, ...]:
    text = view.table.text
    more = Button("more", text("house.button.more"))
    if observation.to_act != view.seat:
        return ((more,),)
    if observation.phase is Phase.CUT:
        return ((*cut_buttons(text), more),)
    if observation.phase is Phase.DRAW:
        return ((*_draw_buttons(view), more),)
    buttons = lay_buttons(view, choosing, reading)
    if choosing.chosen or choosing.opening:
        buttons.append(Button("g:undo", text("kalooki.button.undo")))
    rows: list[Row] = list(pick_menu(view, choosing))
    parts = pages_of(len(observation.hand) - len(choosing.set_aside))
    for message, entries in (
        ("kalooki.menu.lay_off", lay_off_entries(view)),
        ("kalooki.menu.swap", swap_entries(view, choosing)),
        ("kalooki.menu.discard", discard_entries(view)),
    ):
        if entries:
            rows.append(Menu("move", text(message), page_of(entries, choosing.page)))
            parts = max(parts, pages_of(len(entries)))
    if parts > 1:
        at = choosing.page % parts + 1
        buttons.append(Button("g:page", text("kalooki.button.page", page=at, pages=parts)))
    suggested = [] if choosing.chosen or choosing.opening else suggestion_buttons(view)
    return (*rows, *_button_rows([*suggested, *buttons, more]))


def _button_rows(buttons: list[Button]) -> list[Row]:
    return [tuple(buttons[i : i + ROW_BUTTONS]) for i in range(0, len(buttons), ROW_BUTTONS)]


def _draw_buttons(view: SeatView) -> list[Button]:
    """Exactly what may be drawn; the card of the pozzo is named, everybody sees it."""
    text, observation = view.table.text, view.observation
    buttons: list[Button] = []
    for notation, move in view.legal.items():
        match move:
            case moves.DrawStock():
                buttons.append(Button(f"move:{notation}", text("kalooki.button.stock"), Style.PRIMARY))
            case moves.DrawPozzo():
                label = text("kalooki.button.pozzo", card=card_words(text, observation.top))
                buttons.append(Button(f"move:{notation}", label, Style.PRIMARY))
            case _:
                buttons.append(Button(f"move:{notation}", text("kalooki.button.decline"), Style.DANGER))
    return buttons

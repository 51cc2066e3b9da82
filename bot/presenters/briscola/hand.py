"""“My view”: everybody's cards but one's own, and exactly the moves that are legal now.

Nothing here reads a face of the reader's own slots: they are numbers and nothing else. What is certain about one's own
hand (which cards it is made of, in whatever order) is shown only where the table offers that memory aid.
"""

from __future__ import annotations

from bot.presenters.briscola.auction import auction_row, must_call
from bot.presenters.briscola.felt import held_slots, in_tricks
from bot.presenters.briscola.pictures import view_picture
from bot.presenters.briscola.table import ACCENT, LINES, log_of
from bot.presenters.briscola.words import bid_line, cards_list, left_line, promise_line, trick_line, tricks_line
from bot.presenters.common import name_of, title_of
from bot.presenters.italian import SUIT_EMOJI, suit_word
from bot.presenters.panel import Button, PrivatePanel, Row, Style
from bot.presenters.views import SeatView
from bot.text.names import markdown
from games.briscola import moves
from games.briscola.observation import Observation
from games.briscola.terms import Phase

ROW = 5


def hand_panel(view: SeatView) -> PrivatePanel:
    """What one player sees, or who watches."""
    observation: Observation = view.observation
    return PrivatePanel(
        title=title_of(view.table),
        lines=tuple(_lines(view, observation)),
        picture=view_picture(view, observation),
        rows=_rows(view, observation),
        accent=ACCENT,
        notice=view.notice,
    )


def _lines(view: SeatView, observation: Observation) -> list[str]:
    table = view.table
    lines = [_what_matters(view, observation)]
    if observation.phase is Phase.AUCTION:
        lines += [bid_line(table, observation), left_line(table, observation)]
    else:
        lines += [promise_line(table, observation), tricks_line(table, observation)]
    own = [_notes_line(view, observation), _certain_line(view, observation)]
    lines = [line for line in (*lines, *own) if line]
    return [*lines[:1], *_recent(view, observation, LINES - len(lines)), *lines[1:]]


def _recent(view: SeatView, observation: Observation, room: int) -> list[str]:
    """What happened last, and what lies on the table, as far as there is room."""
    table = view.table
    names = [markdown(seat.name) for seat in table.seats]
    trick = trick_line(table, observation, names) if in_tricks(observation) and observation.trick else ""
    recent = [*log_of(table, 1), trick] if not trick else [trick]
    return [line for line in recent if line][: max(room, 0)]


def _what_matters(view: SeatView, observation: Observation) -> str:
    table, text = view.table, view.table.text
    if observation.outcome is not None or table.outcome is not None or not observation.to_act:
        return text("briscola.hand.over")
    seat = observation.to_act[0]
    if view.seat is None:
        seen = in_tricks(observation) and table.options.spectators_see == "all"
        return text("briscola.hand.watching_all" if seen else "briscola.hand.watching")
    if seat != view.seat:
        return text("briscola.hand.waiting", name=name_of(table, seat))
    if observation.phase is Phase.AUCTION:
        if must_call(table, observation):
            return text("briscola.hand.must_call", n=observation.next_bid)
        return text(
            "briscola.hand.call" if observation.next_bid else "briscola.hand.only_leave", n=observation.next_bid
        )
    if observation.phase is Phase.TRICKS and not observation.trick:
        return text("briscola.hand.lead")
    return text(f"briscola.hand.{observation.phase.value}")


def _notes_line(view: SeatView, observation: Observation) -> str:
    if view.seat is None:
        return ""
    notes = [
        f"`{slot}` {markdown(view.notes[slot])}" for slot in held_slots(observation, view.seat) if view.notes.get(slot)
    ]
    return view.table.text("briscola.hand.notes", notes=" · ".join(notes)) if notes else ""


def _certain_line(view: SeatView, observation: Observation) -> str:
    if not observation.own_cards:
        return ""
    return view.table.text("briscola.hand.certain", cards=cards_list(view.table, observation.own_cards))


def _rows(view: SeatView, observation: Observation) -> tuple[Row, ...]:
    text = view.table.text
    legal = view.legal.values()
    rows: list[Row] = []
    if any(isinstance(move, moves.Bid | moves.Leave) for move in legal):
        rows.append(auction_row(view.table, observation, public=False))
    trumps = [move for move in legal if isinstance(move, moves.NameTrump)]
    if trumps:
        rows.append(tuple(_trump_button(view, move) for move in trumps))
    slots = [move.slot for move in legal if isinstance(move, moves.PlaySlot)]
    # Six backs stand in two even rows, as a hand does on a phone.
    per_row = ROW if len(slots) <= ROW else -(-len(slots) // 2)
    buttons = [Button(f"move:slot-{slot}", str(slot), Style.PRIMARY) for slot in slots]
    rows += [tuple(buttons[i : i + per_row]) for i in range(0, len(buttons), per_row)]
    last = [Button("more", text("house.button.more"))]
    over = view.table.outcome is not None
    if not over and view.seat is not None and in_tricks(observation) and held_slots(observation, view.seat):
        last.insert(0, Button("g:notes", text("briscola.button.notes")))
    rows.append(tuple(last))
    return tuple(rows)


def _trump_button(view: SeatView, move: moves.NameTrump) -> Button:
    label = suit_word(view.table.text, move.suit).capitalize()
    return Button(f"move:trump-{move.suit.name.lower()}", label, Style.PRIMARY, emoji=SUIT_EMOJI[move.suit])

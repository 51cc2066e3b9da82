"""Words and rows that several panels share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.presenters.panel import Button, Style
from bot.presenters.views import SeatInfo, TableView
from bot.text.catalog import Text
from bot.text.names import markdown
from data.records import Presence
from render import SeatLabel
from render.scene import SeatMark

CLOCKS = (0, 30, 120, 86_400)
"""Seconds that a table may give for a turn; 0 is no clock."""
SMALL = "-# "
"""Makes a line small and grey: nobody needs to read it while they play."""


def game_name(text: Text, game: str) -> str:
    """The name of a game."""
    return text(f"{game}.name")


def host_name(view: TableView) -> str:
    """The host's name, not escaped; "" if the host does not sit at the table."""
    return next((seat.name for seat in view.seats if seat.user_id == view.host_id), "")


def title_of(view: TableView) -> str:
    """“Calidruno · Anna's table”; it also tells the reader of a direct message which table this is."""
    host, game = host_name(view), game_name(view.text, view.game)
    return view.text("house.title", game=game, host=markdown(host)) if host else game


COMPUTER_SIGN = "🤖"
"""Stands after the name of a seat that a computer plays; pictures have an icon for it."""


def name_of(view: TableView, seat: int) -> str:
    """The name at a seat, for a message's text, marked where a computer plays."""
    return label_of(view.seats[seat])


def label_of(seat: SeatInfo) -> str:
    """The same for a seat itself."""
    name = markdown(seat.name)
    return f"{name} {COMPUTER_SIGN}" if seat.computer else name


def names_of(view: TableView, seats: Iterable[int]) -> str:
    """The names at several seats as a list in words, in playing order."""
    return view.text.list(name_of(view, seat) for seat in sorted(seats))


def without_names(view: TableView) -> TableView:
    """The same table with its people and computers called by their places, for where their names may not stand."""
    names = (view.text("house.place", n=number) for number in range(1, len(view.seats) + 1))
    seats = tuple(replace(seat, name=name) for seat, name in zip(view.seats, names, strict=True))
    return replace(view, seats=seats)


def turn_line(view: TableView) -> str:
    """Who is to act, as mentions (which notify nobody by themselves), and until when."""
    if not view.active:
        return ""
    seats = view.seats
    people = view.text.list(
        name_of(view, seat)
        if seats[seat].computer or seats[seat].presence is Presence.LEFT
        else f"<@{seats[seat].user_id}>"
        for seat in sorted(view.active)
    )
    if view.deadline is None or view.paused:
        return view.text("house.turn", people=people)
    return view.text("house.turn_until", people=people, time=f"<t:{view.deadline}:R>")


def seat_labels(view: TableView, count: int) -> tuple[SeatLabel, ...]:
    """The seats of the match as pictures show them; people who sat down after its end are not in it."""
    return tuple(SeatLabel(seat.name, _mark(view, seat)) for seat in view.seats[:count])


def _mark(view: TableView, seat: SeatInfo) -> SeatMark:
    if seat.computer:
        return "computer"
    if seat.presence is Presence.ABSENT:
        return "absent"
    if seat.presence is Presence.LEFT:
        return "left"
    return "host" if seat.user_id == view.host_id else ""


def clock_label(text: Text, seconds: int) -> str:
    """A table's clock in words; any number of seconds, though the house offers only ``CLOCKS``."""
    if seconds in CLOCKS:
        return text(f"house.clock.{seconds}")
    return text("house.clock.other", n=seconds)


def house_row(text: Text, hand_label: str) -> tuple[Button, ...]:
    """The house's own buttons on a running table; ``hand_label`` is the message id of the one for one's hand."""
    return (
        Button("hand", text(hand_label), Style.PRIMARY),
        Button("rules", text("house.button.rules")),
        Button("more", text("house.button.more")),
    )


def result_row(text: Text) -> tuple[Button, ...]:
    """The house's own buttons on a finished match."""
    return (
        Button("rematch", text("house.button.rematch"), Style.SUCCESS),
        Button("close", text("house.button.close")),
        Button("rules", text("house.button.rules")),
        Button("more", text("house.button.more")),
    )

"""What all acts have in common: how they look, and how they read what was pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.house import House
from bot.presenters.panel import Form, PrivatePanel
from bot.presenters.refusals import Refusal, refusal
from bot.press import At, Done, Press, ShowHand
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.text.names import markdown

Shown = PrivatePanel | At | Form | ShowHand | Done | str | None
Act = Callable[[House, Press], Awaitable[Shown]]


def live_of(house: House, press: Press) -> LiveTable:
    """The table that the pressed component names; a refusal if it is closed."""
    return house.service.tables.find(press.address.table_id)


def number(text: str) -> int:
    """A user id or page from a component; forged ones become a refusal."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise RefusedError(Refusal.UNKNOWN_ACTION, action=text[:20])
    return int(text)


def seat_name(live: LiveTable, user_id: int) -> str:
    """The name of somebody at the table, for a sentence; a refusal if they are not at it."""
    for seat in live.record.seats:
        if seat.user_id == user_id:
            return markdown(seat.name)
    raise RefusedError(Refusal.NOT_AT_TABLE, name="?")


async def unknown(house: House, press: Press) -> Shown:
    """A component that is none of ours, or not any more."""
    del house
    raise RefusedError(Refusal.UNKNOWN_ACTION, action=press.address.action)


async def failed(house: House, press: Press) -> Shown:
    """A command that could not even be begun."""
    del house
    return refusal(press.text, Refusal.FAILED)

"""Acts before and between matches: who sits there, who watches, and what is played."""

from __future__ import annotations

from bot.acts.common import Shown, live_of, number
from bot.acts.table import end_at
from bot.house import House
from bot.presenters import house as panels
from bot.presenters.options import options_panel, page_of
from bot.presenters.refusals import Refusal
from bot.press import At, Press
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import check_company, check_options
from data.records import TableStatus
from games.core import option_fields
from games.core.player import Strength


async def sit(house: House, press: Press) -> Shown:
    await house.service.seating.sit(live_of(house, press), press.person)
    return None


async def start(house: House, press: Press) -> Shown:
    await house.service.start(live_of(house, press), press.person)
    return None


async def rematch(house: House, press: Press) -> Shown:
    await house.service.rematch(live_of(house, press), press.person)
    return None


async def close(house: House, press: Press) -> Shown:
    """Close the table after a match: its people may, one by one if they are no hosts. If the next match has begun while
    somebody still saw the result, they are asked first."""
    live = live_of(house, press)
    over = live.record.status is TableStatus.FINISHED
    if press.person.user_id != live.record.host_id and not press.person.moderator:
        if not over:
            return await leave_at(house, press, live, sure=False)
        await house.service.seating.leave(live, press.person.user_id, only_result=True)
        return None
    if not over:
        return await end_at(house, press, live, sure=False)
    await house.service.close_result(live, press.person)
    return None


async def leave(house: House, press: Press) -> Shown:
    return await leave_at(house, press, live_of(house, press), sure=press.address.argument == "yes")


async def leave_at(house: House, press: Press, live: LiveTable, *, sure: bool) -> Shown:
    """Leave at once, but ask first where a match is running."""
    if live.playing is not None and live.playing_seat_of(press.person.user_id) is not None and not sure:
        return At(live, panels.leave_panel(live.table_view(press.text), press.person.user_id))
    await house.service.seating.leave(live, press.person.user_id)
    return press.text("house.said.you_left")


async def watch(house: House, press: Press) -> Shown:
    await house.service.seating.watch(live_of(house, press), press.person)
    return press.text("house.said.watching")


async def unwatch(house: House, press: Press) -> Shown:
    live = live_of(house, press)
    if press.person.user_id not in live.record.watchers:
        raise RefusedError(Refusal.NOT_WATCHING)
    await house.service.seating.leave(live, press.person.user_id)
    return press.text("house.said.unwatched")


async def options(house: House, press: Press) -> Shown:
    """The host's menus; everybody else reads what is chosen."""
    live = live_of(house, press)
    check_options(live, press.person)
    return options_panel(live.table_view(press.text), number(press.address.argument or "0"))


async def set_option(house: House, press: Press) -> Shown:
    live, name = live_of(house, press), press.address.argument
    chosen = next(iter(press.values), "")
    for field in option_fields(live.options):
        for choice in field.choices:
            if field.name == name and str(choice) == chosen:
                await house.service.set_options(live, press.person, {name: choice})
                view = live.table_view(press.text)
                return options_panel(view, page_of(view, name))
    raise RefusedError(Refusal.OPTION_UNKNOWN)


async def set_preset(house: House, press: Press) -> Shown:
    live = live_of(house, press)
    await house.service.set_preset(live, press.person, press.value)
    return options_panel(live.table_view(press.text))


async def set_stand_in(house: House, press: Press) -> Shown:
    live = live_of(house, press)
    await house.service.set_stand_in(live, press.person, press.value)
    return options_panel(live.table_view(press.text))


async def computers(house: House, press: Press) -> Shown:
    """The host's menus of computer players."""
    live = live_of(house, press)
    check_company(live, press.person)
    return panels.computers_panel(live.table_view(press.text))


async def add_computer(house: House, press: Press) -> Shown:
    if press.value not in set(Strength):
        raise RefusedError(Refusal.OPTION_UNKNOWN)
    live = live_of(house, press)
    await house.service.seating.add_computer(live, press.person, Strength(press.value))
    return panels.computers_panel(live.table_view(press.text))


async def remove_computer(house: House, press: Press) -> Shown:
    live = live_of(house, press)
    await house.service.seating.remove_computer(live, press.person, -number(press.value.removeprefix("-")))
    return panels.computers_panel(live.table_view(press.text))


async def set_clock(house: House, press: Press) -> Shown:
    live = live_of(house, press)
    await house.service.set_clock(live, press.person, number(press.value))
    return options_panel(live.table_view(press.text))

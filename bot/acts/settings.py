"""Acts of ``/settings`` and ``/server``: what people and servers choose for themselves."""

from __future__ import annotations

from bot.acts.common import Shown
from bot.house import House
from bot.preferences import changed_player, changed_server
from bot.presenters.preferences import server_panel, settings_panel
from bot.presenters.refusals import Refusal
from bot.press import Press, place_of
from bot.tables.errors import RefusedError
from bot.tables.permits import Place


async def my_settings(house: House, press: Press) -> Shown:
    return settings_panel(press.text, await house.preferences.player(press.person.user_id))


async def set_mine(house: House, press: Press) -> Shown:
    """``set:<field>`` with a menu's value, or ``set:<field>:<on|off>``."""
    field, _, switch = press.address.argument.partition(":")
    await save(house, press, field, next(iter(press.values), "") or switch)
    settings = await house.preferences.player(press.person.user_id)
    text = await house.text_for(press.interaction)
    return settings_panel(text, settings, text("house.said.saved"))


async def save(house: House, press: Press, field: str, value: str) -> None:
    """Keep what a person has chosen; a refusal if there is no such choice."""
    settings = await house.preferences.player(press.person.user_id)
    changed = changed_player(settings, field, value)
    if changed is None:
        raise RefusedError(Refusal.OPTION_UNKNOWN)
    await house.preferences.save_player(changed)
    house.announcer.hands.touch_person(press.person.user_id)


async def server_settings(house: House, press: Press) -> Shown:
    place = _managed_place(press)
    settings = await house.preferences.server(place.guild_id)
    return server_panel(press.text, settings, reads_all=house.announcer.reads_all)


async def set_server(house: House, press: Press) -> Shown:
    """``server:<field>`` likewise, for those who manage the server."""
    place = _managed_place(press)
    field, _, switch = press.address.argument.partition(":")
    settings = await house.preferences.server(place.guild_id)
    here = place.parent_id or place.channel_id
    changed = changed_server(settings, field, next(iter(press.values), "") or switch, here)
    if changed is None:
        raise RefusedError(Refusal.OPTION_UNKNOWN)
    await house.preferences.save_server(changed)
    for live in house.service.tables.in_guild(place.guild_id):
        house.announcer.board(live).touch()
    return server_panel(press.text, changed, press.text("house.said.saved"), reads_all=house.announcer.reads_all)


def _managed_place(press: Press) -> Place:
    place = place_of(press.interaction)
    if place is None:
        raise RefusedError(Refusal.ONLY_IN_SERVER)
    if not press.interaction.permissions.manage_guild:
        raise RefusedError(Refusal.ONLY_SERVER_MANAGER)
    return place

"""What each press does. An act returns what the person is shown: a panel, a dialog, their hand, a sentence, or nothing
where the table's own message shows it. Acts raise ``RefusedError`` or ``RulesError`` when the answer is no.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.house import House
from bot.preferences import changed_player, changed_server
from bot.presenters import house as panels
from bot.presenters.options import options_panel, page_of
from bot.presenters.panel import Form, PrivatePanel
from bot.presenters.preferences import server_panel, settings_panel
from bot.presenters.presenter import Draft, Notes, Play, Say
from bot.presenters.privacy import forget_panel, privacy_panel
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.registry import PRESENTERS
from bot.press import At, Done, Press, ShowHand, place_of
from bot.tables.errors import RefusedError
from bot.tables.ledger import storing
from bot.tables.live import LiveTable
from bot.tables.permits import Place, check_company, check_end, check_options
from bot.text.names import markdown
from data.records import TableStatus
from data.retention import GONE_DAYS
from games.core import option_fields
from games.core.player import Strength

Shown = PrivatePanel | At | Form | ShowHand | Done | str | None
Act = Callable[[House, Press], Awaitable[Shown]]


def _live(house: House, press: Press) -> LiveTable:
    return house.service.tables.find(press.address.table_id)


def _number(text: str) -> int:
    """A user id or page from a component; forged ones become a refusal."""
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise RefusedError(Refusal.UNKNOWN_ACTION, action=text[:20])
    return int(text)


def _seat_name(live: LiveTable, user_id: int) -> str:
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


# The lobby


async def sit(house: House, press: Press) -> Shown:
    await house.service.seating.sit(_live(house, press), press.person)
    return None


async def start(house: House, press: Press) -> Shown:
    await house.service.start(_live(house, press), press.person)
    return None


async def rematch(house: House, press: Press) -> Shown:
    await house.service.rematch(_live(house, press), press.person)
    return None


async def close(house: House, press: Press) -> Shown:
    """Close the table after a match: its people may, one by one if they are no hosts. If the next match has begun while
    somebody still saw the result, they are asked first."""
    live = _live(house, press)
    over = live.record.status is TableStatus.FINISHED
    if press.person.user_id != live.record.host_id and not press.person.moderator:
        shown = await leave_at(house, press, live, sure=False)
        return None if over else shown
    if not over:
        return await end_at(house, press, live, sure=False)
    await house.service.close_result(live, press.person)
    return None


async def leave(house: House, press: Press) -> Shown:
    return await leave_at(house, press, _live(house, press), sure=press.address.argument == "yes")


async def leave_at(house: House, press: Press, live: LiveTable, *, sure: bool) -> Shown:
    """Leave at once, but ask first where a match is running."""
    if live.playing is not None and live.playing_seat_of(press.person.user_id) is not None and not sure:
        return At(live, panels.leave_panel(live.table_view(press.text), press.person.user_id))
    await house.service.seating.leave(live, press.person.user_id)
    return press.text("house.said.you_left")


async def watch(house: House, press: Press) -> Shown:
    await house.service.seating.watch(_live(house, press), press.person)
    return press.text("house.said.watching")


async def unwatch(house: House, press: Press) -> Shown:
    live = _live(house, press)
    if press.person.user_id not in live.record.watchers:
        raise RefusedError(Refusal.NOT_WATCHING)
    await house.service.seating.leave(live, press.person.user_id)
    return press.text("house.said.unwatched")


async def options(house: House, press: Press) -> Shown:
    """The host's menus; everybody else reads what is chosen."""
    live = _live(house, press)
    check_options(live, press.person)
    return options_panel(live.table_view(press.text), _number(press.address.argument or "0"))


async def set_option(house: House, press: Press) -> Shown:
    live, name = _live(house, press), press.address.argument
    chosen = next(iter(press.values), "")
    for field in option_fields(live.options):
        for choice in field.choices:
            if field.name == name and str(choice) == chosen:
                await house.service.set_options(live, press.person, {name: choice})
                view = live.table_view(press.text)
                return options_panel(view, page_of(view, name))
    raise RefusedError(Refusal.OPTION_UNKNOWN)


async def set_preset(house: House, press: Press) -> Shown:
    live = _live(house, press)
    await house.service.set_preset(live, press.person, press.value)
    return options_panel(live.table_view(press.text))


async def set_stand_in(house: House, press: Press) -> Shown:
    live = _live(house, press)
    await house.service.set_stand_in(live, press.person, press.value)
    return options_panel(live.table_view(press.text))


async def computers(house: House, press: Press) -> Shown:
    """The host's menus of computer players."""
    live = _live(house, press)
    check_company(live, press.person)
    return panels.computers_panel(live.table_view(press.text))


async def add_computer(house: House, press: Press) -> Shown:
    if press.value not in set(Strength):
        raise RefusedError(Refusal.OPTION_UNKNOWN)
    live = _live(house, press)
    await house.service.seating.add_computer(live, press.person, Strength(press.value))
    return panels.computers_panel(live.table_view(press.text))


async def remove_computer(house: House, press: Press) -> Shown:
    live = _live(house, press)
    await house.service.seating.remove_computer(live, press.person, -_number(press.value.removeprefix("-")))
    return panels.computers_panel(live.table_view(press.text))


async def set_clock(house: House, press: Press) -> Shown:
    live = _live(house, press)
    await house.service.set_clock(live, press.person, _number(press.value))
    return options_panel(live.table_view(press.text))


# The table


async def hand(house: House, press: Press) -> Shown:
    """Show the presser's hand: here, or by direct message for those who want that."""
    live = _live(house, press)
    return await hand_at(house, press, live)


async def hand_at(house: House, press: Press, live: LiveTable) -> Shown:
    user_id = press.person.user_id
    if live.match is None:
        raise RefusedError(Refusal.NOT_STARTED)
    watching = user_id in live.record.watchers
    if live.playing_seat_of(user_id) is None and not watching:
        raise RefusedError(Refusal.NOT_SEATED)
    await house.service.matches.come_back(live, user_id)
    in_server = press.interaction.guild_id is not None
    if press.settings.hand_by == "dm" and in_server and not watching:
        if await house.announcer.send_dm(live, user_id, str(press.interaction.locale)):
            return press.text("house.said.dm_sent")
        closed = (await house.preferences.player(user_id)).dm_closed
        label = PRESENTERS[live.record.game].hand_label
        public = await house.public_text(live)
        why = refusal(press.text, Refusal.DM_CLOSED, public, label)
        return ShowHand(live, why if closed else "")
    return ShowHand(live)


async def move(house: House, press: Press) -> Shown:
    """Play a move that the hand or the table offered."""
    live = _live(house, press)
    played = live.game.decode_move(press.value)
    await house.service.matches.play(live, press.person.user_id, played, press.idem, press.seen_ply)
    return ShowHand(live)


async def game_action(house: House, press: Press) -> Shown:
    """An action of the game's own: ask its presenter what it means."""
    live = _live(house, press)
    seat = live.playing_seat_of(press.person.user_id)
    if live.playing is None:
        raise RefusedError(Refusal.NOT_STARTED)
    if seat is None:
        raise RefusedError(Refusal.NOT_SEATED)
    view = live.seat_view(press.person.user_id, press.text, press.settings)
    answer = PRESENTERS[live.record.game].answer(view, press.address.argument, press.values)
    if isinstance(answer, Play):
        await house.service.matches.play(
            live, press.person.user_id, answer.move, press.idem, None, as_table=answer.as_table
        )
        return _after_game_action(house, press, live)
    if isinstance(answer, Draft):
        live.drafts[seat] = answer.value
        return ShowHand(live)
    if isinstance(answer, Notes):
        await house.service.matches.notes.keep(live, press.person.user_id, answer.notes)
        return ShowHand(live)
    return answer.sentence if isinstance(answer, Say) else answer


def _after_game_action(house: House, press: Press, live: LiveTable) -> Shown:
    """A hand shows itself anew, a private question has been answered, and the public message speaks for itself."""
    message = press.interaction.message
    if message is None or house.announcer.hands.is_hand(message):
        return ShowHand(live)
    return Done() if message.flags.ephemeral else None


async def rules(house: House, press: Press) -> Shown:
    """A page of the rules: of this table's game, or the one that the component names."""
    game, _, page = press.address.argument.partition(":")
    if not game:
        game = _live(house, press).record.game
    if game not in PRESENTERS:
        raise RefusedError(Refusal.UNKNOWN_ACTION, action=game[:20])
    return panels.rules_panel(press.text, game, _number(next(iter(press.values), "") or page or "0"))


async def more(house: House, press: Press) -> Shown:
    live = _live(house, press)
    view = live.seat_view(press.person.user_id, press.text, press.settings)
    return panels.more_panel(view, moderator=press.person.moderator)


async def kick(house: House, press: Press) -> Shown:
    live, user_id = _live(house, press), _number(press.value)
    name = _seat_name(live, user_id)
    await house.service.seating.kick(live, press.person, user_id)
    return press.text("house.said.kicked", name=name)


async def hand_on(house: House, press: Press) -> Shown:
    live, user_id = _live(house, press), _number(press.value)
    name = _seat_name(live, user_id)
    await house.service.seating.hand_on(live, press.person, user_id)
    return press.text("house.said.host_now", name=name)


async def end(house: House, press: Press) -> Shown:
    return await end_at(house, press, _live(house, press), sure=press.address.argument == "yes")


async def end_at(house: House, press: Press, live: LiveTable, *, sure: bool) -> Shown:
    """End a table, after a question."""
    check_end(live, press.person)
    if not sure:
        return At(live, panels.end_panel(live.table_view(press.text)))
    await house.service.end(live, press.person)
    return press.text("house.said.closed_by", name=markdown(press.person.name))


async def repost(house: House, press: Press) -> Shown:
    return repost_at(house, press, _live(house, press))


def repost_at(house: House, press: Press, live: LiveTable) -> Shown:
    """Post the table's message anew, at the end of its channel."""
    house.check_loud(press.person.user_id, live.record.guild_id)
    house.announcer.board(live).repost()
    return press.text("house.said.saved")


async def hand_by(house: House, press: Press) -> Shown:
    """Switch where this person's hand goes, and show it there."""
    await _set(house, press, "hand_by", press.address.argument)
    live = _live(house, press)
    if live.playing_seat_of(press.person.user_id) is None:
        return press.text("house.said.saved")
    settings = await house.preferences.player(press.person.user_id)
    return await hand_at(house, replace(press, settings=settings), live)


# Settings


async def my_settings(house: House, press: Press) -> Shown:
    del house
    return settings_panel(press.text, press.settings)


async def server_settings(house: House, press: Press) -> Shown:
    place = _managed_place(press)
    settings = await house.preferences.server(place.guild_id)
    return server_panel(press.text, settings, reads_all=house.announcer.reads_all)


def _managed_place(press: Press) -> Place:
    place = place_of(press.interaction)
    if place is None:
        raise RefusedError(Refusal.ONLY_IN_SERVER)
    if not press.interaction.permissions.manage_guild:
        raise RefusedError(Refusal.ONLY_SERVER_MANAGER)
    return place


async def set_mine(house: House, press: Press) -> Shown:
    """``set:<field>`` with a menu's value, or ``set:<field>:<on|off>``."""
    field, _, switch = press.address.argument.partition(":")
    await _set(house, press, field, next(iter(press.values), "") or switch)
    settings = await house.preferences.player(press.person.user_id)
    text = await house.text_for(press.interaction)
    return settings_panel(text, settings, text("house.said.saved"))


async def _set(house: House, press: Press, field: str, value: str) -> None:
    settings = await house.preferences.player(press.person.user_id)
    changed = changed_player(settings, field, value)
    if changed is None:
        raise RefusedError(Refusal.OPTION_UNKNOWN)
    await house.preferences.save_player(changed)


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
    for live in list(house.service.tables):
        if live.record.guild_id == place.guild_id:
            house.announcer.board(live).touch()
    return server_panel(press.text, changed, press.text("house.said.saved"), reads_all=house.announcer.reads_all)


# What is stored of a person


async def privacy(house: House, press: Press) -> Shown:
    """What is stored, for how long, and what of it is about the presser."""
    stored = await storing(house.service.store.about_person(press.person.user_id))
    return privacy_panel(press.text, stored, keep_days=house.service.retention.keep_days, gone_days=GONE_DAYS)


async def forget(house: House, press: Press) -> Shown:
    """Ask, and if the answer is yes forget whoever pressed it."""
    if press.address.argument == "no":
        return Done()
    if press.address.argument != "yes":
        return forget_panel(press.text)
    known = await house.forget(press.person.user_id)
    said = press.text("house.forget.done") if known else press.text("house.forget.nothing")
    return PrivatePanel(title="", lines=(said,))


QUIET: Final = frozenset({"sit", "start", "rematch", "close", "watch"})
"""Acts whose effect shows on the public message: they are acknowledged before they are done."""

ACTS: Final[dict[str, Act]] = {
    "sit": sit,
    "start": start,
    "rematch": rematch,
    "close": close,
    "leave": leave,
    "watch": watch,
    "unwatch": unwatch,
    "options": options,
    "opt": set_option,
    "preset": set_preset,
    "clock": set_clock,
    "stand_in": set_stand_in,
    "computers": computers,
    "computer": add_computer,
    "uncomputer": remove_computer,
    "hand": hand,
    "show": repost,
    "move": move,
    "g": game_action,
    "rules": rules,
    "more": more,
    "kick": kick,
    "host": hand_on,
    "end": end,
    "repost": repost,
    "hand_by": hand_by,
    "set": set_mine,
    "server": set_server,
    "forget": forget,
}

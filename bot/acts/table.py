"""Acts in play, and those of hosts and moderators: hands, moves, the rules, what stands behind "More"."""

from __future__ import annotations

from dataclasses import replace

from bot.acts.common import Shown, live_of, number, seat_name
from bot.acts.settings import save
from bot.house import House
from bot.presenters import house as panels
from bot.presenters.presenter import Draft, Notes, Play, Say
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.registry import PRESENTERS
from bot.press import At, Done, Press, ShowHand
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import check_end
from bot.text.names import markdown


async def hand(house: House, press: Press) -> Shown:
    """Show the presser's hand: here, or by direct message for those who want that."""
    live = live_of(house, press)
    return await hand_at(house, press, live)


async def hand_at(house: House, press: Press, live: LiveTable) -> Shown:
    user_id = press.person.user_id
    if live.match is None:
        raise RefusedError(Refusal.NOT_STARTED)
    watching = user_id in live.record.watchers
    if not watching:
        live.own_seat(user_id)
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
    live = live_of(house, press)
    played = live.game.decode_move(press.value)
    await house.service.matches.play(live, press.person.user_id, played, press.idem, press.seen)
    return ShowHand(live)


async def game_action(house: House, press: Press) -> Shown:
    """An action of the game's own: ask its presenter what it means."""
    live = live_of(house, press)
    if live.playing is None:
        raise RefusedError(Refusal.NOT_STARTED)
    seat = live.own_seat(press.person.user_id)
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
        game = live_of(house, press).record.game
    if game not in PRESENTERS:
        raise RefusedError(Refusal.UNKNOWN_ACTION, action=game[:20])
    return panels.rules_panel(press.text, game, number(next(iter(press.values), "") or page or "0"))


async def more(house: House, press: Press) -> Shown:
    live = live_of(house, press)
    view = live.seat_view(press.person.user_id, press.text, press.settings)
    return panels.more_panel(view, moderator=press.person.moderator)


async def kick(house: House, press: Press) -> Shown:
    live, user_id = live_of(house, press), number(press.value)
    name = seat_name(live, user_id)
    await house.service.seating.kick(live, press.person, user_id)
    return press.text("house.said.kicked", name=name)


async def hand_on(house: House, press: Press) -> Shown:
    live, user_id = live_of(house, press), number(press.value)
    name = seat_name(live, user_id)
    await house.service.seating.hand_on(live, press.person, user_id)
    return press.text("house.said.host_now", name=name)


async def end(house: House, press: Press) -> Shown:
    return await end_at(house, press, live_of(house, press), sure=press.address.argument == "yes")


async def end_at(house: House, press: Press, live: LiveTable, *, sure: bool) -> Shown:
    """End a table, after a question."""
    check_end(live, press.person)
    if not sure:
        return At(live, panels.end_panel(live.table_view(press.text)))
    await house.service.end(live, press.person)
    return press.text("house.said.closed_by", name=markdown(press.person.name))


async def repost(house: House, press: Press) -> Shown:
    return repost_at(house, press, live_of(house, press))


def repost_at(house: House, press: Press, live: LiveTable) -> Shown:
    """Post the table's message anew, at the end of its channel."""
    house.check_loud(press.person.user_id, live.record.guild_id)
    house.announcer.board(live).repost()
    return press.text("house.said.saved")


async def hand_by(house: House, press: Press) -> Shown:
    """Switch where this person's hand goes, and show it there."""
    await save(house, press, "hand_by", press.address.argument)
    live = live_of(house, press)
    if live.playing_seat_of(press.person.user_id) is None:
        return press.text("house.said.saved")
    settings = await house.preferences.player(press.person.user_id)
    return await hand_at(house, replace(press, settings=settings), live)

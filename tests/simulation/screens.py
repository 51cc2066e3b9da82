"""What the people of a simulation see, against what is stored and what they may know: invariants I1, I4 and I5."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bot.client import CalidrunoBot
from bot.local.errors import Json
from bot.local.messages import walk
from bot.local.model import Message
from bot.tables.components import Rendered, parse_custom_id, render_private, render_public
from bot.tables.live import LiveTable
from data.records import TableStatus, is_computer
from games.core import Rng, Seat
from tests.simulation import painting

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

LOOKS = 3


def shown(sim: Simulation, message: Message) -> Iterator[str]:
    """I1: nothing is shown of a ply that is not stored."""
    moments: dict[int, int] = {}
    for component in walk(message.wire["components"]):
        address = parse_custom_id(component.get("custom_id") or "")
        if address is not None and address.table_id:
            moments[address.table_id] = max(moments.get(address.table_id, 0), address.ply)
    for table_id, ply in moments.items():
        last = sim.books.last_moment(table_id)
        if ply > last:
            yield f"I1: ply {ply} of table {table_id} was shown, stored are {last}"
    for attachment in message.wire["attachments"]:
        if (found := re.fullmatch(r"table-(\d+)\.png", attachment["filename"])) and len(moments) == 1:
            (table_id,) = moments
            last = sim.books.last_ply(table_id)
            if int(found[1]) > last:
                yield f"I1: a picture of ply {found[1]} of table {table_id} was shown, stored are {last}"


def essence(components: list[Json], attachments: list[Json], content: str, embeds: list[Json]) -> list[Any]:
    """What a viewer can read or press in a message, and under which ids; in order."""
    parts: list[Any] = [content, *((embed.get("title"), embed.get("description")) for embed in embeds)]
    for component in walk(components):
        options = [(o["label"], o["value"], o.get("description")) for o in component.get("options", ())]
        pictures = [item.get("description") for item in component.get("items", ())]
        keys = ("type", "content", "label", "custom_id", "placeholder")
        parts.append((*(component.get(key) for key in keys), bool(component.get("disabled")), options, pictures))
    parts.append([attachment.get("description") for attachment in attachments])
    return parts


def of_message(message: Message) -> list[Any]:
    """The essence of a message as it stands."""
    wire = message.wire
    return essence(wire["components"], wire["attachments"], wire["content"], wire["embeds"])


def of_rendered(rendered: Rendered) -> list[Any]:
    """The essence of a message as the bot would send it."""
    embed: list[Any] = [rendered.embed.to_dict()] if rendered.embed is not None else []
    files = [{"description": rendered.file.description}] if rendered.file is not None else []
    components: Any = rendered.view.to_components()
    return essence(components, files, rendered.content or "", embed)


async def boards(sim: Simulation) -> list[str]:
    """I5: every board and every open hand shows what it should."""
    found: list[str] = []
    bot = sim.machine.bot
    if bot is None:
        return ["I5: the bot does not run"]
    announcer = bot.house.announcer
    for live in bot.house.service.tables:
        channel = sim.crowd.world.channels.get(str(live.record.channel_id))
        if channel is None:
            found.append(f"I5: table {live.record.id} is open in a channel that is gone")
            continue
        message = sim.crowd.world.find_message(str(live.record.message_id))
        panel = await announcer.public_panel(live)
        if message is None:
            found.append(f"I5: table {live.record.id} has no message")
            continue
        picture = painting.draw(panel.picture.scene) if panel.picture else None
        ply = live.match.ply if live.match else 0
        rendered = render_public(panel, style=announcer.style, table_id=live.record.id, ply=ply, picture=picture)
        found += [f"I5: table {live.record.id}: {what}" for what in _differences(sim, message, rendered, picture)]
    for hand in list(announcer.hands._open.values()):
        message = sim.crowd.world.find_message(str(hand.message_id))
        if message is None or hand.live.record.status is TableStatus.CLOSED:
            continue
        notice = hand.notice if hand.noticed_at == hand.live.moment else ""
        private = await announcer.hand_panel(hand.live, hand.user_id, hand.locale, notice)
        if hand.live.match is None:
            continue
        picture = painting.draw(private.picture.scene) if private.picture else None
        rendered = render_private(
            private, style=announcer.style, table_id=hand.live.record.id, ply=hand.live.moment, picture=picture
        )
        where = f"I5: a hand at table {hand.live.record.id}"
        found += [f"{where}: {what}" for what in _differences(sim, message, rendered, picture, plies=False)]
    return found


def _differences(
    sim: Simulation, message: Message, rendered: Rendered, picture: bytes | None, *, plies: bool = True
) -> Iterator[str]:
    is_now, should_be = of_message(message), of_rendered(rendered)
    if not plies:
        # A hand that looks the same is not sent again for the sake of the ply in its ids.
        is_now, should_be = (
            [re.sub(r"cg1:(\d+):\d+:", r"cg1:\1:", repr(part)) for part in parts] for parts in (is_now, should_be)
        )
    if is_now != should_be:
        pairs = itertools.zip_longest(is_now, should_be)
        yield "shows " + "; ".join(f"{one} instead of {two}" for one, two in pairs if one != two)[:500]
    attachments = message.wire["attachments"]
    stored = sim.discord.stored(attachments[0]["id"]) if attachments else None
    if stored != picture:
        yield "shows another picture"


# --- secrecy ---------------------------------------------------------------------------------------------------------


async def secrecy(sim: Simulation) -> list[str]:
    """I4: whatever a viewer gets is the same in a world that differs only in what they may not see."""
    found: list[str] = []
    bot = sim.machine.bot
    if bot is None or not bot.is_ready():
        return found
    for live in bot.house.service.tables:
        if live.match is None or live.playing is None or live.lock.locked():
            continue
        viewers = [seat.user_id for seat in live.record.seats if not is_computer(seat.user_id)]
        for viewer in (None, *viewers):
            seat = None if viewer is None else live.playing_seat_of(viewer)
            if viewer is not None and seat is None:
                continue
            if await _tells(sim, bot, live, viewer, seat):
                found.append(f"I4: what {viewer or 'everybody'} sees at table {live.record.id} tells hidden cards")
    return found


async def _tells(sim: Simulation, bot: CalidrunoBot, live: LiveTable, viewer: int | None, seat: Seat | None) -> bool:
    """Whether the two worlds look different, and do so again: between two looks somebody may have written a note."""
    ply = live.match.ply if live.match else 0
    for _ in range(LOOKS):
        here = await _seen(bot, live, viewer)
        if live.match is None or live.playing is None or live.match.ply != ply:
            return False
        if here == await _seen(bot, _other_world(live, seat, sim), viewer):
            return False
    return True


async def _seen(bot: CalidrunoBot, world: LiveTable, viewer: int | None) -> tuple[list[Any], bytes | None]:
    """What somebody gets of a table from this bot, killed meanwhile or not, None for everybody: essence and picture."""
    announcer, ply = bot.house.announcer, world.match.ply if world.match else 0
    if viewer is None:
        public = await announcer.public_panel(world)
        picture = painting.draw(public.picture.scene) if public.picture else None
        return of_rendered(render_public(public, style=announcer.style, table_id=1, ply=ply, picture=picture)), picture
    private = await announcer.hand_panel(world, viewer, "it")
    picture = painting.draw(private.picture.scene) if private.picture else None
    return of_rendered(render_private(private, style=announcer.style, table_id=1, ply=ply, picture=picture)), picture


def _other_world(live: LiveTable, seat: Seat | None, sim: Simulation) -> LiveTable:
    assert live.match is not None
    other = copy.copy(live)
    state = live.match.game.resample(live.match.state, seat, Rng(sim.seed.to_bytes(16, "big"), live.match.ply))
    match = copy.copy(live.match)
    object.__setattr__(match, "state", state)
    other.match = match
    return other

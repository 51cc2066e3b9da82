"""A hand is shown to its owner alone: every request of the evenings of this suite is checked for that (see
``tests.support.exposure``, which ``open_club`` runs at its end). Here leaks are planted and found, and open hands of
people who have left, were sent away or whose match is over stay without new cards.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest

from bot.responder import Responder
from bot.tables import components
from data.records import TableStatus
from games.registry import BY_KEY, GAMES
from tests.support.club import Club, open_club
from tests.support.evenings import Evening, evening

Send = Callable[..., Awaitable[Any]]


async def played_a_little(folder: Path, during: Callable[[Club], Awaitable[None]]) -> str:
    """What the check at the end of an evening says of it."""
    try:
        async with open_club(folder) as club:
            await club.match_of(*club.people)
            await during(club)
            await club.quiet()
    except AssertionError as found:
        return str(found)
    return ""


async def test_a_public_deferral_is_found(tmp_path: Path) -> None:
    """The trap: what follows it is public, though it is sent as ephemeral."""
    defer: Send = discord.InteractionResponse.defer

    async def openly(self: Any, *, ephemeral: bool = False, thinking: bool = False) -> Any:
        del ephemeral
        return await defer(self, thinking=thinking)

    async def slow(club: Club) -> None:
        anna = club.people[0]
        held = club.bot.house.announcer.hand_panel

        async def slowly(*args: Any) -> Any:
            await club.clock.advance(1.5)
            return await held(*args)

        with patch.object(club.bot.house.announcer, "hand_panel", slowly):
            await club.press(anna, "hand")

    with patch.object(discord.InteractionResponse, "defer", openly):
        assert "a public deferral" in await played_a_little(tmp_path, slow)


async def test_a_public_answer_is_found(tmp_path: Path) -> None:
    send: Send = discord.InteractionResponse.send_message

    async def openly(self: Any, *args: Any, ephemeral: bool = False, **kwargs: Any) -> Any:
        del ephemeral
        return await send(self, *args, **kwargs)

    async def look(club: Club) -> None:
        await club.press(club.people[0], "hand")

    with patch.object(discord.InteractionResponse, "send_message", openly):
        assert "a public answer" in await played_a_little(tmp_path, look)


async def test_a_hand_in_place_of_the_public_message_is_found(tmp_path: Path) -> None:
    async def look(club: Club) -> None:
        await club.press(club.people[0], "hand")

    with patch.object(Responder, "in_place", True):
        assert "in place of the public message" in await played_a_little(tmp_path, look)


async def test_a_hand_in_a_channel_is_found(tmp_path: Path) -> None:
    """Nothing but a public panel can be rendered for a channel; here the check is taken away and a hand posted."""

    async def look(club: Club) -> None:
        live, announcer = club.live, club.bot.house.announcer
        panel: Any = await announcer.hand_panel(live, live.record.seats[0].user_id, "en-US")
        where: Any = {"style": "v2", "table_id": 1, "ply": 3, "picture": None}
        with pytest.raises(TypeError):
            components.render_public(panel, **where)
        rendered = components.render_private(panel, **where)
        await club.bot.get_partial_messageable(live.record.channel_id).send(**rendered.to_send())

    assert "ids of a hand" in await played_a_little(tmp_path, look)


# Hands that lie open


def cards_of(night: Evening, key: str) -> list[str]:
    """What a person's open private messages were changed to, from the beginning."""
    histories = night.recorder.records[key].messages.values()
    return [change for history in histories if history[0].startswith(("private", "direct")) for change in history[1:]]


async def _seated(night: Evening, seated: tuple[str, ...]) -> None:
    await night.do("open", "anna")
    for key in seated[1:]:
        await night.do("public", key, "sit")
    await night.do("public", "anna", "start")
    for key in seated:
        await night.do("hand", key)


@pytest.mark.parametrize("how", ["leaves", "is sent away"])
@pytest.mark.parametrize("game", [game.info.key for game in GAMES if game.info.key != "briscola"])
async def test_an_open_hand_shows_no_further_card_once_its_owner_has_gone(tmp_path: Path, game: str, how: str) -> None:
    """Their seat goes on with a computer; what it draws or holds is not theirs to see until they sit down again. In
    blind Briscola, where no card is ever drawn, one goes on seeing what one has seen."""
    rules, seated = BY_KEY[game], ("anna", "bruno", "carla")
    async with evening(tmp_path, rules, *seated) as night:
        await _seated(night, seated)
        await night.play(5, seated)
        bruno = night.person("bruno")
        if how == "leaves":
            await night.do("tap", "bruno", "cg1:TABLE:0:leave:yes")
        else:
            await night.do("tap", "anna", "cg1:TABLE:0:kick", bruno.id)
        await night.do("wait", "3")
        told = len(cards_of(night, "bruno"))
        assert "Le tue carte" in "".join(cards_of(night, "bruno"))
        await night.play(9, ("anna", "carla"))
        await night.do("wait", "3")
        later = cards_of(night, "bruno")[told:]
        assert later
        for change in later:
            assert "Le tue carte" not in change
            assert ":move" not in change
        for action in ("hand", "move:draw", "g:callout"):
            await night.do("forge", "bruno", f"cg1:TABLE:PLY:{action}")
            assert "Le tue carte" not in night.told[-1]


async def test_after_the_end_no_open_hand_changes_any_more(tmp_path: Path) -> None:
    rules, seated = BY_KEY["calidruno"], ("anna", "bruno")
    async with evening(tmp_path, rules, *seated) as night:
        await _seated(night, seated)
        await night.play(4, seated)
        await night.do("tap", "anna", "cg1:TABLE:0:end:yes")
        assert not list(night.club.bot.house.service.tables)
        told = {key: len(cards_of(night, key)) for key in seated}
        await night.do("wait", "60")
        assert {key: len(cards_of(night, key)) for key in seated} == told


async def test_in_another_channel_and_in_a_direct_message_ones_hand_is_for_oneself_alone(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        anna, bruno, carla = club.people
        await club.match_of(anna, bruno, carla)
        before = {person.key: len(person.everything()) for person in club.people}
        shown = (await bruno.command("hand", channel="tavolo-2")).message
        assert shown is not None
        assert shown.ephemeral
        await bruno.open_dm()
        direct = (await bruno.command("hand", channel=bruno.dm_channel())).message
        assert direct is not None
        await club.advance(5)
        assert club.live.record.status is TableStatus.PLAYING
        assert {person.key: len(person.everything()) for person in (anna, carla)} == {
            person.key: before[person.key] for person in (anna, carla)
        }

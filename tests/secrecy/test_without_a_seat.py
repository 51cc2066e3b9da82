"""People without a seat do all that they can at a running table of others, in two worlds: who played the match before
and is not in this one, the owner of the bot's application, and a moderator. All that they are shown is the same.

The match before is the same in both worlds; the pack of the further one is not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from bot.acts import ACTS, Shown
from bot.acts.common import live_of
from bot.acts.table import more
from bot.house import House
from bot.press import Press
from data.records import TableStatus
from games.core import Seat
from games.registry import BY_KEY, GAMES
from tests.secrecy.test_evenings import DECK, PEOPLE, Told, assert_same, forged, said
from tests.support.evenings import Evening, evening
from tests.support.log_secrets import listening
from tests.support.stacked_decks import Swap

FORMER = "bruno"
OWNER = "anna"
"""Whose application the bot is at the local Discord, and whose server."""
LOUD = ("start", "rematch", "sit", "watch", "hand", "unwatch", "hand", "close", "end", "end:no", "show", "repost")
"""What the forged presses of other evenings leave out, since most of it could end or change a table."""


class Cast(NamedTuple):
    """Who does what.

    Attributes:
        first, second: who plays the match before, and the further one; the first of them is the host.
        moderator: who may manage messages and the server.
        computers: how many computers play in the further match.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    moderator: str
    computers: int = 0

    @property
    def outside(self) -> tuple[str, ...]:
        """Who is not in the further match."""
        return tuple(key for key in PEOPLE if key not in self.second)

    @property
    def looking(self) -> tuple[str, ...]:
        """Who of them does all that they can."""
        return tuple(key for key in dict.fromkeys((FORMER, OWNER, self.moderator)) if key in self.outside)


def cast_of(game: str) -> Cast:
    """All six play blind Briscola: there the one who played before is the moderator, and a computer takes their place.
    With a second one nothing would be hidden from both."""
    if game == "briscola":
        second = ("carla", "dario", "elena", "fabio", OWNER)
        return Cast((*second, FORMER), second, FORMER, computers=1)
    return Cast(("carla", FORMER, "dario"), ("carla", "dario", "fabio"), "elena")


async def the_match_before(night: Evening, cast: Cast) -> None:
    """A match with the former player, whose hand stays open on their screen, and which the owner watches."""
    host, *others = cast.first
    await night.do("power", cast.moderator)
    await night.do("open", host)
    await night.do("tap", host, "cg1:TABLE:0:stand_in", "timeout")  # so that it ends when all others have left
    for key in others:
        await night.do("public", key, "sit")
    if OWNER not in cast.first:
        await night.do("public", OWNER, "watch")
    await night.do("public", host, "start")
    for key in (FORMER, OWNER):
        await night.do("hand", key)
    await night.play(4, cast.first)
    for key in others:
        await night.do("tap", key, "cg1:TABLE:PLY:leave:yes")
    await night.do("wait", "5")
    assert night.club.live.record.status is TableStatus.FINISHED


async def a_further_match(night: Evening, cast: Cast) -> None:
    """A rematch of others, with its cards on the table."""
    host, *others = cast.second
    for key in others:  # the result itself does not offer it, a message that was posted before it does
        await night.do("tap", key, "cg1:TABLE:0:sit")
    for _ in range(cast.computers):
        await night.do("tap", host, "cg1:TABLE:0:computer", "good")
    await night.do("public", host, "rematch")
    live = night.club.live
    assert live.playing is not None
    assert live.seat_of(int(night.person(FORMER).id)) is None
    await night.do("hand", host)
    await night.play(17 if cast.computers else 7, cast.second)


async def everything_that_can_be_done(night: Evening, key: str) -> None:
    """Every act there is, on the table's message and on the hand that lies open, and every command that tells
    something of a table."""
    for action in LOUD:
        await night.do("forge", key, f"cg1:TABLE:PLY:{action}")
        await night.do("wait", "1.3")
    for address, *values in forged(night.game.info.key):
        await night.do("forge", key, address, *values)
    for words in (
        "hand",
        "calidruno",
        "table show",
        "settings",
        "server",
        "verify",
        "verify match=1",
        "verify match=2",
    ):
        await night.do("command", key, words)
    await night.do("autocomplete", key, "verify", "match", "")
    await night.do("say", key, "calidruno")


Looks = Callable[[Evening, str], Awaitable[None]]


async def programme(night: Evening, cast: Cast, looks: Looks) -> None:
    """Two matches; during the second one, those without a seat look at what they can."""
    await the_match_before(night, cast)
    await a_further_match(night, cast)
    for key in cast.looking:
        await looks(night, key)
        await night.play(2, cast.second)
    await night.do("tap", cast.moderator, "cg1:TABLE:0:host", night.person("dario").id)
    await night.do("tap", cast.moderator, "cg1:TABLE:0:kick", night.person("fabio").id)
    await night.do("forge", FORMER, "cg1:TABLE:PLY:watch")
    await night.do("forge", FORMER, "cg1:TABLE:PLY:hand")


async def spend(
    folder: Path, game: str, looks: Looks, swaps: Sequence[Swap], script: Sequence[tuple[str, ...]] = ()
) -> Told:
    """An evening in one world; its log is searched at once."""
    with listening() as heard:
        async with evening(folder, BY_KEY[game], *PEOPLE, deck=DECK, swaps=swaps, alike=1) as night:
            if script:
                await night.repeat(script)
            else:
                await programme(night, cast_of(game), looks)
            told = Told(night.recorder.records, night.script, night.told, night.public_requests(), await night.played())
            found = said(heard, night)
    assert not found, found[:5]
    return told


async def two_worlds(
    folders: pytest.TempPathFactory, game: str, looks: Looks = everything_that_can_be_done
) -> tuple[Told, Told]:
    """The same evening with a further match that only those who play in it could tell from the other."""
    one = await spend(folders.mktemp("one"), game, looks, ())
    cast = cast_of(game)
    computers = [Seat(len(cast.second) + number) for number in range(cast.computers)]
    swaps = one.played.other_deck(DECK, [*computers, None])
    assert swaps
    two = await spend(folders.mktemp("two"), game, looks, swaps, one.script)
    assert two.played.moves == one.played.moves
    return one, two


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
async def test_at_a_table_of_others_nobody_without_a_seat_learns_what_is_hidden(
    tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    """A former player with an old hand on the screen, the owner of the bot, who has watched from the match before on,
    and a moderator, who ends with another host and a seat taken away."""
    cast = cast_of(game)
    one, two = await two_worlds(tmp_path_factory, game)
    for key in cast.outside:
        assert_same(key, one.records[key].shown(), two.records[key].shown())
        answers = [[line for line in told.answers if line.startswith(f"{key} ")] for told in (one, two)]
        assert answers[0] == answers[1]
        assert len(answers[0]) > 45 or key not in cast.looking
    assert one.records["carla"].shown() != two.records["carla"].shown()
    assert one.requests == two.requests


# Tests of the test


async def a_glance(night: Evening, key: str) -> None:
    """A few presses."""
    for action in ("more", "rules", "end:no", "hand"):
        await night.do("forge", key, f"cg1:TABLE:PLY:{action}")


async def telling(house: House, press: Press) -> Shown:
    """The mistake: whoever is not in the match is told all hands."""
    live = live_of(house, press)
    if live.match is None or live.playing_seat_of(press.person.user_id) is not None:
        return await more(house, press)
    return str(live.match.state.hands)


async def test_what_is_told_to_people_without_a_seat_is_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    """To each of the three, in the further match alone."""
    one, two = await two_worlds(tmp_path_factory, "calabresella", a_glance)
    for key in (FORMER, OWNER, "elena"):
        assert one.records[key].shown() == two.records[key].shown()
    with patch.dict(ACTS, more=telling):
        one, two = await two_worlds(tmp_path_factory, "calabresella", a_glance)
    for key in (FORMER, OWNER, "elena"):
        assert one.records[key].shown() != two.records[key].shown(), key

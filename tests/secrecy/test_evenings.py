"""The same evening in two worlds, through the whole bot and the local Discord over sockets: whoever may not know the
difference is shown the same messages, pictures, dialogs and answers at the same times, and everybody sees the same
requests in the same order. Moderators, those who have left and come back, and forged presses are among it.

And no log of it, with everything at DEBUG, holds a token, a seed or a card.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from bot.acts import ACTS
from bot.cogs import play
from bot.tables.announce import DiscordAnnouncer
from bot.tables.live import LiveTable
from games.core import Seat
from games.registry import BY_KEY, GAMES
from tests.support.evenings import Evening, evening
from tests.support.log_secrets import BOT_TOKEN, Heard, listening
from tests.support.recorder import Record
from tests.support.stacked_decks import Played, Swap

PEOPLE = ("anna", "bruno", "carla", "dario", "elena", "fabio")
DECK = 3
WITH_COMPUTER = {"calidruno", "kalooki"}
VALUES = {
    "kick": ["1"],
    "host": ["1"],
    "computer": ["good"],
    "uncomputer": ["-1"],
    "opt": ["x"],
    "preset": ["seed"],
    "clock": ["30"],
    "stand_in": ["timeout"],
    "set": ["number"],
    "server": ["french"],
}
ARGUMENTS = {"opt": ":stacking", "set": ":sort_by", "server": ":faces", "options": ":1", "hand_by": ":here"}
CHANGES = {"sit", "start", "watch", "unwatch", "leave", "end", "repost", "show", "rematch", "close", "unknown"}
"""What is pressed where the evening itself needs it, so that it does not end too soon."""


class Told(NamedTuple):
    """What came of an evening."""

    records: dict[str, Record]
    script: list[tuple[str, ...]]
    answers: list[str]
    requests: list[str]
    played: Played


def forged(game: str) -> list[tuple[str, ...]]:
    """A press for every action that there is, and for actions and moves of the game with hidden cards in mind."""
    plain = [f"{action}{ARGUMENTS.get(action, '')}" for action in ACTS if action not in CHANGES | {"move", "g"}]
    presses = [(f"cg1:TABLE:PLY:{action}", *VALUES.get(action.partition(":")[0], [])) for action in plain]
    own = {
        "calidruno": ("g:callout", "g:report:0", "g:judge:guilty", "move:R5", "move:draw", "move:catch-1"),
        "kalooki": ("g:account", "g:cut", "g:pick:0", "g:add:AS", "move:stock", "move:discard-AS"),
        "briscola": ("g:notes", "g:bid", "move:slot-1", "move:trump-spade", "move:bid-30"),
        "calabresella": ("g:suit", "g:pick", "g:undo", "move:pass", "move:3S", "move:lay-3S-4S-5S-6S"),
    }
    return [*presses, *((f"cg1:TABLE:PLY:{action}",) for action in own[game]), ("nonsense",), ("cg1:TABLE:0:hand",)]


async def probe(night: Evening, *keys: str) -> None:
    """Everything that a moderator could try, and what anybody could."""
    presses = forged(night.game.info.key)
    for place, key in enumerate(keys):
        for address, *values in presses[:: 1 + place]:
            await night.do("forge", key, address, *values)
        for words in ("hand", "calidruno", "table show", "settings", "server", "verify", "verify match=1"):
            await night.do("command", key, words)
        await night.do("autocomplete", key, "play", "game", "")
        await night.do("autocomplete", key, "verify", "match", "")
        await night.do("say", key, "calidruno")


async def programme(night: Evening) -> None:
    """One evening: it is played, looked at, left and come back to, and ended by a moderator."""
    game = night.game.info.key
    seated = PEOPLE if game == "briscola" else PEOPLE[:3]
    others = [key for key in PEOPLE if key not in seated]
    await night.do("power", "elena")
    await night.do("open", "anna")
    for key in seated[1:]:
        await night.do("public", key, "sit")
    if game in WITH_COMPUTER:
        await night.do("forge", "anna", "cg1:TABLE:0:computer", "good")
    if others:
        await night.do("public", "dario", "watch")
    await night.do("public", "anna", "start")
    for key in (*seated, *others[:1]):
        await night.do("hand", key)
    # In blind Briscola nobody sees a card before the auction and the first trick are over.
    await night.play(17 if game == "briscola" else 9, seated)
    await probe(night, "elena", *others[-1:])
    await night.do("command", "bruno", "hand", "tavolo-2")
    await night.do("tap", "bruno", "cg1:TABLE:0:hand_by:dm")
    await night.do("wait", "1.3")
    await night.do("tap", "bruno", "cg1:TABLE:0:hand_by:here")
    await night.do("hand", "bruno")
    await night.play(4, seated)
    await night.do("tap", "bruno", "cg1:TABLE:PLY:leave:yes")
    if game in WITH_COMPUTER:
        await night.play(5, [key for key in seated if key != "bruno"])
    for action in ("hand", "more", "watch", "hand_by:here", "move:draw"):
        await night.do("forge", "bruno", f"cg1:TABLE:PLY:{action}")
    await night.do("command", "bruno", "hand")
    await night.do("tap", "bruno", "cg1:TABLE:0:more")
    await night.do("tap", "bruno", "cg1:TABLE:0:sit")
    await night.do("hand", "bruno")
    await night.play(4, seated)
    await night.do("tap", "elena", "cg1:TABLE:0:kick", night.person("carla").id)
    await night.do("forge", "carla", "cg1:TABLE:PLY:hand")
    await night.do("forge", "elena", "cg1:TABLE:0:end")


async def spend(folder: Path, game: str, swaps: Sequence[Swap], script: Sequence[tuple[str, ...]] = ()) -> Told:
    """An evening in one world; its log is searched at once."""
    rules = BY_KEY[game]
    with listening() as heard:
        async with evening(folder, rules, *PEOPLE, deck=DECK, swaps=swaps) as night:
            if script:
                await night.repeat(script)
            else:
                await programme(night)
            played = await night.played()
            await night.do("forge", "elena", "cg1:TABLE:0:end:yes")
            told = Told(night.recorder.records, night.script[:-1], night.told, night.public_requests(), played)
            found = said(heard, night)
    assert not found, found[:5]
    return told


def said(heard: Heard, night: Evening) -> list[str]:
    """The lines of a log that must not be there."""
    assert len(heard.records) > 20
    assert night.secrets
    assert len(night.tokens) > 50
    return heard.secrets(night.secrets, night.tokens, [BOT_TOKEN])


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
async def test_complaints_g6_g7_g8_two_worlds_are_one_evening_for_who_may_not_know(
    tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    """A world in which Bruno, who leaves and comes back, and the spectators could not tell; in Calidruno also one
    for Anna, who is the host."""
    one = await spend(tmp_path_factory.mktemp("one"), game, ())
    # What computers play depends on what they know: Gino, and whoever plays for Bruno while he is gone.
    computers = [Seat(1), Seat(3)] if game in WITH_COMPUTER else []
    for seat, key in ((1, "bruno"), (0, "anna"))[: 2 if game == "calidruno" else 1]:
        viewers = [*{Seat(seat), *computers}, None]
        swaps = one.played.other_deck(DECK, viewers)
        assert swaps
        two = await spend(tmp_path_factory.mktemp(key), game, swaps, one.script)
        assert two.played.moves == one.played.moves
        for who in (key, *(() if game == "briscola" else PEOPLE[3:])):
            assert_same(who, one.records[who].shown(), two.records[who].shown())
        assert any(one.records[who].shown() != two.records[who].shown() for who in PEOPLE[:3])
        assert one.requests == two.requests
        unseated = () if game == "briscola" else ("dario", "elena", "fabio")
        mine = tuple(f"{who} " for who in (key, *unseated))
        answers = [[line for line in told.answers if line.startswith(mine)] for told in (one, two)]
        assert answers[0] == answers[1]
    assert len(one.answers) > 40


def assert_same(who: str, one: list[tuple[str, list[str]]], two: list[tuple[str, list[str]]]) -> None:
    """Every message that somebody was shown is the same from its beginning to its end; says where it is not."""
    for (kind, left), (_, right) in zip(one, two, strict=True):
        for mine, other in zip(left, right, strict=False):
            at = next((i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), None)
            assert mine == other, (
                f"{who} {kind}: {mine[max(0, (at or 0) - 80) :][:240]} / {other[max(0, (at or 0) - 80) :][:240]}"
            )
        assert len(left) == len(right), f"{who} {kind}: {len(left)} and {len(right)} changes of {left[0][:200]}"


# Tests of the test


async def short(folder: Path, swaps: Sequence[Swap], script: Sequence[tuple[str, ...]] = ()) -> Told:
    """A few moves, seen by Anna, and by Dario, who also looks for a command."""
    rules = BY_KEY["calidruno"]
    async with evening(folder, rules, *PEOPLE[:4], deck=DECK, swaps=swaps) as night:
        if script:
            await night.repeat(script)
        else:
            await night.do("open", "anna")
            await night.do("public", "bruno", "sit")
            await night.do("public", "anna", "start")
            await night.do("hand", "anna")
            await night.do("hand", "bruno")
            await night.play(8, PEOPLE[:2], shows=lambda ply: ply % 4 == 3)
            await night.do("autocomplete", "dario", "play", "game", "")
        told = night.recorder.records, night.script, night.told, night.public_requests()
        return Told(*told, await night.played())


@contextmanager
def leaking() -> Generator[None]:
    """A bot that, in this world alone, rests longer after an edit, asks for more in the channel, and offers more."""
    changed, offered = DiscordAnnouncer.changed, play.matching

    def busier(self: DiscordAnnouncer, live: LiveTable) -> None:
        changed(self, live)
        self.service.chores.spawn(self.client.http.send_typing(live.record.channel_id))

    with (
        patch.object(DiscordAnnouncer, "changed", busier),
        patch.object(play, "matching", lambda names, typed: offered({**names, "aces": "Aces"}, typed)),
        patch("bot.tables.board.EDIT_EVERY_MS", 1_250),
    ):
        yield


async def test_what_depends_on_the_world_is_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The number of requests, the results of an autocomplete, and the time of the bot's own acts."""
    one = await short(tmp_path_factory.mktemp("one"), ())
    swaps = one.played.other_deck(DECK, [Seat(0), None])
    same = await short(tmp_path_factory.mktemp("same"), swaps, one.script)
    with leaking():
        other = await short(tmp_path_factory.mktemp("other"), swaps, one.script)
    for who in ("anna", "dario"):
        assert one.records[who].shown() == same.records[who].shown()
        assert one.records[who].shown() != other.records[who].shown()
    assert one.records["bruno"].shown() != same.records["bruno"].shown()
    assert (one.requests, one.answers) == (same.requests, same.answers)
    assert one.requests != other.requests
    assert one.answers != other.answers

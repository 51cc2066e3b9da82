"""The same evenings on simcord, a simulated Discord that others wrote: a second opinion on our own local Discord.

The bot is the real one, with its rules, database and pictures; simcord stands in for Discord's REST API and gateway
inside this process. The bot's clock is one that tests move, and simcord is told that waiting for it is intended.
"""

from __future__ import annotations

import contextvars
import logging
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
import simcord

from bot.client import CalidrunoBot
from bot.settings import Settings
from bot.tables.clock import Clock, sleep_until
from bot.tables.live import LiveTable
from data.records import Presence, TableStatus
from data.sqlite_store import SqliteStore, open_store
from tests.support.clock import MovedClock
from tests.support.tables import seeds

Member = simcord.MemberActor
SLEEPERS = ("bot.reach", "bot.responder", "bot.tables.coalesce")
REST_S = 1.3
MOVES = ("move", "move:draw", "move:pass")


class BotsClock(MovedClock):
    """What it wakes belongs to the bot, whoever moves the clock."""

    def call_at(self, when: int, callback: Callable[[], object]) -> Any:
        own = contextvars.copy_context()
        return super().call_at(when, lambda: own.run(callback))


@dataclass
class Evening:
    """The bot on simcord, one channel and everybody in it."""

    folder: Path
    settings: Settings
    env: simcord.Env
    store: SqliteStore
    clock: BotsClock
    channel: simcord.ChannelHandle
    people: list[Member]
    bots: list[CalidrunoBot] = field(default_factory=list[CalidrunoBot])

    @property
    def live(self) -> LiveTable:
        """The one open table, for looking behind the scenes."""
        (live,) = list(self.bots[-1].house.service.tables)
        return live

    @property
    def ply(self) -> int:
        """How many moves were made."""
        assert self.live.match is not None
        return self.live.match.ply

    async def advance(self, seconds: float = REST_S) -> None:
        """Let time pass for the bot, and let it do what it then does."""
        await self.clock.advance(seconds)
        await self.env.settle()

    def seen(self, person: Member, message_id: int) -> discord.Message:
        """A message as somebody sees it now."""
        return next(message for message in self.channel.history(viewer=person) if message.id == message_id)

    def board(self, person: Member) -> discord.Message:
        """The table's public message."""
        message_id = self.live.record.message_id
        assert message_id is not None
        return self.seen(person, message_id)

    async def press(
        self, person: Member, action: str, message: discord.Message | None = None
    ) -> discord.Message | None:
        """Press a button by its action, by default on the table's message; what was answered, if it is a message."""
        place = message or self.board(person)
        result = await person.click(place, custom_id=custom_id(place, action))
        return self.answer(person, result)

    def answer(self, person: Member, result: simcord.InteractionResult) -> discord.Message | None:
        """The message that answered an act."""
        shown = result.response or next(iter(result.followups), None)
        return None if shown is None else self.seen(person, shown.id)

    async def hand(self, person: Member) -> discord.Message:
        """Press "My hand" and look at it."""
        shown = await self.press(person, "hand")
        assert shown is not None
        return shown

    def to_act(self) -> Member:
        """Who is to act."""
        (seat,) = self.live.active
        user_id = self.live.record.seats[seat].user_id
        return next(person for person in self.people if person.id == user_id)

    async def take(self, person: Member, hand: discord.Message) -> discord.Message:
        """Play the first card that a hand offers, else draw or pass; the hand afterwards."""
        action = next(action for action in MOVES if action in actions(hand))
        part = next(part for part in parts(hand) if action_of(part) == action)
        if options := part.get("options"):
            await person.select(hand, [options[0]["value"]], custom_id=part["custom_id"])
        else:
            await person.click(hand, custom_id=part["custom_id"])
        return self.seen(person, hand.id)

    async def say(self, person: Member, hand: discord.Message) -> None:
        """Say the word in the dialog that a hand opens."""
        asked = await person.click(hand, custom_id=custom_id(hand, "g:say"))
        assert asked.modal is not None
        (entry,) = [part["custom_id"] for part in walk(asked.modal["components"]) if part["type"] == 4]
        await person.submit_modal(asked, {entry: "Calidruno!"})

    async def turn(self) -> None:
        """Whoever is to act opens their hand, plays, and says the word if one card is left."""
        person = self.to_act()
        after = await self.take(person, await self.hand(person))
        if "g:say" in actions(after):
            await self.say(person, after)
        await self.advance()

    async def table(self) -> None:
        """Everybody sits down at a table of Calidruno that the first person opens."""
        host, *others = self.people
        opened = await host.slash(self.channel, "play", game="calidruno")
        assert opened.ephemeral
        for person in others:
            await self.press(person, "sit")
        await self.advance()

    async def match(self) -> None:
        """A match, just dealt and shown."""
        await self.table()
        await self.press(self.people[0], "start")
        await self.advance()
        assert "hand" in actions(self.board(self.people[0]))

    async def restart(self) -> None:
        """The bot is gone in the middle of everything, and another one starts on the same database."""
        await self.store.close()
        self.store = await open_store(self.folder / "journal.sqlite3")
        self.bots.append(CalidrunoBot(self.settings, self.store, self.clock, seeds(50)))
        await self.env.restart_bot(self.bots[-1])
        await self.env.settle()


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component with those inside it."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for part in ("accessory", "component"):
            if part in component:
                yield from walk([component[part]])


def parts(message: discord.Message) -> list[dict[str, Any]]:
    """All components of a message, flat."""
    return list(walk([dict(component.to_dict()) for component in message.components]))


def action_of(part: dict[str, Any]) -> str:
    """The action that a component sends."""
    return part.get("custom_id", "").partition("#")[0].split(":", 3)[-1]


def actions(message: discord.Message) -> list[str]:
    """What can be pressed."""
    return [action_of(part) for part in parts(message) if part.get("custom_id") and not part.get("disabled")]


def custom_id(message: discord.Message, action: str) -> str:
    """The component id of an action."""
    return next(part["custom_id"] for part in parts(message) if action_of(part) == action)


def text(message: discord.Message) -> str:
    """All that can be read."""
    embeds = [f"{embed.title} {embed.description} {embed.footer.text}" for embed in message.embeds]
    return "\n".join([message.content, *embeds, *(part["content"] for part in parts(message) if part["type"] == 10)])


@asynccontextmanager
async def evening(folder: Path, settings: Settings | None = None) -> AsyncGenerator[Evening]:
    """Anna, Bruno and Carla in #tavolo-1. What the bot swallows as an error fails the test at the end."""
    environment: list[simcord.Env] = []

    async def intended(clock: Clock, when: int) -> None:
        await environment[0].external_wait(sleep_until(clock, when), reason="the clock, which the test moves")

    settings = settings or Settings()
    with ExitStack() as patches:
        for module in SLEEPERS:
            patches.enter_context(patch(f"{module}.sleep_until", intended))
        store, clock = await open_store(folder / "journal.sqlite3"), BotsClock(rounds=12)
        bot = CalidrunoBot(settings, store, clock, seeds())
        env = simcord.Env(bot, shard_count=1, settle_timeout=20.0)
        environment.append(env)
        await env.start()
        guild = env.create_guild("Circolo")
        channel = guild.create_text_channel("tavolo-1")
        people = [guild.add_member(env.create_user(name)) for name in ("Anna", "Bruno", "Carla")]
        opened = Evening(folder, settings, env, store, clock, channel, people, [bot])
        try:
            yield opened
        finally:
            await env.shutdown()
            await opened.store.close()
            for used in opened.bots:
                used._painter.close()
        env.raise_errors()


@pytest.fixture(autouse=True)
def nothing_went_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The bot answers for its own failures, in words and in the log."""
    yield
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]


async def test_a_table_is_opened_and_everybody_sees_their_own_hand_only(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        hands = {person: await club.hand(person) for person in club.people}
        for person, hand in hands.items():
            assert hand.flags.ephemeral
            assert len(hand.attachments) == 1
            assert text(hand) not in {text(other) for other in hands.values() if other is not hand}
            for other in club.people:
                seen = [message.id for message in club.channel.history(viewer=other)]
                assert (hand.id in seen) == (other is person)


async def test_moves_come_from_the_hands_menu_and_change_one_public_message(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        board = club.board(club.people[0])
        for _ in range(6):
            before = club.ply
            await club.turn()
            assert club.ply > before
        public = [message for message in club.channel.history() if not message.flags.ephemeral]
        assert [message.id for message in public] == [board.id]
        assert text(public[0]) != text(board)
        assert [a.filename for a in board.attachments] == ["table-0.png"]
        assert [a.filename for a in public[0].attachments] == [f"table-{club.ply}.png"]


async def test_a_hand_that_lies_open_wakes_up_when_its_turn_comes(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        hands = {person: await club.hand(person) for person in club.people}
        first = club.to_act()
        while club.to_act() is first:
            await club.take(first, club.seen(first, hands[first].id))
            await club.advance()
        turn = club.to_act()
        hand = club.seen(turn, hands[turn].id)
        assert set(actions(hand)) & set(MOVES)
        before = club.ply
        await club.take(turn, hand)
        assert club.ply == before + 1


async def test_a_match_with_every_word_said_and_a_rematch(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        anna, bruno, _ = club.people
        await club.match()
        said = 0
        while club.live.playing is not None:
            await club.turn()
            said += "Calidruno!" in text(club.board(anna)).partition("\n")[2]
        assert said
        assert club.live.record.status is TableStatus.FINISHED
        assert "rematch" in actions(club.board(anna))
        await club.press(bruno, "rematch")
        await club.advance()
        assert club.live.record.status is TableStatus.PLAYING
        assert club.ply == 0
        await club.turn()


async def test_leaving_asks_first_and_the_others_play_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        *_, carla = club.people
        await club.match()
        more = await club.press(carla, "more")
        assert more is not None
        asked = await club.press(carla, "leave", more)
        assert asked is not None
        assert club.live.record.seats[2].presence is Presence.HERE
        await club.press(carla, "leave:yes", asked)
        assert club.live.record.seats[2].presence is Presence.LEFT
        for _ in range(4):
            for _ in range(10):
                if club.to_act() is not carla:
                    break
                await club.advance()
            await club.turn()
        assert club.live.playing is not None


async def test_after_a_restart_on_the_same_database_old_buttons_menus_and_dialogs_work(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        anna = club.people[0]
        await club.match()
        for _ in range(3):
            await club.turn()
        player = club.to_act()
        old, board = await club.hand(player), club.board(anna)
        state, ply = club.live.match and club.live.match.state, club.ply
        await club.restart()
        assert club.live.match is not None
        assert club.live.match.state == state
        assert club.board(anna).id == board.id
        assert "Back" in text(club.board(anna))
        shown = await club.press(player, "hand", board)
        assert shown is not None
        assert shown.flags.ephemeral
        await club.take(player, old)
        assert club.ply == ply + 1
        await club.advance()
        while club.live.playing is not None:
            await club.turn()


async def test_a_dialog_that_was_opened_before_a_restart_still_says_the_word(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        while True:
            player = club.to_act()
            after = await club.take(player, await club.hand(player))
            if "g:say" in actions(after):
                break
            await club.advance()
        asked = await player.click(after, custom_id=custom_id(after, "g:say"))
        assert asked.modal is not None
        (entry,) = [part["custom_id"] for part in walk(asked.modal["components"]) if part["type"] == 4]
        before = club.ply
        await club.restart()
        await player.submit_modal(asked, {entry: "calidruno"})
        assert club.ply == before + 1
        await club.advance()
        assert "Calidruno!" in text(club.board(club.people[0])).partition("\n")[2]


async def test_a_stranger_gets_a_private_answer_to_every_button(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        stranger = club.people[0].guild.add_member(club.env.create_user("Dario"))
        before = club.ply
        for action in actions(club.board(stranger)):
            answer = await club.press(stranger, action)
            assert answer is not None
            assert answer.flags.ephemeral
            assert text(answer).strip()
        assert club.ply == before


async def test_a_fault_of_discord_delays_the_table_and_loses_no_move(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        before = club.ply
        club.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
        person = club.to_act()
        await club.take(person, await club.hand(person))
        assert club.ply == before + 1
        for _ in range(8):
            await club.advance()
        assert [a.filename for a in club.board(person).attachments] == [f"table-{club.ply}.png"]


async def test_a_deleted_table_message_comes_back_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        await club.match()
        guild, old = club.people[0].guild, club.board(club.people[0])
        role = guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
        moderator = guild.add_member(club.env.create_user("Elena"), roles=[role])
        await moderator.delete(old)
        await club.advance()
        await club.advance()
        tables = [message for message in club.channel.history() if "hand" in actions(message)]
        assert len(tables) == 1
        assert tables[0].id != old.id


@pytest.mark.parametrize("missing", ["attach_files", "embed_links", "send_messages"])
async def test_a_missing_permission_is_named_and_nothing_is_opened(tmp_path: Path, missing: str) -> None:
    async with evening(tmp_path) as club:
        anna, guild = club.people[0], club.people[0].guild
        me = club.bots[-1].user
        assert me is not None
        forbidden = discord.PermissionOverwrite(**{missing: False})
        quiet = guild.create_text_channel("quiet", overwrites={me: forbidden})
        answer = await anna.slash(quiet, "play", game="calidruno")
        assert answer.ephemeral
        assert answer.response is not None
        assert missing.replace("_", " ").title() in text(answer.response.message)
        assert not list(club.bots[-1].house.service.tables)


async def test_the_classic_style_plays_the_same_game(tmp_path: Path) -> None:
    async with evening(tmp_path, Settings(table_style="embed")) as club:
        await club.match()
        board = club.board(club.people[0])
        assert board.embeds
        assert not board.flags.components_v2
        for _ in range(5):
            await club.turn()
        assert club.board(club.people[0]).embeds

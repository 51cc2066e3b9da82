"""The same evenings on simcord, a simulated Discord that others wrote: a second opinion on our own local Discord.

The bot is the real one, with its rules, database and pictures; simcord stands in for Discord's REST API and gateway
inside this process. The bot's clock is one that tests move, and simcord is told that waiting for it is intended.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from bot.settings import Settings
from data.records import Presence, TableStatus
from tests.support.simcord_evening import (
    MOVES,
    actions,
    custom_id,
    evening,
    text,
    walk,
)


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

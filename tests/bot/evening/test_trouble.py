"""Discord's troubles, restarts and impatient fingers: what people may rely on (complaints D to F)."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.tables.live import LiveTable, Notice
from data.records import TableStatus
from data.store import StoreError
from tests.support.clock import MovedClock
from tests.support.club import Club, open_club, play_from

WITHOUT_ATTACH_FILES = str((1 << 10) | (1 << 11) | (1 << 14) | (1 << 16))
FORGED = ("move:W=X", "move:R99", "move:call", "g:judge:guilty", "g:x", "opt:stacking", "kick", "rules:chess:1")

# Faults of Discord


@pytest.mark.parametrize("answer", [{"status": status} for status in (500, 502, 503, 504)] + [{"drop": True}], ids=str)
async def test_a_fault_of_discord_delays_the_table_and_loses_no_move(club: Club, answer: dict[str, object]) -> None:
    """Faults R5 and R7: what failed or never arrived is sent again."""
    await club.match_of(*club.people)
    await club.op.fault("PATCH", r"/channels/\d+/messages/\d+", times=1, **answer)
    await club.play()
    ply = club.match.ply
    await club.until(lambda: club.shown_ply == ply, "the move on the table")


async def test_a_rate_limit_delays_the_table_and_hands_still_answer(club: Club) -> None:
    """Fault R1: one delayed edit, with the newest state."""
    await club.match_of(*club.people)
    await club.op.fault("PATCH", r"/channels/\d+/messages/\d+", times=1, status=429, retry_after=0.1, via=True, code=0)
    await club.play()
    assert (await club.hand(club.people[0])).ephemeral
    ply = club.match.ply
    await club.until(lambda: club.shown_ply == ply, "the move on the table")


async def test_a_press_that_was_answered_though_discord_said_500_is_played_once(club: Club) -> None:
    """Fault R9: Discord says 40060 to the repeated answer, which counts as answered."""
    await club.match_of(*club.people)
    hand = await club.hand(player := club.to_act())
    await club.op.fault("POST", r"/interactions/", times=1, status=500, apply_first=True)
    ply = club.match.ply
    await play_from(hand)
    assert club.match.ply == ply + 1
    assert player in club.people


async def test_the_same_event_delivered_twice_is_one_move(club: Club) -> None:
    """Fault G1: the second press changes nothing."""
    await club.match_of(*club.people)
    hand = await club.hand(club.to_act())
    await club.op.gateway(duplicate=1)
    ply = club.match.ply
    await play_from(hand)
    await club.quiet()
    assert club.match.ply == ply + 1


async def test_the_gateway_may_break_and_the_evening_goes_on(club: Club) -> None:
    """Fault G6: the connection breaks, and nobody needs to do anything."""
    await club.match_of(*club.people)
    await club.play()
    await club.op.gateway("drop")
    await club.op.bot_connected()
    ply = club.match.ply
    await club.play()
    assert club.match.ply == ply + 1


async def test_complaint_f8_f9_a_deleted_channel_ends_its_table_and_frees_its_people(club: Club) -> None:
    """Fault R13: without its channel a table cannot go on; its people are free for another."""
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    channel = str(club.live.record.channel_id)
    await club.op("DELETE", f"channels/{channel}")
    await club.until(lambda: not list(club.bot.house.service.tables), "the table to close")
    for person in club.people:
        person.go("tavolo-2")
    await club.table(anna, bruno)


async def test_complaints_f11_f21_a_missing_permission_is_named_before_anything_is_opened(club: Club) -> None:
    anna = club.people[0]
    channel = anna.channel_id("tavolo-1")
    await club.op("PATCH", f"channels/{channel}", {"permissions": WITHOUT_ATTACH_FILES})
    answer = await anna.command("play", game="calidruno")
    assert "Attach Files" in answer.text
    assert not list(club.bot.house.service.tables)
    await club.op("PATCH", f"channels/{channel}", {"permissions": None})
    await anna.command("play", game="calidruno")
    assert list(club.bot.house.service.tables)


async def test_a_permission_taken_away_in_mid_match_stops_the_table_not_the_play(club: Club) -> None:
    """Fault R14: what is not allowed is not tried again until somebody acts there."""
    await club.match_of(*club.people)
    channel = str(club.live.record.channel_id)
    player = club.to_act()
    hand = await club.hand(player)
    await club.op("PATCH", f"channels/{channel}", {"permissions": "0"})
    await play_from(hand)
    await club.advance(5)
    journal = len(await club.op.journal())
    await club.advance(15)
    sent = [e for e in (await club.op.journal())[journal:] if e["method"] == "PATCH" and "/channels/" in e["path"]]
    assert sent == [], "refused requests must not be repeated"
    await club.op("PATCH", f"channels/{channel}", {"permissions": None})
    await player.command("hand")
    ply = str(club.match.ply)
    await club.until(lambda: club.shown_ply == int(ply), "the table again")


async def test_a_table_shows_again_when_the_channel_or_a_role_allows_it_or_the_bot_is_back(club: Club) -> None:
    """Faults R14 and G15: nobody has to act there first."""
    await club.match_of(*club.people)
    path = f"channels/{club.live.record.channel_id}"
    for take, give in (
        (("PATCH", path, {"permissions": "0"}), ("PATCH", path, {"permissions": None})),
        (("POST", "guild", {"permissions": "0"}), ("POST", "guild", {"permissions": None})),
        (("POST", "guild", {"bot": "remove"}), ("POST", "guild", {"bot": "add"})),
    ):
        await club.op(*take)
        await club.quickly()
        await club.advance(5)
        assert club.shown_ply < club.match.ply
        await club.op(*give)
        await club.until(lambda: club.shown_ply == club.match.ply, "the table again")


async def test_a_message_deleted_while_the_bot_was_not_in_the_server_comes_back(club: Club) -> None:
    """Faults R11 and G15: nobody told the bot that it is gone."""
    anna = club.people[0]
    await club.match_of(*club.people)
    old = club.board(anna)
    await club.op("POST", "guild", {"bot": "remove"})
    await anna.delete(old)
    await club.op("POST", "guild", {"bot": "add"})
    await club.until(lambda: club.live.record.message_id != int(old.id) and club.can("hand"), "the table again")


async def test_complaints_f23_e6_removed_from_the_server_nothing_ticks_and_all_goes_on_after_the_return(
    club: Club,
) -> None:
    """Fault G15: its tables wait, and go on when the bot is asked back."""
    await club.match_of(*club.people)
    ply = club.match.ply
    await club.op("POST", "guild", {"bot": "remove"})
    await club.advance(600)
    assert club.match.ply == ply
    await club.op("POST", "guild", {"bot": "add"})
    await club.until(lambda: not club.live.paused, "the table to go on")
    await club.play()
    assert club.match.ply > ply


# Fingers


async def test_complaint_d11_twenty_presses_in_a_second_are_one_move_and_no_error(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Fault U1: one move, and the others are answered."""
    await club.match_of(*club.people)
    player = club.to_act()
    hand = await club.hand(player)
    ply = club.match.ply
    await asyncio.gather(*(play_from(hand) for _ in range(20)), return_exceptions=True)
    await club.quiet()
    assert club.match.ply == ply + 1
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_complaint_d1_start_pressed_by_all_at_once_deals_one_match(club: Club) -> None:
    await club.table(*club.people)
    await club.until(lambda: club.can("start"), "the start button")
    await asyncio.gather(*(club.press(club.people[0], "start") for _ in range(5)))
    await club.until(lambda: club.live.playing is not None, "the match")
    assert club.match.ply == 0


async def test_components_that_are_forged_or_of_other_bots_are_refused_politely(club: Club) -> None:
    """Fault U4: what cannot be read strictly is refused."""
    await club.match_of(*club.people)
    anna = club.people[0]
    state = club.match.state
    hand = await club.hand(anna)
    assert hand.ephemeral
    texts = [f"cg1:{club.live.record.id}:{club.live.moment}:{action}" for action in FORGED]
    for text in (*texts, "cg1:99:0:hand", "cg0:1:1:hand", "other-bot", "cg1:1:0:no_such_thing"):
        answer = await club.forge(anna, hand, text)
        assert answer.message is not None, text
        assert answer.message.ephemeral
    for values in (("W=X",), ("R99",), ("draw", "pass"), ("catch-77",)):
        assert (await club.forge(anna, hand, texts[0].replace(FORGED[0], "move"), *values)).kind != "failed"
    assert club.match.state == state


# Restarts


async def test_complaints_e1_e2_e4_after_a_kill_old_buttons_work_and_the_table_says_it_is_back(tmp_path: Path) -> None:
    clock = MovedClock(rounds=12)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people)
        for _ in range(5):
            await before.play()
        player = before.to_act()
        old = await before.hand(player)
        key, state, text = player.key, before.match.state, old.text
        await before.until(lambda: before.shown_ply == 5, "the fifth move")
        board_id = before.live.record.message_id
    async with open_club(tmp_path, clock=clock) as after:
        assert after.match.state == state
        again = next(person for person in after.people if person.key == key)
        await after.until(lambda: "Back" in after.board().text, "the table to say it is back")
        assert after.live.record.message_id == board_id
        hand = next(message for message in reversed(again.ephemerals()) if message.id == old.id)
        assert hand.text == text
        ply = after.match.ply
        assert await play_from(hand) is not None
        assert after.match.ply == ply + 1
        await after.until(lambda: "Back" not in after.board().text, "the note to go with the next move")
        while after.live.playing is not None:
            await after.play()
        assert after.live.record.status is TableStatus.FINISHED


async def test_a_message_deleted_while_the_bot_could_not_look_comes_back(club: Club) -> None:
    """Faults R11, R14: nobody tells the bot of it, not even afterwards, and nobody has to act."""
    await club.match_of(*club.people)
    board, path = club.board(), f"channels/{club.live.record.channel_id}"
    await club.op("PATCH", path, {"permissions": "0"})
    message = club.local.core.world.find_message(board.id)
    assert message is not None
    club.local.core.delete(message)
    await club.advance(5)
    await club.op("PATCH", path, {"permissions": None})
    await club.until(lambda: club.live.record.message_id != int(board.id), "the table again")


async def test_a_message_that_is_always_taken_away_comes_back_more_and_more_slowly(club: Club) -> None:
    """Fault R11: a bot that tidies the channel at once must not make this one post without end."""
    await club.table(*club.people)
    seen = {club.live.record.message_id}
    for _ in range(120):
        message = club.local.core.world.find_message(str(club.live.record.message_id))
        if message is not None:
            club.local.core.delete(message)
        await club.advance(1)
        seen.add(club.live.record.message_id)
    assert 4 < len(seen) < 10


async def test_what_is_taken_away_twice_waits_no_longer_because_the_clock_was_set_back(club: Club) -> None:
    """Faults R11 and C2: it waits a few seconds, not an hour."""
    await club.table(*club.people)
    for _ in range(2):
        message = club.local.core.world.find_message(str(club.live.record.message_id))
        assert message is not None
        club.local.core.delete(message)
        await club.advance(3)
    gone = str(club.live.record.message_id)
    assert club.local.core.world.find_message(gone) is None
    await club.clock.jump(-3_600)
    await club.until(lambda: str(club.live.record.message_id) != gone, "the table again")


async def test_a_message_deleted_before_it_is_written_down_comes_back(club: Club) -> None:
    """Fault R11: Discord tells of it sooner than the disk is done."""
    core, note_posted = club.local.core, club.bot.house.service.note_posted
    deleted: list[str] = []

    async def slowly(live: LiveTable, message_id: int, channel_id: int) -> None:
        if not deleted:
            deleted.append(str(message_id))
            message = core.world.find_message(str(message_id))
            assert message is not None
            core.delete(message)
            board = club.bot.house.announcer.board(live)
            async with asyncio.timeout(10):
                while message_id not in (board._gone or ()):  # noqa: ASYNC110 - the client has no event for it
                    await asyncio.sleep(0.002)
        await note_posted(live, message_id, channel_id)

    with patch.object(club.bot.house.service, "note_posted", slowly):
        await club.people[0].command("play", game="calidruno")
        await club.until(lambda: deleted and str(club.live.record.message_id) not in deleted, "another message")
    assert core.world.find_message(str(club.live.record.message_id)) is not None


async def test_a_table_whose_channel_went_while_the_disk_was_full_is_closed_later(club: Club) -> None:
    """Faults R12, D2: it does not stay open for ever where nobody can reach it."""
    await club.table(*club.people)
    with patch.object(club.store, "save_table", side_effect=StoreError("no room")):
        await club.op("DELETE", f"channels/{club.live.record.channel_id}")
        await club.advance(2)
        assert list(club.bot.house.service.tables)
    await club.until(lambda: not list(club.bot.house.service.tables), "the table to close")


async def test_a_channel_deleted_where_the_bot_may_not_look_ends_its_table(club: Club) -> None:
    """Faults R13 and R14: the table has been silent for long, and nobody can act there any more."""
    await club.match_of(*club.people)
    live, path = club.live, f"channels/{club.live.record.channel_id}"
    await club.op("PATCH", path, {"permissions": "0"})
    await club.quickly()
    await club.until(lambda: club.bot.house.announcer.board(live).blocked, "the refusal")
    await club.op("DELETE", path)
    await club.until(lambda: not list(club.bot.house.service.tables), "the table to close")


async def test_a_deleted_channel_ends_the_tables_in_its_threads(club: Club) -> None:
    """Fault R13: Discord tells of the channel only, and a thread that the bot may not see is nothing to the client."""
    anna = club.people[0]
    await anna.command("play", game="calidruno", thread=True)
    await club.until(lambda: club.live.record.message_id is not None, "the table")
    assert club.live.record.channel_id != club.live.record.parent_channel_id
    club.bot.guilds[0]._threads.clear()
    await club.op("DELETE", f"channels/{club.live.record.parent_channel_id}")
    await club.until(lambda: not list(club.bot.house.service.tables), "the table to close")


async def test_a_thread_deleted_where_the_bot_could_not_look_ends_its_table_once_it_can(club: Club) -> None:
    """Faults R13 and R14: of a thread that it may not see nobody tells the bot."""
    anna = club.people[0]
    await anna.command("play", game="calidruno", thread=True)
    await club.until(lambda: club.live.record.message_id is not None, "the table")
    live, parent = club.live, f"channels/{club.live.record.parent_channel_id}"
    await club.op("PATCH", parent, {"permissions": "0"})
    await club.until(lambda: club.bot.house.announcer.board(live).blocked, "the refusal")
    await club.op("DELETE", f"channels/{live.record.channel_id}")
    await club.advance(5)
    assert list(club.bot.house.service.tables)
    await club.op("PATCH", parent, {"permissions": None})
    await club.until(lambda: not list(club.bot.house.service.tables), "the table to close")


async def test_a_table_that_closes_where_the_bot_may_not_write_is_forgotten(club: Club) -> None:
    """Fault R14: nothing of it stays in memory for a farewell that can never be said."""
    await club.table(*club.people)
    live, announcer = club.live, club.bot.house.announcer
    await club.op("PATCH", f"channels/{live.record.channel_id}", {"permissions": "0"})
    await club.press(club.people[1], "leave")
    await club.until(lambda: announcer.board(live).blocked, "the refusal")
    await club.bot.house.service.abandon(live, Notice("closed_idle"))
    await club.quiet()
    assert announcer._boards == {}

"""Stops in the middle of something, faults of our own, and clocks that differ (faults P3, P10, P12, C3, D2, U2)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.tables.permits import Person as Seated
from data.store import StoreError
from tests.support.clock import START_MS, MovedClock
from tests.support.club import ROUNDS, Club, action_of, open_club, play_from
from tests.support.people import Message

MINUTES_MS = 60_000


def tables(club: Club) -> list[str]:
    """The public messages with buttons that are there."""
    return [m.id for m in club.people[0].messages() if not m.ephemeral and not m.deleted and m.buttons]


async def stop_before_the_message_is_known(folder: Path, clock: MovedClock) -> None:
    """Open a table; the bot is gone before it could write down which message shows it."""
    async with open_club(folder, clock=clock) as club:
        with patch.object(club.bot.house.announcer, "note_posted", side_effect=StoreError("stopped here")):
            await club.people[0].command("play", game="calidruno")
            await club.quiet()
            assert club.live.record.message_id is None
            club.bot.house.announcer.stop()
        assert len(tables(club)) == 1


async def test_a_table_whose_message_was_not_written_down_keeps_it(tmp_path: Path) -> None:
    """Fault P3: within minutes Discord gives the same message for the same nonce."""
    clock = MovedClock(rounds=ROUNDS)
    await stop_before_the_message_is_known(tmp_path, clock)
    async with open_club(tmp_path, clock=clock) as club:
        await club.until(lambda: club.live.record.message_id is not None, "the table")
        assert len(tables(club)) == 1
        await club.press(club.people[1], "sit")
        await club.until(lambda: len(club.live.record.seats) == 2, "Bruno at the table")


async def test_a_message_that_was_not_written_down_shows_what_has_happened_since(tmp_path: Path) -> None:
    """Fault P3: the same nonce gives the message as it was, whatever is sent with it."""
    clock = MovedClock(rounds=ROUNDS)
    stopped = patch("bot.tables.announce.DiscordAnnouncer.note_posted", side_effect=StoreError("stopped here"))
    with stopped:
        async with open_club(tmp_path, clock=clock) as before:
            await before.people[0].command("play", game="calidruno")
            await before.quiet()
            await before.bot.house.service.seating.sit(before.live, Seated(int(before.people[1].id), "Bruno"))
        assert before.live.record.message_id is None
    async with open_club(tmp_path, clock=clock) as after:
        await after.until(lambda: after.live.record.message_id is not None, "the table")
        await after.until(lambda: "Anna and Bruno" in alt_text(after), "Bruno at the table")
        assert len(tables(after)) == 1


async def test_a_message_posted_anew_while_the_disk_was_full_says_after_a_restart_that_we_are_back(
    tmp_path: Path,
) -> None:
    """Faults P3 and D2: the one that is known is gone, and the same nonce gives the other as it was."""
    clock = MovedClock(rounds=ROUNDS)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people, clock="0")
        known = before.live.record.message_id
        with patch.object(before.store, "save_table", side_effect=StoreError("no room")):
            message = before.local.core.world.find_message(str(known))
            assert message is not None
            before.local.core.delete(message)
            await before.until(lambda: before.live.record.message_id != known, "another message")
        posted = before.live.record.message_id
    async with open_club(tmp_path, clock=clock) as after:
        assert after.live.record.message_id in {known, posted}
        await after.until(lambda: after.live.record.message_id == posted, "the message")
        await after.until(lambda: "Back" in after.board().text, "the table to say it is back")


def alt_text(club: Club) -> str:
    """What a screen reader says of the table's picture."""
    return club.board().data["attachments"][0].get("description") or ""


async def test_a_table_whose_message_was_not_written_down_takes_it_up_much_later(tmp_path: Path) -> None:
    """Fault P3: when the nonce is forgotten, the bot finds its message by the buttons."""
    clock = MovedClock(rounds=ROUNDS)
    await stop_before_the_message_is_known(tmp_path, clock)
    later = MovedClock(clock.now() + 60 * MINUTES_MS, rounds=ROUNDS)
    with patch("bot.local.channel_messages.Messages._twin", return_value=None):
        async with open_club(tmp_path, clock=later) as club:
            await club.until(lambda: club.live.record.message_id is not None, "the table")
            assert tables(club) == [str(club.live.record.message_id)]
            await club.press(club.people[1], "sit")
            await club.until(lambda: len(club.live.record.seats) == 2, "Bruno at the table")


async def test_a_forged_button_does_not_give_a_table_the_message_of_another(club: Club) -> None:
    """Fault U4: the message that is pressed must be the table's own."""
    anna, bruno, _ = club.people
    await anna.command("play", game="calidruno")
    await club.until(lambda: club.live.record.message_id is not None, "the first table")
    first = club.live.record
    await bruno.command("play", game="calidruno", channel="tavolo-2")

    def boards() -> list[Message]:
        return [message for message in bruno.messages("tavolo-2") if message.by_bot and not message.ephemeral]

    await club.until(boards, "the second table")
    (board,) = boards()
    text = board.text
    await club.forge(bruno, board, f"cg1:{first.id}:0:hand")
    await club.advance(5)
    assert board.text == text


async def test_a_message_that_is_not_the_tables_any_more_says_where_it_is_when_it_is_pressed(club: Club) -> None:
    """Faults P3 and U2: an orphan's button works once, and leads to the table."""
    anna, bruno, _ = club.people
    await anna.command("play", game="calidruno")
    await club.until(lambda: club.live.record.message_id is not None, "the table")
    orphan = club.board()
    with patch.object(club.bot.house.announcer, "moved_panel", side_effect=TimeoutError):
        club.bot.house.announcer.board(club.live).repost()
        await club.until(lambda: club.live.record.message_id != int(orphan.id), "the table posted anew")
    assert orphan.buttons
    sit = next(b["custom_id"] for b in orphan.buttons if b["custom_id"].endswith(":sit"))
    await bruno.press(custom_id=sit, message=next(m for m in bruno.messages() if m.id == orphan.id))
    await club.until(lambda: not orphan.buttons, "the orphan to point away")
    assert str(club.live.record.message_id) in orphan.text
    assert len(club.live.record.seats) == 2


async def test_a_message_that_could_not_be_written_down_is_not_posted_again(club: Club) -> None:
    """Fault D2: the disk is full while a table is opened."""
    anna, bruno, _ = club.people
    save = club.store.save_table
    with patch.object(club.store, "save_table", side_effect=StoreError("no room")):
        await anna.command("play", game="calidruno")
        await club.advance(600)
    assert len(tables(club)) == 1
    with patch.object(club.store, "save_table", wraps=save):
        await club.press(bruno, "sit")
    stored = await club.store.table(club.live.record.id)
    assert stored is not None
    assert stored.message_id == int(tables(club)[0])


async def test_a_move_that_cannot_be_stored_is_refused_with_the_advice_to_try_again(club: Club) -> None:
    """Fault D2: people read it, nothing moves, and the same button works once there is room."""
    await club.match_of(*club.people)
    player = club.to_act()
    hand = await club.hand(player)
    ply = club.match.ply
    with patch.object(club.store, "append", side_effect=StoreError("no room")):
        await play_from(hand)
        await club.quiet()
    assert "try again" in player.ephemerals()[-1].text.lower()
    assert club.match.ply == ply
    await play_from(player.ephemerals()[-1])
    assert club.match.ply == ply + 1


async def test_after_a_restart_presses_are_answered_before_all_tables_are_drawn(tmp_path: Path) -> None:
    """Fault P12: what nobody waits for comes later; buttons need no registration."""
    clock, drawn = MovedClock(rounds=ROUNDS), asyncio.Event()
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people)
        hand = await before.hand(player := before.to_act())
        ply = before.match.ply

    async def later(*_: object, **__: object) -> None:
        await drawn.wait()

    with patch("bot.tables.painter.Painter.paint_unhurried", side_effect=later):
        async with open_club(tmp_path, clock=clock) as after:
            again = next(person for person in after.people if person.key == player.key)
            old = next(message for message in again.ephemerals() if message.id == hand.id)
            await play_from(old)
            assert after.match.ply == ply + 1
            drawn.set()


@pytest.mark.parametrize("seconds", ["86400", "120"])
async def test_a_restart_pings_nobody_a_second_time_and_their_ping_goes_with_their_move(
    tmp_path: Path, seconds: str
) -> None:
    clock = MovedClock(rounds=ROUNDS)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people, clock=seconds)
        await before.until(lambda: len(pings(before)) == 1, "the ping")
        first = pings(before)
    async with open_club(tmp_path, clock=clock) as after:
        await after.until(lambda: "Back" in after.board().text, "the table to say it is back")
        await after.advance(60)
        assert pings(after) == first
        await after.play()
        await after.until(lambda: len(pings(after)) == 1 and pings(after) != first, "the ping of the next player")


async def test_a_ping_of_a_turn_that_ended_just_after_a_restart_goes_too(tmp_path: Path) -> None:
    clock = MovedClock(rounds=ROUNDS)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people, clock="120")
        await before.until(lambda: len(pings(before)) == 1, "the ping")
    async with open_club(tmp_path, clock=clock) as after:
        await after.play()
        await after.until(lambda: not pings(after), "the ping to go")


def pings(club: Club) -> list[str]:
    """The messages that notify somebody."""
    shown = [m for m in club.people[0].messages() if not m.ephemeral and not m.deleted]
    return [m.id for m in shown if m.data["mentions"] and not m.buttons]


@pytest.mark.parametrize("wrong_by_ms", [5 * MINUTES_MS, -5 * MINUTES_MS])
async def test_a_clock_that_is_wrong_by_minutes_refuses_nobody(tmp_path: Path, wrong_by_ms: int) -> None:
    """Fault C3: a press is as old as it is here, whatever Discord's clock says."""
    async with open_club(tmp_path, clock=MovedClock(START_MS + wrong_by_ms, rounds=ROUNDS)) as club:
        await club.match_of(*club.people)
        for _ in range(3):
            ply = club.match.ply
            await club.play()
            assert club.match.ply == ply + 1
        await club.until(lambda: club.shown_ply == club.match.ply, "the moves on the table")


async def test_a_fault_in_the_rules_stops_its_table_and_no_other(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """Fault P10: nothing of the move is kept, people are told, and the table can be ended."""
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, clock="30")
    first = club.live
    await carla.command("play", game="calidruno", channel="tavolo-2")
    rules = type(first.game)
    ply = 0
    with patch.object(rules, "apply", side_effect=ZeroDivisionError("a fault of ours")):
        seat = next(iter(first.active))
        player = club.person(first.record.seats[seat].user_id)
        hand = (await player.command("hand")).message
        assert hand is not None
        await play_from(hand)
        assert "wrong" in player.ephemerals()[-1].text
        await club.advance(35)
        stored = await club.store.match(first.match_id)
        assert stored is not None
        assert len(stored[1]) == ply
        assert first.paused
        assert "a fault of ours" in caplog.text
        board = next(message for message in anna.messages() if message.id == str(first.record.message_id))
        assert "stands still" in board.text or "fault" in board.text.lower()
        assert len(list(club.bot.house.service.tables)) == 2
        question = (await anna.command("table end", channel="tavolo-1")).message
        assert question is not None
        yes = next(button["custom_id"] for button in question.buttons if action_of(button).startswith("end"))
        await anna.press(custom_id=yes, message=question)
    await club.quiet()
    (left,) = list(club.bot.house.service.tables)
    assert left is not first
    assert not left.paused

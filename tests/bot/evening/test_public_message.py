"""The public message of a table: pings beside it, posted anew, classic style, threads, the rules."""

from __future__ import annotations

from pathlib import Path

from bot.settings import Settings
from data.records import TableStatus
from tests.support.club import Club, action_of, open_club


async def test_a_player_who_is_slow_is_pinged_once_and_the_ping_goes_with_the_move(club: Club) -> None:
    await club.match_of(*club.people)
    player = club.to_act()
    before = {message.id for message in player.messages()}
    await club.advance(21)
    pings = [m for m in player.messages() if m.id not in before and not m.ephemeral]
    assert len(pings) == 1
    assert [user["id"] for user in pings[0].data["mentions"]] == [player.id]
    await club.advance(21)
    assert len([m for m in player.messages() if m.id not in before and not m.ephemeral]) == 1
    await club.play()
    await club.until(lambda: pings[0].deleted, "the ping to go")


async def test_pings_can_be_switched_off_by_each_person(club: Club) -> None:
    await club.match_of(*club.people)
    player = club.to_act()
    await player.command("settings")
    panel = player.ephemerals()[-1]
    switch = next(b for b in panel.buttons if action_of(b).startswith("set:pings"))
    await player.press(custom_id=switch["custom_id"], message=panel)
    count = len([m for m in player.messages() if not m.ephemeral])
    await club.advance(40)
    assert len([m for m in player.messages() if not m.ephemeral]) == count


async def test_complaint_f4_a_table_that_scrolled_away_comes_back_to_the_bottom(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    old = club.board()
    for number in range(12):
        await carla.say(f"message {number}")
    await club.quiet()
    await club.quickly()
    await club.until(lambda: club.live.record.message_id != int(old.id), "the table posted anew")
    await club.until(lambda: not old.buttons, "the old message to shrink")
    assert club.board().data["channel_id"] == old.data["channel_id"]
    assert "http" in old.text


async def test_a_table_nearly_an_hour_old_is_posted_anew_before_discord_limits_its_edits(club: Club) -> None:
    await club.match_of(*club.people, clock="0")
    old = club.live.record.message_id
    await club.advance(51 * 60)
    await club.quickly()
    await club.until(lambda: club.live.record.message_id != old, "a new message")


async def test_complaint_f8_a_deleted_table_message_comes_back_once(club: Club) -> None:
    """Fault R12: a new message, posted once."""
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    old = club.board()
    await anna.delete(old)
    await club.until(lambda: club.live.record.message_id != int(old.id) and club.can("hand"), "the table again")
    tables = [m for m in anna.messages() if any(action_of(b) == "hand" for b in m.buttons)]
    assert len(tables) == 1


async def test_the_classic_style_plays_the_same_game(tmp_path: Path) -> None:
    async with open_club(tmp_path, settings=Settings(table_style="embed")) as club:
        await club.match_of(*club.people)
        assert club.board().data["embeds"]
        assert (await club.hand(club.people[0])).ephemeral
        for _ in range(6):
            await club.play()
        assert club.match.ply >= 5


async def test_a_table_in_its_own_thread(club: Club) -> None:
    anna, bruno, _ = club.people
    await anna.command("play", game="calidruno", thread=True)
    await club.until(lambda: club.live.record.message_id is not None, "the table")
    thread = str(club.live.record.channel_id)
    assert anna.channels[thread]["parent_id"] == anna.channel_id("tavolo-1")
    for person in (anna, bruno):
        person.here = thread
        await person.refresh()
    await club.press(bruno, "sit")
    await club.until(lambda: club.can("start"), "two people")
    await club.press(anna, "start")
    await club.until(lambda: club.live.record.status is TableStatus.PLAYING, "the match")
    # The thread falls asleep; the next move wakes it up.
    await club.op("PATCH", f"channels/{thread}", {"archived": True})
    await club.quickly()
    await club.until(lambda: not anna.channels[thread]["archived"], "the thread to wake up")


async def test_the_rules_are_private_pages_with_numbers(club: Club) -> None:
    anna = club.people[0]
    await anna.command("rules", game="calidruno")
    panel = anna.ephemerals()[-1]
    (contents,) = panel.menus
    for option in contents["options"]:
        answer = await anna.choose(option["value"], menu=contents["custom_id"], message=panel)
        assert answer.kind == "update"
        assert answer.message is not None
        panel = answer.message
        (contents,) = panel.menus
    assert "CAL-" in panel.text

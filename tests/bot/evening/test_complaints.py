"""What people complain of at the tables of such bots, as far as no other evening answers it."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from unittest.mock import patch

import render
from data.records import Presence
from render.scene import Scene
from tests.support.club import Club, action_of, open_club, play_from
from tests.support.people import Message

TABLE_KIB, HAND_KIB = 120, 45


def offers_a_move(hand: Message) -> bool:
    return any(action_of(c) in {"move", "move:draw", "move:pass"} and not c.get("disabled") for c in hand.components)


async def test_complaint_c18_a_player_who_left_the_server_is_waited_for_no_longer_than_a_turn(club: Club) -> None:
    """Fault U5: the table plays for who has left the server."""
    await club.match_of(*club.people, clock="30")
    stayed = club.people[0]
    while (gone := club.to_act()) is stayed:
        await club.play()
    await gone.change(in_guild=False)
    ply = club.match.ply
    await club.advance(31)
    assert club.match.ply > ply
    while club.to_act() is not stayed:
        await club.advance(31)
    assert offers_a_move(await club.hand(stayed))


async def test_complaint_c23_after_ten_minutes_away_the_old_button_brings_one_back(club: Club) -> None:
    await club.match_of(*club.people, clock="30")
    player = club.to_act()
    old = club.board(player)
    await club.advance(600)
    seat = club.live.seat_of(int(player.id))
    assert seat is not None
    assert club.live.record.seats[seat].presence is Presence.ABSENT
    button = next(b["custom_id"] for b in old.buttons if action_of(b) == "hand")
    answer = await player.press(custom_id=button, message=old)
    assert answer.message is not None
    assert answer.message.ephemeral
    assert club.live.record.seats[seat].presence is Presence.HERE


async def test_complaint_f3_a_hand_that_came_late_ends_like_one_that_came_at_once(club: Club) -> None:
    anna = club.people[0]
    await club.match_of(*club.people)
    painted, paint = asyncio.Event(), club.bot.house.announcer.painter.paint

    async def slowly(scene: Scene) -> bytes | None:
        await painted.wait()
        return await paint(scene)

    with patch.object(club.bot.house.announcer.painter, "paint", slowly):
        pressing = asyncio.create_task(club.press(anna, "hand"))
        await club.clock.advance(1.1)
        await anna.wait_for(lambda: [m for m in anna.ephemerals() if m.data["flags"] & 128], "the bot to think")
        painted.set()
        hand = (await pressing).message
    assert hand is not None
    shown = hand.text
    await club.advance(14 * 60 + 35)
    await club.until(lambda: hand.text != shown and not hand.menus, "the hand to say that it is over")
    assert (await club.hand(anna)).id != hand.id


async def test_complaint_f14_blocking_the_bot_on_ones_turn_leaves_the_hand_in_the_channel(club: Club) -> None:
    anna = await club.turn_by_dm()
    await anna.change(dm_open=False)
    hand = await club.hand(anna)
    assert hand.ephemeral
    ply = club.match.ply
    assert await play_from(hand) is not None
    assert club.match.ply > ply


async def test_complaint_f17_pictures_are_never_drawn_in_the_event_loop(club: Club) -> None:
    drawers: set[str] = set()
    draw = render.draw

    def noted(scene: Scene, reduced: int = 1) -> bytes:
        drawers.add(threading.current_thread().name)
        return draw(scene, reduced)

    with patch("render.draw", noted):
        await club.match_of(*club.people)
        await asyncio.gather(*(club.hand(person) for person in club.people))
        await club.play()
    assert drawers
    assert all(name.startswith("painter") for name in drawers)


async def test_complaint_f18_pictures_are_small_and_one_that_did_not_change_is_not_sent_again(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.table(anna, bruno)
    await club.until(lambda: club.can("start"), "two people at the table")
    picture, text = club.board().data["attachments"], club.board().text
    await club.press(carla, "watch")
    await club.until(lambda: club.board().text != text, "the watcher on the table")
    assert picture
    assert club.board().data["attachments"] == picture
    await club.press(anna, "start")
    await club.until(lambda: club.can("hand"), "the dealt table")
    assert len(await club.board().picture()) < TABLE_KIB * 1024
    assert len(await (await club.hand(anna)).picture()) < HAND_KIB * 1024


async def test_complaint_f19_no_card_is_an_emoji_that_may_be_missing(club: Club) -> None:
    await club.match_of(*club.people)
    for _ in range(6):
        await club.play()
    everything = [json.dumps(message.data) for person in club.people for message in person.everything()]
    assert everything
    assert not [text for text in everything if "<:" in text or "<a:" in text]
    components = [c for person in club.people for message in person.everything() for c in message.components]
    emojis = [c["emoji"] for c in components if c.get("emoji")]
    emojis += [option["emoji"] for c in components for option in c.get("options", []) if option.get("emoji")]
    assert all(not emoji.get("id") for emoji in emojis)


async def test_complaint_g2_hands_lie_in_the_channel_and_only_their_owner_sees_them(club: Club) -> None:
    await club.match_of(*club.people)
    channel = str(club.live.record.channel_id)
    for person in club.people:
        hand = await club.hand(person)
        assert hand.ephemeral
        assert hand.data["channel_id"] == channel
        assert not person.dms()
        assert all(hand.id != m.id for other in club.people if other is not person for m in other.everything())


async def test_complaint_d7_who_catches_second_is_told_why_nothing_happened(tmp_path: Path) -> None:
    async with open_club(tmp_path, "anna", "bruno", "carla", "dario") as club:
        await club.match_of(*club.people, grace_s="0")
        player, move = await club.until_a_play_leaves_one()
        await player.choose(move, message=await club.hand(player))
        await club.play()
        seat = club.live.seat_of(int(player.id))
        first, second, _ = (person for person in club.people if person is not player)
        hands = [await club.hand(first), await club.hand(second)]
        catch = f"cg1:{club.live.record.id}:{club.live.moment}:move:catch-{seat}"
        await club.forge(first, hands[0], catch)
        ply = club.match.ply
        answer = await club.forge(second, hands[1], catch)
        assert club.match.ply == ply
        assert first.name in answer.text or "CAL-3" in answer.text

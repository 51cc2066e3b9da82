"""How hands reach their owners: open ones wake up and grow old, direct messages arrive or fall back."""

from __future__ import annotations

from games.calidruno.moves import Draw
from tests.support.club import Club, action_of, by_dm, find, play_from
from tests.support.people import Message


async def test_complaint_g4_a_hand_opened_before_ones_turn_wakes_up_by_itself(club: Club) -> None:
    await club.match_of(*club.people)
    hands = {person: await club.hand(person) for person in club.people}
    first = club.to_act()
    await play_from(hands[first])
    while club.to_act() is first:
        await club.play()
    turn = club.to_act()
    await club.until(lambda: await_menu(hands[turn]), "the hand to wake up")
    ply = club.match.ply
    assert await play_from(hands[turn]) is not None
    assert club.match.ply == ply + 1


def await_menu(hand: Message) -> bool:
    offered = {action_of(c) for c in hand.components if c.get("custom_id") and not c.get("disabled")}
    return bool(offered & {"move", "move:draw", "move:pass"})


async def test_a_stale_press_never_plays_a_card_but_shows_the_hand_as_it_is(club: Club) -> None:
    """Fault U2: an old hand shows itself as it is now."""
    await club.match_of(*club.people)
    while club.match.game.legal_moves(club.match.state, next(iter(club.live.active)))[0] == Draw():
        await club.quickly()
    player = club.to_act()
    old = await club.hand(player)
    menu = old.menus[0]
    custom_id, card = menu["custom_id"], menu["options"][-1]["value"]
    await club.quickly()
    while club.to_act() is not player:
        await club.quickly()
    state = club.match.state
    # The message refreshes itself; a slow client may still send what it showed before.
    answer = await club.forge(player, old, custom_id, card)
    assert answer.kind == "update"
    assert club.match.state == state
    assert answer.message is not None
    assert answer.message.id == old.id


async def test_complaints_f1_f2_a_hand_that_discord_does_not_let_us_refresh_says_so(club: Club) -> None:
    anna = club.people[0]
    await club.match_of(*club.people)
    await club.hand(anna)
    hand = anna.ephemerals()[-1]
    shown = hand.text
    await club.advance(14 * 60 + 35)
    await club.until(lambda: hand.text != shown and not hand.menus, "the hand to say that it is over")
    again = await club.hand(anna)
    assert again.id != hand.id


async def test_hands_by_direct_message_arrive_there_and_can_be_played_from_there(club: Club) -> None:
    """Fault X2: a press in a direct message is played at once, and the table shows it."""
    anna, bruno, carla = club.people
    await by_dm(anna)
    await club.match_of(anna, bruno, carla)
    await club.until(lambda: bool(anna.dms()), "the hand as a direct message")
    hand = anna.dms()[-1]
    assert "Calidruno" in hand.text
    while club.to_act() is not anna:
        await club.play()
    await club.until(lambda: await_menu(hand), "the turn in the direct message")
    ply = club.match.ply
    assert await play_from(hand) is not None
    assert club.match.ply == ply + 1


async def test_complaints_f12_f13_closed_direct_messages_fall_back_to_the_channel_and_harm_nobody(club: Club) -> None:
    """Fault R15: closed direct messages are remembered, and the hand comes in the channel."""
    anna, bruno, carla = club.people
    await anna.command("settings")
    panel = anna.ephemerals()[-1]
    await anna.choose("dm", menu=find(panel, "set:hand_by"), message=panel)
    await anna.change(dm_open=False)
    await club.match_of(anna, bruno, carla)
    await club.quiet()
    assert not anna.dms()
    hand = await club.hand(anna)
    assert hand.ephemeral
    assert await hand.picture()
    while club.to_act() is not anna:
        await club.play()

"""A table's life around its matches: seats, hosts, hands, languages, settings and the public message."""

from __future__ import annotations

from pathlib import Path

from bot.settings import Settings
from data.records import Presence, TableStatus
from games.calidruno.moves import Draw
from tests.support.club import Club, action_of, by_dm, find, open_club, play_from
from tests.support.people import Message, Person


async def more(club: Club, person: Person) -> Message:
    """Press "More" on the table and look at it."""
    shown = (await club.press(person, "more")).message
    assert shown is not None
    assert shown.ephemeral
    return shown


# Seats and hosts


async def test_complaint_c7_leaving_a_match_asks_first_and_leaves_the_table_as_it_is(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    asked = await bruno.press(custom_id=find(shown := await more(club, bruno), "leave"), message=shown)
    assert asked.message is not None
    assert club.live.record.seats[1].presence is Presence.HERE
    await bruno.press(custom_id=find(asked.message, "leave:yes"), message=asked.message)
    assert club.live.record.seats[1].presence is Presence.LEFT
    assert club.live.playing is not None
    await club.until(lambda: club.can("hand"), "the table as it was")


async def test_complaint_f22_strangers_get_a_polite_private_answer_to_every_button(tmp_path: Path) -> None:
    """Fault U3: nothing is revealed to strangers."""
    async with open_club(tmp_path, "anna", "bruno", "dario") as club:
        anna, bruno, dario = club.people
        await club.match_of(anna, bruno)
        state = club.match.state
        for button in club.board(dario).buttons:
            answer = await dario.press(custom_id=button["custom_id"], message=club.board(dario))
            assert answer.kind != "failed"
            assert answer.message is not None
            assert answer.message.ephemeral
        assert club.match.state == state


async def test_the_host_kicks_and_hands_the_role_on_from_the_menus(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    await anna.choose(carla.id, menu=find(shown := await more(club, anna), "kick"), message=shown)
    assert club.live.record.seats[2].presence is Presence.LEFT
    await anna.choose(bruno.id, menu=find(shown := await more(club, anna), "host"), message=shown)
    assert club.live.record.host_id == int(bruno.id)
    assert "kick" not in [action_of(c) for c in (await more(club, carla)).components if c.get("custom_id")]


async def test_the_same_by_slash_commands(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    await anna.command("table kick", who=carla)
    assert club.live.record.seats[2].presence is Presence.LEFT
    await anna.command("table host", who=bruno)
    assert club.live.record.host_id == int(bruno.id)
    await club.leave(carla)
    await club.end(bruno)
    assert not list(club.bot.house.service.tables)


async def test_leaving_and_ending_by_command_ask_first_while_a_match_is_played(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    before = club.live.record
    assert (await bruno.command("table leave")).message is not None
    assert (await anna.command("table end")).message is not None
    assert (await anna.command("table end")).message is not None
    assert club.live.record == before
    await club.end(anna)
    assert not list(club.bot.house.service.tables)


async def test_a_moderator_who_plays_elsewhere_means_the_table_of_the_channel(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.table(anna, carla)
    await bruno.command("play", game="calidruno", channel="tavolo-2")
    await bruno.change(manage_messages=True)
    bruno.go("tavolo-1")
    answer = await bruno.command("table kick", who=carla)
    assert len(club.bot.house.service.tables.find(1).staying()) == 1, answer.text
    await club.end(bruno)
    (left,) = club.bot.house.service.tables
    assert left.record.host_id == int(bruno.id)


async def test_complaint_c22_a_player_leaves_from_anywhere_also_from_a_direct_message(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    carla.here = await carla.open_dm()
    await club.leave(carla)
    assert club.live.record.seats[2].presence is Presence.LEFT


async def test_complaint_e7_a_second_table_in_the_channel_is_answered_with_the_way_to_the_first(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.table(anna)
    answer = await bruno.command("play", game="calidruno")
    assert answer.message is not None
    assert {action_of(b) for b in answer.message.buttons} == {"show"}
    answer = await anna.command("play", game="calidruno")
    assert answer.message is not None
    assert {action_of(b) for b in answer.message.buttons} == {"show", "end"}
    first = club.live.record.message_id
    await anna.press(custom_id=find(answer.message, "show"), message=answer.message)
    await club.until(lambda: club.live.record.message_id != first, "the table posted anew")


async def test_two_channels_hold_two_tables_of_the_same_server(club: Club) -> None:
    anna, bruno, _ = club.people
    await anna.command("play", game="calidruno")
    await bruno.command("play", game="calidruno", channel="tavolo-2")
    assert len(list(club.bot.house.service.tables)) == 2


async def test_watching_is_not_sitting_and_ends_with_unwatching(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.table(anna, bruno)
    await club.press(carla, "watch")
    await club.until(lambda: club.live.record.watchers == (int(carla.id),), "a watcher")
    panel = await more(club, carla)
    await carla.press(custom_id=find(panel, "unwatch"), message=panel)
    assert club.live.record.watchers == ()


async def test_a_latecomer_watches_a_running_match_and_is_told_how(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    refused = await club.press(carla, "hand")
    assert refused.message is not None
    assert "Under **More** you can watch" in refused.message.text
    panel = await more(club, carla)
    await carla.press(custom_id=find(panel, "watch"), message=panel)
    await club.until(lambda: club.live.record.watchers == (int(carla.id),), "a watcher")
    shown = await club.press(carla, "hand")
    assert shown.message is not None
    assert "You are watching" in shown.message.text


async def test_who_sits_down_after_a_match_sees_that_they_are_in_the_next_one(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    while club.live.playing is not None:
        await club.play()
    await club.until(lambda: club.can("rematch"), "the result")
    panel = await more(club, carla)
    await carla.press(custom_id=find(panel, "sit"), message=panel)
    await club.until(lambda: "In the next match too: Carla" in club.board().text, "Carla on the result")
    await club.press(anna, "rematch")
    await club.until(lambda: club.live.playing is not None, "the next match")
    assert club.live.playing_seat_of(int(carla.id)) is not None


async def test_close_pressed_after_the_next_match_has_begun_asks_first(club: Club) -> None:
    """The result still stands on somebody's screen when another player has asked for a rematch."""
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno)
    while club.live.playing is not None:
        await club.play()
    await club.until(lambda: club.can("rematch"), "the result")
    close = club.id_of("close")
    await club.press(bruno, "rematch")
    await club.until(lambda: club.live.playing is not None, "the next match")
    for person, question in ((anna, "end:yes"), (bruno, "leave:yes")):
        await club.forge(person, club.board(person), close)

        def asked(person: Person = person, question: str = question) -> bool:
            return any(question in map(action_of, message.buttons) for message in person.ephemerals())

        await person.wait_for(asked, question)
    assert club.live.playing is not None
    assert [seat.presence for seat in club.live.record.seats] == [Presence.HERE] * 2


async def test_the_host_chooses_options_in_menus_and_the_table_says_what_differs(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.table(anna, bruno)
    panel = (await club.press(anna, "options")).message
    assert panel is not None
    for _ in range(8):
        menus = [menu for menu in panel.menus if action_of(menu) == "opt:stacking"]
        if menus:
            break
        onward = [b for b in panel.buttons if action_of(b).startswith("options:") and not b.get("disabled")][-1]
        answer = await anna.press(custom_id=onward["custom_id"], message=panel)
        assert answer.message is not None
        panel = answer.message
    await anna.choose("any_draw_card", menu=find(panel, "opt:stacking"), message=panel)
    assert club.live.options.stacking == "any_draw_card"
    before = club.board().text
    await club.until(lambda: club.board().text != before, "the option on the table")
    refused = await club.press(bruno, "options")
    assert refused.message is not None
    assert not refused.message.menus


# Hands


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


# Language and names


async def test_complaints_g18_g19_public_words_are_the_servers_and_private_ones_the_readers(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    assert "tavolo" not in club.board(bruno).text
    assert "tavolo" in (await club.hand(bruno)).text
    await anna.command("server")
    panel = anna.ephemerals()[-1]
    await anna.choose("it", menu=find(panel, "server:locale"), message=panel)
    await club.until(lambda: "tavolo" in club.board(anna).text, "the table in Italian")
    assert "tavolo" not in (await club.hand(anna)).text


async def test_complaint_f16_names_are_shown_as_they_are_and_notify_nobody(club: Club) -> None:
    """Fault U6: whatever somebody calls themselves is harmless at the table."""
    anna, bruno, carla = club.people
    await bruno.change(name="*_~`|| @everyone\u202e <@1> \x1b[2J" + "\u0301" * 32)
    await club.match_of(anna, bruno, carla)
    while club.live.playing is not None and "everyone" not in club.board().text:
        await club.quickly()
        await club.until(lambda: club.can("hand") or club.can("rematch"), "the table")
        await club.advance(1.3)
    text = club.board().text
    for harm in ("*_~`||", "\u202e", "\x1b", "\u0301" * 3):
        assert harm not in text
    assert not any(message.data["mention_everyone"] for message in anna.messages())
    assert all(message.data["mentions"] == [] for message in anna.messages() if message.id == club.board().id)


# The public message


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

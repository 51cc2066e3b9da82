"""A table's life around its matches: seats, hosts, watchers and options."""

from __future__ import annotations

from pathlib import Path

from data.records import Presence
from tests.support.club import Club, action_of, find, open_club
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

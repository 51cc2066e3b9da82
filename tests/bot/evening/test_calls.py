"""Saying "Calidruno!" and catching who did not, as people do it (CAL-26 to CAL-33)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings
from tests.support.club import Club, action_of, open_club, play_from
from tests.support.people import Person


async def down_to_one(club: Club, **options: str) -> Person:
    """A match in which somebody has just played from the hand and holds one card; who it is."""
    await club.match_of(*club.people, **options)
    player, move = await club.until_a_play_leaves_one()
    hand = await club.hand(player)
    await player.choose(move, message=hand)
    return player


def cards_of(club: Club, person: Person) -> int:
    seat = club.live.seat_of(int(person.id))
    assert seat is not None
    return club.match.game.observe(club.match.state, None).counts[seat]


def owes(club: Club, person: Person) -> bool:
    observation = club.match.game.observe(club.match.state, None)
    return any(duty.seat == club.live.seat_of(int(person.id)) for duty in observation.duties)


async def next_plays(club: Club) -> None:
    """The player to act acts, whoever it is."""
    await club.play()


async def test_the_hand_offers_the_word_in_the_answer_to_the_play_complaint_a11(club: Club) -> None:
    await club.match_of(*club.people)
    player, move = await club.until_a_play_leaves_one()
    answer = await player.choose(move, message=await club.hand(player))
    assert answer.kind == "update", answer.text
    assert answer.message is not None
    say = next(button for button in answer.message.buttons if action_of(button) == "g:say")
    opened = await player.press(custom_id=say["custom_id"], message=answer.message)
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await player.submit({field: "CALIDRUNO!!"})
    assert not owes(club, player)
    await club.until(lambda: "Calidruno!" in club.board().text, "the word on the table")


@pytest.mark.parametrize("words", ["Uno!", "una", "ultima", "calidruno mio", ""])
async def test_another_word_is_not_the_word(club: Club, words: str) -> None:
    player = await down_to_one(club)
    hand = player.ephemerals()[-1]
    say = next(button for button in hand.buttons if action_of(button) == "g:say")
    opened = await player.press(custom_id=say["custom_id"], message=hand)
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await player.submit({field: words or " "})
    assert owes(club, player)


async def test_the_slash_command_is_the_word(club: Club) -> None:
    player = await down_to_one(club)
    await player.command("calidruno")
    assert not owes(club, player)


async def test_complaint_a6_the_word_before_the_play_has_no_effect_and_says_why(club: Club) -> None:
    await club.match_of(*club.people)
    player, _ = await club.until_a_play_leaves_one()
    answer = await player.command("calidruno")
    assert answer.message is not None
    assert answer.message.ephemeral
    assert "CAL-29" in answer.text


async def test_a_reply_to_the_table_is_the_word_and_other_messages_are_not(club: Club) -> None:
    player = await down_to_one(club)
    await player.say("Calidruno!")
    await club.quiet()
    assert owes(club, player)
    await player.say("Calidruno!", reply_to=club.board(player))
    await club.until(lambda: not owes(club, player), "the word to be heard")


async def test_a_message_that_mentions_the_bot_is_the_word(club: Club) -> None:
    player = await down_to_one(club)
    assert club.bot.user is not None
    await player.say(f"<@{club.bot.user.id}> calidruno")
    await club.until(lambda: not owes(club, player), "the word to be heard")


async def test_with_the_content_intent_any_message_of_the_channel_is_the_word(tmp_path: Path) -> None:
    async with open_club(tmp_path, settings=Settings(message_content=True)) as club:
        player = await down_to_one(club)
        await player.say("Calidruno!")
        await club.quiet()
        assert owes(club, player), "the server has not switched it on"
        anna = club.people[0]
        await anna.command("server")
        panel = anna.ephemerals()[-1]
        switch = next(b for b in panel.buttons if action_of(b).startswith("server:message_content"))
        await anna.press(custom_id=switch["custom_id"], message=panel)
        await player.say("Calidruno!")
        await club.until(lambda: not owes(club, player), "the word to be heard")


async def test_a_table_may_offer_a_plain_button_instead(club: Club) -> None:
    player = await down_to_one(club, call_by="button")
    hand = player.ephemerals()[-1]
    call = next(button for button in hand.buttons if action_of(button) == "move:call")
    await player.press(custom_id=call["custom_id"], message=hand)
    assert not owes(club, player)


async def catcher_of(club: Club, player: Person) -> Person:
    """Somebody who neither owes the word nor is to act."""
    return next(person for person in club.people if person is not player and person is not club.to_act())


async def press_call_out(club: Club, catcher: Person, player: Person) -> str:
    """Press "Call out…" and, if the bot asks whom, name the player; what was said to that."""
    await club.until(lambda: club.can("g:callout"), "the table")
    answer = await club.press(catcher, "g:callout")
    if answer.message is not None and answer.message.ephemeral:
        named = [
            c
            for c in answer.message.components
            if c.get("custom_id") and player.name in (c.get("label", "") + str(c.get("options", "")))
        ]
        if named and named[0]["type"] == 2:
            answer = await catcher.press(custom_id=named[0]["custom_id"], message=answer.message)
        elif named:
            answer = await catcher.choose(player.name, message=answer.message)
    return answer.text


async def test_who_kept_silent_is_caught_after_the_next_player_acted_and_draws_two(club: Club) -> None:
    player = await down_to_one(club, grace_s="0")
    await next_plays(club)
    catcher = await catcher_of(club, player)
    await press_call_out(club, catcher, player)
    assert cards_of(club, player) == 3
    await club.until(lambda: catcher.name in club.board().text, "the catch on the table")


async def test_complaint_a3_hammering_the_button_before_the_head_start_is_over_gains_nothing(club: Club) -> None:
    player = await down_to_one(club)
    catcher = next(person for person in club.people if person is not player)
    for _ in range(5):
        said = await press_call_out(club, catcher, player)
        assert said
        assert cards_of(club, player) == 1
    await player.command("calidruno")
    assert not owes(club, player)


async def test_complaint_d2_two_catch_at_once_and_one_penalty_is_paid(tmp_path: Path) -> None:
    async with open_club(tmp_path, "anna", "bruno", "carla", "dario") as club:
        player = await down_to_one(club, grace_s="0")
        await next_plays(club)
        catchers = [person for person in club.people if person is not player]
        for catcher in catchers:
            await press_call_out(club, catcher, player)
        assert cards_of(club, player) == 3


async def test_complaint_a13_after_the_player_after_that_has_acted_it_is_too_late(club: Club) -> None:
    player = await down_to_one(club, grace_s="0")
    turn = club.to_act()
    while club.to_act() is turn:
        await next_plays(club)
    if club.to_act() is not player:
        turn = club.to_act()
        await next_plays(club)
        catcher = next(person for person in club.people if person is not player)
        before = cards_of(club, player)
        await press_call_out(club, catcher, player)
        assert cards_of(club, player) <= before + 1


async def test_nothing_public_tells_that_a_word_is_owed_cal_30(club: Club) -> None:
    player = await down_to_one(club, grace_s="0")
    await club.until(lambda: cards_of(club, player) == 1 and not club.live.alarms.get("x"), "the play")
    await club.quiet()
    board = club.board()
    silent = (board.text, board.alt_texts, board.labels)
    assert "Calidruno!" not in " ".join((silent[0].split("\n", 1)[-1], *silent[1]))
    assert [action_of(button) for button in board.buttons].count("g:callout") == 1


async def test_the_hand_of_who_is_left_with_one_card_plays_on(club: Club) -> None:
    player = await down_to_one(club, grace_s="0")
    await player.command("calidruno")
    while club.live.playing is not None and club.to_act() is not player:
        await club.play()
    if club.live.playing is not None:
        assert await play_from(await club.hand(player)) is not None

"""The bot as its own process against the local Discord over sockets, driven through the user side."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.local_discord import operator
from tests.support.openapi import complaints, description
from tests.support.people import Message, Person, Refused, people
from tests.support.processes import Process, bot_process, local_discord_process


def action(component: dict[str, str]) -> str:
    return component.get("custom_id", "").partition("#")[0].split(":", 3)[-1]


def offers(message: Message, *actions: str) -> bool:
    usable = (c for c in message.components if c.get("custom_id") and not c.get("disabled"))
    return bool({action(c) for c in usable} & set(actions))


def board(person: Person) -> Message:
    """The table's public message."""
    return next(m for m in reversed(person.messages()) if not m.ephemeral and offers(m, "hand", "sit", "rematch"))


async def press(person: Person, what: str, message: Message | None = None) -> Message | None:
    """Press what a message offers; if it was edited under the finger, press again, if it still offers that."""
    while True:
        place = message or board(person)
        found = next((c for c in place.components if c.get("custom_id") and action(c) == what), None)
        if found is None:
            return None
        try:
            return (await person.press(custom_id=found["custom_id"], message=place)).message
        except Refused:
            await person.wait_for(lambda f=found, p=place: f not in p.components, "the edit")


async def hand_of(person: Person) -> Message:
    await person.wait_for(lambda: offers(board(person), "hand"), "the table")
    shown = await press(person, "hand")
    assert shown is not None
    return shown


async def whose_turn(persons: list[Person]) -> tuple[Person, Message]:
    """Everybody looks at their hand; who may act, and that hand. A match that is over is played again."""
    while True:
        person, hand = await whose_turn_or_end(persons)
        if hand is not None:
            return person, hand
        await press(person, "rematch")


async def take(person: Person, hand: Message) -> Message:
    """Play the first card offered, else press the first move there is (draw, pass, leave); the hand afterwards."""
    if offers(hand, "move"):
        menu = next(m for m in hand.menus if action(m) == "move")
        pressed = menu["custom_id"]
        result = await person.choose(menu["options"][0]["value"], menu=pressed, message=hand)
    else:
        button = next(b for b in hand.buttons if action(b).startswith("move:") and not b.get("disabled"))
        pressed = button["custom_id"]
        result = await person.press(custom_id=pressed, message=hand)
    after = result.message
    assert after is not None
    # A slow bot says first that it heard, and shows the hand a little later.
    await person.wait_for(lambda: all(c.get("custom_id") != pressed for c in after.components), "the hand afterwards")
    return after


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    async with local_discord_process(tmp_path / "discord.sqlite3") as url:
        yield url
        async with operator(url) as op:
            assert await op.problems() == []
            if description() is not None:
                found = complaints(await op.journal(), answers=False)
                assert not found, "\n".join(found[:20])


async def open_match(persons: list[Person], **options: str) -> None:
    """A table of these people with these options, begun."""
    host = persons[0]
    await host.command("play", game="calidruno")
    await host.wait_for(lambda: any(offers(m, "sit") for m in host.messages()), "the lobby")
    for person in persons[1:]:
        await person.wait_for(lambda person=person: any(offers(m, "sit") for m in person.messages()), "the lobby")
        await press(person, "sit")
    await host.wait_for(lambda: offers(board(host), "start"), "the start button")
    for name, value in options.items():
        await set_option(host, name, value)
    await press(host, "start")


async def set_option(host: Person, name: str, value: str) -> None:
    """Turn the pages of the options until this one is there, and choose."""
    page, panel = 0, await press(host, "options")
    while panel is not None and not offers(panel, f"opt:{name}"):
        page += 1
        panel = await press(host, f"options:{page}", panel)
    assert panel is not None
    menu = next(m for m in panel.menus if action(m) == f"opt:{name}")
    await host.choose(value, menu=menu["custom_id"], message=panel)


async def test_three_people_play_whole_hands_with_calls_catches_a_leaver_and_a_rematch(
    address: str, tmp_path: Path
) -> None:
    async with (
        # A short match in which somebody who says nothing can be caught before it is over.
        bot_process(address, tmp_path / "journal.sqlite3", DEALT_FROM="125") as bot,
        people(address, "anna", "bruno", "carla") as persons,
    ):
        anna, _, carla = persons
        await open_match(persons, grace_s="0")
        called = caught = 0
        silent: Person | None = None
        while True:
            person, hand = await whose_turn_or_end(persons)
            if hand is None:
                break
            after = await take(person, hand)
            if offers(after, "g:say"):
                # The first one says it, whoever comes next forgets it.
                if called == 0:
                    await say(person, after)
                    called += 1
                else:
                    silent = person
            elif silent is not None and person is not silent:
                other = next(other for other in persons if other not in {silent, person})
                await call_out(other, silent)
                words = f"{other.name} caught {silent.name} in silence"
                await anna.wait_for(lambda words=words: words in board(anna).text, "the catch on the table")
                caught, silent = caught + 1, None
        assert called
        assert caught
        await anna.wait_for(lambda: offers(board(anna), "rematch"), "the result")
        assert "Calidruno" in board(anna).text
        await press(anna, "rematch")
        await anna.wait_for(lambda: offers(board(anna), "hand"), "the rematch")
        # One leaves in the middle; the others go on.
        asked = await press(carla, "leave", await press(carla, "more"))
        assert asked is not None
        await press(carla, "leave:yes", asked)
        for _ in range(4):
            person, hand = await whose_turn(persons[:2])
            await take(person, hand)
        assert not [line for line in bot.lines if "ERROR" in line or "Traceback" in line]


async def whose_turn_or_end(persons: list[Person]) -> tuple[Person, Message | None]:
    while True:
        for person in persons:
            await person.wait_for(lambda person=person: offers(board(person), "hand", "rematch"), "the table")
            if offers(board(person), "rematch"):
                return person, None
            hand = await press(person, "hand")
            if hand is not None and offers(hand, "move", "move:draw", "move:pass"):
                return person, hand


async def say(person: Person, hand: Message) -> None:
    button = next(b for b in hand.buttons if action(b) == "g:say")
    opened = await person.press(custom_id=button["custom_id"], message=hand)
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await person.submit({field: "Calidruno!"})


async def call_out(person: Person, whom: Person) -> None:
    answer = await press(person, "g:callout")
    if answer is not None and answer.ephemeral:
        for component in answer.components:
            if component.get("custom_id") and whom.name in component.get("label", ""):
                await person.press(custom_id=component["custom_id"], message=answer)
                return


async def test_kill_9_in_the_middle_of_a_hand_loses_nothing_and_old_buttons_work(address: str, tmp_path: Path) -> None:
    database = tmp_path / "journal.sqlite3"
    async with people(address, "anna", "bruno", "carla") as persons:
        async with bot_process(address, database) as bot:
            await open_match(persons)
            for _ in range(7):
                person, hand = await whose_turn(persons)
                await take(person, hand)
            player, _ = await whose_turn(persons)
            hands = {person: (await hand_of(person)).text for person in persons}
            newest = next(m for m in reversed(player.ephemerals()) if offers(m, "move", "move:draw", "move:pass"))
            await bot.kill()
        async with bot_process(address, database) as bot:
            # Before anybody plays: the next card could be one that makes others draw.
            for person in persons:
                if person is not player:
                    assert numbered((await hand_of(person)).text) == numbered(hands[person])
            # The very message that lay on the screen before the kill still plays.
            after = await take(player, newest)
            assert after.id == newest.id
            assert await bot.stop() == 0


def numbered(text: str) -> str:
    """The line of a hand that lists its cards."""
    return next((line for line in text.splitlines() if line.startswith("`1`")), "")


async def test_make_play_opens_the_local_discord_and_a_kill_keeps_everything_on_the_page(tmp_path: Path) -> None:
    env = {"LOCAL_PORT": "0", "DATABASE": str(tmp_path / "journal.sqlite3")}
    process = await Process.start("bot", **env)
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        async with people(url, "anna", "bruno") as persons:
            await open_match(persons)
            player, hand = await whose_turn(persons)
            await take(player, hand)
            seen = [(m.id, m.text) for m in player.messages() if m.ephemeral]
    finally:
        await process.kill()
    process = await Process.start("bot", **env)
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        async with people(url, "anna", "bruno") as persons:
            again = next(person for person in persons if person.key == player.key)
            assert [(m.id, m.text) for m in again.messages() if m.ephemeral] == seen
            player, hand = await whose_turn(persons)
            await take(player, hand)
            assert await hand.picture()
    finally:
        assert await process.stop() == 0


async def test_a_newcomer_is_one_command_away_from_a_game_of_any_kind(tmp_path: Path) -> None:
    """``make play``, ``/solo``, and the hand is there; computers play the other seats."""
    process = await Process.start("bot", LOCAL_PORT="0", DATABASE=str(tmp_path / "journal.sqlite3"))
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        async with operator(url) as op:
            await op("POST", "channels", {"name": "tavolo-3"})
        games = {"tavolo-1": "calidruno", "tavolo-2": "kalooki", "general": "briscola", "tavolo-3": "calabresella"}
        async with people(url, "anna", "bruno", "carla", "dario") as persons:
            for person, (channel, game) in zip(persons, games.items(), strict=True):
                person.go(channel)
                await person.command("solo", game=game)
                await person.wait_for(lambda p=person: any(offers(m, "hand") for m in p.messages()), "the table")
                hand = await hand_of(person)
                assert hand.ephemeral
                assert await hand.picture()
                if "🤖" not in board(person).text:  # as long as nobody has moved it may name the person to act alone
                    await take(person, hand)
                await person.wait_for(lambda p=person: "🤖" in board(p).text, "a computer at the table")
    finally:
        assert await process.stop() == 0


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"LOCAL_PORT": "eighty", "TABLE_STYLE": "fancy"}, ["LOCAL_PORT", "TABLE_STYLE"]),
        ({"LOCAL_URL": "http://example.org"}, ["LOCAL_URL"]),
        ({"SHARD_IDS": "0-1"}, ["SHARD_COUNT"]),
    ],
)
async def test_settings_that_cannot_be_used_are_all_named_at_once(
    tmp_path: Path, env: dict[str, str], words: list[str]
) -> None:
    process = await Process.start("bot", DATABASE=str(tmp_path / "journal.sqlite3"), **env)
    assert await process.exit_code() == 78
    assert all(word in "\n".join(process.lines) for word in words)


async def test_a_database_that_another_bot_holds_or_that_is_no_database_is_left_alone(
    address: str, tmp_path: Path
) -> None:
    database = tmp_path / "journal.sqlite3"
    async with bot_process(address, database):
        second = await Process.start("bot", LOCAL_URL=address, DATABASE=str(database))
        assert await second.exit_code() == 78
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"this is a letter, not a database" * 200)
    process = await Process.start("bot", LOCAL_URL=address, DATABASE=str(broken))
    assert await process.exit_code() == 78
    assert broken.read_bytes() == b"this is a letter, not a database" * 200


async def test_no_log_at_any_level_holds_tokens_or_cards(address: str, tmp_path: Path) -> None:
    async with (
        bot_process(address, tmp_path / "journal.sqlite3", LOG_LEVEL="DEBUG") as bot,
        people(address, "anna", "bruno") as persons,
        operator(address) as op,
    ):
        await open_match(persons)
        for _ in range(5):
            person, hand = await whose_turn(persons)
            await take(person, hand)
        hands = [numbered((await hand_of(person)).text) for person in persons]
        journal = await op.journal()
        assert await bot.stop() == 0
    said = "\n".join(bot.lines)
    assert "DEBUG" in said
    paths = [entry["path"] for entry in journal if "/interactions/" in entry["path"] or "/webhooks/" in entry["path"]]
    tokens = {max(path.split("/"), key=len) for path in paths}
    assert tokens
    assert not [token for token in tokens if token in said]
    assert not [hand for hand in hands if hand in said]

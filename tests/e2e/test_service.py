"""The bot as an operator runs it: as a service that is started, watched, stopped, paused, backed up and restored."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from data.sqlite_store import open_store
from tests.e2e.test_processes import board, hand_of, numbered, open_match, press, take, whose_turn
from tests.support.local_discord import operator
from tests.support.people import Person, Refused, people
from tests.support.processes import Process, bot_process, local_discord_process

STOPS_WITHIN_S = 10.0


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    async with local_discord_process(tmp_path / "discord.sqlite3") as url:
        yield url


def journal(database: Path) -> list[tuple[int, str]]:
    """Ply and idempotency key of each move, as another process reads them."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT ply, idem FROM move ORDER BY match_id, ply").fetchall()


# The start


async def test_a_service_without_a_token_says_so_and_opens_no_discord_of_its_own(tmp_path: Path) -> None:
    database = tmp_path / "journal.sqlite3"
    process = await Process.start("bot", DATABASE=str(database), NOTIFY_SOCKET=str(tmp_path / "systemd"))
    assert await process.exit_code() == 78
    said = "\n".join(process.lines)
    assert "DISCORD_TOKEN" in said
    assert "http://" not in said
    assert not database.exists()


async def test_systemd_hears_ready_alive_and_stopping(address: str, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)

        async def heard() -> str:
            async with asyncio.timeout(30):
                return (await asyncio.get_running_loop().sock_recv(manager, 100)).decode()

        env = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        async with bot_process(address, tmp_path / "journal.sqlite3", **env) as bot:
            told = {await heard() for _ in range(6)}
            while "READY=1" not in told:
                told.add(await heard())
            assert told == {"READY=1", "WATCHDOG=1"}
            assert await bot.stop() == 0
            while (last := await heard()) == "WATCHDOG=1":
                pass
            assert last == "STOPPING=1"


async def test_health_and_metrics_of_a_running_bot(address: str, tmp_path: Path) -> None:
    env = {"HEALTH_PORT": "0", "BACKUPS": str(tmp_path / "backups")}
    async with (
        bot_process(address, tmp_path / "journal.sqlite3", **env) as bot,
        people(address, "anna", "bruno") as persons,
        aiohttp.ClientSession() as http,
    ):
        port = (await bot.said("health is told on port")).split()[-1]

        async def get(path: str) -> tuple[int, str]:
            async with http.get(f"http://127.0.0.1:{port}/{path}") as answer:
                return answer.status, await answer.text()

        assert await get("healthz") == (200, "ok\n")
        assert await get("readyz") == (200, "ok\n")
        await open_match(persons)
        player, hand = await whose_turn(persons)
        await take(player, hand)
        status, page = await get("metrics")
        assert status == 200
        for sample in (
            'calidruno_moves_total{game="calidruno",result="stored"}',
            'calidruno_interaction_seconds_count{stage="committed"}',
            'calidruno_interaction_seconds_count{stage="answered"}',
            'calidruno_discord_responses_total{status="2xx"}',
            'calidruno_shard_up{shard="0"}',
            'calidruno_tables{status="playing"}',
            "calidruno_draw_seconds_count",
            "calidruno_commit_seconds_count",
            "calidruno_identifies_today",
        ):
            (value,) = re.findall(rf"^{re.escape(sample)} (\S+)$", page, re.MULTILINE)
            assert float(value) >= 1, sample
        (latency,) = re.findall(r'^calidruno_shard_latency_seconds\{shard="0"\} (\S+)$', page, re.MULTILINE)
        assert float(latency) < 30
        for person in persons:
            assert person.id not in page
            assert person.name not in page
        asked = await Process.start("bot.operation.check", "readyz", HEALTH_PORT=port)
        assert await asked.exit_code() == 0
        assert await bot.stop() == 0
        asked = await Process.start("bot.operation.check", HEALTH_PORT=port)
        assert await asked.exit_code() == 1


# The end


async def test_sigterm_while_everybody_presses_loses_and_doubles_nothing(address: str, tmp_path: Path) -> None:
    """Fault P6: what was accepted is kept, the rest is refused, and it ends cleanly within ten seconds."""
    database = tmp_path / "journal.sqlite3"
    async with people(address, "anna", "bruno", "carla") as persons:
        async with bot_process(address, database) as bot:
            await open_match(persons)
            player, hand = await whose_turn(persons)
            storm: list[asyncio.Task[Any]] = [asyncio.create_task(pressing(person)) for person in persons]
            storm.append(asyncio.create_task(take(player, hand)))
            bot.send(signal.SIGTERM)
            assert await bot.exit_code(STOPS_WITHIN_S) == 0
            for task in storm:
                task.cancel()
            await asyncio.wait(storm)
        assert not [line for line in bot.lines if "ERROR" in line or "Traceback" in line]
        plies = [ply for ply, _ in journal(database)]
        assert plies == list(range(1, len(plies) + 1))
        shown = board(player).id
        async with bot_process(address, database):
            await player.wait_for(lambda: "Back." in board(player).text, "the word that the bot is back")
            assert board(player).id == shown, "the very message that people look at"
            player, hand = await whose_turn(persons)
            await take(player, hand)
            assert len(journal(database)) == len(plies) + 1


async def pressing(person: Person) -> None:
    """Press "My hand" again and again, as long as anybody answers."""
    while True:
        with suppress(Refused, TimeoutError):
            await press(person, "hand")


async def test_sigterm_while_discord_hangs_ends_within_ten_seconds(address: str, tmp_path: Path) -> None:
    """Fault P6: a Discord that does not answer keeps nobody from restarting the bot."""
    database = tmp_path / "journal.sqlite3"
    async with people(address, "anna", "bruno") as persons, operator(address) as op:
        async with bot_process(address, database) as bot:
            await open_match(persons)
            player, hand = await whose_turn(persons)
            await op.fault("PATCH", r"/channels/", times=99, hang=True)
            await take(player, hand)
            moves = len(journal(database))
            assert moves
            bot.send(signal.SIGTERM)
            assert await bot.exit_code(STOPS_WITHIN_S) == 0
        await op("DELETE", "faults")
        async with bot_process(address, database):
            player, hand = await whose_turn(persons)
            await take(player, hand)
            assert len(journal(database)) == moves + 1


async def test_a_second_sigterm_ends_at_once_and_loses_nothing(address: str, tmp_path: Path) -> None:
    """Fault P7: whoever asks twice does not want to wait for the farewell."""
    database = tmp_path / "journal.sqlite3"
    async with people(address, "anna", "bruno") as persons, operator(address) as op:
        async with bot_process(address, database) as bot:
            await open_match(persons)
            player, hand = await whose_turn(persons)
            await op.fault("PATCH", r"/channels/", times=99, hang=True)
            await take(player, hand)
            moves = journal(database)
            bot.send(signal.SIGTERM)
            await bot.said("stopping")
            bot.send(signal.SIGTERM)
            assert await bot.exit_code() == -signal.SIGTERM
        await op("DELETE", "faults")
        assert journal(database) == moves
        async with bot_process(address, database):
            player, hand = await whose_turn(persons)
            await take(player, hand)


async def test_a_paused_process_costs_nobody_their_turn(address: str, tmp_path: Path) -> None:
    """Fault P8: the time for which the process stood still does not count."""
    database = tmp_path / "journal.sqlite3"
    async with people(address, "anna", "bruno") as persons:
        async with bot_process(address, database) as bot:
            await open_match(persons)
            assert await bot.stop() == 0
        # A turn shorter than anybody can choose, so that the pause is longer than what is left of it.
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE game_table SET clock_s = 7")
        async with bot_process(address, database) as bot:
            player, hand = await whose_turn(persons)
            await take(player, hand)  # from now on the next player has seven seconds
            bot.send(signal.SIGSTOP)
            await asyncio.sleep(8)  # the pause itself; nothing is measured by it
            bot.send(signal.SIGCONT)
            await bot.said("time has jumped")
            assert not [idem for _, idem in journal(database) if idem.startswith("timeout")]
            player, hand = await whose_turn(persons)
            await take(player, hand)
            assert not [line for line in bot.lines if "has not turned" in line], "nothing of the bot's was to blame"


# Backups


async def test_a_backup_while_people_play_is_restored_and_the_table_plays_on(address: str, tmp_path: Path) -> None:
    """Fault D8: the copy opens, and what was played until then is in it."""
    database, backups = tmp_path / "journal.sqlite3", tmp_path / "backups"
    async with people(address, "anna", "bruno", "carla") as persons:
        async with bot_process(address, database) as bot:
            await open_match(persons)
            for _ in range(3):
                await take(*await whose_turn(persons))
            acknowledged = journal(database)
            hands = {len(acknowledged): await hands_of(persons)}
            copying = await Process.start("data", "backup", str(backups), DATABASE=str(database))
            while copying.running:
                await take(*await whose_turn(persons))
                hands[len(journal(database))] = await hands_of(persons)
            assert await copying.exit_code() == 0, copying.lines
            (backup,) = list_of(backups)
            kept = journal(backup)
            assert kept[: len(acknowledged)] == acknowledged
            refused = await Process.start("data", "restore", str(backup), DATABASE=str(database))
            assert await refused.exit_code() == 1
            assert "in use" in "\n".join(refused.lines)
            assert await bot.stop() == 0
        restoring = await Process.start("data", "restore", str(backup), DATABASE=str(database))
        assert await restoring.exit_code() == 0, restoring.lines
        async with bot_process(address, database):
            assert journal(database) == kept
            assert await hands_of(persons) == hands[len(kept)], "what people held when the copy was made"
            await take(*await whose_turn(persons))
            assert len(journal(database)) == len(kept) + 1


async def hands_of(persons: list[Person]) -> dict[Person, str]:
    """Everybody's cards."""
    return {person: numbered((await hand_of(person)).text) for person in persons}


def list_of(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def test_a_damaged_database_names_the_newest_good_backup_and_how_to_restore_it(
    address: str, tmp_path: Path
) -> None:
    """Fault D6: the bot does not start, leaves the file alone, and says what to do."""
    database, backups = tmp_path / "journal.sqlite3", tmp_path / "backups"
    env = {"BACKUPS": str(backups), "DATABASE": str(database)}
    await (await open_store(database)).close()
    made = await Process.start("data", "backup", str(backups), **env)
    assert await made.exit_code() == 0
    (backup,) = list_of(backups)
    spoil(database)
    process = await Process.start("bot", LOCAL_URL=address, **env)
    assert await process.exit_code() == 78
    said = "\n".join(process.lines)
    assert "damaged" in said
    command = next(line for line in process.lines if f"python -m data restore {backup}" in line)
    restored = await Process.start("data", *command.split("python -m data ")[1].split(), **env)
    assert await restored.exit_code() == 0
    async with bot_process(address, database, BACKUPS=str(backups)):
        pass


def spoil(database: Path) -> None:
    with database.open("r+b") as file:
        file.truncate(database.stat().st_size // 2)


async def test_sigterm_before_discord_has_answered_is_a_clean_end_too(address: str, tmp_path: Path) -> None:
    """Fault P6: nobody has to wait for a start that does not come to its end."""
    async with operator(address) as op:
        await op.fault("GET", r"/users/@me", times=9, hang=True)
        bot = await Process.start("bot", LOCAL_URL=address, DATABASE=str(tmp_path / "journal.sqlite3"))
        await bot.said("logging in")
        bot.send(signal.SIGTERM)
        assert await bot.exit_code(STOPS_WITHIN_S) == 0
        await op("DELETE", "faults")
    assert not [line for line in bot.lines if "ERROR" in line or "Traceback" in line], bot.lines

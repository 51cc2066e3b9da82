"""Logs: what an operator reads, and what nobody must read."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections.abc import Callable

import pytest

from bot.operation.context import current, handling, start_apart
from bot.operation.logs import CAPPED_LOGGERS, HIDDEN, Redactor, set_up_logging

BOT_TOKEN = "MTE3NjQ4MjQ4NzY5MzM5NzY2Mg.GxYzAb.s3cr3t-s3cr3t_s3cr3t-s3cr3t-s3cr3t"
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTE3NjpxUzZkUXdFclR5VWlPcA=="
SEED = hashlib.sha256(b"a seed for this test").digest()


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        (f"login with {BOT_TOKEN}", BOT_TOKEN),
        (f"Authorization: Bot {BOT_TOKEN}", BOT_TOKEN),
        ("Authorization: Bot abcdefghijklmnop1234", "abcdefghijklmnop1234"),
        (f"POST https://discord.com/api/v10/interactions/123/{INTERACTION_TOKEN}/callback", INTERACTION_TOKEN),
        ("PATCH http://127.0.0.1/api/v10/webhooks/99/s3cr3t-token/messages/@original", "s3cr3t-token"),
        (f"event {{'type': 2, 'token': '{INTERACTION_TOKEN}', 'id': 1}}", INTERACTION_TOKEN),
        ('{"token": "a-b-c-d", "id": 1}', "a-b-c-d"),
        ("DISCORD_TOKEN=hunter-two", "hunter-two"),
        (f"INSERT INTO match VALUES ({SEED!r})", repr(SEED)),
        (f"MatchRecord(seed={SEED!r})", repr(SEED)),
        (f"the seed: {SEED.hex()}", SEED.hex()),
        (f"dealt from {SEED.hex()}", SEED.hex()),
    ],
)
def test_a_secret_does_not_get_through_whatever_holds_it(line: str, secret: str) -> None:
    hidden = Redactor()(line)
    assert secret not in hidden
    assert HIDDEN in hidden


@pytest.mark.parametrize(
    "line",
    [
        "ready as Calidruno#0001",
        "table 12: TRY_LATER",
        "Discord refuses the bot's token; stopping",
        "POST https://discord.com/api/v10/channels/1176482487693397662/messages has returned 403",
        "the seed of a match is told once it is over",
        "logging in using static token",
        "schema 0006, 12 open tables, version 3.11.7",
    ],
)
def test_what_is_no_secret_can_be_read(line: str) -> None:
    assert Redactor(["local"])(line) == line


def test_the_very_token_is_hidden_whatever_it_looks_like() -> None:
    assert (
        Redactor(["", "short", "short-but-longer"])("with short-but-longer and short") == f"with {HIDDEN} and {HIDDEN}"
    )


@pytest.mark.parametrize("shape", ["text", "json"])
@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_no_level_and_no_shape_lets_a_secret_through_not_even_in_a_traceback(
    written: Callable[[], str], shape: str, level: str
) -> None:
    set_up_logging(level, shape, secrets=["my-own-token"])
    try:
        raise ValueError(f"cannot reach /webhooks/1/{INTERACTION_TOKEN}")
    except ValueError:
        logging.getLogger("bot").exception("failed with %s and %r", "my-own-token", SEED, stack_info=True)
    logging.getLogger("discord.gateway").debug("token %s", INTERACTION_TOKEN)
    said = written()
    assert "cannot reach" in said
    for secret in ("my-own-token", INTERACTION_TOKEN, repr(SEED)[2:-1]):
        assert secret not in said


def test_the_loggers_of_libraries_that_write_payloads_stay_at_info(written: Callable[[], str]) -> None:
    set_up_logging("DEBUG")
    for name in CAPPED_LOGGERS:
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    logging.getLogger("bot.tables").debug("this one is ours")
    assert "this one is ours" in written()
    set_up_logging("ERROR")
    assert not logging.getLogger("discord.http").isEnabledFor(logging.WARNING)


def test_a_json_line_holds_time_level_and_what_it_is_about(written: Callable[[], str]) -> None:
    set_up_logging("INFO", "json")
    with handling(interaction=1176482487693397662, table=12):
        logging.getLogger("bot.router").warning("“Bruno”\nwas %s", "late")
    logging.getLogger("bot").info("quiet")
    first, second = map(json.loads, written().splitlines())
    assert first.pop("at").endswith("+00:00")
    assert first == {
        "level": "WARNING",
        "logger": "bot.router",
        "message": "“Bruno”\nwas late",
        "table": "12",
        "interaction": "1176482487693397662",
    }
    assert second.keys() == {"at", "level", "logger", "message"}


def test_a_text_line_names_table_and_interaction(written: Callable[[], str]) -> None:
    set_up_logging("INFO")
    with handling(interaction=77, table=0):
        logging.getLogger("bot.router").info("pressed")
    assert written().endswith("INFO    bot.router: pressed [interaction 77]\n")


async def test_each_task_knows_its_own_interaction_and_what_it_starts_knows_it_too() -> None:
    seen: dict[int, int] = {}

    async def handle(number: int) -> None:
        with handling(interaction=number, table=number):
            await asyncio.sleep(0)
            now = current()
            assert now is not None
            seen[number] = now.interaction

    await asyncio.gather(*(handle(number) for number in range(1, 20)))
    assert seen == {number: number for number in range(1, 20)}
    assert current() is None


async def test_what_goes_on_for_others_too_is_not_said_to_be_one_persons() -> None:
    seen: list[object] = []

    async def look() -> None:
        seen.append(current())

    with handling(interaction=1, table=1):
        await start_apart(look())
        await asyncio.create_task(look())
    assert seen[0] is None
    assert seen[1] is not None


def test_even_the_programs_death_is_one_line_without_secrets(written: Callable[[], str]) -> None:
    set_up_logging("INFO", "json")
    try:
        raise LookupError(f"token={INTERACTION_TOKEN}")
    except LookupError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    said = written()
    line = json.loads(said)
    assert line["level"] == "CRITICAL"
    assert "LookupError" in line["exception"]
    assert INTERACTION_TOKEN not in said

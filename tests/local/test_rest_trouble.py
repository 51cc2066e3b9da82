"""Rate limits, wrong answers ordered by a test, and what the client makes of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any
from unittest.mock import patch

import aiohttp
import discord
import pytest

from bot.local.errors import DiscordError
from bot.local.ratelimits import RateLimits
from bot.local.server import LocalDiscord
from tests.support.local_discord import Operator
from tests.support.people import Person
from tests.support.scripted_bot import ScriptedBot


@pytest.fixture
async def http(local: LocalDiscord) -> AsyncGenerator[aiohttp.ClientSession]:
    """A client without manners: it does not read rate-limit headers."""
    async with aiohttp.ClientSession(headers={"Authorization": "Bot local"}) as session:
        yield session


def channel_id(local: LocalDiscord, name: str = "tavolo-1") -> str:
    return next(c.id for c in local.core.world.channels.values() if c.name == name)


async def statuses(http: aiohttp.ClientSession, method: str, url: str, times: int, **more: Any) -> list[int]:
    found: list[int] = []
    for _ in range(times):
        async with http.request(method, url, **more) as answer:
            found.append(answer.status)
    return found


async def test_sixth_message_of_five_seconds_is_refused_and_told_when_to_come_back(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    url = f"{local.url}/api/v10/channels/{channel_id(local)}/messages"
    left: list[str] = []
    for _ in range(5):
        async with http.post(url, json={"content": "x"}) as answer:
            assert answer.status == 200
            assert answer.headers["X-RateLimit-Limit"] == "5"
            left.append(answer.headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    async with http.post(url, json={"content": "x"}) as answer:
        body = await answer.json()
        assert answer.status == 429
        assert answer.headers["Via"]
        assert answer.headers["X-RateLimit-Scope"] == "user"
        assert 0 < body["retry_after"] <= 5
        assert body["global"] is False
    other = f"{local.url}/api/v10/channels/{channel_id(local, 'tavolo-2')}/messages"
    assert await statuses(http, "POST", other, 1, json={"content": "x"}) == [200], "each channel has its own bucket"


async def test_who_waits_as_long_as_told_is_not_refused_again() -> None:
    """Also in the last part of a millisecond of a bucket, which is not told as no wait at all; and no wait is longer
    than the bucket's window, however sums of times are rounded."""
    path, moment = "/channels/1/threads", 1006.0018162649611
    with patch.object(asyncio.get_running_loop(), "time", lambda: moment):
        limits = RateLimits()
        for _ in range(10):
            assert limits.charge("POST", path)["X-RateLimit-Reset-After"] == "30.000"
        moment += 29.9997
        with pytest.raises(DiscordError) as refused:
            limits.charge("POST", path)
        assert refused.value.headers["X-RateLimit-Reset-After"] == "0.001"
        moment += refused.value.body["retry_after"]
        limits.charge("POST", path)


async def test_edits_have_a_bucket_of_their_own(local: LocalDiscord, http: aiohttp.ClientSession) -> None:
    url = f"{local.url}/api/v10/channels/{channel_id(local)}/messages"
    async with http.post(url, json={"content": "x"}) as answer:
        sent = await answer.json()
    assert await statuses(http, "PATCH", f"{url}/{sent['id']}", 6, json={"content": "y"}) == [200] * 5 + [429]


async def test_fifty_requests_a_second_in_all(local: LocalDiscord, http: aiohttp.ClientSession) -> None:
    found = await asyncio.gather(*(statuses(http, "GET", f"{local.url}/api/v10/users/@me", 1) for _ in range(60)))
    counted = [status for (status,) in found]
    assert counted.count(200) >= 50
    assert set(counted) == {200, 429}


async def test_limits_can_be_switched_off(local: LocalDiscord, http: aiohttp.ClientSession, op: Operator) -> None:
    await op("POST", "settings", {"rate_limits": False})
    url = f"{local.url}/api/v10/channels/{channel_id(local)}/messages"
    assert set(await statuses(http, "POST", url, 60, json={"content": "x"})) == {200}


async def test_answers_to_interactions_do_not_count(bot: ScriptedBot, trio: list[Person]) -> None:
    bot.on["table"] = lambda interaction: interaction.response.send_message("x", ephemeral=True)
    for _ in range(12):
        assert (await trio[0].command("table", game="x")).kind == "message"


async def test_old_messages_are_edited_at_most_three_times_in_six_seconds(
    local: LocalDiscord, http: aiohttp.ClientSession, op: Operator
) -> None:
    url = f"{local.url}/api/v10/channels/{channel_id(local)}/messages"
    async with http.post(url, json={"content": "x"}) as answer:
        sent = await answer.json()
    await op.advance(3601)
    assert await statuses(http, "PATCH", f"{url}/{sent['id']}", 3, json={"content": "y"}) == [200] * 3
    async with http.patch(f"{url}/{sent['id']}", json={"content": "z"}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (429, 30046)


async def test_429_with_via_is_waited_for(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    sent = await bot.channel().send("one")
    await op.fault("PATCH", "/messages/", status=429, retry_after=0.05)
    assert (await sent.edit(content="two")).content == "two"
    edits = [entry["status"] for entry in await op.journal() if entry["method"] == "PATCH"]
    assert edits == [429, 200]


async def test_429_without_via_looks_like_a_ban(bot: ScriptedBot, op: Operator) -> None:
    await op.fault("POST", "/messages", status=429, retry_after=0.05, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await bot.channel().send("x")
    assert caught.value.status == 429


async def test_server_errors_of_a_kind(bot: ScriptedBot, op: Operator) -> None:
    await op.fault("POST", "/messages", status=503)
    with pytest.raises(discord.DiscordServerError):
        await bot.channel().send("x")
    await op.fault("POST", "/messages", status=403, code=50013, message="Missing Permissions")
    with pytest.raises(discord.Forbidden) as caught:
        await bot.channel().send("x")
    assert caught.value.code == 50013
    await op.fault("POST", "/messages", status=503, text="<html>upstream error</html>")
    with pytest.raises(discord.DiscordServerError):
        await bot.channel().send("x")


async def test_dropped_connection_before_and_after_it_was_done(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    await op.fault("POST", "/messages", drop=True)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bot.channel().send("lost")
    await op.fault("POST", "/messages", drop=True, apply_first=True)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bot.channel().send("done", nonce="7")
    await trio[0].wait_for(lambda: trio[0].find("done"))
    await bot.channel().send("done", nonce="7")
    assert [message.text for message in trio[0].messages()] == ["done"]


async def test_answer_that_was_done_and_then_failed_comes_again_as_40060(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    codes: list[int] = []

    async def answer(interaction: discord.Interaction) -> None:
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_message("done")
        codes.append(caught.value.code)
        await interaction.followup.send("afterwards")

    bot.on["table"] = answer
    await op.fault("POST", "/callback", status=500, apply_first=True)
    await trio[0].command("table", game="x")
    await trio[0].wait_for(lambda: trio[0].find("afterwards"), timeout=10)
    assert codes == [40060]


async def test_hanging_server_is_hung_up_on(bot: ScriptedBot, op: Operator) -> None:
    await op.fault("POST", "/messages", hang=True)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await bot.channel().send("x")
    assert await op("GET", "faults") == []


async def test_orders_can_be_looked_at_and_taken_back(bot: ScriptedBot, op: Operator) -> None:
    await op.fault("POST", "/messages", times=3, status=503)
    assert (await op("GET", "faults"))[0]["times"] == 3
    await op("DELETE", "faults")
    assert (await bot.channel().send("x")).content == "x"
    with pytest.raises(RuntimeError, match="not a fault"):
        await op("POST", "faults", {"match": {}})


async def test_journal_holds_what_was_asked_and_told(bot: ScriptedBot, op: Operator) -> None:
    from tests.support.scripted_bot import picture

    before = (await op.journal())[-1]["n"]
    await bot.channel().send("x", file=picture())
    (entry,) = await op.journal(after=before)
    assert (entry["method"], entry["status"], entry["body"]["content"]) == ("POST", 200, "x")
    assert entry["files"][0] | {"size": 0} == {"number": "0", "name": "table.png", "type": "image/png", "size": 0}
    assert entry["answer"]["attachments"][0]["filename"] == "table.png"

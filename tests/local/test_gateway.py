"""The gateway through the real client: resume, new sessions, close codes, shards, compression, events gone astray."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from bot.local.server import LocalDiscord
from tests.support.local_discord import Operator, point_client_at, running
from tests.support.people import Person
from tests.support.scripted_bot import ScriptedBot

Json = dict[str, Any]


async def answering(bot: ScriptedBot) -> None:
    bot.on["table"] = lambda interaction: interaction.response.send_message(f"shard {interaction.client.shard_count}")


async def send(person: Person) -> str:
    """Send a command without waiting for its answer."""
    body = {"name": "table", "options": [{"name": "game", "value": "x"}]}
    started: Json = await person._call("POST", f"/user/{person.key}/channels/{person.here}/commands", body)
    return started["interaction_id"]


async def answered(person: Person, interaction_id: str) -> str:
    return (await person.wait_for(lambda: person._results.get(interaction_id))).kind


@pytest.mark.parametrize("do", [{"do": "reconnect"}, {"do": "drop"}, {"do": "invalid", "resumable": True}])
async def test_lost_connection_is_resumed_with_what_was_missed(
    bot: ScriptedBot, trio: list[Person], op: Operator, do: Json
) -> None:
    await answering(bot)
    await op.gateway(**do)
    missed = await send(trio[0])
    assert await answered(trio[0], missed) == "message"
    async with asyncio.timeout(10):
        await bot.resumed.wait()
    assert bot.identified == 1


async def test_events_while_nobody_listens_are_kept_for_the_resume(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    await answering(bot)
    await op.gateway("drop", accept=False)
    missed = await send(trio[0])
    await op.gateway(accept=True)
    assert await answered(trio[0], missed) == "message"


async def test_invalid_session_brings_a_new_one(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    await answering(bot)
    await op.gateway("invalid", resumable=False)
    await trio[0].wait_for(lambda: True)
    async with asyncio.timeout(10):
        while bot.identified < 2:
            await bot.wait_for("shard_ready", timeout=10)
    assert (await trio[0].command("table", game="x")).kind == "message"


@pytest.mark.parametrize("code", [4000, 4009, 1001])
async def test_after_an_ordinary_close_the_client_comes_back(
    bot: ScriptedBot, trio: list[Person], op: Operator, code: int
) -> None:
    await answering(bot)
    await op.gateway("close", code=code)
    assert await answered(trio[0], await send(trio[0])) == "message"


async def test_final_close_ends_the_client(bot: ScriptedBot, op: Operator) -> None:
    await op.gateway("close", code=4004, reason="Authentication failed.")
    async with asyncio.timeout(10):
        await bot.closed.wait()


async def test_wrong_token_is_refused_at_login(local: LocalDiscord) -> None:
    with pytest.raises(discord.LoginFailure):
        async with running(ScriptedBot(), token="wrong"):
            pass


async def test_event_told_twice_reaches_the_bot_twice_with_one_id(
    bot: ScriptedBot, trio: list[Person], op: Operator
) -> None:
    seen: list[int] = []
    codes: list[int] = []

    async def look(interaction: discord.Interaction) -> None:
        seen.append(interaction.id)
        try:
            await interaction.response.send_message("once")
        except discord.HTTPException as error:
            codes.append(error.code)

    bot.on["table"] = look
    await op.gateway(duplicate=1, event="INTERACTION_CREATE")
    await trio[0].command("table", game="x")
    await trio[0].command("table", game="x")
    assert len(seen) == 3
    assert seen[0] == seen[1] != seen[2]
    assert codes == [40060]


async def test_swapped_delayed_and_lost_events(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    order: list[str] = []

    async def look(interaction: discord.Interaction) -> None:
        order.append(interaction.user.name)
        await interaction.response.send_message("ok", ephemeral=True)

    bot.on["table"] = look
    await op.gateway(swap=True, event="INTERACTION_CREATE")
    first, second = await send(trio[0]), await send(trio[1])
    assert [await answered(trio[0], first), await answered(trio[1], second)] == ["message", "message"]
    assert order == ["bruno", "anna"]

    await op.gateway(lose=1)
    lost = await send(trio[0])
    assert (await trio[1].command("table", game="x")).kind == "message"
    await op.advance(3)
    assert await answered(trio[0], lost) == "failed"

    await op.gateway(delay=2)
    late = await send(trio[0])
    assert (await trio[1].command("table", game="x")).kind == "message"
    await op.advance(2)
    assert await answered(trio[0], late) == "message"
    assert order == ["bruno", "anna", "bruno", "bruno", "anna"]


async def test_two_shards_share_the_work(local: LocalDiscord, trio: list[Person], op: Operator) -> None:
    client = ScriptedBot(shard_count=2)
    async with running(client):
        assert client.identified == 2
        assert (await op.bot_connected(shards=2))["sessions"]
        mine = (int(local.core.world.guild_id) >> 22) % 2
        assert client.guilds[0].shard_id == mine
        seen: list[int | None] = []

        async def look(interaction: discord.Interaction) -> None:
            seen.append(interaction.guild.shard_id if interaction.guild else 0)
            await interaction.response.send_message("ok")

        client.on["table"] = look
        await trio[0].command("table", game="x")
        await trio[0].command("table", game="x", channel=await trio[0].open_dm())
        assert seen == [mine, 0]


async def test_recommended_shards_are_asked_for(local: LocalDiscord, op: Operator) -> None:
    await op("POST", "settings", {"shards": 2})
    client = ScriptedBot()
    async with running(client):
        assert client.shard_count == 2
    assert any(entry["path"] == "/gateway/bot" for entry in await op.journal())


async def test_members_are_told_on_request(bot: ScriptedBot, trio: list[Person]) -> None:
    members = await bot.guilds[0].query_members(user_ids=[int(trio[0].id), int(trio[1].id)])
    assert {member.name for member in members} == {"anna", "bruno"}
    assert [member.name for member in await bot.guilds[0].query_members("car")] == ["carla"]


async def test_bot_put_out_of_the_server_and_asked_back(bot: ScriptedBot, trio: list[Person], op: Operator) -> None:
    channel = bot.channel()
    gone = asyncio.create_task(bot.wait_for("guild_remove", timeout=10))
    await asyncio.sleep(0)
    await op("POST", "guild", {"bot": "remove"})
    await gone
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("hello?")
    assert caught.value.code == 50001
    back = asyncio.create_task(bot.wait_for("guild_join", timeout=10))
    await asyncio.sleep(0)
    await op("POST", "guild", {"bot": "add"})
    await back
    await bot.channel().send("hello again")


async def test_guild_language_is_changed(bot: ScriptedBot, op: Operator) -> None:
    changed = asyncio.create_task(bot.wait_for("guild_update", timeout=10))
    await asyncio.sleep(0)
    await op("POST", "guild", {"locale": "it"})
    await changed
    assert bot.guilds[0].preferred_locale is discord.Locale.italian


# --- the bare protocol -------------------------------------------------------------------------------------------


class Wire:
    """A gateway connection without a client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def until(self, op: int, event: str | None = None) -> Json:
        async with asyncio.timeout(10):
            while True:
                payload = json.loads((await self.socket.receive()).data)
                if payload["op"] == op and payload["t"] == event:
                    return payload

    async def close_code(self) -> int | None:
        async with asyncio.timeout(10):
            while (await self.socket.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
        return self.socket.close_code


IDENTIFY = {"token": "local", "intents": 1, "properties": {}}


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, IDENTIFY | {"token": "wrong"}, 4004),
        (2, IDENTIFY | {"shard": [2, 2]}, 4010),
        (2, IDENTIFY | {"intents": 1 << 30}, 4013),
        (2, IDENTIFY | {"intents": 1 << 15}, 4014),
        (2, IDENTIFY | {"intents": 1 << 1}, 4014),
        (3, {"since": None, "activities": [], "status": "online", "afk": False}, 4003),
        (77, None, 4001),
        (1, "x" * 5000, 4002),
    ],
)
async def test_close_codes(local: LocalDiscord, op: int, data: Any, code: int) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{local.url}/gateway") as socket:
        wire = Wire(socket)
        await wire.until(10)
        await wire.send(op, data)
        assert await wire.close_code() == code


async def test_identifying_twice_and_talking_too_much(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http:
        async with http.ws_connect(f"{local.url}/gateway") as socket:
            wire = Wire(socket)
            await wire.send(2, IDENTIFY)
            await wire.until(0, "GUILD_CREATE")
            await wire.send(2, IDENTIFY)
            assert await wire.close_code() == 4005
        async with http.ws_connect(f"{local.url}/gateway") as socket:
            wire = Wire(socket)
            for _ in range(121):
                await wire.send(1, None)
            assert await wire.close_code() == 4008


async def test_resume_replays_from_where_the_bot_was(local: LocalDiscord, trio: list[Person]) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(f"{local.url}/gateway")
        wire = Wire(socket)
        await wire.send(2, IDENTIFY | {"intents": 1 | 1 << 9})
        ready = await wire.until(0, "READY")
        said = [await trio[0].say(f"m{n}") for n in range(3)]
        seen = await wire.until(0, "MESSAGE_CREATE")
        await socket.close(code=4000)
        resume = {"token": "local", "session_id": ready["d"]["session_id"], "seq": seen["s"]}
        async with http.ws_connect(f"{local.url}/gateway") as again:
            wire = Wire(again)
            await wire.send(6, resume)
            replayed = [(await wire.until(0, "MESSAGE_CREATE"))["d"]["id"] for _ in range(2)]
            assert replayed == [message.id for message in said[1:]]
            await wire.until(0, "RESUMED")
        async with http.ws_connect(f"{local.url}/gateway") as unknown:
            wire = Wire(unknown)
            await wire.send(6, resume | {"session_id": "nobody"})
            assert (await wire.until(9))["d"] is False


async def test_leaving_by_the_door_ends_the_session(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http:
        async with http.ws_connect(f"{local.url}/gateway") as socket:
            wire = Wire(socket)
            await wire.send(2, IDENTIFY)
            ready = await wire.until(0, "READY")
        async with http.ws_connect(f"{local.url}/gateway") as socket:
            wire = Wire(socket)
            await wire.send(6, {"token": "local", "session_id": ready["d"]["session_id"], "seq": 1})
            assert (await wire.until(9))["d"] is False


async def test_zlib_stream_is_one_stream(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{local.url}/gateway?compress=zlib-stream") as socket:
        stream = zlib.decompressobj()

        async def read() -> Json:
            async with asyncio.timeout(10):
                data = (await socket.receive()).data
            assert data.endswith(b"\x00\x00\xff\xff")
            return json.loads(stream.decompress(data))

        assert (await read())["op"] == 10
        await socket.send_str(json.dumps({"op": 2, "d": IDENTIFY}))
        assert (await read())["t"] == "READY"
        assert (await read())["t"] == "GUILD_CREATE"


async def test_zstd_stream_is_one_stream(local: LocalDiscord) -> None:
    zstandard: Any = pytest.importorskip("zstandard", reason="the package zstandard is not installed")
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{local.url}/gateway?compress=zstd-stream") as socket:
        stream = zstandard.ZstdDecompressor().decompressobj()

        async def read() -> Json:
            async with asyncio.timeout(10):
                return json.loads(stream.decompress((await socket.receive()).data))

        assert (await read())["op"] == 10
        await socket.send_str(json.dumps({"op": 2, "d": IDENTIFY}))
        assert (await read())["t"] == "READY"
        assert (await read())["t"] == "GUILD_CREATE"


async def test_unanswered_heartbeats_make_the_client_resume(trio: list[Person]) -> None:
    """Fault G9: the client hangs up and resumes."""
    from tests.support.local_discord import local_discord

    async with local_discord() as quick:
        quick.core.gateway.heartbeat = 0.1
        point_client_at(quick.url)
        client = ScriptedBot(heartbeat_timeout=0.3)
        async with running(client):
            quick.core.gateway.acknowledges = False
            async with asyncio.timeout(20):
                await client.resumed.wait()
            quick.core.gateway.acknowledges = True

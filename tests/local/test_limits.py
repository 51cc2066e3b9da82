"""Every limit of Discord's on forms: what breaks one is refused with 50035 at its place, and noted as a problem."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from bot.local.server import LocalDiscord
from tests.support.local_discord import Operator

Json = dict[str, Any]
V2 = 1 << 15


@pytest.fixture
async def call(local: LocalDiscord) -> Any:
    """A bare request with the bot's token, as discord.py would never send it: ``(status, answer)``."""
    local.core.limits.enabled = False
    async with aiohttp.ClientSession(headers={"Authorization": "Bot local"}) as http:

        async def send(method: str, path: str, body: Any) -> tuple[int, Any]:
            async with http.request(method, f"{local.url}/api/v10{path}", json=body) as answer:
                return answer.status, await answer.json()

        yield send


@pytest.fixture
def channel(local: LocalDiscord) -> str:
    """Where messages are sent."""
    return next(c.id for c in local.core.world.channels.values() if c.name == "tavolo-1")


def button(label: str = "x", custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id, **more}


def row(*items: Json) -> Json:
    return {"type": 1, "components": list(items)}


def menu(count: int = 1, **more: Any) -> Json:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


def text(length: int = 1) -> Json:
    return {"type": 10, "content": "x" * length}


def box(*items: Json) -> Json:
    return {"type": 17, "components": list(items)}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=str(n)) for n in range(count)]


def layout(*items: Json) -> Json:
    return {"flags": V2, "components": list(items)}


def embed(**parts: Any) -> Json:
    return {"embeds": [parts]}


FITS: dict[str, Json] = {
    "content": {"content": "x" * 2000},
    "40 components with nesting": layout(*(box(text()) for _ in range(20))),
    "4,000 characters of text": layout(text(2000), box(text(2000))),
    "custom_id of 100": {"content": "x", "components": [row(button(custom_id="x" * 100))]},
    "label of 80": {"content": "x", "components": [row(button("x" * 80))]},
    "five buttons in five rows": {
        "content": "x",
        "components": [row(*(button(custom_id=f"{r}{n}") for n in range(5))) for r in range(5)],
    },
    "25 options": {"content": "x", "components": [row(menu(25, max_values=25))]},
    "section": layout({"type": 9, "components": [text()] * 3, "accessory": button()}),
    "link": {"content": "x", "components": [row({"type": 2, "style": 5, "label": "x", "url": "https://a.example"})]},
    "embed of 6,000": embed(title="x" * 256, description="x" * 4096, footer={"text": "x" * 1648}),
    "ten embeds": {"embeds": [{"title": "x"}] * 10},
}

BREAKS: dict[str, tuple[Json, str]] = {
    "content": ({"content": "x" * 2001}, "content"),
    "41 components with nesting": (layout(*(box(text()) for _ in range(20)), text()), "components"),
    "4,001 characters of text": (layout(text(2000), box(text(2001))), "components"),
    "custom_id of 101": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
    ),
    "no custom_id": ({"components": [row(button(custom_id=""))]}, "components.0.components.0.custom_id"),
    "duplicate custom_id": ({"components": [row(button(), button())]}, "components"),
    "duplicate component id": (layout({**text(), "id": 5}, {**text(), "id": 5}), "components"),
    "label of 81": ({"components": [row(button("x" * 81))]}, "components.0.components.0.label"),
    "neither label nor emoji": ({"components": [row(button(""))]}, "components.0.components.0"),
    "six buttons in a row": ({"components": [row(*buttons(6))]}, "components.0.components"),
    "six rows": ({"components": [row(button(custom_id=str(n))) for n in range(6)]}, "components"),
    "button beside a menu": ({"components": [row(button(), menu())]}, "components.0.components"),
    "26 options": ({"components": [row(menu(26))]}, "components.0.components.0.options"),
    "no options": ({"components": [row(menu(0))]}, "components.0.components.0.options"),
    "more values than options": ({"components": [row(menu(2, max_values=3))]}, "components.0.components.0.max_values"),
    "option twice": (
        {"components": [row({**menu(), "options": [{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]})]},
        "components.0.components.0.options",
    ),
    "option label of 101": (
        {"components": [row({**menu(), "options": [{"label": "x" * 101, "value": "1"}]})]},
        "components.0.components.0.options.0.label",
    ),
    "placeholder of 151": (
        {"components": [row(menu(placeholder="x" * 151))]},
        "components.0.components.0.placeholder",
    ),
    "11 gallery items": (
        layout({"type": 12, "items": [{"media": {"url": "https://a.example/a.png"}}] * 11}),
        "components.0.items",
    ),
    "alt text of 1,025": (
        layout({"type": 12, "items": [{"media": {"url": "https://a.example"}, "description": "x" * 1025}]}),
        "components.0.items.0.description",
    ),
    "attachment that is not there": (
        layout({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        "components.0.items.0.media.url",
    ),
    "four texts in a section": (
        layout({"type": 9, "components": [text()] * 4, "accessory": button()}),
        "components.0.components",
    ),
    "section without accessory": (layout({"type": 9, "components": [text()]}), "components.0.accessory"),
    "container in a container": (layout(box(box(text()))), "components.0.components.0.type"),
    "layout without its flag": ({"components": [text()]}, "components.0.type"),
    "button outside a row": (layout(button()), "components.0.type"),
    "content beside a layout": ({**layout(text()), "content": "x"}, "content"),
    "embed beside a layout": ({**layout(text()), "embeds": [{"title": "x"}]}, "embeds"),
    "link with custom_id": (
        {"components": [row({"type": 2, "style": 5, "label": "x", "url": "https://a.example", "custom_id": "a"})]},
        "components.0.components.0.custom_id",
    ),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "embed title": (embed(title="x" * 257), "embeds.0.title"),
    "embed description": (embed(description="x" * 4097), "embeds.0.description"),
    "26 embed fields": (embed(fields=[{"name": "x", "value": "x"}] * 26), "embeds.0.fields"),
    "embed field value": (embed(fields=[{"name": "x", "value": "x" * 1025}]), "embeds.0.fields.0.value"),
    "embed of 6,001": (embed(title="x" * 256, description="x" * 4096, footer={"text": "x" * 1649}), "embeds"),
    "two ways to allow mentions": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
}


def places(errors: Json, path: str = "") -> list[str]:
    """Where a refusal says that the form is wrong."""
    found = [path.lstrip(".")] if "_errors" in errors else []
    for key, inner in errors.items():
        if key != "_errors":
            found += places(inner, f"{path}.{key}")
    return found


@pytest.mark.parametrize("name", FITS)
async def test_message_at_the_limit_is_taken(call: Any, channel: str, op: Operator, name: str) -> None:
    status, answer = await call("POST", f"/channels/{channel}/messages", FITS[name])
    assert status == 200, answer
    assert await op.problems() == []


@pytest.mark.parametrize("name", BREAKS)
async def test_message_beyond_a_limit_is_refused_at_its_place(call: Any, channel: str, op: Operator, name: str) -> None:
    body, place = BREAKS[name]
    status, answer = await call("POST", f"/channels/{channel}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert place in places(answer["errors"])
    assert "invalid form" in (await op.problems())[-1]["problem"]


async def test_empty_message_is_refused(call: Any, channel: str) -> None:
    status, answer = await call("POST", f"/channels/{channel}/messages", {"content": ""})
    assert (status, answer["code"]) == (400, 50006)


async def test_layout_flag_cannot_be_taken_off_again(call: Any, channel: str) -> None:
    _, sent = await call("POST", f"/channels/{channel}/messages", layout(text()))
    path = f"/channels/{channel}/messages/{sent['id']}"
    status, answer = await call("PATCH", path, {"content": "plain", "flags": 0, "components": []})
    assert (status, answer["code"]) == (400, 50035)
    _, kept = await call("PATCH", path, {"flags": 0, "components": [text(3)]})
    assert kept["flags"] & V2


async def test_refused_edit_leaves_the_message_as_it_was(call: Any, channel: str) -> None:
    _, sent = await call("POST", f"/channels/{channel}/messages", {"content": "board"})
    path = f"/channels/{channel}/messages/{sent['id']}"
    assert (await call("PATCH", path, {"content": "x" * 2001}))[0] == 400
    assert (await call("GET", path, None))[1]["content"] == "board"


def command(**parts: Any) -> Json:
    return {"type": 1, "name": "a", "description": "x", **parts}


def option(**parts: Any) -> Json:
    return {"type": 3, "name": "a", "description": "x", **parts}


COMMANDS: dict[str, tuple[list[Json], str]] = {
    "capital letters": ([command(name="Table")], "0.name"),
    "space in the name": ([command(name="my table")], "0.name"),
    "name of 33": ([command(name="x" * 33)], "0.name"),
    "description of 101": ([command(description="x" * 101)], "0.description"),
    "no description": ([command(description="")], "0.description"),
    "same name twice": ([command(), command()], "0.name"),
    "101 commands": ([command(name=f"c{n}") for n in range(101)], ""),
    "26 options": ([command(options=[option(name=f"o{n}") for n in range(26)])], "0.options"),
    "26 choices": (
        [command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])])],
        "0.options.0.choices",
    ),
    "choice value of 101": (
        [command(options=[option(choices=[{"name": "a", "value": "x" * 101}])])],
        "0.options.0.choices.0.value",
    ),
    "needed after optional": (
        [command(options=[option(), option(name="b", required=True)])],
        "0.options.1.required",
    ),
    "translated option names alike": (
        [command(options=[option(name_localizations={"it": "c"}), option(name="c")])],
        "0.options",
    ),
    "unknown language": ([command(name_localizations={"xx": "a"})], "0.name_localizations.xx"),
    "8,001 characters": (
        [command(options=[option(name=f"o{n}" + "x" * 28, description="x" * 100, choices=[
            {"name": "x" * 99 + str(c), "value": "x" * 99 + str(c)} for c in range(2)
        ]) for n in range(16)])],
        "0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
async def test_command_beyond_a_limit_is_refused_at_its_place(local: LocalDiscord, call: Any, name: str) -> None:
    body, place = COMMANDS[name]
    status, answer = await call("PUT", f"/applications/{local.core.world.app_id}/commands", body)
    assert (status, answer["code"]) == (400, 50035)
    assert place in places(answer["errors"])


@pytest.mark.parametrize("name", ["tavolo", "テーブル", "il-mio_tavolo", "कार्ड", "c'è"])
async def test_command_names_in_any_script_are_taken(local: LocalDiscord, call: Any, name: str) -> None:
    body = [command(name_localizations={"it": name})]
    assert (await call("PUT", f"/applications/{local.core.world.app_id}/commands", body))[0] == 200


# --- answers to interactions -------------------------------------------------------------------------------------


def label(name: str = "x", **inside: Any) -> Json:
    return {"type": 18, "label": name, "component": {"type": 4, "style": 1, "custom_id": "t", **inside}}


def dialog(*components: Json, title: str = "x", custom_id: str = "d") -> Json:
    return {"type": 9, "data": {"title": title, "custom_id": custom_id, "components": list(components)}}


ANSWERS: dict[str, tuple[Json, str]] = {
    "title of 46": (dialog(label(), title="x" * 46), "data.title"),
    "no fields": (dialog(), "data.components"),
    "six fields": (dialog(*(label(custom_id=str(n)) for n in range(6))), "data.components"),
    "label of 46": (dialog(label("x" * 46)), "data.components.0.label"),
    "placeholder of 101": (dialog(label(placeholder="x" * 101)), "data.components.0.component.placeholder"),
    "button in a dialog": (dialog(row(button())), "data.components.0.components.0.type"),
    "flag on a deferral": ({"type": 5, "data": {"flags": V2}}, "data.flags"),
    "update of no message": ({"type": 7, "data": {"content": "x"}}, "type"),
    "choices for a command": ({"type": 8, "data": {"choices": []}}, "type"),
    "unknown kind": ({"type": 77}, "type"),
    "content": ({"type": 4, "data": {"content": "x" * 2001}}, "content"),
}


@pytest.fixture
async def started(local: LocalDiscord, call: Callable[..., Any]) -> str:
    """A command that waits for its answer: the path for it."""
    await call("PUT", f"/applications/{local.core.world.app_id}/commands", [command()])
    channel = next(iter(local.core.world.channels))
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{local.url}/user/anna/channels/{channel}/commands", json={"name": "a"}) as answer,
    ):
        interaction_id = (await answer.json())["interaction_id"]
    found = local.core.world.interaction_by_id(interaction_id)
    assert found is not None
    return f"/interactions/{found.id}/{found.token}/callback"


@pytest.mark.parametrize("name", ANSWERS)
async def test_answer_beyond_a_limit_is_refused_and_a_right_one_may_follow(call: Any, started: str, name: str) -> None:
    body, place = ANSWERS[name]
    status, answer = await call("POST", started, body)
    assert (status, answer["code"]) == (400, 50035)
    assert place in places(answer["errors"])
    assert (await call("POST", f"{started}?with_response=1", {"type": 4, "data": {"content": "x"}}))[0] == 200


async def test_dialog_at_its_limits_is_taken(call: Any, started: str) -> None:
    fields = [label("x" * 45, custom_id=str(n), placeholder="x" * 100, max_length=4000) for n in range(5)]
    status, _ = await call("POST", f"{started}?with_response=1", dialog(*fields, title="x" * 45))
    assert status == 200


# --- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "status", "code"),
    [([10 << 20], 200, None), ([(10 << 20) + 1], 413, 40005), ([9 << 20] * 3, 413, 40005), ([1] * 11, 400, 50035)],
)
async def test_files_have_their_limits(
    local: LocalDiscord, channel: str, sizes: list[int], status: int, code: int | None
) -> None:
    body = aiohttp.FormData()
    body.add_field("payload_json", "{}", content_type="application/json")
    for number, size in enumerate(sizes):
        body.add_field(f"files[{number}]", io.BytesIO(b"x" * size), filename="a.bin")
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bot local"}) as http,
        http.post(f"{local.url}/api/v10/channels/{channel}/messages", data=body) as answer,
    ):
        assert answer.status == status
        assert (await answer.json()).get("code") == code


async def test_unknown_call_is_answered_404_and_noted(call: Any, op: Operator, local: LocalDiscord) -> None:
    assert (await call("GET", "/nothing/here", None))[0] == 404
    assert (await op.problems())[-1]["path"] == "/nothing/here"
    local.core.journal.entries.clear()


async def test_broken_json_is_refused(local: LocalDiscord, channel: str) -> None:
    headers = {"Authorization": "Bot local", "Content-Type": "application/json"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.post(f"{local.url}/api/v10/channels/{channel}/messages", data=b'{"content":') as answer,
    ):
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)
    local.core.journal.entries.clear()

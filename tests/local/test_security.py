"""Nobody but this machine's own page and programs gets in."""

from __future__ import annotations

import aiohttp
import pytest

from bot.local.server import LocalDiscord


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:{port}"}, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
async def test_foreign_pages_and_names_are_refused(local: LocalDiscord, headers: dict[str, str], status: int) -> None:
    port = local.url.rpartition(":")[2]
    filled = {key: value.format(port=port) for key, value in headers.items()}
    async with aiohttp.ClientSession() as http:
        for method, path in (("GET", "/user/people"), ("POST", "/control/clock"), ("GET", "/control/journal")):
            async with http.request(method, local.url + path, headers=filled) as answer:
                assert answer.status == status
        if status == 403:
            for path in ("/user/anna/events", "/gateway"):
                with pytest.raises(aiohttp.WSServerHandshakeError):
                    await http.ws_connect(local.url + path, headers=filled)


async def test_only_loopback_is_listened_on(local: LocalDiscord) -> None:
    assert local.url.startswith("http://127.0.0.1:")


async def test_page_comes_with_headers_that_keep_foreign_code_out(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http, http.get(local.url) as answer:
        assert answer.status == 200
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/static/..%2Fserver.py", "/static/../server.py", "/static/nothing.js", "/cdn/x/1/a"])
async def test_nothing_else_is_served(local: LocalDiscord, path: str) -> None:
    async with aiohttp.ClientSession() as http, http.get(local.url + path) as answer:
        assert answer.status == 404


async def test_bots_calls_need_its_token(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http, http.get(f"{local.url}/api/v10/users/@me") as answer:
        assert answer.status == 401
        assert (await answer.json())["code"] == 0


async def test_people_are_refused_in_words(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http:
        for method, path, status in (
            ("GET", "/user/nobody/channels", 404),
            ("GET", "/user/anna/channels/1/messages", 404),
            ("PATCH", "/user/anna", 400),
            ("POST", "/user/anna/messages/1/press", 404),
            ("POST", "/user/anna/modals/1", 404),
            ("GET", "/user/anna/nothing", 404),
            ("PUT", "/control/clock", 405),
        ):
            async with http.request(method, local.url + path, json={"id": "7"}) as answer:
                assert answer.status == status
                assert (await answer.json())["error"]
        async with http.post(f"{local.url}/user/anna/modals/1", data=b"[") as answer:
            assert answer.status == 400

"""The check against Discord's own description finds what it should find; where the file is absent this says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.openapi import complaints, need_description

Json = dict[str, Any]


def entry(method: str, path: str, body: Any, status: int | None, answer: Any, **more: Any) -> Json:
    head = {"n": 1, "query": {}, "content_type": "application/json", "files": []}
    return head | {"method": method, "path": path, "body": body, "status": status, "answer": answer} | more


def button(label: str) -> Json:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": label, "custom_id": "a"}]}
    return {"components": [{"type": 17, "components": [row]}]}


SEND = ("POST", "/channels/123/messages")
GONE = (404, {"code": 10003, "message": "Unknown Channel"})


@pytest.mark.parametrize(
    ("found", "seen"),
    [
        (entry(*SEND, {"content": "x" * 4001}, *GONE), "request content"),
        (entry(*SEND, button("x" * 81), *GONE), "request components.0.components.0.components.0.label"),
        (entry(*SEND, {"content": "x"}, 200, {"id": "1"}), "'channel_id' is a required property"),
        (entry(*SEND, {"content": "x"}, 404, {"error": "?"}), "'code' is a required property"),
        (entry(*SEND, {"content": "x"}, 429, {"code": 0, "message": "slow"}), "'retry_after' is a required property"),
        (entry(*SEND, {"content": "x"}, 302, None), "has status 302"),
        (entry(*SEND, {"content": "x"}, None, None), "was never given"),
        (entry("GET", "/nothing", None, 200, {}), "is no call of Discord's"),
        (entry("POST", "/interactions/1/t/callback", {"type": 99}, *GONE), "request type: 99 is not one of"),
        (
            entry("POST", "/interactions/1/t/callback", {"type": 4, "data": {"embeds": [{"title": "x" * 257}]}}, *GONE),
            "request data.embeds.0.title",
        ),
    ],
)
def test_violation_is_found(found: Json, seen: str) -> None:
    need_description()
    assert any(seen in complaint for complaint in complaints([found])), complaints([found])


@pytest.mark.parametrize(
    "right",
    [
        entry(*SEND, {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, *GONE),
        entry(*SEND, {"content": "x", "allowed_mentions": {"users": [123]}}, *GONE),
        entry(*SEND, button("fine"), *GONE),
        entry("POST", "/users/@me/channels", {"recipient_id": 123}, *GONE),
        entry(*SEND, {"content": "x" * 5000}, 400, {"code": 50035, "message": "Invalid Form Body", "errors": {}}),
        entry(*SEND, {"content": "x"}, 503, "<html>", fault={"status": 503}),
    ],
)
def test_what_discord_takes_is_not_complained_of(right: Json) -> None:
    need_description()
    assert complaints([right]) == []

"""What Discord takes, written down a second time from its documentation and checked on whole messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.tables.components import Rendered, parse_custom_id


def components(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components with those inside them."""
    for part in parts:
        yield part
        yield from components(part.get("components", []))
        if "accessory" in part:
            yield part["accessory"]


def check_limits(message: Rendered) -> None:
    """Fail with the part that Discord would refuse."""
    parts = list(components(message.view.to_components()))
    addresses = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(addresses) == len(set(addresses)), "two components share an id"
    for address in addresses:
        assert 1 <= len(address) <= 100
        assert parse_custom_id(address) is not None, address
    for part in parts:
        _check_component(part)
    if message.embed is None:
        _check_v2(message, parts)
    else:
        _check_embed(message, parts)
    if message.file is not None:
        assert len(message.file.description or "") <= 1024


def _check_component(part: dict[str, Any]) -> None:
    match part["type"]:
        case 1:
            inside = part["components"]
            kinds = {child["type"] for child in inside}
            assert (kinds == {2} and len(inside) <= 5) or (kinds == {3} and len(inside) == 1), part
        case 2:
            assert 1 <= len(part["label"]) <= 80, part
        case 3:
            options = part["options"]
            assert 1 <= len(options) <= 25, part
            assert len({option["value"] for option in options}) == len(options), part
            assert sum(option["default"] for option in options) <= part["max_values"], part
            assert len(part["placeholder"]) <= 150, part
            assert 0 <= part["min_values"] <= part["max_values"] <= len(options), part
            for option in options:
                assert 1 <= len(option["label"]) <= 100, option
                assert 1 <= len(option["value"]) <= 100, option
                assert len(option.get("description") or "") <= 100, option
        case 12:
            assert 1 <= len(part["items"]) <= 10
            assert all(len(item.get("description") or "") <= 1024 for item in part["items"])
        case 10:
            assert part["content"], part
        case kind:
            assert kind == 17, part


def _check_v2(message: Rendered, parts: list[dict[str, Any]]) -> None:
    texts = [part["content"] for part in parts if part["type"] == 10]
    assert len(parts) <= 40
    assert sum(map(len, texts)) <= 4000
    assert sum(len(text.encode()) for text in texts) <= 10_170
    assert message.content is None


def _check_embed(message: Rendered, parts: list[dict[str, Any]]) -> None:
    embed = message.embed
    assert embed is not None
    assert sum(part["type"] == 1 for part in parts) <= 5
    assert len(message.content or "") <= 2000
    assert len(embed.title or "") <= 256
    assert len(embed.description or "") <= 4096
    assert len(embed) <= 6000

"""What a person's press or dialog sends: checked against what was shown to them, as Discord's client does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.local.commands import BadInput, NoLongerThere
from bot.local.components import INPUTS, SELECTS, Kind
from bot.local.errors import Json
from bot.local.messages import walk
from bot.local.wires import channel_wire
from bot.local.world import World

_LINK, _PREMIUM = 5, 6


def press_data(world: World, components: list[Json], custom_id: str, values: list[str] | None) -> Json:
    """The ``data`` of a component interaction.

    Raises:
        NoLongerThere: no such component, or it is disabled.
        BadInput: the values are not among its options.
    """
    component = next((c for c in walk(components) if c.get("custom_id") == custom_id), None)
    if component is None:
        raise NoLongerThere(f"this message has no component {custom_id!r}")
    if component.get("disabled"):
        raise NoLongerThere("this component is disabled")
    kind = Kind(component["type"])
    data: Json = {"custom_id": custom_id, "component_type": int(kind), "id": component["id"]}
    if kind is Kind.BUTTON:
        if component["style"] in (_LINK, _PREMIUM):
            raise BadInput("a link is not pressed here")
        return data
    data["values"] = _chosen(world, component, values or [])
    if kind is not Kind.STRING_SELECT:
        data["resolved"] = _resolved(world, data["values"])
    return data


def _chosen(world: World, component: Json, values: list[str]) -> list[str]:
    kind = Kind(component["type"])
    most = len(component["options"]) if kind is Kind.CHECKBOX_GROUP else 1
    low, high = component.get("min_values", 1), component.get("max_values", most)
    if component.get("required") is False and not values:
        return []
    if not low <= len(values) <= high:
        raise BadInput(f"choose {low} to {high}, not {len(values)}")
    if len(set(values)) != len(values):
        raise BadInput("the same choice twice")
    if kind in (Kind.STRING_SELECT, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP):
        known = {option["value"] for option in component["options"]}
    elif kind is Kind.CHANNEL_SELECT:
        known = set(world.channels)
    else:
        known = {world.app_id, *(person.id for person in world.members())}
    for value in values:
        if value not in known:
            raise BadInput(f"{value!r} is not among the choices")
    return values


def _resolved(world: World, ids: list[str]) -> Json:
    users = {user_id: user for user_id in ids if (user := world.user_by_id(user_id)) is not None}
    members: Json = {}
    for user_id in users:
        member = world.member(world.person_by_id(user_id))
        del member["user"], member["deaf"], member["mute"]
        members[user_id] = member | {"permissions": "0"}
    channels = {i: channel_wire(world, world.channels[i]) | {"permissions": "0"} for i in ids if i in world.channels}
    return {"users": users, "members": members} | ({"channels": channels} if channels else {})


def modal_data(world: World, modal: Json, values: Mapping[str, Any]) -> Json:
    """The ``data`` of a submitted dialog from the entered values by ``custom_id``.

    Raises:
        BadInput: something required is missing, too long, too short, or not among the choices.
    """
    known = {c["custom_id"] for c in walk(modal["components"]) if c.get("custom_id")}
    unknown = set(values) - known
    if unknown:
        raise BadInput(f"the dialog has no field {sorted(unknown)}")
    return {
        "custom_id": modal["custom_id"],
        "components": [_submitted(world, component, values) for component in modal["components"]],
    }


def _submitted(world: World, component: Json, values: Mapping[str, Any]) -> Json:
    kind = Kind(component["type"])
    base: Json = {"type": int(kind), "id": component["id"]}
    match kind:
        case Kind.ROW:
            return base | {"components": [_submitted(world, inner, values) for inner in component["components"]]}
        case Kind.LABEL:
            return base | {"component": _submitted(world, component["component"], values)}
        case _ if kind in INPUTS:
            return base | {"custom_id": component["custom_id"]} | _entered(world, kind, component, values)
        case _:
            return base


def _entered(world: World, kind: Kind, component: Json, values: Mapping[str, Any]) -> Json:
    given: Any = values.get(component["custom_id"])
    match kind:
        case Kind.TEXT_INPUT:
            return {"value": _text(component, component.get("value") or "" if given is None else given)}
        case Kind.CHECKBOX:
            return {"value": bool(component.get("default") if given is None else given)}
        case Kind.RADIO_GROUP:
            chosen = _chosen(world, component, [] if given is None else [str(given)])
            return {"value": chosen[0] if chosen else None}
        case Kind.FILE_UPLOAD:
            raise BadInput("files cannot be entered here")
        case _:
            if given is None:
                given = [option["value"] for option in component.get("options", []) if option.get("default")]
            chosen = _chosen(world, component, [str(value) for value in ([given] if isinstance(given, str) else given)])
            return {"values": chosen} | (
                {"resolved": _resolved(world, chosen)} if kind in SELECTS - {Kind.STRING_SELECT} else {}
            )


def _text(component: Json, text: Any) -> str:
    if not isinstance(text, str):
        raise BadInput("a text is needed")
    if not text and component.get("required", True):
        raise BadInput(f"{component['custom_id']} must be filled in")
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise BadInput(f"{component['custom_id']} needs {low} to {high} characters")
    return text

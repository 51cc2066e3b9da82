"""Application commands: the limits on them, the form Discord answers with, and what a person may send with one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from enum import IntEnum
from typing import Any

from bot.local.errors import Json, entries, inner
from bot.local.forms import Checker, Path
from bot.local.wires import channel_wire
from bot.local.world import World

MAX_SLASH_COMMANDS = 100
MAX_CHARACTERS = 8000
_LOCALES = frozenset(
    [
        *("ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu"),
        *("id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi"),
        *("zh-CN", "zh-TW"),
    ]
)
_FALLBACKS = {"en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES"}
_USER_MENTION = re.compile(r"(?:<@!?)?(\d+)>?")


class Option(IntEnum):
    """Option types by Discord's numbers."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class BadInput(Exception):  # noqa: N818  # it is a person's slip, shown to them, not an error of the program
    """What a person entered cannot be sent; Discord's own client would not let it out."""


class NoLongerThere(BadInput):
    """What a person pressed or chose is not on the message, which may have changed in that moment."""


# --- registering -----------------------------------------------------------------------------------------------------


def check_commands(commands: list[Json]) -> None:
    """A whole list of commands as it is about to be registered.

    Raises:
        DiscordError: 50035.
    """
    check = Checker()
    kinds = Counter(command.get("type", 1) for command in commands)
    for kind, most in ((1, MAX_SLASH_COMMANDS), (2, 15), (3, 15)):
        if kinds[kind] > most:
            check.flaw((), "APPLICATION_COMMANDS_LIMIT_REACHED", f"At most {most} commands of type {kind}.")
    names = Counter((command.get("type", 1), command.get("name")) for command in commands)
    for index, command in enumerate(commands):
        if names[command.get("type", 1), command.get("name")] > 1:
            check.flaw(
                (index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        if command.get("type", 1) == 1:
            _check_entry(check, command, (index,))
            _check_options(check, command, (index,), depth=0)
            if _length(command) > MAX_CHARACTERS:
                check.flaw((index,), "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds {MAX_CHARACTERS} characters")
        else:
            check.text(command, "name", (index,), 1, 32, required=True)
    check.raise_flaws()


def _check_entry(check: Checker, entry: Json, path: Path) -> None:
    check.text(entry, "description", path, 1, 100, required=True)
    for locale, text in inner(entry, "description_localizations").items():
        _check_locale(check, locale, (*path, "description_localizations"))
        check.text({locale: text}, locale, (*path, "description_localizations"), 1, 100)
    _check_name(check, entry.get("name"), (*path, "name"))
    for locale, text in inner(entry, "name_localizations").items():
        _check_locale(check, locale, (*path, "name_localizations"))
        _check_name(check, text, (*path, "name_localizations", locale))


def _check_locale(check: Checker, locale: str, path: Path) -> None:
    if locale not in _LOCALES:
        check.flaw((*path, locale), "ENUM_TYPE_COERCE", f"Value {locale!r} is not a valid enum value.")


def _check_name(check: Checker, name: Any, path: Path) -> None:
    # \p{L}, \p{N}, Devanagari and Thai with their marks, lower case where there is one.
    fine = isinstance(name, str) and 1 <= len(name) <= 32 and name == name.lower() and all(map(_name_letter, name))
    if not fine:
        check.flaw(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _name_letter(letter: str) -> bool:
    if letter in "-_'":
        return True
    script = unicodedata.name(letter, "").split(" ")[0]
    return unicodedata.category(letter)[0] in "LN" or script in ("DEVANAGARI", "THAI")


def _check_options(check: Checker, parent: Json, path: Path, depth: int) -> None:
    options = check.items(parent, "options", path, 0, 25)
    for field in ("name", *_locales_of(options)):
        names = Counter(_localised_name(option, field) for option in options)
        if any(times > 1 for times in names.values()):
            check.flaw(
                (*path, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", f"Option names repeat ({field})"
            )
    optional_before = False
    for index, option in enumerate(options):
        here = (*path, "options", index)
        kind: Any = option.get("type")
        _check_entry(check, option, here)
        if kind in (Option.SUBCOMMAND, Option.GROUP):
            if depth + (kind == Option.SUBCOMMAND) > 2 or (kind == Option.GROUP and depth > 0):
                check.flaw((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands lie too deep")
            _check_options(check, option, here, depth + 1)
            continue
        if kind not in set(Option):
            check.flaw((*here, "type"), "BASE_TYPE_CHOICES", "Not an option type")
        required = bool(option.get("required"))
        if required and optional_before:
            message = "Required options must be placed before non-required options"
            check.flaw((*here, "required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_before |= not required
        _check_option_choices(check, option, here)
    if len({option.get("type") in (Option.SUBCOMMAND, Option.GROUP) for option in options}) > 1:
        check.flaw(
            (*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and options do not mix"
        )


def _check_option_choices(check: Checker, option: Json, path: Path) -> None:
    choices = check.items(option, "choices", path, 0, 25)
    if choices and option.get("autocomplete"):
        check.flaw((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", "Not together with choices")
    for index, choice in enumerate(choices):
        check.text(choice, "name", (*path, "choices", index), 1, 100, required=True)
        value: Any = choice.get("value")
        if value is None or (isinstance(value, str) and not 1 <= len(value) <= 100):
            check.flaw(
                (*path, "choices", index, "value"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."
            )
    for field in ("name", "value"):
        if any(times > 1 for times in Counter(str(choice.get(field)) for choice in choices).values()):
            check.flaw((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", f"Choice {field}s repeat")


def _locales_of(entries: list[Json]) -> list[str]:
    return sorted({locale for entry in entries for locale in inner(entry, "name_localizations")})


def _localised_name(entry: Json, locale: str) -> str:
    return inner(entry, "name_localizations").get(locale) or entry.get("name") or ""


def _length(entry: Json) -> int:
    """Characters of a command with everything in it, each text by its longest translation."""
    total = 0
    for key in ("name", "description"):
        texts = [entry.get(key) or "", *inner(entry, f"{key}_localizations").values()]
        total += max(map(len, texts))
    total += len(entry["value"]) if isinstance(entry.get("value"), str) else 0
    return total + sum(map(_length, [*entries(entry, "options"), *entries(entry, "choices")]))


def registered(world: World, commands: list[Json], scope: str) -> list[Json]:
    """Commands as Discord gives them back: with ids (kept for a known name), version and defaults."""
    known = {(old["type"], old["name"]): old["id"] for old in world.commands.get(scope, [])}
    result: list[Json] = []
    for command in commands:
        kind = command.get("type", 1)
        wire: Json = {
            "type": kind,
            "description": "",
            "name_localizations": None,
            "description_localizations": None,
            "default_member_permissions": None,
            "nsfw": False,
            **{key: value for key, value in command.items() if value is not None},
            "id": known.get((kind, command["name"])) or world.new_id(),
            "application_id": world.app_id,
            "version": world.new_id(),
        }
        if wire["default_member_permissions"] is not None:
            wire["default_member_permissions"] = str(wire["default_member_permissions"])
        wire.setdefault("integration_types", [0])
        if scope == "global":
            wire.setdefault("contexts", None)
        else:
            wire["guild_id"] = scope
        result.append(wire)
    return result


# --- using -----------------------------------------------------------------------------------------------------------


def available(world: World, *, dm: bool) -> list[Json]:
    """Slash commands that can be used in the guild or in direct messages."""
    shown = [command for command in world.commands.get("global", []) if command["type"] == 1]
    if dm:
        return [command for command in shown if command["contexts"] is None or 1 in command["contexts"]]
    shown = [command for command in shown if command["contexts"] is None or 0 in command["contexts"]]
    return shown + [command for command in world.commands.get(world.guild_id, []) if command["type"] == 1]


def localised(entry: Json, locale: str) -> Json:
    """A command, option or choice with ``name_localized`` and ``description_localized`` for a reader."""
    shown = dict(entry)
    for key in ("name", "description"):
        if key not in entry:
            continue
        texts = inner(entry, f"{key}_localizations")
        shown[f"{key}_localized"] = texts.get(locale) or texts.get(_FALLBACKS.get(locale, "")) or entry[key]
    for key in ("options", "choices"):
        if entry.get(key):
            shown[key] = [localised(part, locale) for part in entry[key]]
    return shown


def fill_in(world: World, command: Json, given: Json, *, focused: bool) -> Json:
    """The ``data`` of an interaction from what a person entered, checked as Discord's client checks it.

    Raises:
        BadInput: with a sentence for the person.
    """
    resolved: Json = {}
    options = _fill_options(world, command, entries(given, "options"), resolved, focused=focused)
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if options:
        data["options"] = options
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})


def _fill_options(world: World, parent: Json, given: list[Json], resolved: Json, *, focused: bool) -> list[Json]:
    known: dict[str, Json] = {option["name"]: option for option in entries(parent, "options")}
    filled: list[Json] = []
    for entry in given:
        option = known.get(entry.get("name", ""))
        if option is None:
            raise BadInput(f"/{parent['name']} has no option {entry.get('name')!r}")
        if option["type"] in (Option.SUBCOMMAND, Option.GROUP):
            below = _fill_options(world, option, entries(entry, "options"), resolved, focused=focused)
            filled.append({"name": option["name"], "type": option["type"], "options": below})
            continue
        value = entry.get("value")
        if not focused:
            value = _value(world, option, value, resolved)
        filled.append({"name": option["name"], "type": option["type"], "value": value})
        if focused and entry.get("focused"):
            filled[-1]["focused"] = True
    names = {entry["name"] for entry in filled}
    nested = [option for option in known.values() if option["type"] in (Option.SUBCOMMAND, Option.GROUP)]
    if nested and len(filled) != 1:
        raise BadInput(f"/{parent['name']} needs one of: {', '.join(option['name'] for option in nested)}")
    missing = [name for name, option in known.items() if option.get("required") and name not in names]
    if missing and not focused:
        raise BadInput(f"/{parent['name']} needs {', '.join(missing)}")
    return filled


def _value(world: World, option: Json, value: Any, resolved: Json) -> Any:
    name = option["name"]
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
        raise BadInput(f"{value!r} is none of the choices of {name}")
    match Option(option["type"]):
        case Option.STRING:
            if not isinstance(value, str):
                raise BadInput(f"{name} is a text")
            if not (option.get("min_length") or 0) <= len(value) <= (option.get("max_length") or 6000):
                raise BadInput(f"{name} is too short or too long")
        case Option.INTEGER | Option.NUMBER as kind:
            kinds = int if kind is Option.INTEGER else int | float
            if isinstance(value, bool) or not isinstance(value, kinds):
                raise BadInput(f"{name} is a number")
            if not option.get("min_value", value) <= value <= option.get("max_value", value):
                raise BadInput(f"{name} is too small or too large")
        case Option.BOOLEAN:
            if not isinstance(value, bool):
                raise BadInput(f"{name} is yes or no")
        case Option.USER:
            return _resolve_user(world, name, value, resolved)
        case Option.CHANNEL:
            channel = world.channels.get(str(value))
            if channel is None:
                raise BadInput(f"{name} is a channel")
            resolved.setdefault("channels", {})[channel.id] = channel_wire(world, channel) | {"permissions": "0"}
            return channel.id
        case _:
            raise BadInput(f"options like {name} cannot be entered here")
    return value


def _resolve_user(world: World, name: str, value: Any, resolved: Json) -> str:
    person = world.people.get(str(value))
    match = _USER_MENTION.fullmatch(str(value))
    user_id = person.id if person is not None else match[1] if match is not None else ""
    user = world.user_by_id(user_id)
    if user is None:
        raise BadInput(f"{name} is a person")
    resolved.setdefault("users", {})[user_id] = user
    found = world.person_by_id(user_id)
    if found is None or found.in_guild:
        member = world.member(found)
        del member["user"], member["deaf"], member["mute"]
        permissions = "0" if found is None else str(int(world.person_permissions(found)))
        resolved.setdefault("members", {})[user_id] = member | {"permissions": permissions}
    return user_id

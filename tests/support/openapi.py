"""Traffic checked against Discord's own OpenAPI file, which lies beside the repository and may be absent.

``complaints(journal)`` looks at what the local Discord's journal holds: every request of the bot and every answer.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

Json = dict[str, Any]
FILE = Path(__file__).resolve().parents[2].parent / "shared" / "discord-openapi" / "openapi.json"
ABSENT = f"Discord's OpenAPI file is absent ({FILE.parent.name}/{FILE.name} beside the repository)"
_URI = "urn:discord"
_TRUSTED = re.compile(r"[{][^}]+[}]")


@dataclass(frozen=True)
class Operation:
    """One method on one path of the description."""

    path: re.Pattern[str]
    literal_parts: int
    pointer: str
    spec: Json


class Description:
    """The OpenAPI file, ready to validate with."""

    def __init__(self, file: Path) -> None:
        self._spec: Json = _by_type(json.loads(file.read_text()))
        resource: Resource[Any] = Resource.from_contents(self._spec, default_specification=DRAFT202012)
        registry: Registry[Any] = Registry()
        self._registry = registry.with_resource(_URI, resource)
        self._quick_registry = jsonschema_rs.Registry([(_URI, self._spec)], draft=jsonschema_rs.Draft202012)
        self._quick: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self._operations = sorted(self._read(), key=lambda operation: -operation.literal_parts)

    def _read(self) -> Iterator[Operation]:
        for path, methods in self._spec["paths"].items():
            pattern = re.compile("".join(_pattern(part) for part in re.split(r"([{][^}]+[}])", path)))
            literal = len(_TRUSTED.sub("", path))
            for method, spec in methods.items():
                if method != "parameters":
                    pointer = f"/paths/{_escape(path)}/{method}"
                    yield Operation(pattern, literal, pointer, spec | {"method": method.upper()})

    def operation(self, method: str, path: str) -> Operation | None:
        """The operation that a request is; literal path parts win over variables."""
        for operation in self._operations:
            if operation.spec["method"] == method and operation.path.fullmatch(path):
                return operation
        return None

    def errors(self, pointer: str, value: Any) -> list[str]:
        """What is wrong with ``value`` by the schema at ``pointer``, as ``path: message``.

        Whether anything is wrong is found by a compiled validator, as it is asked tens of thousands of times; the slow
        one tells what it is, and in which branch of a union."""
        schema = {"$ref": f"{_URI}#{pointer}"}
        if pointer not in self._quick:
            self._quick[pointer] = jsonschema_rs.Draft202012Validator(schema, registry=self._quick_registry)
        if self._quick[pointer].is_valid(value):
            return []
        validator = Draft202012Validator(schema, registry=self._registry)
        found: Iterable[ValidationError] = validator.iter_errors(value)
        return [f"{_place(error)}: {_short(error.message)}" for top in found for error in _leaves(top)]


def _by_type(spec: Json) -> Json:
    """The description with every union of objects that differ by ``type`` decided by it.

    It means the same, but is quick where components lie in components, and tells what is wrong in the branch meant.
    """
    schemas: Json = spec["components"]["schemas"]

    def kinds(branch: Json) -> tuple[int, ...]:
        schema = schemas.get(branch.get("$ref", "").rpartition("/")[2], {})
        return (
            tuple(schema.get("properties", {}).get("type", {}).get("enum", ()))
            if "type" in schema.get("required", ())
            else ()
        )

    def decided(node: Any) -> Any:
        if isinstance(node, list):
            return [decided(item) for item in node]
        if not isinstance(node, dict):
            return node
        for union in ("oneOf", "anyOf"):
            branches: list[Json] = node.get(union, [])
            known = [kind for branch in branches if isinstance(branch, dict) for kind in kinds(branch)]
            if branches and all(kinds(branch) for branch in branches) and len(set(known)) == len(known):
                rest = {key: decided(value) for key, value in node.items() if key != union}
                cases = [{"if": {"properties": {"type": {"enum": [*kinds(b)]}}}, "then": b} for b in branches]
                return rest | {"required": ["type"], "properties": {"type": {"enum": known}}, "allOf": cases}
        return {key: decided(value) for key, value in node.items()}

    return decided(spec)


def _short(message: str) -> str:
    return message if len(message) < 300 else f"{message[:60]} … {message[-150:]}"


def _pattern(part: str) -> str:
    return "[^/]+" if part.startswith("{") else re.escape(part)


def _escape(path: str) -> str:
    return path.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _place(error: ValidationError) -> str:
    return ".".join(map(str, error.absolute_path)) or "(whole)"


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The errors inside a union: those of the branch that was meant, which is the one whose ``type`` fits."""
    if not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    meant = min(branches.values(), key=lambda found: (any(_about_type(e) for e in found), len(found)))
    for inner in meant:
        yield from _leaves(inner)


def _about_type(error: ValidationError) -> bool:
    return list(error.relative_path)[-1:] == ["type"] or error.validator == "type"


@functools.cache
def description() -> Description | None:
    """The description, read once; None where the file is absent."""
    return Description(FILE) if FILE.exists() else None


def need_description() -> Description:
    """The description; the test is skipped with a notice where the file is absent."""
    found = description()
    if found is None:
        pytest.skip(ABSENT)
    return found


def _is_number_id(key: str, value: Any, parent: str) -> bool:
    return isinstance(value, int) and (key.endswith("_id") or (key == "id" and parent == "attachments"))


def with_string_ids(value: Any, key: str = "") -> Any:
    """The body with the ids that the client sends as numbers made strings, as Discord takes both."""
    if isinstance(value, list):
        if key in ("users", "roles"):
            return [str(item) for item in value]
        return [with_string_ids(item, key) for item in value]
    if isinstance(value, dict):
        return {k: str(v) if _is_number_id(k, v, key) else with_string_ids(v, k) for k, v in value.items()}
    return value


def with_numeric_codes(errors: Any) -> Any:
    """A refusal with the codes inside a bad form's flaws as numbers.

    The file wants numbers there; Discord's documentation, which wins, shows names like BASE_TYPE_REQUIRED.
    """
    if isinstance(errors, dict):
        return {k: 0 if k == "code" and isinstance(v, str) else with_numeric_codes(v) for k, v in errors.items()}
    return [with_numeric_codes(item) for item in errors] if isinstance(errors, list) else errors


def complaints(journal: Iterable[Json], *, answers: bool = True) -> list[str]:
    """Everything in a journal that Discord's description does not allow, each with its request's number.

    Requests that were refused as bad forms, and answers that a test ordered, are not looked at; without ``answers``
    only what the bot sent is.
    """
    spec = need_description()
    return [
        f"#{entry['n']} {entry['method']} {entry['path']} {flaw}"
        for entry in journal
        for flaw in _flaws(spec, entry, answers=answers)
    ]


def _flaws(spec: Description, entry: Json, *, answers: bool) -> Iterator[str]:
    operation = spec.operation(entry["method"], entry["path"])
    if operation is None:
        yield "is no call of Discord's"
        return
    answer: Any = entry["answer"]
    refused = entry["status"] == 400 and isinstance(answer, dict) and answer.get("code") == 50035
    if not refused:
        yield from (f"request {flaw}" for flaw in _request_flaws(spec, operation, entry))
    if answers and "fault" not in entry:
        yield from (f"answer {entry['status']} {flaw}" for flaw in _answer_flaws(spec, operation, entry))


def _request_flaws(spec: Description, operation: Operation, entry: Json) -> list[str]:
    contents: Json = operation.spec.get("requestBody", {}).get("content", {})
    if not contents:
        return [] if entry["body"] is None else ["has a body, though none is described"]
    content_type = entry["content_type"] if entry["content_type"] in contents else "application/json"
    pointer = f"{operation.pointer}/requestBody/content/{_escape(content_type)}/schema"
    return spec.errors(pointer, with_string_ids(entry["body"] if entry["body"] is not None else {}))


def _answer_flaws(spec: Description, operation: Operation, entry: Json) -> list[str]:
    status: int | None = entry["status"]
    if status is None:
        return ["was never given"]
    answers: Json = operation.spec["responses"]
    if status == 429:
        return spec.errors(
            "/components/responses/ClientRatelimitedResponse/content/application~1json/schema", entry["answer"]
        )
    if 400 <= status < 500:
        return spec.errors(
            "/components/responses/ClientErrorResponse/content/application~1json/schema",
            with_numeric_codes(entry["answer"]),
        )
    if str(status) not in answers:
        return [f"has status {status}, described are {sorted(answers)}"]
    if "content" not in answers[str(status)]:
        return [] if entry["answer"] is None else ["has a body, though none is described"]
    pointer = f"{operation.pointer}/responses/{status}/content/application~1json/schema"
    return spec.errors(pointer, entry["answer"])

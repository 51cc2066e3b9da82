"""Rule options: frozen dataclasses whose fields list their own choices.

A lobby's menus, the check of stored values and the list "what differs from the book" are all made from these fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

Choice = str | int

OptionsT = TypeVar("OptionsT")


class OptionField(NamedTuple):
    """One option: its field name, the choices in the order of the rule book, and the default (always the first)."""

    name: str
    choices: tuple[Choice, ...]
    default: Choice


def option(default: Any, *others: Any) -> Any:
    """A dataclass field that may hold ``default`` or one of ``others`` (all strings, or all integers)."""
    return dataclasses.field(default=default, metadata={"choices": (default, *others)})


def option_fields(options: Any) -> tuple[OptionField, ...]:
    """The options of an Options dataclass or of an instance of it, in the order of their definition."""
    return tuple(
        OptionField(f.name, f.metadata["choices"], f.metadata["choices"][0]) for f in dataclasses.fields(options)
    )


def encode_options(options: Any) -> dict[str, Choice]:
    """All values as a flat mapping that JSON can hold."""
    return dataclasses.asdict(options)


def decode_options(cls: type[OptionsT], values: Mapping[str, object]) -> OptionsT:
    """The Options from a mapping; options that are not named keep their default.

    Raises:
        ValueError: for an unknown option or a value that is none of its choices.
    """
    known = {field.name: field for field in option_fields(cls)}
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"unknown option {name!r}")
        if not any(value == choice and type(value) is type(choice) for choice in known[name].choices):
            raise ValueError(f"option {name} cannot be {value!r}")
    return cls(**values)

"""Checking forms: a list of flaws grows while the parts are looked at; nothing is raised half-way."""

from __future__ import annotations

from typing import Any, cast

from bot.local.errors import Flaw, Json, invalid_form

Path = tuple[str | int, ...]


class Checker:
    """Collects what is wrong with a form."""

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []

    def flaw(self, path: Path, code: str, message: str) -> None:
        """Note one."""
        self.flaws.append(Flaw(path, code, message))

    def raise_flaws(self) -> None:
        """Raise 50035 if there are any."""
        if self.flaws:
            raise invalid_form(self.flaws)

    def text(self, form: Json, key: str, path: Path, low: int, high: int, *, required: bool = False) -> None:
        """``form[key]`` is a string of ``low`` to ``high`` characters; absent or null is fine unless required."""
        value = form.get(key)
        here = (*path, key)
        if value is None:
            if required:
                self.flaw(here, "BASE_TYPE_REQUIRED", "This field is required")
        elif not isinstance(value, str):
            self.flaw(here, "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not low <= len(value) <= high:
            self.flaw(here, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def number(self, form: Json, key: str, path: Path, low: float, high: float, *, required: bool = False) -> None:
        """``form[key]`` is a number within bounds; absent or null is fine unless required."""
        value = form.get(key)
        here = (*path, key)
        if value is None:
            if required:
                self.flaw(here, "BASE_TYPE_REQUIRED", "This field is required")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            self.flaw(here, "NUMBER_TYPE_COERCE", "Value is not a number.")
        elif not low <= value <= high:
            self.flaw(here, "NUMBER_TYPE_RANGE", f"Value should be between {low} and {high}.")

    def items(self, form: Json, key: str, path: Path, low: int, high: int, *, required: bool = False) -> list[Json]:
        """``form[key]`` as a list of ``low`` to ``high`` objects; what is no object is noted and left out."""
        value = form.get(key)
        here = (*path, key)
        if value is None and not required:
            return []
        if not isinstance(value, list):
            self.flaw(here, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        found = cast(list[Any], value)
        if not low <= len(found) <= high:
            self.flaw(here, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        for index, item in enumerate(found):
            if not isinstance(item, dict):
                self.flaw((*here, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return [cast(Json, item) for item in found if isinstance(item, dict)]

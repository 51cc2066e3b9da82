"""The rules of components: what may lie inside what, how many, how long, and that every id is there once."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import Any

from bot.local.errors import Json, inner
from bot.local.forms import Checker, Path

MAX_COMPONENTS = 40
MAX_V2_TEXT = 4000


class Kind(IntEnum):
    """Component types by Discord's numbers."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {Kind.STRING_SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT}
)
INPUTS = SELECTS | {Kind.TEXT_INPUT, Kind.FILE_UPLOAD, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP, Kind.CHECKBOX}
_V2_BLOCKS = frozenset({Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.FILE, Kind.SEPARATOR})
_LINK, _PREMIUM = 5, 6


def check_message_components(check: Checker, components: list[Json], files: list[str], *, v2: bool) -> None:
    """The components of a message whose files have the names ``files``."""
    survey = _Survey(check, files)
    allowed = (_V2_BLOCKS | {Kind.CONTAINER}) if v2 else frozenset({Kind.ROW})
    survey.look(components, ("components",), allowed)
    survey.finish(("components",))


def check_modal_components(check: Checker, components: list[Json]) -> None:
    """The components of a dialog: labels, texts, and rows with one text input."""
    survey = _Survey(check, [], modal=True)
    survey.look(components, ("data", "components"), frozenset({Kind.LABEL, Kind.TEXT, Kind.ROW}))
    survey.finish(("data", "components"))


class _Survey:
    """One walk over a form's components, counting as it goes."""

    def __init__(self, check: Checker, files: list[str], *, modal: bool = False) -> None:
        self._check = check
        self._files = set(files)
        self._modal = modal
        self._count = 0
        self._text = 0
        self._ids: Counter[int] = Counter()
        self._custom_ids: Counter[str] = Counter()

    def finish(self, path: Path) -> None:
        """The limits on everything together."""
        if self._count > MAX_COMPONENTS:
            message = f"The total number of components is {self._count}, more than {MAX_COMPONENTS}"
            self._check.flaw(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self._text > MAX_V2_TEXT:
            message = f"The text of all components has {self._text} characters, more than {MAX_V2_TEXT}"
            self._check.flaw(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
        for custom_id, times in self._custom_ids.items():
            if times > 1:
                self._check.flaw(
                    path, "COMPONENT_CUSTOM_ID_DUPLICATED", f"custom_id {custom_id!r} is used {times} times"
                )
        for number, times in self._ids.items():
            if times > 1:
                self._check.flaw(path, "COMPONENT_ID_DUPLICATED", f"id {number} is used {times} times")

    def look(self, components: list[Json], path: Path, allowed: frozenset[Kind]) -> None:
        """Look at each of the components, which may be of the ``allowed`` kinds."""
        for index, component in enumerate(components):
            self._one(component, (*path, index), allowed)

    def _one(self, component: Json, path: Path, allowed: frozenset[Kind]) -> None:
        self._count += 1
        raw: Any = component.get("type")
        if raw not in allowed:
            options = ", ".join(str(int(kind)) for kind in sorted(allowed))
            self._check.flaw(
                (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({options}).'
            )
            return
        if component.get("id"):
            self._ids[component["id"]] += 1
        kind = Kind(raw)
        match kind:
            case Kind.ROW:
                self._row(component, path)
            case Kind.BUTTON:
                self._button(component, path)
            case Kind.SECTION:
                self._section(component, path)
            case Kind.TEXT:
                self._check.text(component, "content", path, 1, 4000, required=True)
                self._text += len(component.get("content") or "")
            case Kind.THUMBNAIL:
                self._check.text(component, "description", path, 0, 1024)
                self._media(component, "media", path)
            case Kind.GALLERY:
                for index, item in enumerate(self._check.items(component, "items", path, 1, 10, required=True)):
                    self._check.text(item, "description", (*path, "items", index), 0, 1024)
                    self._media(item, "media", (*path, "items", index))
            case Kind.FILE:
                self._media(component, "file", path)
            case Kind.SEPARATOR:
                self._check.number(component, "spacing", path, 1, 2)
            case Kind.CONTAINER:
                self._check.number(component, "accent_color", path, 0, 0xFFFFFF)
                inside = self._check.items(component, "components", path, 1, MAX_COMPONENTS, required=True)
                self.look(inside, (*path, "components"), _V2_BLOCKS)
            case Kind.LABEL:
                self._label(component, path)
            case _:
                self._input(kind, component, path)

    def _row(self, component: Json, path: Path) -> None:
        inside = self._check.items(component, "components", path, 1, 5, required=True)
        selects = [item for item in inside if item.get("type") != Kind.BUTTON]
        if selects and len(inside) > 1:
            self._check.flaw((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu needs a row of its own.")
        allowed = frozenset({Kind.TEXT_INPUT}) if self._modal else SELECTS | {Kind.BUTTON}
        self.look(inside, (*path, "components"), allowed)

    def _section(self, component: Json, path: Path) -> None:
        inside = self._check.items(component, "components", path, 1, 3, required=True)
        self.look(inside, (*path, "components"), frozenset({Kind.TEXT}))
        accessory: Json | None = component.get("accessory")
        if accessory is None:
            self._check.flaw((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self._one(accessory, (*path, "accessory"), frozenset({Kind.BUTTON, Kind.THUMBNAIL}))

    def _label(self, component: Json, path: Path) -> None:
        self._check.text(component, "label", path, 1, 45, required=True)
        self._check.text(component, "description", path, 0, 100)
        inside: Json | None = component.get("component")
        if inside is None:
            self._check.flaw((*path, "component"), "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self._one(inside, (*path, "component"), INPUTS)

    def _button(self, component: Json, path: Path) -> None:
        check = self._check
        check.number(component, "style", path, 1, _PREMIUM, required=True)
        check.text(component, "label", path, 0, 80)
        style = component.get("style")
        if style == _LINK:
            check.text(component, "url", path, 1, 512, required=True)
        elif style != _PREMIUM:
            self._custom_id(component, path)
        if style in (_LINK, _PREMIUM) and component.get("custom_id"):
            check.flaw((*path, "custom_id"), "BUTTON_COMPONENT_INVALID_FIELD", "A link has no custom_id.")
        if style != _PREMIUM and not component.get("label") and not component.get("emoji"):
            check.flaw(path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji.")

    def _custom_id(self, component: Json, path: Path) -> None:
        self._check.text(component, "custom_id", path, 1, 100, required=True)
        custom_id = component.get("custom_id")
        if isinstance(custom_id, str):
            self._custom_ids[custom_id] += 1

    def _input(self, kind: Kind, component: Json, path: Path) -> None:
        check = self._check
        self._custom_id(component, path)
        match kind:
            case Kind.TEXT_INPUT:
                check.number(component, "style", path, 1, 2, required=True)
                check.text(component, "placeholder", path, 0, 100)
                check.text(component, "value", path, 0, 4000)
                check.number(component, "min_length", path, 0, 4000)
                check.number(component, "max_length", path, 1, 4000)
                # Inside a label the client sends "label": null; only in a row it is needed.
                check.text(component, "label", path, 1, 45, required="components" in path[-2:])
            case Kind.RADIO_GROUP:
                self._options(component, path, 2, 10)
            case Kind.CHECKBOX_GROUP:
                self._options(component, path, 1, 10)
            case Kind.CHECKBOX:
                pass
            case Kind.FILE_UPLOAD:
                check.number(component, "min_values", path, 0, 10)
                check.number(component, "max_values", path, 1, 10)
            case _:
                self._select(kind, component, path)

    def _select(self, kind: Kind, component: Json, path: Path) -> None:
        check = self._check
        check.text(component, "placeholder", path, 0, 150)
        check.number(component, "min_values", path, 0, 25)
        check.number(component, "max_values", path, 1, 25)
        low, high = component.get("min_values"), component.get("max_values")
        if isinstance(low, int) and low > (high if isinstance(high, int) else 1):
            check.flaw((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUE_TOO_LARGE", "More than max_values.")
        if kind is Kind.STRING_SELECT:
            count = self._options(component, path, 1, 25)
            if isinstance(high, int) and high > count:
                message = f"There are only {count} options."
                check.flaw((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUE_TOO_LARGE", message)

    def _options(self, component: Json, path: Path, low: int, high: int) -> int:
        options = self._check.items(component, "options", path, low, high, required=True)
        values: Counter[str] = Counter()
        for index, option in enumerate(options):
            here = (*path, "options", index)
            self._check.text(option, "label", here, 1, 100, required=True)
            self._check.text(option, "value", here, 1, 100, required=True)
            self._check.text(option, "description", here, 0, 100)
            values[str(option.get("value"))] += 1
        for value, times in values.items():
            if times > 1:
                message = f"The value {value!r} is used {times} times"
                self._check.flaw((*path, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        defaults = sum(bool(option.get("default")) for option in options)
        most: Any = component.get("max_values") or 1
        if "max_values" in component and isinstance(most, int) and defaults > most:
            message = "More options are chosen at first than may be chosen."
            self._check.flaw((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", message)
        return len(options)

    def _media(self, holder: Json, key: str, path: Path) -> None:
        url: str = inner(holder, key).get("url") or ""
        here = (*path, key, "url")
        if not url or len(url) > 2048:
            self._check.flaw(here, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 2048 in length.")
        elif url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._files:
                message = f"The attachment {url!r} does not exist"
                self._check.flaw(here, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
        elif not url.startswith(("http://", "https://")):
            self._check.flaw(here, "URL_TYPE_INVALID_SCHEME", "The scheme must be http, https or attachment.")

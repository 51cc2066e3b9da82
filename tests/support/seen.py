"""What a person sees at the local Discord: messages, dialogs, and how the bot answered an act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.people import Person

Json = dict[str, Any]
BUTTON, TEXT, GALLERY, THUMBNAIL = 2, 10, 12, 11
SELECTS = (3, 5, 6, 7, 8)


class Refused(Exception):  # noqa: N818  # a refusal is what a test expects, not an error of the program
    """The local Discord did not let a person do this, as Discord's own client would not."""


class NotAnswered(AssertionError):  # noqa: N818  # reads as what went wrong in a test
    """Something that was waited for did not come in time."""


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, each before the ones inside it."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for part in ("accessory", "component"):
            if part in component:
                yield from walk([component[part]])


@dataclass(eq=False)
class Message:
    """A message as one person sees it; it follows the bot's edits."""

    data: Json
    person: Person = field(repr=False)
    deleted: bool = False

    @property
    def id(self) -> str:
        """Its id."""
        return self.data["id"]

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return self.data["ephemeral"]

    @property
    def author(self) -> str:
        """The author's name."""
        return self.data["author"]["global_name"]

    @property
    def by_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.data["author"]["bot"]

    @property
    def components(self) -> list[Json]:
        """Every component, flat."""
        return list(walk(self.data["components"]))

    @property
    def text(self) -> str:
        """All that can be read: content, embeds, text displays; a line each."""
        lines = [self.data["content"]]
        for embed in self.data["embeds"]:
            lines += [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
            for entry in embed.get("fields", []):
                lines += [entry["name"], entry["value"]]
            lines.append((embed.get("footer") or {}).get("text"))
        lines += [component["content"] for component in self.components if component["type"] == TEXT]
        return "\n".join(line for line in lines if line)

    @property
    def buttons(self) -> list[Json]:
        """All buttons."""
        return [component for component in self.components if component["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        """Labels of the buttons that can be pressed."""
        return [button.get("label", "") for button in self.buttons if not button.get("disabled")]

    @property
    def menus(self) -> list[Json]:
        """All menus."""
        return [component for component in self.components if component["type"] in SELECTS]

    @property
    def options(self) -> list[str]:
        """Labels of everything that can be chosen in the enabled menus."""
        return [o["label"] for menu in self.menus if not menu.get("disabled") for o in menu.get("options", [])]

    @property
    def alt_texts(self) -> list[str]:
        """What the pictures say to those who cannot see them."""
        items = [item for c in self.components if c["type"] == GALLERY for item in c["items"]]
        items += [component for component in self.components if component["type"] == THUMBNAIL]
        items += self.data["attachments"]
        return list(dict.fromkeys(item["description"] for item in items if item.get("description")))

    def has(self, label: str) -> bool:
        """Whether there is a button that can be pressed under this label."""
        return label in self.labels

    def button(self, label: str) -> Json | None:
        """The button with this label or custom_id."""
        return next((b for b in self.buttons if label in (b.get("label"), b.get("custom_id"))), None)

    async def picture(self, index: int = 0) -> bytes:
        """The bytes of one of its pictures."""
        return await self.person.fetch(self.data["attachments"][index]["url"])


@dataclass(frozen=True)
class Modal:
    """A dialog that the bot opened."""

    interaction_id: str
    title: str
    custom_id: str
    components: list[Json]

    @property
    def fields(self) -> dict[str, Json]:
        """Inputs by custom_id."""
        return {c["custom_id"]: c for c in walk(self.components) if c.get("custom_id")}

    def key_of(self, name: str) -> str:
        """The custom_id of the input with this label or custom_id."""
        if name in self.fields:
            return name
        for component in walk(self.components):
            inside = component.get("component", component)
            if component.get("label") == name and "custom_id" in inside:
                return inside["custom_id"]
        raise Refused(f"the dialog {self.title!r} has no field {name!r}, but {list(self.fields)}")


@dataclass(frozen=True)
class Result:
    """How the bot answered: ``kind`` is message, update, deferred, modal or failed."""

    kind: str
    message: Message | None = None
    modal: Modal | None = None

    @property
    def text(self) -> str:
        """The text of the answering message; "" without one."""
        return self.message.text if self.message is not None else ""

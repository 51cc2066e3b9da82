"""What people were shown in an evening at the local Discord, in plain text and without its ids."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import Any

from tests.support.club import Club
from tests.support.png import chunks_of

Json = dict[str, Any]
SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
PICTURE_CHUNKS = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


@dataclass
class Record:
    """What one person was shown: for each message, in the order in which they appeared, what it was and became, and
    when; the answers to what they did; and everything else that they were told."""

    messages: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    answers: list[str] = field(default_factory=list[str])

    def shown(self) -> list[tuple[str, list[str]]]:
        """All of it without the ids of this evening: public messages, private ones, answers."""
        listed = [history for _, history in sorted(self.messages.items(), key=lambda entry: int(entry[0]))]
        kinds = ("public", "private", "direct")
        found = [(kind, history) for kind in kinds for history in listed if history[0].startswith(kind)]
        return [*found, ("answers", self.answers)]


class Recorder:
    """Listens to all that the local Discord tells people, at the moment when it does."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._world = club.local.core.world
        self._names = {person.id: f"<{key}>" for key, person in self._world.people.items()}
        self.records = {key: Record() for key in self._world.people}
        self._tell = club.local.core.audience.tell
        club.local.core.audience.tell = self._heard

    def _heard(self, person: Any, event: Json) -> None:
        self._note(person.key, event)
        self._tell(person, event)

    def _note(self, key: str, event: Json) -> None:
        record, now = self.records[key], self._club.clock.now()
        if event["type"] in {"message", "message_update"}:
            message = event["message"]
            where = self._world.channels[message["channel_id"]]
            kind = "direct" if where.is_dm else "private" if message["ephemeral"] else "public"
            record.messages.setdefault(message["id"], []).append(f"{kind} {now} {self._plain(message)}")
        elif event["type"] == "message_delete":
            record.messages.setdefault(event["id"], ["unknown"]).append(f"deleted {now}")
        elif event["type"] in {"modal", "failed", "answered"}:
            record.answers.append(f"{now} {self._plain(event)}")

    def _plain(self, data: Any) -> str:
        """Plain data as text, without what differs from evening to evening: ids become names, links what they show."""
        text = json.dumps(self._shown(data), ensure_ascii=False, sort_keys=True)
        return SNOWFLAKE.sub(lambda found: self._names.get(found[0], "#"), text)

    def _shown(self, data: Any) -> Any:
        if isinstance(data, dict):
            entry: Json = data
            return {name: self._shown(value) for name, value in entry.items()}
        if isinstance(data, list):
            items: list[Any] = data
            return [self._shown(item) for item in items]
        if isinstance(data, str) and "/cdn/attachments/" in data:
            return self._picture(data)
        return data

    def _picture(self, link: str) -> str:
        file_id, name = link.partition("/cdn/attachments/")[2].split("/")
        stored = self._world.store.file(file_id)
        if stored is None:
            return f"gone {name}"
        kind, content = stored
        if kind.startswith("image"):
            assert set(chunks_of(content)) == PICTURE_CHUNKS
        return f"{name} {kind} {len(content)} {hashlib.sha256(content).hexdigest()}"

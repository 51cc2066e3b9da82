"""What the bot asked and what it was told, the rules it broke, and the faults that tests ordered."""

from __future__ import annotations

import itertools
import re
from collections import deque
from dataclasses import dataclass
from typing import Any

from bot.local.errors import Json
from bot.local.upload import Form


class Journal:
    """The last ``length`` requests of the bot, numbered from 1, and the last problems found in them."""

    def __init__(self, length: int) -> None:
        self._numbers = itertools.count(1)
        self.entries: deque[Json] = deque(maxlen=length)
        self.problems: deque[Json] = deque(maxlen=length)

    def begin(self, method: str, path: str, query: Json, content_type: str) -> Json:
        """An entry for a request; body and answer follow."""
        entry: Json = {
            "n": next(self._numbers),
            "method": method,
            "path": path,
            "query": query,
            "content_type": content_type,
            "body": None,
            "files": [],
            "status": None,
            "answer": None,
        }
        self.entries.append(entry)
        return entry

    def carry(self, entry: Json, form: Form) -> None:
        """Note what a request carried."""
        entry["body"] = form.body
        entry["files"] = [
            {"number": number, "name": upload.name, "type": upload.content_type, "size": len(upload.content)}
            for number, upload in form.files.items()
        ]

    def problem(self, entry: Json | None, message: str) -> None:
        """Note that a rule was broken."""
        where = {key: entry[key] for key in ("n", "method", "path")} if entry else {}
        self.problems.append({**where, "problem": message})


@dataclass(slots=True)
class Fault:
    """An order to answer matching requests wrongly, ``times`` times."""

    method: str | None
    path: re.Pattern[str]
    times: int
    answer: Json

    def matches(self, method: str, path: str) -> bool:
        """Whether it strikes this request."""
        return self.times > 0 and self.method in (None, method) and self.path.search(path) is not None


class Faults:
    """The orders in force; the oldest that matches strikes."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []

    def order(self, spec: Json) -> None:
        """Add an order: ``{"match": {method, path_regex}, "times": n, "answer": {...}}``.

        Raises:
            ValueError: it is not one.
        """
        try:
            match: Json = spec.get("match") or {}
            pattern = re.compile(match.get("path_regex", ""))
            times = int(spec.get("times", 1))
            answer: Json = dict(spec["answer"])
        except (KeyError, TypeError, AttributeError, re.error) as error:
            raise ValueError(f"not a fault: {error}") from error
        self._orders.append(Fault(match.get("method"), pattern, times, answer))

    def clear(self) -> None:
        """Forget all orders."""
        self._orders.clear()

    def strike(self, method: str, path: str) -> Json | None:
        """The answer ordered for this request, used up by one; None if there is none."""
        for fault in self._orders:
            if fault.matches(method, path):
                fault.times -= 1
                return fault.answer
        return None

    def pending(self) -> list[dict[str, Any]]:
        """Orders that have not struck as often as they should."""
        return [{"path_regex": f.path.pattern, "times": f.times, "answer": f.answer} for f in self._orders if f.times]

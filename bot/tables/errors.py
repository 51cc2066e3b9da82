"""Why the house says no. The rules of a game have their own errors (games.core.errors)."""

from __future__ import annotations

from data.records import TableId


class Refusal(Exception):
    """A request that the house does not grant; nothing was changed.

    Attributes:
        key: the text is ``house.refused.<key>``.
        values: what the text names.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class StaleError(Refusal):
    """The press came from a message that showed an earlier turn; the answer is the present one."""

    def __init__(self) -> None:
        super().__init__("stale")


class ChannelTaken(Refusal):
    """There is an open table in this channel already."""

    def __init__(self, table_id: TableId) -> None:
        super().__init__("taken")
        self.table_id = table_id

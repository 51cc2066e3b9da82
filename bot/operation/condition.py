"""How a bot is at one moment, and whether people can play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

UNSENT_S = 60.0
LAG_S = 5.0


@dataclass(frozen=True, slots=True)
class Shard:
    """One connection to Discord's gateway; ``latency_s`` is None before its first heartbeat is answered."""

    up: bool
    latency_s: float | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """What health and metrics tell.

    Attributes:
        shards: by number; empty before the first one has connected.
        starting: the tables are not loaded yet, or Discord has not told all servers yet.
        leaving: told to stop.
        database_error: why the last write to the database failed, "" if it did not.
        unsent_s: how long the longest-waiting public message has differed from its table, in seconds.
        tables: how many there are, by status.
        drawing: pictures that are wanted and not drawn yet.
        identifies: how many sessions have been opened within Discord's day.
        backup_s: the age of the newest backup in seconds; None if there is none.
        lag_s: how late the event loop was last, in seconds.
    """

    shards: Mapping[int, Shard] = field(default_factory=dict[int, Shard])
    starting: bool = False
    leaving: bool = False
    database_error: str = ""
    unsent_s: float = 0.0
    tables: Mapping[str, int] = field(default_factory=dict[str, int])
    drawing: int = 0
    identifies: int = 0
    backup_s: float | None = None
    lag_s: float = 0.0

    def troubles(self) -> list[str]:
        """Why the bot is not ready, one reason a line; empty if people can play everywhere."""
        down = sorted(number for number, shard in self.shards.items() if not shard.up)
        reasons = (
            (self.starting, "starting"),
            (self.leaving, "stopping"),
            (bool(down), f"no connection to Discord for shards {', '.join(map(str, down))}"),
            (bool(self.database_error), f"the database cannot be written: {self.database_error}"),
            (self.unsent_s > UNSENT_S, f"a table has waited {self.unsent_s:.0f} s to be shown"),
        )
        return [reason for is_so, reason in reasons if is_so]

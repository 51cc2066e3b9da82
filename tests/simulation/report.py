"""What became of one simulated evening."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """What became of one seed.

    Attributes:
        faults: how often each kind was injected.
        tape: what happened, a line each.
    """

    seed: int
    game: str = ""
    violations: list[str] = field(default_factory=list[str])
    faults: Counter[str] = field(default_factory=Counter[str])
    outcomes: Counter[str] = field(default_factory=Counter[str])
    moves: int = 0
    acts: int = 0
    starts: int = 0
    virtual_s: float = 0.0
    tape: list[str] = field(default_factory=list[str])

    @property
    def digest(self) -> str:
        """The tape in short."""
        return hashlib.sha256("\n".join(self.tape).encode()).hexdigest()[:16]

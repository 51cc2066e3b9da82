"""Deals as they are, overheard: a test knows the secrets of a match while it is played, and looks for them."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass, field

from bot.tables.deals import Deals
from data.records import Pact
from games.core.fairness import DealTerms, commitment_to

_numbers = itertools.count(1)


@dataclass
class Overheard(Deals):
    """Deals by the real rules from secrets that are drawn in the same order in every run, and what became of them."""

    pacts: list[Pact] = field(default_factory=list[Pact])
    seeds: list[bytes] = field(default_factory=list[bytes])

    def pact(self) -> Pact:
        server_seed = hashlib.sha256(b"overheard %d" % next(_numbers)).digest()
        pact = Pact(commitment_to(server_seed), server_seed)
        self.pacts.append(pact)
        return pact

    def seed(self, pact: Pact, terms: DealTerms) -> bytes:
        seed = super().seed(pact, terms)
        self.seeds.append(seed)
        return seed

    def secrets(self) -> list[bytes]:
        """Everything that nobody may know while a match is played."""
        return [*(pact.server_seed for pact in self.pacts), *self.seeds]


def told(secret: bytes, everything: bytes) -> bool:
    """Whether a secret, or a good part of it, stands somewhere: as bytes, or as a text of any usual kind."""
    part = secret[:8]
    forms = (part, part.hex().encode(), part.hex().upper().encode(), repr(part)[2:-1].encode())
    return any(form in everything for form in forms)

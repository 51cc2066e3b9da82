"""A deal that is sealed before anybody joins, and that anybody can check afterwards.

Whoever deals draws 32 secret bytes, the *server seed*, and shows their hash, the *commitment*. The seed of the match is
made from both the server seed and the *terms*, among which are ids that the dealer neither makes nor knows beforehand:
those of the presses by which people sat down and started. So the dealer is bound before it knows them, and the players
cannot know what their presses will give. Once the match is over the server seed is told.

``docs/fair-deals.md`` explains the same to readers, with an example that can be worked by hand.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from games.core.game import Seat

SERVER_SEED_BYTES = 32
"""The length of a server seed."""

SHORT_SEAL = 16
"""How many digits of a commitment are shown where there is no room for all: enough that nobody finds a second seed for
a seal that was shown."""

DRAWN = "drawn"
"""Stands in the terms for the dealer where the match itself draws one."""


@dataclass(frozen=True, slots=True)
class DealTerms:
    """What a match is besides the server seed. None of it is secret, and no player can be recognised by it.

    Attributes:
        table, number: the table's id, and which match there this is, counted from 1.
        options: the rule options by name.
        dealer: the seat that deals because of an earlier match; None if one is drawn.
        joins: for each seat the id of the press by which its person sat down; 0 for a computer.
        start: the id of the press that started the match.
    """

    table: int
    number: int
    game: str
    rules_version: int
    options: Mapping[str, str | int]
    dealer: Seat | None
    joins: tuple[int, ...]
    start: int

    def text(self) -> str:
        """The terms in the one way that is hashed: lines of words, each ended by a line feed, options by name."""
        lines = [
            "calidruno deal 1",
            f"table {self.table}",
            f"match {self.number}",
            f"game {self.game} {self.rules_version}",
            *(f"option {name} {value}" for name, value in sorted(self.options.items())),
            f"dealer {DRAWN if self.dealer is None else self.dealer}",
            *(f"seat {seat} {join}" for seat, join in enumerate(self.joins)),
            f"start {self.start}",
        ]
        return "".join(f"{line}\n" for line in lines)


def commitment_to(server_seed: bytes) -> str:
    """What is shown before anybody joins: SHA-256 of ``b"calidruno pact 1" + server_seed``, 64 hexadecimal digits.

    Raises:
        ValueError: if the seed has another length than ``SERVER_SEED_BYTES``.
    """
    return hashlib.sha256(b"calidruno pact 1" + _checked(server_seed)).hexdigest()


def short_seal(commitment: str) -> str:
    """The first ``SHORT_SEAL`` digits of a commitment in groups of four, for the eye."""
    return " ".join(commitment[at : at + 4] for at in range(0, SHORT_SEAL, 4))


def match_seed(server_seed: bytes, terms: DealTerms) -> bytes:
    """The seed of the match (32 bytes, as ``Rng`` takes it): HMAC-SHA256 of the terms' text, keyed by the server seed.

    Raises:
        ValueError: if the server seed has another length than ``SERVER_SEED_BYTES``.
    """
    return hmac.new(_checked(server_seed), terms.text().encode(), hashlib.sha256).digest()


def _checked(server_seed: bytes) -> bytes:
    if len(server_seed) != SERVER_SEED_BYTES:
        raise ValueError(f"a server seed has {SERVER_SEED_BYTES} bytes, not {len(server_seed)}")
    return server_seed

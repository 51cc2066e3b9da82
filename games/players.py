"""All computer players. A new game adds its line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.briscola.player import BriscolaPlayer
from games.calabresella.player import CalabresellaPlayer
from games.calidruno.player import CalidrunoPlayer
from games.core.player import AnyPlayer
from games.kalooki.player import KalookiPlayer

PLAYERS: Mapping[str, AnyPlayer] = MappingProxyType(
    {
        "briscola": BriscolaPlayer(),
        "calabresella": CalabresellaPlayer(),
        "calidruno": CalidrunoPlayer(),
        "kalooki": KalookiPlayer(),
    }
)
"""By the game's key, like ``games.registry.BY_KEY``."""

SEARCHING: frozenset[str] = frozenset()
"""The games in which a strong player searches; in the others it plays as a good one does."""

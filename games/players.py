"""All computer players. A new game adds its line here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.briscola.player import BriscolaPlayer
from games.calabresella.player import CalabresellaPlayer
from games.calabresella.search import CalabresellaSearch
from games.calidruno.player import CalidrunoPlayer
from games.calidruno.search import CalidrunoSearch
from games.core.player import AnyPlayer, Strength, decide
from games.core.rng import Rng
from games.core.search import AnySearch
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

SEARCHES: Mapping[str, AnySearch] = MappingProxyType(
    {"calabresella": CalabresellaSearch(), "calidruno": CalidrunoSearch()}
)
"""The games in which a strong player searches, where that helps; else it plays as a good one does."""


def searches(game: str, strength: Strength) -> bool:
    """Whether such a player takes time to think."""
    return strength is Strength.STRONG and game in SEARCHES


def worth_searching(
    game: str, strength: Strength, observation: Any, legal: Sequence[Any], options: Any, good: Any
) -> bool:
    """Whether such a player has anything to compare the move by reasons with."""
    return searches(game, strength) and len(SEARCHES[game].candidates(observation, legal, options, good)) > 1


def think(game: str, strength: Strength, observation: Any, legal: Sequence[Any], options: Any, seed: bytes) -> Any:
    """The move of a player of any strength; a search takes some ten milliseconds of CPU."""
    move = decide(PLAYERS[game], strength, observation, legal, options, seed)
    if not searches(game, strength):
        return move
    return SEARCHES[game].best(observation, legal, options, move, Rng(seed, 1))

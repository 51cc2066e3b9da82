"""All games. A new game adds its line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.briscola.rules import Briscola
from games.calabresella.rules import Calabresella
from games.calidruno.rules import Calidruno
from games.core.game import Game
from games.kalooki.rules import Kalooki

GAMES: tuple[Game[Any, Any, Any, Any], ...] = (Calidruno(), Kalooki(), Briscola(), Calabresella())

BY_KEY: Mapping[str, Game[Any, Any, Any, Any]] = MappingProxyType({game.info.key: game for game in GAMES})

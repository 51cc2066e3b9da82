"""What each press does. An act returns what the person is shown: a panel, a dialog, their hand, a sentence, or nothing
where the table's own message shows it. Acts raise ``RefusedError`` or ``RulesError`` when the answer is no.
"""

from __future__ import annotations

from typing import Final

from bot.acts import lobby, privacy, settings, table
from bot.acts.common import Act, Shown, failed, unknown

__all__ = ["ACTS", "QUIET", "Act", "Shown", "failed", "unknown"]

QUIET: Final = frozenset({"sit", "start", "rematch", "close", "watch"})
"""Acts whose effect shows on the public message: they are acknowledged before they are done."""

ACTS: Final[dict[str, Act]] = {
    "sit": lobby.sit,
    "start": lobby.start,
    "rematch": lobby.rematch,
    "close": lobby.close,
    "leave": lobby.leave,
    "watch": lobby.watch,
    "unwatch": lobby.unwatch,
    "options": lobby.options,
    "opt": lobby.set_option,
    "preset": lobby.set_preset,
    "clock": lobby.set_clock,
    "stand_in": lobby.set_stand_in,
    "computers": lobby.computers,
    "computer": lobby.add_computer,
    "uncomputer": lobby.remove_computer,
    "hand": table.hand,
    "show": table.repost,
    "move": table.move,
    "g": table.game_action,
    "rules": table.rules,
    "more": table.more,
    "kick": table.kick,
    "host": table.hand_on,
    "end": table.end,
    "repost": table.repost,
    "hand_by": table.hand_by,
    "set": settings.set_mine,
    "server": settings.set_server,
    "forget": privacy.forget,
}

"""Pictures: CPU time and size of a Calabresella table and hand as they come in play, drawn anew each time.

Run as ``python -m benchmarks.render_calabresella``.
"""

from __future__ import annotations

from benchmarks.drawing import figures
from games.calabresella.terms import Phase
from games.core.cards import SUIT_OF
from render.calabresella import Deck, HandWords, TableWords, hand_scene, table_scene
from render.sample_seats import NAMES
from render.samples_calabresella import Round
from render.scene import Scene, SeatLabel

_REPETITIONS = 60
_DECKS: tuple[Deck, Deck] = ("italian", "french")


def _tables() -> list[Scene]:
    """Tables during play and, every sixth, with the monte face up."""
    scenes: list[Scene] = []
    for i in range(_REPETITIONS):
        game = Round(i).play(0 if i % 6 == 0 else i % 34)
        view = game.observation(phase=Phase.LAY_OFF, monte_up=True) if i % 6 == 0 else game.observation()
        labels = tuple(SeatLabel(f"{name} {i}") for name in NAMES[:3])
        words = TableWords(f"Turn {i}", f"Round {i}", "Chiamo", "Bruno against two", "You must follow suit if you can")
        scenes.append(table_scene(view, labels, words, _DECKS[i % 2]))
    return scenes


def _hands() -> list[Scene]:
    """Hands of twelve cards, some of them not to be played."""
    scenes: list[Scene] = []
    for i in range(_REPETITIONS):
        view = Round(i).play(1).observation(1)
        follow = frozenset(card for card in view.hand if SUIT_OF[card] == SUIT_OF[view.trick[0]]) or None
        words = HandWords(f"Your turn {i}", f"Follow suit {i}")
        scenes.append(hand_scene(view, view.hand, words, deck=_DECKS[i % 2], playable=follow))
    return scenes


def run() -> dict[str, float]:
    """The figures by key: CPU milliseconds (median) and KiB (largest)."""
    return figures("calabresella", _tables(), _hands())


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key}: {value}")

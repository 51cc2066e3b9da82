"""How fast the rules of Briscola and Calabresella are: random play, deals included, against open_spiel's hearts.

A step is one decision of one player: listing what is legal, choosing, applying. Hearts is driven from Python in the
same process, its chance nodes (the dealt cards) too, whose time counts and whose number does not. The contenders take
turns in short slices, and the median slice counts, so that a busy machine hits all alike.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from games.briscola.rules import Briscola
from games.calabresella.options import PRESETS
from games.calabresella.rules import Calabresella
from games.core import Game, Rng

SLICES = 5
SLICE_S = 1.0

Episode = Callable[[random.Random], int]
"""Plays one match at random and gives the number of its steps."""


def _episode(game: Game[Any, Any, Any, Any], options: Any) -> Episode:
    seats = game.info.min_seats
    active_seats, legal_moves, apply = game.active_seats, game.legal_moves, game.apply

    def play(choices: random.Random) -> int:
        rng = Rng(choices.randbytes(16))
        state = game.setup(options, seats, rng)
        steps = 0
        while active := active_seats(state):
            seat = min(active)
            state = apply(state, seat, choices.choice(legal_moves(state, seat)), rng).state
            steps += 1
        return steps

    return play


def _hearts() -> Episode:
    import pyspiel

    game = pyspiel.load_game("hearts")

    def play(choices: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices.choices(actions, chances)[0])
            else:
                state.apply_action(choices.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def _steps_per_cpu_s(episode: Episode, choices: random.Random) -> float:
    steps = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < SLICE_S:
        steps += episode(choices)
    return steps / spent


def run() -> dict[str, float]:
    """Steps per CPU second of each game, and its ratio to hearts where open_spiel is installed."""
    briscola, calabresella = Briscola(), Calabresella()
    contenders = {
        "briscola": _episode(briscola, briscola.presets["seed"]),
        "calabresella": _episode(calabresella, PRESETS["seed"]),
        "calabresella_classic": _episode(calabresella, PRESETS["classic"]),
    }
    with contextlib.suppress(ImportError):
        contenders["hearts"] = _hearts()
    choices = random.Random(1)
    speeds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(SLICES):
        for name, episode in contenders.items():
            speeds[name].append(_steps_per_cpu_s(episode, choices))
    median = {name: statistics.median(values) for name, values in speeds.items()}
    hearts = median.pop("hearts", None)
    results: dict[str, float] = {}
    for name, speed in median.items():
        results[f"rules.{name}.steps_per_cpu_s"] = round(speed)
        if hearts:
            results[f"rules.{name}.ratio_openspiel_hearts"] = round(speed / hearts, 3)
    return results


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:55} {value:>12}")

"""Other people's card games for Python, played at random: what our rules are measured against.

A step is one decision of one player, as with us. RLCard's ``env.step`` also makes an observation as a numpy array; it
cannot be switched off. OpenSpiel is C++; its chance nodes (each card dealt or drawn) are driven from Python by their
probabilities, as its interface has it: their time counts, their number does not. Neither package is needed but for
these figures.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable

Play = Callable[[int], int]
"""Plays at least so many steps, in whole matches, and returns how many."""


def missing() -> list[str]:
    """The packages that are not installed."""
    return [name for name in ("rlcard", "pyspiel") if importlib.util.find_spec(name) is None]


def rlcard(name: str, players: int) -> Play:
    """Random play of an RLCard game through ``env.step``."""
    import rlcard as package

    env = package.make(name, config={"seed": 3, "game_num_players": players})
    choices = random.Random(1)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(choices.random() * len(legal))])
                done += 1
        return done

    return play


def open_spiel(name: str, observe: bool = False) -> Play:
    """Random play of an OpenSpiel game by ``legal_actions`` and ``apply_action``, with the mover's observation tensor
    if ``observe``."""
    import pyspiel

    game = pyspiel.load_game(name)
    choices = random.Random(1)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choices.choices(actions, chances)[0])
                    continue
                if observe:
                    state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(choices.random() * len(legal))])
                done += 1
        return done

    return play

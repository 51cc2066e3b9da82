"""How fast the rules of Briscola and Calabresella are: random play, deals included, against open_spiel's hearts.

A step is one decision of one player: finding who is to act and what is legal, choosing, applying. The contenders play
in turn, slice by slice, and a figure is the median over the slices.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from benchmarks import peers
from benchmarks.peers import Play
from benchmarks.rules_calidruno import measure
from games.briscola.rules import Briscola
from games.calabresella.rules import Calabresella
from games.core import Game, Rng

HEARTS = "openspiel_hearts"
CONTENDERS: dict[str, tuple[Game[Any, Any, Any, Any], str]] = {
    "briscola": (Briscola(), "seed"),
    "calabresella": (Calabresella(), "seed"),
    "calabresella_classic": (Calabresella(), "classic"),
}


def random_play(game: Game[Any, Any, Any, Any], options: Any) -> Play:
    """Whole matches of one of our games at random."""
    seats = game.info.min_seats
    active_seats, legal_moves, apply = game.active_seats, game.legal_moves, game.apply
    dice = random.Random(1)
    taste = dice.random

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            rng = Rng(dice.randbytes(16))
            state = game.setup(options, seats, rng)
            while active := active_seats(state):
                (seat, *_) = active
                legal = legal_moves(state, seat)
                state = apply(state, seat, legal[int(taste() * len(legal))], rng).state
                done += 1
        return done

    return play


def run(slice_s: float = 0.3, slices: int = 11) -> dict[str, float]:
    """Steps per CPU second of each game, and its ratio to hearts; without it, and said so, where that is missing."""
    contenders = {name: random_play(game, game.presets[preset]) for name, (game, preset) in CONTENDERS.items()}
    hearts = "pyspiel" not in peers.missing()
    if hearts:
        contenders[HEARTS] = peers.open_spiel("hearts")
    else:
        print("rules.briscola, rules.calabresella: no ratio to hearts, pyspiel is not installed here", file=sys.stderr)
    rates = measure(contenders, slice_s, slices)
    figures: dict[str, float] = {}
    for name in CONTENDERS:
        figures[f"rules.{name}.steps_per_cpu_s"] = rates[name]
        if hearts:
            figures[f"rules.{name}.ratio_{HEARTS}"] = rates[name] / rates[HEARTS]
    return figures


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:55} {value:>12,.2f}")

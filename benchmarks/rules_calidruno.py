"""How fast the rules of Calidruno are: four players, random play, deals included, against RLCard's UNO and OpenSpiel's
crazy eights in the same run.

``rules.calidruno.steps_per_cpu_s`` is for legal moves and apply; with the ending ``.with_observation`` the mover's
observation is made at each step too. Ratios are to ``peers``. All contenders play in turn, slice by slice, so that they
share whatever else the machine does; a figure is the median over the slices.

The head start is off, since its end is a move that a clock brings.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Mapping

from benchmarks import peers
from benchmarks.peers import Play
from games.calidruno.options import Options
from games.calidruno.rules import Calidruno
from games.core import Rng

SEATS = 4
PREFIX = "rules.calidruno"
OBSERVED = ".with_observation"


def own(observe: bool) -> Play:
    """Random play of our rules, with one source of randomness for each match."""
    game, options = Calidruno(), Options(grace_s=0)
    active_seats, legal_moves, apply = game.active_seats, game.legal_moves, game.apply
    choices = random.Random(1)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            rng = Rng(choices.randbytes(16))
            state = game.setup(options, SEATS, rng)
            while active := active_seats(state):
                (seat,) = active
                if observe:
                    game.observe(state, seat)
                legal = legal_moves(state, seat)
                state = apply(state, seat, legal[int(choices.random() * len(legal))], rng).state
                done += 1
        return done

    return play


def measure(contenders: Mapping[str, Play], slice_s: float, slices: int) -> dict[str, float]:
    """Steps per CPU second of each, all in turn: the median of the slices. A first slice warms up and finds out how
    many steps take ``slice_s``."""
    steps = {name: max(1, int(slice_s * _rate(play, 200))) for name, play in contenders.items()}
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(slices):
        for name, play in contenders.items():
            rates[name].append(_rate(play, steps[name]))
    return {name: statistics.median(found) for name, found in rates.items()}


def _rate(play: Play, steps: int) -> float:
    start = time.process_time()
    done = play(steps)
    return done / (time.process_time() - start)


def run(slice_s: float = 0.3, slices: int = 11) -> dict[str, float]:
    """All figures; ratios to a peer that is not installed are left out, and said to be."""
    if absent := peers.missing():
        print(f"{PREFIX}: no ratios to {', '.join(absent)}, not installed here (make bench does it)", file=sys.stderr)
    others: dict[str, Play] = {}
    if "rlcard" not in absent:
        others["rlcard_uno_env_step"] = peers.rlcard("uno", SEATS)
    if "pyspiel" not in absent:
        crazy_eights = f"crazy_eights(players={SEATS})"
        others["openspiel_crazy_eights"] = peers.open_spiel(crazy_eights)
        others["openspiel_crazy_eights" + OBSERVED] = peers.open_spiel(crazy_eights, observe=True)
    rates = measure({"": own(observe=False), OBSERVED: own(observe=True), **others}, slice_s, slices)
    figures = {f"{PREFIX}.steps_per_cpu_s{ending}": rates[ending] for ending in ("", OBSERVED)}
    for name in others:
        figures[f"{PREFIX}.ratio_{name}"] = rates[OBSERVED if name.endswith(OBSERVED) else ""] / rates[name]
    if "rlcard_uno_env_step" in others:  # which always makes an observation
        figures[f"{PREFIX}.ratio_rlcard_uno_env_step{OBSERVED}"] = rates[OBSERVED] / rates["rlcard_uno_env_step"]
    return figures

"""``make simulate SEEDS=1000`` or ``SEEDS=17-20``: many simulated evenings on all cores, and what they found."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter

from tests.simulation.report import Report
from tests.simulation.run import run_sim
from tests.simulation.seeds import keep_tape, parse, repeat_line

SEEDS_A_WORKER = 100
"""A worker that has run so many is replaced: what is left of killed processes adds up."""


def main(arguments: list[str]) -> int:
    """Run the seeds; 1 if any of them found something."""
    seeds = parse(arguments[0] if arguments else "100")
    began, faults, outcomes, games = time.monotonic(), Counter[str](), Counter[str](), Counter[str]()
    moves = acts = starts = failed = 0
    virtual_s = 0.0
    with multiprocessing.Pool(min(os.cpu_count() or 1, len(seeds)), maxtasksperchild=SEEDS_A_WORKER) as pool:
        for report in pool.imap_unordered(run, seeds):
            faults += report.faults
            outcomes += report.outcomes
            games[report.game] += 1
            moves, acts, starts = moves + report.moves, acts + report.acts, starts + report.starts
            virtual_s += report.virtual_s
            if report.violations:
                failed += 1
                print(f"{repeat_line(report.seed)}   # {report.violations[0]}", flush=True)
    print(f"\n{len(seeds)} seeds in {time.monotonic() - began:.0f} s, {failed} with a violation")
    print(f"{virtual_s / 3600:.0f} virtual hours, {acts} acts of people, {moves} moves, {starts} starts of the bot")
    print("games:", _counted(games))
    print("ends:", _counted(outcomes))
    print(f"{faults.total()} faults:", _counted(faults))
    return 1 if failed else 0


def run(seed: int) -> Report:
    """One seed; of one that found nothing the tape is not kept."""
    report = run_sim(seed)
    if report.violations:
        keep_tape(report)
    report.tape.clear()
    return report


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

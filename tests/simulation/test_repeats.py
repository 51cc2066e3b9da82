"""A seed is an evening: it can be seen again, in this process and in any other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.run import run_sim

ROOT = Path(__file__).parents[2]
DIGESTS = "import sys; from tests.simulation.run import run_sim; print(run_sim(int(sys.argv[1])).digest)"


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_same_seed_gives_the_same_tape_in_every_process(seed: int) -> None:
    first = run_sim(seed)
    assert run_sim(seed).tape == first.tape
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, str(seed)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == first.digest


def test_other_seeds_give_other_tapes() -> None:
    assert len({run_sim(seed).digest for seed in range(1, 6)}) == 5

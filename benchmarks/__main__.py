"""``make bench``: run all parts, print their figures and write them to ``benchmarks/results.json``.

A part is a module in this folder with a function ``run() -> dict[str, float]``.
``python -m benchmarks rules_calidruno`` runs only that one and keeps the other figures of the file.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results.json"
HELPERS = {"__main__", "drawing", "peers", "lateness", "visitors", "watched_bot"}


def parts() -> list[str]:
    """The names of all parts."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in HELPERS)


def measure(part: str) -> dict[str, float]:
    """The figures of one part."""
    module: Any = importlib.import_module(f"benchmarks.{part}")
    return module.run()


def main(wanted: Sequence[str]) -> int:
    """Run the parts named, or all; 2 if one is unknown."""
    if unknown := set(wanted) - set(parts()):
        print(f"no part {', '.join(sorted(unknown))}; there are {', '.join(parts())}", file=sys.stderr)
        return 2
    figures: dict[str, float] = json.loads(RESULTS.read_text()) if RESULTS.exists() and wanted else {}
    for part in wanted or parts():
        found = measure(part)
        for key, value in sorted(found.items()):
            print(f"{key:<72} {value:>12,.2f}")
        figures |= found
        RESULTS.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

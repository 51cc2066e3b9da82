"""``python -m tests.support.dealt_bot``: ``python -m bot``, but it deals the same matches in every run.

A secret from the operating system makes another match each time: longer or shorter, with other special cards. A test
that plays across a process boundary must not depend on that. Matches are dealt in order from the seeds that begin with
``DEALT_FROM``; everything else is the program's own.
"""

from __future__ import annotations

import os
import sys
from unittest.mock import patch

from bot.__main__ import main
from tests.support.tables import seeds

if __name__ == "__main__":
    with patch("bot.tables.service.Deals", lambda: seeds(int(os.environ.get("DEALT_FROM", "1")))):
        sys.exit(main())

"""The test of the word (CAL-27, CAL-28)."""

from __future__ import annotations

import re
import unicodedata

_END = re.compile(r"[\s!]+\Z")


def says_calidruno(text: str, accept_uno: bool = False) -> bool:
    """Whether a text says the word and nothing else.

    Compatibility forms, case, outer white space and exclamation marks at the end do not matter; any other letter,
    accent, emoji or word makes it something else. ``accept_uno`` is the option of that name.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    word = _END.sub("", folded.lstrip())
    return word == "calidruno" or (accept_uno and word == "uno")

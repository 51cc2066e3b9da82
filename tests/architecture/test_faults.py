"""Each fault of the catalogue that can occur has a test that names it: ``faults.txt``."""

from __future__ import annotations

from tests.support.naming import listed, named

CATALOGUE = {
    f"{group}{number}"
    for group, last in {"G": 15, "R": 21, "P": 14, "D": 15, "C": 5, "X": 5, "U": 7}.items()
    for number in range(1, last + 1)
}


def test_the_list_is_the_whole_catalogue() -> None:
    can, cannot = listed("faults.txt")
    assert len(CATALOGUE) == 82
    assert not can & cannot.keys()
    assert not CATALOGUE ^ (can | cannot.keys())


def test_every_fault_that_can_occur_has_a_test() -> None:
    can, _ = listed("faults.txt")
    assert not sorted(can - named("fault"))


def test_what_cannot_occur_says_why_and_has_no_test() -> None:
    _, cannot = listed("faults.txt")
    assert all(len(reason.split()) > 6 for reason in cannot.values())
    assert not cannot.keys() & named("fault")

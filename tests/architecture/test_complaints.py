"""Each kind of complaint about such bots that can occur at a table has a test that names it: ``complaints.txt``."""

from __future__ import annotations

from tests.support.naming import listed, named


def test_every_complaint_that_can_occur_has_a_test() -> None:
    can, _ = listed("complaints.txt")
    assert len(can) > 80
    assert not sorted(can - named("complaint"))


def test_what_cannot_occur_says_why_and_has_no_test() -> None:
    _, cannot = listed("complaints.txt")
    assert all(len(reason.split()) > 6 for reason in cannot.values())
    assert not cannot.keys() & named("complaint")

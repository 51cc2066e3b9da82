"""What the page is made of: no markup from text, nothing from elsewhere."""

from __future__ import annotations

from tests.page.fake_server import STATIC


def test_the_page_never_makes_markup_of_text() -> None:
    scripts = sorted(STATIC.glob("*.js"))
    assert len(scripts) > 10
    for script in scripts:
        source = script.read_text(encoding="utf-8")
        for way in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "DOMParser",
        ):
            assert way not in source, f"{script.name}: {way}"


def test_the_page_needs_nobody_elses_server() -> None:
    for file in sorted(STATIC.iterdir()):
        source = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//cdn." not in source
        assert 'src="http' not in source
        assert "@import" not in source
        assert "url(" not in source

"""Why something cannot be laid or done, in words: for refusals, and for the live reading of what is being chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.presenters.common import name_of
from bot.presenters.kalooki.words import card_words, kind_words
from bot.presenters.views import TableView
from bot.text.catalog import Text
from games.core import Reason
from games.kalooki.cards import Card, Kind

_CARDS = frozenset({"card"})
_KINDS = frozenset({"kind"})
_KIND_LISTS = frozenset({"choices", "fits", "missing", "wanted"})


def sentence(view: TableView, reason: Reason, details: Mapping[str, Any]) -> str:
    """The sentence of one of Kalooki's reasons, without the rule's number and the full stop."""
    values = {name: _detail(view, name, value, details) for name, value in details.items()}
    return view.text(f"kalooki.reason.{reason.key}", **values)


def with_rule(text: Text, words: str, reason: Reason) -> str:
    """“6♥ is missing (KAL-10).”"""
    return text("core.refusal", sentence=words, rule=reason.rule)


def _detail(view: TableView, name: str, value: Any, details: Mapping[str, Any]) -> object:
    text = view.text
    if name in _CARDS:
        return text("kalooki.nothing") if value is None else card_words(text, Card(value))
    if name in _KINDS:
        return kind_words(text, Kind(value))
    if name in _KIND_LISTS:
        joint = " + " if name == "missing" or details.get("all") else " / "
        return joint.join(kind_words(text, kind) for kind in dict.fromkeys(value)) or text("kalooki.nothing")
    if name == "cutter":
        return name_of(view, value)
    return value + 1 if name == "meld" else value

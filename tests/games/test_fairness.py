"""What is shown before a deal binds it: the same vectors for ever, and the example of the documentation."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from games.calabresella.rules import Calabresella
from games.core import Match, Rng, Seat, encode_options
from games.core.card_sets import card_set
from games.core.cards import PACK
from games.core.fairness import SHORT_SEAL, DealTerms, commitment_to, match_seed, short_seal

PAPER = Path(__file__).parents[2] / "docs" / "fair-deals.md"
SERVER_SEED = bytes(range(32))
RULES = Calabresella()
TERMS = DealTerms(
    table=12,
    number=1,
    game="calabresella",
    rules_version=1,
    options=encode_options(RULES.presets["seed"]),
    dealer=None,
    joins=(1401234567890123456, 1401234599999999999, 0),
    start=1401234700000000001,
)

# Written down once; if one of them changes, no match that was sealed before can be verified any more.
GOLDEN_SEAL = "8dd171f6e899773f305382644b422557bcef2214fd2dc9205bf19e74a01cc365"
GOLDEN_MATCH_SEED = "5560adf7a7b829c82431c78d436a24053b4861c2f1f6e47008e1c6083246bc33"


def example() -> tuple[str, dict[str, Any], dict[str, str]]:
    """The example of the paper: its terms, the names that its code defines, and the results that it states."""
    text = PAPER.read_text(encoding="utf-8")
    terms = re.search(r"^```\n(calidruno deal 1\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    code = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert terms is not None
    assert code is not None
    names: dict[str, Any] = {"terms": terms[1]}
    exec(code[1], names)
    return terms[1], names, dict(re.findall(r"^\| ([a-z0-9 ]+?) \| `?(.+?)`? \|$", text, re.MULTILINE))


def test_golden_vectors() -> None:
    assert commitment_to(SERVER_SEED) == GOLDEN_SEAL
    assert match_seed(SERVER_SEED, TERMS).hex() == GOLDEN_MATCH_SEED
    third = replace(TERMS, number=3, dealer=Seat(2))
    assert match_seed(SERVER_SEED, third) == hmac.digest(SERVER_SEED, third.text().encode(), "sha256")
    assert "match 3\n" in third.text()
    assert "dealer 2\nseat 0 1401234567890123456\n" in third.text()


def test_the_paper_s_example_is_what_the_bot_does() -> None:
    terms, names, stated = example()
    assert terms == TERMS.text()
    assert names["seal"] == stated["seal"] == commitment_to(names["server_seed"])
    assert names["match_seed"].hex() == stated["match seed"] == match_seed(names["server_seed"], TERMS).hex()
    match = Match.start(RULES, RULES.presets["seed"], 3, match_seed(names["server_seed"], TERMS))
    assert f"seat {names['dealer']}" == stated["dealer"]
    assert names["dealer"] == match.state.standing.dealer
    pack, dealer = names["pack"], names["dealer"]
    assert " ".join(map(str, pack)) == stated["pack"]
    for place in range(3):
        seat = (dealer + 1 + place) % 3
        own = [card for at in range(0, 36, 12) for card in pack[at + 4 * place : at + 4 * place + 4]]
        assert match.state.hands[seat] == card_set(own)
        if f"seat {seat}" in stated:
            assert " ".join(map(str, sorted(own))) == stated[f"seat {seat}"]
    assert list(match.state.monte) == pack[36:]


def test_the_paper_s_seal_is_the_short_form_of_the_example() -> None:
    text = PAPER.read_text(encoding="utf-8")
    assert f"Deal sealed: {short_seal(GOLDEN_SEAL)} …" in text
    assert f'--sealed "{short_seal(GOLDEN_SEAL)}"' in text
    assert short_seal(GOLDEN_SEAL).replace(" ", "") == GOLDEN_SEAL[:SHORT_SEAL]


def changed(field: str) -> DealTerms:
    """The terms with one field otherwise."""
    others: dict[str, Any] = {
        "table": 13,
        "number": 2,
        "game": "calidruno",
        "rules_version": 2,
        "options": {**TERMS.options, "target": "21"},
        "dealer": Seat(0),
        "joins": (*TERMS.joins[:2], 1),
        "start": TERMS.start + 1,
    }
    return replace(TERMS, **{field: others[field]})


@pytest.mark.parametrize("field", [field.name for field in fields(DealTerms)])
def test_each_of_the_terms_makes_another_deal(field: str) -> None:
    assert match_seed(SERVER_SEED, changed(field)) != match_seed(SERVER_SEED, TERMS)


def test_the_order_in_which_options_are_stored_makes_no_difference() -> None:
    options = dict(sorted(TERMS.options.items(), reverse=True))
    assert list(options) != list(TERMS.options)
    assert replace(TERMS, options=options).text() == TERMS.text()


def test_who_sat_down_last_turns_the_deal_but_cannot_aim_it() -> None:
    """Of a hundred presses each gives another first card, as often as chance would."""
    firsts = [
        Rng(match_seed(SERVER_SEED, replace(TERMS, joins=(*TERMS.joins[:2], press)))).shuffled(PACK)[0]
        for press in range(1, 101)
    ]
    assert len(set(firsts)) > 30


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_server_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_to(bytes(length))
    with pytest.raises(ValueError, match="32 bytes"):
        match_seed(bytes(length), TERMS)


def test_a_seal_is_the_hash_of_letters_and_seed() -> None:
    assert commitment_to(bytes(32)) == hashlib.sha256(b"calidruno pact 1" + bytes(32)).hexdigest()
    assert commitment_to(bytes(32)) != hashlib.sha256(bytes(32)).hexdigest()


def test_a_match_that_is_printed_tells_no_seed_and_no_hand() -> None:
    match = Match.start(RULES, RULES.presets["seed"], 3, SERVER_SEED)
    told = repr(match)
    assert "seed" not in told
    assert str(match.state.hands[0]) not in told

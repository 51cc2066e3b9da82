"""``python -m games.verify``: a true match passes, and whatever is changed in its file is found."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Match, Outcome, PlayedMove, Seat, encode_options
from games.core.fairness import DealTerms, commitment_to, match_seed, short_seal
from games.proof import PROOF_BYTES_MAX, Proof, UnusableProofError
from games.registry import BY_KEY, GAMES
from games.verify import RIGHT, UNUSABLE, WRONG, Check, findings, is_right, main
from tests.games.playouts import AnyGame, all_settings, fewest_seats, random_plies

SERVER_SEED = bytes(range(100, 132))
JOINS = (1401234567890123456, 1401234599999999999, 1401234600000000001, 0, 0, 0)

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.info.key) for game in GAMES])


def proof_of(game: AnyGame, options: Any, most: int = 6_000, taste: int = 3) -> Proof:
    """The proof of a random match, broken off after ``most`` moves if it is not over by then."""
    seats = fewest_seats(game, options)
    info = game.info
    terms = DealTerms(
        12, 3, info.key, info.rules_version, encode_options(options), Seat(1), JOINS[:seats], 1401234700000000001
    )
    seed = match_seed(SERVER_SEED, terms)
    match = Match.start(game, options, seats, seed, Seat(1))
    moves: list[PlayedMove] = []
    for ply in random_plies(match, random.Random(taste), most):
        moves.append(PlayedMove(ply.seat, game.encode_move(ply.move)))
        match = ply.after
    outcome = match.outcome
    return Proof(
        terms,
        commitment_to(SERVER_SEED),
        SERVER_SEED,
        seed,
        tuple(moves),
        outcome is None,
        outcome or Outcome("ended", ()),
    )


CALIDRUNO = proof_of(BY_KEY["calidruno"], BY_KEY["calidruno"].presets["seed"])
BROKEN_OFF = proof_of(BY_KEY["kalooki"], BY_KEY["kalooki"].presets["seed"], most=30)


def written(tmp_path: Path, content: str | bytes) -> str:
    path = tmp_path / "match.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def without(name: str) -> str:
    """A proof that lacks a field."""
    fields: dict[str, Any] = json.loads(CALIDRUNO.to_json())
    del fields[name]
    return json.dumps(fields)


def with_fields(proof: Proof = CALIDRUNO, **changes: Any) -> str:
    """A proof with other values."""
    return json.dumps({**json.loads(proof.to_json()), **changes})


@pytest.mark.parametrize(("name", "game", "options"), all_settings())
def test_a_true_match_of_every_game_passes(name: str, game: AnyGame, options: Any) -> None:
    del name
    proof = proof_of(game, options)
    assert Proof.from_json(proof.to_json()) == proof
    found = list(findings(proof))
    assert [finding.check for finding in found] == list(Check)
    assert all(finding.right for finding in found), found


def test_the_command_says_what_it_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, CALIDRUNO.to_json())
    assert main([file]) == RIGHT
    told = capsys.readouterr().out
    assert told.startswith("calidruno, match 3 at table 12\n")
    for check in Check:
        assert f"  right {check.value}:" in told
    assert f"{len(CALIDRUNO.moves)} moves" in told
    assert "went_out" in told
    assert f"before the deal: {short_seal(CALIDRUNO.commitment)}\n" in told
    assert "WRONG" not in told


@pytest.mark.parametrize("seen", [CALIDRUNO.commitment, f"{short_seal(CALIDRUNO.commitment).upper()} …"])
def test_the_seal_that_one_saw_is_compared_however_it_was_noted(tmp_path: Path, seen: str) -> None:
    assert main([written(tmp_path, CALIDRUNO.to_json()), "--sealed", seen]) == RIGHT


def test_another_seal_than_one_saw_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = commitment_to(bytes(32))
    assert main([written(tmp_path, CALIDRUNO.to_json()), "--sealed", other]) == WRONG
    told = capsys.readouterr().out
    assert f"WRONG seal:        you saw {other}, the file has {CALIDRUNO.commitment}" in told
    assert told.endswith("This match is NOT what it claims to be.\n")


@pytest.mark.parametrize("seen", ["", "3fa9", "no seal at all, sorry", "g" * 16, "a" * 65])
def test_what_is_no_seal_is_not_compared(tmp_path: Path, seen: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([written(tmp_path, CALIDRUNO.to_json()), "--sealed", seen])
    assert ended.value.code == UNUSABLE
    assert "a seal has 16 to 64 hexadecimal digits" in capsys.readouterr().err


OTHER_SEED = bytes(32).hex()
TAMPERED: dict[str, dict[str, Any]] = {
    "table": {"table": 13},
    "match": {"match": 4},
    "game": {"game": "kalooki"},
    "options": {"options": {**CALIDRUNO.terms.options, "grace_s": 4}},
    "dealer": {"dealer": 0},
    "nobody deals": {"dealer": None},
    "joins": {"joins": ["1401234567890123457", "1401234599999999999"]},
    "joins exchanged": {"joins": ["1401234599999999999", "1401234567890123456"]},
    "one more seat": {"joins": ["1401234567890123456", "1401234599999999999", "0"]},
    "start": {"start": "0"},
    "commitment": {"commitment": OTHER_SEED},
    "server_seed": {"server_seed": OTHER_SEED},
    "server_seed with its commitment": {"server_seed": OTHER_SEED, "commitment": commitment_to(bytes(32))},
    "match_seed": {"match_seed": OTHER_SEED},
    "broken_off": {"broken_off": True},
    "winner": {"outcome": {"reason": "went_out", "places": [1, 1], "points": []}},
    "reason": {"outcome": {"reason": "void", "places": list(CALIDRUNO.outcome.places), "points": []}},
    "points": {"outcome": {"reason": "went_out", "places": list(CALIDRUNO.outcome.places), "points": [0, 1]}},
    "a move less": {"moves": [list(move) for move in CALIDRUNO.moves[:-1]]},
    "a move more": {"moves": [*map(list, CALIDRUNO.moves), [0, "draw"]]},
    "no moves": {"moves": []},
    "no such move": {"moves": [[0, "abracadabra"]]},
    "moves of the other": {"moves": [[seat and 1 - seat, text] for seat, text in CALIDRUNO.moves]},
}


@pytest.mark.parametrize("changes", [pytest.param(changes, id=name) for name, changes in TAMPERED.items()])
def test_whatever_is_changed_is_found(
    tmp_path: Path, changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written(tmp_path, with_fields(**changes))]) == WRONG
    told = capsys.readouterr().out
    assert told.count("  WRONG ") >= 1
    assert told.endswith("This match is NOT what it claims to be.\n")


@pytest.mark.parametrize("at", range(len(CALIDRUNO.moves)))
def test_a_move_that_was_not_played_is_found(at: int) -> None:
    """Each move in turn is replaced by one of another card: it was not to be played, or the match ends otherwise."""
    seat, _ = CALIDRUNO.moves[at]
    moves = [*CALIDRUNO.moves[:at], PlayedMove(seat, "W4"), *CALIDRUNO.moves[at + 1 :]]
    assert not is_right(replace(CALIDRUNO, moves=tuple(moves)))


def test_every_field_but_the_format_has_been_tampered_with() -> None:
    tampered = {name for changes in TAMPERED.values() for name in changes}
    assert tampered | {"format", "rules_version"} == set(json.loads(CALIDRUNO.to_json()))


def test_a_match_that_was_broken_off_passes_as_far_as_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert BROKEN_OFF.broken_off
    assert main([written(tmp_path, BROKEN_OFF.to_json())]) == RIGHT
    assert "broken off (ended); by the rules it was not over yet" in capsys.readouterr().out
    assert not is_right(replace(BROKEN_OFF, broken_off=False))


def test_another_version_of_the_rules_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = replace(CALIDRUNO, terms=replace(CALIDRUNO.terms, rules_version=99))
    proof = replace(proof, match_seed=match_seed(SERVER_SEED, proof.terms))
    file = written(tmp_path, proof.to_json())
    assert main([file]) == UNUSABLE
    told = capsys.readouterr()
    version = BY_KEY["calidruno"].info.rules_version
    assert f"version 99 of the rules of calidruno; this program has version {version}" in told.err
    assert told.out.count("  right ") == 2, "seal and seed need no rules"


@pytest.mark.parametrize("changes", [{"rules_version": 99}, {"game": "poker"}])
def test_rules_that_are_not_here_excuse_no_wrong_seed(
    tmp_path: Path, changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written(tmp_path, with_fields(**changes))]) == WRONG
    assert "The rest cannot be checked" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"hand_size": 9}, "unknown option"),
        ({"grace_s": "3"}, "cannot be"),
        ({"grace_s": 99}, "cannot be"),
        # With options that may be named or not, a dealer could choose among many seeds for one and the same match.
        ({name: value for name, value in CALIDRUNO.terms.options.items() if name != "grace_s"}, "grace_s is not named"),
        ({}, "is not named"),
    ],
)
def test_options_that_there_are_not_are_found(options: dict[str, Any], why: str) -> None:
    terms = replace(CALIDRUNO.terms, options=options)
    found = list(findings(replace(CALIDRUNO, terms=terms, match_seed=match_seed(SERVER_SEED, terms))))
    assert (found[-1].check, found[-1].right) == (Check.DEAL, False)
    assert why in found[-1].detail


def test_nobody_is_chosen_to_deal_the_first_match_of_a_table() -> None:
    """Else whoever deals could choose among as many seeds as there are seats."""
    terms = replace(CALIDRUNO.terms, number=1)
    found = list(findings(replace(CALIDRUNO, terms=terms, match_seed=match_seed(SERVER_SEED, terms))))
    assert (found[-1].check, found[-1].right) == (Check.DEAL, False)
    assert "dealer is drawn" in found[-1].detail


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("ended", (), (500, 0)),
        Outcome("ended", (1, 2, 3)),
        Outcome("forfeit", (1, 1)),
        Outcome("forfeit", (2, 2)),
    ],
)
def test_nobody_has_points_or_a_ranking_in_a_match_that_was_broken_off(outcome: Outcome) -> None:
    """Nothing in the moves could show that; but one who stayed while all others left has won."""
    assert len(BROKEN_OFF.terms.joins) == 2
    assert is_right(replace(BROKEN_OFF, outcome=Outcome("forfeit", (2, 1))))
    found = list(findings(replace(BROKEN_OFF, outcome=outcome)))
    assert (found[-1].check, found[-1].right) == (Check.OUTCOME, False)


UNREADABLE: dict[str, str | bytes] = {
    "empty": "",
    "no JSON": "calidruno",
    "no object": "[1, 2]",
    "another file": '{"format": "something else"}',
    "no text": b"\xff\xfe\x00",
    "deep": "[" * 100_000,
    "a long number": with_fields(table=0).replace('"table": 0', f'"table": {"9" * 10_000}'),
    "a field twice": CALIDRUNO.to_json().replace('"match"', '"match": 1, "match"'),
    "no number": with_fields(table=float("nan")),
    "a field too many": with_fields(players=["Anna", "Bruno"]),
    "too long": " " * (PROOF_BYTES_MAX + 1),
    **{f"no {name}": without(name) for name in json.loads(CALIDRUNO.to_json())},
}
OF_A_WRONG_KIND: dict[str, Any] = {
    "format": 1,
    "table": "12",
    "match": -1,
    "game": "",
    "rules_version": 1.5,
    "options": [],
    "dealer": 2,
    "joins": [14],
    "start": "+5",
    "commitment": "3fa9",
    "server_seed": OTHER_SEED.upper().replace("0", "F"),
    "match_seed": None,
    "broken_off": "no",
    "outcome": {"reason": "went_out"},
    "moves": [[0]],
}
KINDS = [
    *OF_A_WRONG_KIND.items(),
    ("options", {"grace_s": True}),
    ("options", {"grace_s": [3]}),
    ("joins", "12"),
    ("joins", ["18446744073709551616"]),
    ("start", 5),
    ("moves", [[7, "draw"]]),
    ("moves", [[0, 1]]),
    ("moves", {"0": "draw"}),
]


@pytest.mark.parametrize("content", [pytest.param(content, id=name) for name, content in UNREADABLE.items()])
def test_what_is_no_proof_is_refused_with_a_reason(
    tmp_path: Path, content: str | bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, content)
    assert main([file]) == UNUSABLE
    told = capsys.readouterr()
    assert told.err.startswith(f"{file} cannot be checked: it ") or "field" in told.err or "number" in told.err
    assert told.out == ""


@pytest.mark.parametrize(("name", "value"), KINDS)
def test_a_field_of_a_wrong_kind_is_named(name: str, value: Any) -> None:
    with pytest.raises(UnusableProofError, match=name.removesuffix("s")):
        Proof.from_json(with_fields(**{name: value}))


@pytest.mark.parametrize("places", [[True], [1.5], ["1"], 1])
def test_places_are_numbers(places: Any) -> None:
    with pytest.raises(UnusableProofError, match="places"):
        Proof.from_json(with_fields(outcome={"reason": "went_out", "places": places, "points": []}))


def test_every_field_has_been_of_a_wrong_kind() -> None:
    assert set(OF_A_WRONG_KIND) == set(json.loads(CALIDRUNO.to_json()))


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nothing.json")]) == UNUSABLE
    assert "cannot be checked: it cannot be read: No such file" in capsys.readouterr().err
    assert main([str(tmp_path)]) == UNUSABLE


def any_text(game: AnyGame) -> st.SearchStrategy[str]:
    """Texts of moves: true ones, and what nobody would write."""
    true = [text for _, text in proof_of(game, next(iter(game.presets.values())), most=60).moves]
    letters = "".join(sorted(set("".join(true)))) + "é \x00-"
    return st.one_of(st.sampled_from(true), st.text(letters, max_size=12), st.text(max_size=5))


@every_game
def test_no_moves_make_the_check_itself_fail(game: AnyGame) -> None:
    proof = proof_of(game, next(iter(game.presets.values())), most=0)
    seats = st.one_of(st.none(), st.integers(0, len(proof.terms.joins) - 1).map(Seat))

    @given(st.lists(st.builds(PlayedMove, seats, any_text(game)), max_size=12))
    def check(moves: list[PlayedMove]) -> None:
        found = list(findings(replace(proof, moves=tuple(moves))))
        assert found[-1].check in {Check.MOVES, Check.OUTCOME}

    check()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), lambda x: st.lists(x, max_size=3)))
def test_no_value_makes_the_reader_itself_fail(value: Any) -> None:
    for name in OF_A_WRONG_KIND:
        try:
            list(findings(Proof.from_json(with_fields(**{name: value}))))
        except UnusableProofError:
            continue


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games.verify", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_the_command_runs_and_needs_neither_bot_nor_database(tmp_path: Path) -> None:
    done = run(written(tmp_path, CALIDRUNO.to_json()))
    assert (done.returncode, done.stderr) == (RIGHT, "")
    assert "Everything is as the file says." in done.stdout
    assert run(written(tmp_path, without("moves"))).returncode == UNUSABLE
    loaded = (
        "import sys, games.verify; print([m for m in sys.modules if m.split('.')[0] in ('bot', 'data', 'discord')])"
    )
    found = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True, timeout=60)
    assert found.stdout == "[]\n"

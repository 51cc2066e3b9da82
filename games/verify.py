"""``python -m games.verify FILE``: was a match dealt from the seed that was sealed before it, and played by the rules?

Nothing is asked but the file and these rules: no network, no database, no bot. The exit code is 0 if everything is
right, 1 if something is not as the file says, 2 if the file cannot be checked.
"""

from __future__ import annotations

import argparse
import hmac
import re
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from games.core import Match, Outcome, RulesError, decode_options, encode_options
from games.core.fairness import SHORT_SEAL, DealTerms, commitment_to, match_seed, short_seal
from games.proof import PROOF_BYTES_MAX, Proof, UnusableProofError
from games.registry import BY_KEY

RIGHT, WRONG, UNUSABLE = 0, 1, 2
DESCRIPTION = """Checks a match that is over: that its seed is the one that was sealed before the deal, and that deal,
moves and outcome follow from it. Exit code 0: everything is right; 1: something is not; 2: it cannot be checked."""


class Check(Enum):
    """What is checked of a match, in this order."""

    COMMITMENT = "commitment"
    """The server seed is the one that was sealed."""
    MATCH_SEED = "match seed"
    """The seed of the match is made from it and the terms, and from nothing else."""
    DEAL = "deal"
    """The game can be dealt so."""
    MOVES = "moves"
    """Every move is one that the rules allow with these cards."""
    OUTCOME = "outcome"
    """The match ended as they make it end."""


class Finding(NamedTuple):
    """What a check found: whether it is right, and what was compared, in English."""

    check: Check
    right: bool
    detail: str


def findings(proof: Proof) -> Iterator[Finding]:
    """All checks of a proof, as far as they can be done: what follows from a wrong seed is not looked at.

    Raises:
        UnusableProofError: if these rules are not those that the match was played by, before anything is found wrong
            or right that depends on them.
    """
    yield _commitment(proof)
    seed = _match_seed(proof)
    yield seed
    _check_rules(proof)
    if seed.right:
        yield from _played_over(proof)


def is_right(proof: Proof) -> bool:
    """Whether every check finds what the proof says.

    Raises:
        UnusableProofError: see ``findings``.
    """
    return all(finding.right for finding in findings(proof))


def _commitment(proof: Proof) -> Finding:
    found = commitment_to(proof.server_seed)
    right = hmac.compare_digest(found, proof.commitment)
    hashed = f"the revealed seed hashes to {found}"
    return Finding(Check.COMMITMENT, right, hashed if right else f"{hashed}, but {proof.commitment} was sealed")


def _match_seed(proof: Proof) -> Finding:
    found = match_seed(proof.server_seed, proof.terms)
    if hmac.compare_digest(found, proof.match_seed):
        return Finding(Check.MATCH_SEED, True, f"seed and terms give {found.hex()}")
    detail = f"seed and terms give {found.hex()}, but the file says {proof.match_seed.hex()}"
    return Finding(Check.MATCH_SEED, False, detail)


def _check_rules(proof: Proof) -> None:
    terms = proof.terms
    game = BY_KEY.get(terms.game)
    if game is None:
        raise UnusableProofError(f"there is no game {terms.game!r} here")
    if terms.rules_version != game.info.rules_version:
        raise UnusableProofError(
            f"the match was played by version {terms.rules_version} of the rules of {terms.game}; "
            f"this program has version {game.info.rules_version}. Take the release that has the other one"
        )


def _played_over(proof: Proof) -> Iterator[Finding]:
    """Deal and play the whole match over."""
    terms = proof.terms
    game = BY_KEY[terms.game]
    try:
        options = decode_options(game.options_type, terms.options)
        _check_terms(terms, encode_options(options))
        match = Match.start(game, options, len(terms.joins), proof.match_seed, terms.dealer)
    except ValueError as error:
        yield Finding(Check.DEAL, False, f"it cannot be dealt: {error}")
        return
    yield Finding(Check.DEAL, True, f"{len(terms.joins)} seats, dealt anew from that seed")
    for played in proof.moves:
        try:
            match, _ = match.play(played.seat, game.decode_move(played.text))
        except RulesError as error:
            who = "the table" if played.seat is None else f"seat {played.seat}"
            detail = f"move {match.ply + 1} ({played.text!r} by {who}) is not possible: {error}"
            yield Finding(Check.MOVES, False, detail)
            return
    yield Finding(Check.MOVES, True, f"{len(proof.moves)} moves, each one allowed by the rules with these cards")
    yield _outcome(proof, match.outcome)


def _check_terms(terms: DealTerms, options: Mapping[str, object]) -> None:
    """The terms of one match can be written in one way only. Else whoever deals could choose among several seeds when
    the presses are known already.

    Raises:
        ValueError: if these are not written so.
    """
    for name in options:
        if name not in terms.options:
            raise ValueError(f"option {name} is not named")
    if terms.number == 1 and terms.dealer is not None:
        raise ValueError("the first match of a table has none before it: its dealer is drawn")


def _outcome(proof: Proof, found: Outcome | None) -> Finding:
    said = proof.outcome
    if proof.broken_off:
        right = found is None and _may_be_broken_off_so(said, len(proof.terms.joins))
        detail = f"broken off ({said.reason}); by the rules it was " + ("over already" if found else "not over yet")
        if found is None and not right:
            detail = (
                f"nobody has points or a ranking in a match that was broken off, but the file says {_in_words(said)}"
            )
    else:
        right = found is not None and _agrees(found, said)
        detail = f"it ended as the file says: {_in_words(found)}"
        if not right:
            detail = f"the file says {_in_words(said)}, but it ended so: {_in_words(found)}"
    return Finding(Check.OUTCOME, right, detail)


def _may_be_broken_off_so(said: Outcome, seats: int) -> bool:
    """Nobody has won, or the one who stayed when all others had left. Who did that is not in the moves."""
    one_stayed = sorted(said.places) == [1, *[2] * (seats - 1)]
    return not said.points and (not said.places or one_stayed)


def _agrees(found: Outcome, said: Outcome) -> bool:
    """A file may say less than there is, where whoever wrote it did not have these rules."""
    return found.reason == said.reason and said.places in (found.places, ()) and said.points in (found.points, ())


def _in_words(outcome: Outcome | None) -> str:
    if outcome is None:
        return "not over yet"
    parts = [outcome.reason]
    if outcome.places:
        parts.append(f"places {', '.join(map(str, outcome.places))}")
    if outcome.points:
        parts.append(f"points {', '.join(map(str, outcome.points))}")
    return "; ".join(parts)


def read_proof(path: Path) -> Proof:
    """The proof in a file.

    Raises:
        UnusableProofError: if there is none that can be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(PROOF_BYTES_MAX + 1)
    except OSError as error:
        raise UnusableProofError(f"it cannot be read: {error.strerror}") from None
    if len(content) > PROOF_BYTES_MAX:
        raise UnusableProofError("it is larger than any match")
    try:
        return Proof.from_json(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise UnusableProofError("it is no text") from None


def main(arguments: list[str] | None = None) -> int:
    """Check the file that the command line names, and tell plainly what was compared; returns the exit code."""
    parser = argparse.ArgumentParser("python -m games.verify", description=DESCRIPTION)
    parser.add_argument("file", type=Path, help="the file that /verify gave")
    parser.add_argument("--sealed", type=_seen_seal, metavar="HEX", help="the seal that you saw before the match")
    asked = parser.parse_args(arguments)
    try:
        return _report(read_proof(asked.file), asked.sealed)
    except UnusableProofError as error:
        print(f"{asked.file} cannot be checked: {error}.", file=sys.stderr)
        return UNUSABLE


def _seen_seal(text: str) -> str:
    """A seal as somebody typed it: with spaces or without, whole or its first digits."""
    digits = "".join(text.split()).rstrip("…").lower()
    if not re.fullmatch(rf"[0-9a-f]{{{SHORT_SEAL},64}}", digits):
        raise argparse.ArgumentTypeError(f"a seal has {SHORT_SEAL} to 64 hexadecimal digits")
    return digits


def _report(proof: Proof, seen: str | None) -> int:
    """Print what is checked. What these rules cannot judge is no excuse for what is wrong without them.

    Raises:
        UnusableProofError: see ``findings``.
    """
    terms, wrong = proof.terms, False
    print(f"{terms.game}, match {terms.number} at table {terms.table}")
    if seen is not None:
        wrong = not proof.commitment.startswith(seen)
        _line("seal", not wrong, f"you saw {seen}, the file has {proof.commitment}")
    try:
        for finding in findings(proof):
            wrong = wrong or not finding.right
            _line(finding.check.value, finding.right, finding.detail)
    except UnusableProofError as error:
        if not wrong:
            raise
        print(f"  The rest cannot be checked: {error}.")
    if wrong:
        print("This match is NOT what it claims to be.")
        return WRONG
    print("Everything is as the file says.")
    if seen is None:
        print(f"The table must have shown before the deal: {short_seal(proof.commitment)}")
    return RIGHT


def _line(what: str, right: bool, detail: str) -> None:
    print(f"  {'right' if right else 'WRONG':<6}{what + ':':<12} {detail}")


if __name__ == "__main__":
    sys.exit(main())

"""The proof of a match: one small JSON file with all that is needed to deal and play it over.

It names no person. A seat is a number, and how its person came to it is known by the id of a press alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from games.core.fairness import SERVER_SEED_BYTES, DealTerms
from games.core.game import Outcome, Seat
from games.core.match import PlayedMove

FORMAT: Final = "calidruno match 1"
PROOF_BYTES_MAX: Final = 4_000_000
"""Far more than any match has; a bigger file is not read."""
_ID_MAX: Final = (1 << 64) - 1
_NUMBER_MAX: Final = (1 << 53) - 1


class UnusableProofError(ValueError):
    """This is no proof of a match, or one that nobody can read; the message says why."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything about one match that is over.

    Attributes:
        commitment: what was shown before the deal, hexadecimal.
        server_seed: what the commitment binds to.
        match_seed: what the match was dealt from.
        broken_off: whether it ended otherwise than by its rules: the table was closed, or all but one had left.
        outcome: how it ended; where it was broken off, ``reason`` is the table's and ``places`` may be empty.
    """

    terms: DealTerms
    commitment: str
    server_seed: bytes = field(repr=False)
    match_seed: bytes = field(repr=False)
    moves: tuple[PlayedMove, ...]
    broken_off: bool
    outcome: Outcome

    def to_json(self) -> str:
        """The file's text: a line for each field and each move. Ids are strings, as many languages have no integers
        so large."""
        terms, outcome = self.terms, self.outcome
        head: dict[str, Any] = {
            "format": FORMAT,
            "table": terms.table,
            "match": terms.number,
            "game": terms.game,
            "rules_version": terms.rules_version,
            "options": dict(sorted(terms.options.items())),
            "dealer": terms.dealer,
            "joins": [str(join) for join in terms.joins],
            "start": str(terms.start),
            "commitment": self.commitment,
            "server_seed": self.server_seed.hex(),
            "match_seed": self.match_seed.hex(),
            "broken_off": self.broken_off,
            "outcome": {"reason": outcome.reason, "places": list(outcome.places), "points": list(outcome.points)},
        }
        fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
        moves = ",\n".join(f"    {json.dumps(list(move))}" for move in self.moves)
        fields.append(f'  "moves": [\n{moves}\n  ]' if self.moves else '  "moves": []')
        return "{\n" + ",\n".join(fields) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Proof:
        """The proof in a file's text. What it says may be wrong; that is for ``games.verify`` to find out.

        Raises:
            UnusableProofError: if a field is missing, unknown or of a wrong kind.
        """
        try:
            found = json.loads(text, object_pairs_hook=_without_doubles, parse_int=_small_int, parse_constant=_refuse)
        except UnusableProofError:
            raise
        except (ValueError, RecursionError) as error:
            raise UnusableProofError(f"it is no JSON: {error}") from None
        if not isinstance(found, dict) or cast("dict[str, Any]", found).get("format") != FORMAT:
            raise UnusableProofError(f'it is no proof of a match: "format" is not "{FORMAT}"')
        fields = _Fields(cast("dict[str, Any]", found))
        del fields.values["format"]
        joins = fields.joins("joins")
        proof = cls(
            terms=DealTerms(
                table=fields.count("table"),
                number=fields.count("match"),
                game=fields.word("game"),
                rules_version=fields.count("rules_version"),
                options=fields.options("options"),
                dealer=fields.seat("dealer", len(joins)),
                joins=joins,
                start=fields.press_id("start", fields.take("start")),
            ),
            commitment=fields.hexadecimal("commitment").hex(),
            server_seed=fields.hexadecimal("server_seed"),
            match_seed=fields.hexadecimal("match_seed"),
            moves=fields.moves("moves", len(joins)),
            broken_off=fields.flag("broken_off"),
            outcome=fields.outcome("outcome"),
        )
        if fields.values:
            raise UnusableProofError(f"a proof has no field {next(iter(fields.values))!r}")
        return proof


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two fields with one name it would depend on the reader which one counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise UnusableProofError("a field stands there twice")
    return found


def _small_int(text: str) -> int:
    if len(text) > 16 or abs(int(text)) > _NUMBER_MAX:
        raise UnusableProofError("a number is too large")
    return int(text)


def _refuse(name: str) -> object:
    raise UnusableProofError(f"{name} is no number")


@dataclass(frozen=True, slots=True)
class _Fields:
    """What was read of a proof, each field taken once and of the kind that it should be."""

    values: dict[str, Any]

    def take(self, name: str) -> Any:
        if name not in self.values:
            raise UnusableProofError(f"the field {name!r} is missing")
        return self.values.pop(name)

    def count(self, name: str) -> int:
        return _checked(name, self.take(name), _is_count, "a whole number from 0")

    def word(self, name: str) -> str:
        return _checked(name, self.take(name), _is_word, "a word")

    def flag(self, name: str) -> bool:
        return _checked(name, self.take(name), lambda value: isinstance(value, bool), "true or false")

    def hexadecimal(self, name: str) -> bytes:
        digits = 2 * SERVER_SEED_BYTES
        text = _checked(name, self.take(name), lambda value: _is_hex(value, digits), f"{digits} hexadecimal digits")
        return bytes.fromhex(text)

    def press_id(self, name: str, value: object) -> int:
        text: str = _checked(name, value, _is_press_id, "an id as a string of digits")
        return int(text)

    def joins(self, name: str) -> tuple[int, ...]:
        return tuple(self.press_id(name, value) for value in self._list(name, self.take(name)))

    def seat(self, name: str, seats: int) -> Seat | None:
        value = self.take(name)
        return None if value is None else _checked(name, value, lambda seat: _is_seat(seat, seats), "null or a seat")

    def options(self, name: str) -> Mapping[str, str | int]:
        found: dict[str, Any] = _checked(name, self.take(name), lambda value: isinstance(value, dict), "an object")
        for value in found.values():
            _checked(name, value, lambda value: isinstance(value, str) or _is_count(value), "words and numbers")
        return found

    def moves(self, name: str, seats: int) -> tuple[PlayedMove, ...]:
        moves: list[PlayedMove] = []
        for value in self._list(name, self.take(name)):
            pair = self._list(name, value)
            if len(pair) != 2 or not (pair[0] is None or _is_seat(pair[0], seats)) or not isinstance(pair[1], str):
                raise UnusableProofError(f"move {len(moves) + 1} is not a pair of a seat (or null) and a move")
            moves.append(PlayedMove(None if pair[0] is None else Seat(pair[0]), pair[1]))
        return tuple(moves)

    def outcome(self, name: str) -> Outcome:
        found: object = self.take(name)
        if not isinstance(found, dict) or set(cast("dict[str, Any]", found)) != {"reason", "places", "points"}:
            raise UnusableProofError(f"{name!r} has not just a reason, places and points")
        parts = _Fields(cast("dict[str, Any]", found))
        return Outcome(parts.word("reason"), parts._numbers("places"), parts._numbers("points"))

    def _numbers(self, name: str) -> tuple[int, ...]:
        found = self._list(name, self.take(name))
        return tuple(_checked(name, value, lambda value: type(value) is int, "whole numbers") for value in found)

    def _list(self, name: str, value: object) -> list[Any]:
        return _checked(name, value, lambda value: isinstance(value, list), "a list")


def _checked(name: str, value: Any, right: Callable[[Any], bool], kind: str) -> Any:
    if not right(value):
        raise UnusableProofError(f"{name!r} is not {kind}")
    return value


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_seat(value: object, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable() and " " not in value and value != ""


def _is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and set(value) <= set("0123456789abcdef")


def _is_press_id(value: object) -> bool:
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20):
        return False
    return str(int(value)) == value and int(value) <= _ID_MAX

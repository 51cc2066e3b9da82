"""Deals that are sealed before anybody joins: their secrets, the seeds made from them, and the proof afterwards."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.tables.ledger import storing
from bot.tables.live import broken_off
from data.records import MatchId, MatchRecord, MoveRecord, Pact
from data.store import Store
from games.core import Match, Outcome, PlayedMove, Seat, decode_options
from games.core.fairness import SERVER_SEED_BYTES, DealTerms, commitment_to, match_seed
from games.proof import Proof, UnusableProofError
from games.registry import BY_KEY
from games.verify import is_right

log = logging.getLogger(__name__)


class Deals:
    """Where the chance of all matches comes from."""

    def pact(self) -> Pact:
        """A secret that nobody can guess, and what may be shown of it."""
        server_seed = secrets.token_bytes(SERVER_SEED_BYTES)
        return Pact(commitment_to(server_seed), server_seed)

    def seed(self, pact: Pact, terms: DealTerms) -> bytes:
        """The seed of a match on these terms."""
        return match_seed(pact.server_seed, terms)


def terms_of(match: MatchRecord) -> DealTerms:
    """What the seed of a match is made from besides the secret."""
    return DealTerms(
        table=match.table_id,
        number=match.number,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        dealer=None if match.dealer is None else Seat(match.dealer),
        joins=match.joins,
        start=match.start_id,
    )


class CheckedMatch(NamedTuple):
    """A match that is over, with its proof and what the bot's own check of it says.

    Attributes:
        proof: None for a match that began before deals were sealed.
        right: None if that cannot be said here, because the rules have changed since.
    """

    match: MatchRecord
    proof: Proof | None
    right: bool | None


async def checked_match(store: Store, match_id: MatchId) -> CheckedMatch | None:
    """Take a match that is over from the journal and check it; None as long as it is played, or if there is none.

    Raises:
        RefusedError: if it could not be read.
    """
    found = await storing(store.match(match_id))
    if found is None or found[0].finished_at is None:
        return None
    match, moves = found
    pact = await storing(store.revealed(match_id))
    if pact is None:
        return CheckedMatch(match, None, None)
    # A long match takes a while, and others are playing.
    return await asyncio.to_thread(_checked, match, moves, pact)


def _checked(match: MatchRecord, moves: Sequence[MoveRecord], pact: Pact) -> CheckedMatch:
    played = tuple(PlayedMove(None if move.seat is None else Seat(move.seat), move.move) for move in moves)
    early = broken_off(match.outcome or "", len(match.players))
    proof = Proof(
        terms=terms_of(match),
        commitment=pact.commitment,
        server_seed=pact.server_seed,
        match_seed=match.seed,
        moves=played,
        broken_off=early is not None,
        outcome=early or _outcome(match, played),
    )
    try:
        right = is_right(proof)
    except UnusableProofError:
        right = None
    if right is False:
        log.error("match %s does not fit what was sealed before it", match.id)
    return CheckedMatch(match, proof, right)


def _outcome(match: MatchRecord, moves: Iterable[PlayedMove]) -> Outcome:
    """How a match ended, as fully as is known: of one by other rules than the present ones only the reason is."""
    reason = match.outcome or ""
    found: Outcome | None = None
    game = BY_KEY.get(match.game)
    if game is not None and game.info.rules_version == match.rules_version:
        with suppress(ValueError):  # then the proof is found wrong
            options = decode_options(game.options_type, match.options)
            found = Match.replay(game, options, len(match.players), match.seed, terms_of(match).dealer, moves).outcome
    return found if found is not None and found.reason == reason else Outcome(reason, ())

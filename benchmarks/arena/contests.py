"""What is played in each game: how a deal is mirrored, when it is over, and what counts as winning it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.arena.contestants import Contestant
from benchmarks.arena.play import Forced, Played, play
from games.briscola.moves import HandCounted
from games.briscola.result import zero_sum_stakes
from games.calabresella.moves import AllPassed as RoundPassed
from games.calabresella.moves import Bid, Pass, RoundCounted
from games.calabresella.terms import AUCTION, Contract
from games.core import Match, Seat
from games.core.match import AnyGame
from games.kalooki.moves import HandClosed, HandVoid, TurnedOver
from games.registry import BY_KEY

AS_DEALT = "auction"


class Score(NamedTuple):
    """One game for contestant A: won or not, points (see each contest), and further shares to be averaged."""

    won: float
    points: float
    more: dict[str, float]


class Seating(NamedTuple):
    """Where contestant A sits, and who plays the contract alone, if that is given."""

    ours: frozenset[int]
    alone: int | None = None


class Contest(ABC):
    """One kind of game between two kinds of player."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.game, self.options, self.seats = game, options, seats

    @property
    def fair(self) -> float:
        """The win rate of equals."""
        return 1 / self.seats

    def seatings(self) -> Iterator[Seating]:
        """The mirrored games of one deal."""
        for seat in range(self.seats):
            yield Seating(frozenset({seat}))

    def play_deal(self, seed: bytes, ours: Contestant, theirs: Contestant) -> list[Score]:
        """All games of a deal."""
        return [self._play(seed, seating, ours, theirs) for seating in self.seatings()]

    def _play(self, seed: bytes, seating: Seating, ours: Contestant, theirs: Contestant) -> Score:
        match = Match.start(self.game, self.options, self.seats, seed)
        seated = [ours if seat in seating.ours else theirs for seat in range(self.seats)]
        return self.score(play(match, seated, self.ended, self.forced(seating)), seating)

    def forced(self, seating: Seating) -> Forced | None:
        """Moves that are not left to the contestants."""
        del seating
        return None

    def ended(self, events: Sequence[Any]) -> bool:
        """Whether the deal is over before the match is."""
        del events
        return False

    @abstractmethod
    def score(self, played: Played, seating: Seating) -> Score:
        """What a game brought to A."""


class CalidrunoContest(Contest):
    """A match; points are how many cards fewer than the others A held at its end."""

    def score(self, played: Played, seating: Seating) -> Score:
        (mine,) = seating.ours
        outcome = played.match.outcome
        counts = played.match.game.observe(played.match.state, None).counts
        fewer = (sum(counts) - counts[mine]) / (self.seats - 1) - counts[mine]
        won = outcome is not None and bool(outcome.places) and outcome.places[mine] == 1
        return Score(won, fewer, {})


class KalookiContest(Contest):
    """A hand: won by who closes; points are how many fewer than the others A scored."""

    def ended(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, HandClosed | HandVoid) for event in events)

    def score(self, played: Played, seating: Seating) -> Score:
        (mine,) = seating.ours
        account = played.match.game.observe(played.match.state, None).account
        points = [line.points for line in account.lines]
        fewer = (sum(points) - points[mine]) / (self.seats - 1) - points[mine]
        in_stock = not any(isinstance(event, TurnedOver) for event in played.events)
        return Score(account.closer == mine, fewer, {"ended_in_stock": in_stock, "closed": account.closer is not None})


class BriscolaContest(Contest):
    """A hand; points are those of the option zero_sum."""

    @property
    def fair(self) -> float:
        return 0.5

    def score(self, played: Played, seating: Seating) -> Score:
        (mine,) = seating.ours
        counted = next((event for event in played.events if isinstance(event, HandCounted)), None)
        if counted is None:
            return Score(0, 0, {"void": 1})
        result = counted.result
        stakes = zero_sum_stakes(result.caller, result.partner, kept=result.kept)
        calling = {"kept_as_caller": float(result.kept), "promised": result.number} if result.caller == mine else {}
        return Score(mine in result.winners, stakes[mine], {"void": 0, "called": result.caller == mine, **calling})


class CalabresellaContest(Contest):
    """A round; points are chips per seat. With a contract given, each seat plays it alone once for A and once for B:
    the win rate is averaged over the roles. As dealt, A sits at each place and bids for itself."""

    def __init__(self, game: AnyGame, options: Any, seats: int, contract: str) -> None:
        super().__init__(game, options, seats)
        self.contract = None if contract == AS_DEALT else Contract[contract.upper()]

    @property
    def fair(self) -> float:
        return 0.5

    def seatings(self) -> Iterator[Seating]:
        if self.contract is None:
            yield from super().seatings()
            return
        for alone in range(self.seats):
            yield Seating(frozenset({alone}), alone)
            yield Seating(frozenset(range(self.seats)) - {alone}, alone)

    def forced(self, seating: Seating) -> Forced | None:
        contract = self.contract
        if contract is None:
            return None

        def call(match: Match, seat: Seat) -> Any | None:
            if match.state.phase is not AUCTION:
                return None
            return Bid(contract) if seat == seating.alone else Pass()

        return call

    def ended(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, RoundCounted | RoundPassed) for event in events)

    def score(self, played: Played, seating: Seating) -> Score:
        account = next((event.account for event in played.events if isinstance(event, RoundCounted)), None)
        if account is None:
            return Score(0.5, 0, {"all_passed": 1})
        mine = next(iter(seating.ours))
        chips = sum(account.chips[seat] for seat in seating.ours) / len(seating.ours)
        role = "alone" if account.bidder in seating.ours else "against"
        won = account.won == (account.bidder == mine)
        return Score(won, chips, {f"won_{role}": won, role: 1, "all_passed": 0})


def contest(game: str, seats: int | None, contract: str, **changes: Any) -> Contest:
    """The contest of a game, for so many seats or as many as are usual; ``changes`` are options.

    Raises:
        ValueError: if so many cannot play.
    """
    rules = BY_KEY[game]
    options = rules.options_type(**changes)
    usual = {"calidruno": 4, "kalooki": 2}.get(game, rules.info.min_seats)
    number = usual if seats is None else seats
    Match.start(rules, options, number, bytes(16))
    if game == "calabresella":
        return CalabresellaContest(rules, options, number, contract)
    kinds: dict[str, type[Contest]] = {
        "calidruno": CalidrunoContest,
        "kalooki": KalookiContest,
        "briscola": BriscolaContest,
    }
    return kinds[game](rules, options, number)

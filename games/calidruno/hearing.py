"""Reports that somebody told another what to play (CAL-39).

Anybody may report anybody at any time of a hand; one report is heard at a time. The players other than reporter and
accused vote, and more than half of all of them must find the accused guilty. The table closes the hearing after
``VERDICT_AFTER_S``; who has not voted by then has not agreed. Where the host decides, the table plays the host's word,
since the rules do not know who the host is.

A reporter must have had a turn of its own before it can report again, so that nobody can stall the others by reports.
"""

from __future__ import annotations

from games.calidruno.moves import Report, Vote
from games.calidruno.observation import Hearing
from games.calidruno.reasons import CalidrunoReason as Why
from games.calidruno.state import State
from games.core.errors import IllegalMoveError
from games.core.game import Seat

PENALTY = 4
VERDICT_AFTER_S = 60

VOTES = (Vote(guilty=True), Vote(guilty=False))
JUDGEMENTS = (Vote(guilty=True, as_host=True), Vote(guilty=False, as_host=True))


def why_no_report(state: State, reporter: Seat) -> Why | None:
    """Why the seat may report nobody now; None if it may."""
    how = state.book.options.suggestion_penalty
    if how == "off":
        return Why.REPORTS_OFF
    if state.to_act is None:
        return Why.HAND_OVER
    if how == "vote" and len(state.hands) == 2:
        return Why.REPORT_NEEDS_A_THIRD
    if state.hearing is not None:
        return Why.REPORT_RUNNING
    return Why.REPORT_AGAIN if reporter in state.barred else None


def reports(state: State, reporter: Seat) -> list[Report]:
    """All reports that the seat may make now."""
    if why_no_report(state, reporter):
        return []
    seats = [Seat(seat) for seat in range(len(state.hands))]
    return [Report(a, b) for a in seats for b in seats if reporter != a != b]


def opened(state: State, reporter: Seat, report: Report) -> State:
    """The state after a report.

    Raises:
        IllegalMoveError: if it may not be made now.
    """
    if reporter == report.accused:
        raise IllegalMoveError(Why.REPORT_ONESELF)
    if report.accused == report.advised:
        raise IllegalMoveError(Why.REPORT_SAME_SEAT)
    if why := why_no_report(state, reporter):
        raise IllegalMoveError(why)
    voters: tuple[Seat, ...] = ()
    if state.book.options.suggestion_penalty == "vote":
        voters = tuple(Seat(s) for s in range(len(state.hands)) if s not in {reporter, report.accused})
    hearing = Hearing(reporter, report.accused, report.advised, voters, ())
    return state._replace(hearing=hearing, barred=(*state.barred, reporter))


def votes(hearing: Hearing, seat: Seat) -> tuple[Vote, ...]:
    """The votes that a seat may cast."""
    return VOTES if seat in hearing.voters and all(seat != voter for voter, _ in hearing.votes) else ()


def judgements(state: State) -> tuple[Vote, ...]:
    """What the host may decide, as moves of the table."""
    return JUDGEMENTS if state.hearing and state.book.options.suggestion_penalty == "host" else ()


def voted(state: State, seat: Seat, vote: Vote) -> Hearing:
    """The hearing after a vote.

    Raises:
        IllegalMoveError: if the seat may not vote now.
    """
    hearing = state.hearing
    if hearing is None:
        raise IllegalMoveError(Why.NO_REPORT)
    if vote.as_host:
        raise IllegalMoveError(Why.PLAYERS_VOTE if hearing.voters else Why.ONLY_THE_TABLE)
    if not hearing.voters:
        raise IllegalMoveError(Why.HOST_JUDGES)
    if seat not in hearing.voters:
        raise IllegalMoveError(Why.NOT_A_VOTER)
    if vote not in votes(hearing, seat):
        raise IllegalMoveError(Why.ALREADY_VOTED)
    return hearing._replace(votes=(*hearing.votes, (seat, vote.guilty)))


def decided(hearing: Hearing) -> bool | None:
    """Whether the votes so far find the accused guilty; None while that is open."""
    guilty = sum(said for _, said in hearing.votes)
    clear = len(hearing.votes) - guilty
    if 2 * guilty > len(hearing.voters):
        return True
    return False if 2 * clear >= len(hearing.voters) else None

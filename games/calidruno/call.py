"""The word "Calidruno!": who owes it, until when it counts, and when its absence may be pointed out (CAL-26 to CAL-33).

A duty arises each time a play leaves one card and the word did not come with it. Without a head start it runs so:

- The *call* counts until the first own action of the next player to act.
- Then the *catch* opens. It closes with the first action in a later turn than the one that closed the call: drawing and
  then playing is one turn.
- If the player who owes it is also the next to act (CAL-33), both run together until that player's next action.

A head start (option ``grace_s``) comes before all that: actions are only noted, nobody can be caught, and the seat may
not go out without a word. When it ends, what was noted takes effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.calidruno.moves import Call, Catch, GraceOver, Move
from games.calidruno.reasons import CalidrunoReason as Why
from games.calidruno.state import Ending, Owed, State
from games.core.errors import IllegalMoveError
from games.core.game import Seat

CALL = Call()
PENALTY = 2  # CAL-30

Duties = tuple[Owed, ...]
Endings = tuple[Ending | None, ...]


def new_duty(duties: Duties, seat: Seat, turn: int, to_act: Seat, grace: bool) -> Duties:
    """The duties after a play that left one card in silence; one word answers all that a seat owes, so it has but
    one."""
    owed = Owed(seat, turn, can_call=True, can_catch=not grace and to_act == seat, grace=grace)
    return (*answered(duties, seat), owed)


def answered(duties: Duties, seat: Seat) -> Duties:
    """The duties without those of this seat."""
    return tuple(duty for duty in duties if duty.seat != seat) if duties else ()


def after_action(duties: Duties, endings: Endings, turn: int) -> tuple[Duties, Endings]:
    """The duties after an own action (play, draw, pass) in this turn."""
    kept: list[Owed] = []
    for duty in duties:
        if duty.grace:
            kept.append(duty._replace(acted=turn))
        elif duty.can_call and not duty.can_catch:
            kept.append(duty._replace(can_call=False, can_catch=True, acted=turn))
        elif not duty.can_call and duty.acted == turn:
            kept.append(duty)
        else:
            endings = ended(endings, duty.seat, Ending.LATE)
    return tuple(kept), endings


def ended(endings: Endings, seat: Seat, ending: Ending) -> Endings:
    """The endings after one more duty came to its end."""
    return (*endings[:seat], ending, *endings[seat + 1 :])


def holds_back(duties: Duties, seat: Seat) -> bool:
    """Whether the seat may not go out: its head start runs and it has not said the word. Without this nobody could
    point out the silence of somebody who is quick."""
    return any(duty.seat == seat and duty.grace for duty in duties)


def moves(duties: Duties, seat: Seat) -> Iterator[Move]:
    """The calls and catches that a seat may make."""
    for duty in duties:
        if duty.seat == seat:
            if duty.can_call:
                yield CALL
        elif duty.can_catch:
            yield Catch(duty.seat)


def table_moves(duties: Duties) -> list[GraceOver]:
    """The ends of head starts, which the table plays."""
    return [GraceOver(duty.seat, duty.turn) for duty in duties if duty.grace]


def duty_of(duties: Duties, seat: Seat) -> Owed | None:
    """What the seat owes."""
    return next((duty for duty in duties if duty.seat == seat), None)


def said(state: State, seat: Seat) -> State:
    """The state after the seat said the word.

    Raises:
        IllegalMoveError: if it does not count now (CAL-29).
    """
    duty = duty_of(state.duties, seat)
    if duty is None:
        raise IllegalMoveError(_why_not_owed(state, seat))
    if not duty.can_call:
        raise IllegalMoveError(Why.CALL_TOO_LATE)
    return _without(state, duty, Ending.SAID)


def _why_not_owed(state: State, seat: Seat) -> Why:
    held = len(state.hands[seat])
    if held == 1 and state.endings[seat] is Ending.SAID:
        return Why.ALREADY_CALLED
    if held == 1 and state.endings[seat] is Ending.LATE:
        return Why.CALL_TOO_LATE
    return Why.CALL_BEFORE_PLAY if held == 2 and seat == state.to_act else Why.CALL_NOT_OWED


def caught(state: State, by: Seat, seat: Seat) -> State:
    """The state after ``by`` pointed out that ``seat`` was silent; the penalty is still to be drawn.

    Raises:
        IllegalMoveError: if it has no effect now (CAL-31, CAL-32).
    """
    duty = duty_of(state.duties, seat)
    if by == seat:
        raise IllegalMoveError(Why.CATCH_ONESELF, seat=seat)
    if duty is None:
        raise IllegalMoveError(_WHY_NO_CATCH[state.endings[seat]], seat=seat)
    if not duty.can_catch:
        raise IllegalMoveError(Why.CATCH_IN_GRACE if duty.grace else Why.CATCH_TOO_EARLY, seat=seat)
    return _without(state, duty, Ending.CAUGHT)


_WHY_NO_CATCH = {
    None: Why.CATCH_NOT_OWED,
    Ending.SAID: Why.CATCH_CALLED,
    Ending.LATE: Why.CATCH_TOO_LATE,
    Ending.CAUGHT: Why.CATCH_CAUGHT,
}


def _without(state: State, duty: Owed, ending: Ending) -> State:
    duties = tuple(other for other in state.duties if other is not duty)
    return state._replace(duties=duties, endings=ended(state.endings, duty.seat, ending))


def grace_over(state: State, move: GraceOver) -> State:
    """The state after the head start of this duty ended.

    Raises:
        IllegalMoveError: if no such head start runs.
    """
    return state._replace(duties=tuple(_after_grace(state, move)))


def _after_grace(state: State, move: GraceOver) -> Sequence[Owed]:
    if move not in table_moves(state.duties):
        raise IllegalMoveError(Why.NO_GRACE, seat=move.seat)

    def ended_grace(duty: Owed) -> Owed:
        if duty.acted:
            return duty._replace(grace=False, can_call=False, can_catch=True)
        return duty._replace(grace=False, can_catch=state.to_act == duty.seat)

    return [ended_grace(duty) if duty.seat == move.seat else duty for duty in state.duties]

"""How hands begin and end, and what a match makes of them (CAL-3 to CAL-9, CAL-34 to CAL-36, CAL-38)."""

from __future__ import annotations

from games.calidruno.cards import colour_of
from games.calidruno.matching import Book, drawn_for
from games.calidruno.moves import DealerDrawn, Drew, Event, HandVoid, HandWon, Reshuffled
from games.calidruno.piles import deal, draw_for_dealer, points_for, take, with_cards, with_hand
from games.calidruno.state import Frame, State
from games.core.game import Outcome, Seat, Step
from games.core.rng import Rng

TARGET = 500


def first_hand(book: Book, seats: int, dealer: Seat | None, rng: Rng) -> State:
    """The first hand of a match; without a dealer one is drawn (CAL-3)."""
    rounds: tuple[DealerDrawn, ...] = ()
    if dealer is None:
        dealer, rounds = draw_for_dealer(book.pack, seats, rng)
    points = (0,) * seats if book.options.scoring == "points_to_500" else ()
    return _dealt(book, seats, dealer, rounds, Frame(dealer, 1, points, ()), 1, rng)


def next_hand(state: State, dealer: Seat, rng: Rng) -> Step[State]:
    """A further hand of the same match."""
    frame = Frame(dealer, state.frame.number + 1, state.frame.points, ())
    after = _dealt(state.book, len(state.hands), dealer, (), frame, state.turn + 1, rng)
    return Step(after, after.frame.opening)


def _dealt(
    book: Book, seats: int, dealer: Seat, rounds: tuple[DealerDrawn, ...], frame: Frame, turn: int, rng: Rng
) -> State:
    dealt = deal(rng.shuffled(book.pack), seats, dealer, rng)
    return State(
        book,
        dealt.hands,
        dealt.stock,
        dealt.discards,
        colour_of(dealt.event.first),
        direction=1,
        to_act=Seat((dealer + 1) % seats),
        drawn=None,
        debt=0,
        idle=0,
        turn=turn,
        duties=(),
        endings=(None,) * seats,
        hearing=None,
        barred=(),
        frame=frame._replace(opening=(*rounds, dealt.event)),
    )


def went_out(state: State, seat: Seat, events: tuple[Event, ...], rng: Rng) -> Step[State]:
    """The end of a hand by the seat's last card (CAL-34). Where points are counted, a draw card is still carried out
    first, together with what was stacked before it (CAL-35)."""
    frame = state.frame
    if not frame.points:
        places = tuple(1 if other == seat else 2 for other in range(len(state.hands)))
        outcome = Outcome("went_out", places)
        return _over(state, seat, outcome, (*events, HandWon(seat, 0)), rng)
    if owed := state.debt + cards if (cards := drawn_for(state.discards[-1])) else 0:
        state, events = _last_draw(state, seat, owed, events, rng)
    earned = sum(points_for(card) for hand in state.hands for card in hand)
    points = (*frame.points[:seat], frame.points[seat] + earned, *frame.points[seat + 1 :])
    state = state._replace(frame=frame._replace(points=points))
    outcome = None
    if points[seat] >= TARGET:
        outcome = Outcome("points", tuple(1 + sum(other > mine for other in points) for mine in points), points)
    return _over(state, seat, outcome, (*events, HandWon(seat, earned)), rng)


def _last_draw(
    state: State, seat: Seat, owed: int, events: tuple[Event, ...], rng: Rng
) -> tuple[State, tuple[Event, ...]]:
    victim = Seat((seat + state.direction) % len(state.hands))
    taken, stock, discards, reshuffled = take(state.stock, state.discards, owed, rng)
    hands = with_hand(state.hands, victim, with_cards(state.hands[victim], taken))
    if reshuffled:
        events = (*events, Reshuffled(reshuffled))
    state = state._replace(hands=hands, stock=stock, discards=discards)
    return state, (*events, Drew(victim, len(taken), forced=True))


def void(state: State, events: tuple[Event, ...], rng: Rng) -> Step[State]:
    """The end of a hand that nobody can win (CAL-38)."""
    outcome = None if state.frame.points else Outcome("void", ())
    return _over(state, None, outcome, (*events, HandVoid()), rng)


def _over(
    state: State, winner: Seat | None, outcome: Outcome | None, events: tuple[Event, ...], rng: Rng
) -> Step[State]:
    """The end of a hand: nothing is owed or heard any more, and the next dealer is known (CAL-36)."""
    next_dealer, rounds = _next_dealer(state, winner, outcome, rng)
    after = state._replace(
        to_act=None,
        drawn=None,
        debt=0,
        idle=0,
        duties=(),
        hearing=None,
        barred=(),
        frame=state.frame._replace(next_dealer=next_dealer, hand_over=True, outcome=outcome),
    )
    return Step(after, (*events, *rounds))


def _next_dealer(
    state: State, winner: Seat | None, outcome: Outcome | None, rng: Rng
) -> tuple[Seat | None, tuple[DealerDrawn, ...]]:
    """Who deals next, and the draw that decided it. After a match the draw is left to the next one's setup."""
    seats = len(state.hands)
    how = state.book.options.next_dealer
    if how == "rotate_left":
        return Seat((state.frame.dealer + 1) % seats), ()
    if how == "winner":
        return (state.frame.dealer if winner is None else winner), ()
    return (None, ()) if outcome else draw_for_dealer(state.book.pack, seats, rng)

"""The twelve tricks of Calabresella, the end of a round and what lies between two rounds (CLB-24 to CLB-36)."""

from __future__ import annotations

from games.calabresella.account import account_of
from games.calabresella.cards import ORDER, THIRDS
from games.calabresella.moves import CardPlayed, Deal, Dealt, Move, PlayCard, RoundCounted, Stop, StopSaid, TrickTaken
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.state import (
    ALONE,
    EVERYBODY,
    NEXT,
    NOBODY,
    SEATS,
    CalabresellaStep,
    Standing,
    State,
    after,
    deal,
    shuffled_pack,
)
from games.calabresella.terms import BETWEEN, OVER, PLAY, Account, Trick
from games.core import IllegalMoveError, NotYourTurnError, Rng, Seat, Step
from games.core.card_sets import OF_SUIT, CardSet, PerCard
from games.core.cards import PACK, SUIT_OF

_PLAYS: PerCard[Move] = PerCard([PlayCard(card) for card in PACK])
_DEAL, _STOP = Deal(), Stop()
_PLAYED = tuple(tuple((CardPlayed(seat, card),) for card in PACK) for seat in sorted(EVERYBODY))
_TAKEN = tuple(tuple((TrickTaken(seat, thirds),) for thirds in range(10)) for seat in sorted(EVERYBODY))


def playable(state: State, seat: Seat) -> CardSet:
    """The cards that the seat may play: all, or where one must follow suit those of the suit led, if any (CLB-26)."""
    hand = state.hands[seat]
    trick = state.trick
    if trick and state.options.follow_suit == "required":
        return hand & OF_SUIT[SUIT_OF[trick[0]]] or hand
    return hand


def legal_plays(state: State, seat: Seat) -> tuple[Move, ...]:
    """The same as moves."""
    return _PLAYS.of(playable(state, seat))


def play_card(state: State, seat: Seat, move: PlayCard, rng: Rng) -> CalabresellaStep:
    """Play a card; the third card ends the trick, the twelfth trick the round."""
    del rng
    options, _, to_act, standing, calls, exchange, hands, monte, leader, trick, tricks = state
    if seat not in to_act:
        raise NotYourTurnError(active=to_act)
    card = move.card
    if not hands[seat] >> card & 1:
        raise IllegalMoveError(CalabresellaReason.NOT_IN_HAND, card=card)
    if trick and not playable(state, seat) >> card & 1:
        raise IllegalMoveError(CalabresellaReason.MUST_FOLLOW_SUIT, suit=SUIT_OF[trick[0]])
    after_play = list(hands)
    after_play[seat] ^= 1 << card
    hands, trick = tuple(after_play), (*trick, card)
    if len(trick) < SEATS:
        to_act = ALONE[NEXT[seat]]
        state = State(options, PLAY, to_act, standing, calls, exchange, hands, monte, leader, trick, tricks)
        return Step(state, _PLAYED[seat][card])
    winner = after(leader, ORDER.winner(trick))
    thirds = THIRDS[trick[0]] + THIRDS[trick[1]] + THIRDS[card]
    tricks = (*tricks, Trick(leader, trick, winner, thirds))
    events = _PLAYED[seat][card] + _TAKEN[winner][thirds]
    state = State(options, PLAY, ALONE[winner], standing, calls, exchange, hands, monte, winner, (), tricks)
    if hands[winner]:
        return Step(state, events)
    state, account = _end_round(state)
    return Step(state, (*events, RoundCounted(account)))


def _end_round(state: State) -> tuple[State, Account]:
    """Count and pay; the match ends after the agreed rounds or at the target, otherwise the next dealer deals."""
    standing, options = state.standing, state.options
    account = account_of(state)
    played = standing.played + 1
    ended = ""
    if options.target != "none" and max(account.balances) >= int(options.target):
        ended = "target"
    elif options.rounds != "open" and played >= int(options.rounds):
        ended = "rounds"
    dealer = after(standing.dealer)
    standing = Standing(dealer, played, account.balances, account, NOBODY, ended)
    if ended:
        return state._replace(phase=OVER, to_act=NOBODY, standing=standing), account
    return state._replace(phase=BETWEEN, to_act=ALONE[dealer], standing=standing), account


def legal_between(state: State, seat: Seat) -> tuple[Move, ...]:
    """Between rounds: the next dealer may deal; anybody may say stop, once. After a dealer's stop the others answer it:
    they say stop too, or have the cards dealt."""
    if seat in state.standing.stops:
        return ()
    return (_DEAL, _STOP) if seat in state.to_act else (_STOP,)


def deal_next(state: State, seat: Seat, move: Deal, rng: Rng) -> CalabresellaStep:
    """Deal the next round."""
    del move
    if seat in state.standing.stops:
        raise IllegalMoveError(CalabresellaReason.HAS_SAID_STOP)
    if seat not in state.to_act:
        raise IllegalMoveError(CalabresellaReason.DEALER_DEALS, dealer=state.standing.dealer)
    dealt = deal(state.options, state.standing._replace(stops=NOBODY), shuffled_pack(rng))
    return Step(dealt, (Dealt(state.standing.dealer, state.standing.played + 1),))


def say_stop(state: State, seat: Seat, move: Stop, rng: Rng) -> CalabresellaStep:
    """Say that one would end the match; it ends when all three have said so (CLB-36)."""
    del move, rng
    standing = state.standing
    if seat in standing.stops:
        raise IllegalMoveError(CalabresellaReason.HAS_SAID_STOP)
    stops = standing.stops | {seat}
    said = StopSaid(seat)
    if stops == EVERYBODY:
        over = standing._replace(stops=stops, ended="stopped")
        return Step(state._replace(phase=OVER, to_act=NOBODY, standing=over), (said,))
    to_act = ALONE[standing.dealer] if standing.dealer not in stops else EVERYBODY - stops
    return Step(state._replace(to_act=to_act, standing=standing._replace(stops=stops)), (said,))

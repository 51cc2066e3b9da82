"""Calling a card, the monte, and the raises of Solissimo (CLB-14 to CLB-24)."""

from __future__ import annotations

from itertools import combinations

from games.calabresella.moves import (
    Accept,
    Ask,
    CardAsked,
    CardHandedOver,
    CardNotHeld,
    CardReturned,
    Event,
    Give,
    Insist,
    LaidOff,
    LayOff,
    MonteDrawn,
    MonteTaken,
    MonteTurnedUp,
    Move,
    PlayBegan,
    Raise,
    SolissimoKept,
    SolissimoRaised,
    Split,
    SplitProposed,
    SplitSettled,
)
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.state import ALONE, EVERYBODY, NEXT, CalabresellaStep, Exchange, State, exchange_of
from games.calabresella.terms import (
    ANSWER,
    CALL,
    CHIAMO,
    DIVIDETE,
    LAY_OFF,
    PLAY,
    RAISE,
    REPLY,
    RETURN,
    SCEGLIETE,
    SOLISSIMO,
    SOLO,
    SPLIT,
    Contract,
)
from games.core import IllegalMoveError, InvalidMoveError, NotYourTurnError, Rng, Seat, Step
from games.core.card_sets import CardSet, PerCard, card_set
from games.core.cards import PACK, Card

_ASKS: PerCard[Move] = PerCard([Ask(card) for card in PACK])
_GIVES: PerCard[Move] = PerCard([Give(card) for card in PACK])
_PACK = card_set(PACK)
_RAISES: tuple[Move, ...] = tuple(Raise(c) for c in (SOLISSIMO, DIVIDETE, SCEGLIETE))
_ACCEPT, _INSIST = Accept(), Insist()
_PLAY_BEGAN = tuple(PlayBegan(seat) for seat in sorted(EVERYBODY))
_LAY_OFF_REASONS = {DIVIDETE: CalabresellaReason.LAY_OFF_TWO, SCEGLIETE: CalabresellaReason.LAY_OFF_AS_TAKEN}


def begin_contract(state: State, bidder: Seat, contract: Contract) -> tuple[State, tuple[Event, ...]]:
    """What follows the auction: the call in Chiamo, the monte in Solo, the question of a raise in Solissimo."""
    phase = CALL if contract is CHIAMO else RAISE
    state = state._replace(phase=phase, exchange=Exchange(contract, bidder), to_act=ALONE[bidder])
    return _take_monte(state) if contract is SOLO else (state, ())


def _take_monte(state: State) -> tuple[State, tuple[Event, ...]]:
    """The bidder takes the monte, which all have seen, unless it is a Solo played face down (CLB-17)."""
    exchange = exchange_of(state)
    bidder, monte = exchange.bidder, state.monte
    shown = exchange.contract is CHIAMO or state.options.solo_monte == "face_up"
    exchange = exchange._replace(turned=monte if shown else (), took=_at(exchange.took, bidder, monte))
    taken = state._replace(
        phase=LAY_OFF if exchange.giver is None else RETURN,
        exchange=exchange,
        hands=_moved(state.hands, monte, to=bidder),
        monte=(),
    )
    return taken, (*((MonteTurnedUp(monte),) if shown else ()), MonteTaken(bidder))


def legal_asks(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every card that the bidder does not hold (CLB-14)."""
    return _ASKS.of(_PACK & ~state.hands[seat])


def ask(state: State, seat: Seat, move: Ask, rng: Rng) -> CalabresellaStep:
    """Call a card; an opponent who has it hands it over, then the monte is turned up (CLB-14 to CLB-17)."""
    del rng
    _check_turn(state, seat)
    card = move.card
    if state.hands[seat] >> card & 1:
        raise IllegalMoveError(CalabresellaReason.CALLS_OWN_CARD, card=card)
    exchange = exchange_of(state)
    giver = next((other for other in (exchange.first, exchange.second) if state.hands[other] >> card & 1), None)
    state = state._replace(exchange=exchange._replace(called=card, giver=giver))
    answer: Event = CardNotHeld(card)
    if giver is not None:
        state = state._replace(hands=_moved(state.hands, (card,), giver, seat))
        answer = CardHandedOver(giver, seat, card)
    state, events = _take_monte(state)
    return Step(state, (CardAsked(seat, card), answer, *events))


def legal_gives(state: State, seat: Seat) -> tuple[Move, ...]:
    """Any card in hand (CLB-18)."""
    return _GIVES.of(state.hands[seat])


def give(state: State, seat: Seat, move: Give, rng: Rng) -> CalabresellaStep:
    """Return a card, face up, to the opponent who handed the called one over (CLB-18)."""
    del rng
    _check_turn(state, seat)
    exchange, card = exchange_of(state), move.card
    if exchange.giver is None:
        raise IllegalMoveError(CalabresellaReason.NOTHING_TO_RETURN)
    if not state.hands[seat] >> card & 1:
        raise IllegalMoveError(CalabresellaReason.NOT_IN_HAND, card=card)
    hands = _moved(state.hands, (card,), seat, exchange.giver)
    state = state._replace(phase=LAY_OFF, exchange=exchange._replace(returned=card), hands=hands)
    return Step(state, (CardReturned(seat, exchange.giver, card),))


def legal_raises() -> tuple[Move, ...]:
    """Play as it is, Dividete, Scegliete (CLB-21)."""
    return _RAISES


def raise_solissimo(state: State, seat: Seat, move: Raise, rng: Rng) -> CalabresellaStep:
    """Play Solissimo as it is, or give the opponents the monte for more chips (CLB-20 to CLB-23)."""
    del rng
    _check_turn(state, seat)
    if move not in _RAISES:
        raise InvalidMoveError
    if move.contract is SOLISSIMO:
        return _begin_play(state, exchange_of(state), state.hands, state.monte, SolissimoKept(seat))
    exchange = exchange_of(state)._replace(contract=move.contract)
    first, second, monte = exchange.first, exchange.second, state.monte
    raised = SolissimoRaised(seat, move.contract)
    if move.contract is DIVIDETE:
        return Step(_share(state, exchange, monte[:2], monte[2:]), (raised, MonteDrawn(first, second)))
    state = state._replace(phase=SPLIT, to_act=ALONE[first], exchange=exchange._replace(turned=monte))
    return Step(state, (raised, MonteTurnedUp(monte)))


def _share(state: State, exchange: Exchange, first_takes: tuple[Card, ...], second_takes: tuple[Card, ...]) -> State:
    """Each opponent takes cards of the monte; whoever took any lays off as many, in either order."""
    hands, took = state.hands, exchange.took
    takers: set[Seat] = set()
    for opponent, cards in ((exchange.first, first_takes), (exchange.second, second_takes)):
        hands = _moved(hands, cards, to=opponent)
        took = _at(took, opponent, cards)
        if cards:
            takers.add(opponent)
    exchange = exchange._replace(took=took)
    return state._replace(phase=LAY_OFF, to_act=frozenset(takers), exchange=exchange, hands=hands, monte=())


def legal_splits(state: State) -> tuple[Move, ...]:
    """All ways to share the four cards out; in answer to a proposal, accepting it and all other ways (CLB-23)."""
    if state.phase is REPLY:
        return (_ACCEPT, _INSIST)
    splits = [Split(cards) for count in range(5) for cards in combinations(sorted(state.monte), count)]
    if state.phase is SPLIT:
        return tuple(splits)
    proposal = exchange_of(state).offers[0]
    return (_ACCEPT, *(split for split in splits if split.first_takes != proposal))


def split(state: State, seat: Seat, move: Split, rng: Rng) -> CalabresellaStep:
    """Propose how the opponents share the monte, or propose otherwise in answer to the first proposal (CLB-23)."""
    del rng
    _check_turn(state, seat)
    if state.phase is REPLY:
        raise IllegalMoveError(CalabresellaReason.NO_SPLIT_NOW)
    exchange = exchange_of(state)
    cards = _in_order(move.first_takes)
    if not set(cards) <= set(state.monte):
        raise IllegalMoveError(CalabresellaReason.NOT_IN_MONTE)
    if cards in exchange.offers:
        raise IllegalMoveError(CalabresellaReason.SAME_SPLIT)
    exchange = exchange._replace(offers=(*exchange.offers, cards))
    first = state.phase is SPLIT
    state = state._replace(
        phase=ANSWER if first else REPLY,
        to_act=ALONE[exchange.second if first else exchange.first],
        exchange=exchange,
    )
    return Step(state, (SplitProposed(seat, cards, rest_of(state.monte, cards)),))


def accept(state: State, seat: Seat, move: Accept, rng: Rng) -> CalabresellaStep:
    """Agree to the last proposal."""
    del move, rng
    _check_turn(state, seat)
    if state.phase is SPLIT:
        raise IllegalMoveError(CalabresellaReason.SPLIT_FIRST)
    return _settle(state, exchange_of(state).offers[-1], agreed=True)


def insist(state: State, seat: Seat, move: Insist, rng: Rng) -> CalabresellaStep:
    """Turn the counter-proposal down: the first proposal stands (CLB-23)."""
    del move, rng
    _check_turn(state, seat)
    if state.phase is not REPLY:
        raise IllegalMoveError(CalabresellaReason.SPLIT_FIRST)
    return _settle(state, exchange_of(state).offers[0], agreed=False)


def _settle(state: State, first_takes: tuple[Card, ...], *, agreed: bool) -> CalabresellaStep:
    exchange = exchange_of(state)
    second_takes = rest_of(state.monte, first_takes)
    settled = SplitSettled(agreed, exchange.first, first_takes, exchange.second, second_takes)
    return Step(_share(state, exchange, first_takes, second_takes), (settled,))


def rest_of(monte: tuple[Card, ...], first_takes: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the second opponent takes if the first one takes these."""
    return tuple(sorted(set(monte) - set(first_takes)))


def cards_to_lay(state: State, seat: Seat) -> int:
    """How many cards the seat lays off: four as bidder, as many as it took as opponent; 0 for any other seat."""
    return len(exchange_of(state).took[seat])


def lay_off(state: State, seat: Seat, move: LayOff, rng: Rng) -> CalabresellaStep:
    """Lay cards off, face down, as the new monte; when all have done so the play begins (CLB-19, 22, 23)."""
    del rng
    _check_turn(state, seat)
    exchange, count = exchange_of(state), cards_to_lay(state, seat)
    cards, hand = _in_order(move.cards), state.hands[seat]
    if len(cards) != count:
        reason = _LAY_OFF_REASONS.get(exchange.contract, CalabresellaReason.LAY_OFF_FOUR)
        raise IllegalMoveError(reason, count=count, chosen=len(cards))
    for card in cards:
        if not hand >> card & 1:
            raise IllegalMoveError(CalabresellaReason.NOT_IN_HAND, card=card)
    laid, waiting = LaidOff(seat, count), state.to_act - {seat}
    exchange = exchange._replace(layers=(*exchange.layers, *(seat,) * count))
    hands, monte = _moved(state.hands, cards, seat), (*state.monte, *cards)
    if waiting:
        return Step(state._replace(to_act=waiting, exchange=exchange, hands=hands, monte=monte), (laid,))
    return _begin_play(state, exchange, hands, monte, laid)


def _begin_play(
    state: State, exchange: Exchange, hands: tuple[CardSet, ...], monte: tuple[Card, ...], event: Event
) -> CalabresellaStep:
    """The dealer's right leads, in Solissimo and its raises the bidder (CLB-24)."""
    leader = exchange.bidder if exchange.contract >= SOLISSIMO else NEXT[state.standing.dealer]
    options, _, _, standing, calls, *_ = state
    state = State(options, PLAY, ALONE[leader], standing, calls, exchange, hands, monte, leader, (), ())
    return Step(state, (event, _PLAY_BEGAN[leader]))


def _check_turn(state: State, seat: Seat) -> None:
    if seat not in state.to_act:
        raise NotYourTurnError(active=state.to_act)


def _in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a move, which has one spelling only: in ascending order, each once."""
    if list(cards) != sorted(set(cards)):
        raise InvalidMoveError
    return cards


def _moved(
    hands: tuple[CardSet, ...], cards: tuple[Card, ...], source: Seat | None = None, to: Seat | None = None
) -> tuple[CardSet, ...]:
    """The hands after these cards have left the hand of ``source`` or come into that of ``to``, or both."""
    moved, changed = card_set(cards), list(hands)
    if source is not None:
        changed[source] &= ~moved
    if to is not None:
        changed[to] |= moved
    return tuple(changed)


def _at(groups: tuple[tuple[Card, ...], ...], seat: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """The groups of cards with the seat's own one replaced."""
    return (*groups[:seat], cards, *groups[seat + 1 :])

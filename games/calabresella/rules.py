"""The rules of Calabresella (rule book CLB).

The match: rounds are dealt until the option ``rounds`` or ``target`` ends it, or all three seats have said ``stop``
between two rounds (CLB-36). The dealer of the next round deals it with ``deal``, also after all have passed. A dealer
who says ``stop`` instead leaves the choice to the others: each says ``stop`` as well, or has the cards dealt with
``deal``. So nobody ends a match alone, and a table that nobody attends to comes to an end.

The names of cards in French or Italian are each reader's own choice, not an option of the rules (CLB-2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.calabresella import auction, exchange, notation, play, worlds
from games.calabresella.cards import ORDER
from games.calabresella.layoffs import LayOffs
from games.calabresella.moves import (
    Accept,
    Ask,
    Bid,
    Deal,
    Give,
    Insist,
    LayOff,
    Move,
    Pass,
    PlayCard,
    Raise,
    Split,
    Stop,
)
from games.calabresella.observation import Observation, SplitOffer
from games.calabresella.options import PRESETS, Options
from games.calabresella.reasons import CalabresellaReason
from games.calabresella.state import (
    EVERYBODY,
    NOBODY,
    SEATS,
    CalabresellaStep,
    Standing,
    State,
    deal,
    exchange_of,
    shuffled_pack,
)
from games.calabresella.terms import (
    ANSWER,
    AUCTION,
    BETWEEN,
    CALL,
    LAY_OFF,
    OVER,
    PLAY,
    RAISE,
    REPLY,
    RETURN,
    SPLIT,
    Phase,
)
from games.core import (
    Game,
    GameInfo,
    IllegalMoveError,
    InvalidMoveError,
    MatchOverError,
    NotYourTurnError,
    Outcome,
    Reason,
    Rng,
    RulesError,
    Seat,
)
from games.core.card_sets import CARDS
from games.core.cards import PACK, Card

_SPLITTING = (SPLIT, ANSWER, REPLY)

# For each kind of move: when it is made, who carries it out, and the reason if it is made at another time.
_Handler = Callable[[State, Seat, Any, Rng], CalabresellaStep]
_MOVES: dict[type[Any], tuple[tuple[Phase, ...], _Handler, Reason]] = {
    Bid: ((AUCTION,), auction.make_bid, CalabresellaReason.AUCTION_OVER),
    Pass: ((AUCTION,), auction.make_pass, CalabresellaReason.AUCTION_OVER),
    Ask: ((CALL,), exchange.ask, CalabresellaReason.NO_CALL_NOW),
    Give: ((RETURN,), exchange.give, CalabresellaReason.NOTHING_TO_RETURN),
    LayOff: ((LAY_OFF,), exchange.lay_off, CalabresellaReason.NO_LAYING_OFF_NOW),
    Raise: ((RAISE,), exchange.raise_solissimo, CalabresellaReason.NO_RAISE_NOW),
    Split: (_SPLITTING, exchange.split, CalabresellaReason.NO_SPLIT_NOW),
    Accept: (_SPLITTING, exchange.accept, CalabresellaReason.NO_SPLIT_NOW),
    Insist: (_SPLITTING, exchange.insist, CalabresellaReason.NO_SPLIT_NOW),
    PlayCard: ((PLAY,), play.play_card, CalabresellaReason.AUCTION_FIRST),
    Deal: ((BETWEEN,), play.deal_next, CalabresellaReason.ROUND_GOES_ON),
    Stop: ((BETWEEN,), play.say_stop, CalabresellaReason.ROUND_GOES_ON),
}
# A card played, or laid off, too early is refused with what has to be done first.
_FIRST: dict[Phase, Reason] = {
    AUCTION: CalabresellaReason.AUCTION_FIRST,
    CALL: CalabresellaReason.CALL_FIRST,
    RETURN: CalabresellaReason.RETURN_FIRST,
    RAISE: CalabresellaReason.RAISE_FIRST,
    SPLIT: CalabresellaReason.SPLIT_FIRST,
    ANSWER: CalabresellaReason.SPLIT_FIRST,
    REPLY: CalabresellaReason.SPLIT_FIRST,
    LAY_OFF: CalabresellaReason.LAY_OFF_FIRST,
}


class Calabresella(Game[Options, State, Move, Observation]):
    """Three seats, counted counterclockwise."""

    info = GameInfo("calabresella", rules_version=1, min_seats=SEATS, max_seats=SEATS)
    options_type = Options
    presets = PRESETS

    def setup(self, options: Options, seats: int, rng: Rng, dealer: Seat | None = None) -> State:
        """Deal the first round; the first dealer is drawn (CLB-3)."""
        if seats != SEATS:
            raise ValueError(f"Calabresella is for three players, not {seats} (CLB-1)")
        if dealer is None:
            dealer = Seat(rng.below(SEATS))
        return deal(options, Standing(dealer, 0, (0,) * SEATS, None, NOBODY, ""), shuffled_pack(rng))

    def active_seats(self, state: State) -> frozenset[Seat]:
        return state.to_act

    def legal_moves(self, state: State, seat: Seat | None) -> Sequence[Move]:
        phase = state.phase
        if phase is BETWEEN and seat is not None:
            return play.legal_between(state, seat)
        if seat not in state.to_act or seat is None:
            return ()
        if phase is PLAY:
            return play.legal_plays(state, seat)
        if phase is AUCTION:
            return auction.legal_calls(state)
        if phase is LAY_OFF:
            return LayOffs(state.hands[seat], exchange.cards_to_lay(state, seat))
        if phase is CALL:
            return exchange.legal_asks(state, seat)
        if phase is RETURN:
            return exchange.legal_gives(state, seat)
        if phase is RAISE:
            return exchange.legal_raises()
        return exchange.legal_splits(state)

    def apply(self, state: State, seat: Seat | None, move: Move, rng: Rng) -> CalabresellaStep:
        made = _MOVES.get(type(move))
        if made is None or seat is None or seat not in EVERYBODY or state.phase not in made[0]:
            raise _refusal(state, seat, move)
        return made[1](state, seat, move, rng)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        contract = state.exchange
        standing = state.standing
        turned = contract.turned if contract else ()
        layers = contract.layers if contract else ()
        return Observation(
            seat=seat,
            phase=state.phase,
            to_act=tuple(sorted(state.to_act)),
            dealer=standing.dealer,
            number=standing.played + (state.phase not in (BETWEEN, OVER)),
            balances=standing.balances,
            stops=tuple(sorted(standing.stops)),
            calls=state.calls,
            highest=auction.highest_call(state.calls),
            contract=contract.contract if contract else None,
            bidder=contract.bidder if contract else None,
            first=contract.first if contract else None,
            second=contract.second if contract else None,
            hand=() if seat is None else CARDS.of(state.hands[seat]),
            counts=tuple([hand.bit_count() for hand in state.hands]),
            monte_count=len(state.monte),
            monte_up=bool(turned) and not layers,
            turned=turned,
            called=contract.called if contract else None,
            handed_over_by=contract.giver if contract else None,
            returned=contract.returned if contract else None,
            offers=_offers(state),
            took=tuple([_seen(cards, turned, seat == taker) for taker, cards in enumerate(contract.took)])
            if contract
            else ((),) * SEATS,
            laid=tuple([card for card, layer in zip(state.monte, layers, strict=False) if layer == seat]),
            laid_counts=tuple([layers.count(Seat(layer)) for layer in range(SEATS)]),
            leader=state.leader,
            trick=state.trick,
            tricks=state.tricks,
            must_follow=state.options.follow_suit == "required",
            account=standing.account,
            outcome=self.outcome(state),
        )

    def rounds(self, state: State) -> int:
        return state.standing.played

    def outcome(self, state: State) -> Outcome | None:
        """Places by chips, shared where equal; nobody has won a match without a single counted round."""
        standing = state.standing
        if not standing.ended:
            return None
        if not standing.played:
            return Outcome(standing.ended, (), standing.balances)
        places = tuple([1 + sum(other > chips for other in standing.balances) for chips in standing.balances])
        return Outcome(standing.ended, places, standing.balances)

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """Pass; call the highest card; give, lay off and play the lowest; raise nothing; agree; say stop."""
        phase = state.phase
        if phase is AUCTION:
            return Pass()
        if phase is BETWEEN:
            return Stop()
        if phase is PLAY:
            return PlayCard(_lowest(CARDS.of(play.playable(state, seat)))[0])
        if phase is LAY_OFF:
            count = exchange.cards_to_lay(state, seat)
            return LayOff(tuple(sorted(_lowest(CARDS.of(state.hands[seat]))[:count])))
        if phase is RETURN:
            return Give(_lowest(CARDS.of(state.hands[seat]))[0])
        if phase is CALL:
            return Ask(_lowest(card for card in PACK if not state.hands[seat] >> card & 1)[-1])
        if phase is SPLIT:
            return Split(tuple(sorted(state.monte[:2])))
        return exchange.legal_raises()[0] if phase is RAISE else Accept()

    def encode_move(self, move: Move) -> str:
        return notation.encode(move)

    def decode_move(self, text: str) -> Move:
        return notation.decode(text)

    def deck(self, options: Options) -> Sequence[Card]:
        del options
        return PACK

    def cards(self, state: State) -> Sequence[Card]:
        groups = (*map(CARDS.of, state.hands), state.monte, state.trick, *(trick.cards for trick in state.tricks))
        return [card for group in groups for card in group]

    def resample(self, state: State, seat: Seat | None, rng: Rng) -> State:
        return worlds.resample(state, seat, rng)


def _refusal(state: State, seat: Seat | None, move: Move) -> RulesError:
    """Why this is no move for anybody now, or for nobody of the three."""
    if state.phase is OVER:
        return MatchOverError()
    if type(move) not in _MOVES:
        return InvalidMoveError()
    if seat is None or seat not in EVERYBODY:
        return NotYourTurnError(active=state.to_act)
    if state.phase is BETWEEN:
        return IllegalMoveError(CalabresellaReason.DEAL_FIRST)
    return IllegalMoveError(_FIRST[state.phase] if type(move) is PlayCard else _MOVES[type(move)][2])


def _lowest(cards: Iterable[Card]) -> list[Card]:
    """The cards from the lowest to the highest."""
    return sorted(cards, key=lambda card: (ORDER.strength[card], card))


def _seen(took: tuple[Card, ...], turned: tuple[Card, ...], own: bool) -> tuple[Card, ...]:
    """What one may know of the cards that a seat took from the monte."""
    return tuple([card for card in took if own or card in turned])


def _offers(state: State) -> tuple[SplitOffer, ...]:
    """The splits that were proposed, while the monte still lies there to be shared."""
    if state.phase not in _SPLITTING:
        return ()
    contract = exchange_of(state)
    return tuple(
        [
            SplitOffer(seat, cards, exchange.rest_of(state.monte, cards))
            for seat, cards in zip((contract.first, contract.second), contract.offers, strict=False)
        ]
    )

"""How a strong computer plays Calabresella: cards and bids are tried out in sampled worlds, played on by ``tactics``.

A sampled world keeps all that the seat knows: cards seen, the called and the returned card, what the bidder took from
the turned-up monte (it holds that or has laid it off), and suits that somebody did not follow where one must. What the
bidder has laid off is likelier low than high.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.calabresella import exchange, play
from games.calabresella.cards import THIRDS
from games.calabresella.moves import Ask, Bid, Give, LayOff, Move, Pass, PlayCard
from games.calabresella.observation import Observation
from games.calabresella.options import Options
from games.calabresella.player import best_to_ask, to_give, to_lay_off, unseen_by
from games.calabresella.state import ALONE, NOBODY, SEATS, Exchange, Standing, State
from games.calabresella.tactics import CONTROLS, HIGHER, Trick, card_to_play
from games.calabresella.terms import AUCTION, CALL, CHIAMO, PLAY, RETURN, SOLO, Account, Contract
from games.core import Rng, Seat
from games.core.card_sets import CARDS, CardSet, card_set
from games.core.cards import PACK, SUIT_OF, Card, Suit
from games.core.search import Search

WORLDS = {"free": 42, "required": 63}
"""By the option ``follow_suit``: about forty CPU milliseconds for a decision. Where one must follow suit there is less
to compare, and so time for more worlds."""
_TRIES = 60
_BIDS = (CHIAMO, SOLO)
_BID_ABOVE = 0.2
"""How many chips a bid must bring on average, to be better than passing."""
_SKILL = 0.15
"""How much oftener the contract is kept by who searches than by who plays as the playouts do; less than was measured
against good players, since others may search as well."""
_MARGIN = 0.02
"""What a third more is worth beside winning or losing the contract, which is worth one."""
_KEPT, _LAID_WEIGHTS = 1, (8, 6, 2, 2)
"""How likely a control was laid off, and another card worth no, one or three thirds (two there is none)."""


class CalabresellaSearch(Search[Options, State, Move, Observation]):
    """Flat Monte Carlo over the bids and the play of the cards."""

    def worlds(self, options: Options) -> int:
        return WORLDS[options.follow_suit]

    def candidates(
        self, observation: Observation, legal: Sequence[Move], options: Options, good: Move
    ) -> Sequence[Move]:
        if observation.phase is PLAY:
            plays = [move for move in (good, *legal) if isinstance(move, PlayCard)]
            return different(plays, unseen_by(observation) | card_set(observation.trick))
        if observation.phase is AUCTION:
            worthwhile = [move for move in legal if isinstance(move, Bid) and move.contract in _BIDS]
            return (Pass(), *worthwhile)
        return (good,)

    def sample(self, observation: Observation, options: Options, rng: Rng) -> State:
        return sample(observation, options, rng)

    def value(self, world: State, move: Move, observation: Observation) -> float:
        seat = observation.to_act[0]
        if isinstance(move, Pass):
            return _BID_ABOVE
        if isinstance(move, Bid):
            # Won instead of lost is twice what the opponents pay, and there are two of them.
            return _chips_of(world, seat, move.contract) + 4 * move.contract * _SKILL
        assert isinstance(move, PlayCard)
        state = play.play_card(world, seat, move, _NO_RNG).state
        return _value(_played_out(state), seat)


_NO_RNG = Rng(bytes(16))


def different(moves: Sequence[PlayCard], rivals: CardSet) -> list[PlayCard]:
    """The first of all moves that come to the same: cards of a suit worth the same, with no rival's card between."""
    found: list[PlayCard] = []
    kinds: list[tuple[Suit, int, CardSet]] = []
    for move in moves:
        # Of a suit, cards with the same rivals above them take, and lose, the same tricks.
        kind = (SUIT_OF[move.card], THIRDS[move.card], HIGHER[move.card] & rivals)
        if kind not in kinds:
            found.append(move)
            kinds.append(kind)
    return found


def _played_out(state: State) -> Account:
    """How the round ends if everybody plays on by reasons."""
    while state.phase is PLAY:
        (mover,) = state.to_act
        state = play.play_card(state, mover, PlayCard(_policy(state, mover)), _NO_RNG).state
    account = state.standing.account
    assert account is not None
    return account


def _chips_of(world: State, seat: Seat, contract: Contract) -> float:
    """What a contract brings the seat that bids it, all done by reasons."""
    state, _ = exchange.begin_contract(world, seat, contract)
    while state.phase is not PLAY:
        hand = state.hands[seat]
        if state.phase is CALL:
            state = exchange.ask(state, seat, Ask(best_to_ask(hand, ~hand & card_set(PACK))), _NO_RNG).state
        elif state.phase is RETURN:
            state = exchange.give(state, seat, Give(to_give(CARDS.of(hand))), _NO_RNG).state
        else:
            count, must_follow = exchange.cards_to_lay(state, seat), state.options.follow_suit == "required"
            laid = to_lay_off(CARDS.of(hand), count, must_follow=must_follow)
            state = exchange.lay_off(state, seat, LayOff(tuple(sorted(laid))), _NO_RNG).state
    return _played_out(state).chips[seat]


def _value(account: Account, seat: Seat) -> float:
    value = (1 if account.won else -1) + _MARGIN * (account.bidder_thirds - account.others_thirds)
    return value if account.bidder == seat else -value


def _policy(state: State, seat: Seat) -> Card:
    """The card by reasons, in a world where all cards are known but each player only uses its own."""
    hands, trick = state.hands, state.trick
    bidder = state.exchange.bidder if state.exchange else seat
    partner = None
    if seat != bidder:
        for place in range(len(trick)):
            if (state.leader + place) % SEATS != bidder:
                partner = place
    unseen = (hands[0] | hands[1] | hands[2]) & ~hands[seat]
    known = Trick(trick, partner, unseen, seat == bidder, state.options.follow_suit == "required")
    return card_to_play(play.playable(state, seat), hands[seat], known)


def sample(seen: Observation, options: Options, rng: Rng) -> State:
    """A state as the observation's seat may imagine it, in the auction or while cards are played."""
    seat, bidder, contract = seen.seat, seen.bidder, seen.contract
    if seat is None or seen.phase not in (AUCTION, PLAY):
        raise ValueError("worlds are sampled for a seat that bids or plays")
    hands, monte, layers = _hidden(seen, seat, rng)
    standing = Standing(seen.dealer, seen.number - 1, seen.balances, seen.account, NOBODY, "")
    if bidder is None or contract is None:
        speaker = ALONE[seen.to_act[0]]
        return State(options, AUCTION, speaker, standing, seen.calls, None, hands, monte, seen.leader, (), ())
    held = Exchange(contract, bidder, seen.turned, seen.called, seen.handed_over_by, seen.returned, (), seen.took)
    held = held._replace(layers=layers)
    return State(
        options,
        PLAY,
        ALONE[seen.to_act[0]],
        standing,
        seen.calls,
        held,
        hands,
        monte,
        seen.leader,
        seen.trick,
        seen.tricks,
    )


def _hidden(seen: Observation, seat: Seat, rng: Rng) -> tuple[tuple[CardSet, ...], tuple[Card, ...], tuple[Seat, ...]]:
    """The hands, the monte and who laid it off. Where no cards can be found that fit all that is known (suits that were
    not followed are hard to keep in a late trick), they fit what can be seen of the table."""
    homes, voids = _homes(seen), _voids(seen)
    for attempt in range(_TRIES + 1):
        monte, layers, left = _monte(seen, seat, homes, rng)
        dealt = _dealt(seen, seat, left, homes, voids, rng, strict=attempt < _TRIES)
        if dealt is not None:
            hands = tuple([card_set(seen.hand) if other == seat else dealt[other] for other in range(SEATS)])
            return hands, tuple(monte), tuple(layers)
    raise ValueError("there are more unseen cards than places for them")


def _monte(
    seen: Observation, seat: Seat, homes: dict[Card, Seat], rng: Rng
) -> tuple[list[Card], list[Seat], list[Card]]:
    """The cards in the middle, who laid them off, and the unseen cards that are left for the hands."""
    left = _unseen(seen)
    monte, layers = list(seen.laid), [seat] * len(seen.laid)
    for number, count in enumerate(seen.laid_counts):
        layer = Seat(number)
        if layer != seat and count:
            chosen = _laid_off(seen, left, homes, layer, rng)
            left = [card for card in left if card not in chosen]
            monte += chosen
            layers += [layer] * count
    if not any(seen.laid_counts):  # a Solissimo played as it is: nobody has touched the monte
        monte = rng.sample(left, seen.monte_count)
        left = [card for card in left if card not in monte]
    return monte, layers, left


def _unseen(seen: Observation) -> list[Card]:
    gone = {*seen.hand, *seen.laid, *seen.trick, *(card for trick in seen.tricks for card in trick.cards)}
    return [card for card in PACK if card not in gone]


def _homes(seen: Observation) -> dict[Card, Seat]:
    """The cards that everybody saw going into a hand, and whose: they are there or were laid off from there."""
    homes = {card: Seat(taker) for taker, took in enumerate(seen.took) for card in took if card in seen.turned}
    if seen.handed_over_by is not None and seen.bidder is not None:
        if seen.called is not None:
            homes[seen.called] = seen.bidder
        if seen.returned is not None:
            homes[seen.returned] = seen.handed_over_by
    return homes


def _laid_off(seen: Observation, unseen: Sequence[Card], homes: dict[Card, Seat], layer: Seat, rng: Rng) -> list[Card]:
    """What a layer may have laid off; of the cards seen going into its hand at least those that it cannot hold now."""
    own = [card for card in unseen if homes.get(card) == layer]
    chosen = _weighted(own, max(0, len(own) - seen.counts[layer]), rng)
    pool = [card for card in unseen if homes.get(card, layer) == layer and card not in chosen]
    return chosen + _weighted(pool, seen.laid_counts[layer] - len(chosen), rng)


def _weighted(cards: Sequence[Card], count: int, rng: Rng) -> list[Card]:
    """So many of the cards, low ones likelier than high ones."""
    pool, chosen = list(cards), list[Card]()
    for _ in range(count):
        weights = [_KEPT if CONTROLS >> card & 1 else _LAID_WEIGHTS[THIRDS[card]] for card in pool]
        at, mark = 0, rng.below(sum(weights))
        while mark >= weights[at]:
            mark -= weights[at]
            at += 1
        chosen.append(pool.pop(at))
    return chosen


def _dealt(
    seen: Observation,
    seat: Seat,
    unseen: Sequence[Card],
    homes: dict[Card, Seat],
    voids: Sequence[set[Suit]],
    rng: Rng,
    *,
    strict: bool,
) -> list[CardSet] | None:
    """The unseen cards in the others' hands, those with the fewest places first; None if one found no place."""
    others = [other for other in range(SEATS) if other != seat]
    room = [0 if other == seat else seen.counts[other] for other in range(SEATS)]
    hands = [0] * SEATS

    def places(card: Card) -> list[int]:
        if not strict:
            return others
        if card in homes and homes[card] != seat:
            return [homes[card]]
        return [other for other in others if SUIT_OF[card] not in voids[other]]

    for allowed, card in sorted([(places(card), card) for card in rng.shuffled(unseen)], key=lambda pair: len(pair[0])):
        free = [place for place in allowed for _ in range(room[place])]
        if not free:
            return None
        place = rng.choice(free)
        hands[place] |= 1 << card
        room[place] -= 1
    return hands


def _voids(seen: Observation) -> list[set[Suit]]:
    """For each seat the suits that it did not follow where one must."""
    voids: list[set[Suit]] = [set() for _ in range(SEATS)]
    if seen.must_follow:
        for leader, cards in (*((t.leader, t.cards) for t in seen.tricks), (seen.leader, seen.trick)):
            for place, card in enumerate(cards):
                if SUIT_OF[card] is not SUIT_OF[cards[0]]:
                    voids[(leader + place) % SEATS].add(SUIT_OF[cards[0]])
    return voids

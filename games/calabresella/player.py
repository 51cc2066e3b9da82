"""How computers play Calabresella. The reasons, in order:

1. *Auction.* A hand is worth what its honours promise, more where they guard each other and where the suit is long
   (``worth_of``). From ``BIDS`` on the contract is kept more often than not. In the last agreed round who is ahead
   bids with more, who is behind with less.
2. *Call* the card that makes the hand worth the most.
3. *Give and lay off* what costs the hand the least; what is laid off may be lost with the last trick, so aces are not.
4. *Raise* nothing. *Split* the monte in pairs, so that one's own hand gains; agree to what the partner proposes.
5. *Play* as ``tactics`` says.
6. *Between rounds* deal on, unless somebody would end the match: then one is content with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.calabresella.cards import THIRDS
from games.calabresella.moves import Accept, Ask, Bid, Deal, Give, LayOff, Move, Pass, PlayCard, Split, Stop
from games.calabresella.observation import Observation
from games.calabresella.options import Options
from games.calabresella.tactics import Trick, card_to_play
from games.calabresella.terms import BETWEEN, CHIAMO, LAY_OFF, PLAY, SOLO, Contract
from games.core.card_sets import CARDS, OF_SUIT, CardSet, card_set
from games.core.cards import PACK, Card, Rank, Suit, card_of
from games.core.player import LOOKING, NATURAL, Pause, Player, Strength, Wish
from games.core.rng import Rng

BIDS: dict[Contract, float] = {CHIAMO: 22.0, SOLO: 28.0}
"""What a hand must be worth for a contract; Solissimo gives up the monte and is never worth it."""
AHEAD, BEHIND = 4.0, -2.0
"""What is added to that in the last round."""

SEATS = 3
_PACK = card_set(PACK)
_HONOURS = ((Rank.THREE, 4.0), (Rank.TWO, 3.0), (Rank.RE, 1.0), (Rank.CAVALLO, 0.6), (Rank.FANTE, 0.3))
_RISK_IN_MONTE = 1.5
"""What a third in the monte costs the layer, in the units of ``worth_of``."""


class CalabresellaPlayer(Player[Options, Move, Observation]):
    """Reasons for every phase of a round."""

    def choose(self, observation: Observation, legal: Sequence[Move], options: Options, rng: Rng) -> Move:
        del rng
        first = legal[0]
        if observation.phase is PLAY:
            return PlayCard(_play(observation, legal))
        if observation.phase is LAY_OFF and isinstance(first, LayOff):
            return LayOff(tuple(sorted(cheapest(observation.hand, len(first.cards)))))
        match first:
            case Pass() | Bid():
                return _bid(observation, legal, options)
            case Ask():
                return _ask(observation, legal)
            case Give():
                return Give(cheapest(observation.hand, 1)[0])
            case Split():
                return _split(observation, legal)
            case Deal() | Stop():
                wanted = Stop if observation.stops else Deal
                return next((move for move in legal if isinstance(move, wanted)), first)
            case _:
                # Accept comes before Insist, and Solissimo as it is before its raises.
                return first

    def slips(self, observation: Observation, legal: Sequence[Move], options: Options) -> Sequence[Move]:
        """A careless player plays any card, and lays or gives off any low one; it does not bid on nothing."""
        if observation.phase is PLAY:
            return legal
        return [self.choose(observation, legal, options, Rng(bytes(16)))]

    def wishes(
        self, observation: Observation, legal: Sequence[Move], options: Options, strength: Strength
    ) -> Sequence[Wish[Move]]:
        if observation.phase is BETWEEN and observation.stops and observation.seat not in observation.to_act:
            return [Wish(move, 1.0, 1.0, 2.0) for move in legal if isinstance(move, Stop)]
        return ()

    def pause(self, observation: Observation, options: Options) -> Pause:
        played = any(call.contract is not None for call in observation.calls)
        return LOOKING if observation.phase is BETWEEN and played and not observation.stops else NATURAL


def worth_of(hand: CardSet) -> float:
    """What the honours of a hand promise, in units of its own."""
    worth = 0.0
    for suit in Suit:
        cards = hand & OF_SUIT[suit]
        if not cards:
            continue
        held = {rank: bool(cards >> card_of(suit, rank) & 1) for rank in (Rank.THREE, Rank.TWO, Rank.ACE)}
        worth += sum(value for rank, value in _HONOURS if cards >> card_of(suit, rank) & 1)
        guards = held[Rank.THREE] + held[Rank.TWO]
        if held[Rank.ACE]:
            worth += (1.5, 3.5, 5.0)[guards]
        if guards:
            worth += 0.8 * guards * max(0, cards.bit_count() - 3)
    return worth


def cheapest(hand: Iterable[Card], count: int) -> list[Card]:
    """The cards that the hand can best do without, chosen one after the other."""
    left, gone = list(hand), list[Card]()
    for _ in range(count):
        bits = card_set(left)

        def cost(card: Card, bits: CardSet = bits) -> tuple[float, int, int]:
            suit = OF_SUIT[card // 10]
            return worth_of(bits & ~(1 << card)) * -1 + _RISK_IN_MONTE * THIRDS[card], (bits & suit).bit_count(), card

        chosen = min(left, key=cost)
        left.remove(chosen)
        gone.append(chosen)
    return gone


def _bid(seen: Observation, legal: Sequence[Move], options: Options) -> Move:
    worth = worth_of(card_set(seen.hand)) - _last_round(seen, options)
    wanted = [c for c, needed in BIDS.items() if worth >= needed]
    bids = [move for move in legal if isinstance(move, Bid) and move.contract in wanted]
    return bids[-1] if bids else Pass()


def _last_round(seen: Observation, options: Options) -> float:
    if seen.seat is None or options.rounds == "open" or seen.number < int(options.rounds):
        return 0.0
    mine = seen.balances[seen.seat]
    others = max(chips for seat, chips in enumerate(seen.balances) if seat != seen.seat)
    return AHEAD if mine > others else BEHIND if mine < others else 0.0


def _ask(seen: Observation, legal: Sequence[Move]) -> Move:
    asks = card_set([move.card for move in legal if isinstance(move, Ask)])
    return Ask(best_to_ask(card_set(seen.hand), asks))


def best_to_ask(hand: CardSet, asked: CardSet) -> Card:
    """The card among these that makes the hand worth the most."""
    return max(CARDS.of(asked), key=lambda card: (worth_of(hand | 1 << card), THIRDS[card], -card))


def _split(seen: Observation, legal: Sequence[Move]) -> Move:
    if any(isinstance(move, Accept) for move in legal):
        return Accept()
    hand = card_set(seen.hand)
    pairs = [move for move in legal if isinstance(move, Split) and len(move.first_takes) == 2]
    return max(pairs, key=lambda move: worth_of(hand | card_set(move.first_takes)))


def _play(seen: Observation, legal: Sequence[Move]) -> Card:
    hand = card_set(seen.hand)
    playable = card_set([move.card for move in legal if isinstance(move, PlayCard)])
    return card_to_play(playable, hand, Trick(seen.trick, partner_place(seen), unseen_by(seen)))


def partner_place(seen: Observation) -> int | None:
    """Where in the trick on the table the partner's card lies."""
    if seen.seat is None or seen.seat == seen.bidder:
        return None
    for place in range(len(seen.trick)):
        seat = (seen.leader + place) % SEATS
        if seat != seen.bidder:
            return place
    return None


def unseen_by(seen: Observation) -> CardSet:
    """The cards that the others may hold as far as this seat knows: laid off by others, they count as held."""
    known = card_set((*seen.hand, *seen.laid, *seen.trick))
    for trick in seen.tricks:
        known |= card_set(trick.cards)
    return _PACK & ~known

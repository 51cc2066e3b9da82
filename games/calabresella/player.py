"""How computers play Calabresella. The reasons, in order:

1. *Auction.* A hand is worth what its honours promise, more where they guard each other (``worth_of``). From
   ``BID_FROM`` on a contract brings more than passing; both were fitted to 30,000 contracts played out by these
   players. In the last agreed round who is ahead bids with more, who is behind with less.
2. *Call* the card that makes the hand worth the most.
3. *Give and lay off* what the hand misses least: cards of short suits, but no threes, twos and aces. Where one must
   follow suit, figures are laid off first, since they fall when their suit is led; else they are kept a little longer.
4. *Raise* nothing. *Split* the monte in pairs, so that one's own hand gains; agree to what the partner proposes.
5. *Play* as ``tactics`` says.
6. *Between rounds* deal on, unless somebody would end the match: then one is content with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.calabresella.cards import THIRDS
from games.calabresella.moves import Accept, Ask, Bid, Deal, Give, LayOff, Move, Pass, PlayCard, Split, Stop
from games.calabresella.observation import Observation
from games.calabresella.options import Options
from games.calabresella.tactics import CONTROLS, HIGHER, Trick, card_to_play
from games.calabresella.terms import BETWEEN, CHIAMO, LAY_OFF, PLAY, SOLO
from games.core.card_sets import CARDS, OF_SUIT, CardSet, card_set
from games.core.cards import PACK, RANK_OF, SUIT_OF, Card, Rank, Suit, card_of
from games.core.player import LOOKING, NATURAL, Pause, Player, Strength, Wish
from games.core.rng import Rng


class Levels(NamedTuple):
    """What a hand must be worth for Chiamo, for Solo over another's Chiamo, and for Solo where Chiamo would do.

    Solissimo gives up the monte and is never worth it.
    """

    chiamo: float
    solo_over: float
    solo: float


BID_FROM = {"free": Levels(12.0, 18.0, 24.0), "required": Levels(13.0, 20.0, 25.0)}
"""By the option ``follow_suit``. All three pass in two to five of a hundred deals."""
AHEAD, BEHIND = 4.0, -2.0
"""What is added to that in the last round."""

SEATS = 3
_PACK = card_set(PACK)
_HONOURS = ((Rank.THREE, 5.0), (Rank.TWO, 2.2), (Rank.RE, 0.6), (Rank.CAVALLO, 0.5), (Rank.FANTE, 0.1))
_ACE = (0.7, 2.5, 4.2)
"""What an ace is worth alone, with the two or the three of its suit, and with both."""
_TOGETHER = 1.0
"""What three and two of a suit are worth beside each other."""
_KEEPING = {Rank.THREE: (40.0, 0.0), Rank.TWO: (20.0, 5.0), Rank.ACE: (15.0, 4.0)}
"""How much a card is missed when it is given away, and what each higher card of its suit in hand adds."""
_FIGURES = frozenset({Rank.RE, Rank.CAVALLO, Rank.FANTE})
_FIGURE, _FIGURE_TO_LAY, _GUARDED = 3.0, -2.0, 0.5
"""The same for figures; laid off where one must follow suit; and what each higher card adds."""


class CalabresellaPlayer(Player[Options, Move, Observation]):
    """Reasons for every phase of a round."""

    def choose(self, observation: Observation, legal: Sequence[Move], options: Options, rng: Rng) -> Move:
        del rng
        first = legal[0]
        if observation.phase is PLAY:
            return PlayCard(_play(observation, legal))
        if observation.phase is LAY_OFF and isinstance(first, LayOff):
            return LayOff(
                tuple(sorted(to_lay_off(observation.hand, len(first.cards), must_follow=observation.must_follow)))
            )
        match first:
            case Pass() | Bid():
                return _bid(observation, legal, options)
            case Ask():
                return _ask(observation, legal)
            case Give():
                return Give(to_give(observation.hand))
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
    """What the honours of a hand promise; each unit is about four in a hundred more contracts kept."""
    worth = 0.0
    for suit in Suit:
        cards = hand & OF_SUIT[suit]
        worth += sum(value for rank, value in _HONOURS if cards >> card_of(suit, rank) & 1)
        guards = (cards & CONTROLS).bit_count()
        worth += _TOGETHER * (guards == 2)
        if cards >> card_of(suit, Rank.ACE) & 1:
            worth += _ACE[guards]
    return worth


def to_lay_off(hand: Iterable[Card], count: int, *, must_follow: bool) -> list[Card]:
    """The cards to lay off, chosen one after the other."""
    left, gone = list(hand), list[Card]()
    for _ in range(count):
        gone.append(_least_missed(left, _FIGURE_TO_LAY if must_follow else _FIGURE))
        left.remove(gone[-1])
    return gone


def to_give(hand: Iterable[Card]) -> Card:
    """The card to return for the called one; a figure would be a third for the opponents."""
    return _least_missed(list(hand), _FIGURE)


def _least_missed(hand: Sequence[Card], figure: float) -> Card:
    """The card that the hand misses least: of a short suit, and no honour."""
    held = card_set(hand)

    def missed(card: Card) -> tuple[float, Card]:
        suit, rank = held & OF_SUIT[SUIT_OF[card]], RANK_OF[card]
        alone, guarded = _KEEPING.get(rank, (figure, _GUARDED) if rank in _FIGURES else (0.0, 0.0))
        return alone + guarded * (suit & HIGHER[card]).bit_count() + suit.bit_count(), card

    return min(hand, key=missed)


def _bid(seen: Observation, legal: Sequence[Move], options: Options) -> Move:
    worth = worth_of(card_set(seen.hand)) - _last_round(seen, options)
    levels, chiamo, solo = BID_FROM[options.follow_suit], Bid(CHIAMO), Bid(SOLO)
    if solo in legal and worth >= (levels.solo if chiamo in legal else levels.solo_over):
        return solo
    return chiamo if chiamo in legal and worth >= levels.chiamo else Pass()


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
    alone = seen.seat == seen.bidder
    trick = Trick(seen.trick, partner_place(seen), unseen_by(seen), alone, seen.must_follow)
    return card_to_play(playable, hand, trick)


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

"""How computers play Kalooki. The reasons, in order:

1. *Draw.* The pozzo's card is taken if it goes into a meld with what is held, or can be laid on the table, or is what
   the opening lacks; else the unknown card of the stock.
2. *Open* as soon as the hand allows it, with the melds that leave the least: 50 points are a lot for waiting.
3. *Lay* everything that can be laid: melds first, then single cards that no meld in hand needs, then swaps of jokers.
4. *Discard* what no meld needs and what has the least hope: the fewest cards, among those not seen, that would make a
   meld of it and another card of the hand. Of equals the dearest goes; but before opening points do not matter, since
   who never opened pays the same for any hand. Rather nothing that fits the table, nor what goes with the cards that
   the next player took; a joker never, if anything else is left.
5. *The last four cards* are compared in every way: first by what is soon gone, then by what it costs (``endgame``).

The next player is expected to want what goes with what everybody saw it take.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from games.core.player import LOOKING, NATURAL, Pause, Player
from games.core.rng import Rng
from games.kalooki.cards import CARD_POINTS, JOKER, KINDS, PACK, RANKS, Card, Kind, is_joker, kind_of, rank_of, suit_of
from games.kalooki.endgame import FEW, best_ending
from games.kalooki.melds import run_ends
from games.kalooki.moves import Discard, DrawPozzo, DrawStock, LayDown, LayOff, Move, Swap
from games.kalooki.observation import Observation, Phase
from games.kalooki.options import Options
from games.kalooki.search import Holding, openings
from games.kalooki.suggest import Plan, best_laydowns

NEXT_STEP = Pause(0.4, 0.8)
"""Between the steps of one turn."""

_FITS_TABLE = 12
_FEEDS_NEXT = 4
_MELD_CARD = 2
"""What each card counts for that would make a meld."""
_POINT = 0.2


class KalookiPlayer(Player[Options, Move, Observation]):
    """Reasons over the best melds of the hand."""

    def choose(self, observation: Observation, legal: Sequence[Move], options: Options, rng: Rng) -> Move:
        if observation.phase is Phase.CUT:
            return legal[len(PACK) // 4 + rng.below(len(PACK) // 2)]
        if observation.phase is Phase.DRAW:
            return _draw(observation, legal, options)
        return (
            _end(observation, legal) or _lay(observation, legal, options) or _discard(observation, legal, options, rng)
        )

    def slips(self, observation: Observation, legal: Sequence[Move], options: Options) -> Sequence[Move]:
        """Whoever does not think still lays what can be laid; it is in drawing and discarding that one is careless."""
        laying = [move for move in legal if isinstance(move, LayDown | LayOff | Swap)]
        careless = [move for move in legal if isinstance(move, Discard) and not is_joker(move.card)]
        return laying or careless or legal

    def pause(self, observation: Observation, options: Options) -> Pause:
        if observation.phase is Phase.PLAY:
            return NEXT_STEP
        return LOOKING if observation.phase is Phase.CUT and observation.account is not None else NATURAL


def _needed(seen: Observation, options: Options) -> int:
    """What melds must be worth to be laid now."""
    opened = seen.seat is not None and seen.opened[seen.seat]
    return 0 if opened else options.opening_min


def _opened(seen: Observation) -> bool:
    return seen.seat is not None and seen.opened[seen.seat]


def _draw(seen: Observation, legal: Sequence[Move], options: Options) -> Move:
    """Reason 1."""
    pozzo = next((move for move in legal if isinstance(move, DrawPozzo)), None)
    if pozzo is None or seen.top is None:
        return legal[0]
    if not any(isinstance(move, DrawStock) for move in legal):
        return pozzo
    top, stock = seen.top, next(move for move in legal if isinstance(move, DrawStock))
    if is_joker(top) or (_opened(seen) and kind_of(top) in _table_fits(seen)):
        return pozzo
    before, after = _best(seen.hand), _best((*seen.hand, top))
    if after is None:
        return stock
    left = sum(CARD_POINTS[card] for card in seen.hand) if before is None else before.left
    gains = _left_after_discard((*seen.hand, top), after) < left - _cheapest_loss(seen.hand, before)
    opens = not _opened(seen) and _can_open((*seen.hand, top), options) and not _can_open(seen.hand, options)
    return pozzo if gains or opens else stock


def _can_open(hand: Sequence[Card], options: Options) -> bool:
    found = openings(Holding(tuple(sorted(hand))), options.opening_min, options.opening_single_meld == "yes")
    return next(found, None) is not None


def _best(hand: Sequence[Card]) -> Plan | None:
    """The melds of the hand that leave the least."""
    return next(iter(best_laydowns(hand)), None)


def _melded(plan: Plan | None) -> set[Card]:
    return set() if plan is None else {card for lay in plan.lays for card in lay.cards}


def _left_after_discard(hand: Sequence[Card], plan: Plan) -> int:
    """What the hand costs after its melds and the dearest of the other cards are gone."""
    loose = [CARD_POINTS[card] for card in hand if card not in _melded(plan)]
    return sum(loose) - max(loose, default=0)


def _cheapest_loss(hand: Sequence[Card], plan: Plan | None) -> int:
    """What one may expect the discard after an unknown card to take off a hand at the least."""
    loose = [CARD_POINTS[card] for card in hand if card not in _melded(plan)]
    return max(loose, default=0)


def _table_fits(seen: Observation) -> set[Kind]:
    """The faces that may be added to melds on the table."""
    return {face for meld in seen.melds for face in meld.fits}


def _end(seen: Observation, legal: Sequence[Move]) -> Move | None:
    """Reason 5; None while there are many cards, or melds to lay."""
    few = _opened(seen) and len(seen.hand) <= FEW and seen.must_lay is None
    if not few or any(isinstance(move, LayDown | Swap) for move in legal):
        return None
    fits = _table_fits(seen)
    if any(meld.fits and meld.joker_as is None for meld in seen.melds):
        fits.add(JOKER)
    ending = best_ending(seen.hand, frozenset(fits), _unseen(seen))
    for move in legal:
        if isinstance(move, LayOff) and move.card == ending.lay_off:
            return move
    discards = [move for move in legal if isinstance(move, Discard)]
    return next((move for move in discards if kind_of(move.card) == kind_of(ending.discard)), None)


def _unseen(seen: Observation) -> dict[Kind, int]:
    """For each kind how many cards of it are neither in the hand nor on the table."""
    left = dict.fromkeys(map(kind_of, PACK), 2)
    for card in (*seen.hand, *(card for meld in seen.melds for card in meld.cards)):
        left[kind_of(card)] -= 1
    return left


def _lay(seen: Observation, legal: Sequence[Move], options: Options) -> Move | None:
    """Reasons 2 and 3; None if nothing is to be laid."""
    downs = [move for move in legal if isinstance(move, LayDown)]
    if downs:
        return _lay_down(seen, downs, options)
    offs = [move for move in legal if isinstance(move, LayOff)]
    swaps = [move for move in legal if isinstance(move, Swap)]
    if not offs and not swaps:
        return None
    needed = _melded(_best(seen.hand))
    spare = [move for move in offs if move.card not in needed] or (offs if seen.must_lay is not None else [])
    if spare:
        return max(spare, key=lambda move: (not is_joker(move.card), CARD_POINTS[move.card], -move.onto.meld))
    return max(swaps, key=lambda move: sum(CARD_POINTS[card] for card in move.given)) if swaps else None


def _lay_down(seen: Observation, downs: Sequence[LayDown], options: Options) -> Move:
    """The melds of the best plan that may be laid; if they are not among the moves, what takes most out of the hand."""
    plans = best_laydowns(seen.hand, _needed(seen, options))
    wanted = set(plans[0].lays) if plans else set[object]()

    def worth(move: LayDown) -> tuple[bool, int, int]:
        cards = [card for lay in move.melds for card in lay.cards]
        return set(move.melds) <= wanted, sum(CARD_POINTS[card] for card in cards), len(cards)

    return max(downs, key=worth)


def _discard(seen: Observation, legal: Sequence[Move], options: Options, rng: Rng) -> Move:
    """Reason 4."""
    discards = [move for move in legal if isinstance(move, Discard)]
    if not discards:
        return legal[0]
    plan = _best(seen.hand)
    melded = _melded(plan)
    loose = [move for move in discards if move.card not in melded and not is_joker(move.card)]
    choices = loose or [move for move in discards if not is_joker(move.card)] or discards
    fits = _table_fits(seen)
    taken = _next_taken(seen)
    kinds = [kind_of(card) for card in seen.hand if card not in melded and not is_joker(card)]
    unseen = _unseen(seen)
    counts = _opened(seen) or options.unopened_penalty == "hand_value"

    def worth(move: Discard) -> float:
        card = move.card
        if is_joker(card):
            return 0
        kind = kind_of(card)
        worth = _POINT * CARD_POINTS[card] * counts - _MELD_CARD * _hope(kind, kinds, unseen)
        worth -= _FITS_TABLE * (kind in fits)
        return worth - _FEEDS_NEXT * any(_together(kind, other) for other in taken)

    scored = [(worth(move), move) for move in choices]
    best = max(value for value, _ in scored)
    return rng.choice([move for value, move in scored if value == best])


def _next_taken(seen: Observation) -> list[Kind]:
    if seen.seat is None:
        return []
    return [kind_of(card) for card in seen.taken[(seen.seat + 1) % len(seen.taken)] if not is_joker(card)]


def _hope(kind: Kind, kinds: Iterable[Kind], unseen: Mapping[Kind, int]) -> int:
    """How many unseen cards would make a meld of this one and another, a card that does so twice counted twice."""
    return sum(unseen[third] for other in kinds for third in _thirds(kind, other))


@cache
def _thirds(kind: Kind, other: Kind) -> tuple[Kind, ...]:
    """The faces that make a meld of three with these two."""
    rank, low, high = rank_of(kind), *sorted((kind, other))
    if low == high:
        return ()
    if rank_of(other) == rank:
        return tuple(third for third in KINDS if rank_of(third) == rank and third not in {kind, other})
    if suit_of(low) != suit_of(high) or high - low > 2:
        return ()
    return run_ends(low, high) if high - low == 1 else (Kind(low + 1),)


def _together(kind: Kind, other: Kind) -> bool:
    """Whether two faces may stand in one meld."""
    return rank_of(kind) == rank_of(other) or (suit_of(kind) == suit_of(other) and abs(kind - other) < len(RANKS) // 4)

"""How computers play Calidruno. The reasons, in order:

1. Whoever owes the word says it.
2. A card that can be played is played, also the one just drawn.
3. While the next player holds few cards, cards that stop or burden come first; else wilds are kept for later.
4. Stay in, or go to, the colour of which most is left in hand; a symbol held twice helps to change it.
5. A wild names the colour of which most is left, and not the one in force if another is as good.
6. Where points are counted, dear cards go first; where the last card must be a number, one is kept.

Beside the turn it says the word a moment after its play, and points out silence after everybody else had time to.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.calidruno.cards import SYMBOLS, WILD, WILD4, Card, Symbol, is_number
from games.calidruno.moves import Call, Catch, Move, Play, Vote
from games.calidruno.observation import Observation
from games.calidruno.options import Options
from games.core.player import LOOKING, NATURAL, Pause, Player, Strength, Wish
from games.core.rng import Rng

FEW_CARDS = 2
CALLS = {Strength.EASY: 0.7, Strength.GOOD: 1.0, Strength.STRONG: 1.0}
CATCHES = {Strength.EASY: 0.3, Strength.GOOD: 0.7, Strength.STRONG: 0.9}

WITHHELD = Pause(3.5, 5.0)
"""While somebody may still say the word, or be caught, the one to act gives the people time for it."""

_HINDERS = frozenset({Symbol.STOP, Symbol.DRAW2, Symbol.DRAW4})


class CalidrunoPlayer(Player[Options, Move, Observation]):
    """Reasons; ``search`` goes beyond them where there are but two players."""

    def choose(self, observation: Observation, legal: Sequence[Move], options: Options, rng: Rng) -> Move:
        if isinstance(call := next((m for m in legal if isinstance(m, Call)), None), Call):
            return call
        plays = [move for move in legal if isinstance(move, Play)]
        if not plays:
            return next((m for m in legal if not isinstance(m, Catch | Vote)), legal[0])
        scored = [(_worth(observation, play, options), play) for play in plays]
        best = max(worth for worth, _ in scored)
        return rng.choice([play for worth, play in scored if worth == best])

    def slips(self, observation: Observation, legal: Sequence[Move], options: Options) -> Sequence[Move]:
        del observation, options
        return [move for move in legal if not isinstance(move, Catch | Vote)] or legal

    def wishes(
        self, observation: Observation, legal: Sequence[Move], options: Options, strength: Strength
    ) -> Sequence[Wish[Move]]:
        wishes: list[Wish[Move]] = []
        for move in legal:
            match move:
                case Call():
                    wishes.append(Wish(move, CALLS[strength], 0.6, 2.0))
                case Catch():
                    wishes.append(Wish(move, CATCHES[strength], 2.5, 4.5))
                case Vote(guilty=False):
                    # A computer has heard nothing; saying so at once lets the game go on.
                    wishes.append(Wish(move, 1.0, 2.0, 3.0))
                case _:
                    pass
        return wishes

    def pause(self, observation: Observation, options: Options) -> Pause:
        if observation.to_act is None:
            return LOOKING
        open_words = [duty for duty in observation.duties if duty.seat != observation.seat and not duty.grace]
        return WITHHELD if open_words else NATURAL


def _worth(seen: Observation, play: Play, options: Options) -> float:
    """How good a play is; only the order of these numbers means anything."""
    card = play.card
    rest = list(seen.hand)
    rest.remove(card)
    worth = _manners(play, len(rest), options)
    hindering = _hinders(card) and _next_is_close(seen)
    if card >= WILD:
        worth += 40 if hindering else -20
        if play.colour is not None:
            worth += 2 * _held(rest, play.colour) - (1 if play.colour == seen.colour else 0)
        return worth - (3 if card == WILD4 else 0)
    colour, symbol = divmod(card, SYMBOLS)
    worth += 2 * _held(rest, colour)
    worth += sum(1 for other in rest if other < WILD and other % SYMBOLS == symbol)
    if hindering:
        worth += 30 + 5 * (symbol != Symbol.STOP)
    elif symbol in {Symbol.DRAW2, Symbol.DRAW4}:
        worth += 2
    if options.scoring == "points_to_500":
        worth += 0.1 * (symbol if is_number(card) else 20)
    if options.last_card_must_be_number == "yes" and not is_number(card):
        worth += 4 if len(rest) <= FEW_CARDS else 0
    return worth


def _manners(play: Play, left: int, options: Options) -> float:
    """The word comes with the card only where there is no head start to say it in."""
    says_it_now = left == 1 and options.grace_s == 0
    return 0.5 if play.says_it == says_it_now else 0


def _held(cards: Sequence[Card], colour: int) -> int:
    return sum(1 for card in cards if card < WILD and card // SYMBOLS == colour)


def _hinders(card: Card) -> bool:
    return card == WILD4 or (card < WILD and card % SYMBOLS in _HINDERS)


def _next_is_close(seen: Observation) -> bool:
    """Whether the next player holds so few cards that it must be hindered."""
    if seen.seat is None:
        return False
    return seen.counts[(seen.seat + seen.direction) % len(seen.counts)] <= FEW_CARDS

"""Sample scenes of every state of Calabresella's pictures."""

from __future__ import annotations

import random
from typing import Any

from games.calabresella.cards import LAST_TRICK_THIRDS, ORDER, thirds_of
from games.calabresella.observation import Observation, SplitOffer
from games.calabresella.terms import Account, Call, Contract, Phase, Sweep, Trick
from games.core.cards import PACK, SUIT_OF, Card, card_from
from games.core.game import Outcome, Seat
from render.calabresella import (
    AccountWords,
    Guide,
    HandWords,
    TableWords,
    account_scene,
    hand_scene,
    table_scene,
)
from render.sample_seats import NAMES, labels
from render.scene import Scene, SeatLabel

SEATS = 3
LETTERS = ("C", "D", "S", "B")
WORDS = TableWords(
    turn="Bruno's turn",
    title="Round 3",
    rule="No need to follow suit at this table",
    monte="Monte",
    called="called",
    returned="given back",
    chips="chips",
)
GUIDE = Guide("High to low", "Points", ("⅓", "⅓", "1", "⅓", "⅓", "⅓", "–", "–", "–", "–"))


def thirds(amount: int) -> str:
    """Thirds of a point as people write them."""
    whole, rest = divmod(amount, 3)
    return f"{whole or ''}{('', '⅓', '⅔')[rest]}" or "0"


class Round:
    """A round of three seats, played as far as a picture needs it."""

    def __init__(self, seed: int, contract: Contract = Contract.CHIAMO, bidder: int = 1) -> None:
        self._rng = random.Random(seed)
        cards = list(PACK)
        self._rng.shuffle(cards)
        self.hands = [sorted(cards[seat * 12 : seat * 12 + 12]) for seat in range(SEATS)]
        self.monte = tuple(sorted(cards[36:]))
        self.contract, self.bidder = contract, bidder
        self.leader = 0
        self.trick: list[Card] = []
        self.tricks: list[Trick] = []

    def play(self, cards: int) -> Round:
        """So many cards more, at random."""
        for _ in range(cards):
            hand = self.hands[(self.leader + len(self.trick)) % SEATS]
            card = self._rng.choice(hand)
            hand.remove(card)
            self.trick.append(card)
            if len(self.trick) == SEATS:
                played = tuple(self.trick)
                winner = (self.leader + ORDER.winner(played)) % SEATS
                self.tricks.append(Trick(Seat(self.leader), played, Seat(winner), thirds_of(played)))
                self.leader, self.trick = winner, []
        return self

    def observation(self, seat: int | None = None, **changes: Any) -> Observation:
        """What a seat sees of it."""
        others = [Seat((self.bidder + i) % SEATS) for i in (1, 2)]
        exchange = self.contract <= Contract.SOLO
        base = Observation(
            seat=None if seat is None else Seat(seat),
            phase=Phase.PLAY,
            to_act=(Seat((self.leader + len(self.trick)) % SEATS),),
            dealer=Seat(2),
            number=3,
            balances=(4, -6, 2),
            stops=(),
            calls=(Call(Seat(0), None), Call(Seat(1), self.contract), Call(Seat(2), None)),
            highest=Call(Seat(self.bidder), self.contract),
            contract=self.contract,
            bidder=Seat(self.bidder),
            first=others[0],
            second=others[1],
            hand=() if seat is None else tuple(self.hands[seat]),
            counts=tuple(len(hand) for hand in self.hands),
            monte_count=4,
            monte_up=False,
            turned=self.monte if exchange else (),
            called=card_from("3S") if self.contract == Contract.CHIAMO else None,
            handed_over_by=others[0] if self.contract == Contract.CHIAMO else None,
            returned=card_from("5D") if self.contract == Contract.CHIAMO else None,
            offers=(),
            took=((),) * SEATS,
            laid=(),
            laid_counts=(0,) * SEATS,
            leader=Seat(self.leader),
            trick=tuple(self.trick),
            tricks=tuple(self.tricks),
            must_follow=False,
            account=None,
            outcome=None,
        )
        return base._replace(**changes)

    def account(self, sweep: Sweep = Sweep.NONE) -> Account:
        """How the round was counted, once all is played."""
        tricks = tuple((trick.winner, trick.thirds) for trick in self.tricks)
        last = self.tricks[-1].winner
        extra = LAST_TRICK_THIRDS + thirds_of(self.monte)
        mine = sum(t for w, t in tricks if w == self.bidder) + (extra if last == self.bidder else 0)
        won = mine >= 18
        stake = self.contract.value * int(sweep) * (1 if won else -1)
        chips = tuple(2 * stake if seat == self.bidder else -stake for seat in range(SEATS))
        balances = tuple(a + b for a, b in zip((4, -6, 2), chips, strict=True))
        return Account(
            3,
            Seat(2),
            Seat(self.bidder),
            self.contract,
            tricks,
            last,
            self.monte,
            thirds_of(self.monte),
            mine,
            35 - mine,
            won,
            sweep,
            chips,
            balances,
        )


def account_words(account: Account, stakes: str) -> AccountWords:
    """The account's amounts as text."""
    return AccountWords(
        turn=f"{NAMES[account.bidder]} {'wins' if account.won else 'loses'}",
        title="Round 3",
        others="The others",
        thirds=tuple(thirds(worth) for _, worth in account.tricks),
        last_trick="Last trick",
        last_worth="1",
        monte="Monte",
        monte_worth=thirds(account.monte_thirds),
        bidder_sum=thirds(account.bidder_thirds),
        others_sum=thirds(account.others_thirds),
        stakes=stakes,
        chips="chips",
    )


def tables() -> dict[str, Scene]:
    """The public table."""
    result: dict[str, Scene] = {}
    seats = labels(3)
    bidding = Round(1).observation(
        phase=Phase.AUCTION,
        calls=(Call(Seat(0), Contract.CHIAMO), Call(Seat(1), None)),
        to_act=(Seat(2),),
        turned=(),
        called=None,
        returned=None,
    )
    words = WORDS._replace(turn="Carla's turn", contract="Chiamo", bidder="worth 1", calls=("Chiamo", "pass", ""))
    result["table-auction"] = table_scene(bidding, seats, words)
    called = Round(2)
    chiamo = WORDS._replace(contract="Chiamo", bidder="Bruno against two", turn="Bruno lays off")
    turned = called.observation(
        phase=Phase.RETURN, monte_up=True, monte_count=0, returned=None, counts=(12, 17, 11), to_act=(Seat(1),)
    )
    result["table-monte"] = table_scene(turned, seats, chiamo)
    result["table-monte-given"] = table_scene(
        turned._replace(returned=card_from("5D"), phase=Phase.LAY_OFF), seats, chiamo
    )
    result["table-monte-french"] = table_scene(turned, seats, chiamo, "french")
    chosen = Round(4, Contract.SCEGLIETE)
    split = chosen.observation(
        phase=Phase.ANSWER,
        monte_up=True,
        turned=chosen.monte,
        offers=(SplitOffer(Seat(2), chosen.monte[:3], chosen.monte[3:]),),
        to_act=(Seat(0),),
    )
    result["table-split"] = table_scene(
        split, seats, WORDS._replace(turn="Anna answers", contract="Scegliete", bidder="Bruno against two")
    )
    required = chiamo._replace(rule="You must follow suit if you can", turn="Carla's turn")
    for cards in (0, 1, 2, 3, 14, 28):
        game = Round(cards + 5).play(cards)
        acting = NAMES[game.observation().to_act[0]]
        result[f"table-trick-{cards:02}"] = table_scene(
            game.observation(), seats, required._replace(turn=f"{acting}'s turn")
        )
    solo = Round(9, Contract.SOLISSIMO, 2).play(20).observation(balances=(-128, 64, 64))
    wide = tuple(
        SeatLabel(name, mark, badge)
        for name, mark, badge in zip(NAMES[6:9], ("absent", "computer", "host"), ("", "Solo!", ""), strict=True)
    )
    result["table-solissimo-french"] = table_scene(
        solo, wide, WORDS._replace(contract="Solissimo", bidder=f"{NAMES[8]} against two"), "french"
    )
    title, aside = "Tocca a " + "永" * 32, "la carta chiamata"
    long = TableWords(
        turn=title,
        title=title,
        contract="永" * 32,
        bidder="永" * 32,
        rule="Bisogna rispondere al seme di chi ha aperto, se si può, e altrimenti si gioca quel che si vuole",
        calls=("Solissimo!", "Scegliete!", "passo passo"),
        monte=aside,
        called=aside,
        returned=aside,
        chips="fiches",
    )
    crowded = tuple(SeatLabel("永" * 32, "absent") for _ in range(SEATS))
    result["table-crowded"] = table_scene(Round(9).play(20).observation(balances=(-1128, 1064, 64)), crowded, long)
    result["table-crowded-monte"] = table_scene(turned._replace(returned=card_from("5D")), crowded, long)
    result["table-crowded-split"] = table_scene(split, crowded, long)
    result["table-crowded-auction"] = table_scene(bidding, crowded, long)
    over = Outcome("stopped", (1, 3, 2), (6, -8, 2))
    ended = Round(6).play(36).observation(phase=Phase.OVER, to_act=(), outcome=over, monte_count=0, called=None)
    result["table-over"] = table_scene(ended._replace(returned=None), seats, WORDS._replace(turn="Anna wins", title=""))
    return result


def accounts() -> dict[str, Scene]:
    """The account of a round."""
    result: dict[str, Scene] = {}
    for seed, contract, sweep in (
        (1, Contract.CHIAMO, Sweep.NONE),
        (2, Contract.SOLO, Sweep.NONE),
        (5, Contract.SCEGLIETE, Sweep.CAPOTTO),
    ):
        game = Round(seed, contract, seed % 3).play(36)
        account = game.account(sweep)
        stakes = f"{contract.name.title()} {contract.value}" + (" × 2 capotto" if sweep is Sweep.CAPOTTO else "")
        view = game.observation(phase=Phase.BETWEEN, account=account, to_act=())
        result[f"account-{contract.name.lower()}"] = account_scene(view, labels(3), account_words(account, stakes))
    long = account_words(account, "Scegliete 16 × stramazzo 3 " + "永" * 20)._replace(
        turn="永" * 40, others="gli altri due insieme", last_trick="l'ultima presa", monte="quel che era nel monte"
    )
    crowded = tuple(SeatLabel("永" * 32) for _ in range(SEATS))
    result["account-crowded"] = account_scene(view, crowded, long)
    game = Round(8, Contract.SOLO).play(36)
    view = game.observation(phase=Phase.BETWEEN, account=game.account())
    wide = tuple(SeatLabel(name) for name in NAMES[6:9])
    result["account-french"] = account_scene(view, wide, account_words(game.account(), "Solo 2"), "french")
    return result


def hands() -> dict[str, Scene]:
    """Private hands."""
    result: dict[str, Scene] = {}
    words = HandWords("Your turn", "No need to follow suit", "new", "no cards")
    for cards in (0, 13, 26, 34):
        game = Round(cards + 40).play(cards)
        me = (game.leader + len(game.trick)) % SEATS
        view = game.observation(me)
        result[f"hand-{len(view.hand):02}"] = hand_scene(view, view.hand, words)
    game = Round(51).play(1)
    view = game.observation(1)
    led = SUIT_OF[view.trick[0]]
    follow = frozenset(card for card in view.hand if SUIT_OF[card] == led)
    following = HandWords("Your turn", "Follow suit: denari")
    result["hand-follow"] = hand_scene(view, view.hand, following, playable=follow)
    result["hand-follow-guide"] = hand_scene(view, view.hand, following, playable=follow, guide=GUIDE)
    result["hand-follow-french"] = hand_scene(
        view, view.hand, following, deck="french", playable=follow, guide=GUIDE, letters=("H", "D", "S", "C")
    )
    game = Round(60)
    full = tuple(sorted([*game.hands[1], *game.monte, game.hands[2][0]]))
    laying = HandWords("Lay off four cards", "and give one back · 2 of 4 chosen", "new")
    for count, chosen in ((16, 2), (17, 4)):
        view = game.observation(1, hand=full[:count], phase=Phase.LAY_OFF, to_act=(Seat(1),))
        result[f"hand-{count}"] = hand_scene(
            view, view.hand, laying, chosen=frozenset(full[3 : 3 + chosen]), fresh=frozenset(game.monte)
        )
        result[f"hand-{count}-guide"] = hand_scene(
            view, view.hand, laying, chosen=frozenset(full[5 : 5 + chosen]), letters=LETTERS, guide=GUIDE
        )
    long = HandWords("永" * 40, "永" * 60, "appena arrivata dal monte")
    guide = Guide("dalla più alta alla più bassa", "quanto vale ogni carta", ("11⅔",) * 10)
    crowded = game.observation(1, hand=full, phase=Phase.LAY_OFF, to_act=(Seat(1),))
    result["hand-crowded"] = hand_scene(crowded, full, long, fresh=frozenset((full[2], full[-1])), guide=guide)
    view = Round(70).observation(1, to_act=(Seat(2),))
    result["hand-waiting"] = hand_scene(view, view.hand, HandWords("Carla's turn", "Bruno plays Chiamo"))
    result["hand-two-colours"] = hand_scene(view, view.hand, HandWords("Carla's turn"), deck="french", two_colours=True)
    return result


def calabresella() -> dict[str, Scene]:
    """Every state of Calabresella's pictures by name."""
    return {f"calabresella-{name}": scene for name, scene in {**tables(), **accounts(), **hands()}.items()}

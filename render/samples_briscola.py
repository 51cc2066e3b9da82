"""Sample scenes of every state of blind Briscola's pictures."""

from __future__ import annotations

import random
from typing import Any

from games.briscola.cards import ORDER, pack, points_of
from games.briscola.observation import Observation, SlotView, TrickCard
from games.briscola.terms import SLOTS, Call, Phase, Result, Slot, Trick
from games.core.cards import Card, Rank, Suit, card_of
from games.core.game import Outcome, Seat
from render.briscola import TableWords, ViewWords, table_scene, view_scene
from render.sample_seats import NAMES, labels
from render.scene import Scene, SeatLabel

SEATS = 6
LETTERS = ("C", "D", "S", "B")
WORDS = TableWords("Bruno's turn", "Trick 3 of 6", "to beat", "left", "pts", "The promise is kept")
VIEW_WORDS = ViewWords("Your turn", "Choose one of your backs", "to beat", "yours:")


class Hand:
    """A hand of six seats, played as far as a picture needs it."""

    def __init__(self, seed: int, trump: Suit = Suit.COPPE, caller: int = 2, number: int = 44) -> None:
        self._rng = random.Random(seed)
        cards = list(pack())
        self._rng.shuffle(cards)
        self.cards = [cards[seat * 6 : seat * 6 + 6] for seat in range(SEATS)]
        self.slots = [list(SLOTS) for _ in range(SEATS)]
        self.trump, self.caller, self.number = trump, caller, number
        self.tricks: list[Trick] = []
        self.leader = caller
        self.trick: list[tuple[Slot, Card]] = []

    def play(self, cards: int) -> Hand:
        """So many cards more, from slots at random."""
        for _ in range(cards):
            seat = (self.leader + len(self.trick)) % SEATS
            slot = self._rng.choice(self.slots[seat])
            self.slots[seat].remove(slot)
            self.trick.append((slot, self.cards[seat][slot - 1]))
            if len(self.trick) == SEATS:
                played = tuple(card for _, card in self.trick)
                winner = (self.leader + ORDER.winner(played, self.trump)) % SEATS
                self.tricks.append(Trick(Seat(self.leader), tuple(s for s, _ in self.trick), played, Seat(winner)))
                self.leader, self.trick = winner, []
        return self

    def observation(self, seat: int | None = None, *, sees: bool = True, **changes: Any) -> Observation:
        """What a seat sees of it; ``sees`` is whether a spectator sees the hands."""
        up = bool(self.tricks)
        calls = (Call(Seat(0), 59), Call(Seat(1), None), Call(Seat(2), 50), Call(Seat(3), None))
        next_seat = (self.leader + len(self.trick)) % SEATS
        visible = [up and owner != seat and (seat is not None or sees) for owner in range(SEATS)]
        base = Observation(
            seat=None if seat is None else Seat(seat),
            phase=Phase.TRICKS if up else Phase.FIRST_TRICK,
            to_act=(Seat(next_seat),),
            dealer=Seat(5),
            calls=calls,
            left=tuple(Seat(s) for s in range(SEATS) if s != self.caller),
            bidder=Seat(self.caller),
            number=self.number,
            next_bid=None,
            hands=tuple(self._slots(owner, visible=visible[owner]) for owner in range(SEATS)),
            trump=self.trump if up else None,
            leader=Seat(self.leader),
            trick=tuple(
                TrickCard(Seat((self.leader + i) % SEATS), slot, card if up else None)
                for i, (slot, card) in enumerate(self.trick)
            ),
            tricks=tuple(self.tricks),
            tricks_taken=tuple(sum(t.winner == s for t in self.tricks) for s in range(SEATS)),
            ace_shown_by=None,
            own_cards=None,
            points=None,
            result=None,
            outcome=None,
        )
        return base._replace(**changes)

    def _slots(self, owner: int, *, visible: bool) -> tuple[SlotView, ...]:
        held = [slot in self.slots[owner] for slot in SLOTS]
        faces = self.cards[owner]
        return tuple(SlotView(h, faces[i] if visible or (not h and self.tricks) else None) for i, h in enumerate(held))

    def own(self, seat: int) -> tuple[Card, ...]:
        """What the memory aid would say."""
        return tuple(sorted(self.cards[seat][slot - 1] for slot in self.slots[seat]))

    def result(self, *, scoring: bool = False) -> Result:
        """How the hand was counted, once all is played."""
        taken = tuple(sum(points_of(t.cards) for t in self.tricks if t.winner == s) for s in range(SEATS))
        ace = card_of(self.trump, Rank.ACE)
        holder = next(s for s in range(SEATS) if ace in self.cards[s])
        partner = None if holder == self.caller else Seat(holder)
        side = taken[self.caller] + (0 if partner is None else taken[partner])
        kept = side < self.number
        roles = [(3 if partner is not None else 5) if s == self.caller else 1 for s in range(SEATS)]
        ours = [s in (self.caller, partner) for s in range(SEATS)]
        stakes = tuple(n if won == kept else -n for n, won in zip(roles, ours, strict=True)) if scoring else ()
        return Result(Seat(self.caller), self.number, partner, taken, side, kept, stakes)


def auction(**changes: Any) -> Observation:
    """An auction: nobody has seen a card."""
    calls = (Call(Seat(0), 59), Call(Seat(1), None), Call(Seat(2), 50), Call(Seat(3), 45), Call(Seat(4), None))
    view = Hand(1).observation(
        phase=Phase.AUCTION,
        calls=calls,
        left=(Seat(1), Seat(4)),
        bidder=Seat(3),
        number=45,
        next_bid=44,
        to_act=(Seat(5),),
    )
    return view._replace(**changes)


def tables() -> dict[str, Scene]:
    """The public table."""
    words = WORDS
    result: dict[str, Scene] = {
        "table-auction": table_scene(auction(), labels(6), words._replace(turn="Fabio's turn", title="Auction")),
        "table-auction-first": table_scene(
            auction(calls=(), left=(), bidder=None, number=None, next_bid=59, to_act=(Seat(0),)),
            labels(6),
            words._replace(turn="Anna's turn", title="Auction", bid="at most"),
        ),
    }
    first = words._replace(turn="Elena's turn", title="Trick 1 of 6")
    result["table-face-down"] = table_scene(Hand(3).play(3).observation(), labels(6), first)
    down = Hand(3).play(5)
    trick = (*down.observation().trick, TrickCard(Seat(1), Slot(4), None))
    naming = down.observation(phase=Phase.TRUMP, trick=trick, to_act=(Seat(2),))
    result["table-trump"] = table_scene(naming, labels(6), first._replace(turn="Carla names the trump"))
    reveal = Hand(5, Suit.DENARI).play(6)
    taker = NAMES[reveal.leader]
    shown = words._replace(turn=f"{taker} takes the first trick", title="Trump denari")
    result["table-reveal"] = table_scene(reveal.observation(), labels(6), shown)
    for n, (suit, cards) in enumerate(((Suit.SPADE, 15), (Suit.BASTONI, 22), (Suit.COPPE, 29))):
        hand = Hand(10 + n, suit).play(cards)
        acting = NAMES[hand.observation().to_act[0]]
        turn = words._replace(turn=f"{acting}'s turn")
        result[f"table-trick-{cards}"] = table_scene(hand.observation(), labels(6), turn)
    wide = tuple(
        SeatLabel(name, mark, badge)
        for name, mark, badge in zip(
            NAMES[4:10], ("absent", "left", "computer", "host", "", ""), ("", "?!", "", "", "", "Aha!"), strict=True
        )
    )
    points = Hand(12, Suit.SPADE).play(16).observation(points=(27, 0, 33, 4, 11, 0))
    result["table-points"] = table_scene(points, wide, words._replace(turn=f"{NAMES[8]}'s turn"), LETTERS)
    for name, seed, number in (("kept", 10, 60), ("broken", 2, 12), ("alone", 0, 59)):
        hand = Hand(seed, Suit.COPPE, 0, number).play(36)
        counted = hand.result(scoring=name == "broken")
        outcome = Outcome(name, tuple(1 if s in counted.winners else 3 for s in range(SEATS)), ())
        over = hand.observation(phase=Phase.OVER, to_act=(), result=counted, outcome=outcome)
        result[f"table-{name}"] = table_scene(
            over,
            labels(6),
            words._replace(
                turn=f"Anna's side {'wins' if counted.kept else 'loses'}",
                title="",
                result=f"The promise is {'kept' if counted.kept else 'broken'}",
            ),
        )
    wide = tuple(SeatLabel("永" * 32, "absent", "Aha! Aha!") for _ in range(SEATS))
    title = "Tocca a " + "永" * 32
    long = TableWords(title, title, "da battere con meno", "ha lasciato", "punti", "永 " * 40)
    result["table-crowded"] = table_scene(hand.observation(points=(120,) * 6), wide, long, LETTERS)
    result["table-crowded-auction"] = table_scene(auction(), wide, long)
    result["table-crowded-result"] = table_scene(over, wide, long)
    void = auction(phase=Phase.OVER, to_act=(), bidder=None, number=None, next_bid=None, outcome=Outcome("void", ()))
    result["table-void"] = table_scene(void, labels(6), words._replace(turn="Nobody called", title=""))
    return result


def views() -> dict[str, Scene]:
    """What seats and spectators see."""
    words = VIEW_WORDS
    result: dict[str, Scene] = {
        "view-auction": view_scene(auction(seat=Seat(5)), labels(6), words._replace(title="Call under 45, or leave")),
        "view-face-down": view_scene(Hand(3).play(3).observation(5), labels(6), words),
    }
    reveal = Hand(5, Suit.DENARI).play(6)
    result["view-reveal"] = view_scene(reveal.observation(1), labels(6), words._replace(turn="Elena leads"))
    hand = Hand(10, Suit.SPADE).play(14)
    me = int(hand.observation().to_act[0])
    result["view-turn"] = view_scene(hand.observation(me), labels(6), words)
    result["view-letters"] = view_scene(hand.observation(me), labels(6), words, LETTERS)
    notes = ("no trump", "", "high denari?", "", "Bruno says Re", "7")
    result["view-notes"] = view_scene(hand.observation(me), labels(6), words, notes=notes)
    aided = hand.observation(me, own_cards=hand.own(me))
    result["view-memory-aid"] = view_scene(aided, labels(6), words, LETTERS, notes)
    waiting = words._replace(turn="Carla's turn", title="Carla promised less than 44")
    names = tuple(SeatLabel(name) for name in NAMES[4:10])
    result["view-waiting"] = view_scene(hand.observation((me + 3) % 6), names, waiting)
    late = Hand(12, Suit.BASTONI).play(33)
    result["view-last"] = view_scene(late.observation(4), labels(6), words._replace(turn="Last trick"))
    wide = tuple(SeatLabel("Ｗ" * 32) for _ in range(SEATS))
    long = ViewWords("Tocca a " + "永" * 32, "永" * 60, "da battere con meno", "le tue carte insieme")
    full = tuple("assolutamente nessuna briscola" for _ in SLOTS)
    crowded = reveal.observation(2, own_cards=reveal.own(2))
    result["view-crowded"] = view_scene(crowded, wide, long, LETTERS, full)
    result["view-spectator"] = view_scene(hand.observation(None), labels(6), waiting)
    result["view-felt-only"] = view_scene(hand.observation(None, sees=False), labels(6), waiting)
    return result


def briscola() -> dict[str, Scene]:
    """Every state of blind Briscola's pictures by name."""
    return {f"briscola-{name}": scene for name, scene in {**tables(), **views()}.items()}

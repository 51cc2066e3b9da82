"""Sample scenes of every state of Kalooki's pictures."""

from __future__ import annotations

import random
from typing import Any

from games.core.game import Outcome, Seat
from games.kalooki.cards import JOKERS, PACK, Card, card_from, is_joker, kind_from, points_of
from games.kalooki.observation import Account, AccountLine, Meld, MeldKind, Observation, Phase, TableMeld
from render.kalooki import CountWords, HandWords, TableWords, count_scene, hand_scene, table_scene
from render.sample_seats import NAMES, labels
from render.scene import Scene, SeatLabel

WORDS = TableWords("Bruno's turn", "Hand 3 · to 150", "not opened yet", "1 to 105 cards")
COUNT_WORDS = CountWords("Dario cuts", "Hand 3 · to 150", "cost", "total", "has closed", "not opened")


def meld(text: str, owner: int, new: str = "") -> TableMeld:
    """A meld in notation, the joker's card after an equals sign: ``"9S 9H JK=9D"``; ``new`` names the new cards."""
    cards: list[Card] = []
    joker_as = None
    for part in text.split():
        name, _, stands_for = part.partition("=")
        cards.append(card_from(name))
        joker_as = kind_from(stands_for) if stands_for else joker_as
    naturals = [card // 2 % 13 for card in cards if not is_joker(card)]
    kind = MeldKind.TRIS if len(set(naturals)) == 1 else MeldKind.SCALA
    return TableMeld(Seat(owner), Meld(kind, tuple(cards), joker_as), tuple(card_from(n) for n in new.split()))


def melds(seats: int, count: int) -> tuple[TableMeld, ...]:
    """The first so many melds of a crowded table, the owners in turn."""
    return tuple(meld(text, i % seats, new) for i, (text, new) in enumerate(_CROWD[:count]))


_CROWD = (
    ("9S 9H JK=9D", ""),
    ("5H 6H 7H 8H", "8H"),
    ("KS KH KD KC", ""),
    ("TS JS QS", "TS JS QS"),
    ("2C 3C 4C 5C 6C", ""),
    ("AS AH AD", ""),
    ("7s 8s 9s Ts", ""),
    ("3S 3H 3D", ""),
    ("QD Jk=KD AD", "Jk"),
    ("4h 4d 4c", ""),
    ("6d 7d 8d", ""),
    ("JH JD JC", ""),
    ("9c Tc Jc Qc", "Qc"),
    ("2H 2D 2C", ""),
    ("5s 6s 7s", ""),
    ("8S 8H 8C", ""),
    ("Th Jh Qh Kh Ah", ""),
    ("Kd Kc Ks", ""),
    ("2s 3s 4s", ""),
    ("5d 5c 5h", ""),
    ("Td TC TH", ""),
    ("7C 8c 9C", ""),
)
LONG_RUN = "2H 3H 4H 5H 6H 7H JK=8H 9H TH JH QH KH AH"


def observation(
    seats: int,
    *,
    laid: tuple[TableMeld, ...] = (),
    hand: int = 0,
    seed: int = 1,
    seat: int | None = None,
    to_act: int | None = 1,
    **changes: Any,
) -> Observation:
    """A plausible observation; hands come from what is not on the table."""
    rng = random.Random(seed)
    used = {card for each in laid for card in each.cards}
    rest = [card for card in PACK if card not in used]
    rng.shuffle(rest)
    owners = {int(each.owner) for each in laid}
    counts = tuple(rng.randint(2, 9) if s in owners else 13 for s in range(seats))
    natural = next(i for i, card in enumerate(rest) if not is_joker(card))
    base = Observation(
        seat=None if seat is None else Seat(seat),
        phase=Phase.PLAY,
        hand=tuple(sorted([card for i, card in enumerate(rest) if i != natural][:hand])),
        drawn=None,
        must_lay=None,
        counts=counts,
        taken=((),) * seats,
        to_act=None if to_act is None else Seat(to_act),
        melds=laid,
        opened=tuple(s in owners for s in range(seats)),
        stock=41,
        pozzo=7,
        top=rest[natural],
        totals=tuple(rng.randint(0, 149) for _ in range(seats)),
        opening_min=40,
        target=150,
        dealer=Seat(0),
        hand_number=3,
        account=None,
        outcome=None,
    )
    return base._replace(**changes)


def account(seats: int, seed: int = 1, closer: int | None = 1, void: str = "", *, doubled: bool = False) -> Account:
    """A plausible count: one seat in three has not opened."""
    rng = random.Random(seed)
    pack = list(PACK)
    rng.shuffle(pack)
    lines: list[AccountLine] = []
    for s in range(seats):
        opened = s == closer or s % 3 != 2
        size = 0 if s == closer else rng.randint(1, 9) if opened else 13
        cards = tuple(sorted(pack.pop() for _ in range(size)))
        value = points_of(cards)
        points = 0 if void else (value if opened else 50) * (1 + doubled)
        lines.append(AccountLine(cards, opened, value, points, points + rng.randint(0, 90)))
    return Account(3, Seat(0), None if closer is None else Seat(closer), void, doubled, tuple(lines))


def tables() -> dict[str, Scene]:
    """The public table."""
    result: dict[str, Scene] = {}
    for seats, count in ((2, 0), (2, 2), (2, 6), (3, 1), (3, 7), (4, 5), (4, 9), (5, 3), (5, 8), (5, 12), (5, 16)):
        view = observation(seats, laid=melds(seats, count), seed=seats * 20 + count, to_act=1)
        result[f"table-{seats}-{count:02}"] = table_scene(view, labels(seats), WORDS)
    wide = tuple(
        SeatLabel(name, mark)
        for name, mark in zip(NAMES[5:10], ("", "computer", "host", "left", "absent"), strict=True)
    )
    view = observation(5, laid=melds(5, 12), to_act=2, counts=(1, 3, 14, 8, 13))
    result["table-names"] = table_scene(view, wide, WORDS._replace(turn=f"{NAMES[7]} is to play"))
    view = observation(6, laid=melds(6, 18), to_act=0, stock=0, top=None, pozzo=0)
    result["table-six"] = table_scene(view, labels(6), WORDS._replace(turn="Anna's turn"))
    view = observation(3, laid=(meld(LONG_RUN, 0, "2H"), meld("9S 9H 9D", 0), meld("AS AD AC", 2)), to_act=0)
    result["table-long-run"] = table_scene(view, labels(3), WORDS._replace(turn="Anna's turn"))
    everything = tuple(meld(text, 0, new) for text, new in _CROWD[:12])
    result["table-one-owner"] = table_scene(observation(5, laid=everything, to_act=0), labels(5), WORDS)
    for seats in (2, 5):
        view = observation(seats, phase=Phase.CUT, counts=(0,) * seats, top=None, stock=106, pozzo=0)
        result[f"table-cut-{seats}"] = table_scene(view, labels(seats), WORDS._replace(turn="Bruno cuts"))
    over = Outcome("target", (2, 1, 3, 4), (97, 60, 120, 154))
    view = observation(4, laid=melds(4, 9), phase=Phase.OVER, to_act=None, outcome=over, totals=(97, 60, 120, 154))
    result["table-over"] = table_scene(view, labels(4), WORDS._replace(turn="Bruno wins"))
    return result


def counts() -> dict[str, Scene]:
    """The count after a hand and at the end."""
    result: dict[str, Scene] = {}
    for seats in (2, 3, 4, 5, 6):
        view = observation(seats, phase=Phase.CUT, account=account(seats, seats))
        result[f"count-{seats}"] = count_scene(view, labels(seats), COUNT_WORDS)
    doubled = observation(4, account=account(4, 9, closer=0, doubled=True))
    result["count-doubled"] = count_scene(doubled, labels(4), COUNT_WORDS._replace(turn="Kalooki! Anna cuts"))
    void = observation(4, account=account(4, 7, closer=None, void="stock_out"))
    result["count-void"] = count_scene(void, labels(4), COUNT_WORDS._replace(turn="Nobody scores", closed=""))
    last = account(5, 12, closer=3)
    totals = tuple(line.total for line in last.lines)
    places = tuple(1 + sum(other < total for other in totals) for total in totals)
    view = observation(5, phase=Phase.OVER, to_act=None, account=last, outcome=Outcome("target", places, totals))
    wide = tuple(SeatLabel(name) for name in NAMES[5:10])
    winner = NAMES[5 + places.index(1)]
    result["count-over"] = count_scene(view, wide, COUNT_WORDS._replace(turn=f"{winner} wins"))
    return result


def hands() -> dict[str, Scene]:
    """Private hands."""
    result: dict[str, Scene] = {}
    words = HandWords("Your turn", "tris of 9 = 27 · opening 27 of 40", "new", "no cards")
    for count in (0, 1, 2, 5, 13, 14, 15, 20, 29):
        view = observation(3, hand=count, seed=count + 40, seat=1)
        chosen = frozenset(view.hand[2:5]) if count > 4 else frozenset[Card]()
        fresh = view.hand[-3] if count in {5, 14, 20} else None
        result[f"hand-{count:02}"] = hand_scene(view, view.hand, words, chosen=chosen, fresh=fresh)
    view = observation(3, hand=12, seed=3, seat=1)
    hand = (*view.hand, *JOKERS)
    by_rank = tuple(sorted(hand, key=lambda card: (99, 0) if is_joker(card) else (card // 2 % 13, card)))
    result["hand-by-rank"] = hand_scene(view, by_rank, words, set_aside=frozenset(by_rank[1:4]), fresh=by_rank[-2])
    result["hand-two-colours"] = hand_scene(view, by_rank, words, two_colours=True, chosen=frozenset(by_rank[4:7]))
    view = observation(3, hand=13, seed=8, seat=1, to_act=2)
    waiting = HandWords("Carla's turn", "You have opened · 13 cards")
    result["hand-waiting"] = hand_scene(view, view.hand, waiting)
    for first, name in ((0, "spades-hearts"), (52, "diamonds-clubs")):
        deck = tuple(Card(card) for card in range(first, first + 52, 2))
        result[f"hand-{name}"] = hand_scene(view, deck, HandWords("", name))
    return result


def kalooki() -> dict[str, Scene]:
    """Every state of Kalooki's pictures by name."""
    return {f"kalooki-{name}": scene for name, scene in {**tables(), **counts(), **hands()}.items()}

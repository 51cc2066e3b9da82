"""Sample scenes of every state of every picture: for the contact sheet, the palettes, tests and benchmarks."""

from __future__ import annotations

import random
from typing import Any

from games.calidruno.cards import Card, Colour, card_from, colour_of, is_wild, pack, symbol_of
from games.calidruno.observation import Observation
from games.core.game import Outcome, Seat
from render import samples_briscola, samples_calabresella, samples_kalooki
from render.calidruno import HandWords, TableWords, hand_scene, table_scene
from render.lobby import lobby_scene
from render.sample_seats import NAMES, labels
from render.scene import Scene, SeatLabel

LETTERS = ("R", "B", "Y", "G")


def observation(
    seats: int,
    *,
    hand: int = 7,
    seed: int = 1,
    top: str = "R7",
    colour: Colour = Colour.RED,
    seat: int | None = None,
    to_act: int | None = 1,
    **changes: Any,
) -> Observation:
    """A plausible observation, made from a shuffled pack."""
    rng = random.Random(seed)
    cards = list(pack())
    rng.shuffle(cards)
    counts = tuple(rng.choice((1, 2, 3, 4, 5, 6, 7, 9, 12)) for _ in range(seats))
    base = Observation(
        seat=None if seat is None else Seat(seat),
        hand=tuple(sorted(cards[:hand])),
        drawn=None,
        counts=counts,
        to_act=None if to_act is None else Seat(to_act),
        has_drawn=False,
        direction=1,
        top=card_from(top),
        colour=colour,
        stock=58,
        discards=12,
        debt=0,
        dealer=Seat(0),
        duties=(),
        hearing=None,
        hand_number=1,
        points=(),
        shown=None,
        outcome=None,
    )
    return base._replace(**changes)


def playable(cards: tuple[Card, ...], top: Card, colour: Colour) -> frozenset[Card]:
    """Roughly what matches: enough for pictures; the rules decide elsewhere."""
    return frozenset(
        card
        for card in cards
        if is_wild(card) or colour_of(card) == colour or (not is_wild(top) and symbol_of(card) == symbol_of(top))
    )


def _hand(count: int, seed: int, *, letters: bool = False, fresh: bool = False) -> Scene:
    view = observation(4, hand=count, seed=seed, seat=1)
    words = HandWords("Your turn", "Match 7 or red", "new", "no cards")
    new = view.hand[count // 2] if fresh and count else None
    return hand_scene(view, playable(view.hand, view.top, view.colour), words, LETTERS if letters else None, new)


def calidruno() -> dict[str, Scene]:
    """Every state of Calidruno's pictures by name."""
    words = TableWords("Bruno's turn", "Hand 2", "to draw", "pts")
    result: dict[str, Scene] = {
        f"table-{n:02}": table_scene(
            observation(n, seed=n, to_act=n // 2, top=f"{Colour(n % 4).letter}{n % 10}", colour=Colour(n % 4)),
            labels(n),
            words._replace(turn=f"{NAMES[n // 2]}'s turn"),
        )
        for n in range(2, 11)
    }
    result["table-wild"] = table_scene(
        observation(6, top="W", colour=Colour.YELLOW, direction=-1, points=(120, 35, 0, 88, 240, 7)), labels(6), words
    )
    result["table-debt"] = table_scene(
        observation(10, top="W+4", colour=Colour.GREEN, debt=12, points=tuple(range(0, 500, 50)), stock=3),
        labels(10),
        words,
    )
    marks = tuple(
        SeatLabel(name, mark, badge)
        for name, mark, badge in zip(
            NAMES,
            ("absent", "left", "computer", "host", "", "", "", "absent", "computer", ""),
            ("", "", "", "", "Calidruno!", "", "Calidruno!", "", "", "Calidruno!"),
            strict=True,
        )
    )
    ones = (5, 7, 12, 2, 1, 9, 1, 40, 1, 1)
    result["table-marks"] = table_scene(
        observation(10, counts=ones, to_act=2, top="B-rev", colour=Colour.BLUE),
        marks,
        words._replace(turn="Carla's turn"),
    )
    result["table-five-marks"] = table_scene(
        observation(5, counts=(5, 1, 12, 1, 1), to_act=0, top="Y-stop", colour=Colour.YELLOW, stock=0),
        marks[:3] + marks[4:6],
        words._replace(turn="Anna's turn"),
    )
    over = Outcome("went_out", (2, 1, 2, 2), (0, 0, 0, 0))
    result["table-over"] = table_scene(
        observation(4, counts=(3, 0, 5, 1), to_act=None, outcome=over), labels(4), TableWords("Bruno wins", "Hand 2")
    )
    for n, each in ((3, 6), (5, 12), (10, 9), (10, 25)):
        deck = list(pack()) * 3
        random.Random(n).shuffle(deck)
        shown = tuple(tuple(deck[i * each : i * each + each - i % 3 * 2]) if i != 1 else () for i in range(n))
        result[f"count-{n}-{each}"] = table_scene(
            observation(n, to_act=None, shown=shown, points=tuple(range(10, 10 + 40 * n, 40))),
            labels(n),
            TableWords("Bruno wins the hand", "Hand 2", points="pts"),
        )
    for count in (0, 1, 2, 7, 11, 13, 14, 20, 26, 27, 33, 40):
        result[f"hand-{count:02}"] = _hand(count, count, fresh=count % 2 == 1)
    result["hand-13-letters"] = _hand(13, 99, letters=True, fresh=True)
    result["hand-40-letters"] = _hand(40, 98, letters=True)
    view = observation(4, hand=9, seed=6, seat=1, top="G+2", colour=Colour.GREEN)
    japanese = HandWords("あなたの番です", "緑か「+2」を出せます", "新しい札")
    result["hand-japanese"] = hand_scene(
        view, playable(view.hand, view.top, view.colour), japanese, ("赤", "青", "黄", "緑"), view.hand[4]
    )
    view = observation(4, hand=9, seed=5, seat=1, to_act=2, top="W", colour=Colour.GREEN)
    result["hand-waiting"] = hand_scene(view, frozenset(), HandWords("Carla's turn", "You hold 9 cards"))
    return result


def lobbies(game: str, min_seats: int, max_seats: int) -> dict[str, Scene]:
    """Lobbies of one game."""
    some = (SeatLabel("Anna", "host"), SeatLabel("Bruno"), SeatLabel("Carla", "computer"))
    return {
        f"lobby-{game}-{n}": lobby_scene(game, "Anna's table", some[:n], min_seats, max_seats, "free", "free")
        for n in (1, min(3, max_seats))
    }


def scenes(game: str) -> dict[str, Scene]:
    """All samples of a game by name."""
    seats = {"calidruno": (2, 10), "kalooki": (2, 5), "briscola": (6, 6), "calabresella": (3, 3)}[game]
    own = {
        "calidruno": calidruno,
        "kalooki": samples_kalooki.kalooki,
        "briscola": samples_briscola.briscola,
        "calabresella": samples_calabresella.calabresella,
    }[game]
    return {**own(), **lobbies(game, *seats)}

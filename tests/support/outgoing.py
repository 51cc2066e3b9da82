"""Everything that leaves the bot for one viewer of a table, made without Discord: messages as they would be sent,
dialogs, answers to presses honest and forged, refusals, and when computers and the table act by themselves.

Each piece has a name; its value is plain data that is the same byte for byte if and only if the viewer gets the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import render
from bot.presenters import house
from bot.presenters.panel import Form, Panel, PrivatePanel, PublicPanel
from bot.presenters.presenter import Answer, Draft, Notes, Play, Say
from bot.tables.components import MessageStyle, Rendered, form_modal, render_private, render_public
from bot.tables.computers import plans
from bot.tables.live import LiveTable
from bot.text.catalog import Text, text_for
from games.core import RulesError, Seat
from tests.support.worlds import Position, Viewer, game_actions, presenter_of

Json = dict[str, Any]


@dataclass
class Probes:
    """What may be pressed or forged: actions of the game with values, and moves, gathered on the way."""

    actions: dict[tuple[str, tuple[str, ...]], None] = field(default_factory=dict[tuple[str, tuple[str, ...]], None])
    moves: dict[str, None] = field(default_factory=dict[str, None])
    words: tuple[str, ...] = ("calidruno", "Calidruno!!", "hello")

    def learn(self, live: LiveTable, most_moves: int = 3) -> None:
        """Note what somebody could do here."""
        match = live.match
        assert match is not None
        for who in (*map(Seat, range(match.seats)), None):
            listed = (*match.game.legal_moves(match.state, who), *match.game.side_moves(match.state, who))
            for move in (*listed[:most_moves], *listed[-1:]):
                self.moves[match.game.encode_move(move)] = None

    def some(self, number: int, count: int) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
        """A few of them, others at every position."""
        actions, moves = list(self.actions), list(self.moves)
        return (
            [actions[(number * 7 + i * 13) % len(actions)] for i in range(count) if actions],
            [moves[(number * 11 + i * 29) % len(moves)] for i in range(count) if moves],
        )


def payload(rendered: Rendered) -> Json:
    """A message as plain data, its picture as bytes."""
    file = None
    if rendered.file is not None:
        file = {
            "name": rendered.file.filename,
            "alt": rendered.file.description,
            "bytes": rendered.file.fp.read().hex(),
        }
    return {
        "components": rendered.view.to_components(),
        "content": rendered.content,
        "embed": None if rendered.embed is None else rendered.embed.to_dict(),
        "file": file,
        "mentions": rendered.mentions.to_dict(),
    }


class Sender:
    """Renders panels as the house does. Unless ``draw`` is set, a picture's scene stands for its bytes: an equal scene
    is an equal picture, which the tests with ``draw`` prove."""

    def __init__(self, live: LiveTable, style: MessageStyle, *, draw: bool = False) -> None:
        self._live, self._style, self._draw = live, style, draw

    def __call__(self, panel: Panel) -> Json:
        """The message of a panel."""
        live, picture = self._live, None
        if panel.picture is not None:
            scene = panel.picture.scene
            picture = render.draw(scene) if self._draw else repr(scene).encode()
        ply = live.match.ply if live.match else 0
        where: Any = {"style": self._style, "table_id": live.record.id, "ply": ply, "picture": picture}
        if isinstance(panel, PublicPanel):
            return payload(render_public(panel, **where))
        assert isinstance(panel, PrivatePanel)
        return payload(render_private(panel, **where))


def outgoing(
    live: LiveTable, viewer: Viewer, probes: Probes, number: int, *, draw: bool = False
) -> Iterator[tuple[str, str]]:
    """Everything that leaves for this viewer at this point, piece by piece."""
    text, style = text_for(("en", "it")[number // 2 % 2]), ("v2", "embed")[number // 4 % 2]
    send = Sender(live, "embed" if style == "embed" else "v2", draw=draw)
    public = house.public_panel(live.table_view(text, viewer.settings.faces))
    view = live.seat_view(viewer.user_id, text, viewer.settings, notice="…", rounds_played=number % 5)
    shown: list[Panel] = [public]
    yield "public message", _plain(send(public))
    plays = live.playing_seat_of(viewer.user_id) is not None
    if viewer.user_id in live.record.watchers or live.owns_a_seat(viewer.user_id):
        # Also for those who have left: their hand may still lie open on a screen.
        shown.append(presenter_of(live).hand_panel(view))
        yield "hand", _plain(send(shown[-1]))
    shown.append(house.more_panel(view, moderator=viewer.moderator))
    yield "more", _plain(send(shown[-1]))
    if number % 8 == 0:
        table = live.table_view(text)
        for name, panel in (
            ("end", house.end_panel(table)),
            ("leave", house.leave_panel(table, viewer.user_id)),
            ("closed", house.closed_panel(table, "…")),
            ("taken", house.taken_panel(table, may_end=viewer.moderator)),
        ):
            yield name, _plain(send(panel))
    offered = list(game_actions(shown))
    probes.actions.update(dict.fromkeys((action, values) for action, values in offered if action.startswith("g:")))
    forged, moves = probes.some(number, 3)
    for action, values in (*(each for each in offered if each[0].startswith("g:")), *forged):
        if plays:
            yield f"{action} {values}", _answered(live, viewer, text, send, action, values)
    yield from _attempts(live, viewer, text, moves if plays else [])
    for words in probes.words:
        move = presenter_of(live).spoken(view, words) if plays else None
        yield f"said {words}", "" if move is None else live.game.encode_move(move)
    yield "time", _plain(_time(live))


def _answered(live: LiveTable, viewer: Viewer, text: Text, send: Sender, action: str, values: tuple[str, ...]) -> str:
    """The answer to an action of the game's own, and the hand with the half-made choice that comes of it."""
    kept = dict(live.drafts)
    view = live.seat_view(viewer.user_id, text, viewer.settings)
    given: Any = values or {"height": "12", "1": "mine"} if action.endswith((":notes", ":cut")) else values
    answer: Answer = presenter_of(live).answer(view, action.removeprefix("g:"), given)
    match answer:
        case Play():
            return f"plays {live.game.encode_move(answer.move)} {answer.as_table}"
        case Say():
            return answer.sentence
        case Notes():
            return repr(dict(answer.notes))
        case Form():
            return _plain(form_modal(answer, table_id=live.record.id, ply=0).to_dict())
        case Draft():
            assert viewer.seat is not None
            live.drafts[viewer.seat] = answer.value
            hand = presenter_of(live).hand_panel(live.seat_view(viewer.user_id, text, viewer.settings))
            live.drafts = kept
            return _plain(send(hand))
        case _:
            return _plain(send(answer))


def _attempts(live: LiveTable, viewer: Viewer, text: Text, moves: list[str]) -> Iterator[tuple[str, str]]:
    """What is said to moves, most of them stale, of somebody else's turn or with cards that are not held."""
    match, seat = live.match, viewer.seat
    assert match is not None
    for notation in moves:
        try:
            match.play(seat, match.game.decode_move(notation))
        except RulesError as error:
            table = live.table_view(text, viewer.settings.faces)
            yield f"tries {notation}", presenter_of(live).refusal(table, error)
        else:
            yield f"tries {notation}", "accepted"


def _time(live: LiveTable) -> Json:
    """When the table and its computers act by themselves, as long as nobody else does."""
    match = live.match
    assert match is not None
    return {
        "active": sorted(match.game.active_seats(match.state)),
        "due": [(match.game.encode_move(due.move), due.after_s) for due in match.game.due_moves(match.state)],
        "deadline": live.record.deadline_at,
        "outcome": repr(live.outcome()),
    }


def pauses(live: LiveTable) -> Mapping[str, float | None]:
    """When each computer will move, by the name of its plan: everybody sees the clock."""
    return {plan.name: plan.after_s for plan in plans(live) if plan.ply is not None}


def _plain(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, default=str)


def difference(
    position: Position, twin: LiveTable, viewer: Viewer, probes: Probes, *, draw: bool = False
) -> tuple[str, int]:
    """Where two worlds part for a viewer ("" if nowhere), and how many pieces were compared."""
    known = Probes(dict(probes.actions), dict(probes.moves))
    one = list(outgoing(position.live, viewer, probes, position.number, draw=draw))
    two = list(outgoing(twin, viewer, known, position.number, draw=draw))
    return first_difference(one, two), len(one)


def first_difference(one: list[tuple[str, str]], two: list[tuple[str, str]]) -> str:
    """Where two lists of pieces part; "" if they are the same."""
    for (name, left), (other, right) in zip_longest(one, two, fillvalue=("nothing", "")):
        if name != other:
            return f"{name} and {other}"
        if left != right:
            at = next(i for i in range(len(left) + 1) if left[: i + 1] != right[: i + 1])
            return f"{name}: …{left[max(at - 60, 0) : at + 60]}… and …{right[max(at - 60, 0) : at + 60]}…"
    return ""

"""The house's panels: the lobby, a table's life around its matches, and what lies behind "More".

What the house refuses is listed in ``bot.presenters.refusals``, what it says in a sentence in ``SAID``.

Actions that these panels send (menus bring values):

=====================  =========================================================================
``sit`` ``leave`` ``start`` ``watch`` ``unwatch``   the lobby and the table
``leave:yes``          leave a running match, after the question
``hand`` ``rules`` ``more``   the house's own row; ``rules:<game>:<page>`` turns a page
``computers``          who of them plays; menus ``computer`` (a strength) and ``uncomputer`` (an id)
``options``            the host's menus; ``options:<page>`` turns a page
``opt:<name>``         set an option to the chosen value; ``preset``, ``clock``, ``stand_in`` likewise
``kick`` ``host``      menus of user ids
``end`` ``end:yes``    end the table: the question, and the answer
``rematch`` ``close`` ``repost`` ``show``   as they say
``hand_by:<here|dm>``  where this player's hand goes
``g:<action>``         the game's own
=====================  =========================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.presenters.common import (
    clock_label,
    game_name,
    host_name,
    house_row,
    label_of,
    result_row,
    seat_labels,
    title_of,
)
from bot.presenters.fairness import seal_lines, whole_seal
from bot.presenters.options import differing_options
from bot.presenters.panel import Button, Choice, Menu, Picture, PrivatePanel, PublicPanel, Row, Style
from bot.presenters.registry import PRESENTERS
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from bot.text.names import markdown
from data.records import Presence, TableStatus
from games.core.player import Strength
from games.players import SEARCHES, searches
from games.registry import BY_KEY
from render.lobby import lobby_scene

SAID = (
    "absent",
    "absent_computer",
    "back",
    "closed_away",
    "closed_by",
    "closed_deleted",
    "closed_empty",
    "closed_idle",
    "dm_sent",
    "hand_expired",
    "host_now",
    "kicked",
    "left",
    "moved",
    "opened",
    "saved",
    "solo",
    "unwatched",
    "watching",
    "word",
    "you_left",
)
"""Sentences ``house.said.<key>``; the others need nothing: ``absent`` {name} · ``absent_computer`` {name}
· ``back`` {people} · ``closed_by`` {name} · ``host_now`` {name} · ``kicked`` {name} · ``left`` {name}
· ``moved`` {link} · ``opened`` {channel} · ``solo`` {channel} {hand}.

{name} is a name already escaped, {people} names in a list, {link} a message link, {channel} a mention."""

PAUSES = ("everyone_away", "faulty", "no_access", "rules_changed")
"""Why a table may stand still: the message ids ``house.paused.<key>`` that go into ``TableView.paused``."""


ROW_BUTTONS = 5


def public_panel(view: TableView) -> PublicPanel:
    """The public message of a table at any time of its life, with the house's own row."""
    if view.status is TableStatus.LOBBY:
        return lobby_panel(view)
    if view.status is TableStatus.CLOSED:
        return closed_panel(view, view.text("house.closed"))
    presenter = PRESENTERS[view.game]
    panel = presenter.table_panel(view)
    finished = view.status is TableStatus.FINISHED
    row = result_row(view.text) if finished else house_row(view.text, presenter.hand_label)
    notice = view.text("house.paused", why=view.text(view.paused)) if view.paused else panel.notice
    lines = (*panel.lines, *(_joining_lines(view) if finished else ()), *seal_lines(view))
    return replace(panel, lines=lines, rows=_joined(panel.rows, row), notice=notice)


def _joining_lines(view: TableView) -> tuple[str, ...]:
    """Who has sat down since the match that is shown: its picture has no seat for them."""
    if view.outcome is None or not view.outcome.places:
        return ()
    joining = [seat for seat in view.seats[len(view.outcome.places) :] if seat.presence is not Presence.LEFT]
    return (view.text("house.outcome.joining", names=view.text.list(map(label_of, joining))),) if joining else ()


def _joined(rows: tuple[Row, ...], house: tuple[Button, ...]) -> tuple[Row, ...]:
    """The game's rows and the house's; a few buttons of the game stand in the house's row, behind the first one."""
    if len(rows) == 1 and isinstance(rows[0], tuple) and len(rows[0]) + len(house) <= ROW_BUTTONS:
        return ((house[0], *rows[0], *house[1:]),)
    return (*rows, house)


def lobby_panel(view: TableView) -> PublicPanel:
    """Who sits, what differs from the book, and what one can press before the first deal."""
    text, game = view.text, BY_KEY[view.game]
    few, most = game.info.min_seats, game.most_seats(view.options)
    missing = max(few - len(view.seats), 0)
    lines = [_sitting(view, most)]
    if missing:
        lines.append(text.plural("house.lobby.missing", missing))
    differing = differing_options(text, view.game, view.options)
    lines.append(text("house.lobby.options", options=" · ".join(differing)) if differing else text("house.lobby.book"))
    lines.append(text("house.lobby.clock", clock=clock_label(text, view.clock_s)))
    if view.watchers:
        lines.append(text.plural("house.lobby.watchers", view.watchers))
    lines += seal_lines(view)
    start = text.plural("house.button.start_missing", missing) if missing else text("house.button.start")
    return PublicPanel(
        title=title_of(view),
        lines=tuple(lines),
        picture=_lobby_picture(view, few, most),
        rows=(
            (
                Button("sit", text("house.button.sit"), Style.PRIMARY, disabled=_people(view) >= most),
                Button("leave", text("house.button.leave")),
                Button("start", start, Style.SUCCESS, disabled=not few <= len(view.seats) <= most),
            ),
            (
                Button("computers", text("house.button.computers")),
                Button("options", text("house.button.options")),
                Button("rules", text("house.button.rules")),
                Button("watch", text("house.button.watch")),
                Button("more", text("house.button.more")),
            ),
        ),
    )


def _people(view: TableView) -> int:
    """How many people sit; a computer gives its seat up to one more."""
    return sum(seat.is_person for seat in view.seats)


def _sitting(view: TableView, max_seats: int) -> str:
    names = [
        label_of(seat) + (view.text("house.lobby.host_mark") if seat.user_id == view.host_id else "")
        for seat in view.seats
    ]
    if not names:
        return view.text("house.lobby.nobody", most=max_seats)
    return view.text("house.lobby.sitting", names=", ".join(names), n=len(names), most=max_seats)


def _lobby_picture(view: TableView, few: int, most: int) -> Picture:
    text, host = view.text, host_name(view)
    scene = lobby_scene(
        view.game,
        text("picture.lobby.title", host=host) if host else game_name(text, view.game),
        seat_labels(view, len(view.seats)),
        few,
        most,
        text("picture.lobby.free"),
    )
    names = text.list(seat.name for seat in view.seats)
    return Picture(scene, text("house.lobby.alt", names=names or "–", n=len(view.seats), most=most))


def closed_panel(view: TableView, why: str) -> PublicPanel:
    """What is left of a table's message when it is closed; nothing can be pressed any more. Nobody knows by then whose
    table it was: names go when it is closed."""
    return PublicPanel(title=game_name(view.text, view.game), lines=(why, view.text("house.closed.again")))


def moved_panel(view: TableView, link: str) -> PublicPanel:
    """What an old table message shrinks to when the table was posted anew."""
    return PublicPanel(title=title_of(view), lines=(view.text("house.said.moved", link=link),))


def ping_panel(view: TableView, user_id: int) -> PublicPanel:
    """The short message that tells one player, by a notification, that it is their turn."""
    line = view.text("house.ping", person=f"<@{user_id}>", game=game_name(view.text, view.game))
    return PublicPanel(title="", lines=(line,), pings=(user_id,))


def gathered_panel(view: TableView, user_ids: Sequence[int]) -> PublicPanel:
    """The short message that calls together the people of a lobby, as many as the game needs, by a notification."""
    people = view.text.list(f"<@{user_id}>" for user_id in user_ids)
    line = view.text("house.gathered", people=people, game=game_name(view.text, view.game), n=len(view.seats))
    return PublicPanel(title="", lines=(line,), pings=tuple(user_ids))


def taken_panel(view: TableView, *, may_end: bool) -> PrivatePanel:
    """The answer to opening a second table in a channel: the way to the first one, and the way out of it."""
    text = view.text
    buttons = [Button("show", text("house.button.show"), Style.PRIMARY)]
    if may_end:
        buttons.append(Button("end", text("house.button.end"), Style.DANGER))
    host = markdown(host_name(view)) or "?"
    line = text("house.taken.may_end") if may_end else text("house.taken.ask", host=host)
    return PrivatePanel(title=title_of(view), lines=(text("house.taken"), line), rows=(tuple(buttons),))


def end_panel(view: TableView) -> PrivatePanel:
    """The question before a table is ended."""
    return _question(view, "house.end.question", "end:yes", "house.button.end")


def leave_panel(view: TableView, user_id: int) -> PrivatePanel:
    """The question before somebody leaves a running match; the last person's leaving ends it."""
    staying = {seat.user_id for seat in view.seats if seat.is_person and seat.presence is not Presence.LEFT}
    why = "last" if staying == {user_id} else view.stand_in
    return _question(view, f"house.leave.question.{why}", "leave:yes", "house.button.leave")


def _question(view: TableView, question: str, action: str, label: str) -> PrivatePanel:
    text = view.text
    buttons = (Button(action, text(label), Style.DANGER), Button("more", text("house.button.back")))
    return PrivatePanel(title=title_of(view), lines=(text(question),), rows=(buttons,))


def more_panel(view: SeatView, *, moderator: bool = False) -> PrivatePanel:
    """Everything that is needed rarely. ``moderator``: the reader may manage messages in this channel."""
    table, text = view.table, view.table.text
    reader = view.settings.user_id
    is_host = reader == table.host_id
    running = table.status is TableStatus.PLAYING
    mine = [*_place_buttons(view), Button("repost", text("house.button.repost"))]
    if is_host and not running:
        mine.append(Button("computers", text("house.button.computers")))
    if is_host or moderator:
        mine.append(Button("end", text("house.button.end"), Style.DANGER))
    rows: list[Row] = [tuple(mine)]
    game_buttons = PRESENTERS[table.game].more_buttons(view) if running and view.seat is not None else ()
    if game_buttons:
        rows.append(game_buttons)
    if is_host or moderator:
        rows += _people_menus(table, reader)
    host = text("house.more.host", host=markdown(host_name(table)) or "?")
    lines = (host, text("house.more.repost"), *whole_seal(table))
    return PrivatePanel(title=title_of(table), lines=lines, rows=tuple(rows), notice=view.notice)


def _place_buttons(view: SeatView) -> Iterable[Button]:
    """The ways to a place at the table and from it, and for who plays where their hand goes."""
    table, text = view.table, view.table.text
    mine = next((seat for seat in table.seats if seat.user_id == view.settings.user_id), None)
    if mine is not None and mine.presence is not Presence.LEFT:
        yield Button("leave", text("house.button.leave"), Style.DANGER)
        if view.seat is not None:
            other = "here" if view.settings.hand_by == "dm" else "dm"
            yield Button(f"hand_by:{other}", text(f"house.button.hand_{other}"))
        return
    running = table.status is TableStatus.PLAYING
    if not running or mine is not None:
        yield Button("sit", text("house.button.sit"), Style.PRIMARY)
    if view.watching:
        yield Button("unwatch", text("house.button.unwatch"))
    elif not running or mine is None:
        yield Button("watch", text("house.button.watch"))


def _people_menus(table: TableView, reader: int) -> Iterable[Menu]:
    staying = [seat for seat in table.seats if seat.presence is not Presence.LEFT]
    others = [seat for seat in staying if seat.user_id != reader and seat.is_person]
    if others:
        choices = tuple(Choice(str(seat.user_id), seat.name) for seat in others)
        yield Menu("kick", table.text("house.menu.kick"), choices)
    heirs = tuple(Choice(str(seat.user_id), seat.name) for seat in others if seat.user_id != table.host_id)
    if heirs:
        yield Menu("host", table.text("house.menu.host"), heirs)


def computers_panel(view: TableView) -> PrivatePanel:
    """The host's menus of computer players: one to sit down, one to stand up; how well each strength plays."""
    text = view.text
    here = [seat for seat in view.seats if not seat.is_person and seat.presence is not Presence.LEFT]
    taken = sum(seat.presence is not Presence.LEFT for seat in view.seats)
    full = taken >= BY_KEY[view.game].most_seats(view.options)
    rows: list[Row] = []
    if not full:
        choices = tuple(
            Choice(which.value, text(f"house.computer.{which}"), _strength_why(view, which)) for which in Strength
        )
        rows.append(Menu("computer", text("house.menu.computer"), choices))
    if here:
        leaving = tuple(Choice(str(seat.user_id), seat.name, text(f"house.computer.{seat.computer}")) for seat in here)
        rows.append(Menu("uncomputer", text("house.menu.uncomputer"), leaving))
    names = text.list(f"{label_of(seat)} ({text(f'house.computer.{seat.computer}')})" for seat in here)
    sitting = text("house.computers.sitting", names=names) if here else text("house.computers.nobody")
    lines = (sitting, *((text("house.computers.full"),) if full else ()), text("house.computers.fair"))
    return PrivatePanel(title=text("house.computers.title", table=title_of(view)), lines=lines, rows=tuple(rows))


def _strength_why(view: TableView, which: Strength) -> str:
    """How well a strength plays; where nothing beats the good player, that is said."""
    if which is not Strength.STRONG or (searches(view.game, which) and SEARCHES[view.game].most_seats is None):
        return view.text(f"house.computer.{which}.why")
    return view.text("house.computer.strong.two" if searches(view.game, which) else "house.computer.strong.same")


def rules_panel(text: Text, game: str, page: int = 0) -> PrivatePanel:
    """One page of a game's rules, with a menu of all pages; a page that there is not becomes the nearest one."""
    pages = PRESENTERS[game].rules_pages(text)
    at = min(max(page, 0), len(pages) - 1)
    title, body = pages[at]
    contents = Menu(
        f"rules:{game}",
        text("house.menu.chapter"),
        tuple(Choice(str(i), f"{i + 1}. {name}", chosen=i == at) for i, (name, _) in enumerate(pages)),
    )
    turn = (
        Button(f"rules:{game}:{at - 1}", text("house.button.previous"), disabled=at == 0),
        Button(f"rules:{game}:{at + 1}", text("house.button.next"), disabled=at == len(pages) - 1),
    )
    return PrivatePanel(title=f"{game_name(text, game)} · {title}", lines=(body,), rows=(contents, turn))

"""Pairs of worlds: two tables that differ in nothing but what one viewer may not know.

A world is a ``LiveTable`` at a position of a match. Its twin for a viewer is the same table with every card that the
viewer has not seen lying otherwise (``Game.resample``), another seed, and other half-made choices and notes of others.
That the viewer's own observation is the same in both is asserted first; then everything else must be, too.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.presenters.presenter import Draft
from bot.presenters.registry import PRESENTERS
from bot.tables.company import Computer
from bot.tables.live import LiveTable
from bot.text.catalog import text_for
from data.records import (
    MatchId,
    MatchRecord,
    PlayerSettings,
    Presence,
    SeatRecord,
    TableId,
    TableRecord,
    TableStatus,
)
from games.core import Game, Match, Rng, Seat, encode_options, option_fields
from games.core.player import Strength, decide
from games.players import PLAYERS
from tests.games.playouts import Ply, Setting, choose, fewest_seats, seed_of

AnyGame = Game[Any, Any, Any, Any]
EN = text_for("en")

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Ivo", "Lia", "Nino")
WATCHER, STRANGER, MODERATOR = 901, 902, 903
FIRST_PERSON = 100


class Viewer(NamedTuple):
    """Somebody who looks at a table.

    Attributes:
        seat: the seat whose cards they may know; None for all who only see what everybody sees.
        moderator: whether they may manage messages and the server.
    """

    name: str
    user_id: int
    seat: Seat | None
    settings: PlayerSettings
    moderator: bool = False


@dataclass
class Position:
    """A table at one point, with who sits there and how the match came here."""

    live: LiveTable
    number: int

    @property
    def match(self) -> Match:
        """The match, which every position has."""
        assert self.live.match is not None
        return self.live.match

    def viewers(self) -> Iterator[Viewer]:
        """Everybody who may look: the owner of each seat, here or not, and those without a seat.

        Who has left sees what everybody sees, not even the cards of the seat that is still theirs; but in blind
        Briscola, where it is the others' cards that one sees, they go on seeing those."""
        for number, seat in enumerate(self.live.record.seats):
            if seat.user_id > 0:
                left = seat.presence is Presence.LEFT and self.live.record.game != "briscola"
                name, knows = (f"left {number}", None) if left else (f"seat {number}", Seat(number))
                yield Viewer(name, seat.user_id, knows, _settings(seat.user_id, self.number))
        yield Viewer("watcher", WATCHER, None, _settings(WATCHER, self.number))
        yield Viewer("stranger", STRANGER, None, _settings(STRANGER, self.number))
        yield Viewer("moderator", MODERATOR, None, _settings(MODERATOR, self.number), moderator=True)

    def twin(self, viewer: Viewer, salt: int = 0, seed: bytes | None = None) -> LiveTable:
        """The same table in a world that the viewer cannot tell from this one."""
        other = resampled(self.match, viewer.seat, salt)
        return with_match(self.live, replace(other, seed=seed or seed_of(7_000 + self.number)), viewer)


def with_match(live: LiveTable, match: Match, viewer: Viewer) -> LiveTable:
    """The same table with another match on it; half-made choices and notes of everybody but the viewer are others."""
    record = live.match_record
    assert record is not None
    other = LiveTable(live.record, replace(record, seed=match.seed), match, log=deque(live.log))
    other.presses, other.turn_ply, other.turns = deque(live.presses), live.turn_ply, dict(live.turns)
    for seat in map(Seat, range(match.seats)):
        if seat == viewer.seat:
            if seat in live.drafts:
                other.drafts[seat] = live.drafts[seat]
            other.notes[seat] = live.notes.get(seat, {})
        else:
            other.notes[seat] = dict.fromkeys(live.note_places(seat), f"a secret of {seat}")
    return other


def _settings(user_id: int, number: int) -> PlayerSettings:
    return PlayerSettings(
        user_id,
        sort_by=("colour", "number")[number // 2 % 2],
        letters=number % 3 == 0,
        deck=("four", "two")[number // 4 % 2],
        faces=("french", "italian")[number // 3 % 2],
    )


def resampled(match: Match, seat: Seat | None, salt: int) -> Match:
    """The same match in a world that the seat, or a spectator, cannot tell from this one; the seed stays.

    Worlds in which whoever is to act could do nothing are impossible (what was taken to be laid must lie on the table):
    they are drawn anew, and if there seems to be no other the match stays as it is."""
    for attempt in range(5):
        state = match.game.resample(match.state, seat, Rng(seed_of(1_000 + salt * 10 + attempt), match.ply))
        assert match.game.observe(state, seat) == match.game.observe(match.state, seat)
        if all(match.game.legal_moves(state, active) for active in match.game.active_seats(state)):
            return replace(match, state=state)
    return match


def settings_of_game(game: AnyGame, matches: int) -> Iterator[Setting]:
    """Matches to play out: the rule book first, then any options, over all numbers of seats."""
    fields, taste = option_fields(game.options_type), random.Random(f"secrecy of {game.info.key}")
    presets: list[Any] = list(game.presets.values())
    number = 0
    while number < matches:
        chosen: Any = (
            presets[number]
            if number < len(presets)
            else game.options_type(**{field.name: taste.choice(field.choices) for field in fields})
        )
        few = fewest_seats(game, chosen)
        seats = few + number % (game.most_seats(chosen) - few + 1)
        setting = Setting(game, chosen, seats, seed_of(taste.getrandbits(60)))
        try:
            setting.start()
        except ValueError:  # some options forbid some numbers of seats
            setting = setting._replace(seats=few)
        number += 1
        yield setting


def lively_plies(match: Match, taste: random.Random, limit: int) -> Iterator[Ply]:
    """Play in which matches get somewhere: half of the moves are those of an easy computer, the rest are random, with
    calls, catches, reports and the table's own moves among them."""
    for _ in range(limit):
        if match.outcome is not None:
            return
        game, state = match.game, match.state
        seat, move = choose(match, taste)
        if seat in game.active_seats(state) and taste.random() < 0.6:
            assert seat is not None
            legal = game.legal_moves(state, seat)
            seed = seed_of(taste.getrandbits(60))
            player = PLAYERS[game.info.key]
            move = decide(player, Strength.EASY, game.observe(state, seat), legal, match.options, seed)
        after, events = match.play(seat, move)
        yield Ply(match, seat, move, after, events)
        match = after


def table_at(match: Match, number: int) -> LiveTable:
    """A table with this match on it. Who sits there changes with the number: people, one of them away or gone, and a
    computer."""
    seats: list[SeatRecord] = []
    presences = (Presence.HERE, Presence.ABSENT, Presence.LEFT)
    for seat in range(match.seats):
        if seat == match.seats - 1 and number % 4 in {2, 3}:
            seats.append(SeatRecord(Computer("Gino", Strength.GOOD).user_id, "Gino"))
        else:
            away = presences[number // 2 % 3] if seat == 1 else Presence.HERE
            seats.append(SeatRecord(FIRST_PERSON + seat, PEOPLE[seat], away))
    record = TableRecord(
        id=TableId(7),
        guild_id=500,
        channel_id=600,
        host_id=FIRST_PERSON,
        game=match.game.info.key,
        status=TableStatus.PLAYING,
        options=encode_options(match.options),
        clock_s=120,
        seats=tuple(seats),
        created_at=0,
        touched_at=0,
        watchers=(WATCHER,),
        message_id=99,
        deadline_at=1_800_000_000_000,
    )
    players = tuple(seat.user_id for seat in seats)
    stored = MatchRecord(
        MatchId(3), record.id, record.game, match.game.info.rules_version, record.options, players, match.seed, None, 0
    )
    return LiveTable(record, stored, match)


def positions_of(setting: Setting, taste: int, limit: int) -> Iterator[Position]:
    """The table at the deal and after every move of a match."""
    match = setting.start()
    log: deque[tuple[Any, ...]] = deque(maxlen=6)
    number = taste * 1_000
    yield Position(table_at(match, number), number)
    for ply in lively_plies_of(setting, taste, limit):
        number += 1
        log.append(ply.events)
        live = table_at(ply.after, number)
        live.log.extend(log)
        if ply.after.outcome is not None:
            live.record = replace(live.record, status=TableStatus.FINISHED)
        _think(live, number)
        yield Position(live, number)


def lively_plies_of(setting: Setting, taste: int, limit: int) -> Iterator[Ply]:
    """The moves of such a match."""
    return lively_plies(setting.start(), random.Random(taste), limit)


def _think(live: LiveTable, number: int) -> None:
    """Somebody has half made a choice, and everybody has noted something, where the game keeps such things."""
    assert live.match is not None
    for seat in map(Seat, range(live.match.seats)):
        live.notes[seat] = dict.fromkeys(live.note_places(seat), f"note {number}")
        who = live.record.seats[seat]
        if who.user_id > 0 and seat in live.active and number % 3 != 1:
            _half_choose(live, seat, who.user_id)


def _half_choose(live: LiveTable, seat: Seat, user_id: int) -> None:
    """Let a seat make the first half of a choice that its hand offers, if it offers one."""
    view = live.seat_view(user_id, EN, _settings(user_id, 0))
    if view.seat is None:
        return
    for action, values in game_actions([presenter_of(live).hand_panel(view)]):
        if action.startswith("g:") and values:
            answer = presenter_of(live).answer(view, action.removeprefix("g:"), values)
            if isinstance(answer, Draft) and answer.value is not None:
                live.drafts[seat] = answer.value
                return


def game_actions(panels: Sequence[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The game's own actions that panels offer, with what may be chosen."""
    for panel in panels:
        for row in panel.rows:
            if isinstance(row, tuple):
                yield from ((button.action, ()) for button in row)
            else:
                values = tuple(choice.value for choice in row.choices)
                yield row.action, values[: max(row.min_choices, 1)]
                yield row.action, values[-1:]


def presenter_of(live: LiveTable) -> Any:
    """The presenter of a table's game."""
    return PRESENTERS[live.record.game]

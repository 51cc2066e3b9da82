"""What the people of a simulation do: mostly play, sometimes something foolish."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.local.model import Channel, Message, Person
from bot.tables.components import parse_custom_id
from bot.tables.live import moment
from data.records import PlayerSettings, Presence, TableRecord, TableStatus, is_computer
from games.registry import GAMES
from tests.simulation.books import game_of
from tests.simulation.crowd import Seen, addresses

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

FORGED = (
    "cg1:1:0:hand", "cg1:999:0:sit", "cg1:1:999999:move", "cg1:1:0:g:judge:guilty", "cg1:1:0:kick", "cg1:1:0:end:yes",
    "cg1:1:0:move:deal", "cg1:1:3:move:draw", "cg1:-1:0:hand", "cg1:1:0:server:table_limit", "x" * 100, "cg1:1:0:g:x",
    "cg1:1:0:uncomputer", "cg1:1:0:set:locale", "cg1:0:0:rules:nothing:7", "cg1:1:0:options:99", "",
)  # fmt: skip
FORGED_VALUES = ("", "-1", "R0", "draw", "everyone", "9" * 30, "guilty", "nobody", "\u202e")
SENTENCES = ("Calidruno!", "calidruno", "hello", "CALIDRUNO", "@everyone", "pass")
ERRANDS = ("privacy", "forget-me", "verify", "rules", "settings", "server")
COMMANDS = ("hand", "calidruno", "table show", "table repost", "table leave", "settings", "server", "table end")


class Players:
    """Chooses what happens next among the people."""

    def __init__(self, sim: Simulation, rng: random.Random) -> None:
        self._sim = sim
        self._rng = rng
        self._crowd = sim.crowd
        self.game = rng.choice(GAMES)
        channels = list(self._crowd.world.guild_channels())
        self.channels = channels[: rng.choice((1, 1, 2))]
        people = list(self._crowd.world.people.values())
        rng.shuffle(people)
        self.regulars = people[: max(self.game.info.min_seats, rng.randint(2, 5))]
        self.foolishness = rng.choice((0.15, 0.3, 0.45))
        self._exodus = rng.random() < 0.15
        self._haste = rng.choice((0, 0, 40, 90, 150))
        # Drawn apart, so that whoever runs no errands has the same evening as ever.
        self._errands = random.Random(f"{sim.seed}:errands")
        self._errand_rate = self._errands.choice((0.0, 0.0, 0.0, 0.08, 0.25))
        self._looking: list[tuple[Person, Channel]] = []

    def settings(self) -> Iterator[PlayerSettings]:
        """What some of the people have chosen on earlier evenings."""
        for person in self.regulars:
            if self._rng.random() < 0.2:
                hand_by, locale = self._rng.choice(("dm", "here")), self._rng.choice(("", "en", "it"))
                yield PlayerSettings(int(person.id), locale, hand_by, letters=self._rng.random() < 0.5)

    def step(self) -> None:
        """Somebody does something."""
        rng, crowd = self._rng, self._crowd
        threads = [channel for channel in crowd.world.active_threads() if self._sim.books.table_in(channel.id)]
        places = [*self.channels, *threads]
        if not places:  # every channel was deleted, and people have nowhere to go
            return
        channel = rng.choice(places)
        if channel.id not in crowd.world.channels:
            self.channels = [kept for kept in crowd.world.guild_channels() if kept.id in crowd.world.channels][:1]
            return
        if self._looking and self._errands.random() < 0.4:
            self._press_newest(*self._looking.pop())
        if self._errands.random() < self._errand_rate:
            self._errand(channel)
        if crowd.dialogs and rng.random() < 0.5:
            crowd.submit(crowd.world.people[rng.choice(list(crowd.dialogs))])
        if rng.random() < self.foolishness:
            rng.choice((self._anything, self._late, self._twice, self._forge, self._order, self._talk, self._tidy))(
                channel
            )
        else:
            self.play(channel)

    # --- playing -----------------------------------------------------------------------------------------------------

    def play(self, channel: Channel) -> None:
        """What moves the table of a channel on."""
        record = self._sim.books.table_in(channel.id)
        if record is None:
            self._open(channel)
            return
        board = self._crowd.world.find_message(str(record.message_id))
        if board is None:
            return
        if record.status is TableStatus.LOBBY:
            self._gather(record, board)
        elif record.status is TableStatus.PLAYING:
            self._move(record, board, channel)
        else:
            self._after(record, board)

    def _open(self, channel: Channel) -> None:
        person = self._rng.choice(self.regulars)
        if self._rng.random() < 0.25:
            self._crowd.command(person, channel, "solo", game=self.game.info.key)
        else:
            rules, thread = self._rng.choice(list(self.game.presets)), self._rng.random() < 0.1
            self._crowd.command(person, channel, "play", game=self.game.info.key, rules=rules, thread=thread)

    def _gather(self, record: TableRecord, board: Message) -> None:
        rng, game = self._rng, game_of(record)
        seated = {seat.user_id for seat in record.seats}
        host = self._crowd.person(record.host_id)
        others = [person for person in self.regulars if int(person.id) not in seated]
        if host is None:
            return
        if others and (len(seated) < game.info.min_seats or rng.random() < 0.3):
            self.act(rng.choice(others), board, "sit")
        elif len(seated) < game.info.min_seats or rng.random() < 0.12:
            if not self._choose(host, board, {"computer"}):
                self.act(host, board, "computers")
        elif rng.random() < 0.35:
            if not self._choose(host, board, {"opt", "preset", "clock", "stand_in", "options"}):
                self.act(host, board, "options")
        else:
            self.act(host, board, "start")

    def _choose(self, person: Person, board: Message, actions: set[str]) -> bool:
        """Choose in the newest private panel that offers one of these actions; whether there was one."""
        channel = self._crowd.world.channels[board.channel_id]
        for message in reversed(self._crowd.visible(person, channel)):
            if message.only_for is not None and any(address.action in actions for address in addresses(message)):
                return self._press_any(person, message, actions)
        return False

    def _move(self, record: TableRecord, board: Message, channel: Channel) -> None:
        rng, replay = self._rng, self._sim.books.playing(record)
        assert replay is not None
        active = sorted(replay.match.game.active_seats(replay.match.state))
        if not active:
            return
        if self._haste:
            self._sim.hasten(record.id, self._haste)
            self._haste = 0
            return
        if self._exodus and rng.random() < 0.2:
            self._leave(record, board)
            return
        seat = record.seats[rng.choice(active) if rng.random() < 0.9 else rng.randrange(len(record.seats))]
        person = self._crowd.person(seat.user_id)
        if person is None or is_computer(seat.user_id) or seat.presence is Presence.LEFT:
            person = rng.choice(self.regulars)
        hand = self._crowd.hand_of(person, channel, record.id)
        if hand is None or rng.random() < 0.06:
            self.act(person, board, "hand")
        elif rng.random() < 0.02:
            self.act(person, board, rng.choice(("leave", "more")))
        else:
            self._press_any(person, hand, {"move"} if rng.random() < 0.6 else {"move", "g"})

    def _leave(self, record: TableRecord, board: Message) -> None:
        """One after the other gives up, but for the last."""
        here = [seat.user_id for seat in record.seats if seat.presence is not Presence.LEFT and seat.user_id > 0]
        person = self._crowd.person(self._rng.choice(here)) if len(here) > 1 else None
        if person is not None and not self._choose(person, board, {"leave"}):
            self.act(person, board, "leave")

    def _after(self, record: TableRecord, board: Message) -> None:
        people = [person for seat in record.seats if (person := self._crowd.person(seat.user_id)) is not None]
        if people:
            actions = ("rematch",) * 6 + ("hand", "close", "more")
            self.act(self._rng.choice(people), board, self._rng.choice(actions))

    def act(self, person: Person, message: Message, action: str) -> bool:
        """Press the component with this action; whether it is there."""
        for custom_id, values in self._crowd.presses(message):
            address = parse_custom_id(custom_id)
            if address is not None and action == ":".join(filter(None, (address.action, address.argument))):
                return self._crowd.press(person, message, custom_id, values) is not None
        return False

    def _press_any(self, person: Person, message: Message, actions: set[str]) -> bool:
        offered = list(self._crowd.presses(message))
        fitting = [
            press
            for press in offered
            if (address := parse_custom_id(press[0])) is not None and address.action in actions
        ]
        chosen = fitting or offered
        if not chosen:
            return False
        return self._crowd.press(person, message, *self._rng.choice(chosen)) is not None

    # --- errands -----------------------------------------------------------------------------------------------------

    def _errand(self, channel: Channel) -> None:
        """Somebody looks something up, changes their settings or wants to be forgotten, and presses what they are
        shown."""
        rng, crowd = self._errands, self._crowd
        person, name = rng.choice(self.regulars), rng.choice(ERRANDS)
        dm = crowd.world.dm_with(person)
        where = dm if dm is not None and rng.random() < 0.3 else channel
        options = {"game": self.game.info.key} if name == "rules" else {}
        if crowd.command(person, where, name, **options) is not None:
            self._sim.count(f"errand {name}")
            self._looking += [(person, where)] * 2

    def _press_newest(self, person: Person, channel: Channel) -> None:
        """Press something on the newest message that only this person sees; on the slip that asks whether to forget
        them, mostly yes."""
        rng, crowd = self._errands, self._crowd
        if channel.id not in crowd.world.channels:
            return
        slips = [
            message
            for message in crowd.visible(person, channel)
            if (message.only_for is not None or channel.is_dm) and any(addresses(message))
        ]
        if not slips:
            return
        offered = list(crowd.presses(slips[-1]))
        sure = [press for press in offered if press[0].endswith(":forget:yes")]
        if sure and rng.random() < 0.7:
            offered = sure
        if offered:
            crowd.press(person, slips[-1], *rng.choice(offered))

    # --- mischief ----------------------------------------------------------------------------------------------------

    def _anything(self, channel: Channel) -> None:
        """Anybody presses anything that they see."""
        person = self._crowd.somebody()
        messages = [message for message in self._crowd.visible(person, channel) if any(addresses(message))]
        if messages:
            message = self._rng.choice(messages[-8:])
            self._crowd.press(person, message, *self._rng.choice(list(self._crowd.presses(message)) or [("", [])]))

    def _late(self, channel: Channel) -> None:
        """A press that was right some time ago; perhaps of a move that is right again, which makes it no better."""
        if self._crowd.pressed:
            again = list(self._right_again(channel)) if self._rng.random() < 0.7 else []
            seen = self._rng.choice(again or self._crowd.pressed)
            who = self._crowd.world.people[seen.who]
            self._crowd.force(who, seen.message, seen.custom_id, seen.values)

    def _right_again(self, channel: Channel) -> Iterator[Seen]:
        """Presses of an earlier turn whose moves the same people could make now."""
        record = self._sim.books.table_in(channel.id)
        replay = self._sim.books.playing(record) if record is not None else None
        if record is None or replay is None:
            return
        game, state = replay.match.game, replay.match.state
        seats = {record.seats[seat].user_id: seat for seat in game.active_seats(state)}
        for seen in self._crowd.pressed:
            address = parse_custom_id(seen.custom_id)
            seat = seats.get(int(self._crowd.world.people[seen.who].id))
            if address is None or seat is None or address.action != "move" or address.table_id != record.id:
                continue
            legal = {game.encode_move(move) for move in game.legal_moves(state, seat)}
            if (
                address.ply < moment(replay.record.number, replay.match.ply)
                and (seen.values[0] if seen.values else address.argument) in legal
            ):
                yield seen

    def _twice(self, channel: Channel) -> None:
        """One interaction that arrives twice, or a button pressed twice at once, or by two people at once."""
        before = set(self._crowd.acts)
        self.play(channel)
        act = next((act for key, act in self._crowd.acts.items() if key not in before), None)
        if act is None:
            return
        kind = self._rng.choice(("duplicate", "late duplicate", "double press", "two people"))
        self._sim.count(kind)
        if kind == "duplicate":
            self._crowd.again(act)
        elif kind == "late duplicate":
            self._sim.later(self._rng.uniform(0.5, 30.0), lambda: self._crowd.again(act))
        elif self._crowd.pressed:
            seen = self._crowd.pressed[-1]
            person = self._crowd.world.people[seen.who] if kind == "double press" else self._rng.choice(self.regulars)
            if self._crowd.sees(person, seen.message):
                self._crowd.press(person, seen.message, seen.custom_id, seen.values)

    def _forge(self, channel: Channel) -> None:
        """An id or a value that no honest client sends."""
        person = self._crowd.somebody()
        messages = [message for message in self._crowd.visible(person, channel) if any(addresses(message))]
        if not messages:
            return
        message = self._rng.choice(messages[-5:])
        custom_id = self._rng.choice(FORGED)
        if self._rng.random() < 0.5:
            custom_id = self._rng.choice([press[0] for press in self._crowd.presses(message)] or [custom_id])
        self._sim.count("forged press")
        values = [self._rng.choice(FORGED_VALUES)] if self._rng.random() < 0.6 else []
        self._crowd.force(person, message, custom_id, values)

    def _order(self, channel: Channel) -> None:
        """A slash command, at the right moment or not."""
        rng = self._rng
        person = self._crowd.somebody() if rng.random() < 0.3 else rng.choice(self.regulars)
        dm = self._crowd.world.dm_with(person)
        where = dm if dm is not None and rng.random() < 0.3 else channel
        name = rng.choice(COMMANDS)
        if name == "table end" and rng.random() < 0.7:
            name = "hand"
        if rng.random() < 0.15:
            self._crowd.command(
                person, where, rng.choice(("table kick", "table host")), who=rng.choice(self.regulars).id
            )
        else:
            self._crowd.command(person, where, name)

    def _talk(self, channel: Channel) -> None:
        """Words in the channel, perhaps as a reply to the table."""
        record = self._sim.books.table_in(channel.id)
        board = self._crowd.world.find_message(str(record.message_id)) if record is not None else None
        person = self._rng.choice(self.regulars)
        self._crowd.say(person, channel, self._rng.choice(SENTENCES), board if self._rng.random() < 0.6 else None)

    def _tidy(self, channel: Channel) -> None:
        """Somebody puts a private message away, or a moderator deletes the table's message."""
        person = self._rng.choice(self.regulars)
        messages = self._crowd.visible(person, channel)
        private = [message for message in messages if message.only_for is not None]
        if private and self._rng.random() < 0.8:
            self._crowd.delete(self._rng.choice(private))
        elif messages:
            self._sim.count("message deleted")
            self._crowd.delete(messages[-1])

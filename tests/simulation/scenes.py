"""The faults of a simulation: scenes of the catalogue, each a few seconds or minutes of trouble."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.local.errors import Json
from bot.local.session import EventFaults, Op
from bot.local.wires import guild_wire
from tests.simulation.disk import BROKEN, FULL, LOCKED
from tests.simulation.network import NEW_TOKEN, TOKEN

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

BOARDS = r"^/channels/\d+/messages"
ANSWERS = r"^/interactions/\d+/[^/]+/callback"
BY_TOKEN = r"^/webhooks/\d+/"
ANYTHING = r""
HTML = "<html><body>upstream connect error</body></html>"
ALL_BUT_SENDING = 1 << 10 | 1 << 16


class Scenes:
    """Draws a scene and plays it."""

    def __init__(self, sim: Simulation, rng: random.Random) -> None:
        self._sim = sim
        self._rng = rng
        self._all: dict[str, tuple[int, Callable[[], None]]] = {
            "G2 resume repeats events": (1, self._replayed),
            "G3 events swapped": (3, self._swapped),
            "G4 event delayed": (3, self._delayed),
            "G5 event lost": (2, self._lost),
            "G6 connection cut": (4, self._cut),
            "G7 reconnect asked": (2, self._reconnect),
            "G8 session invalid": (3, self._invalid),
            "G9 no heartbeat answer": (1, self._deaf),
            "G10 gateway gone for minutes": (2, self._outage),
            "G14 server unavailable": (1, self._unavailable),
            "G15 bot removed": (1, self._removed),
            "R1 429 short": (3, lambda: self._answer(ANYTHING, status=429, retry_after=0.3)),
            "R2 429 long": (2, lambda: self._answer(BOARDS, status=429, retry_after=600.0)),
            "R3 429 global": (2, lambda: self._answer(BOARDS, status=429, retry_after=2.0, scope="global")),
            "R4 ban": (1, lambda: self._answer(BOARDS, status=429, retry_after=30.0, via=False)),
            "R5 5xx once": (4, lambda: self._answer(ANYTHING, status=self._rng.choice((500, 502, 503, 504)))),
            "R6 503 for minutes": (2, self._down),
            "R7 dropped before": (3, lambda: self._answer(ANYTHING, drop=True)),
            "R8 dropped after": (3, lambda: self._answer(ANYTHING, drop=True, apply_first=True)),
            "R9 answer applied, then 500": (3, lambda: self._answer(ANSWERS, status=500, apply_first=True)),
            "R10 hangs": (2, lambda: self._answer(self._rng.choice((BOARDS, ANSWERS, BY_TOKEN)), hang=True)),
            "R16 token refused": (3, self._token_refused),
            "R15 no JSON": (2, lambda: self._answer(BOARDS, status=502, text=HTML)),
            "R11 table's message deleted": (3, self._message_gone),
            "R12 channel deleted": (1, self._channel_gone),
            "R13 permission taken": (2, self._forbidden),
            "R14 direct messages closed": (2, self._dm_closed),
            "P1 killed": (4, self._kill),
            "P2 killed before commit": (4, lambda: self._crash("before")),
            "P3 killed after commit": (4, lambda: self._crash("after")),
            "P6 stopped": (3, self._stop),
            "P8 stands still": (2, self._stand_still),
            "D2 disk full": (3, lambda: self._disk(FULL)),
            "D3 database locked": (3, lambda: self._disk(LOCKED)),
            "D5 I/O error": (2, lambda: self._disk(BROKEN)),
            "D0 slow disk": (2, self._slow),
            "C1 wall clock an hour on": (1, lambda: self._set_clock(3600.0)),
            "C2 wall clock an hour back": (1, lambda: self._set_clock(-3600.0)),
            "C3 wall clock five minutes wrong": (1, lambda: self._set_clock(self._rng.choice((300.0, -300.0)))),
        }

    def play(self) -> None:
        """One scene."""
        names = list(self._all)
        (name,) = self._rng.choices(names, [self._all[key][0] for key in names])
        self._sim.count(name)
        self._sim.tape(f"FAULT {name}")
        self._all[name][1]()

    def end(self) -> None:
        """Everything works again."""
        sim, core = self._sim, self._sim.discord.core
        core.faults.clear()
        if core.gateway.faults.held is not None:
            core.gateway.faults.held()
        core.gateway.faults = EventFaults()
        core.gateway.acknowledges = core.gateway.accepts = True
        sim.disk.trouble.clear()
        sim.disk.crash, sim.disk.slowness = "", 0.02
        for channel in core.world.channels.values():
            if channel.permissions is not None:
                channel.permissions = None
                core.update_channel(channel)
        for person in core.world.people.values():
            person.dm_open = True
        core.set_bot_in_guild(present=True)
        sim.discord.set_token(TOKEN)
        if sim.server_unavailable:
            self._available()

    # --- gateway -----------------------------------------------------------------------------------------------------

    def _event(self, **changes: Any) -> None:
        """Trouble for the next interaction."""
        self._sim.discord.core.gateway.faults = EventFaults(event="INTERACTION_CREATE", **changes)
        self._sim.excuse_next(self._what(changes))

    def _what(self, changes: Json) -> str:
        return f"its event: {changes}"

    def _replayed(self) -> None:
        session = next(iter(self._sim.discord.core.gateway.sessions), None)
        if session is not None and session.connection is not None:
            for _, payload in list(session.sent)[-5:]:
                if payload["t"] == "INTERACTION_CREATE":
                    act = self._sim.crowd.acts.get(payload["d"]["id"])
                    if act is not None:
                        act.repeated = True
                    session.connection.send(payload)

    def _swapped(self) -> None:
        self._event(swap=True)

    def _delayed(self) -> None:
        self._event(delay=self._rng.uniform(0.2, 12.0))

    def _lost(self) -> None:
        self._event(lose=1)

    def _cut(self) -> None:
        self._sim.troubles.begin("cut")
        self._sim.discord.core.gateway.cut_all()

    def _reconnect(self) -> None:
        self._sim.troubles.begin("reconnect")
        self._sim.discord.core.gateway.send_all(Op.RECONNECT)

    def _invalid(self) -> None:
        gateway, resumable = self._sim.discord.core.gateway, self._rng.random() < 0.5
        self._sim.troubles.begin("session invalid")
        if not resumable:
            gateway.forget_sessions()
        gateway.send_all(Op.INVALID_SESSION, resumable)

    def _deaf(self) -> None:
        gateway = self._sim.discord.core.gateway
        self._sim.troubles.begin("no heartbeats", self._rng.uniform(60, 150), perhaps=True)
        gateway.acknowledges = False
        self._sim.later(self._rng.uniform(60, 150), lambda: setattr(gateway, "acknowledges", True))

    def _outage(self) -> None:
        gateway, lasts = self._sim.discord.core.gateway, self._rng.choice((30.0, 600.0, 1500.0))
        self._sim.troubles.begin("outage", lasts)
        gateway.accepts = False
        gateway.cut_all()

        def end() -> None:
            gateway.accepts = True
            self._sim.troubles.over("outage")

        self._sim.later(lasts, end)

    def _unavailable(self) -> None:
        sim = self._sim
        # People do act there although they could not. Whoever opens a table meanwhile is there to play.
        tables = frozenset(int(record.id) for record in sim.books.open_tables())
        sim.troubles.begin("server unavailable", 30.0, tables=tables)
        sim.server_unavailable = True
        sim.discord.core.gateway.dispatch("GUILD_DELETE", {"id": sim.crowd.world.guild_id, "unavailable": True})
        sim.later(self._rng.uniform(5, 90), self._available)

    def _available(self) -> None:
        sim = self._sim
        if sim.server_unavailable:
            sim.server_unavailable = False
            sim.troubles.over("server unavailable")
            sim.discord.core.gateway.dispatch("GUILD_CREATE", guild_wire(sim.crowd.world))

    def servers_told(self) -> None:
        """A new session has begun by telling the bot of all servers: what was said in the one before is over."""
        self._sim.server_unavailable = False
        self._sim.troubles.over("server unavailable")

    def _removed(self) -> None:
        core = self._sim.discord.core
        core.set_bot_in_guild(present=False)
        self._sim.troubles.begin("removed", 30.0)
        self._sim.later(self._rng.uniform(5, 200), lambda: core.set_bot_in_guild(present=True))

    # --- REST --------------------------------------------------------------------------------------------------------

    def _answer(self, path: str, **answer: Any) -> None:
        """Wrong answers to the next requests."""
        times = self._rng.choice((1, 1, 1, 2, 4))
        self._sim.discord.core.faults.order({"match": {"path_regex": path}, "times": times, "answer": answer})

    def _down(self) -> None:
        lasts = self._rng.choice((20.0, 120.0, 600.0))
        faults = self._sim.discord.core.faults
        faults.order({"match": {"path_regex": BOARDS}, "times": 100_000, "answer": {"status": 503}})
        self._sim.later(lasts, faults.clear)

    def _token_refused(self) -> None:
        """Somebody draws a new token, and puts it in place after a while: the old one counts no more until then."""
        sim, cut, lasts = self._sim, self._rng.random() < 0.3, self._rng.choice((30.0, 300.0, 900.0))
        table = sim.some_table()
        sim.discord.set_token(NEW_TOKEN)
        sim.troubles.begin("token refused", lasts, perhaps=not cut)
        if cut:
            sim.discord.core.gateway.cut_all()
        elif table is not None:
            sim.hasten(table.id, 2)  # so that there is something to show

        def end() -> None:
            sim.discord.set_token(TOKEN)
            sim.troubles.over("token refused")

        sim.later(lasts, end)

    def _message_gone(self) -> None:
        record = self._sim.some_table()
        message = self._sim.crowd.world.find_message(str(record.message_id)) if record is not None else None
        if message is not None:
            self._sim.crowd.delete(message)

    def _channel_gone(self) -> None:
        record = self._sim.some_table()
        channel = self._sim.crowd.world.channels.get(str(record.channel_id)) if record is not None else None
        if channel is not None:
            self._sim.troubles.moment("channel gone")
            self._sim.discord.core.remove_channel(channel)

    def _forbidden(self) -> None:
        record, core = self._sim.some_table(), self._sim.discord.core
        channel = core.world.channels.get(str(record.channel_id)) if record is not None else None
        if channel is not None and channel.parent_id is not None:  # a thread has no permissions of its own
            channel = core.world.channels.get(channel.parent_id)
        if channel is None:
            return
        channel.permissions = ALL_BUT_SENDING if self._rng.random() < 0.7 else 0
        core.update_channel(channel)

        def grant() -> None:
            if channel.id in core.world.channels:
                channel.permissions = None
                core.update_channel(channel)

        self._sim.later(self._rng.uniform(5, 120), grant)

    def _dm_closed(self) -> None:
        person = self._rng.choice(self._sim.players.regulars)
        person.dm_open = False

    # --- process -----------------------------------------------------------------------------------------------------

    def _kill(self) -> None:
        self._sim.troubles.begin("killed")
        self._sim.machine.kill()

    def _crash(self, when: str) -> None:
        self._sim.disk.crash = when

    def _stop(self) -> None:
        self._sim.troubles.begin("stopped")
        self._sim.machine.stop()

    def _stand_still(self) -> None:
        self._sim.troubles.begin("stands still")
        self._sim.loop.jump(self._rng.choice((3.0, 20.0, 90.0)))

    # --- database and clock ------------------------------------------------------------------------------------------

    def _disk(self, fault: tuple[str, str]) -> None:
        self._sim.disk.trouble += [fault] * self._rng.choice((1, 1, 2, 6))

    def _slow(self) -> None:
        disk = self._sim.disk
        disk.slowness = self._rng.choice((0.5, 2.0, 4.0))
        self._sim.later(self._rng.uniform(5, 40), lambda: setattr(disk, "slowness", 0.02))

    def _set_clock(self, by: float) -> None:
        self._sim.wall.set_by += by

"""The invariants of a simulation, each a generator of what violates it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.local.api import _WITHOUT_TOKEN
from bot.local.model import LOADING
from bot.tables.live import moment
from data.forgetting import ALIASES
from data.records import TableStatus
from games.core import Seat
from tests.simulation.books import Replay
from tests.simulation.crowd import Act
from tests.simulation.machine import STOPS_WITHIN_S
from tests.simulation.virtual import WALL_START

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

ANSWER_WITHIN_S = 3.0
OWN_MOVES = re.compile(r"(timeout|away|due|computer):(\d+):(\d+)")
MESSAGE_MOVES = re.compile(r"message:\d+")
FAILURES_IN_A_MINUTE = 60
UNDER_WAY_S = 2.0
LATE_MS = 45_000
TURN_TOLERANCE_S = 22
"""A note every ten seconds says how long the bot was away, and a short cut of the connection is not counted."""
CLOCK_TOLERANCE_MS = 2_000


# --- the journal -----------------------------------------------------------------------------------------------------


def journal(sim: Simulation) -> Iterator[str]:
    """I2, I3, I6, I9: plies without gaps, one effect for each press, and it replays with every card in its place."""
    keys: Counter[str] = Counter(idem for (idem,) in sim.disk.rows("SELECT idem FROM move"))
    yield from (f"I6: {idem} has {count} moves" for idem, count in keys.items() if count > 1)
    for match_id in sim.books.match_ids():
        plies = [ply for (ply,) in sim.disk.rows("SELECT ply FROM move WHERE match_id = ? ORDER BY ply", match_id)]
        if plies != list(range(1, len(plies) + 1)):
            yield f"I2: match {match_id} has the plies {plies}"
        try:
            replay = sim.books.match(match_id)
        except Exception as error:
            yield f"I3: match {match_id} cannot be replayed: {error!r}"
            continue
        game = replay.match.game
        for position in (*replay.positions[-1:], *replay.positions[::7]):
            if Counter(game.cards(position.state)) != Counter(game.deck(position.options)):
                yield f"I9: match {match_id} at ply {position.ply} has lost or doubled cards"
        yield from _whose_moves(sim, replay)


def _whose_moves(sim: Simulation, replay: Replay) -> Iterator[str]:
    """Every move by a person is one press of its owner, not from an earlier turn; the others are the table's own."""
    last_turn: dict[int, int] = {}
    for move, in_turn in zip(replay.moves, replay.in_turn, strict=True):
        where = f"match {replay.record.id} ply {move.ply}"
        act = sim.crowd.acts.get(move.idem)
        if act is not None:
            if move.seat is not None and not _owns(sim, replay.record.players[move.seat], act):
                yield f"I6: {where} was played for seat {move.seat} by {act.who}"
            if in_turn and _came_too_late(act, moment(replay.record.number, last_turn.get(move.seat or 0, 0))):
                yield f"I6: {where} came of a press from an earlier turn: {act.what}"
        elif (own := OWN_MOVES.fullmatch(move.idem)) is not None:
            if (int(own[2]), int(own[3])) != (replay.record.id, move.ply):
                yield f"I6: {where} has the key {move.idem}"
        elif not MESSAGE_MOVES.fullmatch(move.idem) and not move.idem.startswith("hasten:"):
            yield f"I6: {where} has the key {move.idem}"
        if move.seat is not None and in_turn:
            last_turn[move.seat] = move.ply


def _owns(sim: Simulation, player: int, act: Act) -> bool:
    """Whether this player of a match is who acted; an alias is, if they have asked to be forgotten."""
    acts = (other for other in sim.crowd.acts.values() if other.who == act.who)
    return player == act.user_id or (0 < player < ALIASES and any(map(_asks_to_be_forgotten, acts)))


def _asks_to_be_forgotten(act: Act) -> bool:
    return act.address is not None and (act.address.action, act.address.argument) == ("forget", "yes")


def _came_too_late(act: Act, last_turn: int) -> bool:
    """Whether the pressed hand was shown before the seat last acted in its turn, or before this match."""
    address = act.address
    return address is not None and act.private and address.action == "move" and address.ply < last_turn


def memory(sim: Simulation) -> Iterator[str]:
    """I3: what the bot has in memory is what a replay of the journal gives. I11: no lock is held."""
    if sim.machine.bot is None or sim.machine.bot.house.service.chores._ended:  # it has let everything go
        return
    stored = {record.id: record for record in sim.books.open_tables()}
    for live in sim.machine.bot.house.service.tables:
        if live.lock.locked():
            continue
        record = stored.get(live.record.id)
        if record is None:
            yield f"I3: table {live.record.id} is open in memory only"
        elif live.record.version != record.version:
            yield f"I3: table {record.id} has version {live.record.version} in memory, {record.version} on disk"
        elif record.match_id is not None and record.status is not TableStatus.LOBBY:
            replay = sim.books.match(record.match_id)
            if live.match != replay.match:
                ply = live.match.ply if live.match else None
                yield f"I3: table {record.id} is at ply {ply} in memory, {replay.match.ply} in the journal"
        if live.unreachable_since is not None:
            continue  # what happened to its clock meanwhile is made up for when it is reached again
        limit = live.record.clock_s * 1000 + CLOCK_TOLERANCE_MS
        if live.record.deadline_at is not None and live.record.deadline_at - sim.bot_now() > limit:
            yield f"C2: table {live.record.id} has a deadline {live.record.deadline_at - sim.bot_now()} ms away"


def turns(sim: Simulation) -> Iterator[str]:
    """C1, C4, G10, P8: nobody's turn ran out before they had had all of its time, not counting that in which they could
    not act."""
    for match_id in sim.books.match_ids():
        replay = sim.books.match(match_id)
        clock_s = sim.disk.clocks.get(match_id, 0)
        if not clock_s:
            continue
        for move in replay.moves:
            if move.seat is None or not move.idem.startswith("timeout"):
                continue
            began = sim.disk.committed.get((match_id, _turn_since(replay, move.ply, Seat(move.seat))))
            ended = sim.disk.committed[match_id, move.ply]
            if began is None:
                continue
            lost, times = sim.troubles.lost(began, ended, replay.record.table_id)
            had, fair = ended - began - lost, clock_s - TURN_TOLERANCE_S * (1 + times)
            if had < fair:
                yield f"C4: seat {move.seat} had {had:.1f} of {clock_s} s at ply {move.ply} of match {match_id}"


def _turn_since(replay: Replay, ply: int, seat: Seat) -> int:
    """The ply after which the turn began that ended with this move; 0 if that was the deal."""
    game = replay.match.game
    for before in range(ply - 1, 0, -1):
        mine = replay.moves[before - 1].seat == seat and replay.in_turn[before - 1]
        came = before > 1 and seat not in game.active_seats(replay.positions[before - 2].state)
        if mine or came:
            return before
    return 0


def forgotten(sim: Simulation, act: Act) -> Iterator[str]:
    """Whoever has just been told that they are forgotten is named nowhere in what is stored, unless they have gone on
    acting."""
    if not _asks_to_be_forgotten(act) or act.answers[-1] != "update":
        return
    others = (other for other in sim.crowd.acts.values() if other.who == act.who and other is not act)
    if any(other.at >= act.at or other.answers[-1:] in ([], ["failed"]) or other.repeated for other in others):
        return
    sim.count("somebody forgotten")
    for table, column in _columns(sim):
        if sim.disk.rows(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", act.user_id):
            yield f"forgotten: {act.who} still stands in {table}.{column}"


def _columns(sim: Simulation) -> Iterator[tuple[str, str]]:
    for (table,) in sim.disk.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        yield from ((table, column) for (column,) in sim.disk.rows("SELECT name FROM pragma_table_info(?)", table))


# --- answers, logs, what is left -------------------------------------------------------------------------------------


def answers(sim: Simulation) -> Iterator[str]:
    """I7: every interaction is answered, or could not be."""
    entries = sim.discord.core.journal.entries
    now = sim.loop.time()
    struck = " ".join(entry["path"] for entry in entries if entry.get("fault"))
    tokens = {act.id: token for token, act in sim.crowd.world.interactions.items()}
    for act in sim.crowd.acts.values():
        if now < act.at + ANSWER_WITHIN_S + 1 or act.excuse or sim.troubles.at(act.at):
            continue
        if f"/{act.id}/" in struck or (act.id in tokens and tokens[act.id] in struck):
            continue
        if not act.answers or act.answers == ["failed"]:
            yield f"I7: {act.who} got no answer to {act.what} at {act.at:.1f}"
    for channel in sim.crowd.world.messages.values():
        for message in channel.values():
            act = sim.crowd.acts.get(message.interaction_id or "")
            if message.flags & LOADING and act is not None and now > act.at + 60:
                excused = act.excuse or sim.troubles.at(act.at) or (act.id in tokens and tokens[act.id] in struck)
                # On a slow disk the end of the process may come between "thinking" and the answer.
                if not excused and act.id not in sim.cut_off:
                    yield f"I7: {act.who} waits for ever for the answer to {act.what} at {act.at:.1f}"


def logs(sim: Simulation) -> Iterator[str]:
    """I8: the log holds no token, hand or seed, and no error that nothing explains."""
    secrets: dict[str, str] = {"the bot's token": sim.token}
    for number, (seed,) in enumerate(sim.disk.rows("SELECT seed FROM secret")):
        secrets |= {f"seed {number}": seed.hex(), f"seed {number} as bytes": repr(seed)[2:-1]}
    tokens = set(sim.crowd.world.interactions)
    for match_id in sim.books.match_ids():
        match = sim.books.match(match_id).match
        for seat in range(match.seats):
            hand = getattr(match.game.observe(match.state, Seat(seat)), "hand", None)
            if hand:
                secrets[f"the hand of seat {seat}"] = repr(hand)
    text = "\n".join(sim.log.lines)
    yield from (f"I8: the log holds {what}" for what, secret in secrets.items() if secret in text)
    if any(token in text for token in tokens):
        yield "I8: the log holds an interaction's token"
    for record in sim.log.errors:
        if not record.exc_info or sim.disk.struck or record.name.startswith("discord"):
            continue
        if str(record.exc_info[1]) != "Session is closed":  # an answer that came too late for the end of the process
            yield f"an error was logged: {record.name}: {record.getMessage()}: {record.exc_info[1]!r}"


def requests(sim: Simulation) -> Iterator[str]:
    """I10: what fails is not repeated without end, no interaction is answered twice, and no request breaks a rule."""
    entries = sim.discord.core.journal.entries
    times = [entry["at"] for entry in entries if entry["status"] is None or entry["status"] >= 400]
    for first, last in zip(times, times[FAILURES_IN_A_MINUTE:], strict=False):
        if last - first < 60:
            yield f"I10: {FAILURES_IN_A_MINUTE} failed requests in {last - first:.0f} s"
            break
    struck: set[str] = set()
    for entry in entries:
        path: str = entry["path"]
        if entry.get("fault"):
            struck.add(path)
        elif entry["status"] == 400 and entry["answer"].get("code") == 40060 and path not in struck:
            act = sim.crowd.acts.get(path.split("/")[2])
            if act is not None and not act.repeated:
                yield f"I6: two answers to {act.what}"
    for problem in sim.discord.core.journal.problems:
        yield f"a request broke a rule: {problem}"


def token(sim: Simulation) -> Iterator[str]:
    """I10: once Discord has refused the bot's token, the program sends nothing more with it, and ends."""
    sent = [entry for entry in sim.discord.core.journal.entries if not _WITHOUT_TOKEN.match(entry["path"])]
    now = sim.wall.true_time()
    for refusal in (entry for entry in sent if entry["status"] == 401):
        first = refusal["at"]
        ended = next((end for end in sim.ends if end >= first), now)
        went_on = sim.loop.worked(first - WALL_START, ended - WALL_START)
        if went_on > STOPS_WITHIN_S:
            yield f"I10: the program went on for {went_on:.0f} s without a token"
        for entry in sent:
            under_way = sim.loop.worked(first - WALL_START, entry["at"] - WALL_START) <= UNDER_WAY_S
            if first < entry["at"] < ended and not under_way:
                yield f"I10: {entry['method']} {entry['path']} was sent {entry['at'] - first:.1f} s after a 401"


def progress(sim: Simulation) -> Iterator[str]:
    """C4: what time brings comes, whatever happened before: the end of a turn, and the moves of computers."""
    bot = sim.machine.bot
    if bot is None:
        return
    now = sim.bot_now()
    for live in bot.house.service.tables:
        record, match = live.record, live.playing
        if match is None or live.paused or live.lock.locked():
            continue
        moves = sim.books.match(live.match_id).moves
        last = max(moves[-1].at if moves else 0, record.touched_at)
        if live.attended:
            late = now - (record.deadline_at or now)
            if late > LATE_MS:
                yield f"C4: a turn at table {record.id} should have ended {late / 1000} s ago"
        elif now - last > LATE_MS:
            yield f"C4: at table {record.id} nothing has moved for {(now - last) / 1000} s"


def left_over(sim: Simulation) -> Iterator[str]:
    """I11: after a clean end no task, lock or transaction is left."""
    process = sim.machine.process
    if process is not None:
        yield from (f"I11: a task is left: {task.get_coro()}" for task in process.living_tasks())
    if sim.disk.connection.in_transaction:
        yield "I11: a transaction is left open"
    for failure in sim.machine.failures:
        if not (sim.disk.struck and failure.startswith("StoreError")):  # it could not even begin
            yield f"the program ended: {failure}"
    yield from (f"nobody noticed: {what}" for what in sim.unnoticed)

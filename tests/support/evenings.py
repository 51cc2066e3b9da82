"""The same evening in two worlds, through the whole bot and the local Discord: what everybody saw, and when.

The first evening is played by a script that is written while it is played; the second one repeats the script. Its deck
differs in cards that the viewers never get to see: pairs of cards change places in the shuffled pack as long as the
recorded moves, replayed by the rules, look the same to all of them at every ply.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import re
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bot.settings import Settings
from data.records import Pact
from games.core import Match, PlayedMove, Rng, RulesError, Seat, decode_options
from games.core.fairness import commitment_to
from games.core.match import AnyGame
from games.core.player import Strength, decide
from games.players import PLAYERS
from tests.games.playouts import seed_of
from tests.support.club import PATIENCE_S, Club, open_club
from tests.support.log_secrets import BOT_TOKEN
from tests.support.people import Message, NotAnswered, Person, Refused
from tests.support.png import chunks_of
from tests.support.tables import NumberedDeals

Json = dict[str, Any]
Swap = tuple[int, int]
SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
TRIED_SWAPS = 700
HANDLERS = ("discord.py: on_", "CommandTree")
"""How the tasks are called in which the client hands events over."""
PICTURE_CHUNKS = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


# The deck


@contextmanager
def dealt(deck: int, swaps: Iterable[Swap], cards: int, *, alike: int = 0) -> Generator[None]:
    """While it lasts, matches are dealt from one deck whatever their seed, with the cards at some pairs of places in
    the first shuffled pack exchanged, but for the first so many matches (``alike``), whose seeds are their numbers."""
    exchanged = tuple(swaps)

    class Stacked(Rng):
        __slots__ = ("_first",)

        def __init__(self, seed: bytes, ply: int = 0) -> None:
            super().__init__(seed_of(deck), ply)
            self._first = ply == 0 and int.from_bytes(seed, "big") > alike

        def shuffled(self, items: Iterable[Any]) -> list[Any]:
            pack = super().shuffled(items)
            if self._first and len(pack) == cards:
                self._first = False
                for one, two in exchanged:
                    pack[one], pack[two] = pack[two], pack[one]
            return pack

    with patch("games.core.match.Rng", Stacked):
        yield


class Played(NamedTuple):
    """A match as it was played, by which another deck for it is found."""

    game: AnyGame
    options: Any
    seats: int
    moves: tuple[PlayedMove, ...]
    dealer: Seat | None = None

    def plies(self, deck: int, swaps: Iterable[Swap]) -> Generator[Match]:
        """The match at each ply with this deck.

        Raises:
            RulesError: these moves cannot be played with it.
        """
        with dealt(deck, swaps, len(self.game.deck(self.options))):
            match = Match.start(self.game, self.options, self.seats, seed_of(1), self.dealer)
            yield match
            for played in self.moves:
                match, _ = match.play(played.seat, self.game.decode_move(played.text))
                yield match

    def _looks(self, match: Match, viewers: Sequence[Seat | None]) -> Any:
        game, state = match.game, match.state
        return game.active_seats(state), [game.observe(state, viewer) for viewer in viewers]

    def other_deck(self, deck: int, viewers: Sequence[Seat | None]) -> tuple[Swap, ...]:
        """Exchanges of cards that none of the viewers could notice in this match, though each leaves somebody with
        another hand at its end; as many as are found."""
        taste, cards = random.Random(deck), len(self.game.deck(self.options))
        original = list(self.plies(deck, ()))
        expected = [self._looks(match, viewers) for match in original]
        hands, swaps = original[-1].state.hands, tuple[Swap, ...]()
        pairs = list(combinations(range(cards), 2))
        for pair in taste.sample(pairs, min(len(pairs), TRIED_SWAPS)):
            held = self._held(deck, (*swaps, pair), viewers, expected)
            if held is not None and held != hands:
                hands, swaps = held, (*swaps, pair)
        return swaps

    def _held(
        self, deck: int, swaps: Iterable[Swap], viewers: Sequence[Seat | None], expected: Sequence[Any]
    ) -> Any | None:
        """What everybody holds at the end with this deck; None if a viewer would notice that it is another one."""
        hands: Any = None
        try:
            for match, known in zip(self.plies(deck, swaps), expected, strict=True):
                if self._looks(match, viewers) != known:
                    return None
                hands = match.state.hands
        except RulesError:
            return None
        return hands


# What people see


@dataclass
class Record:
    """What one person was shown: for each message, in the order in which they appeared, what it was and became, and
    when; the answers to what they did; and everything else that they were told."""

    messages: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    answers: list[str] = field(default_factory=list[str])

    def shown(self) -> list[tuple[str, list[str]]]:
        """All of it without the ids of this evening: public messages, private ones, answers."""
        listed = [history for _, history in sorted(self.messages.items(), key=lambda entry: int(entry[0]))]
        kinds = ("public", "private", "direct")
        found = [(kind, history) for kind in kinds for history in listed if history[0].startswith(kind)]
        return [*found, ("answers", self.answers)]


class Recorder:
    """Listens to all that the local Discord tells people, at the moment when it does."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._world = club.local.core.world
        self._names = {person.id: f"<{key}>" for key, person in self._world.people.items()}
        self.records = {key: Record() for key in self._world.people}
        self._tell = club.local.core.audience.tell
        club.local.core.audience.tell = self._heard

    def _heard(self, person: Any, event: Json) -> None:
        self._note(person.key, event)
        self._tell(person, event)

    def _note(self, key: str, event: Json) -> None:
        record, now = self.records[key], self._club.clock.now()
        if event["type"] in {"message", "message_update"}:
            message = event["message"]
            where = self._world.channels[message["channel_id"]]
            kind = "direct" if where.is_dm else "private" if message["ephemeral"] else "public"
            record.messages.setdefault(message["id"], []).append(f"{kind} {now} {self._plain(message)}")
        elif event["type"] == "message_delete":
            record.messages.setdefault(event["id"], ["unknown"]).append(f"deleted {now}")
        elif event["type"] in {"modal", "failed", "answered"}:
            record.answers.append(f"{now} {self._plain(event)}")

    def _plain(self, data: Any) -> str:
        """Plain data as text, without what differs from evening to evening: ids become names, links what they show."""
        text = json.dumps(self._shown(data), ensure_ascii=False, sort_keys=True)
        return SNOWFLAKE.sub(lambda found: self._names.get(found[0], "#"), text)

    def _shown(self, data: Any) -> Any:
        if isinstance(data, dict):
            entry: Json = data
            return {name: self._shown(value) for name, value in entry.items()}
        if isinstance(data, list):
            items: list[Any] = data
            return [self._shown(item) for item in items]
        if isinstance(data, str) and "/cdn/attachments/" in data:
            return self._picture(data)
        return data

    def _picture(self, link: str) -> str:
        file_id, name = link.partition("/cdn/attachments/")[2].split("/")
        stored = self._world.store.file(file_id)
        if stored is None:
            return f"gone {name}"
        kind, content = stored
        if kind.startswith("image"):
            assert set(chunks_of(content)) == PICTURE_CHUNKS
        return f"{name} {kind} {len(content)} {hashlib.sha256(content).hexdigest()}"


# What is done


@dataclass
class Evening:
    """An evening that writes its script, or repeats one."""

    club: Club
    recorder: Recorder
    game: AnyGame
    deals: KnownDeals
    hands: dict[str, Message] = field(default_factory=dict[str, Message])
    script: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    taste: random.Random = field(default_factory=lambda: random.Random(5))
    told: list[str] = field(default_factory=list[str])
    """What forged presses were answered."""
    secrets: set[str] = field(default_factory=set[str])
    """Seeds and hands so far, as a log would spell them."""

    @property
    def tokens(self) -> set[str]:
        """The tokens of all interactions so far."""
        return set(self.club.local.core.world.interactions)

    def public_requests(self) -> list[str]:
        """What the bot asked of Discord where everybody sees it: for each message, or place to send one, the order of
        requests. Which of two messages is changed first at the same moment is left to chance."""
        world = self.club.local.core.world
        direct = {channel.id for channel in world.channels.values() if channel.is_dm}
        asked: dict[str, list[str]] = {}
        for entry in self.club.local.core.journal.entries:
            path: str = entry["path"]
            if path.startswith("/channels/") and path.split("/")[2] not in direct:
                asked.setdefault(path, []).append(entry["method"])
        return sorted(f"{SNOWFLAKE.sub('#', path)}: {' '.join(methods)}" for path, methods in asked.items())

    def person(self, key: str) -> Person:
        """By key."""
        return next(person for person in self.club.people if person.key == key)

    async def do(self, *step: str) -> None:
        """One step of the script, which is written down."""
        self.script.append(step)
        await getattr(self, f"_{step[0]}")(*step[1:])
        await self._rest()
        self._learn()

    async def _rest(self) -> None:
        """Wait until the bot has done with everything that it has heard of. A person has their answer before the bot
        has done what follows from it."""
        async with asyncio.timeout(PATIENCE_S):
            while busy := [task for task in asyncio.all_tasks() if task.get_name().startswith(HANDLERS)]:
                await asyncio.wait(busy)
        await self.club.quiet()

    def _learn(self) -> None:
        """Note what must not be in any log from now on."""
        match = self.club.live.match if list(self.club.bot.house.service.tables) else None
        if match is not None:
            hands = match.state.hands
            self.secrets |= {repr(hand) for hand in hands if isinstance(hand, tuple) and len(hand) > 2}
            self.secrets |= spellings(match.seed)
        for secret in self.deals.known:
            self.secrets |= spellings(secret)

    async def repeat(self, script: Iterable[tuple[str, ...]]) -> None:
        """The same evening again."""
        for step in script:
            await self.do(*step)

    async def _open(self, host: str, *options: str) -> None:
        """A table of the host's; ``options`` are ``name=value``."""
        person = self.person(host)
        await person.command("play", game=self.game.info.key)
        await self._wait("1.3")
        for option in options:
            name, _, value = option.partition("=")
            address = f"cg1:{self.club.live.record.id}:0:opt:{name}"
            await self.club.forge(person, self.club.board(person), address, value)
        await self._wait("1.3")

    async def _public(self, key: str, action: str) -> None:
        """A press on the table's own message, and whatever comes of it."""
        club, before = self.club, self.club.live.record
        await club.press(self.person(key), action)
        if action in {"sit", "start", "watch", "rematch"}:
            # They are acknowledged before they are done.
            async with asyncio.timeout(PATIENCE_S):
                while club.live.record.version == before.version:  # noqa: ASYNC110 - there is no event for it
                    await asyncio.sleep(0.002)
        await self._wait("1.3")

    async def _hand(self, key: str) -> None:
        self.hands[key] = await self.club.hand(self.person(key))

    async def _move(self, key: str, notation: str) -> None:
        club = self.club
        place = self.hands.get(key) or club.board(self.person(key))
        address = f"cg1:{club.live.record.id}:{club.match.ply}:move:{notation}"
        await club.forge(self.person(key), place, address)

    async def _wait(self, seconds: str) -> None:
        """Let time pass from one thing that it brings to the next: what is painted or sent needs real time, and is
        waited for before the next thing happens."""
        club, clock = self.club, self.club.clock
        await self._rest()
        end = clock.now() + int(float(seconds) * 1000)
        while clock.now() < end:
            upcoming = clock.next_at()
            step = (min(end, end if upcoming is None else max(upcoming, clock.now() + 1)) - clock.now()) / 1000
            club.local.clock.advance(step)
            await clock.advance(step)
            await self._rest()

    async def _power(self, key: str) -> None:
        """From now on somebody may manage messages and the server."""
        await self.person(key).change(manage_messages=True, manage_guild=True)

    async def _command(self, key: str, words: str, channel: str = "") -> None:
        """A slash command, with its options as ``name=value``."""
        name = " ".join(word for word in words.split() if "=" not in word)
        options = dict(word.split("=") for word in words.split() if "=" in word)
        try:
            result = await self.person(key).command(name, channel=channel or None, **options)
        except Refused as refused:
            self.told.append(f"{key} /{words}: {refused}")
        else:
            self.told.append(f"{key} /{words}: {result.kind} {result.text}")

    async def _say(self, key: str, words: str) -> None:
        await self.person(key).say(words)

    async def _forge(self, key: str, address: str, *values: str) -> None:
        """A press that the person's own client does not offer, on the table's message and on their own hand."""
        club, person = self.club, self.person(key)
        ply = club.live.match.ply if club.live.match is not None else 0
        address = address.replace("TABLE", str(club.live.record.id)).replace("PLY", str(ply))
        places = [club.board(person), *([self.hands[key]] if key in self.hands else [])]
        for place in places:
            if place.deleted:
                continue
            try:
                result = await club.forge(person, place, address, *values)
                self.told.append(f"{key} {address} {values}: {result.kind} {result.text}")
            except (Refused, NotAnswered) as error:
                self.told.append(f"{key} {address} {values}: {type(error).__name__}")

    async def _tap(self, key: str, address: str, *values: str) -> None:
        """The same on the table's message alone, where two presses would be two wishes."""
        hand = self.hands.pop(key, None)
        await self._forge(key, address, *values)
        if hand is not None:
            self.hands[key] = hand

    async def _autocomplete(self, key: str, command: str, option: str, typed: str) -> None:
        found = await self.person(key).autocomplete(command, option, typed)
        self.told.append(f"{key} {command} {option} {typed}: {found}")

    async def play(
        self, moves: int, keys: Sequence[str], *, shows: Callable[[int], bool] = lambda ply: ply % 2 == 0
    ) -> None:
        """Let so many moves be played, those of people by an easy computer's taste; time passes for the others."""
        club, waits = self.club, 0
        for _ in range(moves):
            match = club.live.playing
            if match is None:
                return
            game, state = match.game, match.state
            user_ids = {seat: club.live.record.seats[seat].user_id for seat in sorted(game.active_seats(state))}
            mine = [(seat, key) for seat, user in user_ids.items() for key in keys if int(self.person(key).id) == user]
            if not mine:
                waits += 1
                await self.do("wait", "1.3")
                continue
            seat, key = mine[0]
            seed = seed_of(self.taste.getrandbits(60))
            legal = game.legal_moves(state, seat)
            move = decide(PLAYERS[game.info.key], Strength.EASY, game.observe(state, seat), legal, match.options, seed)
            await self.do("move", key, game.encode_move(move))
            if shows(match.ply):
                await self.do("wait", "1.3")

    async def played(self) -> Played:
        """The match as the journal has it."""
        live = self.club.live
        assert live.match_record is not None
        found = await self.club.store.match(live.match_record.id)
        assert found is not None
        moves = tuple(PlayedMove(None if m.seat is None else Seat(m.seat), m.move) for m in found[1])
        options = decode_options(self.game.options_type, found[0].options)
        dealer = None if found[0].dealer is None else Seat(found[0].dealer)
        return Played(self.game, options, len(found[0].players), moves, dealer)


def spellings(secret: bytes) -> set[str]:
    """Bytes as a careless line would spell them."""
    return {secret.hex(), secret.hex().upper(), repr(secret)[2:-1], base64.b64encode(secret).decode()}


class KnownDeals(NumberedDeals):
    """Sealed secrets that are the same every evening with the same word, and remembered."""

    def __init__(self, word: str) -> None:
        super().__init__(1)
        self.known: list[bytes] = []
        self._word = word

    def pact(self) -> Pact:
        self.known.append(hashlib.sha256(f"{self._word} {len(self.known)}".encode()).digest())
        return Pact(commitment_to(self.known[-1]), self.known[-1])


@asynccontextmanager
async def evening(
    folder: Path,
    game: AnyGame,
    *keys: str,
    deck: int = 1,
    swaps: Iterable[Swap] = (),
    alike: int = 0,
    secrets: str = "evening",
) -> AsyncGenerator[Evening]:
    """An evening with these people by the rule book, dealt from a deck; the first matches may be dealt ``alike``,
    without the exchanges, and the sealed secrets are made from the word ``secrets``."""
    with dealt(deck, swaps, len(game.deck(game.options_type())), alike=alike):
        deals = KnownDeals(secrets)
        settings = Settings(limits=False)
        async with open_club(folder, *keys, settings=settings, token=BOT_TOKEN, deals=deals) as club:
            yield Evening(club, Recorder(club), game, deals)

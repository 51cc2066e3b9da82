"""The same evening in two worlds, through the whole bot and the local Discord: what everybody saw, and when.

The first evening is played by a script that is written while it is played; the second one repeats the script. Its deck
differs in cards that the viewers never get to see: pairs of cards change places in the shuffled pack as long as the
recorded moves, replayed by the rules, look the same to all of them at every ply.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import random
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.settings import Settings
from data.records import Pact
from games.core import PlayedMove, Seat, decode_options
from games.core.fairness import commitment_to
from games.core.match import AnyGame
from games.core.player import Strength, decide
from games.players import PLAYERS
from tests.games.playouts import seed_of
from tests.support.club import PATIENCE_S, Club, open_club
from tests.support.log_secrets import BOT_TOKEN
from tests.support.people import Message, NotAnswered, Person, Refused
from tests.support.recorder import SNOWFLAKE, Recorder
from tests.support.stacked_decks import Played, Swap, dealt
from tests.support.tables import NumberedDeals

Json = dict[str, Any]
HANDLERS = ("discord.py: on_", "CommandTree")
"""How the tasks are called in which the client hands events over."""


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
        address = f"cg1:{club.live.record.id}:{club.live.moment}:move:{notation}"
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
        address = address.replace("TABLE", str(club.live.record.id)).replace("PLY", str(club.live.moment))
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

"""People who play at a table of the local Discord's page: each looks at the table and at their hand, and presses.

What is pressed is found by what it does, not by what it says, since some read Italian. A press is a click on a visible
button or on an entry of an open menu; it is over when what was pressed shows the bot's answer.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.support.browser import DESKTOP, BrowserPerson
from tests.support.processes import DEALT_BOT, Process

T = TypeVar("T")
PATIENCE_S = 30.0
ITALIAN = {"bruno", "dario", "fabio"}
"""Who reads Italian at the local Discord."""
LONG = pytest.mark.skipif(
    os.environ.get("RUN_LONG") != "1", reason="a whole match takes minutes in a browser: RUN_LONG=1"
)
WATCH = "new MutationObserver(() => window.noticed()).observe(document, {subtree: true, childList: true})"


@dataclass
class Player:
    """One person at a table."""

    person: BrowserPerson
    changed: asyncio.Event
    presses: int = 0

    @property
    def name(self) -> str:
        return self.person.who.capitalize()

    @property
    def english(self) -> bool:
        """Whether this person reads English; else Italian."""
        return self.person.who not in ITALIAN

    @property
    def page(self) -> Locator:
        return self.person.page.locator("#log")

    @property
    def table(self) -> Locator:
        """The public message: the newest at which one can sit, look at the hand, or play again."""
        offered = ", ".join(f'[data-press$=":{action}"]' for action in ("sit", "hand", "rematch"))
        return self.page.locator(".message:not(.private)").filter(has=self.person.page.locator(offered)).last

    @property
    def hand(self) -> Locator:
        """The newest private message with a picture."""
        return self.page.locator(".message.private").filter(has=self.person.page.locator("img")).last

    def notice(self) -> None:
        """The page has changed."""
        self.changed.set()

    # --- what may be pressed ---

    def button(self, action: str, within: Locator) -> Locator:
        """The first enabled button of a message with this action; with a ``*`` at its end, that begins so."""
        return within.locator(f"button{_fits('press', action)}:enabled").first

    def menu(self, action: str, within: Locator, index: int = 0) -> Locator:
        """A menu of a message by its action; there may be several with the same one."""
        found = within.locator(f".menu{_fits('menu', action)}")
        return found.filter(has=self.person.page.locator(".menu-button:enabled")).nth(index)

    async def offers(self, action: str, within: Locator | None = None) -> bool:
        """Whether the hand, or another message, has such a button or menu."""
        place = within or self.hand
        return bool(await self.button(action, place).count() or await self.menu(action, place).count())

    async def actions(self, action: str, within: Locator | None = None) -> list[str]:
        """The actions of all enabled buttons that fit."""
        found = (within or self.hand).locator(f"button{_fits('press', action)}:enabled")
        ids: list[str] = await found.evaluate_all("all => all.map(one => one.dataset.press)")
        return [one.partition("#")[0].split(":", 3)[-1] for one in ids]

    async def values(self, action: str, index: int = 0, within: Locator | None = None) -> list[str]:
        """What a menu offers, as values; [] if there is no such menu."""
        choices = self.menu(action, within or self.hand, index).locator(".choice")
        return await choices.evaluate_all("all => all.map(one => one.dataset.value)")

    # --- pressing ---

    async def press(self, action: str, within: Locator | None = None) -> None:
        """Press a button and wait for the answer."""
        place = within or self.hand
        button = self.button(action, place)
        pressed = await button.get_attribute("data-press") or ""
        await button.click()
        self.presses += 1
        await self.answered(pressed if within is None and ":move:" in pressed else "")

    async def choose(self, action: str, *values: str, index: int = 0, within: Locator | None = None) -> None:
        """Open a menu, choose exactly these values, confirm if it takes several, and wait for the answer."""
        menu = self.menu(action, within or self.hand, index)
        pressed = await menu.get_attribute("data-menu") or ""
        await menu.locator(".menu-button").click()
        several = await menu.locator("footer .primary").count()
        if several:
            for marked in await menu.locator('.choice[aria-selected="true"]').all():
                value = await marked.get_attribute("data-value")
                if value not in values:
                    await marked.click()
            for value in values:
                choice = menu.locator(f'.choice[data-value="{value}"][aria-selected="false"]')
                if await choice.count():
                    await choice.click()
            await menu.locator("footer .primary").click()
        else:
            await menu.locator(f'.choice[data-value="{values[0]}"]').click()
        self.presses += 1 + len(values) + bool(several)
        await self.answered(pressed if action == "move" else "")

    async def write(self, values: dict[str, str]) -> None:
        """Fill in the open dialog, by the labels of its fields, and send it."""
        await self.person.fill(values)
        await self.person.submit()
        self.presses += 1
        await self.answered()

    async def answered(self, move: str = "") -> None:
        """Wait until nothing on the page waits for the bot any more, and after a move until the hand is a later one."""
        await expect(self.page.locator('[aria-busy="true"]')).to_have_count(0)
        if move:
            old = self.page.locator(f'.private :is([data-press="{move}"], [data-menu="{move}"])')
            await expect(old).to_have_count(0)

    async def look(self) -> None:
        """Press "My hand" at the table and wait for the hand; older private messages are put away before."""
        while await self.page.locator(".message.private").count():
            old = self.page.locator(".message.private").first
            gone = self.page.locator(f"#{await old.get_attribute('id')}")
            await old.locator("[data-tool=dismiss]").click()
            await expect(gone).to_have_count(0)
        await self.press("hand", self.table)
        await expect(self.hand).to_be_visible()

    # --- reading ---

    async def until(self, what: Callable[[], Awaitable[T | None]], words: str) -> T:
        """Wait until something is true of this window, looking again whenever it changes."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    self.changed.clear()
                    if found := await what():
                        return found
                    await self.changed.wait()
        except TimeoutError:
            seen = await self.person.text()
            raise AssertionError(f"{self.name} waited for {words} and saw:\n{seen[-2000:]}") from None

    async def table_text(self) -> str:
        return await self.table.inner_text()

    async def hand_text(self) -> str:
        return await self.hand.inner_text()

    async def table_says(self, words: str | re.Pattern[str]) -> None:
        await expect(self.table).to_contain_text(words)

    async def shot(self, path: Path | str) -> None:
        """A picture of the window with the newest messages in sight."""
        await self.person.page.locator("#scroll").evaluate("scroll => scroll.scrollTo(0, scroll.scrollHeight)")
        await self.person.screenshot(path)


def _fits(kind: str, action: str) -> str:
    """The CSS of an action in a component's id, where a number may stand behind it after ``#``."""
    if action.endswith("*"):
        return f'[data-{kind}*=":{action[:-1]}"]'
    return f':is([data-{kind}$=":{action}"], [data-{kind}*=":{action}#"])'


@dataclass
class Evening:
    """A bot with its own local Discord, and the windows of those who play."""

    browser: Browser
    env: dict[str, str]
    process: Process
    url: str
    players: list[Player] = field(default_factory=list[Player])

    async def sit(self, game: str, *, rules: str = "") -> None:
        """The first opens a table, the others sit down."""
        host, *others = self.players
        await host.person.command(f"/play {game}" + (f" rules:{rules}" if rules else ""))
        for player in others:
            await player.until(lambda player=player: player.offers("sit", player.table), "the lobby")
            await player.press("sit", player.table)
        await host.until(lambda: host.offers("start", host.table), "the start button")

    async def set_options(self, **wanted: str) -> None:
        """The host turns the pages of the options and chooses."""
        host, page = self.players[0], 0
        await host.press("options", host.table)
        panel = host.page.locator(".message.private").last
        for name, value in wanted.items():
            while not await host.offers(f"opt:{name}", panel):
                page += 1
                await host.press(f"options:{page}", panel)
            await host.choose(f"opt:{name}", value, within=panel)

    async def start(self) -> None:
        """The host starts; everybody opens their hand, which from then on wakes up by itself."""
        await self.players[0].press("start", self.players[0].table)
        await self.open_hands()

    async def open_hands(self) -> None:
        for player in self.players:
            await player.until(lambda player=player: player.offers("hand", player.table), "the table")
            await player.look()

    async def kill_and_start_again(self) -> None:
        """``kill -9``, and the same address again."""
        await self.process.kill()
        self.process = await Process.start(
            DEALT_BOT, **{**self.env, "LOCAL_PORT": self.url.rsplit(":", 1)[1].strip("/")}
        )
        await self.process.said("ready as")
        for player in self.players:
            await player.person.connected()

    @property
    def presses(self) -> int:
        return sum(player.presses for player in self.players)

    async def first(self, *actions: str, at_table: str = "") -> Player:
        """Whoever's hand is the first to offer one of these actions, or whose table offers the last one."""
        changes = asyncio.Event()
        for player in self.players:
            player.changed = changes

        async def found() -> Player | None:
            for player in self.players:
                for action in actions:
                    if await player.offers(action):
                        return player
                if at_table and await player.offers(at_table, player.table):
                    return player
            return None

        return await self.players[0].until(found, " or ".join(actions))


@asynccontextmanager
async def evening(
    browser: Browser, folder: Path, *who: str, sizes: Sequence[tuple[int, int]] = (), **env: str
) -> AsyncGenerator[Evening]:
    """A bot with these people at its page, each in a window of their own; at the end no window has complained and
    the bot has logged no error."""
    # A script presses more quickly than people do.
    env = {"LOCAL_PORT": "0", "DATABASE": str(folder / "journal.sqlite3"), "LIMITS": "off", **env}
    process = await Process.start(DEALT_BOT, **env)
    this: Evening | None = None
    try:
        url = (await process.said("http://")).split()[-1]
        await process.said("ready as")
        this = Evening(browser, env, process, url)
        for at, one in enumerate(who):
            size = sizes[at] if at < len(sizes) else DESKTOP
            this.players.append(await _window(browser, url, one, size))
        yield this
        for player in this.players:
            assert player.person.complaints == []
        assert not [line for line in this.process.lines if "ERROR" in line or "Traceback" in line]
    finally:
        for player in this.players if this else ():
            await player.person.close()
        await (this.process if this else process).kill()


async def _window(browser: Browser, url: str, who: str, size: tuple[int, int]) -> Player:
    person = await BrowserPerson.open(browser, url, who, size=size)
    player = Player(person, asyncio.Event())
    await person.page.expose_function("noticed", player.notice)
    await person.page.evaluate(WATCH)
    return player

"""A person at the local Discord's page, in a real browser: types, presses, chooses, reads.

Chromium is taken from the environment's ``CHROMIUM`` or from where Debian puts it. Where there is none, tests that need
it are skipped with that reason, unless ``REQUIRE_BROWSER=1`` makes it a failure (as CI should).
"""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect

DEFAULT_CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE_MS = 20_000
DESKTOP = (1280, 800)
PHONE = (393, 851)
Colours = Literal["light", "dark"]


def chromium_path() -> Path:
    """The browser to drive; skips the test, or fails it with ``REQUIRE_BROWSER=1``, where there is none."""
    path = Path(os.environ.get("CHROMIUM", DEFAULT_CHROMIUM))
    if not path.exists():
        reason = f"no Chromium at {path}; set CHROMIUM to one"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@asynccontextmanager
async def open_browser() -> AsyncGenerator[Browser]:
    """A headless Chromium with nothing in it, closed at the end."""
    path = chromium_path()
    # A busy machine is slow, not wrong.
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


@dataclass
class BrowserPerson:
    """One person at one window. Every wait is for something to appear on the page, never for time to pass."""

    who: str
    page: Page
    complaints: list[str] = field(default_factory=list[str])

    @classmethod
    async def open(
        cls,
        browser: Browser,
        url: str,
        who: str,
        *,
        size: tuple[int, int] = DESKTOP,
        colours: Colours = "light",
        channel: str = "",
        welcomed: bool = True,
    ) -> BrowserPerson:
        """A window of its own (own storage) at ``url`` as ``who``; ``channel`` is a channel's id.

        With ``welcomed`` the first visit's hint was already put away.
        """
        width, height = size
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=colours,
            reduced_motion="reduce",
            has_touch=size == PHONE,
        )
        if welcomed:
            await context.add_init_script("localStorage.setItem('welcomed', 'yes')")
        person = cls(who, await context.new_page())
        complaints = person.complaints
        person.page.on("console", lambda message: complaints.extend(_errors(message)))
        person.page.on("pageerror", lambda error: complaints.append(str(error)))
        await person.page.goto(f"{url}?as={who}{'#' + channel if channel else ''}")
        await person.connected()
        return person

    async def connected(self) -> None:
        """Wait until the page hears from the server and shows the messages of the open channel."""
        await expect(self.page.locator("#connection.open")).to_be_attached()
        await expect(self.page.locator('#composer[data-ready="yes"]')).to_be_attached()
        await expect(self.page.locator('#conversation[aria-busy="false"]')).to_be_attached()

    async def hold_time(self) -> None:
        """Load the page anew; from then on its timers run only by ``page.clock``."""
        await self.page.clock.install()
        await self.page.reload()
        await self.connected()
        await self.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))

    async def close(self) -> None:
        """Close the window."""
        await self.page.context.close()

    # --- doing ---

    async def visit(self, channel: str) -> None:
        """Open a channel or thread by its name in the list on the left; "dm" is the conversation with the bot."""
        drawer = self.page.locator("#drawer")
        if await drawer.is_visible():
            await drawer.click()
        if channel == "dm":
            entry = self.page.locator("#channels .direct")
        else:
            entry = self.page.locator("#channels a", has=self.page.get_by_text(channel, exact=True)).locator("..")
        await entry.locator("a, button").first.click()
        await expect(entry.locator("a").first).to_have_attribute("aria-current", "page")
        await self.connected()

    async def say(self, text: str) -> None:
        """Type a message and send it; waits until it stands there."""
        box = self.page.locator("#box")
        await box.fill(text)
        await box.press("Enter")
        await expect(box).to_have_value("")

    async def command(self, text: str) -> None:
        """Type a slash command as one would, for instance ``/play calidruno`` or ``/play calidruno rules:casa``.

        Enter takes the suggestion until the command has run. What the bot answers is for the caller to wait for.
        """
        box = self.page.locator("#box")
        line = self.page.locator("#command")
        async with self.page.expect_response(lambda answer: answer.url.endswith("/commands"), timeout=PATIENCE_MS):
            await box.click()
            await self.page.keyboard.type(text)
            await self.page.keyboard.press("Enter")
            # A value that was completed from the list, not typed whole, asks for one more Enter.
            if await line.is_visible() and await self.page.locator("#picker [role=option]").count() == 0:
                await self.page.keyboard.press("Enter")
        await expect(line).to_be_hidden()

    async def press(self, label: str, *, within: Locator | None = None) -> None:
        """Press the newest enabled button with this label, in the messages or in an open dialog."""
        scope = within or await self._scope()
        button = scope.locator("button:enabled, a.button").filter(has_text=_whole(label)).last
        await button.click()

    async def choose(self, menu: str, *options: str, within: Locator | None = None) -> None:
        """Open the newest menu with this name (its placeholder or label) and choose one or more options by label."""
        scope = within or await self._scope()
        root = scope.locator(".menu").filter(has=self.page.locator(f'.choices[aria-label="{menu}"]')).last
        await root.locator(".menu-button").click()
        for option in options:
            label = root.locator(".choice .name").filter(has_text=_whole(option))
            await label.click()
        confirm = root.locator("footer .primary")
        if await confirm.count():
            await confirm.click()

    async def fill(self, values: Mapping[str, str | Sequence[str]]) -> None:
        """Fill the open dialog by label: text, one option or several."""
        dialog = self.dialog()
        await expect(dialog).to_be_visible()
        for label, value in values.items():
            named = self.page.locator("label, legend").filter(has_text=re.compile(rf"^\s*{re.escape(label)}\s*\*?\s*$"))
            entry = dialog.locator(".input").filter(has=named).first
            await expect(entry).to_be_visible()
            wanted = [value] if isinstance(value, str) else list(value)
            if await entry.locator(".menu").count():
                await self.choose(label, *wanted, within=entry)
            elif await entry.locator(".group").count():
                for option in wanted:
                    await entry.locator(".group label").filter(has_text=option).locator("input").check()
            elif await entry.locator("input[type=checkbox]").count():
                await entry.locator("input").set_checked(wanted == ["yes"])
            else:
                await entry.locator("input, textarea").fill(wanted[0])

    async def submit(self) -> None:
        """Submit the open dialog and wait until it has closed."""
        await self.dialog().locator("button[type=submit]").click()
        await expect(self.dialog()).to_have_count(0)

    async def reply(self, to: str, text: str) -> None:
        """Reply to the newest message that contains ``to``."""
        message = self.message(to)
        await message.hover()
        await message.locator("[data-tool=reply]").click()
        await self.say(text)

    async def dismiss(self, text: str) -> None:
        """Put away the newest private message that contains ``text``."""
        await self.message(text).locator("[data-tool=dismiss]").click()

    # --- reading ---

    def dialog(self) -> Locator:
        """The open dialog."""
        return self.page.locator("dialog.modal")

    def message(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message that contains ``text``."""
        return self.page.locator(".message").filter(has_text=text).last

    async def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until a message with this text stands in the open channel."""
        await expect(self.message(text)).to_be_visible()

    async def sees_not(self, text: str | re.Pattern[str]) -> None:
        """Wait until no message of the open channel has this text."""
        await expect(self.page.locator(".message").filter(has_text=text)).to_have_count(0)

    async def text(self) -> str:
        """Everything the open channel shows, as it reads on the screen."""
        return await self.page.locator("#log").inner_text()

    async def screenshot(self, path: Path | str) -> None:
        """A picture of the window, once all pictures in it have loaded."""
        await self.page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))")
        await self.page.screenshot(path=path)

    async def _scope(self) -> Locator:
        dialog = self.dialog()
        return dialog if await dialog.count() else self.page.locator("#log")


def _errors(message: ConsoleMessage) -> list[str]:
    """What the console calls an error (policy violations too), but not that a server is away on purpose."""
    expected = "ERR_CONNECTION" in message.text or "WebSocket connection" in message.text
    return [message.text] if message.type == "error" and not expected else []


def _whole(label: str) -> re.Pattern[str]:
    # An emoji may stand before the label.
    return re.compile(rf"^\W*{re.escape(label)}\s*$")

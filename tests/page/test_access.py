"""The page for everybody: by keyboard, by name, in both colour schemes, on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.conftest import Opener
from tests.page.conversation import fill
from tests.page.fake_server import FakeServer
from tests.support.browser import DESKTOP, PHONE, Colours

pytestmark = pytest.mark.asyncio(loop_scope="session")

# All text on the page whose contrast with what is behind it is below WCAG's AA: 4.5, or 3 for large text.
LOW_CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      layers.push(rgba(getComputedStyle(at).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const found = [];
  let checked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({visibilityProperty: true})) continue;
    if (element.closest(":disabled, .avatar, option")) continue;
    checked += 1;
    const style = getComputedStyle(element);
    const back = behind(element);
    const [a, b] = [light(over(rgba(style.color), back)), light(back)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${walker.currentNode.data.trim()} ${ratio.toFixed(2)}`);
  }
  return {checked, found};
}"""

UNNAMED = """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=listbox], dialog")]
  .filter(element => element.checkVisibility())
  .filter(element => !(element.getAttribute("aria-label") || element.textContent.trim() || element.title
    || element.labels?.length || element.querySelector("img[alt]:not([alt=''])")
    || document.getElementById(element.getAttribute("aria-labelledby"))))
  .map(element => element.outerHTML)"""


@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_text_stands_out_from_what_is_behind_it(server: FakeServer, person: Opener, colours: Colours) -> None:
    fill(server)
    anna = await person("anna", colours=colours, welcomed=False)
    await anna.page.get_by_role("combobox", name="Play a card").click()
    result = await anna.page.evaluate(LOW_CONTRAST)
    assert result["checked"] > 80
    assert result["found"] == []
    await anna.page.keyboard.press("Escape")
    await anna.page.locator("#box").press_sequentially("/play ")
    result = await anna.page.evaluate(LOW_CONTRAST)
    assert result["found"] == []


async def test_the_contrast_check_can_fail(person: Opener) -> None:
    anna = await person("anna")
    await anna.page.evaluate("document.documentElement.style.setProperty('--faint', '#bbb')")
    assert (await anna.page.evaluate(LOW_CONTRAST))["found"] != []


async def test_everything_that_can_be_used_has_a_name(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna", welcomed=False)
    await anna.page.locator("#box").press_sequentially("/play ")
    assert await anna.page.evaluate(UNNAMED) == []
    log = anna.page.get_by_role("log")
    await expect(log).to_have_attribute("aria-live", "polite")
    assert await log.locator("img:not([alt]), img[alt='']").count() == 0


@pytest.mark.parametrize("size", [PHONE, DESKTOP, (320, 640)])
async def test_nothing_is_wider_than_the_window(server: FakeServer, person: Opener, size: tuple[int, int]) -> None:
    fill(server)
    server.message(content="W" * 400)
    anna = await person("anna", size=size)
    await anna.sees("WWWW")
    for element in ("body", "main", "#scroll", "#bar"):
        assert await anna.page.locator(element).evaluate("element => element.scrollWidth - element.clientWidth") <= 0, (
            element
        )


async def test_a_long_name_of_a_thread_ends_before_what_stands_beside_it(server: FakeServer, person: Opener) -> None:
    fill(server)
    server.channels[-2]["name"] = "Calabresella · the table of Anna and of all her friends"
    anna = await person("anna", size=PHONE, channel="3")
    name = anna.page.locator("#place span")
    await expect(name).to_contain_text("Calabresella")
    ends = await name.evaluate("element => element.getBoundingClientRect().right")
    assert ends <= await anna.page.locator("#identity").evaluate("element => element.getBoundingClientRect().left")
    assert await name.evaluate("element => getComputedStyle(element).textOverflow") == "ellipsis"


async def test_a_hand_is_played_without_a_mouse(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    await anna.page.keyboard.press("Tab")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#box")).to_be_focused()
    # The newest message is the one step of the log that the tab key stops at.
    await anna.page.keyboard.press("Shift+Tab")
    await expect(anna.page.get_by_role("button", name="Dismiss")).to_be_focused()
    await anna.page.locator(".message").last.focus()
    await anna.page.keyboard.press("ArrowUp")
    table = anna.message("Bruno played 7 green")
    await expect(table).to_be_focused()
    await anna.page.keyboard.press("r")
    await expect(anna.page.locator("#replying")).to_contain_text("Replying to Calidruno")
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.locator("#replying")).to_be_hidden()
    await anna.page.get_by_role("button", name='Say "Calidruno!"').focus()
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.get_by_role("button", name='Say "Calidruno!"')).to_be_focused()
    await server.saw("press", {"custom_id": "h:say"})


async def test_focus_can_be_seen(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    for selector in ("#channels a", ".message button.primary", ".menu-button", "#identity select"):
        element = anna.page.locator(selector).first
        await anna.page.keyboard.press("Tab")
        await element.focus()
        assert await element.evaluate("element => getComputedStyle(element).outlineStyle") == "solid", selector

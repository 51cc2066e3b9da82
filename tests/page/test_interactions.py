"""Buttons, menus and dialogs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.page.conftest import Opener
from tests.page.conversation import button, fill, option, row, select
from tests.page.fake_server import FakeServer

pytestmark = pytest.mark.asyncio(loop_scope="session")


def label(text: str, component: dict[str, Any], description: str | None = None) -> dict[str, Any]:
    """A labelled input of a dialog."""
    return {"type": 18, "label": text, "description": description, "component": component}


def dialog(*components: dict[str, Any]) -> dict[str, Any]:
    """The event that opens a dialog."""
    return {"type": "modal", "title": "A question", "custom_id": "q", "components": list(components)}


async def test_a_pressed_button_is_busy_until_the_bot_has_answered(server: FakeServer, person: Opener) -> None:
    message = server.message(content="Press", components=[row(button("Draw", "draw"), button("Pass", "pass"))])
    server.answers.append({"type": "silence"})
    anna = await person("anna")
    draw = anna.page.get_by_role("button", name="Draw")
    await draw.click()
    await expect(draw).to_have_attribute("aria-busy", "true")
    await expect(draw).to_be_focused()
    await server.saw("press", {"custom_id": "draw"})
    await draw.click()
    await expect(anna.page.get_by_role("button", name="Pass")).not_to_have_attribute("aria-busy", "true")
    await server.emit({"type": "answered", "interaction_id": server.interaction, "kind": "update"})
    await expect(draw).not_to_have_attribute("aria-busy", "true")
    await server.change(message, content="Pressed", components=[row(button("Draw", "draw", disabled=True))])
    await expect(draw).to_be_disabled()
    assert server.asked == [("press", {"custom_id": "draw"})]


async def test_a_failed_press_says_so_until_the_next(server: FakeServer, person: Opener) -> None:
    server.message(content="Press", components=[row(button("Draw", "draw"))])
    server.answers += [{"type": "failed"}, {"type": "refused", "error": "The button is gone."}, {"type": "answered"}]
    anna = await person("anna")
    trouble = anna.page.locator(".message .trouble")
    await anna.press("Draw")
    await expect(trouble).to_have_text("This interaction failed.")
    await anna.press("Draw")
    await expect(trouble).to_have_text("The button is gone.")
    await anna.press("Draw")
    await expect(trouble).to_have_count(0)
    assert "409" in anna.complaints.pop()


async def test_one_choice_is_sent_at_once(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    menu = anna.page.get_by_role("combobox", name="Play a card")
    await menu.focus()
    await anna.page.keyboard.press("ArrowDown")
    await expect(anna.page.get_by_role("option", name="7 red ▲ Matches the colour")).to_be_visible()
    await anna.page.keyboard.press("End")
    await anna.page.keyboard.press("Escape")
    assert server.asked == []
    await anna.page.keyboard.press("Enter")
    await anna.page.keyboard.press("2")
    await anna.page.keyboard.press("Enter")
    await expect(menu).to_contain_text("2 green ■")
    await server.saw("press", {"custom_id": "h:play", "values": ["G2"]})
    await anna.choose("Call out whom?", "Bruno")
    await server.saw("press", {"custom_id": "h:whom", "values": ["101"]})


async def test_several_choices_are_sent_together_within_their_limits(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    menu = anna.page.get_by_role("combobox", name="Cards for a meld")
    await menu.click()
    confirm = anna.page.get_by_role("button", name="Choose (")
    for count, key in enumerate([" ", "ArrowDown", " ", "ArrowDown", " ", "ArrowDown", " "]):
        await anna.page.keyboard.press(key)
        if count == 0:
            await expect(confirm).to_be_disabled()
    await expect(confirm).to_have_text("Choose (3)")
    await anna.page.keyboard.press("Enter")
    await expect(menu).to_be_focused()
    await server.saw("press", {"custom_id": "h:meld", "values": ["R7", "G2", "W-R"]})


async def test_a_preset_choice_is_shown_and_nothing_may_be_allowed(server: FakeServer, person: Opener) -> None:
    options = [option("One", "1", default=True), option("Two", "2")]
    server.message(content="Pick", components=[row(select("s", "Pick", options, min_values=0, max_values=1))])
    anna = await person("anna")
    menu = anna.page.get_by_role("combobox", name="Pick: One")
    await menu.click()
    await anna.page.get_by_role("option", name="One").click()
    await anna.page.get_by_role("button", name="Choose (0)").click()
    await server.saw("press", {"custom_id": "s", "values": []})


async def test_a_dialog_asks_and_its_answers_are_sent(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    server.answers.append(dialog(
        {"type": 10, "content": "Say it **loud**."},
        label("The word", {"type": 4, "custom_id": "word", "style": 1, "min_length": 3, "max_length": 20}, "Not uno"),
        label("Notes", {"type": 4, "custom_id": "notes", "style": 2, "required": False, "value": "none"}),
        label("Whom", {"type": 3, "custom_id": "whom", "options": [option("Bruno", "b"), option("Carla", "c")]}),
        label("Friends", {"type": 5, "custom_id": "friends", "required": False, "max_values": 2}),
        label("How", {"type": 21, "custom_id": "how", "options": [option("Loudly", "l"), option("Softly", "s")]}),
        label("When", {
            "type": 22, "custom_id": "when", "required": False, "options": [option("Now", "n"), option("Soon", "o")],
        }),
        label("Really", {"type": 23, "custom_id": "really"}),
    ))  # fmt: skip
    await anna.press("Draw")
    await expect(anna.page.get_by_role("dialog", name="A question")).to_be_visible()
    await expect(anna.page.get_by_label("The word")).to_be_focused()
    await anna.page.get_by_role("button", name="Submit").click()
    await expect(anna.page.locator(".problem", has_text="Required")).to_have_count(2)
    await expect(anna.page.locator(".problem", has_text="Choose 1")).to_have_count(1)
    await anna.fill({"The word": "xx"})
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator(".problem").first).to_have_text("At least 3 characters.")
    await anna.fill({
        "The word": "Calidruno!", "Notes": "two\nlines", "Whom": "Carla", "Friends": ["Bruno", "Dario"],
        "How": "Softly", "When": ["Now", "Soon"], "Really": "yes",
    })  # fmt: skip
    await anna.submit()
    await server.saw("modals", {"values": {
        "word": "Calidruno!", "notes": "two\nlines", "whom": ["c"], "friends": ["101", "103"],
        "how": "s", "when": ["n", "o"], "really": True,
    }})  # fmt: skip


async def test_old_style_rows_work_in_a_dialog_and_it_survives_a_failure(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    server.answers += [
        dialog(row({"type": 4, "custom_id": "bid", "style": 1, "label": "Bid"})),
        {"type": "failed"},
        {"type": "answered", "kind": "message"},
    ]
    await anna.press("Draw")
    await anna.fill({"Bid": "44"})
    await anna.page.keyboard.press("Enter")
    await expect(anna.dialog().get_by_role("alert")).to_have_text("That did not work. Try again.")
    await expect(anna.page.get_by_label("Bid")).to_have_value("44")
    await anna.submit()
    await server.saw("modals", {"values": {"bid": "44"}})


async def test_a_dialog_opens_only_in_the_window_that_asked(server: FakeServer, person: Opener) -> None:
    fill(server)
    first, second = await person("anna"), await person("anna")
    server.answers.append(dialog(row({"type": 4, "custom_id": "bid", "style": 1, "label": "Bid"})))
    await first.press("Draw")
    await expect(first.dialog()).to_be_visible()
    await server.say(content="after that")
    await second.sees("after that")
    await expect(second.dialog()).to_have_count(0)
    await first.page.keyboard.press("Escape")
    await expect(first.dialog()).to_have_count(0)


async def test_a_press_whose_answer_nobody_heard_is_free_when_the_connection_is_back(
    server: FakeServer, person: Opener
) -> None:
    server.message(content="Press", components=[row(button("Draw", "draw"))])
    server.answers.append({"type": "silence"})
    anna = await person("anna")
    presses: asyncio.Queue[Route] = asyncio.Queue()
    await anna.page.route("**/press", presses.put)
    draw = anna.page.get_by_role("button", name="Draw")
    await draw.click()
    route = await presses.get()
    port = server.port
    await server.stop()
    await expect(anna.page.locator("#connection.open")).to_have_count(0)
    await server.start(port)
    await anna.connected()
    await route.continue_()
    await expect(draw).not_to_have_attribute("aria-busy", "true")
    anna.complaints.clear()


async def test_a_lost_connection_frees_what_was_busy(server: FakeServer, person: Opener) -> None:
    server.message(content="Press", components=[row(button("Draw", "draw"))])
    server.answers.append({"type": "silence"})
    anna = await person("anna")
    draw = anna.page.get_by_role("button", name="Draw")
    async with anna.page.expect_response("**/press"):
        await draw.click()
    await expect(draw).to_have_attribute("aria-busy", "true")
    port = server.port
    await server.stop()
    await expect(draw).not_to_have_attribute("aria-busy", "true")
    await server.start(port)

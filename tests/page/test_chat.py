"""Chatting: messages that come and change, what is unread, who one is, and a server that goes away."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from tests.page.conftest import Opener
from tests.page.conversation import fill
from tests.page.fake_server import FakeServer
from tests.support.browser import PHONE, BrowserPerson

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_people_talk(server: FakeServer, person: Opener) -> None:
    anna, bruno = await person("anna"), await person("bruno")
    await anna.say("Ciao **tutti**")
    await bruno.sees("Ciao tutti")
    await bruno.reply("Ciao tutti", "Ciao Anna")
    await anna.sees("Ciao Anna")
    await expect(anna.message("Ciao Anna").locator(".quoted")).to_contain_text("Ciao tutti")


async def test_one_deletes_what_one_may(server: FakeServer, person: Opener) -> None:
    server.message(server.user("bruno"), content="Bruno's words")
    server.message(server.user("carla"), content="Carla's words")
    anna, bruno = await person("anna"), await person("bruno")
    await bruno.message("Carla's words").hover()
    await expect(bruno.message("Carla's words").locator("[data-tool=remove]")).to_have_count(0)
    await bruno.message("Bruno's words").focus()
    await bruno.page.keyboard.press("Delete")
    await anna.sees_not("Bruno's words")
    await anna.message("Carla's words").hover()
    await anna.message("Carla's words").locator("[data-tool=remove]").click()
    await bruno.sees_not("Carla's words")


async def test_what_cannot_be_sent_is_kept_with_the_reason(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    await anna.page.locator("#box").fill("refuse this")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#trouble")).to_have_text("This thread is locked.")
    await expect(anna.page.locator("#box")).to_have_value("refuse this")
    assert len(anna.complaints) == 1
    assert "403" in anna.complaints.pop()


async def test_the_newest_stays_in_view_unless_one_reads_above(server: FakeServer, person: Opener) -> None:
    for number in range(40):
        server.message(server.user("bruno"), content=f"line {number}")
    anna = await person("anna")
    await expect(anna.message("line 39")).to_be_in_viewport()
    await server.say(content="newest", attachments=[server.attachment("table.png")])
    await expect(anna.page.get_by_role("img", name="Picture")).to_be_in_viewport(ratio=0.9)
    await anna.page.locator("#scroll").evaluate("element => element.scrollTop = 0")
    await expect(anna.page.locator("#m1001")).to_be_in_viewport()
    await server.say(content="unseen")
    pill = anna.page.get_by_role("button", name="New messages")
    await expect(pill).to_be_visible()
    await expect(anna.page.locator("#m1001")).to_be_in_viewport()
    await pill.click()
    await expect(anna.message("unseen")).to_be_in_viewport()
    await expect(pill).to_be_hidden()


async def test_a_private_answer_comes_into_view_however_far_up_one_pressed(server: FakeServer, person: Opener) -> None:
    for number in range(40):
        server.message(server.user("bruno"), content=f"line {number}")
    anna = await person("anna")
    await expect(anna.message("line 39")).to_be_in_viewport()
    await anna.page.locator("#scroll").evaluate("element => element.scrollTop = 0")
    await expect(anna.page.locator("#m1001")).to_be_in_viewport()
    await server.say(content="your hand", flags=64, ephemeral=True, only_for="anna")
    await expect(anna.message("your hand")).to_be_in_viewport()
    await expect(anna.page.get_by_role("button", name="New messages")).to_be_hidden()


async def test_earlier_messages_come_on_request(server: FakeServer, person: Opener) -> None:
    for number in range(70):
        server.message(server.user("bruno"), content=f"line {number}.")
    anna = await person("anna")
    await expect(anna.page.locator(".message")).to_have_count(50)
    await anna.page.get_by_role("button", name="Show earlier").click()
    await expect(anna.page.locator(".message")).to_have_count(70)
    await expect(anna.page.locator(".message").first).to_contain_text("line 0.")
    await expect(anna.page.get_by_role("button", name="Show earlier")).to_be_hidden()


async def test_unread_and_mentions_are_counted_until_the_channel_is_read(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    entry = anna.page.locator("#channels a", has_text="tavolo-1")
    await server.say(channel="2", content="nothing special")
    await expect(entry.get_by_role("img", name="unread")).to_be_visible()
    await server.say(channel="2", content="<@100>!", mentions=[server.user("anna")])
    await expect(entry.locator(".pings")).to_have_text("1")
    await expect(anna.page).to_have_title("(1) general · Local chat")
    await anna.visit("tavolo-1")
    await expect(entry.locator(".pings")).to_have_count(0)
    await expect(anna.page).to_have_title("tavolo-1 · Local chat")


async def test_threads_and_direct_messages_stand_on_the_left(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    await anna.visit("Anna's table")
    await anna.sees("The table of Anna is in this thread.")
    await anna.visit("dm")
    await anna.sees("Your hand will come here.")
    await anna.page.go_back()
    await anna.sees("The table of Anna is in this thread.")
    server.channels = [channel for channel in server.channels if channel["id"] != "3"]
    await server.emit({"type": "channels"})
    await expect(anna.page.locator("#place")).to_have_text("general")


async def test_one_may_write_to_the_bot_first(server: FakeServer, person: Opener) -> None:
    anna = await person("anna", channel="2")
    await anna.page.get_by_role("button", name="Write to the bot").click()
    await expect(anna.page.locator("#place")).to_have_text("The bot")
    await anna.say("Ciao")
    await anna.sees("Ciao")


async def test_a_channel_that_is_not_known_yet_leaves_one_where_one_is(server: FakeServer, person: Opener) -> None:
    anna = await person("anna", channel="2")
    await anna.page.evaluate("location.hash = '77'")
    await server.emit({"type": "commands"})
    await expect(anna.page.locator("#place")).to_have_text("tavolo-1")
    server.channels.append(
        {"id": "77", "type": 11, "name": "a table", "parent_id": "2", "archived": False, "locked": False}
    )
    await server.emit({"type": "channels"})
    await expect(anna.page.locator("#place")).to_have_text("a table")


async def test_the_skip_link_leads_to_the_box_of_the_same_channel(server: FakeServer, person: Opener) -> None:
    anna = await person("anna", channel="2")
    await anna.page.locator(".skip").focus()
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#box")).to_be_focused()
    await expect(anna.page).to_have_url(re.compile("#2$"))


async def on_its_way(person: BrowserPerson, text: str) -> Route:
    """Say something that the server does not answer yet."""
    sent: asyncio.Queue[Route] = asyncio.Queue()
    await person.page.route("**/messages", sent.put)
    await person.page.locator("#box").fill(text)
    await person.page.locator("#box").press("Enter")
    return await sent.get()


async def test_what_could_not_be_sent_comes_back_however_late(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    box, route = anna.page.locator("#box"), await on_its_way(anna, "First")
    await box.press_sequentially("Second")
    await route.fulfill(status=503, json={"error": "Too many at once."})
    await expect(box).to_have_value("First\nSecond")
    await expect(anna.page.locator("#trouble")).to_have_text("Too many at once.")
    anna.complaints.clear()


async def test_what_could_not_be_sent_comes_back_after_a_command(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    box, route = anna.page.locator("#box"), await on_its_way(anna, "First")
    await box.press_sequentially("/play ")
    await expect(anna.page.get_by_label("game")).to_be_focused()
    async with anna.page.expect_response("**/messages"):
        await route.fulfill(status=503, json={"error": "Too many at once."})
    await expect(anna.page.locator("#trouble")).to_have_text("Too many at once.")
    await anna.page.get_by_role("button", name="Leave this command").click()
    await expect(box).to_have_value("First")
    anna.complaints.clear()


async def test_a_window_stays_the_person_it_was(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    select = anna.page.get_by_label("You are")
    assert await select.locator("option").all_inner_texts() == ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]
    await select.select_option("Carla")
    await expect(anna.page).to_have_url(f"{server.url}?as=carla#1")
    await anna.connected()
    await anna.page.goto(server.url)
    await anna.connected()
    await expect(select).to_have_value("carla")


async def test_a_second_window_opens_as_somebody_else(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    await anna.page.get_by_role("button", name="Open as…").click()
    async with anna.page.context.expect_page() as opened:
        await anna.page.get_by_role("link", name="Bruno").click()
    second = await opened.value
    await expect(second.get_by_label("You are")).to_have_value("bruno")
    await expect(anna.page.get_by_label("You are")).to_have_value("anna")


async def test_settings_are_kept_by_the_server(server: FakeServer, person: Opener) -> None:
    bruno = await person("bruno")
    await bruno.page.get_by_role("button", name="Settings for Bruno").click()
    await bruno.page.get_by_label("Language").select_option("it")
    await bruno.page.get_by_label("Accepts direct messages").uncheck()
    await bruno.page.get_by_label("May delete others' messages").check()
    await bruno.page.get_by_label("Name").fill("Bruno B.")
    await bruno.page.keyboard.press("Enter")
    await expect(bruno.page.get_by_label("You are").locator("option:checked")).to_have_text("Bruno B.")
    changed = server.people[1]
    assert (changed["locale"], changed["dm_open"], changed["manage_messages"]) == ("it", False, True)


async def test_the_first_visit_explains_itself_once(server: FakeServer, person: Opener) -> None:
    anna = await person("anna", welcomed=False)
    welcome = anna.page.locator("#welcome")
    await expect(welcome.locator("li")).to_have_count(3)
    await welcome.get_by_role("button", name="Got it").click()
    await expect(welcome).to_be_hidden()
    await anna.page.reload()
    await anna.connected()
    await expect(welcome).to_be_hidden()


async def test_after_the_server_was_away_nothing_is_missing(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    await anna.hold_time()  # else the page may be quicker than the press
    await server.say(content="before")
    await anna.sees("before")
    port = server.port
    await server.stop()
    await expect(anna.page.locator("#connection.waiting")).to_be_attached()
    await anna.page.clock.run_for(500)
    await expect(anna.page.locator("#offline")).to_contain_text("The connection is lost.")
    await expect(anna.page.locator("#connection")).to_have_text("Connecting…")
    server.message(content="while away")
    await server.start(port)
    await anna.page.get_by_role("button", name="Try now").click()
    await anna.sees("while away")
    await expect(anna.page.locator("#offline")).to_be_hidden()
    await server.say(content="after")
    await anna.sees("after")


async def test_it_comes_back_by_itself(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    port = server.port
    await server.stop()
    await server.start(port)
    await anna.connected()
    await server.say(content="back again")
    await anna.sees("back again")


async def test_on_a_phone_the_channels_are_a_drawer(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna", size=PHONE)
    await expect(anna.page.locator("#sidebar")).to_be_hidden()
    await anna.visit("tavolo-1")
    await expect(anna.page.locator("#sidebar")).to_be_hidden()
    await anna.page.locator("#drawer").press("Enter")
    await expect(anna.page.locator("#channels a[aria-current]")).to_be_focused()
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.locator("#drawer")).to_be_focused()


async def test_a_long_press_shows_what_can_be_done(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna", size=PHONE)
    first = anna.message("Who is up for a round?").first
    touch = "new PointerEvent('contextmenu', {pointerType: 'touch', bubbles: true, cancelable: true})"
    await first.evaluate(f"element => element.dispatchEvent({touch})")
    await anna.page.locator(".message.held [data-tool=reply]").click()
    await expect(anna.page.locator("#replying")).to_contain_text("Replying to")

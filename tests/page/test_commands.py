"""Slash commands as one types them."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from tests.page.conftest import Opener
from tests.page.conversation import COMMANDS, fill
from tests.page.fake_server import FakeServer
from tests.support.browser import PHONE, BrowserPerson

pytestmark = pytest.mark.asyncio(loop_scope="session")


def names(person: BrowserPerson) -> Locator:
    """The names in the list above the box."""
    return person.page.locator("#picker .name")


async def test_a_slash_lists_the_commands_and_typing_narrows_them(server: FakeServer, person: Opener) -> None:
    server.commands = COMMANDS
    anna = await person("anna")
    await anna.page.locator("#box").press("/")
    await expect(names(anna)).to_have_text(["/mano", "/play", "/table kick", "/table show"])
    await anna.page.keyboard.type("ta")
    await expect(names(anna)).to_have_text(["/table kick", "/table show"])
    await anna.page.keyboard.press("ArrowDown")
    await expect(anna.page.locator("#picker [aria-selected=true]")).to_contain_text("/table show")
    active = await anna.page.locator("#box").get_attribute("aria-activedescendant")
    assert active == await anna.page.locator("#picker [aria-selected=true]").get_attribute("id")
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.locator("#suggestions")).to_be_hidden()
    await expect(anna.page.locator("#box")).to_be_focused()


async def test_typing_a_command_whole_runs_it(server: FakeServer, person: Opener) -> None:
    server.commands = COMMANDS
    anna = await person("anna")
    await anna.command("/play calidruno")
    await server.saw("commands", {"name": "play", "options": [{"name": "game", "type": 3, "value": "calidruno"}]})
    await anna.command("/hand")
    await server.saw("commands", {"name": "hand", "options": []})
    await anna.command("/mano")
    await server.saw("commands", {"name": "hand", "options": []})
    await anna.command("/table show")
    await server.saw("commands", {"name": "table", "options": [{"name": "show", "type": 1, "options": []}]})


async def test_required_options_stand_first_and_optional_ones_on_demand(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    await anna.page.locator("#box").press_sequentially("/pl")
    await anna.page.keyboard.press("Tab")
    await expect(anna.page.get_by_label("game")).to_be_focused()
    await expect(names(anna)).to_have_text(["Calidruno", "Kalooki", "Blind Briscola"])
    await anna.page.keyboard.press("ArrowDown")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.get_by_label("game")).to_have_value("Kalooki")
    await expect(anna.page.locator("#hint")).to_have_text("Press Enter to run")
    await anna.page.get_by_role("button", name="Add the option thread").press("Enter")
    await expect(names(anna)).to_have_text(["True", "False"])
    await anna.page.keyboard.press("Enter")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#command")).to_be_hidden()
    await server.saw(
        "commands",
        lambda body: (
            body["options"]
            == [
                {"name": "game", "type": 3, "value": "kalooki"},
                {"name": "thread", "type": 5, "value": True},
            ]
        ),
    )


async def test_the_bot_completes_while_one_types(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    await anna.page.locator("#box").press_sequentially("/play kalooki rules:fam")
    await expect(names(anna)).to_have_text(["As Anna's family plays"])
    await server.saw(
        "autocomplete",
        {
            "name": "play",
            "options": [
                {"name": "game", "type": 3, "value": "kalooki"},
                {"name": "rules", "type": 3, "value": "fam", "focused": True},
            ],
        },
    )
    await names(anna).click()
    await anna.page.get_by_role("button", name="Run", exact=True).click()
    await expect(anna.page.locator("#command")).to_be_hidden()
    await server.saw("commands", lambda body: body["options"][1] == {"name": "rules", "type": 3, "value": "casa"})


async def enter_too_early(server: FakeServer, person: Opener) -> tuple[BrowserPerson, Locator]:
    """Somebody typed a part of a choice and pressed Enter before the bot has completed it; they, and the input."""
    fill(server)
    anna = await person("anna")
    rules = anna.page.get_by_label("rules")
    await anna.page.locator("#box").press_sequentially("/play kalooki rules:")
    await expect(names(anna)).to_have_text([choice["name"] for choice in server.choices])
    server.completes.clear()
    await rules.press_sequentially("fam")
    await rules.press("Enter")
    return anna, rules


async def test_enter_takes_what_belongs_to_what_was_typed_however_late_it_comes(
    server: FakeServer, person: Opener
) -> None:
    anna, rules = await enter_too_early(server, person)
    await expect(rules).to_have_value("fam")
    server.completes.set()
    await expect(rules).to_have_value("As Anna's family plays")
    await rules.press("Enter")
    await expect(anna.page.locator("#command")).to_be_hidden()
    await server.saw("commands", lambda body: body["options"][1] == {"name": "rules", "type": 3, "value": "casa"})


async def test_enter_means_nothing_more_once_one_typed_on(server: FakeServer, person: Opener) -> None:
    anna, rules = await enter_too_early(server, person)
    await rules.press_sequentially("i")
    server.completes.set()
    await expect(names(anna)).to_have_text(["As Anna's family plays"])
    await expect(rules).to_have_value("fami")
    assert not [body for what, body in server.asked if what == "commands"]


async def test_enter_means_nothing_more_once_one_went_to_another_option(server: FakeServer, person: Opener) -> None:
    anna, _ = await enter_too_early(server, person)
    await anna.page.get_by_role("button", name="Add the option thread").click()
    async with anna.page.expect_response("**/autocomplete"):
        server.completes.set()
    await expect(names(anna)).to_have_text(["True", "False"])
    assert not [body for what, body in server.asked if what == "commands"]


async def test_a_slash_that_was_early_finds_the_commands_when_they_come(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    await anna.page.locator("#box").press("/")
    await expect(anna.page.locator("#hint")).to_have_text("There is no command of that name.")
    server.commands = COMMANDS
    await server.emit({"type": "commands"})
    await expect(names(anna)).to_have_text(["/mano", "/play", "/table kick", "/table show"])


async def test_people_are_named_and_numbers_checked(server: FakeServer, person: Opener) -> None:
    server.commands = COMMANDS
    anna = await person("anna", size=PHONE)
    await anna.page.locator("#box").press_sequentially("/table kick @bru")
    await expect(names(anna)).to_have_text(["Bruno"])
    await anna.page.keyboard.press("Enter")
    await anna.page.get_by_role("button", name="Add the option seat").click()
    await anna.page.keyboard.type("two")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#trouble")).to_have_text("“seat” must be a whole number.")
    await anna.page.get_by_label("seat").fill("2")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#command")).to_be_hidden()
    who = {"name": "who", "type": 6, "value": "101"}
    seat = {"name": "seat", "type": 4, "value": 2}
    await server.saw(
        "commands",
        {
            "name": "table",
            "options": [{"name": "kick", "type": 1, "options": [who, seat]}],
        },
    )


async def test_what_is_missing_is_said_and_one_can_go_back(server: FakeServer, person: Opener) -> None:
    server.commands = COMMANDS
    anna = await person("anna")
    await anna.page.locator("#box").press_sequentially("/play ")
    await anna.page.get_by_role("button", name="Run", exact=True).click()
    await expect(anna.page.locator("#trouble")).to_have_text("“game” is still needed.")
    await anna.page.keyboard.type("chess")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#trouble")).to_have_text("Choose one of the list for “game”.")
    await anna.page.get_by_label("game").fill("")
    await anna.page.keyboard.press("Backspace")
    await expect(anna.page.locator("#box")).to_have_value("/play")
    await expect(anna.page.locator("#box")).to_be_focused()


async def test_an_unknown_command_is_not_said_aloud(server: FakeServer, person: Opener) -> None:
    server.commands = COMMANDS
    anna = await person("anna")
    await anna.page.locator("#box").press_sequentially("/dance")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator("#trouble")).to_have_text("There is no command of that name.")
    await expect(anna.page.locator(".message")).to_have_count(0)


async def test_a_command_that_fails_says_so(server: FakeServer, person: Opener) -> None:
    server.commands = COMMANDS
    server.answers.append({"type": "failed"})
    anna = await person("anna")
    await anna.command("/hand")
    await expect(anna.page.locator("#trouble")).to_have_text("/mano did not answer in time.")


async def test_what_one_may_not_use_is_not_offered(server: FakeServer, person: Opener) -> None:
    server.commands = [{"name": "server", "description": "Settings", "default_member_permissions": "32", "options": []}]
    server.people[0]["manage_guild"] = True
    anna, bruno = await person("anna"), await person("bruno")
    await anna.page.locator("#box").press("/")
    await expect(names(anna)).to_have_text(["/server"])
    await bruno.page.locator("#box").press("/")
    await expect(names(bruno)).to_have_count(0)

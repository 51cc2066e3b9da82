"""What messages look like: markdown, components, embeds, pictures, private ones, replies."""

from __future__ import annotations

import re
import time

import pytest
from playwright.async_api import expect

from tests.page.conftest import Opener
from tests.page.conversation import V2, container, fill, gallery, row, select, text
from tests.page.fake_server import BOT, FakeServer

pytestmark = pytest.mark.asyncio(loop_scope="session")


MARKDOWN = [
    ("**bold** and *it* and _it_", "<p><strong>bold</strong> and <em>it</em> and <em>it</em></p>"),
    ("***both*** __under__ ~~gone~~", "<p><strong><em>both</em></strong> <u>under</u> <s>gone</s></p>"),
    ("**bold *inside* it**", "<p><strong>bold <em>inside</em> it</strong></p>"),
    (r"\*not\* \_this\_ \\ \<@100>", "<p>*not* _this_ \\ &lt;@100&gt;</p>"),
    ("snake_case_word 2 * 3 * 4", "<p>snake_case_word 2 * 3 * 4</p>"),
    ("`**code**` `` a`b ``", "<p><code>**code**</code> <code>a`b</code></p>"),
    ("```py\n*x*\n\ny\n```after", "<pre><code>*x*\n\ny</code></pre><p>after</p>"),
    (
        "# One\n## Two\n-# small",
        '<h3 class="heading">One</h3><h4 class="heading">Two</h4><small class="subtext">small</small>',
    ),
    ("#no heading\n-no item", "<p>#no heading<br>-no item</p>"),
    ("> a\n> b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
    ("- a\n  - b\n- c\n3. d", '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="3"><li>d</li></ol>'),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ("**open and <t:notatime>", "<p>**open and &lt;t:notatime&gt;</p>"),
]


async def test_markdown(server: FakeServer, person: Opener) -> None:
    for content, _ in MARKDOWN:
        server.message(content=content)
    anna = await person("anna")
    await expect(anna.page.locator(".message .text")).to_have_count(len(MARKDOWN))
    made = await anna.page.locator(".message .text").evaluate_all("all => all.map(element => element.innerHTML)")
    assert made == [markup for _, markup in MARKDOWN]


async def test_people_channels_and_commands_are_named(server: FakeServer, person: Opener) -> None:
    server.message(content="<@100> <@!101> <#2> </play:5> @everyone", mentions=[server.user("anna")])
    anna = await person("anna")
    mentions = anna.page.locator(".mention")
    await expect(mentions).to_have_text(["@Anna", "@Bruno", "#tavolo-1", "/play", "@everyone"])
    await expect(anna.page.locator(".mention.me")).to_have_text(["@Anna", "@everyone"])
    await expect(anna.page.locator(".message.pinged")).to_have_count(1)
    bruno = await person("bruno")
    await expect(bruno.page.locator(".mention.me")).to_have_text(["@Bruno", "@everyone"])
    await expect(bruno.page.locator(".message.pinged")).to_have_count(0)


async def test_a_secret_is_read_only_when_pressed(server: FakeServer, person: Opener) -> None:
    server.message(content="it was ||the cat||")
    anna = await person("anna")
    await expect(anna.page.get_by_text("the cat")).to_be_hidden()
    await anna.page.get_by_role("button", name="Hidden text").press("Enter")
    await expect(anna.page.get_by_text("the cat")).to_be_visible()


async def test_relative_times_tick_by_themselves_in_the_readers_language(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    await anna.page.clock.install()
    await anna.page.reload()
    await anna.connected()
    now = int(time.time())
    await server.say(content=f"ends <t:{now + 90}:R>")
    stamp = anna.page.locator("time.stamp")
    await expect(stamp).to_have_text("in 1 minute")
    await anna.page.clock.fast_forward(60_000)
    await expect(stamp).to_have_text(re.compile(r"^in \d\d seconds$"))
    server.people[0]["locale"] = "it"
    await server.emit({"type": "people"})
    await expect(stamp).to_have_text(re.compile(r"^tra \d\d secondi$"))


async def test_every_timestamp_style_is_a_date(server: FakeServer, person: Opener) -> None:
    server.message(content=" ".join(f"<t:1764450000:{style}>" for style in "tTdDfF") + " <t:1764450000>")
    anna = await person("anna")
    texts = await anna.page.locator("time.stamp").all_inner_texts()
    assert len(texts) == 7
    assert "November" in texts[3]
    assert "November" in texts[5]
    assert texts[4] == texts[6]


async def test_every_component_stands_where_it_belongs(server: FakeServer, person: Opener) -> None:
    made = fill(server)
    anna = await person("anna")
    table = anna.page.locator(f"#m{made['table']['id']}")
    await expect(table.locator(".container > *")).to_have_count(7)
    await expect(table.get_by_role("heading", name="Calidruno · Anna's table")).to_be_visible()
    await expect(table.locator(".gallery img")).to_have_attribute(
        "alt", "The felt: Anna, Bruno and Carla; 7 red on top, Anna to play."
    )
    await expect(table.get_by_role("button", name="Draw")).to_be_disabled()
    await expect(table.locator(".section .thumbnail img")).to_have_attribute("alt", "7 red")
    styles = [("My hand", "primary"), ("Start", "success"), ("Call out…", "danger"), ("Rules", "secondary")]
    for label, style in styles:
        await expect(table.locator(f"button.{style}", has_text=label)).to_be_enabled()
    accent = await table.locator(".container").evaluate("element => getComputedStyle(element).borderInlineStartColor")
    assert accent == "rgb(23, 87, 184)"
    await expect(table.locator(".edited")).to_have_text("edited")
    sizes = await table.locator("img").evaluate_all(
        "async images => (await Promise.all(images.map(image => image.decode())), images.map(i => i.naturalWidth))"
    )
    assert sizes == [720, 720]


async def test_a_classic_message_shows_its_embed_and_the_picture_once(server: FakeServer, person: Opener) -> None:
    made = fill(server)
    anna = await person("anna")
    classic = anna.page.locator(f"#m{made['classic']['id']}")
    await expect(classic.get_by_role("heading", name="Kalooki · Bruno's table")).to_be_visible()
    await expect(classic.locator("dt")).to_have_text(["Stock", "Turn"])
    await expect(classic.locator("strong")).to_have_text("27")
    await expect(classic.locator("img")).to_have_count(1)
    await classic.get_by_role("link", name="To the first").click()
    await expect(anna.page.locator(f"#m{made['first']['id']}")).to_be_focused()


async def test_an_attachment_without_an_embed_is_shown_by_itself(server: FakeServer, person: Opener) -> None:
    log = {
        "id": "5",
        "filename": "log.txt",
        "url": "http://localhost/cdn/log.txt",
        "size": 3000,
        "content_type": "text/plain",
    }
    server.message(content="both", attachments=[server.attachment("hand.png", "My hand"), log])
    anna = await person("anna")
    await expect(anna.page.get_by_role("img", name="My hand")).to_be_visible()
    await expect(anna.page.get_by_role("link", name="log.txt (3 KiB)")).to_be_visible()


async def test_a_picture_grows_when_pressed_and_goes_with_escape(server: FakeServer, person: Opener) -> None:
    fill(server)
    anna = await person("anna")
    await anna.page.get_by_role("button", name="The felt").click()
    await expect(anna.page.locator("dialog.lightbox img")).to_be_visible()
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.locator("dialog.lightbox")).to_have_count(0)


async def test_a_private_message_says_so_and_can_be_dismissed(server: FakeServer, person: Opener) -> None:
    made = fill(server)
    anna, bruno = await person("anna"), await person("bruno")
    hand = anna.page.locator(f"#m{made['hand']['id']}")
    await expect(hand.locator(".only")).to_have_text("Only you can see this · Dismiss")
    await expect(bruno.page.locator(".private")).to_have_count(0)
    await anna.dismiss("Your turn: match")
    await expect(hand).to_have_count(0)
    await server.saw("dismiss", {"message_id": made["hand"]["id"]})


async def test_thinking_gives_way_to_the_answer(server: FakeServer, person: Opener) -> None:
    anna = await person("anna")
    message = await server.say(flags=128)
    await anna.sees("Calidruno is thinking…")
    await server.change(message, flags=0, content="Here it is.", edited_timestamp="2026-11-29T20:30:00+00:00")
    await anna.sees("Here it is.")
    await anna.sees_not("thinking")


async def test_a_reply_leads_to_what_it_answers(server: FakeServer, person: Opener) -> None:
    made = fill(server)
    anna = await person("anna")
    reply = anna.page.locator(f"#m{made['reply']['id']}")
    await expect(reply.locator(".quoted")).to_contain_text("Bruno Who is up for a round?")
    await reply.locator(".quoted a").click()
    await expect(anna.page.locator(f"#m{made['first']['id']}")).to_be_focused()


async def test_an_answer_names_the_command_and_who_used_it(server: FakeServer, person: Opener) -> None:
    server.message(
        content="A table.", interaction_metadata={"id": "1", "type": 2, "user": server.user("bruno"), "name": "play"}
    )
    anna = await person("anna")
    await expect(anna.page.locator(".quoted")).to_have_text("Bruno used /play")


async def test_a_changed_message_keeps_focus_pictures_and_open_menus(server: FakeServer, person: Opener) -> None:
    def components(line: str, ply: int) -> list[dict[str, object]]:
        menu = select("s", "Pick", [{"label": "One", "value": "1"}])
        press = {"type": 2, "style": 1, "label": "My hand", "custom_id": f"hand:{ply}"}
        return [container(text(line), gallery("table.png", "The felt"), row(menu), row(press))]

    message = server.message(
        BOT, flags=V2, attachments=[server.attachment("table.png")], components=components("Before", 1)
    )
    anna = await person("anna")
    image = await anna.page.locator(".gallery img").element_handle()
    await anna.page.get_by_role("button", name="My hand").focus()
    await server.change(message, components=components("After", 2))
    await anna.sees("After")
    await expect(anna.page.get_by_role("button", name="My hand")).to_be_focused()
    await expect(anna.page.get_by_role("button", name="My hand")).to_have_attribute("data-press", "hand:2")
    assert image is not None
    assert await image.evaluate("element => element.isConnected")
    await anna.page.get_by_role("combobox", name="Pick").click()
    await server.change(message, components=components("Later", 3))
    await anna.sees("Later")
    await expect(anna.page.get_by_role("option", name="One")).to_be_visible()

"""A conversation in which every kind of thing that a message can hold stands once."""

from __future__ import annotations

import time

from tests.page.fake_server import BOT, FakeServer, Json

V2 = 1 << 15
EPHEMERAL = 1 << 6


def text(content: str) -> Json:
    """A text display."""
    return {"type": 10, "content": content}


def button(label: str, custom_id: str, style: int = 2, **more: object) -> Json:
    """A button."""
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id} | more


def row(*components: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(components)}


def select(custom_id: str, placeholder: str, options: list[Json], **more: object) -> Json:
    """A string select."""
    return {"type": 3, "custom_id": custom_id, "placeholder": placeholder, "options": options} | more


def option(label: str, value: str, **more: object) -> Json:
    """An option of a select."""
    return {"label": label, "value": value} | more


def section(content: str, accessory: Json) -> Json:
    """A section: text with a button or a thumbnail beside it."""
    return {"type": 9, "components": [text(content)], "accessory": accessory}


def gallery(name: str, description: str) -> Json:
    """A media gallery of one attachment."""
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": description}]}


def container(*components: Json, colour: int | None = 0x1757B8) -> Json:
    """A container with its accent."""
    return {"type": 17, "accent_color": colour, "components": list(components)}


CARDS = [
    option("7 red ▲", "R7", description="Matches the colour", emoji={"name": "▲"}),
    option("2 green ■", "G2", description="Matches the number"),
    option("Wild: becomes red", "W-R"),
    option("Wild: becomes green", "W-G"),
]

COMMANDS: list[Json] = [
    {"name": "play", "description": "Open a table here", "options": [
        {"name": "thread", "type": 5, "description": "In a thread of its own"},
        {"name": "rules", "type": 3, "description": "Which preset", "autocomplete": True},
        {"name": "game", "type": 3, "description": "Which game", "required": True, "choices": [
            {"name": "Calidruno", "value": "calidruno"}, {"name": "Kalooki", "value": "kalooki"},
            {"name": "Blind Briscola", "value": "briscola"}]},
    ]},
    {"name": "hand", "description": "My hand again, wherever I sit", "name_localized": "mano", "options": []},
    {"name": "table", "description": "The table", "options": [
        {"name": "show", "type": 1, "description": "Show it again", "options": []},
        {"name": "kick", "type": 1, "description": "Take a player's seat", "options": [
            {"name": "who", "type": 6, "description": "Whom", "required": True},
            {"name": "seat", "type": 4, "description": "Which seat"}]},
    ]},
]  # fmt: skip

MARKDOWN = """# A heading
Some **bold**, *italic*, __underlined__, ~~struck~~, ***both***, `code` and ||a secret||.
Escaped: \\*not italic\\*, snake_case_word, 2 * 3 * 4, <b>not markup</b>.
-# Subtext with a [link](https://example.org/rules "Rules") and https://example.org/plain.
> A quote,
> on two lines
- one
- two
  - deeper
1. first
2. second
```py
print("**not bold**")
```
"""


def fill(server: FakeServer) -> dict[str, Json]:
    """Fill the first channel as Anna sees it, and add a thread and a direct message; returns the messages by name."""
    server.commands = COMMANDS
    server.choices = [{"name": "As Anna's family plays", "value": "casa"}, {"name": "By the book", "value": "book"}]
    server.channels += [
        {"id": "3", "type": 11, "name": "Anna's table", "parent_id": "1", "archived": False, "locked": True},
        {"id": "4", "type": 1, "name": "Anna", "parent_id": None, "archived": False, "locked": False},
    ]
    anna, bruno = server.user("anna"), server.user("bruno")
    soon = int(time.time()) + 125
    made: dict[str, Json] = {}
    made["first"] = server.message(bruno, content="Who is up for a round?")
    server.message(bruno, content="I bring the biscuits.")
    made["reply"] = server.message(
        anna, content="Me! And <@102> too.", type=19, message_reference={"message_id": made["first"]["id"]},
        referenced_message=made["first"],
    )  # fmt: skip
    made["markdown"] = server.message(bruno, content=MARKDOWN)
    made["ping"] = server.message(
        content=f"<@100>, it is your turn; it ends <t:{soon}:R> (<t:{soon}:t>).", mentions=[anna]
    )
    made["classic"] = server.message(
        content="The same table, drawn the other way:",
        embeds=[{
            "title": "Kalooki · Bruno's table", "description": "Bruno laid down **27**.", "color": 0xB07A12,
            "fields": [
                {"name": "Stock", "value": "41 cards", "inline": True},
                {"name": "Turn", "value": "Carla", "inline": True},
            ],
            "image": {"url": "attachment://hand.png"}, "footer": {"text": "Ply 12"},
        }],
        attachments=[server.attachment("hand.png", "Three cards")],
        components=[row(
            button("My hand", "k:hand", 1), button("Rules", "k:rules"),
            {"type": 2, "style": 5, "label": "To the first", "url": f"https://discord.com/channels/1/1/{made['first']['id']}"},
        )],
    )  # fmt: skip
    made["table"] = server.message(
        flags=V2, edited_timestamp="2026-11-29T20:30:00+00:00", attachments=[server.attachment("table.png")],
        components=[container(
            text("### Calidruno · Anna's table"),
            gallery("table.png", "The felt: Anna, Bruno and Carla; 7 red on top, Anna to play."),
            text(f"Bruno played 7 green ■\nCarla drew a card\n▶ <@100> · ends <t:{soon}:R>"),
            {"type": 14, "divider": True, "spacing": 1},
            section("**Stock** 41 cards", button("Draw", "t:draw", 2, disabled=True)),
            section("**Last card**", {"type": 11, "media": {"url": "attachment://table.png"}, "description": "7 red"}),
            row(
                button("My hand", "t:hand", 1, emoji={"name": "♣"}), button("Start", "t:start", 3),
                button("Call out…", "t:call", 4), button("Rules", "t:rules"), button("More", "t:more", disabled=True),
            ),
        )],
    )  # fmt: skip
    made["hand"] = server.message(
        BOT, flags=V2 | EPHEMERAL, ephemeral=True, only_for="anna", attachments=[server.attachment("hand.png")],
        components=[container(
            text("Your turn: match **7 red ▲**, or an action card."),
            gallery("hand.png", "Your hand: 7 red, 2 green, a wild."),
            row(select("h:play", "Play a card", CARDS)),
            row(select("h:meld", "Cards for a meld", CARDS, min_values=2, max_values=3)),
            row({"type": 5, "custom_id": "h:whom", "placeholder": "Call out whom?"}),
            row(button('Say "Calidruno!"', "h:say", 3), button("Draw", "h:draw"), button("Pass", "h:pass")),
            colour=0x1D5F48,
        )],
    )  # fmt: skip
    server.message(channel="3", content="The table of **Anna** is in this thread.")
    server.message(channel="4", content="Your hand will come here.", components=[row(button("My hand", "d:hand", 1))])
    return made

"""A bot that does what a test tells it: the real discord.py client, with a handler for each command and component."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

Handler = Callable[[discord.Interaction], Awaitable[Any]]
MINIMAL = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
_ITALIAN = {"table": "tavolo", "Open a table": "Apri un tavolo", "game": "gioco", "hearts": "cuori"}


class _Translator(app_commands.Translator):
    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        return _ITALIAN.get(str(string)) if locale is discord.Locale.italian else None


class ScriptedBot(discord.AutoShardedClient):
    """``on["table"] = handler`` answers ``/table``; ``on["x:hand"]`` the component or dialog of that custom_id.

    What handlers raise is collected in ``failures``, messages that the gateway told in ``heard``.
    """

    def __init__(self, intents: discord.Intents = MINIMAL, **options: Any) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.01, **options)
        self.on: dict[str, Handler] = {}
        self.failures: list[BaseException] = []
        self.heard: asyncio.Queue[discord.Message] = asyncio.Queue()
        self.resumed = asyncio.Event()
        self.closed = asyncio.Event()
        self.identified = 0
        self.tree = app_commands.CommandTree(self)
        _add_commands(self.tree)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.set_translator(_Translator())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds between shards."""
        self.identified += 1

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Find the handler."""
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.autocomplete:
            return
        handler = self.on.get(data.get("custom_id") or data["name"])
        if handler is not None:
            await handler(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Remember what was heard."""
        await self.heard.put(message)

    async def on_shard_resumed(self, _shard: int) -> None:
        """Note a resume."""
        self.resumed.set()

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Collect instead of logging."""
        failure = sys.exc_info()[1]
        assert failure is not None
        self.failures.append(failure)

    async def close(self) -> None:
        """Note the end."""
        await super().close()
        self.closed.set()

    async def hear(self) -> discord.Message:
        """The next message that the gateway told."""
        async with asyncio.timeout(10):
            return await self.heard.get()

    def channel(self, name: str = "tavolo-1") -> discord.TextChannel:
        """A channel of the guild."""
        found = discord.utils.get(self.guilds[0].text_channels, name=name)
        assert found is not None
        return found


def _add_commands(tree: app_commands.CommandTree[Any]) -> None:
    text = app_commands.locale_str

    @tree.command(name=text("table"), description=text("Open a table"))
    @app_commands.rename(game=text("game"))
    async def table(_interaction: discord.Interaction, game: str) -> None:
        """Answered by the script."""

    @table.autocomplete("game")
    async def games(_interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        names = ("hearts", "spades")
        return [app_commands.Choice(name=text(name), value=name) for name in names if current in name]

    @tree.command(name="kick", description="Put somebody out")
    async def kick(_interaction: discord.Interaction, who: discord.Member) -> None:
        """Answered by the script."""

    @tree.command(name="count", description="Say a number")
    @app_commands.choices(how=[app_commands.Choice(name=n, value=n) for n in ("loud", "low")])
    async def count(_interaction: discord.Interaction, number: app_commands.Range[int, 1, 9], how: str = "low") -> None:
        """Answered by the script."""

    @tree.command(name="guard", description="For managers only")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def guard(_interaction: discord.Interaction) -> None:
        """Answered by the script."""

    group = app_commands.Group(name="seat", description="Seats")

    @group.command(name="take", description="Sit down")
    async def take(_interaction: discord.Interaction, number: int) -> None:
        """Answered by the script."""

    tree.add_command(group)


def picture(colour: str = "green", name: str = "table.png") -> discord.File:
    """A small picture."""
    file = io.BytesIO()
    Image.new("RGB", (40, 24), colour).save(file, "PNG")
    file.seek(0)
    return discord.File(file, name)


def panel(text: str, *buttons: tuple[str, str], shown: str | None = None) -> ui.LayoutView:
    """A framed text with buttons ``(label, custom_id)`` and perhaps an attached picture; stateless."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    if shown is not None:
        box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{shown}", description="the table")))
    if buttons:
        box.add_item(ui.ActionRow(*(ui.Button(label=label, custom_id=custom_id) for label, custom_id in buttons)))
    view.add_item(box)
    view.stop()
    return view


def form(title: str, custom_id: str, *items: ui.Item[Any]) -> ui.Modal:
    """A dialog; stateless."""
    modal = ui.Modal(title=title, custom_id=custom_id)
    for item in items:
        modal.add_item(item)
    modal.stop()
    return modal

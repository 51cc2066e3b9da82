"""The private panels of ``/settings`` (mine) and ``/server`` (for those who manage the server).

Actions: ``set:<field>`` and ``server:<field>`` for menus, with the value behind a further colon for buttons
(``set:letters:on``). The language "auto" stands for an empty ``locale``: for a person as Discord reports it, for a
server as the bot is set.
``server:channels:add``, ``:remove`` and ``:any`` mean the channel in which the panel was opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from babel import Locale

from bot.presenters.common import CLOCKS, clock_label
from bot.presenters.panel import Button, Choice, Menu, PrivatePanel, Style
from bot.presenters.views import FRENCH, ITALIAN
from bot.text.catalog import Text, languages
from data.records import PlayerSettings, ServerSettings

TABLE_LIMITS = (5, 10, 25, 50, 100)
HANDS_BY = ("here", "dm")
SORTS = ("colour", "number")
DECKS = ("four", "two")
FACES = (FRENCH, ITALIAN)
AUTO = "auto"


def settings_panel(text: Text, settings: PlayerSettings, notice: str = "") -> PrivatePanel:
    """What one person may choose for themselves."""
    hands = _choices(text, "hand_by", HANDS_BY, settings.hand_by)
    sorts = _choices(text, "sort_by", SORTS, settings.sort_by)
    decks = _choices(text, "deck", DECKS, settings.deck)
    return PrivatePanel(
        title=text("house.settings.title"),
        lines=(text("house.settings.dm_closed" if settings.dm_closed else "house.settings.line"),),
        rows=(
            Menu("set:locale", text("house.menu.language"), _language_choices(text, settings.locale, AUTO)),
            Menu("set:hand_by", text("house.menu.hand_by"), hands),
            Menu("set:sort_by", text("house.menu.sort_by"), sorts),
            Menu("set:deck", text("house.menu.deck"), decks),
            (
                _switch(text, "set:letters", "house.set.letters", settings.letters),
                _switch(text, "set:pings", "house.set.pings", settings.pings),
                _faces(text, "set:faces", settings.faces),
            ),
        ),
        notice=notice,
    )


def server_panel(text: Text, settings: ServerSettings, notice: str = "", *, reads_all: bool = True) -> PrivatePanel:
    """What the managers of a server may choose for it. ``reads_all``: the bot gets the content of all messages."""
    in_vain = settings.message_content and not reads_all
    limits = tuple(
        Choice(str(n), text.plural("house.server.limit", n), chosen=n == settings.table_limit) for n in TABLE_LIMITS
    )
    clocks = tuple(
        Choice(
            str(seconds),
            text("house.clock.label", clock=clock_label(text, seconds)),
            text(f"house.clock.{seconds}.why"),
            chosen=seconds == settings.clock_s,
        )
        for seconds in CLOCKS
    )
    return PrivatePanel(
        title=text("house.server.title"),
        lines=(
            _where(text, settings.channels),
            text("house.server.message_content.off" if in_vain else "house.server.message_content.why"),
        ),
        rows=(
            Menu("server:locale", text("house.menu.language"), _language_choices(text, settings.locale, "bot")),
            Menu("server:table_limit", text("house.menu.table_limit"), limits),
            Menu("server:clock_s", text("house.menu.clock"), clocks),
            (
                _switch(text, "server:pings", "house.server.pings", settings.pings),
                _switch(text, "server:message_content", "house.server.message_content", settings.message_content),
                _faces(text, "server:faces", settings.faces),
            ),
            (
                Button("server:channels:add", text("house.button.channel_add")),
                # The last channel is not taken off the list: an empty list means everywhere, which has its own button.
                Button(
                    "server:channels:remove", text("house.button.channel_remove"), disabled=len(settings.channels) < 2
                ),
                Button("server:channels:any", text("house.button.channel_any"), disabled=not settings.channels),
            ),
        ),
        notice=notice,
    )


def _where(text: Text, channels: Sequence[int]) -> str:
    if not channels:
        return text("house.server.anywhere")
    return text("house.server.channels", channels=text.list(f"<#{channel}>" for channel in channels))


def _choices(text: Text, field: str, values: Sequence[str], current: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            value, text(f"house.set.{field}.{value}"), text(f"house.set.{field}.{value}.why"), chosen=value == current
        )
        for value in values
    )


def _language_choices(text: Text, current: str, unset: str) -> tuple[Choice, ...]:
    """All languages, and first none in particular, called ``house.language.<unset>``."""
    automatic = Choice(AUTO, text(f"house.language.{unset}"), chosen=not current)
    return (automatic, *(Choice(code, language_name(code), chosen=code == current) for code in languages()))


def language_name(code: str) -> str:
    """A language's name in that language: "Italiano"."""
    name = Locale.parse(code).get_display_name(code) or code
    return name[:1].upper() + name[1:]


def _faces(text: Text, action: str, faces: str) -> Button:
    """The suits of the forty cards; like a switch, pressing it changes what the label says."""
    (other,) = [value for value in FACES if value != faces]
    return Button(f"{action}:{other}", text(f"house.set.faces.{faces}"))


def _switch(text: Text, action: str, name: str, on: bool) -> Button:
    # The label says what is; pressing it changes that.
    state = text("house.on") if on else text("house.off")
    style = Style.SUCCESS if on else Style.SECONDARY
    return Button(f"{action}:{'off' if on else 'on'}", f"{text(name)}: {state}", style)

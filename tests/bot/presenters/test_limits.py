"""Every panel of every state is a message that Discord takes, in both languages and both styles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.presenters import house
from bot.presenters.options import options_panel
from bot.presenters.panel import Menu, Panel, PrivatePanel, PublicPanel
from bot.presenters.preferences import server_panel, settings_panel
from bot.presenters.privacy import forget_panel, privacy_panel
from bot.presenters.registry import PRESENTERS
from bot.tables.components import MessageStyle, render_private, render_public
from bot.text.catalog import Text
from data.records import PlayerSettings, ServerSettings, TableStatus
from tests.bot.presenters.discord_limits import check_limits
from tests.bot.presenters.positions import GAME, TEXTS, Table, playouts

PRESENTER = PRESENTERS["calidruno"]
PNG = b"\x89PNG"


def _send(panel: Panel, style: MessageStyle) -> None:
    if isinstance(panel, PublicPanel):
        check_limits(render_public(panel, style=style, table_id=2**63, ply=4000, picture=PNG))
    else:
        assert isinstance(panel, PrivatePanel)
        check_limits(render_private(panel, style=style, table_id=2**63, ply=4000, picture=PNG))


def _house_panels(text: Text) -> Iterator[Panel]:
    for seats in (2, 10):
        table = Table.deal(seats)
        lobby = table.public(text, TableStatus.LOBBY, observation=None)
        yield house.public_panel(lobby)
        for page in range(-1, 6):
            yield options_panel(lobby, page)
        yield house.closed_panel(lobby, text("house.said.closed_idle"))
        yield house.moved_panel(lobby, "https://discord.com/channels/1/2/3")
        yield house.ping_panel(lobby, 101)
        yield house.taken_panel(lobby, may_end=True)
        yield house.taken_panel(lobby, may_end=False)
        yield house.end_panel(lobby)
        yield house.leave_panel(lobby, 100)
        yield house.public_panel(table.public(text, paused="house.paused.no_access"))
        for seat in (0, 1, None):
            yield house.more_panel(table.hand(seat, text), moderator=seat == 1)
    pages = len(PRESENTER.rules_pages(text))
    for page in range(pages):
        yield house.rules_panel(text, "calidruno", page)
    yield settings_panel(text, PlayerSettings(1, dm_closed=True), "saved")
    yield privacy_panel(text, {"id": "1"}, keep_days=90, gone_days=30)
    yield forget_panel(text)
    yield server_panel(text, ServerSettings(1, channels=tuple(10**18 + i for i in range(50))))


@pytest.mark.parametrize("style", ["v2", "embed"])
@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
async def test_house_panels_are_messages_that_discord_takes(text: Text, style: MessageStyle) -> None:
    for panel in _house_panels(text):
        _send(panel, style)


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
async def test_a_match_is_messages_that_discord_takes(text: Text) -> None:
    """The languages share the positions, and the styles take turns."""
    for number, table in enumerate(playouts()):
        if number % 3 != TEXTS.index(text):
            continue
        style: MessageStyle = "v2" if number % 2 else "embed"
        _send(house.public_panel(table.public(text)), style)
        for seat in (*table.public().active, number % table.match.seats):
            _send(PRESENTER.hand_panel(table.hand(seat, text)), style)
        if number % 20 == 0:
            _send(PRESENTER.hand_panel(table.hand(None, text)), style)


def test_the_words_below_a_picture_are_at_most_five_lines() -> None:
    for number, table in enumerate(playouts()):
        assert len(PRESENTER.hand_panel(table.hand(number % table.match.seats)).lines) <= 5
        panel = house.public_panel(table.public())
        assert len(panel.lines) <= 5
        assert all(len(line) <= 200 for line in panel.lines), panel.lines


def test_labels_show_whole_on_a_phone() -> None:
    for text in TEXTS:
        for panel in _house_panels(text):
            for row in panel.rows:
                if not isinstance(row, Menu):
                    assert all(len(button.label) <= 38 for button in row), row


def test_rules_pages_tell_every_rule_with_its_number() -> None:
    for text in TEXTS:
        pages = PRESENTER.rules_pages(text)
        assert all(len(body) <= 1500 for _, body in pages)
        whole = "\n".join(body for _, body in pages)
        missing = [n for n in range(1, 41) if f"**CAL-{n}**" not in whole]
        assert not missing


def test_every_option_has_a_menu_somewhere() -> None:
    view = Table.deal(2).public(status=TableStatus.LOBBY, observation=None)
    seen: set[str] = set()
    for page in range(10):
        seen |= {row.action for row in options_panel(view, page).rows if isinstance(row, Menu)}
    fields = {f"opt:{name}" for name in GAME.options_type.__dataclass_fields__}
    assert seen == {"preset", "clock", "stand_in", *fields}

"""Every press of a button, every choice in a menu and every dialog goes through here, found by its component id.

Nothing is remembered between presses, so messages from before a restart work like new ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

import discord

from bot import acts
from bot.house import House
from bot.operation.context import handling
from bot.operation.metrics import Metrics, since_it_came
from bot.presenters.panel import Form, PrivatePanel
from bot.presenters.refusals import Refusal, permission_name, refusal
from bot.press import At, Done, Press, ShowHand, missing_permission, person_of
from bot.responder import Responder
from bot.tables.components import Address, form_values, parse_custom_id, render_private
from bot.tables.errors import RefusedError, StaleError
from bot.tables.hands import render_hand
from bot.tables.live import LiveTable
from bot.tables.orphans import tables_of
from bot.text.catalog import Text, text_for
from data.store import StoreError
from games.core import RulesError

NO_ADDRESS = Address(0, 0, "", "")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Router:
    """Routes the component presses and dialogs of one bot."""

    house: House
    metrics: Metrics = field(default_factory=Metrics)
    _handled: set[asyncio.Task[Any]] = field(default_factory=set[asyncio.Task[Any]])
    _finished: asyncio.Event = field(default_factory=asyncio.Event)

    async def finish(self, patience_s: float) -> None:
        """Wait a little until what is being handled is answered. What comes later is not handled any more: the way to
        an answer may be closed by then, and Discord tells the person."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self._handled:
                    await asyncio.wait(self._handled)
        self._finished.set()

    async def handle(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press, a choice or a submitted dialog; other interactions are not for us."""
        if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            return
        data = cast("dict[str, Any]", interaction.data or {})
        address = parse_custom_id(str(data.get("custom_id", "")))
        act = acts.ACTS.get(address.action) if address is not None else None
        if address is None or act is None:
            address, act = NO_ADDRESS, acts.unknown
        values = form_values(data) if "components" in data else tuple(map(str, data.get("values", ())))
        await self.run(interaction, act, address, values)

    async def run(
        self,
        interaction: discord.Interaction[Any],
        act: acts.Act,
        address: Address = NO_ADDRESS,
        values: Mapping[str, str] | Sequence[str] = (),
    ) -> None:
        """Do an act for the person behind an interaction and show what comes of it; slash commands come here too."""
        if self._finished.is_set():
            return
        if not self.house.floods.admits(interaction.user.id, interaction.channel_id, interaction.guild_id):
            await self._turn_away(interaction)
            return
        task = asyncio.current_task()
        assert task is not None
        self._handled.add(task)
        try:
            with handling(interaction.id, address.table_id):
                await self._run(interaction, act, address, values)
                since_it_came(self.metrics, "answered")
        finally:
            self._handled.discard(task)

    async def _run(
        self,
        interaction: discord.Interaction[Any],
        act: acts.Act,
        address: Address,
        values: Mapping[str, str] | Sequence[str],
    ) -> None:
        responder = Responder(interaction, self.house.announcer.clock)
        watch = asyncio.get_running_loop().create_task(responder.watch())
        text = text_for(str(interaction.locale))
        try:
            text = await self.house.text_for(interaction)
            settings = await self.house.preferences.player_or_default(interaction.user.id)
            person = person_of(interaction, self._meant(interaction, address))
            press = Press(interaction, address, person, text, settings, values)
            if address.action in acts.QUIET:
                await responder.acknowledge()
            if missing_permission(interaction) is None:
                self.house.heard_in(interaction.channel_id)
            self._note_message(interaction, address)
            async with self.house.announcer.hands.held(interaction.message):
                try:
                    if self.house.service.stopping:
                        raise RefusedError(Refusal.RESTARTING)
                    shown = await act(self.house, press)
                except (RefusedError, RulesError) as error:
                    shown = await self._refused(press, error, in_place=responder.in_place)
                except StoreError as error:
                    log.warning("the store could not be read: %s", error)
                    shown = refusal(text, Refusal.BUSY)
                await self._show(press, responder, shown)
        except Exception:
            log.exception("an interaction could not be handled")
            await self._say(responder, refusal(text, Refusal.FAILED))
            live = self._meant(interaction, address)
            if live is not None:
                self.house.announcer.hands.doubt(live, interaction.user.id)
        finally:
            watch.cancel()

    async def _turn_away(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what is too much, as cheaply as can be: once in a while with a sentence."""
        self.metrics.refused(Refusal.TOO_MUCH.value)
        responder = Responder(interaction, self.house.announcer.clock)
        command = interaction.type is discord.InteractionType.application_command
        if self.house.floods.tells(interaction.user.id) or command:
            await self._say(responder, refusal(text_for(str(interaction.locale)), Refusal.TOO_MUCH))
        else:
            await responder.acknowledge()

    def _meant(self, interaction: discord.Interaction[Any], address: Address) -> LiveTable | None:
        """The table that a component names, if it is still open; for a command the one that the person means."""
        if address.table_id:
            return self.house.open_table(address.table_id)
        return self.house.table_meant(interaction.user.id, interaction.channel_id)

    def _note_message(self, interaction: discord.Interaction[Any], address: Address) -> None:
        """A public button tells which message of its table is still in use; a forged one must not make a table take
        another one's message for its own."""
        message, live = interaction.message, self.house.open_table(address.table_id)
        public = message is not None and interaction.guild_id is not None and not message.flags.ephemeral
        if message is not None and public and live is not None and live.record.id in tables_of(message):
            self.house.announcer.board(live).pressed_on(message.channel.id, message.id)

    async def _refused(self, press: Press, error: RefusedError | RulesError, *, in_place: bool) -> acts.Shown:
        """The sentence of a refusal; a hand that was pressed shows itself as it is now, with the sentence above."""
        self.metrics.refused(error.which.value if isinstance(error, RefusedError) else "rules")
        live = self._meant(press.interaction, press.address)
        sentence = await self.house.sentence(press.text, error, live, press.settings.faces)
        is_hand = press.address.action in {"move", "g"}
        seated = live is not None and live.playing_seat_of(press.person.user_id) is not None
        if live is not None and seated and is_hand and (in_place or isinstance(error, StaleError)):
            return ShowHand(live, sentence)
        return sentence

    async def _show(self, press: Press, responder: Responder, shown: acts.Shown) -> None:
        """Deliver what an act answered."""
        if shown is None:
            await responder.acknowledge()
        elif isinstance(shown, str):
            await self._say(responder, shown)
        elif isinstance(shown, Form):
            if not await responder.form(shown, press.address.table_id, self._moment(press.address)):
                await self._say(responder, refusal(press.text, Refusal.BUSY))
        elif isinstance(shown, ShowHand):
            await self._show_hand(press.interaction, responder, shown)
        elif isinstance(shown, Done):
            await responder.dismiss()
        elif isinstance(shown, At):
            await self._panel(responder, shown.panel, shown.live, press.address)
        else:
            await self._panel(responder, shown, self.house.open_table(press.address.table_id), press.address)

    async def _show_hand(self, interaction: discord.Interaction[Any], responder: Responder, shown: ShowHand) -> None:
        """Show a player's hand and keep it up to date from now on."""
        announcer, live, user = self.house.announcer, shown.live, interaction.user
        locale = str(interaction.locale)
        text = await self.house.text_for(interaction)
        notice = shown.notice or self._missing(interaction, live, text)
        panel = await announcer.hand_panel(live, user.id, locale, notice)
        message = await responder.private(await render_hand(announcer, live, panel))
        plain = responder.too_much
        if plain:
            panel = await announcer.hand_panel(live, user.id, locale, notice, plain=True)
            message = await responder.private(await render_hand(announcer, live, panel))
        if message is None:
            announcer.hands.doubt(live, user.id)
            return
        by_dm = interaction.guild_id is None
        # In a direct message the bot may edit what it wrote for ever, but only without the press's token.
        own = announcer.client.get_partial_messageable(message.channel.id).get_partial_message(message.id)
        edit = own.edit if by_dm else interaction.edit_original_response
        seen = None if responder.answered_before else panel
        announcer.hands.remember(live, user.id, locale, edit, seen, message, notice=notice, by_dm=by_dm, plain=plain)

    def _missing(self, interaction: discord.Interaction[Any], live: LiveTable, text: Text) -> str:
        """What the bot lacks to show the table, for those who are at it: they see it standing still."""
        name = missing_permission(interaction) if interaction.channel_id == live.record.channel_id else None
        return refusal(text, Refusal.MISSING_PERMISSION, permission=permission_name(text, name)) if name else ""

    async def _panel(self, responder: Responder, panel: PrivatePanel, live: LiveTable | None, address: Address) -> None:
        announcer = self.house.announcer
        picture = await announcer.painter.paint(panel.picture.scene) if panel.picture is not None else None
        moment = live.moment if live is not None and live.match is not None else address.ply
        table_id = live.record.id if live is not None else address.table_id
        rendered = render_private(panel, style=announcer.style, table_id=table_id, ply=moment, picture=picture)
        await responder.private(rendered, new_message=announcer.hands.is_hand(responder.interaction.message))

    async def _say(self, responder: Responder, sentence: str) -> None:
        panel = PrivatePanel(title="", lines=(sentence,))
        rendered = render_private(panel, style=self.house.announcer.style, table_id=0, ply=0, picture=None)
        await responder.private(rendered, new_message=True)

    def _moment(self, address: Address) -> int:
        live = self.house.open_table(address.table_id)
        return live.moment if live is not None and live.match is not None else address.ply

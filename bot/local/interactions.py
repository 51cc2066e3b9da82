"""Interactions: what a person's act sends to the bot, and how the bot may answer it, by token and in time.

First answer within 3 s (else 10062 and the token dies), one only (else 40060), then 15 minutes (else 50027).
"""

from __future__ import annotations

import asyncio
import copy
from typing import Any

from bot.local.audience import wire
from bot.local.core import Core
from bot.local.errors import (
    ALREADY_ANSWERED,
    TOKEN_OVER,
    UNKNOWN_CHANNEL,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Flaw,
    Json,
    invalid_form,
    refuse,
)
from bot.local.limits import check_choices, check_deferral, check_modal
from bot.local.messages import number_components
from bot.local.model import EPHEMERAL, LOADING, Channel, Interaction, InteractionType, Message, Person, Reply
from bot.local.upload import MAX_FILE, Form
from bot.local.wires import channel_wire
from bot.local.world import World, new_token

ANSWER_WITHIN = 3.0
TOKEN_LIFE = 900.0
_SLASH_COMMAND_MESSAGE = 20
_ALLOWED: dict[int, frozenset[Reply]] = {
    InteractionType.COMMAND: frozenset({Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.MODAL}),
    InteractionType.COMPONENT: frozenset(set(Reply) - {Reply.CHOICES}),
    InteractionType.AUTOCOMPLETE: frozenset({Reply.CHOICES}),
    InteractionType.MODAL: frozenset({Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE, Reply.UPDATE}),
}


class Interactions:
    """Starts interactions and takes their answers."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._world: World = core.world
        self._waiting: dict[str, asyncio.Future[list[Json] | None]] = {}

    # --- people act ----------------------------------------------------------------------------------------------

    def start(
        self,
        kind: InteractionType,
        person: Person,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """Tell the bot what a person did, and wait for its answer on the clock."""
        world = self._world
        act = Interaction(world.new_id(), new_token(), kind, person.id, channel.id, world.clock.now())
        act.message_id = message.id if message is not None else None
        act.command = data.get("name")
        act.parent = parent.token if parent is not None else None
        act.metadata = self._metadata(act, person, parent)
        world.save_interaction(act)
        world.clock.alarm(act.created + ANSWER_WITHIN, lambda: self._expire(act))
        event = self._event(act, person, channel, data, message)
        self._core.gateway.dispatch("INTERACTION_CREATE", event, dm=channel.is_dm)
        return act

    def _expire(self, act: Interaction) -> None:
        if act.reply is None and not act.failed:
            act.failed = True
            self._world.save_interaction(act)
            self._tell(act, {"type": "failed", "interaction_id": act.id})
            self._settle(act, None)

    async def choices(self, act: Interaction) -> list[Json] | None:
        """What the bot offers for an autocomplete; None if it did not answer in time."""
        return await self._waiting.setdefault(act.id, asyncio.get_running_loop().create_future())

    def _settle(self, act: Interaction, choices: list[Json] | None) -> None:
        future = self._waiting.pop(act.id, None)
        if future is not None and not future.done():
            future.set_result(choices)

    def fail_waiting(self) -> None:
        """After a restart nobody waits for the answers that were due before."""
        for act in list(self._world.interactions.values()):
            if act.reply is None:
                self._expire(act)

    def _owners(self, channel: Channel) -> Json:
        return {"0": "0"} if channel.is_dm else {"0": self._world.guild_id}

    def _metadata(self, act: Interaction, person: Person, parent: Interaction | None) -> Json:
        metadata: Json = {
            "id": act.id,
            "type": act.type,
            "user": self._world.user(person),
            "authorizing_integration_owners": self._owners(self._world.channels[act.channel_id]),
        }
        if act.type == InteractionType.COMMAND:
            return metadata | ({"name": act.command} if act.command else {})
        if act.type == InteractionType.COMPONENT:
            return metadata | {"interacted_message_id": act.message_id}
        if parent is not None:
            metadata["triggering_interaction_metadata"] = parent.metadata
        return metadata

    def _event(self, act: Interaction, person: Person, channel: Channel, data: Json, message: Message | None) -> Json:
        world = self._world
        event: Json = {
            "id": act.id,
            "application_id": world.app_id,
            "type": act.type,
            "token": act.token,
            "version": 1,
            "data": data,
            "channel_id": channel.id,
            "channel": channel_wire(world, channel),
            "locale": person.locale,
            "app_permissions": str(int(world.bot_permissions(channel))),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self._owners(channel),
            "context": 1 if channel.is_dm else 0,
            "attachment_size_limit": MAX_FILE,
        }
        if message is not None:
            event["message"] = wire(world, message)
        if channel.is_dm:
            return event | {"user": world.user(person)}
        permissions = str(int(world.person_permissions(person)))
        event["channel"] |= {"permissions": permissions}
        guild_locale = world.settings["guild_locale"]
        return event | {
            "guild_id": world.guild_id,
            "guild": {"id": world.guild_id, "locale": guild_locale, "features": []},
            "guild_locale": guild_locale,
            "member": world.member(person) | {"permissions": permissions},
        }

    # --- the bot answers -----------------------------------------------------------------------------------------

    def answer(self, interaction_id: str, token: str, form: Form) -> Json:
        """The first answer (``/interactions/{id}/{token}/callback``).

        Raises:
            DiscordError: 10062, 40060 or 50035; 10003 if the channel is gone.
        """
        act = self._world.interactions.get(token)
        if act is None or act.id != interaction_id or act.failed:
            raise refuse(UNKNOWN_INTERACTION)
        if act.reply is not None:
            raise refuse(ALREADY_ANSWERED)
        if self._world.clock.now() >= act.created + ANSWER_WITHIN:
            self._expire(act)
            raise refuse(UNKNOWN_INTERACTION)
        self._check_channel(act)
        raw: Any = form.json.get("type")
        allowed = _ALLOWED[act.type]
        if act.message_id is None:
            allowed -= {Reply.UPDATE, Reply.DEFERRED_UPDATE}
        if raw not in allowed:
            options = ", ".join(str(int(reply)) for reply in sorted(allowed))
            raise invalid_form([Flaw(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {{{options}}}.")])
        reply = Reply(raw)
        data: Json = form.json.get("data") or {}
        message = self._perform(act, reply, Form(data, form.files))
        act.reply = reply
        self._world.save_interaction(act)
        opener = self._world.interactions.get(act.parent or "")
        if opener is not None:
            opener.modal = None
            self._world.save_interaction(opener)
        self._announce(act, reply, data if act.modal is None else act.modal, message)
        return self._receipt(act, reply, message)

    def _perform(self, act: Interaction, reply: Reply, form: Form) -> Message | None:
        match reply:
            case Reply.MESSAGE:
                message = self._new_message(act, form)
                act.original_id = message.id
                return message
            case Reply.DEFERRED_MESSAGE:
                check_deferral(form.json)
                message = self._blank(act, form.json.get("flags") or 0)
                message.wire["flags"] |= LOADING
                self._core.publish(message)
                act.original_id = message.id
                return message
            case Reply.UPDATE | Reply.DEFERRED_UPDATE:
                act.original_id = act.message_id
                message = self._world.find_message(act.message_id or "")
                if message is None:
                    raise refuse(UNKNOWN_MESSAGE)
                if reply is Reply.UPDATE:
                    self._edit(message, form, keep=False)
                return message
            case Reply.CHOICES:
                check_choices(form.json)
            case Reply.MODAL:
                check_modal(form.json)
                act.modal = copy.deepcopy(form.json)
                number_components(act.modal["components"])
        return None

    def _announce(self, act: Interaction, reply: Reply, data: Json, message: Message | None) -> None:
        if reply is Reply.CHOICES:
            self._settle(act, data["choices"])
        elif reply is Reply.MODAL:
            keys = ("title", "custom_id", "components")
            self._tell(act, {"type": "modal", "interaction_id": act.id} | {key: data[key] for key in keys})
        else:
            kinds = {Reply.MESSAGE: "message", Reply.UPDATE: "update"}
            self._answered(act, kinds.get(reply, "deferred"), message)

    def _answered(self, act: Interaction, kind: str, message: Message | None) -> None:
        message_id = None if message is None else message.id
        self._tell(act, {"type": "answered", "interaction_id": act.id, "kind": kind, "message_id": message_id})

    def _receipt(self, act: Interaction, reply: Reply, message: Message | None) -> Json:
        channel = self._world.channels[act.channel_id]
        receipt: Json = {"id": act.id, "type": act.type, "channel_id": act.channel_id}
        if not channel.is_dm:
            receipt["guild_id"] = self._world.guild_id
        if message is not None:
            receipt["response_message_id"] = message.id
            receipt["response_message_loading"] = reply is Reply.DEFERRED_MESSAGE
            receipt["response_message_ephemeral"] = message.only_for is not None
        answer: Json = {"interaction": receipt}
        if message is not None and reply in (Reply.MESSAGE, Reply.UPDATE):
            answer["resource"] = {"type": reply, "message": wire(self._world, message)}
        return answer

    # --- by token ------------------------------------------------------------------------------------------------

    def by_token(self, app_id: str, token: str) -> Interaction:
        """The answered interaction that this token belongs to.

        Raises:
            DiscordError: 10015 if there is none or it was never answered, 50027 after 15 minutes.
        """
        act = self._world.interactions.get(token)
        if act is None or app_id != self._world.app_id:
            raise refuse(TOKEN_OVER if app_id == self._world.app_id else UNKNOWN_WEBHOOK)
        if self._world.clock.now() >= act.created + TOKEN_LIFE:
            raise refuse(TOKEN_OVER)
        if act.reply is None or act.type == InteractionType.AUTOCOMPLETE:
            raise refuse(UNKNOWN_WEBHOOK)
        return act

    def _check_channel(self, act: Interaction) -> None:
        if act.channel_id not in self._world.channels:
            raise refuse(UNKNOWN_CHANNEL)

    def follow_up(self, act: Interaction, form: Form) -> Json:
        """A further message; the first one after a deferral takes the deferral's place."""
        original = self._world.find_message(act.original_id or "")
        if act.reply == Reply.DEFERRED_MESSAGE and original is not None and original.flags & LOADING:
            return self.edit(act, original, form)
        self._check_channel(act)
        return wire(self._world, self._new_message(act, form))

    def message_of(self, act: Interaction, message_id: str) -> Message:
        """The message that a token may touch: its answer, its follow-ups, the message it was pressed on.

        Raises:
            DiscordError: 10008.
        """
        wanted = act.original_id if message_id == "@original" else message_id
        message = self._world.find_message(wanted or "")
        if message is None or (
            message.id not in (act.original_id, act.message_id) and message.interaction_id != act.id
        ):
            raise refuse(UNKNOWN_MESSAGE)
        return message

    def edit(self, act: Interaction, message: Message, form: Form) -> Json:
        """Change a message by token; a deferral becomes an answer by this."""
        loading = bool(message.flags & LOADING)
        self._edit(message, form)
        if message.id == act.original_id and (loading or act.reply == Reply.DEFERRED_UPDATE):
            self._answered(act, "message" if loading else "update", message)
        return wire(self._world, message)

    # --- helpers -------------------------------------------------------------------------------------------------

    def _blank(self, act: Interaction, flags: int) -> Message:
        kind = _SLASH_COMMAND_MESSAGE if act.type == InteractionType.COMMAND else 0
        message = self._core.mint.blank(act.channel_id, self._world.bot_user(), kind)
        message.interaction_id = act.id
        message.only_for = act.user_id if flags & EPHEMERAL else None
        message.wire["flags"] = flags & EPHEMERAL
        message.wire |= {"webhook_id": self._world.app_id, "application_id": self._world.app_id}
        message.wire["interaction_metadata"] = {k: v for k, v in act.metadata.items() if k != "name"}
        if act.type == InteractionType.COMMAND:
            keys = ("id", "type", "user")
            message.wire["interaction"] = {key: act.metadata[key] for key in keys} | {"name": act.command or ""}
        return message

    def _new_message(self, act: Interaction, form: Form) -> Message:
        message = self._blank(act, form.json.get("flags") or 0)
        self._core.mint.fill(message, form, interaction=True, edit=False)
        self._core.publish(message)
        return message

    def _edit(self, message: Message, form: Form, *, keep: bool = True) -> None:
        fresh = bool(message.flags & LOADING)
        self._core.mint.fill(message, form, interaction=True, edit=not fresh, keep=keep)
        self._core.change(message)

    def _tell(self, act: Interaction, event: Json) -> None:
        person = self._world.person_by_id(act.user_id)
        if person is not None:
            self._core.audience.tell(person, event)

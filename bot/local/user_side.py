"""The people's side: what the page and the tests call to act as somebody and to see what that person sees."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

from aiohttp import web

from bot.local.acts import modal_data, press_data
from bot.local.audience import view, wire
from bot.local.channel_messages import without_parent
from bot.local.commands import BadInput, NoLongerThere, available, fill_in, localised
from bot.local.core import Core
from bot.local.errors import Json
from bot.local.interactions import Interactions
from bot.local.model import Channel, InteractionType, Message, Person
from bot.local.permissions import Permission
from bot.local.world import World

_SETTABLE: dict[str, type] = {
    "name": str,
    "locale": str,
    "dm_open": bool,
    "in_guild": bool,
    "manage_messages": bool,
    "manage_guild": bool,
}
_SHOWN = ("key", "id", "name", "locale", "dm_open", "in_guild", "manage_messages", "manage_guild")
_OWN_MESSAGE, _REPLY_MESSAGE = 0, 19


class UserError(Exception):
    """A refusal for the page: a status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def guarded(
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The handler with its refusals turned into ``{"error": …}``."""

    async def wrapped(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except UserError as error:
            return web.json_response({"error": str(error)}, status=error.status)
        except (BadInput, ValueError) as error:
            status = 409 if isinstance(error, NoLongerThere) else 400
            return web.json_response({"error": str(error)}, status=status)

    return wrapped


async def body_of(request: web.Request) -> Json:
    """The request's JSON object; an empty one without a body.

    Raises:
        UserError: it is something else.
    """
    try:
        body: Any = json.loads(await request.text() or "{}")
    except ValueError as error:
        raise UserError(400, "no JSON") from error
    if not isinstance(body, dict):
        raise UserError(400, "a JSON object is needed")
    return cast(Json, body)


def person_json(person: Person) -> Json:
    """A person as the page sees them."""
    return {key: getattr(person, key) for key in _SHOWN}


def channel_json(channel: Channel) -> Json:
    """A channel as the page sees it."""
    keys = ("id", "type", "name", "parent_id", "archived", "locked")
    return {key: getattr(channel, key) for key in keys}


class UserSide:
    """Everything under ``/user``."""

    def __init__(self, core: Core, interactions: Interactions) -> None:
        self._core = core
        self._world: World = core.world
        self._interactions = interactions

    def install(self, app: web.Application) -> None:
        """Bind the handlers to their paths."""
        for method, path, handler in (
            ("GET", "/user/people", self.people),
            ("PATCH", "/user/{who}", self.change_person),
            ("GET", "/user/{who}/channels", self.channels),
            ("POST", "/user/{who}/dm", self.open_dm),
            ("GET", "/user/{who}/channels/{channel}/messages", self.messages),
            ("POST", "/user/{who}/channels/{channel}/messages", self.say),
            ("POST", "/user/{who}/channels/{channel}/dismiss", self.dismiss),
            ("GET", "/user/{who}/commands", self.commands),
            ("POST", "/user/{who}/channels/{channel}/commands", self.run_command),
            ("POST", "/user/{who}/channels/{channel}/autocomplete", self.autocomplete),
            ("POST", "/user/{who}/messages/{message}/press", self.press),
            ("DELETE", "/user/{who}/messages/{message}", self.delete),
            ("POST", "/user/{who}/modals/{interaction}", self.submit),
            ("GET", "/user/{who}/events", self.events),
        ):
            app.router.add_route(method, path, guarded(handler))

    # --- who and where -------------------------------------------------------------------------------------------

    def _person(self, request: web.Request) -> Person:
        person = self._world.people.get(request.match_info["who"])
        if person is None:
            raise UserError(404, "nobody of that name")
        return person

    def _channel(self, person: Person, request: web.Request) -> Channel:
        channel = self._world.channels.get(request.match_info["channel"])
        if channel is None or not self._world.sees(person, channel):
            raise UserError(404, "no such channel")
        return channel

    def _message(self, person: Person, message_id: str) -> Message:
        message = self._world.find_message(message_id)
        visible = message is not None and message.only_for in (None, person.id)
        if message is None or not visible or not self._world.sees(person, self._world.channels[message.channel_id]):
            raise UserError(404, "no such message")
        return message

    async def people(self, _request: web.Request) -> web.Response:
        """Everybody one can act as."""
        return web.json_response([person_json(person) for person in self._world.people.values()])

    async def change_person(self, request: web.Request) -> web.Response:
        """Change what is known of a person."""
        person, body = self._person(request), await body_of(request)
        for key, value in body.items():
            if key not in _SETTABLE or not isinstance(value, _SETTABLE[key]):
                raise UserError(400, f"{key} cannot be set so")
        for key, value in body.items():
            setattr(person, key, value)
        self._world.save_person(person)
        self._core.audience.tell_all({"type": "people"})
        if "in_guild" in body:
            self._core.audience.tell(person, {"type": "channels"})
        return web.json_response(person_json(person))

    async def channels(self, request: web.Request) -> web.Response:
        """The channels a person sees: the guild's, threads, own conversations."""
        person, world = self._person(request), self._world
        threads = [channel for channel in world.channels.values() if channel.is_thread]
        own = world.dm_with(person)
        listed = [*world.guild_channels(), *threads, *([own] if own is not None else [])]
        return web.json_response([channel_json(channel) for channel in listed if world.sees(person, channel)])

    async def open_dm(self, request: web.Request) -> web.Response:
        """The person opens the conversation with the bot."""
        return web.json_response(channel_json(self._core.open_dm(self._person(request))))

    async def events(self, request: web.Request) -> web.StreamResponse:
        """The person's event socket."""
        return await self._core.audience.listen(self._person(request), request)

    # --- messages ------------------------------------------------------------------------------------------------

    async def messages(self, request: web.Request) -> web.Response:
        """The newest messages that a person sees in a channel, oldest first."""
        person = self._person(request)
        channel = self._channel(person, request)
        limit = int(request.query.get("limit", "50"))
        before = int(request.query.get("before", str(1 << 63)))
        found = [
            message
            for message in self._world.messages[channel.id].values()
            if message.only_for in (None, person.id) and int(message.id) < before
        ]
        return web.json_response([view(self._world, message) for message in found[-limit:]])

    async def say(self, request: web.Request) -> web.Response:
        """The person writes a message, perhaps as a reply that notifies the one replied to."""
        person, body = self._person(request), await body_of(request)
        channel = self._channel(person, request)
        content: Any = body.get("content")
        if not isinstance(content, str) or not 1 <= len(content.strip()) <= 2000:
            raise UserError(400, "a message has 1 to 2,000 characters")
        if channel.locked and not person.manage_messages:
            raise UserError(403, "this thread is locked")
        if channel.archived:
            self._core.set_archived(channel, archived=False)
            self._core.update_channel(channel)
        message = self._core.mint.blank(channel.id, self._world.user(person), _OWN_MESSAGE)
        message.wire["content"] = content
        users = {user["id"]: user for user in self._core.mint.named(message.wire)}
        if body.get("reply_to"):
            parent = self._message(person, str(body["reply_to"]))
            if parent.only_for is not None or parent.channel_id != channel.id:
                raise UserError(400, "that message cannot be replied to")
            message.wire["type"] = _REPLY_MESSAGE
            message.wire["message_reference"] = {"type": 0, "channel_id": channel.id, "message_id": parent.id}
            message.wire["referenced_message"] = without_parent(wire(self._world, parent))
            users[parent.wire["author"]["id"]] = wire(self._world, parent)["author"]
        message.wire["mentions"] = list(users.values())
        self._core.publish(message)
        return web.json_response(view(self._world, message))

    async def delete(self, request: web.Request) -> web.Response:
        """The person deletes a message: an own one, or any as moderator."""
        person = self._person(request)
        message = self._message(person, request.match_info["message"])
        channel = self._world.channels[message.channel_id]
        moderates = not channel.is_dm and Permission.MANAGE_MESSAGES in self._world.person_permissions(person)
        if message.only_for is not None:
            raise UserError(400, "a private answer is dismissed, not deleted")
        if message.wire["author"]["id"] != person.id and not moderates:
            raise UserError(403, "only own messages")
        self._core.delete(message)
        return web.json_response({})

    async def dismiss(self, request: web.Request) -> web.Response:
        """The person dismisses an own ephemeral message."""
        person, body = self._person(request), await body_of(request)
        message = self._message(person, str(body.get("message_id")))
        if message.only_for is None:
            raise UserError(400, "only private answers are dismissed")
        self._core.delete(message)
        return web.json_response({})

    # --- commands, presses, dialogs ------------------------------------------------------------------------------

    async def commands(self, request: web.Request) -> web.Response:
        """The slash commands in a person's language; ``dm=1`` for those in the conversation with the bot."""
        person = self._person(request)
        locale = request.query.get("locale") or person.locale
        listed = available(self._world, dm=request.query.get("dm") == "1")
        return web.json_response([localised(command, locale) for command in listed])

    def _command(self, channel: Channel, body: Json) -> Json:
        if not channel.is_dm and not self._world.settings["bot_in_guild"]:
            raise UserError(404, "the bot is not in this server")
        listed = available(self._world, dm=channel.is_dm)
        command = next((command for command in listed if command["name"] == body.get("name")), None)
        if command is None:
            raise UserError(404, f"no command {body.get('name')!r}")
        return command

    async def run_command(self, request: web.Request) -> web.Response:
        """The person sends a slash command."""
        person, body = self._person(request), await body_of(request)
        channel = self._channel(person, request)
        command = self._command(channel, body)
        needed: str | None = command.get("default_member_permissions")
        missing = 0 if needed is None or channel.is_dm else int(needed) & ~self._world.person_permissions(person)
        if missing or (needed == "0" and not channel.is_dm):
            raise UserError(403, "you may not use this command")
        data = fill_in(self._world, command, body, focused=False)
        act = self._interactions.start(InteractionType.COMMAND, person, channel, data)
        return web.json_response({"interaction_id": act.id})

    async def autocomplete(self, request: web.Request) -> web.Response:
        """What the bot offers for the option that the person is typing in."""
        person, body = self._person(request), await body_of(request)
        channel = self._channel(person, request)
        data = fill_in(self._world, self._command(channel, body), body, focused=True)
        act = self._interactions.start(InteractionType.AUTOCOMPLETE, person, channel, data)
        choices = await self._interactions.choices(act)
        if choices is None:
            raise UserError(424, "the bot offered nothing in time")
        return web.json_response({"choices": [localised(choice, person.locale) for choice in choices]})

    async def press(self, request: web.Request) -> web.Response:
        """The person presses a button or chooses in a menu."""
        person, body = self._person(request), await body_of(request)
        message = self._message(person, request.match_info["message"])
        data = press_data(self._world, message.wire["components"], str(body.get("custom_id")), body.get("values"))
        channel = self._world.channels[message.channel_id]
        act = self._interactions.start(InteractionType.COMPONENT, person, channel, data, message)
        return web.json_response({"interaction_id": act.id})

    async def submit(self, request: web.Request) -> web.Response:
        """The person submits the dialog that one of their interactions opened."""
        person, body = self._person(request), await body_of(request)
        opener = self._world.interaction_by_id(request.match_info["interaction"])
        if opener is None or opener.modal is None or opener.user_id != person.id:
            raise UserError(404, "no such dialog is open")
        channel = self._world.channels.get(opener.channel_id)
        if channel is None:
            raise UserError(404, "the dialog's channel is gone")
        data = modal_data(self._world, opener.modal, body.get("values") or {})
        message = self._world.find_message(opener.message_id or "")
        act = self._interactions.start(InteractionType.MODAL, person, channel, data, message, opener)
        return web.json_response({"interaction_id": act.id})

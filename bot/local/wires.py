"""Guild, channels and threads as Discord sends them."""

from __future__ import annotations

from bot.local.errors import Json
from bot.local.model import Channel
from bot.local.permissions import EVERYONE, Permission
from bot.local.world import World

HIDDEN_NAME = "___hidden___"
OBFUSCATED = 1 << 17


def channel_wire(world: World, channel: Channel) -> Json:
    """A channel as Discord sends it."""
    if channel.is_dm:
        recipient = world.user_by_id(channel.recipient_id or "")
        return {
            "id": channel.id,
            "type": channel.type,
            "flags": 0,
            "last_message_id": channel.last_message_id,
            "recipients": [recipient],
        }
    common: Json = {
        "id": channel.id,
        "type": channel.type,
        "guild_id": world.guild_id,
        "name": channel.name,
        "parent_id": channel.parent_id,
        "last_message_id": channel.last_message_id,
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    if not channel.is_thread:
        return common | {
            "topic": None,
            "nsfw": False,
            "position": channel.position,
            "permission_overwrites": _overwrites(world, channel),
        }
    return common | {
        "owner_id": channel.owner_id,
        "message_count": min(channel.message_count, 50),
        "member_count": min(len(channel.members), 50),
        "total_message_sent": channel.message_count,
        "thread_metadata": {
            "archived": channel.archived,
            "locked": channel.locked,
            "auto_archive_duration": channel.auto_archive_minutes,
            "archive_timestamp": channel.archive_changed_at or channel.created_at,
            "create_timestamp": channel.created_at,
        },
    }


def told_channel_wire(world: World, channel: Channel) -> Json:
    """A channel of the guild as the gateway tells it: of one that the bot may not see no more than that it is there."""
    data = channel_wire(world, channel)
    if world.bot_sees(channel):
        return data
    hidden = {"id": world.guild_id, "type": 0, "allow": "0", "deny": str(int(Permission.VIEW_CHANNEL))}
    return data | {
        "name": HIDDEN_NAME,
        "last_message_id": None,
        "flags": OBFUSCATED,
        "permission_overwrites": [hidden],
    }


def thread_member_wire(channel: Channel, user_id: str) -> Json:
    """A member of a thread."""
    return {"id": channel.id, "user_id": user_id, "join_timestamp": channel.created_at, "flags": 0}


def _overwrites(world: World, channel: Channel) -> list[Json]:
    if channel.permissions is None:
        return []
    own = Permission(channel.permissions)
    allow, deny = int(own & ~EVERYONE), int(EVERYONE & ~own)
    return [{"id": world.app_id, "type": 1, "allow": str(allow), "deny": str(deny)}]


def guild_wire(world: World) -> Json:
    """The guild as GUILD_CREATE sends it, with the bot as the only member shown."""
    return {
        "id": world.guild_id,
        "name": "Circolo",
        "icon": None,
        "description": None,
        "owner_id": world.people["anna"].id,
        "preferred_locale": world.settings["guild_locale"],
        "features": [],
        "roles": _roles(world),
        "emojis": [],
        "stickers": [],
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "vanity_url_code": None,
        "banner": None,
        "splash": None,
        "discovery_splash": None,
        "joined_at": world.settings["founded"],
        "large": False,
        "unavailable": False,
        "member_count": len(world.members()) + 1,
        "members": [world.member(None)],
        "channels": [told_channel_wire(world, channel) for channel in world.guild_channels()],
        "threads": [channel_wire(world, thread) for thread in world.active_threads() if world.bot_sees(thread)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def bot_roles_wire(world: World) -> list[Json]:
    """The roles that the bot has."""
    return [role for role in _roles(world) if role["id"] in {world.guild_id, world.settings["bot_role"]}]


def _roles(world: World) -> list[Json]:
    names = (
        (world.guild_id, "@everyone", world.role_permissions, False),
        (world.settings["bot_role"], "Calidruno", world.role_permissions, True),
        (
            world.settings["moderator_role"],
            "Moderators",
            Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS,
            False,
        ),
        (world.settings["manager_role"], "Managers", Permission.MANAGE_GUILD, False),
    )
    return [
        {
            "id": role_id,
            "name": name,
            "permissions": str(int(bits)),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": position,
            "managed": managed,
            "mentionable": False,
            "flags": 0,
            "description": None,
        }
        for position, (role_id, name, bits, managed) in enumerate(names)
    ]

"""Permission bits, and who has which."""

from __future__ import annotations

from enum import IntFlag


class Permission(IntFlag):
    """The bits that matter to a game table, by Discord's numbers."""

    INVITE = 1 << 0
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    USE_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_IN_THREADS = 1 << 38


EVERYONE = (
    Permission.INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_HISTORY
    | Permission.EXTERNAL_EMOJIS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_IN_THREADS
)
"""What the role @everyone may do; the bot is in it too."""

IN_DM = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.EXTERNAL_EMOJIS
    | Permission.USE_COMMANDS
)
"""What the bot may do in a direct message."""

"""Discord's refusals, sorted by what the bot does about them (codes as Discord documents them)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from enum import Enum, auto
from typing import TypeVar

import aiohttp
import discord

NETWORK_ERRORS = (aiohttp.ClientError, asyncio.TimeoutError, OSError)
PATIENCE_S = 60
"""For one request; longer than discord.py may wait within it for a rate limit."""

_CODES_GONE_MESSAGE = {10008}
_CODES_GONE_CHANNEL = {10003, 10004}
_CODES_PERMISSION = {50001, 50013}
_CODES_ARCHIVED = {50083}
_CODES_LOCKED = {160005}
_CODES_TOO_OLD = {30046, 20028}
_CODES_DM_CLOSED = {50007, 50278, 40003}
_CODES_TOKEN_OVER = {50027, 10015}
_CODES_ANSWERED = {40060}
_CODES_TOO_LATE = {10062}
_CODES_TOO_LARGE = {40005}
_CODES_MODERATED = {200000, 240000}

T = TypeVar("T")


class Fault(Enum):
    """What went wrong with a request to Discord."""

    MESSAGE_GONE = auto()
    CHANNEL_GONE = auto()
    PERMISSION = auto()
    ARCHIVED = auto()
    LOCKED = auto()
    TOO_OLD = auto()
    DM_CLOSED = auto()
    TOKEN_OVER = auto()
    ANSWERED = auto()
    TOO_LATE = auto()
    TOO_LARGE = auto()
    MODERATED = auto()
    """A server's automatic moderation, or Discord's filter of links, does not let the words pass."""
    BAD_FORM = auto()
    TRY_LATER = auto()
    BANNED = auto()
    """Too many requests, says not Discord but what stands before it: every further one prolongs it."""
    TOKEN_REVOKED = auto()


def fault_of(error: BaseException) -> Fault:
    """What kind of fault an exception of discord.py or of the network is."""
    if isinstance(error, (discord.RateLimited, discord.DiscordServerError, *NETWORK_ERRORS)):
        return Fault.TRY_LATER
    if not isinstance(error, discord.HTTPException):
        raise error
    for codes, fault in (
        (_CODES_GONE_MESSAGE, Fault.MESSAGE_GONE),
        (_CODES_GONE_CHANNEL, Fault.CHANNEL_GONE),
        (_CODES_PERMISSION, Fault.PERMISSION),
        (_CODES_ARCHIVED, Fault.ARCHIVED),
        (_CODES_LOCKED, Fault.LOCKED),
        (_CODES_TOO_OLD, Fault.TOO_OLD),
        (_CODES_DM_CLOSED, Fault.DM_CLOSED),
        (_CODES_TOKEN_OVER, Fault.TOKEN_OVER),
        (_CODES_ANSWERED, Fault.ANSWERED),
        (_CODES_TOO_LATE, Fault.TOO_LATE),
        (_CODES_TOO_LARGE, Fault.TOO_LARGE),
        (_CODES_MODERATED, Fault.MODERATED),
    ):
        if error.code in codes:
            return fault
    if error.status == 401:
        return Fault.TOKEN_REVOKED
    if error.status == 403:
        return Fault.PERMISSION
    if error.status == 404:
        return Fault.MESSAGE_GONE
    if error.status == 413:
        return Fault.TOO_LARGE
    if error.status == 429:
        return Fault.TRY_LATER if "Via" in error.response.headers else Fault.BANNED
    return Fault.TRY_LATER if error.status >= 500 else Fault.BAD_FORM


def is_passing(error: BaseException) -> bool:
    """Whether it tells that Discord cannot be reached just now, or takes nothing from here for a while."""
    if isinstance(error, discord.GatewayNotFound):
        return True
    known = isinstance(error, (discord.HTTPException, discord.RateLimited, *NETWORK_ERRORS))
    return known and fault_of(error) in {Fault.TRY_LATER, Fault.BANNED}


FORM_FAULTS = frozenset({Fault.BAD_FORM, Fault.TOO_LARGE, Fault.MODERATED})
"""Discord will never take this message as it is; a plainer one it may."""


async def patiently(request: Awaitable[T]) -> T:
    """The answer to a request; one that hangs is given up as TimeoutError."""
    async with asyncio.timeout(PATIENCE_S):
        return await request

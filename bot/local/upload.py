"""A request's body: JSON, or multipart with ``payload_json`` and files."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass, field
from typing import Any, cast

from aiohttp import BodyPartReader, web
from PIL import Image, UnidentifiedImageError

from bot.local.errors import BAD_JSON, TOO_LARGE, Flaw, Json, invalid_form, refuse

MAX_FILE = 10 << 20
MAX_REQUEST = 25 << 20
MAX_FILES = 10
_PART = re.compile(r"files?\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Upload:
    """One file that came with a request."""

    name: str
    content_type: str
    content: bytes

    def size(self) -> tuple[int, int] | None:
        """Width and height if it is a picture."""
        try:
            with Image.open(io.BytesIO(self.content)) as picture:
                return picture.size
        except UnidentifiedImageError:
            return None


@dataclass(frozen=True, slots=True)
class Form:
    """What a request carries: its JSON (an object, a list or None) and its files by number."""

    body: Any = None
    files: dict[str, Upload] = field(default_factory=dict[str, Upload])

    @property
    def json(self) -> Json:
        """The body as an object; an empty one without a body.

        Raises:
            DiscordError: 50035 if it is something else.
        """
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise invalid_form([Flaw((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")])
        return cast(Json, self.body)


async def read_form(request: web.Request) -> Form:
    """Read the whole body.

    Raises:
        DiscordError: 40005 if it is too large, 50109 if it is no JSON, 50035 for too many files.
    """
    if request.content_length is not None and request.content_length > MAX_REQUEST:
        raise refuse(TOO_LARGE)
    if request.content_type != "multipart/form-data":
        return Form(_parse(await request.read()))
    body: Any = None
    fields: Json = {}
    files: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read(decode=False))
        if part.name == "payload_json":
            body = _parse(content)
        elif (numbered := _PART.fullmatch(part.name or "")) is not None:
            files[numbered[1]] = _upload(part, content)
        elif part.filename:
            files[str(len(files))] = _upload(part, content)
        elif part.name:
            # A plain form, as used for pictures of stickers and the like.
            fields[part.name] = content.decode()
    if len(files) > MAX_FILES:
        raise invalid_form([Flaw(("files",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")])
    if any(len(upload.content) > MAX_FILE for upload in files.values()):
        raise refuse(TOO_LARGE)
    return Form(fields or None if body is None else body, files)


def _upload(part: BodyPartReader, content: bytes) -> Upload:
    name = part.filename or "unknown"
    return Upload(name, _guess_type(name, content), content)


def _parse(raw: bytes) -> Any:
    if not raw:
        return None
    try:
        return json.loads(raw)
    except ValueError as error:
        raise refuse(BAD_JSON) from error


def _guess_type(name: str, content: bytes) -> str:
    try:
        with Image.open(io.BytesIO(content)) as picture:
            return Image.MIME.get(picture.format or "", "application/octet-stream")
    except UnidentifiedImageError:
        return "text/plain; charset=utf-8" if name.endswith((".txt", ".md", ".log")) else "application/octet-stream"

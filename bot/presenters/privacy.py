"""The private panels of ``/privacy`` and ``/forget-me``.

Actions: ``forget`` asks whether to forget the presser, ``forget:yes`` does it, and
``forget:no`` takes the question away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.presenters.panel import Button, Document, PrivatePanel, Style
from bot.text.catalog import Text

FILE_NAME = "my-data.json"


def privacy_panel(text: Text, stored: Mapping[str, Any], *, keep_days: int, gone_days: int) -> PrivatePanel:
    """What is stored and for how long, with everything that is ``stored`` about the reader as a file."""
    return PrivatePanel(
        title=text("house.privacy.title"),
        lines=(
            text("house.privacy.person"),
            text.plural("house.privacy.tables", keep_days),
            text.plural("house.privacy.server", gone_days),
            text("house.privacy.file"),
        ),
        rows=((Button("forget", text("house.button.forget"), Style.DANGER),),),
        document=Document(FILE_NAME, json.dumps(stored, ensure_ascii=False, indent=1)),
    )


def forget_panel(text: Text) -> PrivatePanel:
    """The question before somebody is forgotten."""
    return PrivatePanel(
        title=text("house.forget.title"),
        lines=(text("house.forget.goes"), text("house.forget.stays"), text("house.forget.backups")),
        rows=(
            (
                Button("forget:yes", text("house.button.forget_yes"), Style.DANGER),
                Button("forget:no", text("house.button.forget_no")),
            ),
        ),
    )

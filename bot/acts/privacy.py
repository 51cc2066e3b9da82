"""Acts of ``/privacy`` and ``/forget-me``: what is stored of a person."""

from __future__ import annotations

from bot.acts.common import Shown
from bot.house import House
from bot.presenters.panel import PrivatePanel
from bot.presenters.privacy import forget_panel, privacy_panel
from bot.presenters.refusals import Refusal
from bot.press import Done, Press
from bot.tables.errors import RefusedError
from bot.tables.ledger import storing
from data.retention import GONE_DAYS


async def privacy(house: House, press: Press) -> Shown:
    """What is stored, for how long, and what of it is about the presser."""
    stored = await storing(house.service.store.about_person(press.person.user_id))
    return privacy_panel(press.text, stored, keep_days=house.service.retention.keep_days, gone_days=GONE_DAYS)


async def forget(house: House, press: Press) -> Shown:
    """Ask, and if the answer is yes forget whoever pressed it."""
    if press.address.argument == "no":
        return Done()
    if press.address.argument != "yes":
        return forget_panel(press.text)
    try:
        known = await house.forget(press.person.user_id)
    except RefusedError as error:
        raise RefusedError(Refusal.NOT_FORGOTTEN) from error
    said = press.text("house.forget.done") if known else press.text("house.forget.nothing")
    return PrivatePanel(title="", lines=(said,))

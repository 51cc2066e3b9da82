"""The presenters of all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.presenters.briscola import BriscolaPresenter
from bot.presenters.calabresella import CalabresellaPresenter
from bot.presenters.calidruno import CalidrunoPresenter
from bot.presenters.kalooki import KalookiPresenter
from bot.presenters.presenter import Presenter

PRESENTERS: Final[Mapping[str, Presenter]] = {
    presenter.key: presenter
    for presenter in (CalidrunoPresenter(), KalookiPresenter(), BriscolaPresenter(), CalabresellaPresenter())
}
"""Presenters by game key."""

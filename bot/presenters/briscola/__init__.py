"""Blind Briscola as people read and press it."""

from bot.presenters.briscola.presenter import BriscolaPresenter

__all__ = ["BriscolaPresenter"]

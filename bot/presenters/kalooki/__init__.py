"""Kalooki as people read and press it."""

from bot.presenters.kalooki.presenter import KalookiPresenter

__all__ = ["KalookiPresenter"]

"""Calidruno as people read and press it."""

from bot.presenters.calidruno.presenter import CalidrunoPresenter

__all__ = ["CalidrunoPresenter"]

"""Calabresella as people read and press it."""

from bot.presenters.calabresella.presenter import CalabresellaPresenter

__all__ = ["CalabresellaPresenter"]

"""What Calidruno's pictures show, and the same in words."""

from __future__ import annotations

from bot.presenters.calidruno.words import card_words, colour_words, counts_line, direction_word, top_words
from bot.presenters.panel import Picture
from bot.presenters.views import SeatView, TableView
from games.calidruno.observation import Observation


def table_picture(view: TableView, observation: Observation) -> Picture | None:
    del view, observation
    return None


def hand_picture(view: SeatView, observation: Observation) -> Picture | None:
    del view, observation
    return None

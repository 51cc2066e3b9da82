"""What the house asks of a game's presenter. One per game, held in ``bot.presenters.registry``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.presenters.panel import Button, Form, PrivatePanel, PublicPanel
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from games.core import RulesError


@dataclass(frozen=True, slots=True)
class Play:
    """Answer to an action: play this move for the seat that pressed, or in the table's own name (seat None) where the
    rules leave a decision to the host. The presenter has checked that it is the host who pressed."""

    move: Any = field(repr=False)
    as_table: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """Answer to an action: remember this half-made choice and show the hand again."""

    value: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Say:
    """Answer to an action: one private sentence; nothing is played."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Notes:
    """Answer to an action: keep these private notes, by place, instead of those that there were, and show the hand."""

    notes: Mapping[int, str] = field(repr=False)


Answer = Play | Draft | Say | Notes | PrivatePanel | Form


class Presenter(ABC):
    """Turns what a viewer may know of one game into panels, and presses into moves. Holds no state."""

    key: str
    hand_label = "house.button.hand"
    """The message id of what the button that shows a player's hand is called."""

    @abstractmethod
    def table_panel(self, view: TableView) -> PublicPanel:
        """The public message of a running or finished match: picture, last plays, whose turn, game's own buttons.

        Rows hold only the game's own public buttons; the house adds its own row (My hand, Rules, More)."""

    @abstractmethod
    def hand_panel(self, view: SeatView) -> PrivatePanel:
        """The private message of a seat: its cards, what matters now, exactly the legal moves.

        Moves are offered as buttons ``move:<notation>`` or menus with action ``move`` whose values are notations."""

    @abstractmethod
    def log_lines(self, view: TableView, events: Sequence[Any]) -> list[str]:
        """Public events of one move as sentences with names, in ``view.text``'s language; [] if none are needed."""

    @abstractmethod
    def refusal(self, view: TableView, error: RulesError) -> str:
        """One true sentence on why a move was refused, with the rule's number."""

    @abstractmethod
    def outcome_lines(self, view: TableView) -> list[str]:
        """How the match ended: places, the reason, the account where points are counted."""

    def answer(self, view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
        """What an action ``g:<action>`` of the game's own does. ``values`` are a menu's choices or a form's fields.

        The result may be a move, a new draft, a sentence, a further private panel or a form. Actions and values are
        untrusted: what makes no sense is answered with a sentence."""
        del action, values
        return Say(refusal(view.table.text, Refusal.UNKNOWN_ACTION, None, self.hand_label))

    def note_places(self, observation: Any) -> frozenset[int]:
        """The places on which the observation's seat may keep a private note now; a note whose place is not among them
        any more is forgotten. None in most games."""
        del observation
        return frozenset()

    def spoken(self, view: SeatView, words: str) -> Any | None:
        """The move that saying these words at the table is (Calidruno!); None if they mean nothing to the game."""
        del view, words
        return None

    def more_buttons(self, view: SeatView) -> tuple[Button, ...]:
        """Rare actions of the game for the private "More" panel, such as reporting a hint."""
        del view
        return ()

    @abstractmethod
    def rules_pages(self, text: Text) -> list[tuple[str, str]]:
        """The rules as pages: title and markdown of at most 1,500 characters, each rule with its number."""

"""The auction's buttons: the next lower numbers, any other in a box, and leaving. A bid is one or two taps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.presenters.panel import Button, Field, Form, Style
from bot.presenters.presenter import Answer, Play, Say
from bot.presenters.views import SeatView, TableView
from games.briscola.moves import Bid, Leave
from games.briscola.observation import Observation

STEPS = (1, 5, 10)
NUMBER_MAX = 2
"""Digits of a bid."""


def offered_bids(observation: Observation) -> tuple[int, ...]:
    """The numbers that stand on buttons: one, five and ten below the number to beat, as far as they may be called."""
    highest = observation.next_bid or 0
    return tuple(number for step in STEPS if (number := highest + 1 - step) >= 1)


def must_call(view: TableView, observation: Observation) -> bool:
    """Whether the last of six may not leave, by the table's option, and must call the highest number (BRI-11)."""
    option = view.options.all_pass == "last_must_call_59"
    return option and observation.bidder is None and len(observation.left) == len(observation.hands) - 1


def auction_row(view: TableView, observation: Observation, *, public: bool) -> tuple[Button, ...]:
    """The buttons of who is to call. On the public message a press plays and opens nothing; in one's own view it is a
    move like any other."""
    text, kind = view.text, "g:" if public else "move:"
    if must_call(view, observation):
        highest = observation.next_bid
        return (Button(f"{kind}bid-{highest}", str(highest), Style.PRIMARY),)
    bids = offered_bids(observation)
    buttons = [Button(f"{kind}bid-{number}", str(number), Style.PRIMARY) for number in bids]
    if bids:
        buttons.append(Button("g:bid", text("briscola.button.other")))
    buttons.append(Button(f"{kind}leave", text("briscola.button.leave"), Style.DANGER))
    return tuple(buttons)


def answer_auction(view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer:
    """What the auction's own actions do: open the box for a number, or call what stands in it or on the button.

    ``action`` is ``bid``, ``bid-<number>`` or ``leave``; whether the call may be made now is for the rules to say."""
    text = view.table.text
    observation: Observation = view.observation
    if action == "leave":
        return Play(Leave())
    if action == "bid" and not isinstance(values, Mapping):
        highest = observation.next_bid or 0
        if view.seat not in observation.to_act or highest < 1:
            return Say(text("briscola.bid.not_now"))
        label = text("briscola.bid.label", n=highest)
        number = Field("number", label, text("briscola.bid.placeholder"), max_length=NUMBER_MAX)
        return Form("g:bid", text("briscola.bid.title"), (number,))
    typed = values.get("number", "").strip() if isinstance(values, Mapping) else action.removeprefix("bid-")
    if not (typed.isascii() and typed.isdigit() and len(typed) <= NUMBER_MAX):
        return Say(text("briscola.bid.no_number"))
    return Play(Bid(int(typed)))

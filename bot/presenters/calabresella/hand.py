"""The private message of a seat: its cards, what matters now, exactly what may be done. What is pressed and what is
half chosen is in ``choosing``."""

from __future__ import annotations

from bot.presenters.calabresella.account import account_lines, counted
from bot.presenters.calabresella.cards import card_words, cards_by_suit, thirds_words
from bot.presenters.calabresella.choosing import Chosen, chosen_of, rows
from bot.presenters.calabresella.pictures import hand_picture, table_picture
from bot.presenters.calabresella.table import ACCENT, log_of, standing_line, table_lines
from bot.presenters.calabresella.words import (
    contract_name,
    offer_lines,
    split_words,
    status_line,
    taken_line,
)
from bot.presenters.common import name_of, names_of, title_of
from bot.presenters.panel import Button, PrivatePanel
from bot.presenters.views import SeatView
from games.calabresella.cards import thirds_of
from games.calabresella.moves import Bid, Raise
from games.calabresella.observation import Observation
from games.calabresella.terms import ANSWER, AUCTION, BETWEEN, CALL, LAY_OFF, PLAY, RAISE, REPLY, RETURN, SPLIT
from games.core.cards import SUIT_OF

_LINES = 5


def hand_panel(view: SeatView) -> PrivatePanel:
    """What one player sees. A watcher sees the table instead; so does everybody while a round's account lies there."""
    table = view.table
    observation: Observation = view.observation
    if view.seat is None:
        return _watcher_panel(view, observation)
    chosen = chosen_of(view)
    if table.outcome is not None:
        lines = [table.text("calabresella.hand.over")]
    elif counted(observation) is not None:
        lines = table_lines(table)
    else:
        lines = _lines(view, observation, chosen)
    shows_cards = counted(observation) is None and table.outcome is None
    return PrivatePanel(
        title=title_of(table),
        lines=tuple(lines),
        picture=hand_picture(view, observation, chosen.raised) if shows_cards else table_picture(table, observation),
        rows=(*rows(view, observation, chosen), (Button("more", table.text("house.button.more")),)),
        accent=ACCENT,
        notice=view.notice,
    )


def _watcher_panel(view: SeatView, observation: Observation) -> PrivatePanel:
    table, text = view.table, view.table.text
    told = account_lines(table, account) if (account := counted(observation)) else log_of(table)
    return PrivatePanel(
        title=title_of(table),
        lines=(text("calabresella.hand.watching"), *told, standing_line(table, observation)),
        picture=table_picture(table, observation),
        rows=((Button("more", text("house.button.more")),),),
        accent=ACCENT,
        notice=view.notice,
    )


def _lines(view: SeatView, observation: Observation, chosen: Chosen) -> list[str]:
    """At most five: what matters, how the round stands, what just happened, and the cards in words."""
    table = view.table
    first = _what_matters(view, observation, chosen)
    last = [_cards_line(view, observation)] if observation.hand else []
    # Who exchanges cards knows the contract; splits are the log.
    exchanging = view.seat in observation.to_act and observation.phase not in {AUCTION, RAISE, PLAY, BETWEEN}
    status = [] if exchanging else [status_line(table, observation)]
    log = [] if observation.offers else log_of(table, 1)
    middle = [line for line in (*status, taken_line(table, observation), *log) if line]
    return [*first, *middle[: _LINES - len(first) - len(last)], *last]


def _cards_line(view: SeatView, observation: Observation) -> str:
    """The hand in words, and what its owner alone knows of the new monte (CLB-19)."""
    text, faces = view.table.text, view.table.faces
    cards = cards_by_suit(text, faces, observation.hand)
    if not observation.laid:
        return cards
    return text("calabresella.hand.cards_and_laid", cards=cards, laid=cards_by_suit(text, faces, observation.laid))


def _what_matters(view: SeatView, observation: Observation, chosen: Chosen) -> list[str]:
    table, text = view.table, view.table.text
    phase = observation.phase
    if view.seat not in observation.to_act:
        names = names_of(table, observation.to_act)
        return [text(f"calabresella.waiting.{phase.value}", names=names)]
    if phase is AUCTION:
        once = "_once" if table.options.auction == "one_turn_each" else ""
        return [text(f"calabresella.hand.auction{once}"), *_bids(view)]
    if phase is RAISE:
        return [text("calabresella.hand.raise"), *_bids(view)]
    if phase is CALL:
        return [text("calabresella.hand.call")]
    if phase is PLAY:
        return [_play_line(view, observation)]
    if phase is BETWEEN:
        return [text("calabresella.hand.between")]
    return _exchange_lines(view, observation, chosen)


def _bids(view: SeatView) -> list[str]:
    """A line on each contract that may be chosen now."""
    text = view.table.text
    contracts = [move.contract for move in view.legal.values() if isinstance(move, Bid | Raise)]
    return [
        text(
            f"calabresella.means.{contract.name.lower()}",
            contract=contract_name(text, contract),
            amount=contract.value,
        )
        for contract in contracts
    ]


def _play_line(view: SeatView, observation: Observation) -> str:
    table, text = view.table, view.table.text
    if not observation.trick:
        return text("calabresella.hand.lead")
    led = card_words(text, table.faces, observation.trick[0])
    if not observation.must_follow:
        return text("calabresella.hand.play_free", card=led)
    follows = SUIT_OF[observation.trick[0]] in {SUIT_OF[card] for card in observation.hand}
    return text(f"calabresella.hand.{'play_follow' if follows else 'play_any'}", card=led)


def _exchange_lines(view: SeatView, observation: Observation, chosen: Chosen) -> list[str]:
    """What is to be chosen, and how the choice reads so far."""
    table, text = view.table, view.table.text
    phase = observation.phase
    reading = cards_by_suit(text, table.faces, chosen.cards) or text("calabresella.nothing")
    if phase is RETURN:
        assert observation.handed_over_by is not None
        lines = [text("calabresella.hand.return", name=name_of(table, observation.handed_over_by))]
        return [*lines, text("calabresella.hand.chosen_one", cards=reading)] if chosen.cards else lines
    if phase is LAY_OFF:
        lines = [text.plural("calabresella.hand.lay_off", chosen.need)]
        if not chosen.cards:
            return lines
        n, points = len(chosen.cards), thirds_words(thirds_of(chosen.cards))
        return [*lines, text("calabresella.hand.chosen", cards=reading, chosen=n, need=chosen.need, points=points)]
    if phase is REPLY:
        return [text("calabresella.hand.reply"), *offer_lines(table, observation)]
    assert phase in (SPLIT, ANSWER)
    first = text("calabresella.hand.split") if phase is SPLIT else text("calabresella.hand.answer")
    split = split_words(table, observation, chosen.first_takes, chosen.second_takes)
    return [first, *offer_lines(table, observation), text("calabresella.hand.your_split", split=split)]

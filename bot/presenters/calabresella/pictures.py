"""What Calabresella's pictures show, and the same in words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presenters.calabresella.account import account_lines, counted, number, stakes
from bot.presenters.calabresella.cards import card_words, cards_words, deck_of, sorted_cards, thirds_words
from bot.presenters.calabresella.words import (
    SEATS,
    contract_name,
    offer_lines,
    rule_words,
    taken_line,
)
from bot.presenters.common import seat_labels
from bot.presenters.panel import Picture
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from games.calabresella.cards import LAST_TRICK_THIRDS, RANKS_HIGH_TO_LOW, thirds_of
from games.calabresella.observation import Observation
from games.calabresella.terms import AUCTION, PLAY, Account
from games.core.cards import Card, Suit, card_of
from render.calabresella import (
    AccountWords,
    Guide,
    HandWords,
    TableWords,
    account_scene,
    hand_scene,
    table_scene,
)
from render.rack import Letters

NEWCOMERS_ROUNDS = 3
"""So many rounds a player's hand shows the order and the values of the cards."""


def table_picture(view: TableView, observation: Observation) -> Picture:
    """The public table; between rounds and after a counted end the account."""
    account = counted(observation)
    if account is not None:
        return _account_picture(view, observation, account)
    public = observation._replace(outcome=view.outcome or observation.outcome)
    words = _table_words(view, public)
    scene = table_scene(public, seat_labels(view, SEATS), words, deck_of(view.faces))
    return Picture(scene, _table_alt(view, public, words.turn))


def _table_words(view: TableView, observation: Observation) -> TableWords:
    text = view.text
    contract = bidder = ""
    if observation.highest is not None and observation.highest.contract is not None:
        contract = contract_name(text, observation.contract or observation.highest.contract)
        key = "highest" if observation.contract is None else "alone"
        bidder = text(f"picture.calabresella.{key}", name=view.seats[observation.highest.seat].name)
    return TableWords(
        turn=turn_words(view, observation),
        title=text("picture.calabresella.round", n=observation.number) if observation.number else "",
        contract=contract,
        bidder=bidder,
        rule=_rule(text, observation),
        calls=_calls(view, observation),
        monte=text("picture.calabresella.monte"),
        called=text("picture.calabresella.called"),
        returned=text("picture.calabresella.returned"),
        chips=text("picture.calabresella.chips"),
    )


def _rule(text: Text, observation: Observation) -> str:
    return text("picture.calabresella.must_follow" if observation.must_follow else "picture.calabresella.free")


def _calls(view: TableView, observation: Observation) -> tuple[str, str, str]:
    """What each seat said last in the auction, while it lasts."""
    said = ["", "", ""]
    for call in observation.calls if observation.phase is AUCTION else ():
        said[call.seat] = (
            view.text("picture.calabresella.pass") if call.contract is None else contract_name(view.text, call.contract)
        )
    return said[0], said[1], said[2]


def turn_words(view: TableView, observation: Observation) -> str:
    """Who does what now, in a few words; how the match ended."""
    text = view.text
    outcome = view.outcome or observation.outcome
    if outcome is not None:
        winners = [view.seats[seat].name for seat, place in enumerate(outcome.places) if place == 1]
        if not winners:
            return text("picture.calabresella.over")
        return text.plural("picture.calabresella.wins", len(winners), names=text.list(winners))
    names = text.list(view.seats[seat].name for seat in observation.to_act)
    return text(f"picture.calabresella.turn.{observation.phase.value}", names=names)


def _table_alt(view: TableView, observation: Observation, turn: str) -> str:
    text, faces, names = view.text, view.faces, [seat.name for seat in view.seats]
    parts = [f"{turn}.", text("calabresella.alt.direction"), f"{rule_words(view, observation)}."]
    if observation.contract is not None and observation.bidder is not None:
        contract, name = contract_name(text, observation.contract), names[observation.bidder]
        parts.append(text("calabresella.alt.contract", name=name, contract=contract))
    if observation.called is not None:
        parts.append(text("calabresella.alt.called", card=card_words(text, faces, observation.called)))
    if observation.returned is not None:
        parts.append(text("calabresella.alt.returned", card=card_words(text, faces, observation.returned)))
    if observation.monte_up:
        parts.append(text("calabresella.alt.monte_up", cards=cards_words(text, faces, observation.turned)))
        parts += offer_lines(view, observation, plain=True)
    elif observation.monte_count:
        parts.append(text.plural("calabresella.alt.monte_down", observation.monte_count))
    if observation.phase is PLAY:
        parts.append(_trick_alt(view, observation))
        parts.append(taken_line(view, observation, plain=True))
    parts.append(text("calabresella.alt.chips", chips=_each(names, observation.balances)))
    return " ".join(part for part in parts if part)


def _trick_alt(view: TableView, observation: Observation) -> str:
    """The cards on the felt, in the order played; those of the trick just taken lie there until the next is led."""
    leader, cards, key = observation.leader, observation.trick, "trick"
    if not cards and observation.tricks:
        leader, cards, key = observation.tricks[-1].leader, observation.tricks[-1].cards, "last_trick"
    if not cards:
        return ""
    played = ", ".join(
        f"{view.seats[(leader + place) % SEATS].name} {card_words(view.text, view.faces, card)}"
        for place, card in enumerate(cards)
    )
    return view.text(f"calabresella.alt.{key}", cards=played)


def _each(names: Sequence[str], chips: Sequence[int]) -> str:
    return ", ".join(f"{name} {number(count)}" for name, count in zip(names, chips, strict=False))


def _account_picture(view: TableView, observation: Observation, account: Account) -> Picture:
    text = view.text
    bidder = view.seats[account.bidder].name
    won = text(
        f"picture.calabresella.{'won' if account.won else 'lost'}",
        name=bidder,
        contract=contract_name(text, account.contract),
    )
    words = AccountWords(
        turn=won if view.outcome is None else turn_words(view, observation),
        title=text("picture.calabresella.round", n=account.number),
        others=text("picture.calabresella.others"),
        thirds=tuple(thirds_words(thirds) for _, thirds in account.tricks),
        last_trick=text("picture.calabresella.last_trick"),
        last_worth=thirds_words(LAST_TRICK_THIRDS),
        monte=text("picture.calabresella.monte"),
        monte_worth=thirds_words(account.monte_thirds),
        bidder_sum=thirds_words(account.bidder_thirds),
        others_sum=thirds_words(account.others_thirds),
        stakes=stakes(text, account),
        chips=text("picture.calabresella.chips"),
    )
    scene = account_scene(observation, seat_labels(view, SEATS), words, deck_of(view.faces))
    monte = text("calabresella.alt.monte_up", cards=cards_words(text, view.faces, account.monte))
    alt = " ".join((f"{words.turn}.", *account_lines(view, account, plain=True), monte))
    return Picture(scene, alt)


def hand_picture(view: SeatView, observation: Observation, chosen: frozenset[Card]) -> Picture:
    """The cards of one seat, as its owner wants them sorted and suited; for newcomers with order and values below."""
    table, settings = view.table, view.settings
    text, deck = table.text, deck_of(table.faces)
    cards = sorted_cards(observation.hand, settings.sort_by)
    words = HandWords(
        turn=_hand_turn(view, observation),
        title=_hand_title(table, observation),
        fresh=text("picture.calabresella.fresh"),
        empty=text("picture.calabresella.empty"),
    )
    guide = guide_words(text) if view.rounds_played < NEWCOMERS_ROUNDS else None
    scene = hand_scene(
        observation,
        cards,
        words,
        deck=deck,
        playable=_playable(view, observation),
        chosen=chosen,
        fresh=fresh_cards(observation),
        two_colours=settings.deck == "two",
        letters=_letters(text, table.faces) if settings.letters else None,
        guide=guide,
    )
    numbered = ", ".join(f"{i}: {card_words(text, table.faces, card)}" for i, card in enumerate(cards, 1))
    alt = [text("calabresella.alt.hand", turn=words.turn, title=words.title, cards=numbered or words.empty)]
    if guide is not None:
        alt.append(text("calabresella.alt.guide"))
    return Picture(scene, " ".join(alt))


def fresh_cards(observation: Observation) -> frozenset[Card]:
    """The cards that came into the hand during the exchange, until the first trick is led."""
    if observation.seat is None or observation.trick or observation.tricks:
        return frozenset()
    came = set(observation.took[observation.seat])
    if observation.seat == observation.bidder and observation.called is not None:
        came.add(observation.called)
    if observation.seat == observation.handed_over_by and observation.returned is not None:
        came.add(observation.returned)
    return frozenset(came & set(observation.hand))


def _playable(view: SeatView, observation: Observation) -> frozenset[Card] | None:
    """In play the cards that may be played now; None where all may be chosen from."""
    if observation.phase is not PLAY:
        return None
    return frozenset(move.card for move in view.legal.values())


def guide_words(text: Text) -> Guide:
    """The order of the ranks and what each is worth (CLB-5, CLB-7)."""
    worth = tuple(thirds_of([card_of(Suit.COPPE, rank)]) for rank in RANKS_HIGH_TO_LOW)
    return Guide(
        order=text("picture.calabresella.order"),
        worth=text("picture.calabresella.worth"),
        values=tuple(thirds_words(thirds) if thirds else "–" for thirds in worth),
    )


def _letters(text: Text, faces: str) -> Letters:
    coppe, denari, spade, bastoni = text(f"picture.calabresella.letters.{faces}").split()
    return coppe, denari, spade, bastoni


def _hand_turn(view: SeatView, observation: Observation) -> str:
    if view.seat in observation.to_act and view.table.outcome is None:
        return view.table.text("picture.calabresella.your_turn")
    return turn_words(view.table, observation)


def _hand_title(view: TableView, observation: Observation) -> str:
    """What was led, or the contract; always whether one must follow suit."""
    text, rule = view.text, _rule(view.text, observation)
    if observation.phase is PLAY and observation.trick:
        led = card_words(text, view.faces, observation.trick[0])
        return text("picture.calabresella.led_and_rule", card=led, rule=rule)
    return rule

"""What Kalooki's pictures show, and the same in words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presenters.common import seat_labels
from bot.presenters.kalooki.choosing import Choosing, Reading
from bot.presenters.kalooki.words import card_words, cards_words, meld_cards, rank_sign, sorted_hand
from bot.presenters.panel import Picture
from bot.presenters.views import SeatView, TableView
from games.kalooki.observation import Account, MeldKind, Observation, Phase
from render.kalooki import CountWords, HandWords, TableWords, count_scene, hand_scene, table_scene


def account_shown(view: TableView) -> Account | None:
    """The count of the last hand, while that is what the table shows: until the next one is dealt, and at the end."""
    observation: Observation = view.observation
    counting = observation.phase in {Phase.CUT, Phase.OVER}
    return observation.account if counting else None


def table_picture(view: TableView, observation: Observation) -> Picture:
    """The public table, or the count of the last hand. The viewer's own cards are on neither."""
    account = account_shown(view)
    if account is not None:
        return count_picture(view, observation, account)
    text = view.text
    seen = observation._replace(outcome=view.outcome or observation.outcome)
    turn = _turn(view, seen)
    words = TableWords(
        turn=turn,
        title=text("picture.kalooki.hand", n=seen.hand_number, target=seen.target),
        unopened=text("picture.kalooki.unopened"),
        cut=text("picture.kalooki.cut") if seen.phase is Phase.CUT else "",
    )
    scene = table_scene(seen, seat_labels(view, len(seen.counts)), words)
    return Picture(scene, _table_alt(view, seen, turn))


def count_picture(view: TableView, observation: Observation, account: Account) -> Picture:
    """The count of the hand that ended last, line by line."""
    text = view.text
    seen = observation._replace(outcome=view.outcome or observation.outcome)
    turn = _turn(view, seen)
    words = CountWords(
        turn=turn,
        title=text("picture.kalooki.hand", n=account.hand_number, target=seen.target),
        cost=text("picture.kalooki.cost"),
        total=text("picture.kalooki.total"),
        closed=text("picture.kalooki.closed"),
        unopened=text("picture.kalooki.never_opened"),
    )
    scene = count_scene(seen, seat_labels(view, len(seen.counts)), words)
    return Picture(scene, _count_alt(view, account, turn))


def _turn(view: TableView, observation: Observation) -> str:
    text, outcome = view.text, observation.outcome
    if outcome is not None:
        winners = [view.seats[seat].name for seat, place in enumerate(outcome.places) if place == 1]
        if not winners:
            return text("picture.kalooki.nobody")
        return text.plural("picture.kalooki.wins", len(winners), names=text.list(winners))
    if observation.to_act is None:
        return text("picture.kalooki.over")
    name = view.seats[observation.to_act].name
    return text("picture.kalooki.cuts" if observation.phase is Phase.CUT else "picture.kalooki.turn", name=name)


def _table_alt(view: TableView, observation: Observation, turn: str) -> str:
    text = view.text
    names = [seat.name for seat in view.seats]
    parts = [f"{turn}.", text("kalooki.alt.totals", totals=_each(names, observation.totals))]
    if observation.phase is not Phase.CUT:
        top = text("kalooki.nothing") if observation.top is None else card_words(text, observation.top)
        parts.append(text.plural("kalooki.alt.piles", observation.stock, top=top))
        parts.append(text("kalooki.alt.counts", counts=_each(names, observation.counts)))
    for seat in range(len(observation.counts)):
        melds = [meld_cards(text, laid.meld) for laid in observation.melds if laid.owner == seat]
        if melds:
            parts.append(f"{names[seat]}: {' · '.join(melds)}.")
    return " ".join(parts)


def _each(names: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=False))


def _count_alt(view: TableView, account: Account, turn: str) -> str:
    text = view.text
    parts = [f"{turn}."]
    for seat, line in enumerate(account.lines):
        key = "closed" if seat == account.closer else "held" if line.opened or account.void else "unopened"
        parts.append(
            text(
                f"kalooki.alt.{key}",
                name=view.seats[seat].name,
                cards=cards_words(text, line.cards),
                n=line.points,
                total=line.total,
            )
        )
    return " ".join(parts)


def hand_picture(view: SeatView, choosing: Choosing, reading: Reading) -> Picture:
    """The cards of one seat, as its owner wants them sorted; the table while nobody holds any, and at the end."""
    table, observation = view.table, view.observation
    text = table.text
    if observation.phase in {Phase.CUT, Phase.OVER}:
        return table_picture(table, observation)
    hand = sorted_hand(observation.hand, view.settings.sort_by)
    mine = observation.to_act == view.seat
    words = HandWords(
        turn=text("picture.kalooki.your_turn") if mine else _turn(table, observation),
        title=_hand_title(view, choosing, reading),
        fresh=text("picture.kalooki.fresh"),
        empty=text("picture.kalooki.empty"),
    )
    scene = hand_scene(
        observation,
        hand,
        words,
        two_colours=view.settings.deck == "two",
        chosen=frozenset(choosing.chosen),
        set_aside=choosing.set_aside,
        fresh=observation.drawn,
    )
    numbered = ", ".join(f"{i}: {card_words(text, card)}" for i, card in enumerate(hand, 1))
    return Picture(scene, text("kalooki.alt.hand", turn=words.turn, title=words.title, cards=numbered or words.empty))


def _hand_title(view: SeatView, choosing: Choosing, reading: Reading) -> str:
    """What was chosen, else how far the opening is."""
    text, observation = view.table.text, view.observation
    if reading.melds:
        meld = reading.melds[0]
        if len(reading.melds) > 1:
            return text("picture.kalooki.which_joker")
        if meld.kind is MeldKind.TRIS:
            return text("picture.kalooki.tris", rank=rank_sign(meld.kinds[0]), n=meld.points)
        low, high = rank_sign(meld.kinds[0]), rank_sign(meld.kinds[-1])
        return text("picture.kalooki.scala", low=low, high=high, n=meld.points)
    if observation.opened[view.seat]:
        return text("picture.kalooki.opened")
    return text("picture.kalooki.opening", n=choosing.points, needed=observation.opening_min)

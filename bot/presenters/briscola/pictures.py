"""What blind Briscola's pictures show, and the same in words for those who cannot see them."""

from __future__ import annotations

from bot.presenters.briscola.felt import felt, held_slots, trick_number
from bot.presenters.briscola.words import trick_line
from bot.presenters.common import seat_labels
from bot.presenters.italian import card_words, suit_word
from bot.presenters.panel import Picture
from bot.presenters.views import SeatView, TableView
from bot.text.catalog import Text
from games.briscola.observation import Observation
from games.briscola.terms import SLOTS, Phase
from render.briscola import TableWords, ViewWords, table_scene, view_scene
from render.rack import Letters

ALT_MAX = 1_024
"""What Discord takes of a picture's words."""


def table_picture(view: TableView, observation: Observation) -> Picture:
    """The public table: the auction, the trick or the result."""
    text, public = view.text, felt(observation)._replace(outcome=view.outcome or observation.outcome)
    turn = _turn(view, public)
    words = TableWords(
        turn=turn,
        title=_title(text, public),
        bid=text("picture.briscola.to_beat" if public.bidder is not None else "picture.briscola.at_most"),
        left=text("picture.briscola.left"),
        points=text("picture.briscola.points"),
        result=_result(text, public),
    )
    scene = table_scene(public, seat_labels(view, len(public.hands)), words)
    return Picture(scene, _alt([f"{turn}.", *_table_alt(view, public), _trick_alt(view, public)]))


def view_picture(view: SeatView, observation: Observation) -> Picture:
    """“My view”: what this seat sees, or who watches."""
    table, text = view.table, view.table.text
    words = ViewWords(
        turn=_view_turn(view, observation),
        title=_promise(table, observation),
        bid=text("picture.briscola.to_beat" if observation.bidder is not None else "picture.briscola.at_most"),
        certain=text("picture.briscola.certain") if observation.own_cards else "",
    )
    letters = _letters(text) if view.settings.letters else None
    notes = tuple(view.notes.get(slot, "") for slot in SLOTS)
    scene = view_scene(observation, seat_labels(table, len(observation.hands)), words, letters, notes)
    told, hands = [f"{words.turn}.", *_table_alt(table, observation)], _hands_alt(view, observation)
    alt = _alt([*told, _trick_alt(table, observation), *hands])
    if len(alt) > ALT_MAX:
        # Between two tricks there are 31 cards: the six just taken stand in the public picture's words, too.
        alt = _alt([*told, *hands])
    return Picture(scene, alt)


def _letters(text: Text) -> Letters:
    coppe, denari, spade, bastoni = text("picture.briscola.letters").split()
    return coppe, denari, spade, bastoni


def _turn(view: TableView, observation: Observation) -> str:
    text, outcome = view.text, view.outcome or observation.outcome
    if outcome is not None:
        winners = [view.seats[seat].name for seat, place in enumerate(outcome.places) if place == 1]
        if len(winners) == 1:
            return text("picture.briscola.wins", name=winners[0])
        if outcome.reason == "void":
            return text("picture.briscola.void")
        kept = outcome.reason == "kept"
        return text("picture.briscola.caller_wins" if kept else "picture.briscola.others_win")
    (seat,) = observation.to_act
    name = view.seats[seat].name
    # Between two tricks the one just taken lies there: who took it is who leads.
    if observation.phase is Phase.TRICKS and not observation.trick:
        return text("picture.briscola.took", name=name)
    return text("picture.briscola.turn", name=name)


def _view_turn(view: SeatView, observation: Observation) -> str:
    if view.seat in observation.to_act and view.table.outcome is None:
        return view.table.text("picture.briscola.your_turn")
    return _turn(view.table, observation)


def _title(text: Text, observation: Observation) -> str:
    if observation.phase is Phase.AUCTION:
        return text("picture.briscola.auction")
    if observation.phase is Phase.OVER:
        return ""
    return text("picture.briscola.trick", n=_shown_trick(observation))


def _shown_trick(observation: Observation) -> int:
    """The number of the trick that lies on the table: between two tricks it is the one just taken."""
    taken = len(observation.tricks)
    return taken if taken and not observation.trick else trick_number(observation)


def _result(text: Text, observation: Observation) -> str:
    if observation.result is None:
        return ""
    return text("picture.briscola.kept" if observation.result.kept else "picture.briscola.broken")


def _promise(view: TableView, observation: Observation) -> str:
    """“Carla: less than 44”: short enough for the header of a view."""
    if observation.bidder is None:
        return ""
    return view.text("picture.briscola.promise", name=view.seats[observation.bidder].name, n=observation.number)


def _table_alt(view: TableView, observation: Observation) -> list[str]:
    """The auction, or promise, trump and tricks taken; names as they are, for no markdown is read here."""
    text, names = view.text, [seat.name for seat in view.seats]
    parts: list[str] = []
    if observation.phase is Phase.AUCTION:
        if observation.bidder is None:
            parts.append(text("briscola.alt.open", n=observation.next_bid))
        else:
            parts.append(text("briscola.alt.to_beat", n=observation.number, name=names[observation.bidder]))
        if observation.left:
            parts.append(text("briscola.alt.left", names=text.list(names[seat] for seat in observation.left)))
        return parts
    if observation.bidder is not None:
        parts.append(text("briscola.alt.promise", name=names[observation.bidder], n=observation.number))
    if observation.trump is not None:
        parts.append(text("briscola.alt.trump", suit=suit_word(text, observation.trump)))
        if observation.outcome is None:
            led = names[observation.trick[0].seat if observation.trick else _last_leader(observation)]
            parts.append(text("briscola.alt.led", name=led))
    if observation.tricks:
        taken = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(observation.tricks_taken) if count)
        parts.append(text("briscola.alt.tricks", tricks=taken))
    return parts


def _trick_alt(view: TableView, observation: Observation) -> str:
    return trick_line(view, observation, [seat.name for seat in view.seats])


def _last_leader(observation: Observation) -> int:
    return observation.tricks[-1].leader if observation.tricks else observation.leader


def _hands_alt(view: SeatView, observation: Observation) -> list[str]:
    """The hands that are seen, by slot, and one's own as numbers alone."""
    text = view.table.text
    parts: list[str] = []
    for seat, hand in enumerate(observation.hands):
        if seat == view.seat:
            continue
        cards = [
            f"{slot}: {card_words(text, shown.face)}"
            for slot, shown in zip(SLOTS, hand, strict=True)
            if shown.held and shown.face is not None
        ]
        if cards:
            parts.append(f"{view.table.seats[seat].name} {', '.join(cards)}.")
    if view.seat is not None:
        backs = ", ".join(str(slot) for slot in held_slots(observation, view.seat))
        if backs:
            parts.append(text("briscola.alt.backs", backs=backs))
    return parts


def _alt(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)

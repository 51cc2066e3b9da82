"""What shows that a deal is fair: the seal on the table's message, and the private answers of ``/verify``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.presenters.common import SMALL, game_name, label_of
from bot.presenters.panel import Document, PrivatePanel
from bot.presenters.views import TableView
from bot.text.catalog import Text
from data.records import MatchLine, TableStatus
from games.core.fairness import DealTerms, short_seal
from games.proof import Proof


def seal_lines(view: TableView) -> tuple[str, ...]:
    """The line below a lobby or a result: how the next deal is sealed, and that a match that was sealed can be checked.
    On a running table there is none."""
    text = view.text
    if not view.seal or view.status not in {TableStatus.LOBBY, TableStatus.FINISHED}:
        return ()
    seal = f"`{short_seal(view.seal)}`…"
    if view.status is TableStatus.LOBBY:
        return (SMALL + text("house.seal.lobby", seal=seal),)
    line = text("house.seal.result", seal=seal) if view.match_seal else text("house.seal.next", seal=seal)
    return (SMALL + line,)


def whole_seal(view: TableView) -> tuple[str, ...]:
    """All digits of the seal that matters now: the one of the match that is played, else of the next deal."""
    playing = view.status is TableStatus.PLAYING
    seal = view.match_seal if playing else view.seal
    if not seal:
        return ()
    return (view.text("house.more.seal" if playing else "house.seal.next", seal=f"`{seal}`"),)


def next_deal_lines(view: TableView, joins: Sequence[int]) -> tuple[str, ...]:
    """How the next deal is sealed, and in a lobby by which presses people have sat down so far; ``joins`` are those of
    the seats, 0 for none."""
    seal = view.text("house.seal.next", seal=f"`{view.seal}`")
    presses = [f"{label_of(seat)} `{join}`" for seat, join in zip(view.seats, joins, strict=True) if join]
    if view.status is not TableStatus.LOBBY or not presses:
        return (seal,)
    return (seal, view.text("house.verify.joins", presses=", ".join(presses)))


def lobby_answer(view: TableView, joins: Sequence[int]) -> PrivatePanel:
    """Nothing has been dealt here yet."""
    title = view.text("house.verify.title_next", game=game_name(view.text, view.game))
    return PrivatePanel(title=title, lines=next_deal_lines(view, joins))


def playing_answer(text: Text, terms: DealTerms, seal: str) -> PrivatePanel:
    """A match is played. All that it was dealt from but the secret is told, so that it cannot be changed later."""
    if not seal:
        return PrivatePanel(title=_title(text, terms), lines=(text("house.verify.unsealed"),))
    lines = (text("house.verify.sealed", seal=f"`{seal}`"), text("house.verify.playing"))
    return PrivatePanel(title=_title(text, terms), lines=lines, document=Document(_file(terms, "txt"), terms.text()))


def over_answer(
    text: Text, terms: DealTerms, proof: Proof | None, right: bool | None, more: tuple[str, ...] = ()
) -> PrivatePanel:
    """A match is over: what was sealed, what the bot's own check says, and everything to check it without the bot.

    ``proof`` is None for a match that was not sealed, ``right`` None where the rules have changed since; ``more`` are
    lines to add."""
    if proof is None:
        return PrivatePanel(title=_title(text, terms), lines=(text("house.verify.unsealed"), *more))
    if right is None:
        verdict = text("house.verify.old_rules")
    else:
        verdict = text.plural("house.verify.right", len(proof.moves)) if right else text("house.verify.wrong")
    at_once = terms.start and terms.start in terms.joins
    lines = (
        verdict,
        *((text("house.verify.at_once"),) if at_once else ()),
        text("house.verify.sealed", seal=f"`{proof.commitment}`"),
        text("house.verify.opened", seed=f"`{proof.server_seed.hex()}`"),
        text("house.verify.file"),
        *more,
    )
    return PrivatePanel(
        title=_title(text, terms),
        lines=lines,
        document=Document(_file(terms, "json"), proof.to_json()),
    )


def choice_name(text: Text, line: MatchLine) -> str:
    """A match in the list of those that can be checked, with the day on which it began."""
    day = datetime.fromtimestamp(line.started_at / 1000, UTC).date().isoformat()
    return text("house.verify.choice", game=game_name(text, line.game), n=line.number, day=day)


def _title(text: Text, terms: DealTerms) -> str:
    return text("house.verify.title", game=game_name(text, terms.game), n=terms.number)


def _file(terms: DealTerms, kind: str) -> str:
    return f"{terms.game}-{terms.table}-{terms.number}.{kind}"

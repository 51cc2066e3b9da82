"""An evening of Kalooki: what people see and do, through the real client and the local Discord."""

from __future__ import annotations

from pathlib import Path

from data.records import TableStatus
from games.core import Seat
from games.kalooki import moves
from games.kalooki.cards import CARD_POINTS, NAMES, Card, is_joker
from games.kalooki.observation import Observation, Phase
from tests.support.clock import MovedClock
from tests.support.club import Club, action_of, open_club
from tests.support.people import Message, Person, Result

KINDS = (
    moves.Cut,
    moves.DrawStock,
    moves.DrawPozzo,
    moves.LayDown,
    moves.LayOff,
    moves.Swap,
    moves.Discard,
)


# A player who knows what to do, so that matches come to an end


def company(hand: tuple[Card, ...], card: Card) -> int:
    """How many other cards of the hand could go into a meld with this one."""
    if is_joker(card):
        return 99
    suit, rank = divmod(card // 2, 13)
    others = [divmod(other // 2, 13) for other in hand if other // 2 != card // 2 and not is_joker(other)]
    return sum(2 * (r == rank) + (s == suit and 0 < abs(r - rank) < 3) for s, r in others)


def sensible(club: Club) -> str:
    """A legal move for the seat to act: lay whatever can be laid, keep what goes together."""
    match = club.match
    (seat,) = club.live.active
    seen: Observation = match.game.observe(match.state, seat)
    legal = match.game.legal_moves(match.state, seat)
    if seen.phase is Phase.CUT:
        return "cut-53"
    if seen.phase is Phase.DRAW:
        wanted = seen.top is not None and company(seen.hand, seen.top) > 2
        return match.game.encode_move(legal[1 if wanted and len(legal) > 1 else 0])
    for kind in (moves.LayDown, moves.Swap, moves.LayOff):
        found = next((move for move in legal if isinstance(move, kind)), None)
        if found is not None:
            return match.game.encode_move(found)
    drops = [move for move in legal if isinstance(move, moves.Discard)]
    worst = min(drops, key=lambda drop: (company(seen.hand, drop.card), -CARD_POINTS[drop.card]))
    return match.game.encode_move(worst)


# What people do with their hands


def component(message: Message, action: str) -> str | None:
    """The id of a button or menu with this action, or of one whose action begins so."""
    found = (c["custom_id"] for c in message.components if c.get("custom_id"))
    return next((custom_id for custom_id in found if action_of({"custom_id": custom_id}).startswith(action)), None)


async def press(person: Person, hand: Message, action: str) -> Message:
    """Press a button of the hand; the hand afterwards."""
    custom_id = component(hand, action)
    assert custom_id is not None, (action, hand.labels)
    shown = (await person.press(custom_id=custom_id, message=hand)).message
    assert shown is not None
    return shown


async def pick(person: Person, hand: Message, cards: tuple[Card, ...]) -> Message:
    """Choose cards in the first menu."""
    menu = component(hand, "g:pick")
    assert menu is not None
    shown = (await person.choose(*(NAMES[card] for card in cards), menu=menu, message=hand)).message
    assert shown is not None
    return shown


async def play_by_hand(club: Club, notation: str) -> Result:
    """The player to act makes this move as people do: press "My hand", then a button or a menu, melds card by card."""
    person, move = club.to_act(), club.match.game.decode_move(notation)
    await club.until(lambda: club.can("hand"), "the table")
    hand = await club.hand(person)
    if isinstance(move, moves.LayDown):
        for one in move.melds[:-1]:
            hand = await pick(person, hand, one.cards)
            face = "" if one.joker_as is None else f":{NAMES[one.joker_as * 2]}"
            hand = await press(person, hand, f"g:add{face}")
        hand = await pick(person, hand, move.melds[-1].cards)
    for _ in range(8):
        button = component(hand, f"move:{notation}")
        if button is not None:
            return await person.press(custom_id=button, message=hand)
        for menu in hand.menus:
            if notation in [option["value"] for option in menu["options"]]:
                return await person.choose(notation, menu=menu["custom_id"], message=hand)
        hand = await press(person, hand, "g:page")
    raise AssertionError(f"{notation} is offered nowhere")


async def cut_by_form(club: Club, height: int) -> None:
    """The player on the dealer's right types how many cards to lift."""
    person = club.to_act()
    await club.until(lambda: club.can("g:cut"), "the buttons to cut")
    opened = await club.press(person, "g:cut")
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await person.submit({field: str(height)})


async def test_a_match_to_150_is_played_to_its_end_and_a_rematch_begins(club: Club) -> None:
    """Every kind of move is made by hand at least twice, the rest past Discord; then the result and the rematch."""
    await club.match_of(*club.people, game="kalooki")
    by_hand = dict.fromkeys(KINDS, 0)
    await cut_by_form(club, 30)
    assert club.match.state.phase is Phase.DRAW
    hands_counted = 0
    for match_number in range(4):
        while club.live.playing is not None:
            notation = sensible(club)
            kind = type(club.match.game.decode_move(notation))
            hand_number = club.match.state.hand_number
            if by_hand[kind] < 2:
                ply = club.match.ply
                answer = await play_by_hand(club, notation)
                assert club.match.ply == ply + 1, answer.text
                by_hand[kind] += 1
            else:
                await club.quickly(notation)
            if club.match.outcome is None and club.match.state.hand_number > hand_number and hands_counted < 2:
                hands_counted += 1
                await club.until(lambda n=hand_number: f"Hand {n} cost:" in club.board().text, "the count")
                assert any("total" in alt for alt in club.board().alt_texts)
        assert club.live.record.status is TableStatus.FINISHED
        outcome = club.match.outcome
        assert outcome is not None
        assert max(outcome.points) >= 150
        result = f"wins** with {min(outcome.points)} points"
        await club.until(lambda r=result: r in club.board().text and club.can("rematch"), "the result")
        old_dealer = club.match.state.dealer
        await club.press(club.people[match_number % 3], "rematch")
        await club.until(lambda: club.live.playing is not None, "the rematch")
        assert club.match.state.dealer == (old_dealer + 1) % 3
        if match_number and all(count == 2 for count in by_hand.values()):
            break
    assert hands_counted == 2
    assert all(count == 2 for count in by_hand.values()), by_hand


async def test_kal_4_only_the_player_on_the_dealers_right_cuts(club: Club) -> None:
    await club.match_of(*club.people, game="kalooki")
    cutter = club.to_act()
    other = next(person for person in club.people if person is not cutter)
    await club.until(lambda: club.can("move:cut-53"), "the buttons to cut")
    answer = await club.press(other, "g:cut")
    assert "(KAL-4)" in answer.text
    answer = await club.press(other, "move:cut-53")
    assert "(KAL-4)" in answer.text
    assert club.match.ply == 0
    shown = (await club.press(cutter, "move:cut-53")).message
    assert shown is not None
    assert shown.ephemeral, "who has cut sees the hand that was dealt"
    assert club.match.ply == 1


async def until_several_lays(club: Club) -> None:
    """Play on until the seat to act has opened in this very turn and can lay still more."""
    for _ in range(5_000):
        if club.live.playing is None:
            await club.until(lambda: club.can("rematch"), "the result")
            await club.press(club.people[0], "rematch")
            await club.until(lambda: club.live.playing is not None, "the rematch")
        notation = sensible(club)
        await club.quickly(notation)
        state = club.match.state
        (seat,) = club.live.active or (Seat(0),)
        if state.phase is Phase.PLAY and state.opened_this_turn and state.opened[seat] and len(state.hand) > 4:
            return
    raise AssertionError("nobody opened")


async def test_a_restart_in_the_middle_of_a_turn_resumes_exactly_there(tmp_path: Path) -> None:
    """Cards drawn, melds half laid, cards half chosen: what lies on the table lies there, the choice is made anew."""
    clock = MovedClock(rounds=12)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people, game="kalooki")
        await until_several_lays(before)
        player = before.to_act()
        key, state = player.key, before.match.state
        await before.until(lambda: before.shown_ply == before.match.ply, "the last move on the table")
        hand = await before.hand(player)
        hand = await pick(player, hand, state.hand[:2])
        assert component(hand, "g:undo") is not None
        old_id = hand.id
    async with open_club(tmp_path, clock=clock) as after:
        assert after.match.state == state
        again = next(person for person in after.people if person.key == key)
        assert after.to_act() is again
        old = next(message for message in reversed(again.ephemerals()) if message.id == old_id)
        # The old hand's buttons work, and show that nothing is chosen any more.
        fresh = await press(again, old, "g:undo")
        assert component(fresh, "g:undo") is None
        assert after.match.state == state
        ply = after.match.ply
        await play_by_hand(after, sensible(after))
        assert after.match.ply == ply + 1


async def test_a_stale_menu_of_an_earlier_turn_plays_nothing(club: Club) -> None:
    await club.match_of(*club.people, game="kalooki")
    await club.quickly("cut-53", "stock")
    player = club.to_act()
    hand = await club.hand(player)
    (discard,) = [menu for menu in hand.menus if action_of(menu) == "move"]
    first, second, *_ = [option["value"] for option in discard["options"]]
    await club.quickly(first)
    while club.to_act() is not player or club.match.state.phase is not Phase.PLAY:
        phase = club.match.state.phase
        await club.quickly("stock" if phase is Phase.DRAW else sensible(club))
    state = club.match.state
    answer = await club.forge(player, hand, discard["custom_id"], second)
    assert club.match.state == state
    assert "earlier turn" in answer.text

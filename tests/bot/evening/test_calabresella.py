"""An evening of Calabresella: rounds in every contract, by hand, with a running balance; a kill; a rematch."""

from __future__ import annotations

from pathlib import Path

from bot.presenters.calabresella.cards import card_words
from bot.presenters.views import FRENCH
from data.records import TableStatus
from games.calabresella import moves
from games.calabresella.observation import Observation
from games.calabresella.terms import ANSWER, BETWEEN, PLAY, Contract
from games.core import Seat
from games.core.cards import NAMES, SUIT_OF, Card
from tests.bot.presenters.positions import TEXTS
from tests.support.clock import MovedClock
from tests.support.club import Club, action_of, open_club
from tests.support.people import Message, Person, people
from tests.support.processes import bot_process, local_discord_process

GUIDE = "From high to low"


# What people do with their hands


def component(message: Message, action: str) -> str | None:
    """The id of an enabled button or menu with this action."""
    found = (c for c in message.components if c.get("custom_id") and not c.get("disabled"))
    return next((c["custom_id"] for c in found if action_of(c) == action), None)


async def press(person: Person, message: Message, action: str) -> Message:
    """Press a button of the hand; the hand afterwards."""
    custom_id = component(message, action)
    assert custom_id is not None, (action, message.labels)
    shown = (await person.press(custom_id=custom_id, message=message)).message
    assert shown is not None
    return shown


async def choose(person: Person, message: Message, action: str, *values: str) -> Message:
    """Choose in a menu of the hand; the hand afterwards."""
    menu = component(message, action)
    assert menu is not None, (action, message.options)
    shown = (await person.choose(*values, menu=menu, message=message)).message
    assert shown is not None
    return shown


def chosen(hand: Message) -> list[str]:
    """The values that are marked as chosen in the menus of a hand."""
    return [option["value"] for menu in hand.menus for option in menu["options"] if option.get("default")]


def seen_by(club: Club, seat: int | None) -> Observation:
    return club.match.game.observe(club.match.state, None if seat is None else Seat(seat))


def person_at(club: Club, seat: int) -> Person:
    return club.person(club.live.record.seats[seat].user_id)


async def shown(club: Club) -> None:
    """Wait until the last move is on the table."""
    await club.until(lambda: club.shown_ply == club.match.ply and club.can("hand"), "the table as it is")


async def by_hand(club: Club, notation: str, seat: int | None = None) -> Message:
    """A seat (by default the only one to act) makes this move as people do; the hand afterwards."""
    if seat is None:
        (seat,) = club.live.active
    await shown(club)
    person, move, ply = person_at(club, seat), club.match.game.decode_move(notation), club.match.ply
    hand = await club.hand(person)
    match move:
        case moves.Ask(card):
            hand = await choose(person, hand, "g:suit", SUIT_OF[card].letter)
            after = await choose(person, hand, "move", notation)
        case moves.PlayCard():
            after = await choose(person, hand, "move", notation)
        case moves.Give(card):
            hand = await choose(person, hand, "g:pick", NAMES[card])
            after = await press(person, hand, f"move:{notation}")
        case moves.LayOff(cards):
            hand = await choose(person, hand, "g:pick", *(NAMES[card] for card in cards))
            after = await press(person, hand, f"move:{notation}")
        case moves.Split(cards):
            mine = cards if seen_by(club, seat).phase is not ANSWER else set(seen_by(club, seat).turned) - set(cards)
            if mine:
                hand = await choose(person, hand, "g:pick", *(NAMES[card] for card in sorted(mine)))
            after = await press(person, hand, f"move:{notation}")
        case _:
            after = await press(person, hand, f"move:{notation}")
    assert club.match.ply == ply + 1, after.text
    return after


def lowest(club: Club, seat: int, count: int) -> str:
    """Laying off so many cards of a seat's hand."""
    return club.match.game.encode_move(moves.LayOff(tuple(sorted(seen_by(club, seat).hand[:count]))))


async def bid(club: Club, word: str) -> int:
    """The player to speak bids and nobody goes higher; the bidder's seat."""
    (bidder,) = club.live.active
    await by_hand(club, word)
    while club.match.state.exchange is None:
        await by_hand(club, "pass")
    return int(bidder)


async def play_out(club: Club) -> None:
    """The first trick by hand, the others past Discord; until the account lies there."""
    assert club.match.state.phase is PLAY
    for number in range(36):
        state = club.match.state
        (seat,) = club.live.active
        card = club.match.game.encode_move(club.match.game.legal_moves(state, seat)[0])
        await (by_hand(club, card) if number < 3 else club.quickly(card))
    assert club.match.state.phase is BETWEEN


async def account_of(club: Club, contract: Contract, balances: list[int]) -> list[int]:
    """Look at the account of the round just played: what it says, and the balances after it."""
    await shown(club)
    account = seen_by(club, None).account
    assert account is not None
    assert account.contract is contract
    text = club.board().text
    name = contract.name.capitalize()
    assert f"{name} {contract.value}" in text
    after = [had + got for had, got in zip(balances, account.chips, strict=True)]
    assert list(account.balances) == after
    for seat, chips in enumerate(after):
        gained = account.chips[seat]
        sign = "+" if gained > 0 else "−"
        words = f"{person_at(club, seat).name} **{sign}{abs(gained)}** ({str(chips).replace('-', '−')})"
        assert words in text, (words, text)
    assert any(f"{name} {contract.value}" in alt for alt in club.board().alt_texts)
    return after


async def deal(club: Club) -> None:
    """Whose turn it is deals the next round, with the public button; nobody else may."""
    (dealer,) = club.live.active
    await shown(club)
    other = person_at(club, (dealer + 1) % 3)
    assert "(CLB-3)" in (await club.press(other, "move:deal")).text
    await club.press(person_at(club, dealer), "move:deal")
    assert club.match.state.phase is not BETWEEN


async def exchange_in_chiamo(club: Club, bidder: int) -> None:
    """The bidder calls a card that an opponent holds, gives one for it and lays four off."""
    other = (bidder + 1) % 3
    wanted = seen_by(club, other).hand[0]
    await by_hand(club, f"ask-{NAMES[wanted]}")
    assert wanted in seen_by(club, bidder).hand
    await club.until(lambda: "hands it over" in club.board().text, "the called card")
    await by_hand(club, f"give-{NAMES[seen_by(club, bidder).hand[0]]}")
    assert len(seen_by(club, bidder).hand) == 16
    await by_hand(club, lowest(club, bidder, 4))


async def lay_off_in_dividete(club: Club, bidder: int) -> None:
    """Both opponents choose at the same time; what one confirms takes nothing from the other's half-made choice."""
    first, second = (bidder + 1) % 3, (bidder + 2) % 3
    await shown(club)
    slow = person_at(club, second)
    hand = await choose(slow, await club.hand(slow), "g:pick", NAMES[seen_by(club, second).hand[0]])
    picked = chosen(hand)
    assert len(picked) == 1
    await by_hand(club, lowest(club, first, 2), first)
    await shown(club)
    assert chosen(hand) == picked, "the other's choice is still there"
    hand = await choose(slow, hand, "g:pick", *(NAMES[card] for card in seen_by(club, second).hand[:2]))
    await press(slow, hand, f"move:{lowest(club, second, 2)}")
    assert club.match.state.phase is PLAY


async def share_in_scegliete(club: Club, bidder: int) -> None:
    """One proposes, the other proposes otherwise, and the first proposal stands; three and one are laid off."""
    first, second = (bidder + 1) % 3, (bidder + 2) % 3
    monte = sorted(seen_by(club, None).turned)
    await by_hand(club, club.match.game.encode_move(moves.Split(tuple(monte[:3]))))
    await by_hand(club, club.match.game.encode_move(moves.Split(tuple(monte[:1]))))
    await by_hand(club, "insist")
    await club.until(lambda: "The first proposal stands" in club.board().text, "the split")
    await by_hand(club, lowest(club, first, 3), first)
    await by_hand(club, lowest(club, second, 1), second)


async def test_rounds_in_every_contract_with_a_running_balance_and_a_rematch(club: Club) -> None:
    """Also I7: after all have passed nobody pays; I9: exactly four go back; I18: the account stands line by line."""
    await club.match_of(*club.people, game="calabresella")
    balances = [0, 0, 0]
    assert any(GUIDE in alt for alt in (await club.hand(club.people[0])).alt_texts)
    for _ in range(3):
        await by_hand(club, "pass")
    await club.until(lambda: "All have passed" in club.board().text, "the all-pass")
    assert list(seen_by(club, None).balances) == balances
    await club.press(club.to_act(), "move:deal")

    bidder = await bid(club, "chiamo")
    await exchange_in_chiamo(club, bidder)
    await play_out(club)
    balances = await account_of(club, Contract.CHIAMO, balances)
    await deal(club)

    bidder = await bid(club, "solo")
    await by_hand(club, lowest(club, bidder, 4))
    await play_out(club)
    balances = await account_of(club, Contract.SOLO, balances)
    await deal(club)

    await bid(club, "solissimo")
    await by_hand(club, "play")
    await play_out(club)
    balances = await account_of(club, Contract.SOLISSIMO, balances)
    await deal(club)
    # Three rounds are played: order and values are known by now.
    assert not any(GUIDE in alt for alt in (await club.hand(club.people[0])).alt_texts)

    bidder = await bid(club, "solissimo")
    await by_hand(club, "dividete")
    await lay_off_in_dividete(club, bidder)
    await play_out(club)
    balances = await account_of(club, Contract.DIVIDETE, balances)
    await deal(club)

    bidder = await bid(club, "solissimo")
    await by_hand(club, "scegliete")
    await share_in_scegliete(club, bidder)
    await play_out(club)
    balances = await account_of(club, Contract.SCEGLIETE, balances)
    await stop_and_play_again(club, balances)


async def stop_and_play_again(club: Club, balances: list[int]) -> None:
    """All three say stop; the result names the richest; a rematch begins at nothing."""
    await shown(club)
    for person in club.people:
        await club.press(person, "move:stop")
    assert club.live.record.status is TableStatus.FINISHED
    await club.until(lambda: club.can("rematch"), "the result")
    richest = max(balances)
    assert f"{person_at(club, balances.index(richest)).name} {richest}" in club.board().text
    await club.press(club.people[1], "rematch")
    await club.until(lambda: club.live.playing is not None and club.can("hand"), "the rematch")
    assert seen_by(club, None).balances == (0, 0, 0)


async def test_the_classic_terziglio_is_one_choice_and_asks_to_follow_suit(club: Club) -> None:
    """Complaint I13: disabled cards must match the engine's own check; a forged one is refused with its rule."""
    anna, bruno, carla = club.people
    await bruno.change(locale="en-US")
    await club.table(anna, bruno, carla, game="calabresella")
    panel = (await club.press(anna, "options")).message
    assert panel is not None
    await choose(anna, panel, "preset", "classic")
    await club.until(lambda: "Following suit: required" in club.board().text, "the options on the table")
    await club.press(anna, "start")
    await club.until(lambda: club.can("hand"), "the deal")
    await bid(club, "solissimo")
    await by_hand(club, "play")
    while True:
        (seat,) = club.live.active
        seen, legal = seen_by(club, seat), club.match.game.legal_moves(club.match.state, seat)
        forbidden = set(seen.hand) - {move.card for move in legal}
        if forbidden:
            break
        await club.quickly()
    await shown(club)
    person = person_at(club, seat)
    hand = await club.hand(person)
    menu = component(hand, "move")
    assert menu is not None
    assert {option["value"] for m in hand.menus for option in m["options"]} == {NAMES[move.card] for move in legal}
    assert "you must follow suit" in hand.text
    state = club.match.state
    answer = await club.forge(person, hand, menu, NAMES[min(forbidden)])
    assert "(CLB-26)" in answer.text
    assert club.match.state == state


async def test_suits_are_each_players_own_and_the_public_ones_the_servers(club: Club) -> None:
    anna, bruno, carla = club.people
    await bruno.command("settings")
    panel = bruno.ephemerals()[-1]
    await press(bruno, panel, "set:faces:italian")
    await club.match_of(anna, bruno, carla, game="calabresella")
    french, italian = await club.hand(anna), await club.hand(bruno)
    assert "♠" in french.text + "".join(french.alt_texts)
    assert "bastoni" in "".join(italian.alt_texts)
    assert "♠" not in italian.text
    await anna.command("server")
    await press(anna, anna.ephemerals()[-1], "server:faces:italian")
    await bid(club, "chiamo")
    card = next(card for card in range(40) if card not in seen_by(club, min(club.live.active)).hand)
    await by_hand(club, f"ask-{NAMES[card]}")
    await shown(club)
    assert "coppe" in club.board().text
    assert "♥" not in club.board().text


async def test_i12_g6_nobody_is_sent_a_card_that_they_may_not_know(club: Club) -> None:
    """Complaints I12 and G6: what each person can read after an exchange is searched for others' cards."""
    await club.match_of(*club.people, game="calabresella")
    bidder = await bid(club, "chiamo")
    await exchange_in_chiamo(club, bidder)
    laid = club.match.state.monte
    await shown(club)
    for seat in range(3):
        seen = seen_by(club, seat)
        person = person_at(club, seat)
        await club.hand(person)
        held = {card for other in range(3) if other != seat for card in seen_by(club, other).hand}
        hidden = (held | (set(laid) if seat != bidder else set())) - set(seen.turned) - _named(seen)
        everything = "\n".join(str(message.data) for message in person.everything())
        leaked = [c for c in hidden if any(card_words(text, FRENCH, c) in everything for text in TEXTS)]
        assert not leaked


def _named(seen: Observation) -> set[Card]:
    return {*seen.hand, *(card for card in (seen.called, seen.returned) if card is not None)}


# Restarts


async def test_i11_a_restart_in_the_middle_of_the_exchange_shows_who_holds_what(tmp_path: Path) -> None:
    """Complaint I11: a replay ignored the exchange."""
    clock = MovedClock(rounds=12)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people, game="calabresella")
        bidder = await bid(before, "chiamo")
        wanted = seen_by(before, (bidder + 1) % 3).hand[0]
        await by_hand(before, f"ask-{NAMES[wanted]}")
        state = before.match.state
    async with open_club(tmp_path, clock=clock) as after:
        assert after.match.state == state
        assert len(seen_by(after, bidder).hand) == 17
        await by_hand(after, f"give-{NAMES[seen_by(after, bidder).hand[0]]}")
        await by_hand(after, lowest(after, bidder, 4))
        await play_out(after)
        await account_of(after, Contract.CHIAMO, [0, 0, 0])


async def test_kill_9_in_the_middle_of_the_exchange_and_the_chosen_cards_are_laid_off(tmp_path: Path) -> None:
    """The button that confirms the choice holds it, so even the message from before the kill still works."""
    database = tmp_path / "journal.sqlite3"
    async with (
        local_discord_process(tmp_path / "discord.sqlite3") as url,
        people(url, "anna", "bruno", "carla") as persons,
    ):
        await persons[1].change(locale="en-US")
        async with bot_process(url, database) as bot:
            await _open_match(persons)
            bidder, hand = await _win_solo(persons)
            cards = [option["value"] for option in hand.menus[0]["options"][:4]]
            hand = await choose(bidder, hand, "g:pick", *cards)
            confirm = next(a for a in map(action_of, hand.buttons) if a.startswith("move:lay-"))
            before = hand.text
            await bot.kill()
        async with bot_process(url, database) as bot:
            assert hand.text == before
            after = await press(bidder, hand, confirm)
            assert "Laid off: " in after.text
            others = [person for person in persons if person is not bidder]
            boards = [_board(person) for person in others]
            await others[0].wait_for(lambda: "lays off 4 cards" in boards[0].text, "the new monte on the table")
            assert await bot.stop() == 0
            assert not [line for line in bot.lines if "Traceback" in line]


def _board(person: Person) -> Message:
    return next(m for m in reversed(person.messages()) if not m.ephemeral and component(m, "more"))


async def _open_match(persons: list[Person]) -> None:
    host = persons[0]
    await host.command("play", game="calabresella")
    for person in persons[1:]:
        await person.wait_for(lambda p=person: any(component(m, "sit") for m in p.messages()), "the lobby")
        board = _board(person)
        await person.press(custom_id=component(board, "sit"), message=board)
    await host.wait_for(lambda: component(_board(host), "start") is not None, "the start button")
    await host.press(custom_id=component(_board(host), "start"), message=_board(host))


async def _win_solo(persons: list[Person]) -> tuple[Person, Message]:
    """The first player to speak bids Solo, the others pass; the bidder with the monte in hand."""
    bidder: Person | None = None
    for _ in range(3):
        person, hand = await _whose_turn(persons, "move:pass")
        hand = await press(person, hand, "move:pass" if bidder else "move:solo")
        bidder = bidder or person
    assert bidder is not None
    _, hand = await _whose_turn([bidder], "g:pick")
    return bidder, hand


async def _whose_turn(persons: list[Person], action: str) -> tuple[Person, Message]:
    while True:
        for person in persons:
            await person.wait_for(lambda p=person: component(_board(p), "hand") is not None, "the table")
            board = _board(person)
            shown_hand = (await person.press(custom_id=component(board, "hand"), message=board)).message
            assert shown_hand is not None
            if component(shown_hand, action):
                return person, shown_hand


# Time


async def test_a_table_that_nobody_attends_to_plays_on_and_comes_to_an_end(club: Club) -> None:
    """The table passes, deals nothing by itself, and says stop for those who are away."""
    await club.match_of(*club.people, game="calabresella", clock="30")
    for _ in range(12):
        await club.advance(31)
    assert club.live.paused or club.live.record.status is TableStatus.FINISHED


async def test_a_round_that_the_table_played_for_somebody_does_not_make_them_an_old_hand(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla, game="calabresella")
    await bid(club, "solissimo")
    await by_hand(club, "play")
    await club.bot.house.service.seating.leave(club.live, int(carla.id))
    while seen_by(club, None).account is None:
        await (club.advance(5) if club.to_act() is carla else club.quickly())
    played = [await club.store.rounds_played(int(person.id), "calabresella") for person in club.people]
    assert played == [1, 1, 0]
    assert await club.store.rounds_played(int(anna.id), "kalooki") == 0

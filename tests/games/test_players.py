"""Computer players of every game: legal whatever happens, the same twice, blind to what their seat does not see, and
not foolish. Strength is measured by hand in the arena; here a few deals with wide bars and fixed seeds only see that
nothing broke."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.briscola.moves import Bid, Leave, PlaySlot
from games.briscola.player import KEPT, LOWEST_BID
from games.calabresella.moves import Deal, Stop
from games.calabresella.player import worth_of
from games.calabresella.tactics import Trick, card_to_play
from games.calidruno.cards import Colour, card_from
from games.calidruno.moves import Call, Catch, Draw, Play
from games.calidruno.options import Options as CalidrunoOptions
from games.core import Match, Rng, Seat
from games.core.card_sets import card_set
from games.core.cards import card_from as italian
from games.core.player import Strength, Wish, decide, drawn_delay, thought_seed
from games.kalooki.cards import is_joker
from games.kalooki.moves import Discard, LayDown
from games.players import PLAYERS
from games.registry import BY_KEY
from tests.games.arena import bout
from tests.games.playouts import AnyGame, Setting, all_settings, fewest_seats, positions, seed_of

every_preset = pytest.mark.parametrize(
    ("game", "options"), [pytest.param(game, options, id=name) for name, game, options in all_settings()]
)
every_strength = pytest.mark.parametrize("strength", list(Strength))


def thought(match: Match, seat: Seat, strength: Strength, seen: Any = None) -> Any:
    """What a computer plays there."""
    game, state = match.game, match.state
    observation = game.observe(state, seat) if seen is None else seen
    seed = thought_seed(match.seed, match.ply, seat)
    return decide(PLAYERS[game.info.key], strength, observation, game.legal_moves(state, seat), match.options, seed)


# What holds for all of them


@every_strength
@every_preset
def test_every_move_is_legal_the_same_twice_and_blind_to_hidden_cards(
    game: AnyGame, options: Any, strength: Strength
) -> None:
    for number in range(2):
        setting = Setting(game, options, fewest_seats(game, options), seed_of(number))
        for match in list(positions(setting, number, 150))[::3]:
            for seat in sorted(game.active_seats(match.state)):
                move = thought(match, seat, strength)
                assert move in game.legal_moves(match.state, seat)
                other = game.resample(match.state, seat, Rng(seed_of(match.ply), 1))
                assert thought(match, seat, strength, game.observe(other, seat)) == move


@every_preset
def test_wishes_and_slips_are_legal_and_pauses_are_short(game: AnyGame, options: Any) -> None:
    player = PLAYERS[game.info.key]
    setting = Setting(game, options, fewest_seats(game, options), seed_of(5))
    for match in positions(setting, 5, 200):
        for seat in map(Seat, range(match.seats)):
            legal, seen = game.legal_moves(match.state, seat), game.observe(match.state, seat)
            if not legal:
                continue
            for wish in player.wishes(seen, legal, options, Strength.EASY):
                assert wish.move in legal
                assert 0 <= wish.chance <= 1
                assert 0 < wish.soonest_s <= wish.latest_s
            if seat in game.active_seats(match.state):
                slips = player.slips(seen, legal, options)
                assert slips
                assert all(slip in legal for slip in list(slips)[:20])
                assert 0 < player.pause(seen, options).soonest_s <= player.pause(seen, options).latest_s <= 8


def test_a_thought_says_nothing_of_the_cards_to_come() -> None:
    """The seed of a thought is not the match's own."""
    seeds = {
        thought_seed(seed_of(1), ply, Seat(seat), about) for ply in (1, 2) for seat in (0, 1) for about in ("", "x")
    }
    assert len(seeds) == 8
    assert seed_of(1) not in seeds


def test_an_easy_player_slips_about_as_often_as_it_should() -> None:
    setting = Setting(BY_KEY["calidruno"], CalidrunoOptions(), 4, seed_of(3))
    differs = moves = 0
    for number in range(30):
        for match in positions(setting._replace(seed=seed_of(number)), number, 60):
            for seat in match.game.active_seats(match.state):
                if len(match.game.legal_moves(match.state, seat)) > 3:
                    moves += 1
                    differs += thought(match, seat, Strength.EASY) != thought(match, seat, Strength.GOOD)
    assert 0.1 < differs / moves < 0.35


def test_a_wish_comes_true_by_its_chance_and_in_its_time() -> None:
    delays = [drawn_delay(Wish("x", 0.3, 1.0, 2.0), Rng(seed_of(n))) for n in range(1000)]
    wanted = [delay for delay in delays if delay is not None]
    assert 250 < len(wanted) < 350
    assert 1.0 <= min(wanted) < 1.1
    assert 1.9 < max(wanted) <= 2.0
    assert all(drawn_delay(Wish("x", 1.0, 1.0, 1.0), Rng(seed_of(n))) == 1.0 for n in range(50))


# Calidruno


def calidruno(hand: str, top: str, options: CalidrunoOptions | None = None, others: int = 7, colour: str = "") -> Match:
    """Two or more players, the first to act with this hand."""
    match = Match.start(BY_KEY["calidruno"], options or CalidrunoOptions(), 2, seed_of(1), Seat(1))
    state = match.state
    cards = tuple(sorted(card_from(name) for name in hand.split()))
    first = state.to_act
    hands = tuple(cards if seat == first else state.hands[seat][:others] for seat in range(2))
    in_force = next(c for c in Colour if c.letter == (colour or top[0]))
    state = state._replace(hands=hands, discards=(card_from(top),), colour=in_force)
    return Match(match.game, match.options, 2, match.seed, match.dealer, state)


def chosen(match: Match) -> str:
    (seat,) = match.game.active_seats(match.state)
    return match.game.encode_move(thought(match, seat, Strength.GOOD))


def test_calidruno_stays_in_the_colour_held_most_and_keeps_wilds() -> None:
    assert chosen(calidruno("R3 B5 B6 B8 W", "R5")) == "B5"
    assert chosen(calidruno("R3 R4 R9 B5 W", "R5"))[0] == "R"


def test_complaint_j3_a_wild_does_not_name_the_colour_in_force_for_nothing() -> None:
    for hand in ("B3 B4 Y8 W", "Y1 Y2 G6 W+4", "W W W"):
        move = chosen(calidruno(hand, "R5"))
        assert move.startswith("W")
        assert "=R" not in move


def test_calidruno_hinders_a_player_who_is_nearly_out() -> None:
    assert chosen(calidruno("R3 R4 R-stop R9", "R5", others=1)) == "R-stop"
    assert chosen(calidruno("R3 R4 W+4 R9", "R5", others=1)).startswith("W+4")
    assert chosen(calidruno("R3 R4 W+4 R9", "R5", others=6)).startswith("R")


def test_calidruno_says_the_word_with_the_card_only_where_there_is_no_other_time_for_it() -> None:
    assert chosen(calidruno("R3 G4", "R5")) == "R3"
    assert chosen(calidruno("R3 G4", "R5", CalidrunoOptions(grace_s=0))) == "R3!"


def test_calidruno_plays_the_card_just_drawn_and_never_draws_with_a_card_to_play() -> None:
    options = CalidrunoOptions(draw_when_playable="yes")
    for match in positions(Setting(BY_KEY["calidruno"], options, 3, seed_of(8)), 8, 150):
        for seat in match.game.active_seats(match.state):
            legal = match.game.legal_moves(match.state, seat)
            move = thought(match, seat, Strength.GOOD)
            if any(isinstance(m, Play) for m in legal):
                assert isinstance(move, Play | Call)
            assert not isinstance(move, Catch)
    assert isinstance(thought(calidruno("G4", "R5"), calidruno("G4", "R5").state.to_act, Strength.GOOD), Draw)


@pytest.mark.parametrize(("seats", "bar"), [(2, 0.55), (4, 0.30)])
def test_calidruno_beats_chance(capsys: pytest.CaptureFixture[str], seats: int, bar: float) -> None:
    figures = bout(capsys, "--game", "calidruno", "--seats", str(seats), "--deals", "40")
    assert figures["illegal"] == 0
    assert figures["win_rate"] > bar


# Kalooki


def test_kalooki_closes_nearly_every_hand_against_chance(capsys: pytest.CaptureFixture[str]) -> None:
    figures = bout(capsys, "--game", "kalooki", "--deals", "8")
    assert figures["illegal"] == 0
    assert figures["win_rate"] > 0.9


def test_kalooki_opens_when_it_can_and_throws_no_joker_nor_a_card_of_a_meld() -> None:
    game = BY_KEY["kalooki"]
    opened = 0
    for number in range(12):
        setting = Setting(game, game.presets["seed"], 3, seed_of(number))
        match = setting.start()
        for _ in range(120):
            if match.outcome is not None:
                break
            (seat,) = match.game.active_seats(match.state)
            legal = match.game.legal_moves(match.state, seat)
            move = thought(match, seat, Strength.GOOD)
            if any(isinstance(m, LayDown) for m in legal):
                assert isinstance(move, LayDown)
                opened += 1
            if isinstance(move, Discard):
                hand = match.game.observe(match.state, seat).hand
                assert not is_joker(move.card) or all(map(is_joker, hand))
            match, _ = match.play(seat, move)
    assert opened > 10


# Blind Briscola


def test_briscola_underbids_down_to_the_lowest_number_that_pays() -> None:
    game = BY_KEY["briscola"]
    match = Match.start(game, game.presets["seed"], 6, seed_of(1), Seat(0))
    numbers: list[int] = []
    while match.state.bidder is None or len(match.state.auction.left) < 5:
        (seat,) = game.active_seats(match.state)
        move = thought(match, seat, Strength.GOOD)
        if isinstance(move, Bid):
            numbers.append(move.number)
        else:
            assert isinstance(move, Leave)
            assert match.state.number is not None
            assert match.state.number <= LOWEST_BID
        match, _ = match.play(seat, move)
    assert numbers[-1] == LOWEST_BID
    assert all(KEPT[number] > 0.48 for number in KEPT if number >= LOWEST_BID)


def test_briscola_slots_are_alike_and_so_are_suits() -> None:
    """No slot is better than another, so a computer prefers none: a preference would be a leak."""
    game = BY_KEY["briscola"]
    slots, trumps = Counter[int](), Counter[Any]()
    for number in range(250):
        match = Match.start(game, game.presets["seed"], 6, seed_of(number))
        while len(match.state.tricks) == 0:
            (seat,) = game.active_seats(match.state)
            move = thought(match, seat, Strength.GOOD)
            if isinstance(move, PlaySlot):
                slots[move.slot] += 1
            elif not isinstance(move, Bid | Leave):
                trumps[move] += 1
            match, _ = match.play(seat, move)
    for counts, kinds in ((slots, 6), (trumps, 4)):
        expected = counts.total() / kinds
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        assert len(counts) == kinds
        assert chi_square < 20.5  # p = 0.001 at five degrees of freedom


def test_briscola_bids_better_than_chance(capsys: pytest.CaptureFixture[str]) -> None:
    figures = bout(capsys, "--game", "briscola", "--deals", "40")
    assert figures["illegal"] == 0
    assert figures["win_rate"] > 0.6


# Calabresella


def cards(names: str) -> int:
    return card_set(italian(name) for name in names.split())


def test_calabresella_plays_by_its_reasons() -> None:
    unseen = cards("3C 2C AC RC 4C 5C 3D RD 7D 4D")
    hand = cards("3S AS 4S AD FD")
    # Three masters and two other cards: one of the pair leads the masters, who plays alone keeps them.
    assert card_to_play(hand, hand, Trick((), None, unseen, alone=False, must_follow=False)) == italian("AS")
    assert card_to_play(hand, hand, Trick((), None, unseen, alone=True, must_follow=False)) == italian("FD")
    few = hand & ~cards("3S AS")
    assert card_to_play(few, few, Trick((), None, unseen, alone=True, must_follow=True)) == italian("FD")
    assert card_to_play(few, few, Trick((), None, unseen, alone=False, must_follow=True)) == italian("4S")

    def trick(names: str, partner: int | None = None, unseen: int = unseen) -> Trick:
        return Trick(tuple(map(italian, names.split())), partner, unseen, alone=partner is None, must_follow=False)

    assert card_to_play(hand, hand, trick("2D 4D", 0, cards("3D RD"))) == italian("AD"), "for the partner"
    assert card_to_play(hand, hand, trick("RD 7D")) == italian("AD"), "an ace brings itself home"
    unsure = trick("RD")
    assert card_to_play(hand, hand, unsure) == italian("4S"), "the three of denari may still fall on it"


def test_calabresella_honours_are_worth_more_together() -> None:
    assert worth_of(cards("3C 2C AC")) > worth_of(cards("3C 2D AS"))
    assert worth_of(cards("3C AC")) > worth_of(cards("AC")) + worth_of(cards("3D"))


def test_complaint_j1_in_the_last_round_who_is_ahead_risks_less() -> None:
    game = BY_KEY["calabresella"]
    options = game.options_type(rounds="3")
    bids = Counter[str]()
    for number in range(300):
        match = Match.start(game, options, 3, seed_of(number))
        (seat,) = game.active_seats(match.state)
        seen = game.observe(match.state, seat)
        for name, chips in (("ahead", 9), ("level", 0), ("behind", -9)):
            balances = tuple(chips if s == seat else 0 for s in range(3))
            last = seen._replace(number=3, balances=balances)
            bids[name] += thought(match, seat, Strength.GOOD, last) != game.decode_move("pass")
    assert bids["ahead"] < bids["level"] < bids["behind"]


def test_complaint_j2_bids_vary_from_deal_to_deal() -> None:
    """Players were bored by computers that always made the same bid."""
    game = BY_KEY["briscola"]
    first: set[str] = set()
    for number in range(20):
        match = Match.start(game, game.presets["seed"], 6, seed_of(number))
        (seat,) = game.active_seats(match.state)
        first.add(game.encode_move(thought(match, seat, Strength.GOOD)))
    assert len(first) > 1


@pytest.mark.parametrize("follow", ["free", "required"])
def test_calabresella_is_played_in_most_deals_and_most_bids_are_kept(
    capsys: pytest.CaptureFixture[str], follow: str
) -> None:
    figures = bout(
        capsys,
        *("--game", "calabresella", "--b", "good", "--contract", "auction"),
        *("--follow-suit", follow, "--deals", "60"),
    )
    assert figures["all_passed"] < 0.1
    assert figures["won_alone"] > 0.55


def test_calabresella_deals_on_unless_somebody_would_stop() -> None:
    game = BY_KEY["calabresella"]
    match = Match.start(game, game.presets["seed"], 3, seed_of(2))
    while game.observe(match.state, None).phase.value != "between":
        seat = min(game.active_seats(match.state))
        match, _ = match.play(seat, game.timeout_move(match.state, seat))
    (dealer,) = game.active_seats(match.state)
    assert thought(match, dealer, Strength.GOOD) == Deal()
    other = Seat((dealer + 1) % 3)
    match, _ = match.play(other, Stop())
    assert thought(match, dealer, Strength.GOOD) == Stop()
    third = Seat((dealer + 2) % 3)
    seen, legal = game.observe(match.state, third), game.legal_moves(match.state, third)
    assert [w.move for w in PLAYERS["calabresella"].wishes(seen, legal, match.options, Strength.GOOD)] == [Stop()]


@pytest.mark.parametrize(("follow", "bar"), [("free", 0.75), ("required", 0.65)])
def test_calabresella_beats_chance_in_both_roles(capsys: pytest.CaptureFixture[str], follow: str, bar: float) -> None:
    figures = bout(capsys, "--game", "calabresella", "--follow-suit", follow, "--deals", "20")
    assert figures["illegal"] == 0
    assert figures["win_rate"] > bar
    assert figures["won_alone"] > 0.5
    assert figures["won_against"] > 0.7

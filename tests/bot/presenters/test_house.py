"""The house's panels: lobby, options, settings, and the ways out of every corner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.preferences import changed_player, changed_server
from bot.presenters import house
from bot.presenters.common import CLOCKS, clock_label
from bot.presenters.options import differing_options, options_panel, page_of
from bot.presenters.panel import Button, Menu, Panel
from bot.presenters.preferences import language_name, server_panel, settings_panel
from bot.presenters.refusals import Refusal, permission_name, refusal
from bot.presenters.views import TableView
from bot.text.catalog import Text
from data.records import PlayerSettings, Presence, ServerSettings, StandIn, TableStatus
from games.calidruno.options import CLASSIC, Options
from games.registry import BY_KEY
from render.lobby import LobbyScene
from tests.bot.presenters.positions import EN, GAME, IT, Table


def _lobby(seats: int = 3, options: Options | None = None) -> TableView:
    view = Table.deal(max(seats, 2), options).public(status=TableStatus.LOBBY, observation=None, active=frozenset())
    return replace(view, seats=view.seats[:seats], log=())


def _buttons(panel: Panel) -> dict[str, Button]:
    return {button.action: button for row in panel.rows if not isinstance(row, Menu) for button in row}


def _menus(panel: Panel) -> dict[str, Menu]:
    return {row.action: row for row in panel.rows if isinstance(row, Menu)}


# The lobby


def test_a_lobby_says_who_sits_and_how_it_is_played() -> None:
    panel = house.public_panel(_lobby())
    assert panel.title == "Calidruno · Anna’s table"
    assert panel.lines[0] == "At the table (3 of 10): Anna (host), Bruno, Carla"
    assert panel.lines[1] == "Played by the book."
    assert list(_buttons(panel)) == ["sit", "leave", "start", "computers", "options", "rules", "watch", "more"]
    assert not _buttons(panel)["start"].disabled
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, LobbyScene)
    assert [seat.mark for seat in panel.picture.scene.seats] == ["host", "", ""]


def test_start_is_greyed_with_the_reason() -> None:
    start = _buttons(house.public_panel(_lobby(1)))["start"]
    assert (start.disabled, start.label) == (True, "Start (1 more needed)")
    assert "1 more player is needed." in house.public_panel(_lobby(1)).lines
    assert _buttons(house.public_panel(replace(_lobby(1), text=IT)))["start"].label == "Comincia (ne manca 1)"


def test_a_full_table_takes_nobody_more() -> None:
    assert _buttons(house.public_panel(_lobby(10)))["sit"].disabled
    assert not _buttons(house.public_panel(_lobby(9)))["sit"].disabled


def test_a_table_full_of_computers_takes_one_person_more() -> None:
    view = _lobby(10)
    seats = (*view.seats[:-1], replace(view.seats[-1], user_id=-2, name="Gino", computer="good"))
    panel = house.public_panel(replace(view, seats=seats))
    assert not _buttons(panel)["sit"].disabled
    assert "Gino 🤖" in panel.lines[0]
    assert isinstance(panel.picture.scene if panel.picture else None, LobbyScene)
    company = house.computers_panel(replace(view, seats=seats))
    assert set(_menus(company)) == {"uncomputer"}
    assert [choice.value for choice in _menus(company)["uncomputer"].choices] == ["-2"]


def test_it_is_said_where_a_strong_computer_is_only_a_good_one() -> None:
    def strong(game: str, text: Text) -> str:
        lobby, options = _lobby(), BY_KEY[game].presets["seed"]
        view = replace(lobby, text=text, game=game, options=options, seats=lobby.seats[:2])
        choices = _menus(house.computers_panel(view))["computer"].choices
        return next(choice.description for choice in choices if choice.value == "strong")

    for game in ("briscola", "calidruno"):
        assert "Good" in strong(game, EN)
        assert "Bravo" in strong(game, IT)
    assert "against one player" in strong("calidruno", EN)
    assert "Good" not in strong("calabresella", EN)


def test_who_has_left_a_match_finds_the_way_back_to_their_seat() -> None:
    view = Table.deal(3).hand(None, settings=PlayerSettings(101))
    seats = tuple(replace(seat, presence=Presence.LEFT) if seat.user_id == 101 else seat for seat in view.table.seats)
    panel = house.more_panel(replace(view, table=replace(view.table, seats=seats)))
    assert "sit" in _buttons(panel)


def test_an_empty_table_is_not_an_error() -> None:
    panel = house.public_panel(_lobby(0))
    assert panel.title == "Calidruno"
    assert panel.lines[0] == "Nobody is sitting here yet; 10 can play."


def test_a_lobby_says_what_differs_from_the_book() -> None:
    panel = house.public_panel(_lobby(options=Options(stacking="same_kind", grace_s=0)))
    line = "House rules: Answering draw cards: with the same kind · Head start for the word: none"
    assert line in panel.lines
    assert len(differing_options(EN, "calidruno", CLASSIC)) == 8


# Options


def test_every_choice_of_an_option_is_explained() -> None:
    for text in (EN, IT):
        for page in range(5):
            for menu in _menus(options_panel(replace(_lobby(), text=text), page)).values():
                assert all(choice.description for choice in menu.choices)
                assert sum(choice.chosen for choice in menu.choices) == 1, menu.action


def test_menus_show_what_is_chosen() -> None:
    view = _lobby(options=Options(stacking="same_kind"))
    menu = _menus(options_panel(view, page_of(view, "stacking")))["opt:stacking"]
    assert [choice.value for choice in menu.choices if choice.chosen] == ["same_kind"]


def test_no_preset_is_chosen_where_none_fits() -> None:
    menu = _menus(options_panel(_lobby(options=Options(stacking="same_kind"))))["preset"]
    assert not any(choice.chosen for choice in menu.choices)
    assert [choice.value for choice in menu.choices] == list(GAME.presets)


def test_a_page_that_there_is_not_becomes_the_nearest_one() -> None:
    view = _lobby()
    assert options_panel(view, -1) == options_panel(view, 0)
    assert options_panel(view, 99).lines[1] == "Page 5 of 5. Changes count at once."
    assert house.rules_panel(EN, "calidruno", 99).title.endswith("What a table may change")


# More, and the ways out


def _more(
    seat: int | None, *, moderator: bool = False, status: TableStatus | None = None, watching: bool = False
) -> Panel:
    table = Table.deal(3)
    view = replace(table.hand(seat), watching=watching)
    return house.more_panel(replace(view, table=table.public(status=status)), moderator=moderator)


def test_c8_the_host_can_remove_a_silent_player_and_hand_the_role_on() -> None:
    """Complaint C8: host cannot remove a silent player, and if the host is the silent one all are stuck."""
    menus = _menus(_more(0))
    assert [choice.label for choice in menus["kick"].choices] == ["Bruno", "Carla"]
    assert [choice.label for choice in menus["host"].choices] == ["Bruno", "Carla"]
    assert not _menus(_more(1))
    assert [choice.label for choice in _menus(_more(1, moderator=True))["kick"].choices] == ["Anna", "Carla"]


def test_c9_ending_is_for_the_host_or_a_moderator_and_asks_first() -> None:
    """Complaint C9: no way to end a game."""
    assert "end" in _buttons(_more(0))
    assert "end" not in _buttons(_more(1))
    assert "end" in _buttons(_more(1, moderator=True))
    assert list(_buttons(house.end_panel(Table.deal(3).public()))) == ["end:yes", "more"]


def test_c24_more_says_plainly_who_is_host() -> None:
    """Complaint C24: state plainly who is host now."""
    assert "Host: Anna" in _more(1).lines


def test_everybody_can_leave_and_a_watcher_can_stop_watching() -> None:
    assert "leave" in _buttons(_more(1))
    assert "unwatch" in _buttons(_more(None, watching=True))
    assert "leave" not in _buttons(_more(None))


def test_a_stranger_finds_the_ways_to_a_running_table_and_to_a_seat_when_it_is_over() -> None:
    """Nothing on a running table's message lets one watch, and a result has no seats to press."""
    assert "watch" in _buttons(_more(None))
    assert not {"sit", "unwatch"} & set(_buttons(_more(None)))
    assert {"sit", "watch"} <= set(_buttons(_more(None, status=TableStatus.FINISHED)))
    assert {"sit", "unwatch"} <= set(_buttons(_more(None, status=TableStatus.FINISHED, watching=True)))


def test_who_sits_in_a_lobby_can_leave_and_has_no_hand_to_send_anywhere() -> None:
    view = replace(Table.deal(3).hand(None, settings=PlayerSettings(100)), observation=None)
    lobby = replace(view, table=replace(view.table, status=TableStatus.LOBBY, observation=None))
    offered = set(_buttons(house.more_panel(lobby)))
    assert {"leave", "repost"} <= offered
    assert not {"sit", "watch", "unwatch", "hand_by:dm"} & offered


def test_the_question_before_leaving_tells_what_becomes_of_the_cards() -> None:
    view = Table.deal(3).public()
    assert house.leave_panel(view, 101).lines == (
        "Leave the running match? A computer plays your cards until you come back.",
    )
    table = replace(view, stand_in=StandIn.TIMEOUT)
    assert "The table plays your cards" in house.leave_panel(table, 101).lines[0]
    gone = [replace(seat, presence=Presence.LEFT) for seat in view.seats[1:]]
    alone = replace(view, seats=(view.seats[0], *gone))
    assert "the table closes" in house.leave_panel(alone, view.seats[0].user_id).lines[0]


def test_the_games_own_rare_actions_are_there_while_a_match_is_played() -> None:
    assert "g:report" in _buttons(_more(1))
    assert "g:report" not in _buttons(_more(1, status=TableStatus.FINISHED))


def test_e7_a_taken_channel_shows_the_way_to_the_table_and_out_of_it() -> None:
    """Complaint E7: the "a game is already running" reply must itself carry the buttons."""
    view = Table.deal(3).public()
    assert list(_buttons(house.taken_panel(view, may_end=True))) == ["show", "end"]
    ask = house.taken_panel(view, may_end=False)
    assert list(_buttons(ask)) == ["show"]
    assert ask.lines[1] == "You can go to it; Anna can end it."


def test_a_closed_table_says_why_and_has_no_buttons() -> None:
    panel = house.closed_panel(_lobby(), EN("house.said.closed_idle"))
    assert panel.rows == ()
    assert panel.lines[0] == "Nobody came for half an hour, so the table closed itself."
    assert house.public_panel(replace(_lobby(), status=TableStatus.CLOSED)).rows == ()


def test_a_paused_table_says_why_and_shows_no_deadline() -> None:
    view = Table.deal(3).public(paused="house.paused.everyone_away")
    panel = house.public_panel(view)
    assert panel.notice == "⏸ Everybody is away. The game goes on as soon as somebody acts."
    assert "<t:" not in panel.lines[-1]


def test_the_turn_ticks_by_discords_own_clock() -> None:
    """Complaint F7 and §6.3: a countdown by edits would burn the rate limit."""
    assert house.public_panel(Table.deal(3).public()).lines[-1].endswith("ends <t:1800000000:R>")
    assert "<t:" not in house.public_panel(Table.deal(3).public(deadline=None)).lines[-1]


def test_the_table_has_one_row_of_buttons() -> None:
    row = house.public_panel(Table.deal(3).public()).rows
    assert [[button.label for button in buttons] for buttons in row if not isinstance(buttons, Menu)] == [
        ["My hand", "Call out…", "Rules", "More"]
    ]


def test_only_the_ping_message_pings() -> None:
    view = Table.deal(3).public()
    assert house.public_panel(view).pings == ()
    ping = house.ping_panel(view, 101)
    assert ping.pings == (101,)
    assert ping.lines == ("<@101>, it is your turn at Calidruno.",)


def test_who_is_away_is_marked_in_the_picture() -> None:
    view = Table.deal(3).public()
    away = replace(view, seats=(*view.seats[:1], replace(view.seats[1], presence=Presence.LEFT), view.seats[2]))
    picture = house.public_panel(away).picture
    assert picture is not None
    assert "mark='left'" in str(picture.scene)


# Settings


def test_settings_show_what_is_and_offer_what_can_be() -> None:
    panel = settings_panel(EN, PlayerSettings(1, locale="it", hand_by="dm", letters=True, deck="two"))
    menus = _menus(panel)
    chosen = {action: [c.value for c in menu.choices if c.chosen] for action, menu in menus.items()}
    assert chosen == {
        "set:locale": ["it"],
        "set:hand_by": ["dm"],
        "set:sort_by": ["colour"],
        "set:deck": ["two"],
    }
    assert list(_buttons(panel)) == ["set:letters:off", "set:pings:off", "set:faces:italian"]


def test_the_suits_of_the_forty_cards_are_a_switch_for_each_person_and_for_a_server() -> None:
    italian = _buttons(settings_panel(EN, PlayerSettings(1, faces="italian")))["set:faces:french"]
    assert italian.label == "Calabresella: Italian suits"
    assert "server:faces:italian" in _buttons(server_panel(EN, ServerSettings(1)))
    assert changed_player(PlayerSettings(1), "faces", "italian") == PlayerSettings(1, faces="italian")
    assert changed_server(ServerSettings(1), "faces", "italian", 5) == ServerSettings(1, faces="italian")
    assert changed_player(PlayerSettings(1), "faces", "tarot") is None
    assert changed_server(ServerSettings(1), "faces", "tarot", 5) is None


def test_g23_a_server_has_its_own_switches() -> None:
    """Complaint G23: a per-user choice, and a per-server switch."""
    panel = server_panel(IT, ServerSettings(1, channels=(5, 6), pings=False))
    assert panel.lines[0] == "I tavoli si possono aprire in <#5> e <#6>."
    assert "server:pings:on" in _buttons(panel)
    assert not _buttons(panel)["server:channels:any"].disabled
    assert _buttons(server_panel(EN, ServerSettings(1)))["server:channels:any"].disabled


def test_the_last_channel_stays_on_the_list_since_an_empty_list_means_everywhere() -> None:
    remove = "server:channels:remove"
    for channels in ((), (5,)):
        assert _buttons(server_panel(EN, ServerSettings(1, channels=channels)))[remove].disabled
    two = ServerSettings(1, channels=(5, 6))
    assert not _buttons(server_panel(EN, two))[remove].disabled
    one = ServerSettings(1, channels=(6,))
    assert changed_server(two, "channels", "remove", 5) == one
    assert changed_server(one, "channels", "remove", 6) is None
    assert changed_server(one, "channels", "any", 6) == ServerSettings(1)


def test_a_server_without_a_language_has_the_bots_and_a_person_that_of_their_discord() -> None:
    server, mine = server_panel(EN, ServerSettings(1)), settings_panel(EN, PlayerSettings(1))
    assert _menus(server)["server:locale"].choices[0].label == "Language: the bot’s own"
    assert _menus(mine)["set:locale"].choices[0].label == "Language: as in Discord"


def test_languages_are_named_in_themselves() -> None:
    assert [language_name(code) for code in ("en", "it")] == ["English", "Italiano"]


@pytest.mark.parametrize("seconds", [*CLOCKS, 45])
def test_every_clock_has_words(seconds: int) -> None:
    assert clock_label(EN, seconds)
    assert clock_label(EN, 45) == "45 seconds a turn"


# Refusals


VALUES: dict[Refusal, dict[str, object]] = {
    Refusal.SEATED_ELSEWHERE: {"where": "<#1>"},
    Refusal.SENT_AWAY: {"when": "<t:1:R>"},
    Refusal.TABLE_FULL: {"n": 10},
    Refusal.TOO_FEW: {"n": 2},
    Refusal.ONLY_HOST: {"host": "Anna"},
    Refusal.ONLY_HOST_OR_MODERATOR: {"host": "Anna"},
    Refusal.CHANNEL_NOT_ALLOWED: {"channels": "<#1>"},
    Refusal.TABLE_LIMIT: {"n": 5},
    Refusal.MISSING_PERMISSION: {"permission": "Attach Files"},
    Refusal.NOT_AT_TABLE: {"name": "Zoe"},
}


def test_g19_a_refusal_names_the_buttons_of_the_table_in_the_tables_language() -> None:
    """Complaint G19: host and guests may speak different languages."""
    sentence = refusal(IT, Refusal.FAILED, EN, "briscola.button.view")
    assert "Premi **My view**" in sentence
    assert "Sotto **More**" in refusal(IT, Refusal.NOT_SEATED, EN)
    assert "Sotto **Altro**" in refusal(IT, Refusal.NOT_SEATED)


@pytest.mark.parametrize("which", Refusal)
def test_every_refusal_of_the_house_is_a_sentence(which: Refusal) -> None:
    for text in (EN, IT):
        sentence = refusal(text, which, **VALUES.get(which, {}))
        assert sentence.endswith((".", "…"))
        assert "{" not in sentence


def test_f21_a_missing_permission_is_named_as_discord_names_it() -> None:
    """Complaint F21: a self-check that names the missing permission."""
    assert permission_name(EN, "attach_files") == "Attach Files"
    assert permission_name(IT, "attach_files") == "Allega file"
    assert permission_name(EN, "use_soundboard") == "use soundboard"


def test_too_few_counts_in_the_plural() -> None:
    assert refusal(EN, Refusal.TOO_FEW, n=1) == "Not yet: 1 more player is needed."
    assert refusal(IT, Refusal.TOO_FEW, n=2) == "Non ancora: mancano 2 giocatori."

"""What any storage promises, whatever lies beneath."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.records import MatchId, PlayerSettings, SeatRecord, ServerSettings, TableId, TableStatus
from data.store import Appended, ChannelTakenError, StaleTableError, Store, StoreError
from tests.data.examples import ANNA, BRUNO, SEED, a_match, a_match_begun, a_move, a_table, played, plies


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    table = await store.new_table(a_table())
    assert replace(table, id=TableId(0)) == a_table()
    assert await store.table(table.id) == table
    assert await store.table(TableId(table.id + 1)) is None


async def test_a_saved_table_replaces_everything_it_held(store: Store) -> None:
    table = await store.new_table(a_table())
    changed = replace(
        table,
        host_id=BRUNO,
        status=TableStatus.FINISHED,
        options={"hand_size": 5},
        seats=(SeatRecord(ANNA, "Anna"), SeatRecord(BRUNO, "Bruno", timeouts=1), SeatRecord(999, "Dario")),
        wins={BRUNO: 1},
        watchers=(),
        message_id=None,
        deadline_at=None,
    )
    saved = await store.save_table(changed)
    assert saved == replace(changed, version=table.version + 1)
    assert await store.table(table.id) == saved


async def test_one_channel_holds_one_open_table(store: Store) -> None:
    first = await store.new_table(a_table(channel_id=1))
    other = await store.new_table(a_table(channel_id=2))
    with pytest.raises(ChannelTakenError) as taken:
        await store.new_table(a_table(channel_id=1))
    assert taken.value.table_id == first.id
    with pytest.raises(ChannelTakenError) as taken:
        await store.save_table(replace(other, channel_id=1))
    assert taken.value.table_id == first.id
    assert await store.open_tables() == [first, other]


async def test_of_two_people_who_open_a_table_at_once_one_gets_it(store: Store) -> None:
    results = await asyncio.gather(*(store.new_table(a_table()) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(result, ChannelTakenError) for result in results) == 4
    assert len(await store.open_tables()) == 1


async def test_a_closed_table_leaves_its_channel_and_the_names(store: Store) -> None:
    table = await store.new_table(a_table())
    closed = await store.save_table(replace(table, status=TableStatus.CLOSED))
    assert [seat.name for seat in closed.seats] == ["", "", ""]
    assert await store.table(table.id) == closed
    assert await store.open_tables() == []
    again = await store.new_table(a_table())
    assert again.id > table.id
    with pytest.raises(ChannelTakenError):
        await store.save_table(replace(closed, status=TableStatus.LOBBY))


async def test_a_write_over_somebody_elses_is_refused(store: Store) -> None:
    table = await store.new_table(a_table())
    saved = await store.save_table(replace(table, host_id=BRUNO))
    with pytest.raises(StaleTableError):
        await store.save_table(replace(table, host_id=ANNA))
    with pytest.raises(StaleTableError):
        await store.start_match(table, a_match())
    with pytest.raises(StaleTableError):
        await store.save_table(replace(saved, id=TableId(saved.id + 1)))
    assert await store.table(table.id) == saved


async def test_a_refused_start_leaves_no_match(store: Store) -> None:
    table = await store.new_table(a_table())
    with pytest.raises(StaleTableError):
        await store.start_match(replace(table, version=9), a_match())
    table, match = await store.start_match(table, a_match())
    assert table.match_id == match.id
    assert await store.match(MatchId(match.id + 1)) is None
    assert await store.match(MatchId(match.id - 1)) is None


async def test_a_match_is_its_seed_and_its_moves(store: Store) -> None:
    table, match = await a_match_begun(store)
    assert match == replace(a_match(), id=match.id, table_id=table.id)
    own = replace(a_move(match.id, 2), seat=None)
    appended, table = await store.append(a_move(match.id, 1), table, None)
    assert appended is Appended.STORED
    assert await store.append(own, table, None) == (Appended.STORED, replace(table, version=table.version + 1))
    assert await store.match(match.id) == (match, [a_move(match.id, 1), own])


async def test_the_last_move_ends_the_match(store: Store) -> None:
    table, match = await a_match_begun(store)
    table = await played(store, table, 1, 2)
    last = a_move(match.id, 3)
    _, ended = await store.append(last, replace(table, status=TableStatus.FINISHED, wins={ANNA: 2}), "won-1")
    found = await store.match(match.id)
    assert found is not None
    assert found[0] == replace(match, outcome="won-1", finished_at=last.at)
    assert await store.table(table.id) == ended
    assert (ended.status, ended.wins) == (TableStatus.FINISHED, {ANNA: 2})


async def test_a_match_may_end_without_a_last_move(store: Store) -> None:
    table, match = await a_match_begun(store)
    table = await played(store, table, 1, 2)
    with pytest.raises(StaleTableError):
        await store.end_match(replace(table, version=0), match.id, "ended")
    found = await store.match(match.id)
    assert found is not None
    assert found[0].outcome is None
    ended = await store.end_match(replace(table, status=TableStatus.CLOSED, touched_at=9_000), match.id, "ended")
    found = await store.match(match.id)
    assert found is not None
    assert (found[0].outcome, found[0].finished_at) == ("ended", 9_000)
    assert await store.table(table.id) == ended
    assert await plies(store, match.id) == [1, 2]


async def test_a_rematch_keeps_the_journal_of_the_match_before(store: Store) -> None:
    table, first = await a_match_begun(store)
    table = await played(store, table, 1, 3)
    table, second = await store.start_match(table, replace(a_match(), seed=SEED[::-1]))
    table = await played(store, table, 1, 2)
    assert await plies(store, first.id) == [1, 2, 3]
    found = await store.match(second.id)
    assert found is not None
    assert (found[0].seed, len(found[1])) == (SEED[::-1], 2)


async def test_two_moves_that_race_for_a_ply(store: Store) -> None:
    table, match = await a_match_begun(store)
    moves = [a_move(match.id, 1, idem=f"press {number}") for number in range(4)]
    results = await asyncio.gather(*(store.append(move, table, None) for move in moves))
    assert sorted(appended.value for appended, _ in results) == ["stale", "stale", "stale", "stored"]
    stored = await store.table(table.id)
    assert stored is not None
    assert stored.version == table.version + 1
    assert all(record == stored for _, record in results)
    assert await plies(store, match.id) == [1]


async def test_a_press_that_comes_twice_is_played_once(store: Store) -> None:
    table, match = await a_match_begun(store)
    press = a_move(match.id, 1, idem="press")
    results = await asyncio.gather(*(store.append(press, table, None) for _ in range(3)))
    assert sorted(appended.value for appended, _ in results) == ["duplicate", "duplicate", "stored"]
    stored = await store.table(table.id)
    assert stored is not None
    later = await played(store, stored, 2, 4)
    assert await store.append(replace(press, ply=5), later, "won") == (Appended.DUPLICATE, later)
    assert await plies(store, match.id) == [1, 2, 3, 4]
    found = await store.match(match.id)
    assert found is not None
    assert found[0].outcome is None


async def test_a_move_with_an_old_table_changes_nothing(store: Store) -> None:
    table, match = await a_match_begun(store)
    saved = await store.save_table(replace(table, watchers=(7,)))
    with pytest.raises(StaleTableError):
        await store.append(a_move(match.id, 1), table, "won")
    assert await plies(store, match.id) == []
    assert await store.table(table.id) == saved


async def test_the_journal_has_no_gaps(store: Store) -> None:
    table, match = await a_match_begun(store)
    with pytest.raises(StoreError):
        await store.append(a_move(match.id, 2), table, None)
    assert await plies(store, match.id) == []
    assert await store.table(table.id) == table
    await played(store, table, 1, 2)


async def test_rounds_are_counted_by_player_and_game_with_the_move_that_ends_them(store: Store) -> None:
    table, match = await a_match_begun(store)
    _, table = await store.append(a_move(match.id, 1), table, None, [ANNA, BRUNO])
    _, table = await store.append(a_move(match.id, 2), table, None)
    _, table = await store.append(a_move(match.id, 3), table, "won-1", [ANNA])
    assert await store.rounds_played(ANNA, "calidruno") == 2
    assert await store.rounds_played(BRUNO, "calidruno") == 1
    assert await store.rounds_played(ANNA, "kalooki") == 0
    assert await store.rounds_played(999, "calidruno") == 0


async def test_a_move_that_is_not_stored_counts_no_round(store: Store) -> None:
    table, match = await a_match_begun(store)
    last = a_move(match.id, 1, idem="press")
    _, after = await store.append(last, table, None, [ANNA])
    assert (await store.append(last, after, None, [ANNA]))[0] is Appended.DUPLICATE
    assert (await store.append(replace(last, idem="other"), after, None, [ANNA]))[0] is Appended.STALE
    with pytest.raises(StaleTableError):
        await store.append(a_move(match.id, 2), table, None, [ANNA])
    assert await store.rounds_played(ANNA, "calidruno") == 1


async def test_notes_are_each_players_own_and_are_replaced(store: Store) -> None:
    _, match = await a_match_begun(store)
    _, other = await a_match_begun(store, channel_id=5001)
    assert await store.notes(match.id, ANNA) == {}
    await store.save_notes(match.id, ANNA, {4: "low", 1: "asso di spade?"})
    await store.save_notes(match.id, BRUNO, {1: "?"})
    assert await store.notes(match.id, ANNA) == {1: "asso di spade?", 4: "low"}
    assert await store.notes(match.id, BRUNO) == {1: "?"}
    assert await store.notes(other.id, ANNA) == {}
    await store.save_notes(match.id, ANNA, {4: "high"})
    assert await store.notes(match.id, ANNA) == {4: "high"}
    await store.save_notes(match.id, BRUNO, {})
    assert await store.notes(match.id, BRUNO) == {}


@pytest.mark.parametrize("by_a_move", [True, False])
async def test_notes_go_with_the_end_of_the_match(store: Store, by_a_move: bool) -> None:
    table, match = await a_match_begun(store)
    await store.save_notes(match.id, ANNA, {1: "high"})
    if by_a_move:
        await store.append(a_move(match.id, 1), table, "won")
    else:
        await store.end_match(table, match.id, "ended")
    assert await store.notes(match.id, ANNA) == {}
    await store.save_notes(match.id, ANNA, {1: "too late"})
    assert await store.notes(match.id, ANNA) == {}
    await store.save_notes(MatchId(match.id + 1), ANNA, {1: "no such match"})
    assert await store.notes(MatchId(match.id + 1), ANNA) == {}


async def test_settings_come_back_and_are_replaced(store: Store) -> None:
    assert await store.player(ANNA) == PlayerSettings(ANNA)
    assert await store.server(77) == ServerSettings(77)
    mine = PlayerSettings(
        ANNA, "it", "dm", "value", letters=True, pings=False, dm_closed=True, deck="two", faces="italian"
    )
    ours = ServerSettings(77, "en", (9, 3, 5), 4, 0, pings=False, message_content=True, faces="italian")
    await store.save_player(mine)
    await store.save_server(ours)
    assert await store.player(ANNA) == mine
    assert await store.server(77) == ours
    await store.save_player(replace(mine, letters=False))
    await store.save_server(replace(ours, channels=(5,)))
    assert await store.player(ANNA) == replace(mine, letters=False)
    assert await store.server(77) == replace(ours, channels=(5,))
    assert await store.player(BRUNO) == PlayerSettings(BRUNO)


async def test_turns_get_the_time_back_in_which_the_bot_was_not_alive(store: Store) -> None:
    table = await store.new_table(replace(a_table(), deadline_at=20_000))
    without_clock = await store.new_table(replace(a_table(channel_id=6000), deadline_at=None))

    async def ends() -> list[int | None]:
        return [stored.deadline_at for stored in await store.open_tables()]

    await store.wake(5_000)
    assert await ends() == [20_000, None]
    await store.touch_alive(11_000)
    await store.wake(71_000)
    assert await ends() == [80_000, None]
    await store.wake(72_000)
    assert await ends() == [81_000, None]
    await store.wake(72_000 - 3_600_000)
    assert await ends() == [81_000 - 3_600_000, None]
    await store.touch_alive(-1_000_000_000)
    await store.wake(72_000)
    assert await ends() == [72_000 + table.clock_s * 1000, None], "no turn is longer than a whole one"
    # Nobody's version has changed: whoever holds the table may write it.
    await store.save_table(table)
    await store.save_table(without_clock)


async def test_thirty_tables_that_save_in_the_same_second(store: Store) -> None:
    """Complaint D12."""
    begun = [await a_match_begun(store, channel_id) for channel_id in range(30)]

    async def evening(table_id: TableId) -> None:
        table = await store.table(table_id)
        assert table is not None
        for ply in range(1, 21):
            table = await played(store, table, ply, ply)
            table = await store.save_table(replace(table, touched_at=ply))
            await store.save_player(PlayerSettings(table.channel_id))

    await asyncio.gather(*(evening(table.id) for table, _ in begun))
    assert [await plies(store, match.id) for _, match in begun] == [list(range(1, 21))] * 30


async def test_cancelled_callers_leave_whole_moves(store: Store) -> None:
    """Fault D4: whoever stops waiting leaves no open transaction and no half move."""
    begun = [await a_match_begun(store, channel_id) for channel_id in range(200)]

    async def cancelled_after(steps: int, table_number: int) -> None:
        table, match = begun[table_number]
        task = asyncio.create_task(store.append(a_move(match.id, 1), table, None))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    await asyncio.gather(*(cancelled_after(number % 25, number) for number in range(200)))
    kept = 0
    for table, match in begun:
        stored = await store.table(table.id)
        assert stored is not None
        moves = await plies(store, match.id)
        assert stored.version == table.version + len(moves)
        kept += len(moves)
        await played(store, stored, len(moves) + 1, len(moves) + 1)  # no transaction has been left open
    assert 0 < kept < 200


async def test_what_is_queued_is_finished_before_it_closes(store: Store) -> None:
    table, match = await a_match_begun(store)
    append = asyncio.create_task(store.append(a_move(match.id, 1), table, None))
    await asyncio.sleep(0)
    await store.close()
    appended, _ = await append
    assert appended is Appended.STORED
    with pytest.raises(StoreError):
        await store.table(table.id)

"""What people see and do at a table of Calidruno, through the real client and the local Discord."""

from __future__ import annotations

from data.records import TableStatus
from tests.support.club import Club


async def test_three_people_open_a_table_sit_down_and_see_their_own_hands(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    hands = [await club.hand(person) for person in club.people]
    assert all(hand.ephemeral for hand in hands)
    # Nobody sees another's hand: an ephemeral message reaches its owner only.
    for person, hand in zip(club.people, hands, strict=True):
        others = [other for other in club.people if other is not person]
        assert all(message.id != hand.id for other in others for message in other.everything())
        picture = await hand.picture()
        assert picture.startswith(b"\x89PNG")


async def test_a_match_is_played_to_its_end_and_a_rematch_begins(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    while club.live.playing is not None:
        await club.play()
    assert club.live.record.status is TableStatus.FINISHED
    await club.until(lambda: club.can("rematch"), "the result")
    await club.press(bruno, "rematch")
    await club.until(lambda: club.live.playing is not None, "the rematch")

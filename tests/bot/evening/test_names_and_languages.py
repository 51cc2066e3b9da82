"""Each reader's own language, and names that are shown as they are."""

from __future__ import annotations

from tests.support.club import Club, find


async def test_complaints_g18_g19_public_words_are_the_servers_and_private_ones_the_readers(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla)
    assert "tavolo" not in club.board(bruno).text
    assert "tavolo" in (await club.hand(bruno)).text
    await anna.command("server")
    panel = anna.ephemerals()[-1]
    await anna.choose("it", menu=find(panel, "server:locale"), message=panel)
    await club.until(lambda: "tavolo" in club.board(anna).text, "the table in Italian")
    assert "tavolo" not in (await club.hand(anna)).text


async def test_complaint_f16_names_are_shown_as_they_are_and_notify_nobody(club: Club) -> None:
    """Fault U6: whatever somebody calls themselves is harmless at the table."""
    anna, bruno, carla = club.people
    await bruno.change(name="*_~`|| @everyone\u202e <@1> \x1b[2J" + "\u0301" * 32)
    await club.match_of(anna, bruno, carla)
    while club.live.playing is not None and "everyone" not in club.board().text:
        await club.quickly()
        await club.until(lambda: club.can("hand") or club.can("rematch"), "the table")
        await club.advance(1.3)
    text = club.board().text
    for harm in ("*_~`||", "\u202e", "\x1b", "\u0301" * 3):
        assert harm not in text
    assert not any(message.data["mention_everyone"] for message in anna.messages())
    assert all(message.data["mentions"] == [] for message in anna.messages() if message.id == club.board().id)
